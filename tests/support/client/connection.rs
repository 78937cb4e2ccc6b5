//! Connections that stay open: byte streams in either framing, and WebSockets.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::thread;

use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

use super::PATIENCE;

/// What a client reads from its connection.
#[derive(Debug)]
pub enum Received {
    Message(String),
    /// The daemon closed the connection; a WebSocket has a code and a reason.
    Closed(Option<(u16, String)>),
    /// The connection ended in the middle of this message.
    CutOff(String),
}

pub trait Connection: Send {
    /// Sends a message. Errors are ignored: `receive` then finds the connection
    /// closed, and reads the daemon's reason first.
    fn send(&mut self, message: &[u8]);
    /// Sends from another thread, so that the client can read answers meanwhile. The
    /// daemon stops reading from a client that does not read its answers.
    fn send_in_background(&mut self, messages: Vec<String>);
    fn receive(&mut self) -> Received;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    Headers,
    Lines,
}

impl Framing {
    fn frame(self, message: &[u8]) -> Vec<u8> {
        match self {
            Framing::Headers => {
                let head = format!("Content-Length: {}\r\n\r\n", message.len());
                [head.as_bytes(), message].concat()
            }
            Framing::Lines => [message, b"\n"].concat(),
        }
    }
}

type SharedOutput = Arc<Mutex<Box<dyn Write + Send>>>;

/// A pair of byte streams.
pub struct ByteStream {
    input: BufReader<Box<dyn Read + Send>>,
    output: SharedOutput,
    framing: Framing,
}

impl ByteStream {
    pub fn new(
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
        framing: Framing,
    ) -> ByteStream {
        ByteStream {
            input: BufReader::new(Box::new(input)),
            output: Arc::new(Mutex::new(Box::new(output))),
            framing,
        }
    }

    /// Writes bytes as they are, without framing.
    pub fn write_raw(&mut self, bytes: &[u8]) {
        write(&self.output, bytes);
    }

    /// The next line with its end; empty at the end of the stream.
    fn line(&mut self) -> String {
        let mut line = Vec::new();
        match self.input.read_until(b'\n', &mut line) {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
            Err(error) => panic!("nothing came within {PATIENCE:?}: {error}"),
        }
        String::from_utf8(line).expect("the daemon sends UTF-8")
    }
}

fn write(output: &SharedOutput, bytes: &[u8]) {
    let mut output = output.lock().expect("no other thread panicked");
    let _ = output.write_all(bytes).and_then(|()| output.flush());
}

impl Connection for ByteStream {
    fn send(&mut self, message: &[u8]) {
        self.write_raw(&self.framing.frame(message));
    }

    fn send_in_background(&mut self, messages: Vec<String>) {
        let (output, framing) = (self.output.clone(), self.framing);
        thread::spawn(move || {
            for message in messages {
                write(&output, &framing.frame(message.as_bytes()));
            }
        });
    }

    /// Every byte must belong to a message in the client's own framing.
    fn receive(&mut self) -> Received {
        let mut line = self.line();
        if line.is_empty() {
            return Received::Closed(None);
        }
        if line.pop() != Some('\n') {
            return Received::CutOff(line);
        }
        if self.framing == Framing::Lines {
            return Received::Message(line);
        }
        let length = line.strip_prefix("Content-Length: ");
        let length = length.and_then(|length| length.trim_end().parse().ok());
        let length: usize = length.unwrap_or_else(|| panic!("`{line}` is not the length header"));
        assert_eq!(self.line(), "\r\n", "a blank line ends the headers");
        let mut body = vec![0; length];
        match self.input.read_exact(&mut body) {
            Ok(()) => Received::Message(String::from_utf8(body).expect("the daemon sends UTF-8")),
            Err(error) => Received::CutOff(error.to_string()),
        }
    }
}

pub struct WebSocketConnection {
    input: WebSocket<TcpStream>,
    /// The same connection, used only for writing.
    output: Arc<Mutex<WebSocket<TcpStream>>>,
}

impl WebSocketConnection {
    pub fn new(input: WebSocket<TcpStream>) -> WebSocketConnection {
        let stream = input.get_ref().try_clone().expect("a second handle");
        let output = WebSocket::from_raw_socket(stream, Role::Client, None);
        WebSocketConnection {
            input,
            output: Arc::new(Mutex::new(output)),
        }
    }
}

fn send_text(output: &Mutex<WebSocket<TcpStream>>, text: &str) {
    let mut output = output.lock().expect("no other thread panicked");
    let _ = output.send(Message::text(text));
}

impl Connection for WebSocketConnection {
    fn send(&mut self, message: &[u8]) {
        let text = std::str::from_utf8(message).expect("a text message is UTF-8");
        send_text(&self.output, text);
    }

    fn send_in_background(&mut self, messages: Vec<String>) {
        let output = self.output.clone();
        thread::spawn(move || {
            for message in messages {
                send_text(&output, &message);
            }
        });
    }

    fn receive(&mut self) -> Received {
        loop {
            return match self.input.read() {
                Ok(Message::Text(text)) => Received::Message(text.to_string()),
                Ok(Message::Close(frame)) => {
                    let frame = frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                    Received::Closed(frame)
                }
                Ok(Message::Binary(_)) => panic!("the daemon sends only text messages"),
                Ok(_) => continue,
                Err(tungstenite::Error::Io(error)) if is_timeout(&error) => {
                    panic!("nothing came within {PATIENCE:?}")
                }
                Err(_) => Received::Closed(None),
            };
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}
