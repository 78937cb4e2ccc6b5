//! Windows.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;
use std::process::Command;

use winsafe::{HPROCESSLIST, co};

// Files get the rights of their folder. The user's own folders, where the data is kept
// unless another folder is chosen, are closed to other users.

pub(crate) fn make_private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

pub(crate) fn is_folder_open_to_others(_: &Path) -> io::Result<bool> {
    Ok(false)
}

pub(crate) fn close_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

pub(crate) fn for_owner_only(_: &mut OpenOptions) {}

pub fn is_open_to_others(path: &Path) -> io::Result<bool> {
    fs::metadata(path).map(|_| false)
}

pub fn close_to_others(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Which file is at a path. Windows neither deletes nor replaces a file that SQLite has
/// open, so it says enough that there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileIdentity(());

impl FileIdentity {
    pub fn at(path: &Path) -> Option<FileIdentity> {
        path.exists().then_some(FileIdentity(()))
    }
}

/// What a path names, if it is no plain file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialFile {
    /// A named pipe.
    Pipe,
}

impl SpecialFile {
    /// None for a plain file, and where there is nothing yet.
    pub fn at(path: &Path) -> io::Result<Option<SpecialFile>> {
        let name = path.to_string_lossy().replace('/', "\\");
        let is_pipe = name.to_lowercase().starts_with(r"\\.\pipe\");
        Ok(is_pipe.then_some(SpecialFile::Pipe))
    }

    pub fn write(self, path: &Path, text: &str) -> io::Result<()> {
        let mut pipe = OpenOptions::new().write(true).open(path)?;
        io::Write::write_all(&mut pipe, text.as_bytes())
    }
}

/// The program that shows a page; the address is its last argument.
pub(crate) fn browser() -> Command {
    let mut command = Command::new("rundll32");
    command.arg("url.dll,FileProtocolHandler");
    command
}

/// Whether the desktop has started the program: then its console is its own, and vanishes
/// with it.
pub fn was_double_clicked() -> bool {
    parent_program().is_some_and(|name| name.eq_ignore_ascii_case("explorer.exe"))
}

/// The file name of the program that started this one.
fn parent_program() -> Option<String> {
    let mut list = HPROCESSLIST::CreateToolhelp32Snapshot(co::TH32CS::SNAPPROCESS, None).ok()?;
    let processes: Vec<(u32, u32, String)> = list
        .iter_processes()
        .filter_map(Result::ok)
        .map(|entry| {
            let ids = (entry.th32ProcessID, entry.th32ParentProcessID);
            (ids.0, ids.1, entry.szExeFile())
        })
        .collect();
    let own = std::process::id();
    let (_, parent, _) = processes.iter().find(|(id, _, _)| *id == own)?;
    let (_, _, name) = processes.iter().find(|(id, _, _)| id == parent)?;
    Some(name.clone())
}

#[cfg(feature = "async")]
pub use asynchronous::{AcceptedStream, LocalListener, LocalStream, StopSignals, connect_local};

#[cfg(feature = "async")]
mod asynchronous {
    use std::io;
    use std::path::Path;
    use std::pin::Pin;
    use std::task::{Context, Poll};
    use std::time::Duration;

    use interprocess::os::windows::named_pipe::pipe_mode::Bytes;
    use interprocess::os::windows::named_pipe::tokio::{DuplexPipeStream, PipeListener};
    use interprocess::os::windows::named_pipe::{PipeListenerOptions, PipeMode};
    use interprocess::os::windows::security_descriptor::SecurityDescriptor;
    use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
    use tokio::net::windows::named_pipe::{ClientOptions, NamedPipeClient};
    use tokio::signal::windows::{
        CtrlBreak, CtrlC, CtrlClose, CtrlLogoff, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close,
        ctrl_logoff, ctrl_shutdown,
    };
    use widestring::U16CString;
    use winsafe::{ConvertSidToStringSid, HPROCESS, TokenInfo, co};

    use crate::{LocalDoorError, local_name};

    /// A client's end.
    pub type LocalStream = NamedPipeClient;

    /// The daemon's end.
    #[derive(Debug)]
    pub struct AcceptedStream(DuplexPipeStream<Bytes>);

    impl AsyncRead for AcceptedStream {
        fn poll_read(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            Pin::new(&mut self.0).poll_read(context, buffer)
        }
    }

