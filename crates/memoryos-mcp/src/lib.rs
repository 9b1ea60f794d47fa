//! The verbs of a memory as MCP tools, over stdio and streamable HTTP. Translates and calls the library.
