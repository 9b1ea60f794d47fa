//! The OpenAI-compatible gateway: recalls for the last message, adds what came back to the request, forwards it,
//! streams the answer back and remembers the turn.
