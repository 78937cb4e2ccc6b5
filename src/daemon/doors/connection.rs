//! The life of a connection, the same for every transport: its messages are handled
//! in order, answers are sent as they are ready, and it ends with a reason.

use std::sync::Arc;
use std::time::Duration;

use qbcoach_protocol::error::INTERNAL_ERROR;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::framing::Frame;
use crate::Daemon;
use crate::dispatcher::{Dispatcher, Flow, complaint};
use crate::language::Workspace;
use crate::method_table::MethodTable;
use crate::outbox::{OutboxReader, outbox};
use crate::peer::{Door, Peer};
use crate::places::Place;
use crate::rpc_error::RpcError;
use crate::tokens::Access;
use crate::unread_room::UnreadShare;

/// How long running requests may still take when a connection ends.
const GRACE: Duration = Duration::from_secs(2);

/// How long a connection whose place is needed may still say who it is. What it has sent
/// may be on its way to us.
const LAST_CHANCE: Duration = Duration::from_millis(100);

/// How long the daemon waits for a client to close its side.
pub(crate) const LINGER: Duration = Duration::from_secs(1);

/// Why a connection ended.
#[derive(Clone, Debug, PartialEq)]
pub enum EndReason {
    ClientClosed,
    /// The client has sent `exit`.
    Exit {
        after_shutdown: bool,
    },
    /// The client broke the framing or exceeded a limit.
    Refused(RpcError),
    Idle,
    Stopping,
}

impl EndReason {
    /// The text that the client gets; empty if the client ended the connection.
    pub fn reason(&self) -> String {
        match self {
            EndReason::ClientClosed | EndReason::Exit { .. } => String::new(),
            EndReason::Refused(failure) => failure.reason().to_owned(),
            EndReason::Idle => {
                "the connection was idle for too long (limits.idleSeconds)".to_owned()
            }
            EndReason::Stopping => "the daemon is stopping".to_owned(),
        }
    }
}

/// A new peer and the messages to send to it.
pub fn peer(
    daemon: &Daemon,
    door: Door,
    access: Option<Access>,
    place: Option<Arc<Place>>,
    unread: Arc<UnreadShare>,
) -> (Arc<Peer>, OutboxReader) {
    let (outbox, messages) = outbox(daemon.settings.limits.waiting_bytes, unread);
    let id = daemon.next_connection();
    let workspace = Workspace::new(daemon.text_room.clone());
    let reads = daemon.reads.clone();
    let peer = Peer::new(id, door, access, place, outbox, reads, workspace);
    (Arc::new(peer), messages)
}

