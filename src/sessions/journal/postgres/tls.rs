//! TLS to the database, with certificates that are always checked.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream as RustlsStream;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

impl Tls {
    /// Believes the certificates of this file, or of the public authorities.
    pub fn new(ca_file: Option<&Path>) -> Result<Tls, String> {
        let mut roots = RootCertStore::empty();
        match ca_file {
            None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            Some(path) => {
                let unread = |problem: String| format!("{}: {problem}", path.display());
                let found = CertificateDer::pem_file_iter(path);
                for certificate in found.map_err(|error| unread(error.to_string()))? {
                    let certificate = certificate.map_err(|error| unread(error.to_string()))?;
                    let added = roots.add(certificate);
                    added.map_err(|error| unread(error.to_string()))?;
                }
                if roots.is_empty() {
                    return Err(unread("it has no certificates (PEM)".to_owned()));
                }
            }
        }
        let config = ClientConfig::builder()
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Tls(TlsConnector::from(Arc::new(config))))
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = TlsSocket;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, domain: &str) -> io::Result<Handshake> {
        let name = ServerName::try_from(domain.to_owned()).map_err(io::Error::other);
        Ok(Handshake {
            connector: self.0.clone(),
            // An empty name belongs to a local socket, which is never encrypted.
            name: name.ok(),
        })
    }
}

pub(super) struct Handshake {
    connector: TlsConnector,
    name: Option<ServerName<'static>>,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = TlsSocket;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<TlsSocket>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let name = self
                .name
                .ok_or_else(|| io::Error::other("the host has no name"))?;
            let stream = self.connector.connect(name, socket).await?;
            Ok(TlsSocket(Box::new(stream)))
        })
    }
}

pub(super) struct TlsSocket(Box<RustlsStream<Socket>>);

impl TlsStream for TlsSocket {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for TlsSocket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for TlsSocket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut *self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_shutdown(context)
    }
}
