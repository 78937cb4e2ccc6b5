//! The HTTP endpoint to which Discord sends interactions.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use qbcoach_protocol::method::{CardsSearch, DecksList};
use qbcoach_protocol::{CardSearchParams, DecksListParams};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};

use super::api::Api;
use super::interaction::{AUTOCOMPLETE, COMMAND, Interaction, PING};
use super::{SignatureCheck, reply};
use crate::announce::Announcement;
use crate::clock::Clock;
use crate::commands::{Admission, ChatAnswer, ChatCommand, Desk, ParamKind, Visibility};
use crate::config::DiscordSettings;
use crate::stop::Stop;

/// Discord waits three seconds for an answer. After this time the answer is deferred
/// and sent by the API.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest a search for choices may take: they cannot be deferred. After it, the
/// known card names are offered.
const TYPING: Duration = Duration::from_secs(1);
/// An interaction has a few hundred bytes.
const LONGEST_BODY: usize = 64 * 1024;
/// How long a request may take to arrive.
const ARRIVING: Duration = Duration::from_secs(5);
const MOST_CONNECTIONS: usize = 128;
/// Commands processed at the same time, including those with deferred answers.
const MOST_REQUESTS: usize = 64;

pub struct Endpoint {
    settings: DiscordSettings,
    desk: Arc<Desk>,
    clock: Arc<dyn Clock>,
    signatures: Mutex<SignatureCheck>,
    api: Api,
    requests: Arc<Semaphore>,
}

/// Status and body.
type HttpAnswer = (StatusCode, Value);

impl Endpoint {
    pub fn new(settings: DiscordSettings, desk: Arc<Desk>, clock: Arc<dyn Clock>) -> Endpoint {
        let api = Api {
            address: settings.api.clone(),
            application_id: settings.application_id.clone(),
            bot_token: settings.bot_token.clone(),
        };
        Endpoint {
            signatures: Mutex::new(SignatureCheck::new(settings.public_key)),
            settings,
            desk,
            clock,
            api,
            requests: Arc::new(Semaphore::new(MOST_REQUESTS)),
        }
    }

    pub async fn listen(&self) -> io::Result<TcpListener> {
        TcpListener::bind(self.settings.listen).await
    }

    pub fn address(&self) -> SocketAddr {
        self.settings.listen
    }

    /// Serves until `stop`.
    pub async fn run(self: Arc<Self>, listener: TcpListener, mut stop: Stop) {
        let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            let accepting = async {
                let room = connections.clone().acquire_owned().await;
                let accepted = listener.accept().await;
                (room, accepted)
            };
            let (room, accepted) = tokio::select! {
                accepted = accepting => accepted,
                () = stop.requested() => return,
            };
            let Ok((stream, _)) = accepted else {
                // The process may be out of file handles; wait a moment.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let endpoint = self.clone();
            tokio::spawn(async move {
                let service = service_fn(|request| endpoint.clone().serve(request));
                let served = hyper::server::conn::http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(ARRIVING)
                    .max_buf_size(32 * 1024)
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
                if let Err(error) = served {
                    tracing::debug!(%error, "a connection ended early");
                }
                drop(room);
            });
        }
    }

    /// Posts announcements with the bot's token.
    pub async fn announce(self: Arc<Self>, mut announcements: mpsc::Receiver<Announcement>) {
        while let Some(Announcement { channel, text }) = announcements.recv().await {
            let message = reply::content(&ChatAnswer::public(text));
            if let Err(error) = self.api.post(&channel, &message).await {
                tracing::warn!(%channel, %error, "an announcement could not be sent");
            }
        }
    }

    async fn serve(
        self: Arc<Self>,
        request: Request<Incoming>,
    ) -> Result<Response<Full<Bytes>>, Infallible> {
        let (status, body) = self.reply(request).await;
        let mut response = Response::new(Full::new(Bytes::from(body.to_string())));
        *response.status_mut() = status;
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(CONTENT_TYPE, json);
        Ok(response)
    }

