//! The HTTP port: WebSocket, `POST /rpc`, the tap, health and metrics.

mod monitoring;

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Path, Query, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use futures_util::StreamExt;
use hyper::body::{Body as _, Incoming};
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use qbcoach_protocol as wire;
use qbcoach_protocol::error::UNKNOWN_SESSION;
use serde::Deserialize;
use tokio::net::TcpListener;

use super::connection::{LINGER, overstayed, peer};
use super::framing::{BEFORE_ROLE, IncomingText, not_utf8};
use super::input_room::{Intake, RoomyStream};
use super::streams::pause_after;
use super::{guard, pages, websocket};
use crate::dispatcher::{Dispatcher, complaint};
use crate::method_table::MethodTable;
use crate::methods::open_feed;
use crate::metrics::GaugeGuard;
use crate::outbox::OutgoingMessage;
use crate::peer::{Door, claimant};
use crate::places::{Claimant, Place};
use crate::rpc_error::RpcError;
use crate::tasks::spawn;
use crate::tokens::Access;
use crate::unread_room::UnreadShare;
use crate::{Daemon, NAME, VERSION};

#[derive(Clone)]
struct HttpState {
    daemon: Arc<Daemon>,
    methods: MethodTable,
}

/// Holds the place of a connection and counts it. A WebSocket outlives hyper's
/// connection, so its task keeps this, too.
#[derive(Clone, Debug)]
struct ConnectionSlot {
    place: Arc<Place>,
    intake: Arc<Intake>,
    unread: Arc<UnreadShare>,
    _counted: Arc<GaugeGuard>,
}

/// How long a client may take to send the headers of a request.
const HEADER_TIME: Duration = Duration::from_secs(20);
/// The smallest buffer that hyper accepts.
const SMALLEST_BUFFER: usize = 8192;

pub async fn serve(daemon: Arc<Daemon>, methods: MethodTable, listener: TcpListener) {
    let app = router(HttpState {
        daemon: daemon.clone(),
        methods,
    });
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = daemon.stop.cancelled() => return,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                pause_after(&error).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        // Only a request says who the client is. The place is taken here and not in the
        // task: tasks begin in any order.
        let place = daemon.places.wait();
        let (app, daemon) = (app.clone(), daemon.clone());
        let tracker = daemon.tasks.clone();
        spawn(tracker.track_future(async move {
            let intake = daemon.input_room.intake();
            let stream = RoomyStream::new(stream, intake.clone());
            let unread = daemon.unread_room.share();
            let slot = ConnectionSlot {
                place: place.clone(),
                intake,
                unread: unread.clone(),
                _counted: Arc::new(daemon.metrics.connection()),
            };
            let buffer = (daemon.settings.limits.header_bytes as usize).max(SMALLEST_BUFFER);
            let service = TowerToHyperService::new(app.into_service::<Incoming>());
            let service = service_fn(move |mut request: hyper::Request<Incoming>| {
                // The headers have been read; what follows is another message.
                drop(slot.intake.finish());
                request.extensions_mut().insert(slot.clone());
                service.call(request)
            });
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADER_TIME)
                .max_buf_size(buffer)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            tokio::pin!(connection);
            tokio::select! {
                _ = connection.as_mut() => {}
                // The client does not read, so there is nothing to tell it.
                () = unread.cut_off() => {}
                // An answer that has begun is sent to its end.
                _ = overstayed(&daemon, &place) => {
                    connection.as_mut().graceful_shutdown();
                    let _ = tokio::time::timeout(LINGER, connection).await;
                }
                () = daemon.stop.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = tokio::time::timeout(HEADER_TIME / 10, connection).await;
                }
            }
        }));
    }
}

