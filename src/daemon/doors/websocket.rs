//! WebSocket connections: JSON-RPC in text messages, and the tap, which only tells.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use jsonrpsee::core::server::Methods;
use qbcoach_protocol::method::Role;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::connection::{Farewell, LINGER, converse, peer};
use super::framing::Frame;
use crate::daemon::Daemon;
use crate::daemon::failure::Failure;
use crate::daemon::feed::{Ended, Feed};
use crate::daemon::peer::Door;
use crate::daemon::settings::Limits;

const INCOMING: usize = 16;
/// Messages that share a write.
const GATHERED: usize = 64;
/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(25);

pub async fn serve(daemon: Arc<Daemon>, methods: Methods, role: Option<Role>, socket: WebSocket) {
    let (peer, outgoing) = peer(&daemon, Door::WebSocket, role);
    let (frames, mut incoming) = mpsc::channel(INCOMING);
    let (output, input) = socket.split();
    let limits = daemon.settings.limits.clone();
    let mut reading = tokio::spawn(read_all(input, limits, frames));
    let (farewell_sender, farewell_receiver) = tokio::sync::oneshot::channel();
    let patience = Duration::from_secs(daemon.settings.limits.write_seconds);
    let writing = tokio::spawn(write_all(output, outgoing, farewell_receiver, patience));
    let farewell = tokio::select! {
        farewell = converse(&daemon, &methods, &peer, &mut incoming) => farewell,
        () = peer.outgoing.closed() => {
            peer.cancel_all();
            Farewell::Left
        }
    };
    tracing::debug!(reason = farewell.reason(), "disconnected");
    drop(incoming);
    let _ = farewell_sender.send(farewell);
    let stopper = writing.abort_handle();
    let _ = tokio::time::timeout(patience, writing).await;
    stopper.abort();
    // Closing over what nobody has read would take back what was said last.
    let _ = tokio::time::timeout(LINGER, &mut reading).await;
    reading.abort();
}

async fn read_all(mut input: SplitStream<WebSocket>, limits: Limits, frames: mpsc::Sender<Frame>) {
    loop {
        // A client that answers no ping for two of them is gone.
        let next = tokio::time::timeout(PING * 3, input.next()).await;
        let frame = match next {
            Err(_) | Ok(None) => Frame::End,
            Ok(Some(Ok(Message::Text(text)))) => Frame::Message(text.as_bytes().to_vec()),
            Ok(Some(Ok(Message::Binary(bytes)))) => Frame::Message(bytes.to_vec()),
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => continue,
            Ok(Some(Ok(Message::Close(_)))) => Frame::End,
            Ok(Some(Err(error))) => broken(&error, &limits),
        };
        let is_last = !matches!(frame, Frame::Message(_));
        // When nobody wants them any more, messages are read and forgotten.
        let _ = frames.send(frame).await;
        if is_last {
            return;
        }
    }
}

fn broken(error: &axum::Error, limits: &Limits) -> Frame {
    let text = error.to_string();
    // The library tells by words only that a message was too long.
    if text.contains("too long") || text.contains("too big") {
        let reason = "the message is too large";
        return Frame::Broken(Failure::limit("messageBytes", limits.message_bytes, reason));
    }
    Frame::End
}

async fn write_all(
    mut output: SplitSink<WebSocket, Message>,
    mut outgoing: mpsc::Receiver<Box<RawValue>>,
    mut farewell: tokio::sync::oneshot::Receiver<Farewell>,
    patience: Duration,
) {
    let mut ping = tokio::time::interval(PING);
    ping.reset();
    let last = loop {
        let message = tokio::select! {
            message = outgoing.recv() => match message {
                Some(message) => text(&message),
                None => break Farewell::Left,
            },
            farewell = &mut farewell => break farewell.unwrap_or(Farewell::Left),
            _ = ping.tick() => Message::Ping(Vec::new().into()),
        };
        // What has gathered goes out together.
        let gathered = async {
            output.feed(message).await?;
            let mut fed = 0;
            while fed < GATHERED
                && let Ok(message) = outgoing.try_recv()
            {
                output.feed(text(&message)).await?;
                fed += 1;
            }
            output.flush().await
        };
        if !matches!(tokio::time::timeout(patience, gathered).await, Ok(Ok(()))) {
            return;
        }
    };
    while let Ok(message) = outgoing.try_recv() {
        if !sent(&mut output, text(&message), patience).await {
            return;
        }
    }
    let _ = sent(&mut output, Message::Close(Some(closing(&last))), patience).await;
    let _ = tokio::time::timeout(patience, output.close()).await;
}

fn text(message: &RawValue) -> Message {
    Message::Text(Utf8Bytes::from(message.get()))
}

async fn sent(
    output: &mut SplitSink<WebSocket, Message>,
    message: Message,
    patience: Duration,
) -> bool {
    let sending = tokio::time::timeout(patience, output.send(message)).await;
    matches!(sending, Ok(Ok(())))
}

/// A close code and a reason; a reason has at most 123 bytes there.
fn closing(farewell: &Farewell) -> CloseFrame {
    let code = match farewell {
        Farewell::Left | Farewell::Exit { .. } | Farewell::Idle => close_code::NORMAL,
        Farewell::Refused(failure) if failure.data.get("limit").is_some() => close_code::SIZE,
        Farewell::Refused(_) => close_code::POLICY,
        Farewell::Stopping => close_code::AWAY,
    };
    let reason: String = farewell.reason().chars().take(120).collect();
    CloseFrame {
        code,
        reason: reason.into(),
    }
}

/// The tap: a session's updates as plain JSON, one a message.
pub async fn tap(daemon: Arc<Daemon>, feed: Feed, mut socket: WebSocket) {
    let patience = Duration::from_secs(daemon.settings.limits.write_seconds);
    let (updates, mut waiting) = mpsc::channel::<Box<RawValue>>(4);
    let gone = CancellationToken::new();
    let feeding = {
        let gone = gone.clone();
        tokio::spawn(async move {
            tokio::select! {
                ended = feed.run(&updates) => ended,
                () = gone.cancelled() => Ended::Subscriber,
            }
        })
    };
    let mut ping = tokio::time::interval(PING);
    ping.reset();
    let farewell = loop {
        let message = tokio::select! {
            update = waiting.recv() => match update {
                Some(update) => text(&update),
                None => break "the session was closed or deleted",
            },
            heard = socket.recv() => match heard {
                // What a tap hears it does not mind.
                Some(Ok(Message::Close(_))) | Some(Err(_)) | None => {
                    gone.cancel();
                    return;
                }
                Some(Ok(_)) => continue,
            },
            _ = ping.tick() => Message::Ping(Vec::new().into()),
            () = daemon.stop.cancelled() => break "the daemon is stopping",
        };
        let sending = tokio::time::timeout(patience, socket.send(message)).await;
        if !matches!(sending, Ok(Ok(()))) {
            gone.cancel();
            return;
        }
    };
    gone.cancel();
    let _ = feeding.await;
    let close = CloseFrame {
        code: close_code::AWAY,
        reason: farewell.into(),
    };
    let closing = socket.send(Message::Close(Some(close)));
    let _ = tokio::time::timeout(patience, closing).await;
}