    async fn reply(self: Arc<Self>, request: Request<Incoming>) -> HttpAnswer {
        match (request.method(), request.uri().path()) {
            (&Method::POST, "/interactions") => {}
            (&Method::GET, "/healthz") => {
                return (StatusCode::OK, serde_json::json!({ "status": "ok" }));
            }
            (_, "/interactions") => {
                return http_error(StatusCode::METHOD_NOT_ALLOWED, "POST interactions here");
            }
            _ => {
                return http_error(
                    StatusCode::NOT_FOUND,
                    "Discord's interactions are taken at /interactions",
                );
            }
        }
        let header = |name: &str| {
            let value = request.headers().get(name)?;
            value.to_str().ok().map(str::to_owned)
        };
        let signature = header("x-signature-ed25519");
        let timestamp = header("x-signature-timestamp");
        let body = Limited::new(request.into_body(), LONGEST_BODY).collect();
        let body = match tokio::time::timeout(ARRIVING, body).await {
            Err(_) => return http_error(StatusCode::REQUEST_TIMEOUT, "the body did not arrive"),
            Ok(Err(_)) => {
                return http_error(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    "the body is too long for an interaction",
                );
            }
            Ok(Ok(body)) => body.to_bytes(),
        };
        let checked = {
            let mut signatures = self
                .signatures
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            signatures.check(
                signature.as_deref(),
                timestamp.as_deref(),
                &body,
                self.clock.unix_seconds(),
            )
        };
        if let Err(rejected) = checked {
            tracing::debug!(%rejected, "a request was rejected");
            return http_error(StatusCode::UNAUTHORIZED, &rejected.to_string());
        }
        let Ok(interaction) = serde_json::from_slice::<Interaction>(&body) else {
            return http_error(StatusCode::BAD_REQUEST, "not an interaction");
        };
        let body = match interaction.kind {
            PING => reply::pong(),
            COMMAND => self.command(interaction).await,
            AUTOCOMPLETE => reply::choices(&self.choices(&interaction).await),
            _ => {
                return http_error(
                    StatusCode::BAD_REQUEST,
                    "this bot takes no interactions of this type",
                );
            }
        };
        (StatusCode::OK, body)
    }

    async fn command(self: Arc<Self>, interaction: Interaction) -> Value {
        let private = |text: &str| reply::message(&ChatAnswer::private(text));
        let Some(command) = interaction.command() else {
            return private(
                "This command no longer exists; `qbcoach-bot register` prints the new ones",
            );
        };
        let command = match command {
            Ok(command) => command,
            Err(usage) => return private(&usage.explain("/")),
        };
        if command == ChatCommand::Subscribe && self.settings.bot_token.is_none() {
            return private(
                "Turns are announced with the bot's token: set botTokenFile in its configuration",
            );
        }
        let asker = interaction.asker(&self.settings.owners);
        let context = interaction.context();
        let visibility = match self.desk.admit(&asker, &context, command.word()) {
            Admission::Admitted(visibility) => visibility,
            Admission::Refused(answer) | Admission::TooSoon(answer) => {
                return reply::message(&answer);
            }
        };
        let Ok(permit) = self.requests.clone().try_acquire_owned() else {
            return private("The bot is busy; try again in a moment");
        };
        let desk = self.desk.clone();
        let mut working = tokio::spawn(async move {
            let answer = desk.answer(&asker, &context, &command).await;
            drop(permit);
            answer
        });
        let fault = || ChatAnswer::private("Internal error; ask again");
        match tokio::time::timeout(PATIENCE, &mut working).await {
            Ok(answer) => reply::message(&answer.unwrap_or_else(|_| fault())),
            Err(_) => {
                tokio::spawn(async move {
                    let answer = working.await.unwrap_or_else(|_| fault());
                    self.send_later(&interaction.token, answer, visibility)
                        .await;
                });
                reply::deferred(visibility)
            }
        }
    }

    async fn send_later(&self, token: &str, answer: ChatAnswer, visibility: Visibility) {
        // The deferred response has already fixed who sees the answer.
        let message = reply::content(&ChatAnswer {
            visibility,
            ..answer
        });
        if let Err(error) = self.api.edit_answer(token, &message).await {
            tracing::warn!(%error, "a deferred answer could not be sent");
        }
    }

    /// The choices that fit what the user has typed so far.
    async fn choices(&self, interaction: &Interaction) -> Vec<String> {
        let Some((kind, typed)) = interaction.typed() else {
            return Vec::new();
        };
        let coach = self.desk.coach();
        let search = async {
            match kind {
                ParamKind::Card => {
                    let params = CardSearchParams {
                        query: typed.clone(),
                        limit: Some(reply::MOST_CHOICES),
                    };
                    let found = coach.ask::<CardsSearch>(&params).await.ok()?;
                    let names = found.cards.into_iter().map(|card| card.card.name);
                    Some(names.collect::<Vec<_>>())
                }
                ParamKind::Deck => {
                    let decks = coach.ask::<DecksList>(&DecksListParams {}).await.ok()?;
                    let tags = decks.decks.into_iter().map(|deck| deck.tag);
                    Some(tags.filter(|tag| contains(tag, &typed)).collect())
                }
                ParamKind::Tile
                | ParamKind::Session
                | ParamKind::Side
                | ParamKind::Step
                | ParamKind::Option => None,
            }
        };
        match tokio::time::timeout(TYPING, search).await {
            Ok(Some(names)) => names,
            _ if kind == ParamKind::Card => {
                let known = coach.card_names().into_iter().map(|card| card.name);
                known.filter(|name| contains(name, &typed)).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn contains(name: &str, typed: &str) -> bool {
    name.to_lowercase().contains(&typed.to_lowercase())
}

fn http_error(status: StatusCode, reason: &str) -> HttpAnswer {
    (status, serde_json::json!({ "error": reason }))
}
