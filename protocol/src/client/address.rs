//! Addresses of daemons. Every client of this repository reads the same ones; the section
//! "Addresses" of `protocol/README.md` describes them.

use std::fmt;
use std::path::PathBuf;

use qbcoach_platform::{local_address, local_name};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DaemonAddress {
    /// A URL that begins with `ws://` or `wss://`.
    WebSocket(String),
    /// `HOST:PORT`
    Tcp(String),
    /// The path of a Unix socket, or on Windows the whole name of a pipe.
    Local(PathBuf),
}

/// A text that is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not the address of a daemon: write HOST:PORT, ws://HOST:PORT, tcp://HOST:PORT, \
     unix:PATH or pipe:NAME"
)]
pub struct AddressError(pub String);

/// The beginnings of a WebSocket's address, and the scheme each of them means.
const WEB: [(&str, &str); 4] = [
    ("ws://", "ws"),
    ("http://", "ws"),
    ("wss://", "wss"),
    ("https://", "wss"),
];

impl DaemonAddress {
    /// Reads `ws://…`, `wss://…` (`http` and `https` mean the same), `HOST:PORT` (a
    /// WebSocket, too), `tcp://HOST:PORT`, `unix:PATH`, `pipe:NAME`, or the path of a socket
    /// or pipe.
    pub fn parse(text: &str) -> Result<DaemonAddress, AddressError> {
        let text = text.trim();
        let wrong = || AddressError(text.chars().take(100).collect());
        let found = |begin: &str| text.strip_prefix(begin);
        for (begin, scheme) in WEB {
            if let Some(rest) = found(begin) {
                let authority = rest.split(['/', '?']).next().unwrap_or_default();
                let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
                return match (has_port(authority) || is_host_name(authority))
                    && rest.chars().all(is_plain)
                {
                    true => Ok(DaemonAddress::WebSocket(format!("{scheme}://{rest}"))),
                    false => Err(wrong()),
                };
            }
        }
        if let Some(rest) = found("tcp://") {
            let rest = rest.strip_suffix('/').unwrap_or(rest);
            return match has_port(rest) {
                true => Ok(DaemonAddress::Tcp(rest.to_owned())),
                false => Err(wrong()),
            };
        }
        if let Some(name) = local_address(text) {
            return match name.is_empty() {
                true => Err(wrong()),
                false => Ok(DaemonAddress::Local(local_name(name.as_ref()))),
            };
        }
        if text.contains("://") {
            return Err(wrong());
        }
        if has_port(text) {
            return Ok(DaemonAddress::WebSocket(format!("ws://{text}")));
        }
        match text.contains(['/', '\\']) {
            true => Ok(DaemonAddress::Local(local_name(text.as_ref()))),
            false => Err(wrong()),
        }
    }
}

/// Whether a text is `HOST:PORT`; a host with colons is in brackets.
fn has_port(text: &str) -> bool {
    let Some((host, port)) = text.rsplit_once(':') else {
        return false;
    };
    let is_port = !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    let number = port.parse::<u16>();
    is_port && number.is_ok_and(|port| port > 0) && is_host_name(host)
}

fn is_host_name(host: &str) -> bool {
    let bracketed = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    let is_plain = |host: &str| {
        !host.is_empty() && !host.contains(|c: char| c.is_whitespace() || "@[]/\\?".contains(c))
    };
    match bracketed {
        Some(number) => is_plain(number),
        None => is_plain(host) && !host.contains(':'),
    }
}

impl fmt::Display for DaemonAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DaemonAddress::WebSocket(url) => f.write_str(url),
            DaemonAddress::Tcp(address) => write!(f, "tcp://{address}"),
            DaemonAddress::Local(name) => write!(f, "{}", name.display()),
        }
    }
}
