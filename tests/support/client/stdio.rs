//! A daemon that serves one client on its standard input and output.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::{ByteStream, Client, Framing, PATIENCE};

/// The process is killed when this is dropped.
pub struct StdioDaemon {
    child: Option<Child>,
    input: SharedInput,
}

impl StdioDaemon {
    pub fn start(framing: Framing) -> (StdioDaemon, Client) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
        command.args(["stdio", "--data-dir", ":memory:"]);
        command.args(["--coach-nodes", "5000"]);
        StdioDaemon::spawn(command, framing)
    }

    /// Runs a command that speaks on its standard input and output.
    pub fn spawn(mut command: Command, framing: Framing) -> (StdioDaemon, Client) {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the daemon starts");
        let output = TimedPipe::new(child.stdout.take().expect("its stdout"));
        let input = child.stdin.take().expect("its stdin");
        let input = SharedInput(Arc::new(Mutex::new(Some(input))));
        let client = Client::over(ByteStream::new(output, input.clone(), framing));
        let daemon = StdioDaemon {
            child: Some(child),
            input,
        };
        (daemon, client)
    }

    pub fn pid(&self) -> u32 {
        self.child.as_ref().expect("the process runs").id()
    }

    /// Writes bytes to the daemon's input as they are, without framing.
    pub fn write_raw(&mut self, bytes: &[u8]) {
        let _ = self.input.write_all(bytes);
    }

    pub fn close_input(&self) {
        self.input
            .0
            .lock()
            .expect("no other thread panicked")
            .take();
    }

    /// Waits until the process ends by itself.
    pub fn wait(mut self) -> ExitStatus {
        wait_for_exit(self.child.take().expect("the process runs"))
    }
}

impl Drop for StdioDaemon {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits until a process ends; one that takes longer than `PATIENCE` is killed.
#[track_caller]
pub fn wait_for_exit(mut child: Child) -> ExitStatus {
    let (sender, ended) = channel();
    let pid = child.id();
    thread::spawn(move || sender.send(child.wait()));
    match ended.recv_timeout(PATIENCE) {
        Ok(status) => status.expect("the process can be waited for"),
        Err(_) => {
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
            panic!("the process did not end within {PATIENCE:?}")
        }
    }
}

/// A pipe with a time limit for reading, which pipes themselves do not have: a
/// thread reads and passes the bytes on.
struct TimedPipe {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl TimedPipe {
    fn new(mut pipe: impl Read + Send + 'static) -> TimedPipe {
        let (sender, chunks) = channel();
        thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            while let Ok(bytes @ 1..) = pipe.read(&mut buffer) {
                if sender.send(buffer[..bytes].to_vec()).is_err() {
                    return;
                }
            }
        });
        TimedPipe {
            chunks,
            rest: Vec::new(),
        }
    }
}

impl Read for TimedPipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => chunk,
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(late) => return Err(io::Error::new(io::ErrorKind::TimedOut, late)),
            };
        }
        let taken = self.rest.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&self.rest[..taken]);
        self.rest.drain(..taken);
        Ok(taken)
    }
}

/// The daemon's input: the client writes to it, the test closes it.
#[derive(Clone)]
struct SharedInput(Arc<Mutex<Option<ChildStdin>>>);

impl Write for SharedInput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.0.lock().expect("no other thread panicked") {
            Some(input) => input.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
