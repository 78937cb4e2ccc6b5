//! The ways to connect to a daemon that serves several clients.

use std::io;
use std::net::TcpStream;
use std::os::unix::net::UnixStream;

use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, HandshakeError, WebSocket};

use super::connection::{ByteStream, Framing};
use super::{Client, PATIENCE};
use crate::daemon::Addresses;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    Socket,
    Tcp,
    WebSocket,
    Post,
}

impl Transport {
    pub const ALL: [Transport; 4] = [
        Transport::Socket,
        Transport::Tcp,
        Transport::WebSocket,
        Transport::Post,
    ];
    /// Those with a connection that stays open.
    pub const LASTING: [Transport; 3] = [Transport::Socket, Transport::Tcp, Transport::WebSocket];
    /// Those that need a token if the daemon has a token file.
    pub const GUARDED: [Transport; 3] = [Transport::Tcp, Transport::WebSocket, Transport::Post];
}

pub fn tcp(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).and_then(configured);
    stream.expect("the TCP port accepts connections")
}

pub fn unix(path: &str) -> UnixStream {
    try_unix(path).expect("the Unix socket accepts connections")
}

fn try_unix(path: &str) -> io::Result<UnixStream> {
    let stream = UnixStream::connect(path)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(stream)
}

fn configured(stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// A connection to the Unix socket or the TCP port.
pub fn byte_stream(
    daemon: &impl AsRef<Addresses>,
    transport: Transport,
    framing: Framing,
) -> ByteStream {
    let addresses = daemon.as_ref();
    let stream = match transport {
        Transport::Socket => over_unix(unix(&addresses.socket), framing),
        Transport::Tcp => over_tcp(tcp(&addresses.tcp), framing),
        other => panic!("{other:?} is not a byte stream"),
    };
    stream.expect("a second handle")
}

fn over_unix(stream: UnixStream, framing: Framing) -> io::Result<ByteStream> {
    Ok(ByteStream::new(stream.try_clone()?, stream, framing))
}

fn over_tcp(stream: TcpStream, framing: Framing) -> io::Result<ByteStream> {
    Ok(ByteStream::new(stream.try_clone()?, stream, framing))
}

/// A WebSocket at a path of the HTTP port, or the HTTP status with which the daemon
/// refused it.
pub fn open_websocket(
    daemon: &impl AsRef<Addresses>,
    path: &str,
    headers: &[(&str, &str)],
) -> Result<WebSocket<TcpStream>, u16> {
    let addresses = daemon.as_ref();
    let url = format!("{}{path}", addresses.websocket());
    let mut request = url.into_client_request().expect("the URL is well-formed");
    for (name, value) in headers {
        let name: tungstenite::http::HeaderName = name.parse().expect("a header's name");
        let value = value.parse().expect("a header's value");
        request.headers_mut().insert(name, value);
    }
    match tungstenite::client(request, tcp(&addresses.http)) {
        Ok((socket, _)) => Ok(socket),
        Err(HandshakeError::Failure(tungstenite::Error::Http(response))) => {
            Err(response.status().as_u16())
        }
        Err(error) => panic!("the WebSocket handshake failed: {error}"),
    }
}

pub(super) fn try_connect(addresses: &Addresses, transport: Transport) -> io::Result<Client> {
    connect_by(addresses, transport, |address| TcpStream::connect(address))
}

pub(super) fn connect_with_small_buffer(
    addresses: &Addresses,
    transport: Transport,
) -> io::Result<Client> {
    connect_by(addresses, transport, tcp_with_small_buffer)
}

fn connect_by(
    addresses: &Addresses,
    transport: Transport,
    connect: impl Fn(&str) -> io::Result<TcpStream>,
) -> io::Result<Client> {
    let stream = match transport {
        Transport::Socket => over_unix(try_unix(&addresses.socket)?, Framing::Lines)?,
        Transport::Tcp => over_tcp(configured(connect(&addresses.tcp)?)?, Framing::Lines)?,
        Transport::WebSocket => {
            let stream = configured(connect(&addresses.http)?)?;
            let opened = tungstenite::client(addresses.websocket(), stream);
            let (socket, _) = opened.map_err(|error| io::Error::other(error.to_string()))?;
            return Ok(Client::over_websocket(socket));
        }
        Transport::Post => panic!("a POST has no lasting connection"),
    };
    Ok(Client::over(stream))
}

/// The buffer's size must be set before the connection is made, which the standard
/// library cannot do.
fn tcp_with_small_buffer(address: &str) -> io::Result<TcpStream> {
    const BYTES: u32 = 8 * 1024;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    let address = address.parse().map_err(io::Error::other)?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(BYTES)?;
        socket.connect(address).await?.into_std()
    })?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}