    impl AsyncWrite for AcceptedStream {
        fn poll_write(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            Pin::new(&mut self.0).poll_write(context, bytes)
        }

        /// What is written is in the pipe already. To flush a pipe means on Windows to wait
        /// until the client has read everything, which takes one of the threads for long
        /// computations: a few clients that do not read would take them all.
        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        /// The client may still read the rest when this is dropped.
        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    /// All instances of the pipe are taken for a moment after each connection.
    const PIPE_BUSY: i32 = 231;

    pub async fn connect_local(name: &Path) -> io::Result<LocalStream> {
        let name = local_name(name);
        for _ in 0..100 {
            match ClientOptions::new().open(&name) {
                Err(error) if error.raw_os_error() == Some(PIPE_BUSY) => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                connected => return connected,
            }
        }
        Err(io::Error::from_raw_os_error(PIPE_BUSY))
    }

    /// A named pipe.
    #[derive(Debug)]
    pub struct LocalListener(PipeListener<Bytes, Bytes>);

    impl LocalListener {
        /// Makes the pipe. Only the user who made it may open it, from this machine, so it
        /// needs no token.
        pub async fn bind(name: &Path) -> Result<LocalListener, LocalDoorError> {
            let name = local_name(name);
            match ClientOptions::new().open(&name) {
                Ok(_) => return Err(LocalDoorError::InUse),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(taken_or_failed(error)),
            }
            let owner_only = format!("D:P(A;;GA;;;{})", user_id()?);
            let owner_only = U16CString::from_str(owner_only).map_err(io::Error::other)?;
            let owner_only = SecurityDescriptor::deserialize(&owner_only)?;
            // Access is denied if somebody has made a pipe of this name since.
            let listener = PipeListenerOptions::new()
                .path(name.as_path())
                .mode(PipeMode::Bytes)
                .accept_remote(false)
                .security_descriptor(Some(owner_only))
                .create_tokio_duplex();
            listener.map(LocalListener).map_err(taken_or_failed)
        }

        pub async fn accept(&mut self) -> io::Result<AcceptedStream> {
            self.0.accept().await.map(AcceptedStream)
        }
    }

    /// Why a pipe cannot be opened or made: another daemon or another user may have it.
    fn taken_or_failed(error: io::Error) -> LocalDoorError {
        let is_busy = error.raw_os_error() == Some(PIPE_BUSY);
        match is_busy || error.kind() == io::ErrorKind::PermissionDenied {
            true => LocalDoorError::InUse,
            false => error.into(),
        }
    }

    /// The security id of the user, as a text.
    fn user_id() -> io::Result<String> {
        let failed = |error: co::ERROR| io::Error::from_raw_os_error(error.raw() as i32);
        let token = HPROCESS::GetCurrentProcess()
            .OpenProcessToken(co::TOKEN::QUERY)
            .map_err(failed)?;
        let found = token
            .GetTokenInformation(co::TOKEN_INFORMATION_CLASS::User)
            .map_err(failed)?;
        let TokenInfo::User(user) = found else {
            return Err(io::Error::other("the system does not say who runs this"));
        };
        let id = user.User.Sid();
        let id = id.ok_or_else(|| io::Error::other("the user has no security id"))?;
        ConvertSidToStringSid(id).map_err(failed)
    }

    #[derive(Debug)]
    pub struct StopSignals {
        interrupt: CtrlC,
        stop: CtrlBreak,
        close: CtrlClose,
        log_off: CtrlLogoff,
        shut_down: CtrlShutdown,
    }

    impl StopSignals {
        /// From now on these events no longer kill the process at once. After the last
        /// three Windows waits a few seconds for it to end.
        pub fn listen() -> io::Result<StopSignals> {
            Ok(StopSignals {
                interrupt: ctrl_c()?,
                stop: ctrl_break()?,
                close: ctrl_close()?,
                log_off: ctrl_logoff()?,
                shut_down: ctrl_shutdown()?,
            })
        }

        pub async fn requested(mut self) {
            tokio::select! {
                _ = self.interrupt.recv() => {}
                _ = self.stop.recv() => {}
                _ = self.close.recv() => {}
                _ = self.log_off.recv() => {}
                _ = self.shut_down.recv() => {}
            }
        }
    }
}
