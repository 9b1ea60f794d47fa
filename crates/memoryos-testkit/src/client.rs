//! As much of HTTP as a client of a server on this machine needs: one connection, kept open from call to call.

use std::{
    io::{self, BufRead, BufReader, Write},
    net::TcpStream,
    time::Duration,
};

use serde_json::Value;

/// How long a reply may take before it is an error. Nothing here waits for it.
const PATIENCE: Duration = Duration::from_mins(1);

/// A client of one server. Each thread has its own.
#[derive(Debug)]
pub struct Client {
    address: String,
    connection: Option<BufReader<TcpStream>>,
}

/// What a server replied.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// Its body; `null` where that is no JSON.
    pub body: Value,
}

impl Client {
    /// A client of the server at `url`, as `http://127.0.0.1:8080`. Connects with the first call.
    ///
    /// # Panics
    /// When that is no such address.
    pub fn new(url: &str) -> Self {
        let address = url.strip_prefix("http://").expect("an address of this machine").to_owned();
        Self { address, connection: None }
    }

    /// Reads what is at `path`.
    ///
    /// # Errors
    /// When the server cannot be reached or went away; the next call connects again.
    pub fn get(&mut self, path: &str) -> io::Result<Reply> {
        self.ask("GET", path, &Value::Null)
    }

    /// Sends JSON to `path`.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn post(&mut self, path: &str, body: &Value) -> io::Result<Reply> {
        self.ask("POST", path, body)
    }

    /// Asks with this method; `null` is no body.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn ask(&mut self, method: &str, path: &str, body: &Value) -> io::Result<Reply> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        connection.get_mut().write_all((head + &body).as_bytes())?;
        let reply = read_reply(&mut connection)?;
        self.connection = Some(connection);
        Ok(reply)
    }

    fn connect(&self) -> io::Result<BufReader<TcpStream>> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(BufReader::new(stream))
    }
}

/// Reads one reply, whose length its headers tell.
///
/// # Errors
/// When the server went away before it was whole, or what it says is no such reply.
pub fn read_reply(connection: &mut impl BufRead) -> io::Result<Reply> {
    let (mut status, mut length) = (None, 0);
    loop {
        let mut line = String::new();
        if connection.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        match status {
            None => status = line.split(' ').nth(1).and_then(|code| code.parse().ok()),
            Some(_) => {
                if let Some(value) = line.strip_prefix("content-length:") {
                    length = value.trim().parse().map_err(io::Error::other)?;
                }
            }
        }
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body)?;
    let status = status.ok_or_else(|| io::Error::other("no status"))?;
    Ok(Reply { status, body: serde_json::from_slice(&body).unwrap_or(Value::Null) })
}
