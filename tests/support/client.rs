//! A client that reads only when it is told to: whoever does not call `receive`
//! really leaves the daemon's bytes in the socket.

#![allow(dead_code)]

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

use crate::daemon::Running;

/// Longer than anything here takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    WebSocket,
    Tcp,
    Socket,
}

impl Door {
    pub const ALL: [Door; 3] = [Door::WebSocket, Door::Tcp, Door::Socket];
}

/// Where the doors are; it outlives the daemon.
#[derive(Clone, Debug)]
pub struct Doors {
    http: String,
    tcp: String,
    socket: String,
}

impl Doors {
    pub fn of(daemon: &Running) -> Doors {
        Doors {
            http: daemon.http(),
            tcp: daemon.tcp(),
            socket: daemon.socket(),
        }
    }
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq)]
pub enum Failed {
    /// The daemon said no: the error object.
    Refused(Value),
    /// Nobody is there any more.
    Gone(String),
}

impl Failed {
    pub fn code(&self) -> Option<i64> {
        match self {
            Failed::Refused(error) => error["code"].as_i64(),
            Failed::Gone(_) => None,
        }
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        Failed::Gone(error.to_string())
    }
}

enum Wire {
    Lines(Box<dyn BufRead + Send>, Box<dyn Write + Send>),
    Web(Box<WebSocket<TcpStream>>),
}

pub struct Client {
    wire: Wire,
    last_id: u64,
    /// Notifications that came while an answer was waited for.
    waiting: VecDeque<String>,
}

impl Client {
    pub fn open(doors: &Doors, door: Door) -> Result<Client, Failed> {
        Client::connect(doors, door, |address| TcpStream::connect(address))
    }

    /// A connection that holds little of what nobody reads: by itself a machine
    /// keeps megabytes for a TCP stream, which is longer than a test wants to talk.
    pub fn open_narrow(doors: &Doors, door: Door) -> Result<Client, Failed> {
        Client::connect(doors, door, narrow)
    }

    fn connect(
        doors: &Doors,
        door: Door,
        connect: impl Fn(&str) -> io::Result<TcpStream>,
    ) -> Result<Client, Failed> {
        let wire = match door {
            Door::WebSocket => web(&doors.http, "/rpc", connect(&doors.http)?)?,
            Door::Tcp => {
                let stream = connect(&doors.tcp)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                let output = Box::new(stream.try_clone()?);
                Wire::Lines(Box::new(BufReader::new(stream)), output)
            }
            Door::Socket => {
                let stream = UnixStream::connect(&doors.socket)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                let output = Box::new(stream.try_clone()?);
                Wire::Lines(Box::new(BufReader::new(stream)), output)
            }
        };
        Ok(Client {
            wire,
            last_id: 0,
            waiting: VecDeque::new(),
        })
    }

    /// A connection that shows this token first.
    pub fn with_token(doors: &Doors, door: Door, token: &str) -> Client {
        let client = Client::open(doors, door).expect("the door is open");
        client.showing(token)
    }

    pub fn showing(mut self, token: &str) -> Client {
        let greeted = self.ask("initialize", &json!({ "token": token }));
        greeted.expect("the token is known");
        self
    }

    /// The door for tools that cannot speak JSON-RPC: it only tells.
    pub fn tap(doors: &Doors, query: &str) -> Result<Client, Failed> {
        Ok(Client {
            wire: web(
                &doors.http,
                &format!("/tap?{query}"),
                TcpStream::connect(&doors.http)?,
            )?,
            last_id: 0,
            waiting: VecDeque::new(),
        })
    }

    pub fn send(&mut self, method: &str, params: &Value) -> Result<u64, Failed> {
        self.last_id += 1;
        let id = self.last_id;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        match &mut self.wire {
            Wire::Lines(_, output) => output.write_all(format!("{request}\n").as_bytes())?,
            Wire::Web(socket) => socket
                .send(Message::text(request.to_string()))
                .map_err(|error| Failed::Gone(error.to_string()))?,
        }
        Ok(id)
    }

    /// The next message as it came.
    fn read(&mut self) -> Result<String, Failed> {
        match &mut self.wire {
            Wire::Lines(input, _) => {
                let mut line = String::new();
                match input.read_line(&mut line)? {
                    0 => Err(Failed::Gone("the stream has ended".to_owned())),
                    // A message that was cut off is none.
                    _ if !line.ends_with('\n') => Err(Failed::Gone("cut off".to_owned())),
                    _ => Ok(line),
                }
            }
            Wire::Web(socket) => loop {
                match socket.read() {
                    Ok(Message::Text(text)) => return Ok(text.to_string()),
                    Ok(Message::Close(_)) => return Err(Failed::Gone("closed".to_owned())),
                    Ok(_) => {}
                    Err(error) => return Err(Failed::Gone(error.to_string())),
                }
            },
        }
    }

    /// The answer to a request that was sent before.
    pub fn answer(&mut self, id: u64) -> Result<Value, Failed> {
        loop {
            let text = self.read()?;
            let mut message: Value = serde_json::from_str(&text).expect("messages are JSON");
            match message.get("id") {
                None => self.waiting.push_back(text),
                Some(found) => {
                    assert_eq!(found, &json!(id), "answers come in order here");
                    return match message.get("error") {
                        Some(error) => Err(Failed::Refused(error.clone())),
                        None => Ok(message["result"].take()),
                    };
                }
            }
        }
    }

    pub fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Failed> {
        let id = self.send(method, params)?;
        self.answer(id)
    }

    /// Notifications that have come and were not received yet.
    pub fn heard_between(&self) -> usize {
        self.waiting.len()
    }

    /// The next notification, as it came.
    pub fn receive(&mut self) -> Result<String, Failed> {
        match self.waiting.pop_front() {
            Some(text) => Ok(text),
            None => self.read(),
        }
    }
}

fn web(address: &str, path: &str, stream: TcpStream) -> Result<Wire, Failed> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let url = format!("ws://{address}{path}");
    let (socket, _) =
        client::client(url, stream).map_err(|error| Failed::Gone(error.to_string()))?;
    Ok(Wire::Web(Box::new(socket)))
}

/// The buffer must be set before the connection is made, which the standard
/// library cannot.
fn narrow(address: &str) -> io::Result<TcpStream> {
    const BYTES: u32 = 8 * 1024;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    let address = address.parse().map_err(io::Error::other)?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(BYTES)?;
        socket.connect(address).await?.into_std()
    })?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}
