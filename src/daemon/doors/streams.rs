//! Byte streams: the local socket or pipe, TCP, and standard input and output.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use qbcoach_platform::{LocalDoorError, LocalListener};

use super::DoorError;
use super::connection::{EndReason, LINGER, finish_writing, hold, peer};
use super::framing::{Frame, Framing, ReadLimits, detect, read};
use super::input_room::{Intake, RoomyStream};
use crate::Daemon;
use crate::dispatcher::complaint;
use crate::method_table::MethodTable;
use crate::outbox::OutboxReader;
use crate::peer::Door;
use crate::places::{Claimant, Place};
use crate::rpc_error::RpcError;
use crate::tasks::spawn;
use crate::tokens::Access;

/// Messages that may wait for the dispatcher. When the queue is full, the rest waits in
/// the client's send buffer. A message may be large, so there are few.
const INCOMING: usize = 4;

/// Opens the local door: a Unix socket, or a named pipe on Windows.
pub(crate) async fn bind_socket(name: &Path) -> Result<LocalListener, DoorError> {
    let shown = || name.display().to_string();
    LocalListener::bind(name)
        .await
        .map_err(|error| match error {
            LocalDoorError::InUse => DoorError::SocketInUse { path: shown() },
            LocalDoorError::NotALocalDoor => DoorError::NotASocket { path: shown() },
            LocalDoorError::Failed(error) => DoorError::Taken {
                address: shown(),
                error,
            },
        })
}

pub(crate) async fn serve_socket(
    daemon: Arc<Daemon>,
    methods: MethodTable,
    mut listener: LocalListener,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = daemon.stop.cancelled() => return,
        };
        match accepted {
            Ok(stream) => spawn_connection(&daemon, &methods, Door::Socket, halves(stream)),
            Err(error) => pause_after(&error).await,
        }
    }
}

pub(crate) async fn serve_tcp(daemon: Arc<Daemon>, methods: MethodTable, listener: TcpListener) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = daemon.stop.cancelled() => return,
        };
        match accepted {
            Ok((stream, _)) => {
                // Answers are small, and clients wait for them.
                let _ = stream.set_nodelay(true);
                spawn_connection(&daemon, &methods, Door::Tcp, halves(stream));
            }
            Err(error) => pause_after(&error).await,
        }
    }
}

/// Waits before the next accept: an error such as too many open files lasts a while.
pub(crate) async fn pause_after(error: &io::Error) {
    tracing::warn!(%error, "a connection could not be accepted");
    tokio::time::sleep(Duration::from_millis(50)).await;
}

/// What a connection reads and what it writes. Its types are erased, so that serving it is
/// compiled once and not for every kind of stream.
pub type Halves = (
    Pin<Box<dyn AsyncRead + Send>>,
    Pin<Box<dyn AsyncWrite + Send>>,
);

pub fn halves(stream: impl AsyncRead + AsyncWrite + Send + 'static) -> Halves {
    let (input, output) = tokio::io::split(stream);
    (Box::pin(input), Box::pin(output))
}

fn spawn_connection(
    daemon: &Arc<Daemon>,
    methods: &MethodTable,
    door: Door,
    (input, mut output): Halves,
) {
    // Claimed here and not in the task: tasks begin in any order, and a connection must not
    // lose its place to one that came before it.
    let claimed = match door {
        Door::Tcp if !daemon.tokens.is_empty() => Ok((daemon.places.wait(), None)),
        Door::Tcp => owned(daemon.places.listen_to()),
        _ => owned(daemon.places.claim(Claimant::Owner)),
    };
    let (daemon, methods) = (daemon.clone(), methods.clone());
    let tracker = daemon.tasks.clone();
    spawn(tracker.track_future(async move {
        let (place, access) = match claimed {
            Ok(claimed) => claimed,
            Err(failure) => {
                let bytes = Framing::Lines.frame(complaint(failure).get().to_owned());
                let _ = output.write_all(&bytes).await;
                let _ = output.shutdown().await;
                return;
            }
        };
        let _guard = daemon.metrics.connection();
        tracing::debug!(door = door.word(), "connected");
        let client = StreamClient {
            door,
            access,
            place: Some(place),
        };
        let end = serve(&daemon, &methods, client, (input, output)).await;
        tracing::debug!(door = door.word(), reason = end.reason(), "disconnected");
    }));
}