/// Serves a connection until it ends or has to be ended.
pub(crate) async fn hold(
    daemon: &Arc<Daemon>,
    methods: &MethodTable,
    peer: &Arc<Peer>,
    place: Option<&Place>,
    incoming: &mut mpsc::Receiver<Frame>,
) -> EndReason {
    let stayed_too_long = async {
        match place {
            Some(place) if peer.role().is_none() => overstayed(daemon, place).await,
            Some(place) => displaced(daemon, place).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        end = converse(daemon, methods, peer, incoming) => end,
        // The writer has ended, so answers cannot be sent.
        () = peer.outbox.closed() => {
            peer.cancel_all();
            EndReason::ClientClosed
        }
        // The client does not read, so the reason is not sent.
        () = peer.outbox.unread().cut_off() => {
            peer.cancel_all();
            EndReason::Refused(peer.outbox.unread().refusal())
        }
        failure = stayed_too_long => {
            peer.cancel_all();
            if peer.door != Door::WebSocket {
                let _ = peer.outbox.try_send(complaint(failure.clone()));
            }
            EndReason::Refused(failure)
        }
    }
}

/// Returns when a connection without a role must go: it has had its time, or another
/// needs its place. A connection with a role may stay.
pub(crate) async fn overstayed(daemon: &Daemon, place: &Place) -> RpcError {
    let limits = &daemon.settings.limits;
    let patience = async {
        tokio::time::sleep(Duration::from_secs(limits.role_seconds)).await;
        if !place.is_waiting() {
            std::future::pending().await
        }
    };
    tokio::select! {
        () = patience => {
            let reason = "the connection has sent no token in time";
            RpcError::limit("roleSeconds", limits.role_seconds, reason)
        }
        failure = displaced(daemon, place) => failure,
    }
}

/// Returns when another connection needs the place of one that has not shown who it is.
async fn displaced(daemon: &Daemon, place: &Place) -> RpcError {
    place.displaced().await;
    tokio::time::sleep(LAST_CHANCE).await;
    if !place.is_waiting() {
        // It has shown who it is, and has a place of its own now.
        std::future::pending::<()>().await;
    }
    let most = daemon.settings.limits.connections_without_role;
    let reason = match daemon.tokens.is_empty() {
        true => "the connection has sent nothing, and others need its place",
        false => "the connection has sent no token, and others need its place",
    };
    RpcError::limit("connectionsWithoutRole", most, reason)
}

/// Waits until the last messages of a connection that ends are written, but not for a
/// client that was cut off: others need its memory at once.
pub(crate) async fn finish_writing(
    daemon: &Daemon,
    peer: &Peer,
    place: Option<&Place>,
    writing: JoinHandle<()>,
) {
    let stop = writing.abort_handle();
    if !peer.outbox.unread().is_cut_off() {
        let patience = match place.is_some_and(Place::is_waiting) {
            true => LINGER,
            false => Duration::from_secs(daemon.settings.limits.write_seconds),
        };
        let _ = tokio::time::timeout(patience, writing).await;
    }
    stop.abort();
}

/// Handles the messages of a connection until it ends. When this returns, every answer
/// has been passed to the writer, or its request was cancelled.
async fn converse(
    daemon: &Arc<Daemon>,
    methods: &MethodTable,
    peer: &Arc<Peer>,
    incoming: &mut mpsc::Receiver<Frame>,
) -> EndReason {
    let dispatcher = Dispatcher::new(daemon.clone(), methods.clone(), peer.clone());
    let idle = match peer.door {
        // A stdio client has started the process, and may be idle as long as it likes.
        Door::Stdio => Duration::from_secs(u32::MAX.into()),
        _ => Duration::from_secs(daemon.settings.limits.idle_seconds),
    };
    let end = loop {
        let frame = tokio::select! {
            frame = incoming.recv() => frame,
            () = daemon.stop.cancelled() => break EndReason::Stopping,
            () = tokio::time::sleep(idle) => match peer.is_busy() {
                true => continue,
                false => break EndReason::Idle,
            },
        };
        match frame {
            None | Some(Frame::End) => break EndReason::ClientClosed,
            Some(Frame::Broken(failure)) => break EndReason::Refused(failure),
            Some(Frame::Unreadable(failure)) => {
                let _ = peer.outbox.send(complaint(failure)).await;
            }
            Some(Frame::Message(message)) => {
                if let Err(failure) = peer.has_spoken() {
                    break EndReason::Refused(failure);
                }
                let taken = tokio::select! {
                    flow = dispatcher.take(&message) => flow,
                    // A request that hangs must not keep the daemon from stopping.
                    () = stopped_for(daemon, GRACE) => break EndReason::Stopping,
                };
                if taken == Flow::End {
                    let after_shutdown = peer.is_shut_down();
                    break EndReason::Exit { after_shutdown };
                }
            }
        }
    };
    peer.tasks.close();
    if tokio::time::timeout(GRACE, peer.tasks.wait())
        .await
        .is_err()
    {
        peer.cancel_all();
        let _ = tokio::time::timeout(GRACE, peer.tasks.wait()).await;
    }
    send_reason(daemon, peer, &end).await;
    end
}

async fn stopped_for(daemon: &Daemon, time: Duration) {
    daemon.stop.cancelled().await;
    tokio::time::sleep(time).await;
}

/// Sends the reason as the last message. On a WebSocket the close frame has the reason.
async fn send_reason(daemon: &Daemon, peer: &Peer, end: &EndReason) {
    let failure = match end {
        EndReason::ClientClosed | EndReason::Exit { .. } => return,
        EndReason::Refused(failure) => failure.clone(),
        EndReason::Idle | EndReason::Stopping if peer.door == Door::WebSocket => return,
        EndReason::Idle => {
            let most = daemon.settings.limits.idle_seconds;
            RpcError::limit("idleSeconds", most, end.reason())
        }
        EndReason::Stopping => RpcError::new(INTERNAL_ERROR, end.reason())
            .hint("connect again after the daemon has restarted"),
    };
    let message = complaint(failure);
    let _ = tokio::time::timeout(GRACE, peer.outbox.send(message)).await;
}
