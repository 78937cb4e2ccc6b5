//! The doors from a client's side. Nothing here knows what is said through them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

use crate::daemon::{Running, TempFolder};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    StdioHeaders,
    StdioLines,
    Socket,
    Tcp,
    WebSocket,
    Post,
}

impl Door {
    /// Those a connection stays open at.
    pub const LASTING: [Door; 5] = [
        Door::StdioHeaders,
        Door::StdioLines,
        Door::Socket,
        Door::Tcp,
        Door::WebSocket,
    ];
}

/// Longer than any answer takes; whoever waits that long has found a fault.
const PATIENCE: Duration = Duration::from_secs(60);

/// A fresh daemon that keeps nothing, and one connection to it.
pub struct Client {
    line: Line,
    daemon: Option<Running>,
    _folder: Option<TempFolder>,
}

enum Line {
    Bytes {
        framing: Framing,
        output: Option<Box<dyn Write + Send>>,
        messages: mpsc::Receiver<String>,
        child: Option<Child>,
    },
    WebSocket(Box<WebSocket<TcpStream>>),
    Post {
        address: String,
        answers: Vec<String>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Framing {
    Headers,
    Lines,
}

impl Client {
    pub fn connect(door: Door) -> Client {
        Client::connect_with(door, &[])
    }

    /// The same with more arguments for a daemon that serves several.
    pub fn connect_with(door: Door, arguments: &[&str]) -> Client {
        let framing = match door {
            Door::StdioHeaders | Door::Socket => Framing::Headers,
            _ => Framing::Lines,
        };
        if matches!(door, Door::StdioHeaders | Door::StdioLines) {
            let line = stdio(framing);
            return Client {
                line,
                daemon: None,
                _folder: None,
            };
        }
        let folder = TempFolder::new();
        let arguments = [&["--data-dir", ":memory:"], arguments].concat();
        let daemon = Running::start(folder.path(), &arguments);
        let line = match door {
            Door::Socket => {
                let stream = UnixStream::connect(daemon.socket()).expect("the socket is open");
                let input = stream.try_clone().expect("a socket has two ends");
                bytes(framing, input, stream, None)
            }
            Door::Tcp => {
                let stream = TcpStream::connect(daemon.tcp()).expect("the port is open");
                let input = stream.try_clone().expect("a socket has two ends");
                bytes(framing, input, stream, None)
            }
            Door::WebSocket => Line::WebSocket(Box::new(websocket(&daemon, "/"))),
            _ => Line::Post {
                address: daemon.http(),
                answers: Vec::new(),
            },
        };
        Client {
            line,
            daemon: Some(daemon),
            _folder: Some(folder),
        }
    }

    pub fn daemon(&self) -> &Running {
        self.daemon.as_ref().expect("stdio has no other doors")
    }

    pub fn send(&mut self, text: &str) {
        match &mut self.line {
            Line::Bytes {
                framing, output, ..
            } => {
                let framed = match framing {
                    Framing::Headers => format!("Content-Length: {}\r\n\r\n{text}", text.len()),
                    Framing::Lines => format!("{text}\n"),
                };
                let output = output.as_mut().expect("it is open");
                let written = output.write_all(framed.as_bytes());
                written.and_then(|()| output.flush()).expect("it is read");
            }
            Line::WebSocket(socket) => {
                socket.send(Message::text(text)).expect("it is read");
            }
            Line::Post { address, answers } => {
                let (status, body) = post(address, text);
                assert!(
                    status == 200 || (status == 204 && body.is_empty()),
                    "{body}"
                );
                answers.extend(Some(body).filter(|body| !body.is_empty()));
            }
        }
    }

    pub fn receive(&mut self) -> String {
        match &mut self.line {
            Line::Bytes { messages, .. } => {
                let message = messages.recv_timeout(PATIENCE);
                message.expect("the daemon answers")
            }
            Line::WebSocket(socket) => loop {
                match socket.read().expect("the daemon answers") {
                    Message::Text(text) => return text.to_string(),
                    Message::Ping(_) | Message::Pong(_) => {}
                    other => panic!("{other:?} is no answer"),
                }
            },
            Line::Post { answers, .. } => answers.remove(0),
        }
    }

    /// Waits until the daemon ends the connection. What a process ended with, if
    /// it was one of its own.
    pub fn end(self) -> Option<i32> {
        match self.line {
            Line::Bytes {
                messages,
                child,
                output,
                ..
            } => {
                drop(output);
                let last = messages.recv_timeout(PATIENCE);
                assert_eq!(last, Err(mpsc::RecvTimeoutError::Disconnected));
                let mut child = child?;
                child.wait().expect("it ends").code()
            }
            Line::WebSocket(mut socket) => {
                let last = socket.read();
                assert!(matches!(last, Ok(Message::Close(_))), "{last:?}");
                None
            }
            Line::Post { .. } => None,
        }
    }
}

fn stdio(framing: Framing) -> Line {
    let mut child = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .args(["stdio", "--data-dir", ":memory:"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let input = child.stdout.take().expect("its stdout");
    let output = child.stdin.take().expect("its stdin");
    bytes(framing, input, output, Some(child))
}

fn bytes(
    framing: Framing,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    child: Option<Child>,
) -> Line {
    let (sender, messages) = mpsc::channel();
    // A pipe has no read with a time limit, a channel has.
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(message) = read(&mut input, framing) {
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    Line::Bytes {
        framing,
        output: Some(Box::new(output)),
        messages,
        child,
    }
}

/// The next message, exactly as it is framed: nothing else may be there.
fn read(input: &mut impl BufRead, framing: Framing) -> Option<String> {
    let mut line = String::new();
    if input.read_line(&mut line).ok()? == 0 {
        return None;
    }
    if framing == Framing::Lines {
        return Some(line.strip_suffix('\n').expect("a whole line").to_owned());
    }
    let length = line.strip_prefix("Content-Length: ").expect("a header");
    let length: usize = length.trim_end().parse().expect("a number of bytes");
    let mut blank = String::new();
    input.read_line(&mut blank).expect("a blank line");
    assert_eq!(blank, "\r\n");
    let mut body = vec![0; length];
    input.read_exact(&mut body).expect("a whole message");
    Some(String::from_utf8(body).expect("a text"))
}

/// A WebSocket to a path of the daemon's HTTP port.
pub fn websocket(daemon: &Running, path: &str) -> WebSocket<TcpStream> {
    let stream = TcpStream::connect(daemon.http()).expect("the port is open");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    let url = format!("{}{path}", daemon.websocket());
    let connected = tungstenite::client(url, stream);
    connected.expect("the daemon accepts WebSockets").0
}

fn post(address: &str, body: &str) -> (u16, String) {
    let length = body.len();
    let head = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n");
    http(address, &format!("POST /rpc HTTP/1.1\r\n{head}"), body)
}

pub fn get(address: &str, path: &str) -> (u16, String) {
    http(address, &format!("GET {path} HTTP/1.1\r\n"), "")
}

fn http(address: &str, head: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("the port is open");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    let request = format!("{head}Host: {address}\r\nConnection: close\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).expect("it is read");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it is answered");
    let (head, body) = answer.split_once("\r\n\r\n").expect("headers end");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    (status.expect("a status"), body.to_owned())
}
