//! Addresses such as `wss://host:port/path`.

use crate::stream::Security;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub security: Security,
    pub host: String,
    pub port: u16,
    /// Begins with a slash, or is empty.
    pub path: String,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("`{0}` does not begin with {1}")]
    Scheme(String, &'static str),
    #[error("`{0}` has no host, or a port that is not a number from 1 to 65535")]
    HostOrPort(String),
}

/// A scheme, whether it uses TLS, and its default port.
type Scheme = (&'static str, Security, u16);

impl Address {
    /// Reads `ws://…` or `wss://…`; `http` and `https` mean the same.
    pub fn websocket(text: &str) -> Result<Address, AddressError> {
        const SCHEMES: [Scheme; 4] = [
            ("ws://", Security::Plain, 80),
            ("wss://", Security::Tls, 443),
            ("http://", Security::Plain, 80),
            ("https://", Security::Tls, 443),
        ];
        read(text, &SCHEMES, "ws:// or wss://")
    }

    pub fn http(text: &str) -> Result<Address, AddressError> {
        const SCHEMES: [Scheme; 2] = [
            ("https://", Security::Tls, 443),
            ("http://", Security::Plain, 80),
        ];
        read(text, &SCHEMES, "https:// or http://")
    }

    /// Reads an address such as `irc.example.org:6697`.
    pub fn irc(text: &str, security: Security) -> Result<Address, AddressError> {
        let (host, port) = host_and_port(text, 0)
            .filter(|(_, port)| *port != 0)
            .ok_or_else(|| AddressError::HostOrPort(text.to_owned()))?;
        Ok(Address {
            security,
            host,
            port,
            path: String::new(),
        })
    }

    /// Whether the address is of this machine, so that nothing is sent over a network.
    pub fn is_this_machine(&self) -> bool {
        let number = self.host.parse::<std::net::IpAddr>();
        self.host == "localhost" || number.is_ok_and(|number| number.is_loopback())
    }

    /// Host and port, as in a `Host` header.
    pub fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }
}

fn read(text: &str, schemes: &[Scheme], names: &'static str) -> Result<Address, AddressError> {
    let text = text.trim();
    let found = schemes
        .iter()
        .find_map(|(scheme, security, port)| Some((text.strip_prefix(scheme)?, *security, *port)));
    let (rest, security, usual) =
        found.ok_or_else(|| AddressError::Scheme(text.to_owned(), names))?;
    let (authority, path) = match rest.find('/') {
        Some(slash) => rest.split_at(slash),
        None => (rest, ""),
    };
    let (host, port) =
        host_and_port(authority, usual).ok_or_else(|| AddressError::HostOrPort(text.to_owned()))?;
    Ok(Address {
        security,
        host,
        port,
        path: path.trim_end_matches('/').to_owned(),
    })
}

fn host_and_port(text: &str, usual: u16) -> Option<(String, u16)> {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
        _ => (text, usual),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_name = !host.is_empty() && !host.contains(|c: char| c.is_whitespace() || c == '@');
    is_name.then(|| (host.to_owned(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scheme_host_port_and_path_are_read() {
        let read = |text: &str| {
            let address = Address::websocket(text).expect("an address");
            (address.security, address.authority(), address.path)
        };
        let plain = Security::Plain;
        assert_eq!(
            read("ws://127.0.0.1:7117"),
            (plain, "127.0.0.1:7117".into(), "".into())
        );
        assert_eq!(
            read("http://localhost/"),
            (plain, "localhost:80".into(), "".into())
        );
        assert_eq!(
            read("wss://a.example/rpc"),
            (Security::Tls, "a.example:443".into(), "/rpc".into())
        );
        assert_eq!(
            read("ws://[::1]:7117"),
            (plain, "[::1]:7117".into(), "".into())
        );
        for wrong in [
            "127.0.0.1:7117",
            "ws://",
            "ws://host:port",
            "ftp://x",
            "ws://u@h:1",
        ] {
            assert!(Address::websocket(wrong).is_err(), "{wrong}");
        }
        assert!(Address::irc("irc.example.org", Security::Tls).is_err());
    }
}
