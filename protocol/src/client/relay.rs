//! Passes the messages of an editor on to a daemon that runs already, and back.

use std::pin::Pin;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use super::address::DaemonAddress;
use super::error::ClientError;

/// The longest message that is passed on.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// Passes messages on until one end is gone. The input has `Content-Length` headers, as
/// editors write them, and so has the output. It is boxed, so that it is compiled in this
/// crate.
pub fn relay<'a>(
    address: &'a DaemonAddress,
    input: &'a mut (dyn AsyncRead + Unpin),
    output: &'a mut (dyn AsyncWrite + Unpin),
) -> Pin<Box<dyn Future<Output = Result<(), ClientError>> + 'a>> {
    Box::pin(pass_on(address, input, output))
}

async fn pass_on(
    address: &DaemonAddress,
    input: &mut (dyn AsyncRead + Unpin),
    output: &mut (dyn AsyncWrite + Unpin),
) -> Result<(), ClientError> {
    let failed = |error: &dyn ToString| ClientError::Connect(error.to_string());
    match address {
        DaemonAddress::WebSocket(url) if url.starts_with("wss://") => {
            let reason = "wss:// needs TLS, which this client has not: use ws://";
            Err(ClientError::Connect(reason.to_owned()))
        }
        DaemonAddress::WebSocket(url) => {
            let connected = connect_async(url).await;
            let (socket, _) = connected.map_err(|error| failed(&error))?;
            let (mut sink, mut source) = socket.split();
            let there = async {
                let mut input = BufReader::new(input);
                while let Some(text) = read_message(&mut input).await {
                    if sink.send(Message::text(text)).await.is_err() {
                        return;
                    }
                }
                let _ = sink.close().await;
            };
            let back = async {
                while let Some(Ok(message)) = source.next().await {
                    let Message::Text(text) = message else {
                        continue;
                    };
                    let head = format!("Content-Length: {}\r\n\r\n", text.len());
                    let written = output.write_all(head.as_bytes()).await.is_ok()
                        && output.write_all(text.as_bytes()).await.is_ok()
                        && output.flush().await.is_ok();
                    if !written {
                        return;
                    }
                }
            };
            tokio::select! {
                () = there => {}
                () = back => {}
            }
            Ok(())
        }
        // These doors read and write headers themselves.
        DaemonAddress::Tcp(address) => {
            let stream = TcpStream::connect(address).await;
            copy(stream.map_err(|error| failed(&error))?, input, output).await;
            Ok(())
        }
        DaemonAddress::Local(name) => {
            let stream = qbcoach_platform::connect_local(name).await;
            copy(stream.map_err(|error| failed(&error))?, input, output).await;
            Ok(())
        }
    }
}

async fn copy(
    stream: impl AsyncRead + AsyncWrite,
    input: &mut (dyn AsyncRead + Unpin),
    output: &mut (dyn AsyncWrite + Unpin),
) {
    let (mut from, mut to) = tokio::io::split(stream);
    // A daemon that is told of the end answers what it was asked, and then ends, too.
    let there = async {
        let _ = tokio::io::copy(input, &mut to).await;
        let _ = to.shutdown().await;
        std::future::pending::<()>().await;
    };
    let back = async {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(bytes @ 1..) = from.read(&mut buffer).await {
            let written = output.write_all(&buffer[..bytes]).await.is_ok();
            if !written || output.flush().await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = there => {}
        () = back => {}
    }
}

/// The next message; none at the end, or where the headers say no length.
async fn read_message(input: &mut (impl AsyncBufRead + Unpin)) -> Option<String> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
    }
    let length: usize = length.filter(|length| *length <= MOST_BYTES)?;
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes).await.ok()?;
    String::from_utf8(bytes).ok()
}
