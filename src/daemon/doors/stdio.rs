//! Standard input and output, for one client, which started the process.

use std::io::Read;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use tokio::io::{AsyncRead, AsyncWriteExt};

use super::connection::EndReason;
use super::streams::{self, Halves, StreamClient};
use crate::Daemon;
use crate::method_table::MethodTable;
use crate::peer::Door;

/// Bytes that may wait between the reading thread and the dispatcher.
const BUFFER: usize = 64 * 1024;

/// Serves the client until it disconnects. Returns the exit code of the process.
pub async fn serve(daemon: &Arc<Daemon>, methods: &MethodTable) -> ExitCode {
    daemon.add_door(Door::Stdio);
    let client = StreamClient::of_this_process();
    let stream: Halves = (Box::pin(standard_input()), Box::pin(tokio::io::stdout()));
    match streams::serve(daemon, methods, client, stream).await {
        EndReason::Exit {
            after_shutdown: false,
        } => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    }
}

/// Reads in a thread of its own: a blocking read from a terminal or pipe cannot be
/// cancelled, and the thread ends with the process.
pub fn standard_input() -> impl AsyncRead + Unpin + Send + 'static {
    let (mut inner, outer) = tokio::io::duplex(BUFFER);
    let runtime = tokio::runtime::Handle::current();
    thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        let mut buffer = vec![0; BUFFER];
        while let Ok(bytes @ 1..) = input.read(&mut buffer) {
            let sent = runtime.block_on(inner.write_all(&buffer[..bytes]));
            if sent.is_err() {
                return;
            }
        }
    });
    outer
}
