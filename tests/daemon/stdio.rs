//! A daemon on standard input and output.

use std::io::{self, Read};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use crate::client::{Bytes, Client, Framing, PATIENCE};

/// Ends with the test, whatever happens in it.
pub struct StdioDaemon {
    child: Option<Child>,
}

/// Bytes that a thread reads, since a pipe has no time limit of its own.
struct Patient {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => chunk,
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return Ok(0),
                Err(late) => return Err(io::Error::new(io::ErrorKind::TimedOut, late)),
            };
        }
        let taken = self.rest.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&self.rest[..taken]);
        self.rest.drain(..taken);
        Ok(taken)
    }
}

fn patient(mut input: impl Read + Send + 'static) -> Patient {
    let (sender, chunks) = channel();
    thread::spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(bytes @ 1..) = input.read(&mut buffer) {
            if sender.send(buffer[..bytes].to_vec()).is_err() {
                return;
            }
        }
    });
    Patient {
        chunks,
        rest: Vec::new(),
    }
}

impl StdioDaemon {
    /// Starts one; its input is for the test to close.
    pub fn start(framing: Framing) -> (StdioDaemon, Client, Input) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
            .arg("stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let output = patient(child.stdout.take().expect("its output"));
        let input = Input::new(child.stdin.take().expect("its input"));
        let client = Client::over(Bytes::new(output, input.clone(), framing));
        (StdioDaemon { child: Some(child) }, client, input)
    }

    pub fn pid(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }

    /// Waits for the end of the process.
    pub fn end(mut self) -> ExitStatus {
        end_of(self.child.take().expect("it has not ended"))
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

/// Waits for a process, but not for ever.
pub fn end_of(mut child: Child) -> ExitStatus {
    let (sender, ended) = channel();
    let pid = child.id();
    thread::spawn(move || sender.send(child.wait()));
    match ended.recv_timeout(PATIENCE) {
        Ok(status) => status.expect("it can be waited for"),
        Err(_) => {
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
            panic!("the process did not end within {PATIENCE:?}")
        }
    }
}

/// The daemon's input, shared by the client that writes and the test that closes.
#[derive(Clone)]
pub struct Input(std::sync::Arc<std::sync::Mutex<Option<ChildStdin>>>);

impl Input {
    fn new(input: ChildStdin) -> Input {
        Input(std::sync::Arc::new(std::sync::Mutex::new(Some(input))))
    }

    pub fn close(&self) {
        self.0.lock().expect("nobody panicked here").take();
    }
}

impl io::Write for Input {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.0.lock().expect("nobody panicked here") {
            Some(input) => input.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
