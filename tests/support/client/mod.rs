//! A client of the daemon for tests, over any transport. The client reads from its
//! connection only when a test asks it to: a test that does not read really leaves
//! the daemon's bytes in the socket. Waiting longer than `PATIENCE` panics.

mod connection;
mod http;
mod stdio;
mod transport;

pub use connection::{ByteStream, Connection, Framing, Received};
pub use http::{HttpResponse, http, read_response};
pub use stdio::{StdioDaemon, wait_for_exit};
pub use transport::{Transport, byte_stream, open_websocket, tcp, unix};

use std::borrow::Borrow;
use std::collections::VecDeque;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::WebSocket;

use crate::daemon::Addresses;

/// Longer than any answer takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// An error that the daemon answered a request with.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorAnswer {
    pub code: i64,
    pub data: Value,
}

impl ErrorAnswer {
    pub fn reason(&self) -> &str {
        self.data["reason"].as_str().unwrap_or_default()
    }
}

/// Why a request has no result, where the daemon may die at any moment.
#[derive(Clone, Debug, PartialEq)]
pub enum CallError {
    Refused(ErrorAnswer),
    ConnectionLost(String),
}

impl CallError {
    /// The code of the error answer, if there is one.
    pub fn code(&self) -> Option<i64> {
        match self {
            CallError::Refused(error) => Some(error.code),
            CallError::ConnectionLost(_) => None,
        }
    }
}

struct Message {
    text: String,
    value: Value,
}

pub struct Client {
    connection: Box<dyn Connection>,
    last_id: u64,
    /// Messages that were read while the client waited for another one.
    unread: VecDeque<Message>,
}

impl Client {
    pub fn over(connection: impl Connection + 'static) -> Client {
        Client {
            connection: Box::new(connection),
            last_id: 0,
            unread: VecDeque::new(),
        }
    }

    pub fn over_websocket(socket: WebSocket<TcpStream>) -> Client {
        Client::over(connection::WebSocketConnection::new(socket))
    }

    pub fn connect(daemon: &impl AsRef<Addresses>, transport: Transport) -> Client {
        Client::with_token(daemon, transport, None)
    }