fn router(state: HttpState) -> Router {
    Router::new()
        .route("/", get(front))
        .route("/overlay", get(overlay))
        .route("/web/{*file}", get(page_file))
        .route("/rpc", get(front).post(rpc))
        .route("/tap", get(tap))
        .route("/healthz", get(monitoring::health))
        .route("/metrics", get(monitoring::metrics))
        .fallback(not_found)
        .with_state(state)
        .layer(map_response(guard::protect))
}

fn error_response(status: StatusCode, failure: RpcError) -> Response {
    json(status, complaint(failure).get().to_owned())
}

fn json(status: StatusCode, body: impl Into<Body>) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (axum::http::header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, body.into()).into_response()
}

/// An answer that keeps its room until it has been sent.
struct SentAnswer(OutgoingMessage);

impl AsRef<[u8]> for SentAnswer {
    fn as_ref(&self) -> &[u8] {
        self.0.text.as_bytes()
    }
}

/// The body of a request; none if it is larger or does not come. It is copied: each part,
/// however small, is in a buffer of its own.
async fn read_body(body: Body, most: u64) -> Option<Vec<u8>> {
    let mut parts = body.into_data_stream();
    let mut read = Vec::new();
    while let Some(part) = parts.next().await {
        let part = part.ok()?;
        if (read.len() + part.len()) as u64 > most {
            return None;
        }
        read.extend_from_slice(&part);
    }
    Some(read)
}

fn plain(status: StatusCode, body: impl Into<Body>) -> Response {
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
    (status, headers, body.into()).into_response()
}

#[derive(Deserialize, Default)]
struct QueryParams {
    token: Option<String>,
    session: Option<String>,
    topics: Option<String>,
    audience: Option<String>,
    #[serde(rename = "delayMs")]
    delay_ms: Option<u64>,
}

/// What the sender of a request may do. If it may do something, its connection gets a
/// place that cannot be taken from it.
fn admit(
    state: &HttpState,
    slot: &ConnectionSlot,
    headers: &HeaderMap,
    query: &QueryParams,
) -> Result<Option<Access>, RpcError> {
    let daemon = &state.daemon;
    let access = guard::admit(daemon, headers, query.token.as_deref())?;
    if let Some(access) = access {
        // Without tokens everybody may do everything, and nobody is known as the owner.
        let claimant = match daemon.tokens.is_empty() {
            true => Claimant::Other,
            false => claimant(access.role),
        };
        slot.place.settle(claimant)?;
    }
    Ok(access)
}

fn not_admitted(failure: RpcError) -> Response {
    let status = match failure.is_limit("connections") {
        true => StatusCode::SERVICE_UNAVAILABLE,
        false => StatusCode::FORBIDDEN,
    };
    error_response(status, failure)
}

/// Upgrades to a WebSocket; otherwise serves the desk, or at `/rpc` a list of paths.
async fn front(
    State(state): State<HttpState>,
    Extension(slot): Extension<ConnectionSlot>,
    Query(query): Query<QueryParams>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let access = match admit(&state, &slot, &headers, &query) {
        Ok(access) => access,
        Err(failure) => return not_admitted(failure),
    };
    let (mut parts, _) = request.into_parts();
    let largest = state.daemon.settings.limits.message_bytes as usize;
    match WebSocketUpgrade::from_request_parts(&mut parts, &state).await {
        Ok(upgrade) => {
            let (daemon, methods) = (state.daemon.clone(), state.methods.clone());
            upgrade
                .max_message_size(largest)
                .read_buffer_size(websocket::READ_BUFFER)
                .max_frame_size(largest)
                .on_upgrade(async move |socket| {
                    let tracker = daemon.tasks.clone();
                    let (place, intake) = (slot.place.clone(), slot.intake.clone());
                    let serving = websocket::serve(daemon, methods, access, place, intake, socket);
                    tracker.track_future(serving).await;
                    drop(slot);
                })
        }
        Err(_) if parts.uri.path() == "/" => pages::page(&state.daemon, "desk.html").await,
        Err(_) => plain(StatusCode::OK, about()),
    }
}

