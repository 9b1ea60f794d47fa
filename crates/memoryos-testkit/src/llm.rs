//! What every chat model promises, one function a promise. `llm_suite!(stage)` makes a test of each.

#![expect(clippy::missing_panics_doc, reason = "each of them panics when the promise is broken")]

use async_trait::async_trait;
use futures::StreamExt;
use memoryos::{
    ports::{ChatMessage, ChatRequest, ChatRole, Llm, LlmError, Purpose},
    types::Owner,
};

/// What the model behind a client writes, reasoning included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A whole reply.
    Whole(&'static str),
    /// A reply cut at the limit of tokens.
    Cut(&'static str),
    /// The beginning of a reply, then the connection breaks.
    BrokenOff(&'static str),
    /// The server fails, and would fail again.
    Failure,
    /// The model declines.
    Refusal,
}

/// Sets a client up before a model whose replies are known.
#[async_trait]
pub trait LlmStage: Send + Sync {
    /// A client whose calls are answered with `replies`, in order.
    async fn llm(&self, replies: &[Written]) -> Box<dyn Llm>;
}

/// A request as plain as can be.
pub fn request(words: &str) -> ChatRequest {
    ChatRequest {
        owner: Owner::new("ann", "bo").expect("valid names"),
        purpose: Purpose::Answer,
        messages: vec![ChatMessage { role: ChatRole::User, content: words.to_owned() }],
        schema: None,
        max_tokens: 100,
        temperature: 0.0,
    }
}

/// The pieces of a stream and the error that ended it, if one did.
pub async fn streamed(llm: &dyn Llm) -> (Vec<String>, Option<LlmError>) {
    let mut stream = match llm.stream(&request("Hi")).await {
        Ok(stream) => stream,
        Err(error) => return (vec![], Some(error)),
    };
    let (mut pieces, mut end) = (vec![], None);
    while let Some(item) = stream.next().await {
        assert!(end.is_none(), "nothing comes after an error");
        match item {
            Ok(piece) => pieces.push(piece),
            Err(error) => end = Some(error),
        }
    }
    (pieces, end)
}

const REPLIES: [(&str, &str); 6] = [
    ("Paris", "Paris"),
    ("<think>France?</think>\n\nIt is Paris.", "It is Paris."),
    ("<THINKING>\nFrance? </b>\n</THINKING>Paris", "Paris"),
    ("Paris, 巴黎 🗼\n\nEnd", "Paris, 巴黎 🗼\n\nEnd"),
    ("a < b and `<think>` is a tag", "a < b and `<think>` is a tag"),
    ("  Paris \n", "Paris"),
];

/// A reply is text without reasoning.
pub async fn a_reply_is_text_without_reasoning(stage: &dyn LlmStage) {
    for (written, text) in REPLIES {
        let chat = stage.llm(&[Written::Whole(written)]).await.chat(&request("Hi")).await.expect(written);
        assert_eq!((chat.text.as_str(), chat.truncated), (text, false), "{written}");
        assert!(
            chat.usage.prompt_tokens > 0 && chat.usage.completion_tokens > 0,
            "{written}: {:?}",
            chat.usage
        );
    }
}

/// The pieces of a stream make up the reply.
pub async fn the_pieces_of_a_stream_make_up_the_reply(stage: &dyn LlmStage) {
    for (written, text) in REPLIES {
        let (pieces, end) = streamed(&*stage.llm(&[Written::Whole(written)]).await).await;
        assert!(end.is_none(), "{written}: {end:?}");
        assert_eq!(pieces.concat().trim_end(), text, "{written}");
        assert!(pieces.iter().all(|piece| !piece.is_empty()), "{written}: {pieces:?}");
    }
}

/// A reply cut at the limit says so.
pub async fn a_cut_reply_says_so(stage: &dyn LlmStage) {
    let chat = stage.llm(&[Written::Cut("It is Pa")]).await.chat(&request("Hi")).await.expect("a cut reply");
    assert_eq!((chat.text.as_str(), chat.truncated), ("It is Pa", true));
}

/// A reply without text is an error, whole or streamed.
pub async fn a_reply_without_text_is_an_error(stage: &dyn LlmStage) {
    for written in ["", " \n", "<think>France?</think>", "<think>France?", "<think></think>\n"] {
        let reply = stage.llm(&[Written::Whole(written)]).await.chat(&request("Hi")).await;
        assert!(matches!(reply, Err(LlmError::Empty)), "{written:?}: {reply:?}");
        let (pieces, end) = streamed(&*stage.llm(&[Written::Whole(written)]).await).await;
        assert!(pieces.is_empty() && matches!(end, Some(LlmError::Empty)), "{written:?}: {pieces:?} {end:?}");
    }
}

/// A failure is an error that can be told from others, and the next call is not its victim.
pub async fn a_failure_is_an_error_and_over_with(stage: &dyn LlmStage) {
    let llm = stage.llm(&[Written::Failure, Written::Refusal, Written::Whole("Paris")]).await;
    let (failed, refused) = (llm.chat(&request("Hi")).await, llm.chat(&request("Hi")).await);
    assert!(matches!(failed, Err(LlmError::Status { .. })), "{failed:?}");
    assert!(matches!(refused, Err(LlmError::Refused)), "{refused:?}");
    assert_eq!(llm.chat(&request("Hi")).await.expect("a reply").text, "Paris");
}

/// A stream that breaks off ends with an error after the pieces that came.
pub async fn a_stream_that_breaks_off_ends_with_an_error(stage: &dyn LlmStage) {
    let (pieces, end) = streamed(&*stage.llm(&[Written::BrokenOff("It is Par")]).await).await;
    assert!("It is Par".starts_with(&pieces.concat()), "{pieces:?}");
    assert!(matches!(end, Some(LlmError::Interrupted(_))), "{end:?}");
}

/// A whole reply that breaks off is an error, whatever came before.
pub async fn a_reply_that_breaks_off_is_an_error(stage: &dyn LlmStage) {
    let reply = stage.llm(&[Written::BrokenOff("It is Par")]).await.chat(&request("Hi")).await;
    assert!(matches!(reply, Err(LlmError::Interrupted(_))), "{reply:?}");
}

/// A stream that is dropped early leaves the client whole.
pub async fn a_stream_may_be_dropped(stage: &dyn LlmStage) {
    let llm = stage.llm(&[Written::Whole("It is Paris, of course."), Written::Whole("Oslo")]).await;
    let mut stream = llm.stream(&request("Hi")).await.expect("a stream");
    stream.next().await.expect("a piece").expect("text");
    drop(stream);
    assert_eq!(llm.chat(&request("Hi")).await.expect("a reply").text, "Oslo");
}

/// Makes a test of each promise, for clients set up by `$stage`. Needs `tokio` with its macros.
#[macro_export]
macro_rules! llm_suite {
    ($stage:expr) => {
        $crate::llm_suite! { $stage;
            a_reply_is_text_without_reasoning
            the_pieces_of_a_stream_make_up_the_reply
            a_cut_reply_says_so
            a_reply_without_text_is_an_error
            a_failure_is_an_error_and_over_with
            a_stream_that_breaks_off_ends_with_an_error
            a_reply_that_breaks_off_is_an_error
            a_stream_may_be_dropped
        }
    };
    ($stage:expr; $($promise:ident)*) => {
        $(
            #[tokio::test]
            async fn $promise() {
                $crate::llm::$promise(&$stage).await;
            }
        )*
    };
}
