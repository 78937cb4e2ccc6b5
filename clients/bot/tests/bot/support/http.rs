//! HTTP for tests, with one request per connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};

use serde_json::Value;

use super::PATIENCE;

pub struct Response {
    pub status: u16,
    pub body: Value,
}

pub fn post(address: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
    let mut stream = TcpStream::connect(address).expect("the endpoint listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let mut head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    // Writing fails if the server refuses early and does not read everything.
    let _ = stream.write_all(format!("{head}\r\n{body}").as_bytes());
    let (first, _, body) = read(&mut BufReader::new(stream));
    let status = first
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Response {
        status: status.unwrap_or_else(|| panic!("`{first}` is not a status line")),
        body: serde_json::from_str(&body).unwrap_or(Value::Null),
    }
}

/// The first line, the headers and the body.
fn read(reader: &mut impl BufRead) -> (String, Vec<String>, String) {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        let read = reader.read_line(&mut line).expect("a line");
        match line.trim_end() {
            "" if read == 0 || !lines.is_empty() => break,
            line => lines.push(line.to_owned()),
        }
    }
    let length = lines.iter().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse::<u64>().ok())?
    });
    let mut body = String::new();
    let mut rest = reader.take(length.unwrap_or(u64::MAX));
    if length.is_some() || lines.first().is_some_and(|line| line.starts_with("HTTP")) {
        rest.read_to_string(&mut body).expect("a body");
    }
    let first = lines.first().cloned().unwrap_or_default();
    (first, lines.split_off(1.min(lines.len())), body)
}

/// A request to the replacement of Discord's API.
pub struct Received {
    /// Method and path.
    pub line: String,
    pub authorization: Option<String>,
    pub body: Value,
}

/// A replacement of Discord's API, which records requests.
pub struct DiscordApi {
    pub address: String,
    received: Receiver<Received>,
}

impl DiscordApi {
    pub fn start() -> DiscordApi {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("its address").to_string();
        let (sender, received) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.expect("a connection");
                let mut reader = BufReader::new(stream.try_clone().expect("the other half"));
                let (first, headers, body) = read(&mut reader);
                let mut parts = first.split(' ');
                let line = [parts.next(), parts.next()]
                    .map(Option::unwrap_or_default)
                    .join(" ");
                let authorization = headers.iter().find_map(|line| {
                    let (name, value) = line.split_once(':')?;
                    name.eq_ignore_ascii_case("authorization")
                        .then(|| value.trim().to_owned())
                });
                let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
                let _ = stream.write_all(answer.as_bytes());
                let body = serde_json::from_str(&body).unwrap_or(Value::Null);
                let request = Received {
                    line,
                    authorization,
                    body,
                };
                if sender.send(request).is_err() {
                    return;
                }
            }
        });
        DiscordApi { address, received }
    }

    pub fn next(&self) -> Received {
        self.received.recv_timeout(PATIENCE).expect("a request")
    }
}
