//! Moves messages between a connection and a client until either ends.

use std::future::Future;
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::connection::Shared;

pub(super) async fn run_websocket<S>(
    socket: WebSocketStream<S>,
    mut outgoing: mpsc::Receiver<String>,
    shared: Arc<Shared>,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let (mut output, mut input) = socket.split();
    let writing = async {
        while let Some(text) = outgoing.recv().await {
            if output.send(Message::text(text)).await.is_err() {
                return;
            }
        }
        let _ = output.close().await;
    };
    let reading = async {
        while let Some(Ok(message)) = input.next().await {
            if let Message::Text(text) = message {
                shared.receive(&text);
            }
        }
    };
    either(writing, reading).await;
    outgoing.close();
    shared.end();
}

pub(super) async fn run_lines(
    stream: impl AsyncRead + AsyncWrite,
    mut outgoing: mpsc::Receiver<String>,
    shared: Arc<Shared>,
) {
    let (input, mut output) = tokio::io::split(stream);
    let writing = async {
        while let Some(mut text) = outgoing.recv().await {
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
            shared.receive(&line);
        }
    };
    either(writing, reading).await;
    outgoing.close();
    shared.end();
}

async fn either(writing: impl Future<Output = ()>, reading: impl Future<Output = ()>) {
    tokio::select! {
        () = writing => {}
        () = reading => {}
    }
}
