//! WebSocket connections: JSON-RPC in text messages, and the tap, which only sends.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use qbcoach_protocol::error::LIMIT_REACHED;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::connection::{EndReason, LINGER, finish_writing, hold, peer};
use super::framing::Frame;
use super::input_room::Intake;
use crate::Daemon;
use crate::feed::{Ended, Feed};
use crate::method_table::MethodTable;
use crate::outbox::{OutboxReader, OutgoingMessage};
use crate::peer::Door;
use crate::places::Place;
use crate::rpc_error::RpcError;
use crate::settings::Limits;
use crate::tasks::spawn;
use crate::tokens::Access;

/// The buffer for a read. The library fills it with zeros before each read, so that its
/// usual 128 KiB took a seventh of the daemon's time under load; requests are small.
pub(crate) const READ_BUFFER: usize = 8 * 1024;

/// Messages that may wait for the dispatcher.
const INCOMING: usize = 4;
/// The same for a client that has no role yet.
const INCOMING_WITHOUT_ROLE: usize = 1;
/// The most messages that share one write.
const GATHERED: usize = 64;
/// The interval of pings.
const PING: Duration = Duration::from_secs(25);

pub async fn serve(
    daemon: Arc<Daemon>,
    methods: MethodTable,
    access: Option<Access>,
    place: Arc<Place>,
    intake: Arc<Intake>,
    socket: WebSocket,
) {
    let unread = daemon.unread_room.share();
    let (peer, outgoing) = peer(
        &daemon,
        Door::WebSocket,
        access,
        Some(place.clone()),
        unread,
    );
    let (frames, mut incoming) = mpsc::channel(match access {
        Some(_) => INCOMING,
        None => INCOMING_WITHOUT_ROLE,
    });
    let (output, input) = socket.split();
    let limits = daemon.settings.limits.clone();
    let mut reading = spawn(read_all(input, intake, limits, frames));
    let (end_sender, end_receiver) = tokio::sync::oneshot::channel();
    let patience = Duration::from_secs(daemon.settings.limits.write_seconds);
    let writing = spawn(write_all(output, outgoing, end_receiver, patience));
    let end = hold(&daemon, &methods, &peer, Some(&place), &mut incoming).await;
    tracing::debug!(reason = end.reason(), "disconnected");
    drop(incoming);
    let _ = end_sender.send(end);
    finish_writing(&daemon, &peer, Some(&place), writing).await;
    // Closing with unread input resets the connection and may drop our last message.
    let _ = tokio::time::timeout(LINGER, &mut reading).await;
    reading.abort();
}

/// Pings of one client in [`PINGS_TIME`]. Each is answered, and a client that does not
/// read the answers must not fill the memory with them.
const MOST_PINGS: u32 = 200;
const PINGS_TIME: Duration = Duration::from_secs(10);

/// The bytes of a client's ping or pong around its payload.
const CONTROL_FRAME: usize = 6;

/// Counts the pings of a client.
struct PingCount {
    since: Instant,
    pings: u32,
}

impl PingCount {
    fn new() -> PingCount {
        PingCount {
            since: Instant::now(),
            pings: 0,
        }
    }

    /// Whether the client has sent too many with this one.
    fn add(&mut self) -> bool {
        if self.since.elapsed() > PINGS_TIME {
            *self = PingCount::new();
        }
        self.pings += 1;
        self.pings > MOST_PINGS
    }
}

const TOO_MANY_PINGS: &str = "the client sends too many pings";

async fn read_all(
    mut input: SplitStream<WebSocket>,
    intake: Arc<Intake>,
    limits: Limits,
    frames: mpsc::Sender<Frame>,
) {
    let mut pings = PingCount::new();
    loop {
        // A client that has sent nothing for three pings is gone.
        let next = tokio::time::timeout(PING * 3, input.next()).await;
        let frame = match next {
            Err(_) | Ok(None) => Frame::End,
            Ok(Some(Ok(Message::Text(text)))) => {
                let room = intake.finish_copied();
                Frame::Message(text.to_string().into()).with_room(room)
            }
            Ok(Some(Ok(Message::Binary(bytes)))) => {
                let room = intake.finish_copied();
                Frame::of_bytes(bytes.to_vec()).with_room(room)
            }
            Ok(Some(Ok(Message::Ping(_)))) if pings.add() => {
                let failure = RpcError::new(LIMIT_REACHED, TOO_MANY_PINGS).with("limit", "pings");
                Frame::Broken(failure.hint("one ping in ten seconds is enough"))
            }
            Ok(Some(Ok(Message::Ping(payload) | Message::Pong(payload)))) => {
                intake.forget(payload.len() + CONTROL_FRAME);
                continue;
            }
            Ok(Some(Ok(Message::Close(_)))) => Frame::End,
            Ok(Some(Err(_))) if intake.is_lost() => Frame::Broken(intake.refusal()),
            Ok(Some(Err(error))) => broken(&error, &limits),
        };
        let is_last = matches!(frame, Frame::Broken(_) | Frame::End);
        // After the end of the conversation, messages are read and discarded.
        let _ = frames.send(frame).await;
        if is_last {
            return;
        }
    }
}

fn broken(error: &axum::Error, limits: &Limits) -> Frame {
    if is_too_large(error) {
        let reason = "the message is too large";
        return Frame::Broken(RpcError::limit(
            "messageBytes",
            limits.message_bytes,
            reason,
        ));
    }
    Frame::End
}