/// A place whose client may do everything.
fn owned(place: Result<Arc<Place>, RpcError>) -> Result<(Arc<Place>, Option<Access>), RpcError> {
    place.map(|place| (place, Some(Access::OWNER)))
}

/// The client of a byte stream.
#[derive(Debug)]
pub struct StreamClient {
    door: Door,
    access: Option<Access>,
    place: Option<Arc<Place>>,
}

impl StreamClient {
    /// The client that started this process, or is a part of it.
    pub const fn of_this_process() -> StreamClient {
        StreamClient {
            door: Door::Stdio,
            access: Some(Access::OWNER),
            place: None,
        }
    }
}

/// Serves one connection over a pair of byte streams. It is boxed, so that it is compiled in
/// this crate.
pub fn serve<'a>(
    daemon: &'a Arc<Daemon>,
    methods: &'a MethodTable,
    client: StreamClient,
    stream: Halves,
) -> BoxFuture<'a, EndReason> {
    Box::pin(serve_client(daemon, methods, client, stream))
}

async fn serve_client(
    daemon: &Arc<Daemon>,
    methods: &MethodTable,
    client: StreamClient,
    (input, output): Halves,
) -> EndReason {
    let StreamClient {
        door,
        access,
        place,
    } = client;
    let (peer, outgoing) = peer(
        daemon,
        door,
        access,
        place.clone(),
        daemon.unread_room.share(),
    );
    let place = place.as_deref();
    let (frames, mut incoming) = mpsc::channel(INCOMING);
    let (framing_known, framing) = watch::channel(None);
    let limits = ReadLimits {
        limits: daemon.settings.limits.clone(),
        admitted: peer.admitted.clone(),
    };
    let intake = daemon.input_room.intake();
    let input = RoomyStream::new(input, intake.clone());
    let mut reading = spawn(read_all(input, intake, limits, framing_known, frames));
    let finish = CancellationToken::new();
    let patience = Duration::from_secs(daemon.settings.limits.write_seconds);
    let writing = spawn(write_all(
        output,
        outgoing,
        framing,
        finish.clone(),
        patience,
    ));
    let end = hold(daemon, methods, &peer, place, &mut incoming).await;
    drop(incoming);
    finish.cancel();
    finish_writing(daemon, &peer, place, writing).await;
    if door == Door::Tcp {
        let _ = tokio::time::timeout(LINGER, &mut reading).await;
    }
    reading.abort();
    end
}

async fn read_all(
    input: impl AsyncRead + Unpin,
    intake: Arc<Intake>,
    limits: ReadLimits,
    framing_known: watch::Sender<Option<Framing>>,
    frames: mpsc::Sender<Frame>,
) {
    let mut input = BufReader::new(input);
    let Some(framing) = detect(&mut input).await else {
        return;
    };
    framing_known.send_replace(Some(framing));
    loop {
        let frame = read(&mut input, framing, &limits).await;
        let room = intake.finish();
        let frame = match intake.is_lost() {
            true => Frame::Broken(intake.refusal()),
            false => frame.with_room(room),
        };
        let is_last = matches!(frame, Frame::Broken(_) | Frame::End);
        if frames.send(frame).await.is_err() || is_last {
            break;
        }
    }
    // Closing a TCP connection with unread input resets it and may drop our last
    // message, so the rest of the input is read and discarded.
    let _ = tokio::io::copy_buf(&mut input, &mut tokio::io::sink()).await;
}

/// Writes outgoing messages until `finish`, then those that are still queued.
async fn write_all(
    mut output: Pin<Box<dyn AsyncWrite + Send>>,
    mut outgoing: OutboxReader,
    framing: watch::Receiver<Option<Framing>>,
    finish: CancellationToken,
    patience: Duration,
) {
    loop {
        let first = tokio::select! {
            message = outgoing.receive() => message,
            () = finish.cancelled() => outgoing.try_receive(),
        };
        let Some(first) = first else {
            break;
        };
        let framing = framing.borrow().unwrap_or(Framing::Lines);
        let mut bytes = framing.frame(first.text);
        // Their room is free again when they have been written.
        let mut rooms = vec![first.room];
        while bytes.len() < 64 * 1024
            && let Some(message) = outgoing.try_receive()
        {
            bytes.extend(framing.frame(message.text));
            rooms.push(message.room);
        }
        let written = async {
            output.write_all(&bytes).await?;
            output.flush().await
        };
        match tokio::time::timeout(patience, written).await {
            Ok(Ok(())) => {}
            _ => return,
        }
    }
    let _ = output.shutdown().await;
}
