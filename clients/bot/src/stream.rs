//! Network connections, with or without TLS.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    Plain,
    Tls,
}

/// The longest a connection attempt may take.
const CONNECTING: Duration = Duration::from_secs(15);

pub async fn connect(host: &str, port: u16, security: Security) -> io::Result<Box<dyn Stream>> {
    let connecting = async {
        let tcp = TcpStream::connect((host, port)).await?;
        tcp.set_nodelay(true)?;
        match security {
            Security::Plain => Ok(Box::new(tcp) as Box<dyn Stream>),
            Security::Tls => {
                let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
                let connector = TlsConnector::from(trusted()?);
                Ok(Box::new(connector.connect(name, tcp).await?) as Box<dyn Stream>)
            }
        }
    };
    match tokio::time::timeout(CONNECTING, connecting).await {
        Ok(connected) => connected,
        Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "no answer")),
    }
}

/// TLS with Mozilla's certificate authorities, which are compiled in.
fn trusted() -> io::Result<Arc<ClientConfig>> {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = CONFIG.get() {
        return Ok(config.clone());
    }
    let roots = RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.into(),
    };
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(CONFIG.get_or_init(|| Arc::new(config)).clone())
}
