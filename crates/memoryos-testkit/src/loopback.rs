//! As much of HTTP as a server of a test's own needs.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
};

/// What a client asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// The request line and the headers, as they came.
    pub head: String,
    /// The body, as long as the headers said.
    pub body: Vec<u8>,
}

/// Reads one request; `None` when the client went away before its head was whole.
///
/// # Panics
/// When the length is no number, or the body is shorter.
pub fn read_request(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let start = head.len();
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return None;
        }
        let line = head[start..].trim_end().to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the whole body");
    Some(Request { head, body })
}

/// Replies, and lets the client go. `status` is a code with its words. A client that has gone already is no error.
pub fn reply(mut stream: &TcpStream, status: &str, content_type: &str, body: &str) {
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all((head + body).as_bytes());
}
