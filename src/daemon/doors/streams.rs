//! Streams of bytes: Unix sockets, TCP, and standard input and output.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jsonrpsee::core::server::Methods;
use qbcoach_protocol::method::Role;
use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, UnixListener, UnixStream};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::DoorError;
use super::connection::{Farewell, LINGER, converse, peer};
use super::framing::{Frame, Framing, detect, read};
use crate::daemon::Daemon;
use crate::daemon::dispatcher::complaint;
use crate::daemon::failure::Failure;
use crate::daemon::peer::Door;
use crate::daemon::settings::Limits;

/// Messages that wait for the dispatcher; a flood waits in the client's own send
/// buffer.
const INCOMING: usize = 16;

/// A socket file of a daemon that is gone is taken over; one in use is not.
pub async fn bind_socket(path: &Path) -> Result<UnixListener, DoorError> {
    use std::os::unix::fs::FileTypeExt;
    let shown = || path.display().to_string();
    if let Ok(there) = std::fs::symlink_metadata(path) {
        if !there.file_type().is_socket() {
            return Err(DoorError::NotASocket { path: shown() });
        }
        if UnixStream::connect(path).await.is_ok() {
            return Err(DoorError::SocketInUse { path: shown() });
        }
        let _ = std::fs::remove_file(path);
    }
    let taken = |error: io::Error| DoorError::Taken {
        address: shown(),
        error,
    };
    let listener = UnixListener::bind(path).map_err(taken)?;
    // Only its owner may connect: that is what stands in for a token.
    let owner_only = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(path, owner_only).map_err(taken)?;
    Ok(listener)
}

pub async fn serve_socket(
    daemon: Arc<Daemon>,
    methods: Methods,
    listener: UnixListener,
    path: PathBuf,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = daemon.stop.cancelled() => break,
        };
        match accepted {
            Ok((stream, _)) => welcome(&daemon, &methods, Door::Socket, stream),
            Err(error) => pause_after(&error).await,
        }
    }
    let _ = std::fs::remove_file(path);
}

pub async fn serve_tcp(daemon: Arc<Daemon>, methods: Methods, listener: TcpListener) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = daemon.stop.cancelled() => return,
        };
        match accepted {
            Ok((stream, _)) => {
                // Answers are small and waited for.
                let _ = stream.set_nodelay(true);
                welcome(&daemon, &methods, Door::Tcp, stream);
            }
            Err(error) => pause_after(&error).await,
        }
    }
}

/// Too many open files pass; trying again at once would only burn time.
pub async fn pause_after(error: &io::Error) {
    tracing::warn!(%error, "a connection could not be accepted");
    tokio::time::sleep(Duration::from_millis(50)).await;
}

fn welcome<S>(daemon: &Arc<Daemon>, methods: &Methods, door: Door, stream: S)
where
    S: AsyncRead + AsyncWrite + Send + 'static,
{
    let (daemon, methods) = (daemon.clone(), methods.clone());
    let role = match door {
        Door::Tcp if !daemon.tokens.is_empty() => None,
        _ => Some(Role::Control),
    };
    let tracker = daemon.tasks.clone();
    tracker.spawn(async move {
        let (input, mut output) = tokio::io::split(stream);
        let Ok(_permit) = daemon.room.clone().try_acquire_owned() else {
            let most = daemon.settings.limits.connections;
            let failure = Failure::limit("connections", most, "too many are connected");
            let bytes = Framing::Lines.frame(&complaint(failure));
            let _ = output.write_all(&bytes).await;
            let _ = output.shutdown().await;
            return;
        };
        let _counted = daemon.metrics.connection();
        tracing::debug!(door = door.word(), "connected");
        let farewell = serve(&daemon, &methods, door, role, input, output).await;
        tracing::debug!(
            door = door.word(),
            reason = farewell.reason(),
            "disconnected"
        );
    });
}

/// One conversation over a pair of byte streams.
pub async fn serve(
    daemon: &Arc<Daemon>,
    methods: &Methods,
    door: Door,
    role: Option<Role>,
    input: impl AsyncRead + Send + 'static,
    output: impl AsyncWrite + Send + 'static,
) -> Farewell {
    let (peer, outgoing) = peer(daemon, door, role);
    let (frames, mut incoming) = mpsc::channel(INCOMING);
    let (framing_known, framing) = watch::channel(None);
    let limits = daemon.settings.limits.clone();
    let mut reading = tokio::spawn(read_all(input, limits, framing_known, frames));
    let finish = CancellationToken::new();
    let patience = Duration::from_secs(daemon.settings.limits.write_seconds);
    let writing = tokio::spawn(write_all(
        output,
        outgoing,
        framing,
        finish.clone(),
        patience,
    ));
    let writer_gone = writing.abort_handle();
    let farewell = tokio::select! {
        farewell = converse(daemon, methods, &peer, &mut incoming) => farewell,
        // Nobody takes answers any more.
        () = peer.outgoing.closed() => {
            peer.cancel_all();
            Farewell::Left
        }
    };
    drop(incoming);
    finish.cancel();
    let _ = tokio::time::timeout(patience, writing).await;
    writer_gone.abort();
    if door == Door::Tcp {
        let _ = tokio::time::timeout(LINGER, &mut reading).await;
    }
    reading.abort();
    farewell
}

async fn read_all(
    input: impl AsyncRead,
    limits: Limits,
    framing_known: watch::Sender<Option<Framing>>,
    frames: mpsc::Sender<Frame>,
) {
    let mut input = BufReader::new(Box::pin(input));
    let Some(framing) = detect(&mut input).await else {
        return;
    };
    framing_known.send_replace(Some(framing));
    loop {
        let frame = read(&mut input, framing, &limits).await;
        let is_last = !matches!(frame, Frame::Message(_));
        if frames.send(frame).await.is_err() || is_last {
            break;
        }
    }
    // A TCP connection that is closed over bytes nobody has read takes back what it
    // said last, so they are read and forgotten.
    let _ = tokio::io::copy_buf(&mut input, &mut tokio::io::sink()).await;
}

/// Writes what there is to say until told to finish, then what is still there.
async fn write_all(
    output: impl AsyncWrite,
    mut outgoing: mpsc::Receiver<Box<RawValue>>,
    framing: watch::Receiver<Option<Framing>>,
    finish: CancellationToken,
    patience: Duration,
) {
    let mut output = Box::pin(output);
    let mut bytes = Vec::new();
    loop {
        let first = tokio::select! {
            message = outgoing.recv() => message,
            () = finish.cancelled() => outgoing.try_recv().ok(),
        };
        let Some(first) = first else {
            break;
        };
        let framing = framing.borrow().unwrap_or(Framing::Lines);
        bytes.clear();
        bytes.extend(framing.frame(&first));
        // What has gathered goes out together.
        while bytes.len() < 64 * 1024
            && let Ok(message) = outgoing.try_recv()
        {
            bytes.extend(framing.frame(&message));
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
