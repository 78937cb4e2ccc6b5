//! Discord's API, for late answers and announcements.

use std::io;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;

use crate::address::Address;
use crate::backoff::Backoff;
use crate::config::Secret;
use crate::stream;

const DEADLINE: Duration = Duration::from_secs(10);
const LONGEST_ANSWER: usize = 64 * 1024;
const TRIES: u32 = 4;

#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    // Without the path, which may contain a token.
    #[error("Discord cannot be reached: {0}")]
    Io(#[from] io::Error),
    #[error("Discord answers {0}")]
    Status(StatusCode),
}

#[derive(Clone, Debug)]
pub struct Api {
    pub address: Address,
    pub application_id: String,
    pub bot_token: Option<Secret>,
}

impl Api {
    /// Replaces "the bot is thinking" by an answer.
    pub async fn edit_answer(
        &self,
        interaction_token: &str,
        message: &Value,
    ) -> Result<(), ApiError> {
        let id = &self.application_id;
        let path = format!("/webhooks/{id}/{interaction_token}/messages/@original");
        self.send(Method::PATCH, &path, message).await
    }

    pub async fn post(&self, channel: &str, message: &Value) -> Result<(), ApiError> {
        let path = format!("/channels/{channel}/messages");
        self.send(Method::POST, &path, message).await
    }

    /// Sends a request, and again after a lost connection, a rate limit or a server error.
    async fn send(&self, method: Method, path: &str, message: &Value) -> Result<(), ApiError> {
        let mut backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(8));
        let mut tried = 0;
        loop {
            tried += 1;
            let sent = tokio::time::timeout(DEADLINE, self.send_once(&method, path, message)).await;
            let sent =
                sent.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()));
            let may_pass = match &sent {
                Err(ApiError::Io(_)) => true,
                Err(ApiError::Status(status)) => {
                    status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS
                }
                Ok(()) => false,
            };
            if !may_pass || tried == TRIES {
                return sent;
            }
            tokio::time::sleep(backoff.next_wait()).await;
        }
    }

    async fn send_once(
        &self,
        method: &Method,
        path: &str,
        message: &Value,
    ) -> Result<(), ApiError> {
        let address = &self.address;
        let stream = stream::connect(&address.host, address.port, address.security).await?;
        let greeting = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = greeting.map_err(io::Error::other)?;
        tokio::spawn(connection);
        let mut request = Request::builder()
            .method(method.clone())
            .uri(format!("{}{path}", address.path))
            .header(HOST, address.authority())
            .header(CONTENT_TYPE, "application/json")
            .header(
                USER_AGENT,
                concat!("DiscordBot (qbcoach-bot, ", env!("CARGO_PKG_VERSION"), ")"),
            );
        if let (Some(token), &Method::POST) = (&self.bot_token, method) {
            request = request.header(AUTHORIZATION, format!("Bot {}", token.reveal()));
        }
        let request = request
            .body(Full::new(Bytes::from(message.to_string())))
            .map_err(io::Error::other)?;
        let response = sender
            .send_request(request)
            .await
            .map_err(io::Error::other)?;
        let status = response.status();
        // Read the body to its end, so that the connection closes cleanly.
        let _ = Limited::new(response.into_body(), LONGEST_ANSWER)
            .collect()
            .await;
        match status.is_success() {
            true => Ok(()),
            false => Err(ApiError::Status(status)),
        }
    }
}
