//! HTTP requests written by hand, so that a test controls every header, and JSON-RPC
//! over POST.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use super::PATIENCE;
use super::connection::{Connection, Received};
use super::transport::tcp;

#[derive(Debug)]
pub struct HttpResponse {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl HttpResponse {
    pub fn header(&self, name: &str) -> Option<&str> {
        let headers = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut values = headers.filter(|(found, _)| found.eq_ignore_ascii_case(name));
        values.next().map(|(_, value)| value)
    }
}

/// Sends one request. `Host` is the daemon's address unless the headers give another.
pub fn http(
    address: &str,
    verb: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> HttpResponse {
    let mut stream = tcp(address);
    let mut head = format!("{verb} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        head += &format!("Host: {address}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", body.len());
    let _ = stream.write_all(&[head.as_bytes(), body].concat());
    read_response(&mut stream)
}

pub fn read_response(stream: &mut TcpStream) -> HttpResponse {
    let mut response = Vec::new();
    match stream.read_to_end(&mut response) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("no HTTP response within {PATIENCE:?}: {error}"),
    }
    let response = String::from_utf8(response).expect("responses are UTF-8");
    let status = response
        .split(' ')
        .nth(1)
        .and_then(|code| code.parse().ok());
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or_default();
    HttpResponse {
        status: status.unwrap_or_else(|| panic!("`{response}` is not an HTTP response")),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

/// A connection on which each message is a POST of its own.
pub struct PostConnection {
    address: String,
    headers: Vec<(String, String)>,
    answers: VecDeque<String>,
}

impl PostConnection {
    pub fn new(address: &str, headers: &[(&str, &str)]) -> PostConnection {
        let json = ("Content-Type", "application/json");
        let headers = headers.iter().copied().chain([json]);
        PostConnection {
            address: address.to_owned(),
            headers: headers
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            answers: VecDeque::new(),
        }
    }
}

impl Connection for PostConnection {
    fn send(&mut self, message: &[u8]) {
        let headers = self.headers.iter();
        let headers: Vec<(&str, &str)> = headers
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let response = http(&self.address, "POST", "/rpc", &headers, message);
        match response.status {
            200 => self.answers.push_back(response.body),
            // A notification has no answer.
            204 => assert_eq!(response.body, ""),
            _ => panic!("{response:?}"),
        }
    }

    fn send_in_background(&mut self, messages: Vec<String>) {
        for message in messages {
            self.send(message.as_bytes());
        }
    }

    fn receive(&mut self) -> Received {
        let answer = self.answers.pop_front();
        answer.map_or(Received::Closed(None), Received::Message)
    }
}
