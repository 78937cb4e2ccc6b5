//! The doors: how bytes become messages and messages bytes. What is said through
//! them is the same at each.

pub mod comments;
pub mod connection;
pub mod framing;
pub mod guard;
pub mod http;
pub mod pages;
pub mod stdio;
pub mod streams;
pub mod websocket;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jsonrpsee::core::server::Methods;
use serde::Serialize;
use tokio::net::TcpListener;

use super::Daemon;
use super::peer::Door;

/// Where the daemon can be reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Bound {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<SocketAddr>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tcp: Option<SocketAddr>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub socket: Option<PathBuf>,
}

/// Why a door stays shut.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    #[error("`{address}` is no address: write HOST:PORT, such as 127.0.0.1:7117")]
    NotAnAddress { address: String },
    #[error(
        "{address} can be reached from other machines: give --token-file, or listen on 127.0.0.1"
    )]
    OpenToAll { address: SocketAddr },
    #[error(
        "cannot listen on {address}: {error}; is a daemon there already? Stop it, or choose another \
         place (port 0 picks a free one)"
    )]
    Taken { address: String, error: io::Error },
    #[error("{path} is in use by another daemon: stop that one, or give another --socket")]
    SocketInUse { path: String },
    #[error("{path} is there and is no socket: remove it, or give another --socket")]
    NotASocket { path: String },
    #[error("no door is open: give --listen, --socket or --tcp")]
    NoDoor,
}

/// Opens all doors of the settings.
pub async fn open(daemon: &Arc<Daemon>, methods: &Methods) -> Result<Bound, DoorError> {
    let settings = daemon.settings.clone();
    let mut bound = Bound::default();
    if !settings.listen.is_empty() {
        let listener = listen(daemon, &settings.listen).await?;
        bound.listen = listener.local_addr().ok();
        daemon.add_door(Door::WebSocket);
        daemon.add_door(Door::Post);
        let serving = http::serve(daemon.clone(), methods.clone(), listener);
        daemon.tasks.spawn(serving);
    }
    if !settings.tcp.is_empty() {
        let listener = listen(daemon, &settings.tcp).await?;
        bound.tcp = listener.local_addr().ok();
        daemon.add_door(Door::Tcp);
        let serving = streams::serve_tcp(daemon.clone(), methods.clone(), listener);
        daemon.tasks.spawn(serving);
    }
    if !settings.socket.is_empty() {
        let path = Path::new(&settings.socket);
        let listener = streams::bind_socket(path).await?;
        bound.socket = Some(path.to_owned());
        daemon.add_door(Door::Socket);
        let serving =
            streams::serve_socket(daemon.clone(), methods.clone(), listener, path.to_owned());
        daemon.tasks.spawn(serving);
    }
    if bound == Bound::default() {
        return Err(DoorError::NoDoor);
    }
    Ok(bound)
}

/// Beyond this machine nobody is let in without a token.
async fn listen(daemon: &Daemon, address: &str) -> Result<TcpListener, DoorError> {
    let taken = |error: io::Error| DoorError::Taken {
        address: address.to_owned(),
        error,
    };
    let addresses: Vec<SocketAddr> = match tokio::net::lookup_host(address).await {
        Ok(addresses) => addresses.collect(),
        Err(_) => {
            let address = address.to_owned();
            return Err(DoorError::NotAnAddress { address });
        }
    };
    let reachable = addresses.iter().find(|address| !address.ip().is_loopback());
    if let Some(address) = reachable.filter(|_| daemon.tokens.is_empty()) {
        return Err(DoorError::OpenToAll { address: *address });
    }
    TcpListener::bind(&*addresses).await.map_err(taken)
}
