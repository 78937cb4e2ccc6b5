//! What every connection goes through, whatever its bytes look like: messages in
//! order, answers as they come, and an end with a reason.

use std::sync::Arc;
use std::time::Duration;

use jsonrpsee::core::server::Methods;
use qbcoach_protocol::error::INTERNAL_ERROR;
use qbcoach_protocol::method::Role;
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use super::framing::Frame;
use crate::daemon::Daemon;
use crate::daemon::dispatcher::{Dispatcher, Flow, complaint};
use crate::daemon::failure::Failure;
use crate::daemon::peer::{Door, Peer};

/// Messages that may wait to be sent; more make their senders wait.
const OUTGOING: usize = 64;
/// How long answers that are under way may still take when a connection ends.
const GRACE: Duration = Duration::from_secs(2);

/// Time for a client to see that it is over and to close its side.
pub const LINGER: Duration = Duration::from_secs(1);

/// Why a connection ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Farewell {
    /// The client has closed its side.
    Left,
    /// The client has sent `exit`.
    Exit {
        said_goodbye: bool,
    },
    /// The client could not be understood, or took too much.
    Refused(Failure),
    Idle,
    Stopping,
}

impl Farewell {
    /// What the client is told.
    pub fn reason(&self) -> String {
        match self {
            Farewell::Left | Farewell::Exit { .. } => String::new(),
            Farewell::Refused(failure) => failure.reason().to_owned(),
            Farewell::Idle => "nothing was asked for too long (limits.idleSeconds)".to_owned(),
            Farewell::Stopping => "the daemon is stopping".to_owned(),
        }
    }
}

/// A new peer and what will be sent to it.
pub fn peer(
    daemon: &Daemon,
    door: Door,
    role: Option<Role>,
) -> (Arc<Peer>, mpsc::Receiver<Box<RawValue>>) {
    let (outgoing, sent) = mpsc::channel(OUTGOING);
    let subscriptions = daemon.settings.limits.subscriptions as u32;
    let id = daemon.next_connection();
    let peer = Peer::new(id, door, role, outgoing, subscriptions);
    (Arc::new(peer), sent)
}

/// Takes a connection's messages until it ends. When this returns, every answer
/// has been handed to the writer or has been given up.
pub async fn converse(
    daemon: &Arc<Daemon>,
    methods: &Methods,
    peer: &Arc<Peer>,
    incoming: &mut mpsc::Receiver<Frame>,
) -> Farewell {
    let dispatcher = Dispatcher::new(daemon.clone(), methods.clone(), peer.clone());
    let idle = match peer.door {
        // Whoever started the process keeps it as long as he likes.
        Door::Stdio => Duration::from_secs(u32::MAX.into()),
        _ => Duration::from_secs(daemon.settings.limits.idle_seconds),
    };
    let farewell = loop {
        let frame = tokio::select! {
            frame = incoming.recv() => frame,
            () = daemon.stop.cancelled() => break Farewell::Stopping,
            () = tokio::time::sleep(idle) => match peer.is_busy() {
                true => continue,
                false => break Farewell::Idle,
            },
        };
        match frame {
            None | Some(Frame::End) => break Farewell::Left,
            Some(Frame::Broken(failure)) => break Farewell::Refused(failure),
            Some(Frame::Message(text)) => {
                let taken = tokio::select! {
                    flow = dispatcher.take(&text) => flow,
                    // A request that hangs must not keep a stopping daemon.
                    () = stopped_for(daemon, GRACE) => break Farewell::Stopping,
                };
                if taken == Flow::End {
                    let said_goodbye = peer.has_said_goodbye();
                    break Farewell::Exit { said_goodbye };
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
    tell(daemon, peer, &farewell).await;
    farewell
}

async fn stopped_for(daemon: &Daemon, time: Duration) {
    daemon.stop.cancelled().await;
    tokio::time::sleep(time).await;
}

/// The reason as a last message, where the door has no better place for it.
async fn tell(daemon: &Daemon, peer: &Peer, farewell: &Farewell) {
    let failure = match farewell {
        Farewell::Left | Farewell::Exit { .. } => return,
        Farewell::Refused(failure) => failure.clone(),
        Farewell::Idle | Farewell::Stopping if peer.door == Door::WebSocket => return,
        Farewell::Idle => {
            let most = daemon.settings.limits.idle_seconds;
            Failure::limit("idleSeconds", most, farewell.reason())
        }
        Farewell::Stopping => {
            Failure::new(INTERNAL_ERROR, farewell.reason()).hint("connect again when it is back")
        }
    };
    let message = complaint(failure);
    let _ = tokio::time::timeout(GRACE, peer.outgoing.send(message)).await;
}