async fn overlay(
    State(state): State<HttpState>,
    Extension(slot): Extension<ConnectionSlot>,
    headers: HeaderMap,
) -> Response {
    match admit(&state, &slot, &headers, &QueryParams::default()) {
        Ok(_) => pages::page(&state.daemon, "overlay.html").await,
        Err(failure) => not_admitted(failure),
    }
}

/// A file of the pages. The files are not secret, so they need no token; the requests
/// that the pages send do.
async fn page_file(
    State(state): State<HttpState>,
    Extension(slot): Extension<ConnectionSlot>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Response {
    match admit(&state, &slot, &headers, &QueryParams::default()) {
        Ok(_) => pages::page(&state.daemon, &file).await,
        Err(failure) => not_admitted(failure),
    }
}

fn about() -> String {
    format!(
        "{NAME} {VERSION}\n\n\
         the desk, the overlay    /  /overlay\n\
         WebSocket JSON-RPC 2.0   /  or  /rpc\n\
         JSON-RPC over POST       /rpc\n\
         plain updates            /tap?session=ID\n\
         health, metrics          /healthz  /metrics\n\n\
         {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rpc.discover\"}} describes every method.\n"
    )
}

async fn not_found() -> Response {
    plain(StatusCode::NOT_FOUND, "Not found; /rpc lists the paths.\n")
}

async fn rpc(
    State(state): State<HttpState>,
    Extension(slot): Extension<ConnectionSlot>,
    Query(query): Query<QueryParams>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let access = match admit(&state, &slot, &headers, &query) {
        Ok(access) => access,
        Err(failure) => return not_admitted(failure),
    };
    // A form cannot have this content type, so a browser asks the daemon before it sends
    // such a request of a page of another origin.
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.trim_start().starts_with("application/json")) {
        let failure = RpcError::new(
            wire::error::INVALID_REQUEST,
            "send the header Content-Type: application/json",
        );
        return error_response(StatusCode::UNSUPPORTED_MEDIA_TYPE, failure);
    }
    let limits = &state.daemon.settings.limits;
    let most = match access {
        Some(_) => limits.message_bytes,
        None => limits.message_bytes.min(BEFORE_ROLE),
    };
    let too_large = || {
        let failure = RpcError::limit("messageBytes", most, "the message is too large");
        error_response(StatusCode::PAYLOAD_TOO_LARGE, failure)
    };
    // A client that says how much it will send need not send it to be refused.
    if request.body().size_hint().lower() > most {
        return too_large();
    }
    let reading = read_body(request.into_body(), most);
    let patience = Duration::from_secs(limits.idle_seconds);
    let body = match tokio::time::timeout(patience, reading).await {
        Ok(Some(body)) => body,
        Ok(None) => return too_large(),
        // A client that never ends its message must not keep its connection slot.
        Err(_) => {
            let (most, reason) = (limits.idle_seconds, "the message did not end in time");
            let failure = RpcError::limit("idleSeconds", most, reason);
            return error_response(StatusCode::REQUEST_TIMEOUT, failure);
        }
    };
    let room = slot.intake.finish();
    let text = match String::from_utf8(body) {
        Ok(text) => text,
        Err(error) => {
            let failure = complaint(not_utf8(&error.utf8_error()));
            return json(StatusCode::OK, failure.get().to_owned());
        }
    };
    let place = Some(slot.place.clone());
    let (peer, mut answers) = peer(
        &state.daemon,
        Door::Post,
        access,
        place,
        slot.unread.clone(),
    );
    let dispatcher = Dispatcher::new(state.daemon.clone(), state.methods.clone(), peer.clone());
    dispatcher.take(&IncomingText { text, room }).await;
    drop(dispatcher);
    let tasks = peer.tasks.clone();
    tasks.close();
    let finished = async {
        // Progress comes before the answer, but a response can have only one message.
        let mut last = None;
        loop {
            tokio::select! {
                biased;
                message = answers.receive() => match message {
                    Some(message) => last = Some(message),
                    None => break last,
                },
                () = tasks.wait() => {
                    while let Some(message) = answers.try_receive() {
                        last = Some(message);
                    }
                    break last;
                }
            }
        }
    };
    match finished.await {
        Some(answer) => json(StatusCode::OK, Bytes::from_owner(SentAnswer(answer))),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

async fn tap(
    State(state): State<HttpState>,
    Extension(slot): Extension<ConnectionSlot>,
    Query(query): Query<QueryParams>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let access = match admit(&state, &slot, &headers, &query) {
        Ok(access) => access,
        Err(failure) => return not_admitted(failure),
    };
    let Ok(upgrade) = upgrade else {
        return plain(StatusCode::UPGRADE_REQUIRED, "The tap is a WebSocket.\n");
    };
    let unread = slot.unread.clone();
    let (peer, _) = peer(&state.daemon, Door::WebSocket, access, None, unread);
    if access.is_none() {
        let failure = RpcError::new(
            wire::error::NOT_ALLOWED,
            "this daemon requires a token: add ?token=",
        );
        return error_response(StatusCode::FORBIDDEN, failure);
    }
    let params = match tap_params(&state.daemon, peer.delay(), query) {
        Ok(params) => params,
        Err(failure) => return error_response(StatusCode::BAD_REQUEST, failure),
    };
    match open_feed(&state.daemon, &peer, params).await {
        Ok((feed, delay)) => {
            let daemon = state.daemon.clone();
            let largest = daemon.settings.limits.message_bytes as usize;
            let upgrade = upgrade.max_message_size(largest).max_frame_size(largest);
            let upgrade = upgrade.read_buffer_size(websocket::READ_BUFFER);
            upgrade.on_upgrade(async move |socket| {
                let tracker = daemon.tasks.clone();
                let guard = daemon.metrics.subscription();
                let intake = slot.intake.clone();
                tracker
                    .track_future(websocket::tap(daemon, feed, intake, socket))
                    .await;
                drop((guard, delay, slot));
            })
        }
        Err(failure) if failure.code == UNKNOWN_SESSION => {
            error_response(StatusCode::NOT_FOUND, failure)
        }
        Err(failure) if failure.code == wire::error::NOT_ALLOWED => not_admitted(failure),
        Err(failure) => error_response(StatusCode::BAD_REQUEST, failure),
    }
}

/// The audience of a tap is a stream unless the query gives another, because taps are
/// for tools that show a session to viewers. Without a session the tap follows the
/// newest one.
fn tap_params(
    daemon: &Daemon,
    delay: Duration,
    query: QueryParams,
) -> Result<wire::SubscribeParams, RpcError> {
    let newest = || {
        let roster = daemon.sessions.roster_before(delay);
        roster.newest.map(|id| id.to_string())
    };
    let session_id = query.session.or_else(newest).ok_or_else(|| {
        let failure = RpcError::new(UNKNOWN_SESSION, "there is no session yet");
        failure.hint("create one, or name one: /tap?session=ID")
    })?;
    let words = |text: &str| serde_json::Value::from(text);
    let topics = query.topics.map(|topics| {
        let topics: serde_json::Value = topics.split(',').map(|t| words(t.trim())).collect();
        serde_json::from_value(topics).map_err(|_| {
            let reason = "topics are state, observation, threat, coach, evaluation, hand and history, \
                          with commas between";
            RpcError::params("topics", reason)
        })
    });
    let audience = query.audience.map(|audience| {
        serde_json::from_value(words(&audience))
            .map_err(|_| RpcError::params("audience", "the audience is player or stream"))
    });
    Ok(wire::SubscribeParams {
        session_id,
        topics: topics.transpose()?,
        audience: Some(audience.transpose()?.unwrap_or(wire::Audience::Stream)),
        delay_ms: query.delay_ms,
    })
}
