//! Standard input and output: one client, which started the process.

use std::io::Read;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use jsonrpsee::core::server::Methods;
use qbcoach_protocol::method::Role;
use tokio::io::{AsyncRead, AsyncWriteExt};

use super::connection::Farewell;
use super::streams;
use crate::daemon::Daemon;
use crate::daemon::peer::Door;

/// Bytes between the thread that reads and the dispatcher.
const BUFFER: usize = 64 * 1024;

/// Serves the one client until it leaves; says what the process should end with.
pub async fn serve(daemon: &Arc<Daemon>, methods: &Methods) -> ExitCode {
    daemon.add_door(Door::Stdio);
    let role = Some(Role::Control);
    let (input, output) = (standard_input(), tokio::io::stdout());
    match streams::serve(daemon, methods, Door::Stdio, role, input, output).await {
        Farewell::Exit {
            said_goodbye: false,
        } => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    }
}

/// A thread of its own reads, since a read from a terminal or a pipe cannot be
/// called off: the process just leaves it behind.
fn standard_input() -> impl AsyncRead {
    let (mut inner, outer) = tokio::io::duplex(BUFFER);
    let runtime = tokio::runtime::Handle::current();
    thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        let mut buffer = vec![0; BUFFER];
        while let Ok(bytes @ 1..) = input.read(&mut buffer) {
            let passed_on = runtime.block_on(inner.write_all(&buffer[..bytes]));
            if passed_on.is_err() {
                return;
            }
        }
    });
    outer
}