    /// Connects with a token, given as the transport takes it: in a header, or in
    /// `initialize`.
    pub fn with_token<'a>(
        daemon: &impl AsRef<Addresses>,
        transport: Transport,
        token: impl Into<Option<&'a str>>,
    ) -> Client {
        let addresses = daemon.as_ref();
        let token = token.into();
        let bearer = token.map(|token| format!("Bearer {token}"));
        let header = bearer.as_deref().map(|bearer| ("Authorization", bearer));
        match transport {
            Transport::Socket | Transport::Tcp => {
                let stream = byte_stream(addresses, transport, Framing::Lines);
                let client = Client::over(stream);
                match token {
                    Some(token) => client.authenticated(token),
                    None => client,
                }
            }
            Transport::WebSocket => {
                let socket = open_websocket(addresses, "/", header.as_slice());
                Client::over_websocket(socket.expect("the daemon accepts the WebSocket"))
            }
            Transport::Post => Client::over(http::PostConnection::new(
                &addresses.http,
                header.as_slice(),
            )),
        }
    }

    /// Connects without a token to a daemon that may be killed meanwhile.
    pub fn try_connect(addresses: &Addresses, transport: Transport) -> Result<Client, CallError> {
        let connected = transport::try_connect(addresses, transport);
        connected.map_err(|error| CallError::ConnectionLost(error.to_string()))
    }

    /// Connects with a receive buffer of a few kilobytes. The system would otherwise
    /// keep megabytes of unread bytes for a TCP stream.
    pub fn with_small_buffer(addresses: &Addresses, transport: Transport) -> Client {
        let connected = transport::connect_with_small_buffer(addresses, transport);
        connected.expect("the daemon accepts connections")
    }

    /// Follows a session through `/tap`.
    pub fn tap(daemon: &impl AsRef<Addresses>, query: &str) -> Client {
        let socket = open_websocket(daemon, &format!("/tap?{query}"), &[]);
        Client::over_websocket(socket.expect("the daemon accepts the tap"))
    }

    /// Sends the token in `initialize`.
    pub fn authenticated(mut self, token: &str) -> Client {
        let greeting = self.ask("initialize", json!({ "token": token }));
        greeting.expect("the daemon accepts the token");
        self
    }

    pub fn send_text(&mut self, text: &str) {
        self.connection.send(text.as_bytes());
    }

    /// Sends a message that need not be text.
    pub fn send_bytes(&mut self, message: &[u8]) {
        self.connection.send(message);
    }

    /// Sends a request and returns its id; `answer` waits for the answer.
    pub fn send_request(&mut self, method: &str, params: impl Borrow<Value>) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send_text(&request(id, method, params.borrow()));
        id
    }

    /// Sends many requests without waiting for an answer, and returns their ids.
    pub fn pipeline<'a>(&mut self, calls: impl IntoIterator<Item = (&'a str, Value)>) -> Vec<u64> {
        let first = self.last_id + 1;
        let texts = (first..).zip(calls);
        let texts: Vec<String> = texts
            .map(|(id, (method, params))| request(id, method, &params))
            .collect();
        self.last_id += texts.len() as u64;
        self.connection.send_in_background(texts);
        (first..=self.last_id).collect()
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send_text(
            &json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string(),
        );
    }

    /// Sends a request and waits for its answer.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: impl Borrow<Value>) -> Result<Value, ErrorAnswer> {
        let id = self.send_request(method, params);
        self.answer(id)
    }

    /// Waits for the answer to a request. Other messages that come first are kept.
    #[track_caller]
    pub fn answer(&mut self, id: u64) -> Result<Value, ErrorAnswer> {
        result_of(&self.wait_for(|message| message["id"] == id))
    }

    /// Like `ask`, for a daemon that may be killed meanwhile.
    pub fn try_ask(
        &mut self,
        method: &str,
        params: impl Borrow<Value>,
    ) -> Result<Value, CallError> {
        let id = self.send_request(method, params);
        self.try_answer(id)
    }

    /// Like `answer`, for a daemon that may be killed meanwhile. Answers must come in
    /// the order of the requests.
    pub fn try_answer(&mut self, id: u64) -> Result<Value, CallError> {
        loop {
            let message = match self.connection.receive() {
                Received::Message(text) => parsed(text),
                ended => return Err(CallError::ConnectionLost(format!("{ended:?}"))),
            };
            match message.value.get("id") {
                None => self.unread.push_back(message),
                Some(found) => {
                    assert_eq!(found, &json!(id), "answers come in the order of requests");
                    return result_of(&message.value).map_err(CallError::Refused);
                }
            }
        }
    }

    /// The first message, unread or new, that fits.
    #[track_caller]
    pub fn wait_for(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        let unread = self.unread.iter().position(|message| fits(&message.value));
        if let Some(message) = unread.and_then(|index| self.unread.remove(index)) {
            return message.value;
        }
        loop {
            let message = self.read();
            match fits(&message.value) {
                true => return message.value,
                false => self.unread.push_back(message),
            }
        }
    }

    /// The text of the next message.
    #[track_caller]
    pub fn receive_text(&mut self) -> String {
        let unread = self.unread.pop_front();
        unread.unwrap_or_else(|| self.read()).text
    }

    /// The next message; none if the connection has ended.
    pub fn try_receive(&mut self) -> Option<Value> {
        if let Some(message) = self.unread.pop_front() {
            return Some(message.value);
        }
        match self.connection.receive() {
            Received::Message(text) => Some(parsed(text).value),
            Received::Closed(_) | Received::CutOff(_) => None,
        }
    }

    #[track_caller]
    fn read(&mut self) -> Message {
        match self.connection.receive() {
            Received::Message(text) => parsed(text),
            ended => {
                let unread: Vec<&Value> = self.unread().collect();
                panic!("the connection ended: {ended:?}; unread: {unread:?}")
            }
        }
    }

    /// Reads to the end of the connection. Returns all messages, and the code and
    /// reason of the close frame if there is one.
    #[track_caller]
    pub fn read_to_end(&mut self) -> (Vec<Value>, Option<(u16, String)>) {
        let unread = self.unread.drain(..);
        let mut messages: Vec<Value> = unread.map(|message| message.value).collect();
        loop {
            match self.connection.receive() {
                Received::Message(text) => messages.push(parsed(text).value),
                Received::Closed(close_frame) => return (messages, close_frame),
                Received::CutOff(text) => panic!("the last message is cut off: {text}"),
            }
        }
    }

    /// Messages that were read while the client waited for another one.
    pub fn unread(&self) -> impl Iterator<Item = &Value> {
        self.unread.iter().map(|message| &message.value)
    }

    pub fn discard_unread(&mut self) {
        self.unread.clear();
    }
}

#[track_caller]
fn parsed(text: String) -> Message {
    let value = serde_json::from_str(&text);
    let value = value.unwrap_or_else(|error| panic!("{error} in the message `{text}`"));
    Message { text, value }
}

pub fn request(id: u64, method: &str, params: impl Borrow<Value>) -> String {
    let params = params.borrow();
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// The result or the error in an answer.
pub fn result_of(answer: &Value) -> Result<Value, ErrorAnswer> {
    match answer.get("error") {
        None => Ok(answer["result"].clone()),
        Some(error) => Err(ErrorAnswer {
            code: error["code"].as_i64().expect("an error has a code"),
            data: error["data"].clone(),
        }),
    }
}
