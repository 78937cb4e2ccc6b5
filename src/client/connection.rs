//! One connection to a daemon: requests with answers, and the updates between.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpStream, UnixStream};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;

/// Where a daemon is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    WebSocket(String),
    Tcp(String),
    Socket(PathBuf),
}

impl Target {
    /// `ws://…`, `http://…`, `tcp://HOST:PORT`, or a path.
    pub fn parse(text: &str) -> Target {
        if let Some(rest) = text.strip_prefix("http://") {
            return Target::WebSocket(format!("ws://{rest}"));
        }
        if text.starts_with("ws://") {
            return Target::WebSocket(text.to_owned());
        }
        match text.strip_prefix("tcp://") {
            Some(address) => Target::Tcp(address.to_owned()),
            None => Target::Socket(text.into()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConnectionError {
    #[error("cannot connect: {0}")]
    Connect(String),
    #[error("the connection has ended")]
    Ended,
    #[error("{message}{}", reason_of(data))]
    Refused {
        code: i64,
        message: String,
        data: Value,
    },
}

fn reason_of(data: &Value) -> String {
    let reason = data["reason"].as_str().map(|reason| format!(": {reason}"));
    let hint = data["hint"].as_str().map(|hint| format!(" ({hint})"));
    reason.unwrap_or_default() + &hint.unwrap_or_default()
}

type Waiting = Arc<Mutex<BTreeMap<u64, oneshot::Sender<Result<Box<RawValue>, ConnectionError>>>>>;

#[derive(Debug)]
pub struct Connection {
    outgoing: mpsc::Sender<String>,
    waiting: Waiting,
    last_id: AtomicU64,
}

/// What a subscriber is told.
#[derive(Debug, Deserialize)]
pub struct Notification {
    pub subscription: String,
    pub result: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Incoming<'a> {
    id: Option<u64>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<Value>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

/// Messages on their way out; a request waits for room.
const OUTGOING: usize = 256;

impl Connection {
    /// Connects. Updates come through the receiver, in order.
    pub async fn open(
        target: &Target,
    ) -> Result<(Connection, mpsc::UnboundedReceiver<Notification>), ConnectionError> {
        let failed = |error: &dyn ToString| ConnectionError::Connect(error.to_string());
        match target {
            Target::WebSocket(url) => {
                let connected = tokio_tungstenite::connect_async(url).await;
                let (socket, _) = connected.map_err(|error| failed(&error))?;
                let (connection, received, to_send, reader) = Connection::new();
                tokio::spawn(talk_websocket(socket, to_send, reader));
                Ok((connection, received))
            }
            Target::Tcp(address) => {
                let stream = TcpStream::connect(address).await;
                Ok(Connection::over(stream.map_err(|error| failed(&error))?))
            }
            Target::Socket(path) => {
                let stream = UnixStream::connect(path).await;
                Ok(Connection::over(stream.map_err(|error| failed(&error))?))
            }
        }
    }

    /// Talks over a stream whose other end is a daemon, one message a line.
    pub fn over(
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
    ) -> (Connection, mpsc::UnboundedReceiver<Notification>) {
        let (connection, received, to_send, reader) = Connection::new();
        tokio::spawn(talk_lines(stream, to_send, reader));
        (connection, received)
    }

    fn new() -> (
        Connection,
        mpsc::UnboundedReceiver<Notification>,
        mpsc::Receiver<String>,
        Reader,
    ) {
        let (outgoing, to_send) = mpsc::channel(OUTGOING);
        let (updates, received) = mpsc::unbounded_channel();
        let waiting = Waiting::default();
        let reader = Reader {
            waiting: waiting.clone(),
            updates,
        };
        let connection = Connection {
            outgoing,
            waiting,
            last_id: AtomicU64::new(0),
        };
        (connection, received, to_send, reader)
    }

    /// The result of a request, as the daemon wrote it.
    pub async fn ask_raw(
        &self,
        method: &str,
        params: &Value,
    ) -> Result<Box<RawValue>, ConnectionError> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let (reply, answer) = oneshot::channel();
        self.waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id, reply);
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let sent = self.outgoing.send(request.to_string()).await;
        sent.map_err(|_| ConnectionError::Ended)?;
        // A connection that ends just now may never have seen the request.
        tokio::select! {
            biased;
            answer = answer => answer.map_err(|_| ConnectionError::Ended)?,
            () = self.outgoing.closed() => Err(ConnectionError::Ended),
        }
    }

    pub async fn ask(&self, method: &str, params: &Value) -> Result<Value, ConnectionError> {
        let result = self.ask_raw(method, params).await?;
        Ok(serde_json::from_str(result.get()).unwrap_or_default())
    }
}

struct Reader {
    waiting: Waiting,
    updates: mpsc::UnboundedSender<Notification>,
}

impl Reader {
    fn take(&self, text: &str) {
        let Ok(message) = serde_json::from_str::<Incoming<'_>>(text) else {
            return;
        };
        let Some(id) = message.id else {
            let params = message
                .params
                .map(|params| serde_json::from_str(params.get()));
            if let Some(Ok(update)) = params {
                let _ = self.updates.send(update);
            }
            return;
        };
        let result = match message.error {
            Some(error) => Err(ConnectionError::Refused {
                code: error["code"].as_i64().unwrap_or_default(),
                message: error["message"].as_str().unwrap_or_default().to_owned(),
                data: error["data"].clone(),
            }),
            // A result of null reads as none.
            None => Ok(message.result.unwrap_or(RawValue::NULL).to_owned()),
        };
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reply) = waiting.remove(&id) {
            let _ = reply.send(result);
        }
    }
}

/// Nobody will answer any more.
impl Drop for Reader {
    fn drop(&mut self) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.clear();
    }
}

async fn talk_websocket<S>(
    socket: tokio_tungstenite::WebSocketStream<S>,
    mut to_send: mpsc::Receiver<String>,
    reader: Reader,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let (mut output, mut input) = socket.split();
    let writing = async {
        while let Some(text) = to_send.recv().await {
            if output.send(Message::text(text)).await.is_err() {
                return;
            }
        }
        let _ = output.close().await;
    };
    let reading = async {
        while let Some(Ok(message)) = input.next().await {
            if let Message::Text(text) = message {
                reader.take(&text);
            }
        }
    };
    tokio::select! {
        () = writing => {}
        () = reading => {}
    }
}

async fn talk_lines(
    stream: impl AsyncRead + AsyncWrite,
    mut to_send: mpsc::Receiver<String>,
    reader: Reader,
) {
    let (input, mut output) = tokio::io::split(stream);
    let writing = async {
        while let Some(mut text) = to_send.recv().await {
            text.push('\n');
            if output.write_all(text.as_bytes()).await.is_err() {
                return;
            }
        }
        let _ = output.shutdown().await;
    };
    let reading = async {
        let mut lines = BufReader::new(input).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            reader.take(&line);
        }
    };
    tokio::select! {
        () = writing => {}
        () = reading => {}
    }
}
