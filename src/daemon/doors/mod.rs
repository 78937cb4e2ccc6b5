//! The transports of the daemon ("doors"): they turn bytes into messages and messages
//! into bytes. The messages are the same over each of them.

pub mod comments;
pub mod connection;
pub mod framing;
pub(crate) mod guard;
pub(crate) mod http;
pub(crate) mod input_room;
pub mod pages;
pub mod stdio;
pub mod streams;
pub(crate) mod websocket;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use qbcoach_platform::{local_address, local_name};
use serde::Serialize;
use tokio::net::TcpListener;

use super::Daemon;
use super::method_table::MethodTable;
use super::peer::Door;
use super::settings::NodeSettings;
use crate::tasks::spawn;

/// The addresses on which the daemon listens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Bound {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<SocketAddr>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tcp: Option<SocketAddr>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub socket: Option<PathBuf>,
    /// The door for other nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<SocketAddr>,
}

/// Why the daemon cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    #[error("`{address}` is not an address: write HOST:PORT, such as 127.0.0.1:7117")]
    NotAnAddress { address: String },
    #[error(
        "{address} can be reached from other machines: give --token-file, or listen on 127.0.0.1"
    )]
    OpenToAll { address: SocketAddr },
    #[error(
        "cannot listen on {address}: {error}; is a daemon running there already? Stop it, or choose \
         another address (port 0 picks a free port)"
    )]
    Taken { address: String, error: io::Error },
    #[error("{path} is in use by another daemon: stop that one, or give another --socket")]
    SocketInUse { path: String },
    #[error("{path} exists and is not a socket: remove it, or give another --socket")]
    NotASocket { path: String },
    #[error("say where other nodes reach this one: --node-address HOST:PORT")]
    NodeAddress,
    #[error("the daemon listens nowhere: give --listen, --socket or --tcp")]
    NoDoor,
}

/// Opens every transport of the settings. It is boxed, so that it is compiled in this crate.
pub fn open<'a>(
    daemon: &'a Arc<Daemon>,
    methods: &'a MethodTable,
) -> BoxFuture<'a, Result<Bound, DoorError>> {
    Box::pin(open_all(daemon, methods))
}

async fn open_all(daemon: &Arc<Daemon>, methods: &MethodTable) -> Result<Bound, DoorError> {
    let settings = daemon.settings.clone();
    let mut bound = Bound::default();
    if !settings.listen.is_empty() {
        let listener = listen(daemon, &settings.listen).await?;
        bound.listen = listener.local_addr().ok();
        daemon.add_door(Door::WebSocket);
        daemon.add_door(Door::Post);
        let serving = http::serve(daemon.clone(), methods.clone(), listener);
        spawn(daemon.tasks.track_future(serving));
    }
    if !settings.tcp.is_empty() {
        let listener = listen(daemon, &settings.tcp).await?;
        bound.tcp = listener.local_addr().ok();
        daemon.add_door(Door::Tcp);
        let serving = streams::serve_tcp(daemon.clone(), methods.clone(), listener);
        spawn(daemon.tasks.track_future(serving));
    }
    if !settings.socket.is_empty() {
        // People write the door as they write its address for clients, too.
        let name = local_address(&settings.socket).unwrap_or(&settings.socket);
        let name = local_name(Path::new(name));
        let listener = streams::bind_socket(&name).await?;
        bound.socket = Some(name);
        daemon.add_door(Door::Socket);
        let serving = streams::serve_socket(daemon.clone(), methods.clone(), listener);
        spawn(daemon.tasks.track_future(serving));
    }
    if bound == Bound::default() {
        return Err(DoorError::NoDoor);
    }
    let mut listener = None;
    if !settings.nodes.listen.is_empty() {
        let (door, address) = listen_for_nodes(&settings.nodes).await?;
        bound.nodes = door.local_addr().ok();
        listener = Some((door, address));
    }
    daemon.join_nodes(methods, listener);
    Ok(bound)
}

/// Listens for other nodes, and says where they reach this one.
async fn listen_for_nodes(nodes: &NodeSettings) -> Result<(TcpListener, String), DoorError> {
    let address = nodes.listen.clone();
    let bound = TcpListener::bind(&address).await;
    let door = bound.map_err(|error| DoorError::Taken { address, error })?;
    let reached = match (nodes.address.as_str(), door.local_addr()) {
        ("", Ok(bound)) if bound.ip().is_unspecified() => return Err(DoorError::NodeAddress),
        ("", Ok(bound)) => bound.to_string(),
        (address, _) => address.to_owned(),
    };
    Ok((door, reached))
}

/// Listens on an address. One that other machines can reach requires tokens.
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
