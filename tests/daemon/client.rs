//! Clients for tests: they wait for the thing itself, and lose patience loudly.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

use crate::support::Running;

/// Longer than anything here takes on a slow machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What comes from the daemon.
#[derive(Debug)]
pub enum Heard {
    Message(Value),
    /// The end, with the code and reason where the door has them.
    Closed(Option<(u16, String)>),
}

/// One connection, whatever its bytes look like.
pub trait Wire: Send {
    fn send(&mut self, text: &[u8]);
    /// Sends from a thread of its own, so that answers can be read meanwhile: who
    /// only writes is made to wait, and in the end is shown the door.
    fn send_aside(&mut self, texts: Vec<String>);
    fn hear(&mut self) -> Heard;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    Headers,
    Lines,
}

/// A pair of byte streams.
pub struct Bytes {
    input: BufReader<Box<dyn Read + Send>>,
    output: Output,
    framing: Framing,
}

type Output = Arc<Mutex<Box<dyn Write + Send>>>;

fn write(output: &Output, bytes: &[u8]) {
    let mut output = output.lock().expect("nobody panicked here");
    // Whom the daemon has refused it no longer hears; the refusal is in `hear`.
    let _ = output.write_all(bytes).and_then(|()| output.flush());
}

impl Framing {
    fn frame(self, text: &[u8]) -> Vec<u8> {
        match self {
            Framing::Headers => {
                let head = format!("Content-Length: {}\r\n\r\n", text.len());
                [head.as_bytes(), text].concat()
            }
            Framing::Lines => [text, b"\n"].concat(),
        }
    }
}

impl Bytes {
    pub fn new(
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
        framing: Framing,
    ) -> Bytes {
        Bytes {
            input: BufReader::new(Box::new(input)),
            output: Arc::new(Mutex::new(Box::new(output))),
            framing,
        }
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        write(&self.output, bytes);
    }

    fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        match self.input.read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => Some(String::from_utf8(line).expect("the daemon speaks UTF-8")),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => None,
            Err(error) => panic!("nothing came within {PATIENCE:?}: {error}"),
        }
    }
}

impl Wire for Bytes {
    fn send(&mut self, text: &[u8]) {
        self.raw(&self.framing.frame(text));
    }

    fn send_aside(&mut self, texts: Vec<String>) {
        let (output, framing) = (self.output.clone(), self.framing);
        thread::spawn(move || {
            for text in texts {
                write(&output, &framing.frame(text.as_bytes()));
            }
        });
    }

    /// Every byte must belong to a message of the client's own framing.
    fn hear(&mut self) -> Heard {
        let Some(line) = self.line() else {
            return Heard::Closed(None);
        };
        let text = match self.framing {
            Framing::Lines => line,
            Framing::Headers => {
                let length = line.strip_prefix("Content-Length: ");
                let length = length.and_then(|length| length.trim_end().parse().ok());
                let length: usize = length.unwrap_or_else(|| panic!("`{line}` is no header"));
                assert_eq!(self.line().as_deref(), Some("\r\n"), "a blank line follows");
                let mut body = vec![0; length];
                self.input.read_exact(&mut body).expect("the whole message");
                String::from_utf8(body).expect("the daemon speaks UTF-8")
            }
        };
        let message = serde_json::from_str(&text);
        Heard::Message(message.unwrap_or_else(|error| panic!("{error}: `{text}`")))
    }
}

pub struct Web {
    input: WebSocket<TcpStream>,
    /// The same connection, for writing alone.
    output: Arc<Mutex<WebSocket<TcpStream>>>,
}

impl Web {
    fn new(input: WebSocket<TcpStream>) -> Web {
        let stream = input.get_ref().try_clone().expect("a second handle");
        let output = WebSocket::from_raw_socket(stream, Role::Client, None);
        Web {
            input,
            output: Arc::new(Mutex::new(output)),
        }
    }
}

fn send_text(output: &Mutex<WebSocket<TcpStream>>, text: &str) {
    let mut output = output.lock().expect("nobody panicked here");
    let _ = output.send(Message::text(text));
}

impl Wire for Web {
    fn send(&mut self, text: &[u8]) {
        let text = std::str::from_utf8(text).expect("the test writes text");
        send_text(&self.output, text);
    }

