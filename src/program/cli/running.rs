//! Finds a daemon that runs already, so that a second start shows its page instead of
//! failing. A running daemon notes its addresses in its data folder.

use std::fs;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use qbcoach_daemon::NAME;
use qbcoach_daemon::settings::Settings;
use qbcoach_platform::private_files;
use qbcoach_protocol::client::{Client, ClientError, DaemonAddress};
use qbcoach_sessions::journal::DataDir;
use serde_json::{Value, json};

const FILE: &str = "running.json";
/// How long a daemon on this machine may take to greet.
const PATIENCE: Duration = Duration::from_secs(3);

/// The note of a running daemon, removed when this is dropped.
pub(super) struct RunningNote(Option<PathBuf>);

impl RunningNote {
    /// Without the note a second start finds only a daemon at its own address, which is
    /// no reason to fail.
    pub fn write(data_dir: &DataDir, ready: &str) -> RunningNote {
        let DataDir::Folder(folder) = data_dir else {
            return RunningNote(None);
        };
        let path = folder.join(FILE);
        let written = private_files::create(&path);
        match written.and_then(|mut file| file.write_all(ready.as_bytes())) {
            Ok(()) => RunningNote(Some(path)),
            Err(error) => {
                tracing::warn!(%error, path = %path.display(), "the note was not written");
                RunningNote(None)
            }
        }
    }
}

impl Drop for RunningNote {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}

/// The address of a daemon that uses the same data folder, or listens where this one
/// would.
pub(super) async fn find(settings: &Settings) -> Option<SocketAddr> {
    let noted = match DataDir::parse(&settings.data_dir) {
        DataDir::Folder(folder) => noted(&folder),
        DataDir::Memory => None,
    };
    let listen = tokio::net::lookup_host(&settings.listen).await;
    let listen = listen
        .into_iter()
        .flatten()
        .filter(|found| found.port() != 0);
    for address in noted.into_iter().chain(listen) {
        let address = reachable(address);
        if is_daemon(address).await {
            return Some(address);
        }
    }
    None
}

fn noted(folder: &Path) -> Option<SocketAddr> {
    let text = fs::read_to_string(folder.join(FILE)).ok()?;
    let ready: Value = serde_json::from_str(&text).ok()?;
    ready["listen"].as_str()?.parse().ok()
}

/// An address to connect to: a daemon that listens everywhere is on this machine, too.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        });
    }
    address
}

/// Whether a daemon of this name greets. One with tokens may refuse to.
async fn is_daemon(address: SocketAddr) -> bool {
    let address = DaemonAddress::WebSocket(format!("ws://{address}"));
    let greeting = async {
        let client = Client::connect(&address).await?;
        client.call_value("initialize", &json!({})).await
    };
    match tokio::time::timeout(PATIENCE, greeting).await {
        Ok(Ok(greeting)) => greeting["serverInfo"]["name"] == NAME,
        Ok(Err(ClientError::Refused(_))) => true,
        _ => false,
    }
}

/// The desk of a daemon.
pub(super) fn page(address: SocketAddr) -> String {
    format!("http://{}/", reachable(address))
}
