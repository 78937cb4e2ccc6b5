//! A client connected to a fresh daemon that keeps nothing on disk, over any transport
//! and framing.

use crate::client::{Client, Framing, StdioDaemon, Transport, byte_stream};
use crate::daemon::TestDaemon;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    StdioHeaders,
    StdioLines,
    /// With `Content-Length` headers.
    Socket,
    /// With one message a line.
    Tcp,
    WebSocket,
    Post,
}

impl Endpoint {
    /// Those with a connection that stays open.
    pub const LASTING: [Endpoint; 5] = [
        Endpoint::StdioHeaders,
        Endpoint::StdioLines,
        Endpoint::Socket,
        Endpoint::Tcp,
        Endpoint::WebSocket,
    ];
}

pub struct ConnectedClient {
    pub client: Client,
    endpoint: Endpoint,
    server: Server,
}

enum Server {
    Stdio(StdioDaemon),
    Daemon(TestDaemon),
}

impl ConnectedClient {
    pub fn start(endpoint: Endpoint) -> ConnectedClient {
        let framing = match endpoint {
            Endpoint::StdioHeaders => Framing::Headers,
            Endpoint::StdioLines => Framing::Lines,
            _ => {
                let daemon = TestDaemon::with("", &["--data-dir", ":memory:"]);
                return ConnectedClient::to(daemon, endpoint);
            }
        };
        let (process, client) = StdioDaemon::start(framing);
        ConnectedClient {
            client,
            endpoint,
            server: Server::Stdio(process),
        }
    }

    pub fn to(daemon: TestDaemon, endpoint: Endpoint) -> ConnectedClient {
        let client = match endpoint {
            Endpoint::StdioHeaders | Endpoint::StdioLines => {
                panic!("a stdio daemon has no address")
            }
            Endpoint::Socket => {
                let stream = byte_stream(&daemon, Transport::Socket, Framing::Headers);
                Client::over(stream)
            }
            Endpoint::Tcp => Client::connect(&daemon, Transport::Tcp),
            Endpoint::WebSocket => Client::connect(&daemon, Transport::WebSocket),
            Endpoint::Post => Client::connect(&daemon, Transport::Post),
        };
        ConnectedClient {
            client,
            endpoint,
            server: Server::Daemon(daemon),
        }
    }

    pub fn daemon(&self) -> &TestDaemon {
        match &self.server {
            Server::Daemon(daemon) => daemon,
            Server::Stdio(_) => panic!("a stdio daemon has no address"),
        }
    }

    /// Waits until the daemon ends the connection without another message. Returns the
    /// exit status of a stdio daemon, whose input is closed first.
    #[track_caller]
    pub fn end(mut self) -> Option<i32> {
        if let Server::Stdio(process) = &self.server {
            process.close_input();
        }
        let (messages, close_frame) = self.client.read_to_end();
        assert!(messages.is_empty(), "{messages:?}");
        assert_eq!(close_frame.is_some(), self.endpoint == Endpoint::WebSocket);
        match self.server {
            Server::Stdio(process) => process.wait().code(),
            Server::Daemon(_) => None,
        }
    }
}