    fn send_aside(&mut self, texts: Vec<String>) {
        let output = self.output.clone();
        thread::spawn(move || {
            for text in texts {
                send_text(&output, &text);
            }
        });
    }

    fn hear(&mut self) -> Heard {
        loop {
            return match self.input.read() {
                Ok(Message::Text(text)) => {
                    Heard::Message(serde_json::from_str(&text).expect("it sends JSON"))
                }
                Ok(Message::Close(frame)) => Heard::Closed(
                    frame.map(|frame| (frame.code.into(), frame.reason.as_str().to_owned())),
                ),
                Ok(_) => continue,
                Err(tungstenite::Error::Io(error)) if is_timeout(&error) => {
                    panic!("nothing came within {PATIENCE:?}")
                }
                Err(_) => Heard::Closed(None),
            };
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// Each message is a POST of its own.
pub struct Post {
    address: String,
    headers: Vec<(String, String)>,
    answers: VecDeque<Value>,
}

impl Wire for Post {
    fn send(&mut self, text: &[u8]) {
        let kind = ("Content-Type".to_owned(), "application/json".to_owned());
        let headers = [self.headers.clone(), vec![kind]].concat();
        let answer = http(&self.address, "POST", "/rpc", &headers, text);
        if let Ok(answer) = serde_json::from_str(&answer.body) {
            self.answers.push_back(answer);
        }
    }

    fn send_aside(&mut self, texts: Vec<String>) {
        for text in texts {
            self.send(text.as_bytes());
        }
    }

    fn hear(&mut self) -> Heard {
        let answer = self.answers.pop_front();
        answer.map_or(Heard::Closed(None), Heard::Message)
    }
}

#[derive(Debug)]
pub struct HttpAnswer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

/// One HTTP request by hand, so that every header is the test's own.
pub fn http(
    address: &str,
    verb: &str,
    path: &str,
    headers: &[(String, String)],
    body: &[u8],
) -> HttpAnswer {
    let mut stream = tcp(address);
    let mut head = format!("{verb} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| name == "Host") {
        head += &format!("Host: {address}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", body.len());
    let _ = stream.write_all(&[head.as_bytes(), body].concat());
    http_answer(&mut stream)
}

pub fn http_answer(stream: &mut TcpStream) -> HttpAnswer {
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("no HTTP answer within {PATIENCE:?}: {error}"),
    }
    let answer = String::from_utf8(answer).expect("an answer in text");
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    HttpAnswer {
        status: status.unwrap_or_else(|| panic!("`{answer}` is no HTTP")),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

impl HttpAnswer {
    /// A header's value, none where it is not there.
    pub fn header(&self, name: &str) -> Option<&str> {
        let headers = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut values = headers.filter(|(found, _)| found.eq_ignore_ascii_case(name));
        values.next().map(|(_, value)| value)
    }
}

pub fn tcp(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the TCP door is open");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

pub fn unix(path: &str) -> UnixStream {
    let stream = UnixStream::connect(path).expect("the socket is open");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// The ways into one running daemon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Socket,
    Tcp,
    WebSocket,
    Post,
}

impl Way {
    pub const ALL: [Way; 4] = [Way::Socket, Way::Tcp, Way::WebSocket, Way::Post];
    /// Those that stay open.
    pub const LASTING: [Way; 3] = [Way::Socket, Way::Tcp, Way::WebSocket];
    /// Those where a token is asked for.
    pub const GUARDED: [Way; 3] = [Way::Tcp, Way::WebSocket, Way::Post];
}

/// The bytes of a stream door.
pub fn bytes(running: &Running, way: Way, framing: Framing) -> Bytes {
    match way {
        Way::Socket => {
            let stream = unix(&running.socket());
            let output = stream.try_clone().expect("a second handle");
            Bytes::new(stream, output, framing)
        }
        Way::Tcp => {
            let stream = tcp(&running.tcp());
            let output = stream.try_clone().expect("a second handle");
            Bytes::new(stream, output, framing)
        }
        other => panic!("{other:?} is no stream of bytes"),
    }
}

pub fn upgrade(url: &str, headers: &[(&str, &str)]) -> Request {
    let mut request = url.into_client_request().expect("the URL is well-formed");
    for (name, value) in headers {
        let name: tungstenite::http::HeaderName = name.parse().expect("a header's name");
        let value = value.parse().expect("a header's value");
        request.headers_mut().insert(name, value);
    }
    request
}

/// A WebSocket, or the status with which it was refused.
pub fn web(address: &str, request: Request) -> Result<WebSocket<TcpStream>, u16> {
    match tungstenite::client(request, tcp(address)) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
            Err(answer.status().as_u16())
        }
        Err(error) => panic!("no handshake: {error}"),
    }
}

pub struct Client {
    pub wire: Box<dyn Wire>,
    last_id: u64,
    /// What has come and was not asked for yet.
    pub heard: VecDeque<Value>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    pub code: i64,
    pub data: Value,
}

impl Refusal {
    pub fn reason(&self) -> &str {
        self.data["reason"].as_str().unwrap_or_default()
    }
}

impl Client {
    pub fn over(wire: impl Wire + 'static) -> Client {
        Client {
            wire: Box::new(wire),
            last_id: 0,
            heard: VecDeque::new(),
        }
    }

    pub fn connect(running: &Running, way: Way) -> Client {
        Client::with_token(running, way, None)
    }

    /// Connects with a token as the door takes it.
    pub fn with_token(running: &Running, way: Way, token: Option<&str>) -> Client {
        let bearer = token.map(|token| format!("Bearer {token}"));
        match way {
            Way::Socket | Way::Tcp => {
                let mut client = Client::over(bytes(running, way, Framing::Lines));
                if let Some(token) = token {
                    let greeted = client.ask("initialize", json!({ "token": token }));
                    greeted.expect("the token is known");
                }
                client
            }
            Way::WebSocket => {
                let header = bearer.as_deref().map(|bearer| ("Authorization", bearer));
                let request = upgrade(&running.websocket(), header.as_slice());
                let socket = web(&running.http(), request).expect("the WebSocket opens");
                Client::over(Web::new(socket))
            }
            Way::Post => Client::over(Post {
                address: running.http(),
                headers: bearer
                    .map(|bearer| ("Authorization".to_owned(), bearer))
                    .into_iter()
                    .collect(),
                answers: VecDeque::new(),
            }),
        }
    }

    pub fn over_web(socket: WebSocket<TcpStream>) -> Client {
        Client::over(Web::new(socket))
    }

    pub fn say(&mut self, text: &str) {
        self.wire.send(text.as_bytes());
    }

    /// Sends a request; `answer` takes what comes of it.
    pub fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.say(&request(id, method, params));
        id
    }

    /// Sends many requests without waiting for any of them.
    pub fn pipeline<'a>(&mut self, calls: impl IntoIterator<Item = (&'a str, Value)>) -> Vec<u64> {
        let first = self.last_id + 1;
        let texts = (first..).zip(calls);
        let texts: Vec<String> = texts
            .map(|(id, (method, params))| request(id, method, params))
            .collect();
        self.last_id += texts.len() as u64;
        self.wire.send_aside(texts);
        (first..=self.last_id).collect()
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.say(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        let id = self.begin(method, params);
        self.answer(id)
    }

    /// The answer to a request; what comes before it is kept.
    pub fn answer(&mut self, id: u64) -> Result<Value, Refusal> {
        outcome(&self.wait_for(|message| message["id"] == id))
    }

    /// The first message of a kind.
    pub fn wait_for(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.heard.iter().position(&wanted) {
            return self.heard.remove(place).expect("it is there");
        }
        loop {
            match self.wire.hear() {
                Heard::Message(message) if wanted(&message) => return message,
                Heard::Message(message) => self.heard.push_back(message),
                Heard::Closed(why) => panic!("the connection ended: {why:?} {:?}", self.heard),
            }
        }
    }

    /// Everything up to the end, and how the end was.
    pub fn until_the_end(&mut self) -> (Vec<Value>, Option<(u16, String)>) {
        let mut messages: Vec<Value> = self.heard.drain(..).collect();
        loop {
            match self.wire.hear() {
                Heard::Message(message) => messages.push(message),
                Heard::Closed(why) => return (messages, why),
            }
        }
    }
}

pub fn request(id: u64, method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

pub fn outcome(message: &Value) -> Result<Value, Refusal> {
    match message.get("error") {
        None => Ok(message["result"].clone()),
        Some(error) => Err(Refusal {
            code: error["code"].as_i64().expect("a code"),
            data: error["data"].clone(),
        }),
    }
}