/// The library reports a message that is too long only in the text of its error.
fn is_too_large(error: &axum::Error) -> bool {
    let text = error.to_string();
    text.contains("too long") || text.contains("too big")
}

async fn write_all(
    mut output: SplitSink<WebSocket, Message>,
    mut outgoing: OutboxReader,
    mut end: tokio::sync::oneshot::Receiver<EndReason>,
    patience: Duration,
) {
    let mut ping = tokio::time::interval(PING);
    ping.reset();
    let last = loop {
        let message = tokio::select! {
            message = outgoing.receive() => match message {
                Some(message) => Some(message),
                None => break EndReason::ClientClosed,
            },
            end = &mut end => break end.unwrap_or(EndReason::ClientClosed),
            _ = ping.tick() => None,
        };
        // Queued messages share one write, also those that other tasks are about to queue.
        // Their room is free again when they have been written.
        tokio::task::yield_now().await;
        let gathered = async {
            let mut rooms = Vec::new();
            match message {
                Some(OutgoingMessage { text, room }) => {
                    output.feed(Message::Text(text.into())).await?;
                    rooms.push(room);
                }
                None => output.feed(Message::Ping(Vec::new().into())).await?,
            }
            while rooms.len() < GATHERED
                && let Some(OutgoingMessage { text, room }) = outgoing.try_receive()
            {
                output.feed(Message::Text(text.into())).await?;
                rooms.push(room);
            }
            output.flush().await
        };
        if !matches!(tokio::time::timeout(patience, gathered).await, Ok(Ok(()))) {
            return;
        }
    };
    while let Some(message) = outgoing.try_receive() {
        if !sent(&mut output, Message::Text(message.text.into()), patience).await {
            return;
        }
    }
    let _ = sent(&mut output, Message::Close(Some(closing(&last))), patience).await;
    let _ = tokio::time::timeout(patience, output.close()).await;
}

async fn sent(
    output: &mut SplitSink<WebSocket, Message>,
    message: Message,
    patience: Duration,
) -> bool {
    let sending = tokio::time::timeout(patience, output.send(message)).await;
    matches!(sending, Ok(Ok(())))
}

/// The close frame. WebSocket allows a reason of at most 123 bytes.
fn closing(end: &EndReason) -> CloseFrame {
    let code = match end {
        EndReason::ClientClosed | EndReason::Exit { .. } | EndReason::Idle => close_code::NORMAL,
        EndReason::Refused(failure) if failure.is_limit("messageBytes") => close_code::SIZE,
        EndReason::Refused(_) => close_code::POLICY,
        EndReason::Stopping => close_code::AWAY,
    };
    let reason: String = end.reason().chars().take(120).collect();
    CloseFrame {
        code,
        reason: reason.into(),
    }
}

/// The tap: sends a session's updates as plain JSON, one a message.
pub(crate) async fn tap(
    daemon: Arc<Daemon>,
    feed: Feed,
    intake: Arc<Intake>,
    mut socket: WebSocket,
) {
    let patience = Duration::from_secs(daemon.settings.limits.write_seconds);
    let (updates, mut waiting) = mpsc::channel::<Arc<str>>(4);
    let stop_feed = CancellationToken::new();
    let feeding = {
        let stop_feed = stop_feed.clone();
        tokio::spawn(async move {
            tokio::select! {
                ended = feed.run(&updates) => ended,
                () = stop_feed.cancelled() => Ended::Subscriber,
            }
        })
    };
    let mut ping = tokio::time::interval(PING);
    ping.reset();
    let mut pings = PingCount::new();
    let (code, reason) = loop {
        let message = tokio::select! {
            update = waiting.recv() => match update {
                Some(update) => Message::Text(Utf8Bytes::from(&*update)),
                None => break (close_code::AWAY, "the session was closed or deleted"),
            },
            received = socket.recv() => match received {
                Some(Err(error)) if is_too_large(&error) => {
                    break (close_code::SIZE, "the message is too large");
                }
                // Taps are write-only; input is ignored.
                Some(Ok(Message::Close(_))) | Some(Err(_)) | None => {
                    stop_feed.cancel();
                    return;
                }
                Some(Ok(Message::Ping(_))) if pings.add() => {
                    break (close_code::POLICY, TOO_MANY_PINGS);
                }
                Some(Ok(Message::Ping(payload) | Message::Pong(payload))) => {
                    intake.forget(payload.len() + CONTROL_FRAME);
                    continue;
                }
                Some(Ok(_)) => {
                    drop(intake.finish_copied());
                    continue;
                }
            },
            _ = ping.tick() => Message::Ping(Vec::new().into()),
            () = daemon.stop.cancelled() => break (close_code::AWAY, "the daemon is stopping"),
        };
        let sending = tokio::time::timeout(patience, socket.send(message)).await;
        if !matches!(sending, Ok(Ok(()))) {
            stop_feed.cancel();
            return;
        }
    };
    stop_feed.cancel();
    let _ = feeding.await;
    let close = CloseFrame {
        code,
        reason: reason.into(),
    };
    let closing = socket.send(Message::Close(Some(close)));
    let _ = tokio::time::timeout(patience, closing).await;
}
