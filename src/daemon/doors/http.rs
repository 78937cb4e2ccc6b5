//! The HTTP port: WebSocket, `POST /rpc`, the tap, health and metrics.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Path, Query, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Extension, Router};
use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use jsonrpsee::core::server::Methods;
use qbcoach_protocol as wire;
use qbcoach_protocol::error::UNKNOWN_SESSION;
use qbcoach_protocol::method::Role;
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::sync::OwnedSemaphorePermit;

use super::connection::peer;
use super::streams::pause_after;
use super::{guard, pages, websocket};
use crate::daemon::dispatcher::{Dispatcher, complaint};
use crate::daemon::failure::Failure;
use crate::daemon::methods::open_feed;
use crate::daemon::metrics::Counted;
use crate::daemon::peer::Door;
use crate::daemon::{Daemon, NAME, VERSION};

#[derive(Clone)]
struct Port {
    daemon: Arc<Daemon>,
    methods: Methods,
}

/// Room for one connection, and its count. An upgraded one outlives hyper's part in
/// it, so whoever goes on with it takes this along.
#[derive(Clone, Debug)]
struct Place(#[allow(dead_code)] Option<Arc<(OwnedSemaphorePermit, Counted)>>);

/// Time for a client to say what it wants.
const HEADER_TIME: Duration = Duration::from_secs(20);
/// hyper's least buffer.
const SMALLEST_BUFFER: usize = 8192;

pub async fn serve(daemon: Arc<Daemon>, methods: Methods, listener: TcpListener) {
    let app = router(Port {
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
        let (app, daemon) = (app.clone(), daemon.clone());
        let tracker = daemon.tasks.clone();
        tracker.spawn(async move {
            let (place, service) = match daemon.room.clone().try_acquire_owned() {
                Ok(permit) => (Some(Arc::new((permit, daemon.metrics.connection()))), app),
                Err(_) => (None, full(&daemon)),
            };
            let buffer = (daemon.settings.limits.header_bytes as usize).max(SMALLEST_BUFFER);
            let service = TowerToHyperService::new(service.into_service::<Incoming>());
            let service = service_fn(move |mut request: hyper::Request<Incoming>| {
                request.extensions_mut().insert(Place(place.clone()));
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
                () = daemon.stop.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = tokio::time::timeout(HEADER_TIME / 10, connection).await;
                }
            }
        });
    }
}

fn router(port: Port) -> Router {
    Router::new()
        .route("/", any(front))
        .route("/overlay", get(overlay))
        .route("/web/{*file}", get(page_file))
        .route("/rpc", get(front).post(rpc))
        .route("/tap", get(tap))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(nothing)
        .with_state(port)
}

/// What is answered when the house is full.
fn full(daemon: &Daemon) -> Router {
    let most = daemon.settings.limits.connections;
    let failure = Failure::limit("connections", most, "too many are connected");
    Router::new().fallback(async move || refusal(StatusCode::SERVICE_UNAVAILABLE, failure))
}

fn refusal(status: StatusCode, failure: Failure) -> Response {
    json(status, complaint(failure).get().to_owned())
}

fn json(status: StatusCode, body: String) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (axum::http::header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, body).into_response()
}

fn plain(status: StatusCode, body: impl Into<Body>) -> Response {
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
    (status, headers, body.into()).into_response()
}

#[derive(Deserialize, Default)]
struct Asked {
    token: Option<String>,
    session: Option<String>,
    topics: Option<String>,
    audience: Option<String>,
    #[serde(rename = "delayMs")]
    delay_ms: Option<u64>,
}

fn admitted(port: &Port, headers: &HeaderMap, asked: &Asked) -> Result<Option<Role>, Failure> {
    guard::admit(&port.daemon, headers, asked.token.as_deref())
}

fn shut_out(failure: Failure) -> Response {
    refusal(StatusCode::FORBIDDEN, failure)
}

/// A WebSocket, or a word of what is here.
async fn front(
    State(port): State<Port>,
    Extension(place): Extension<Place>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let role = match admitted(&port, &headers, &asked) {
        Ok(role) => role,
        Err(failure) => return shut_out(failure),
    };
    let (mut parts, _) = request.into_parts();
    let largest = port.daemon.settings.limits.message_bytes as usize;
    match WebSocketUpgrade::from_request_parts(&mut parts, &port).await {
        Ok(upgrade) => {
            let (daemon, methods) = (port.daemon.clone(), port.methods.clone());
            upgrade
                .max_message_size(largest)
                .max_frame_size(largest)
                .on_upgrade(async move |socket| {
                    let tracker = daemon.tasks.clone();
                    let serving = websocket::serve(daemon, methods, role, socket);
                    tracker.track_future(serving).await;
                    drop(place);
                })
        }
        Err(_) if parts.uri.path() == "/" => pages::page(&port.daemon, "desk.html").await,
        Err(_) => plain(StatusCode::OK, about()),
    }
}

async fn overlay(State(port): State<Port>, headers: HeaderMap) -> Response {
    match admitted(&port, &headers, &Asked::default()) {
        Ok(_) => pages::page(&port.daemon, "overlay.html").await,
        Err(failure) => shut_out(failure),
    }
}

/// What the pages are made of. It holds no secret; the token is asked for where
/// the sessions are.
async fn page_file(
    State(port): State<Port>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Response {
    match admitted(&port, &headers, &Asked::default()) {
        Ok(_) => pages::page(&port.daemon, &file).await,
        Err(failure) => shut_out(failure),
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

async fn nothing() -> Response {
    plain(
        StatusCode::NOT_FOUND,
        "There is nothing here; /rpc says what there is.\n",
    )
}

async fn rpc(
    State(port): State<Port>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let role = match admitted(&port, &headers, &asked) {
        Ok(role) => role,
        Err(failure) => return shut_out(failure),
    };
    // Forms cannot say that they are JSON, so a page elsewhere cannot post one
    // without asking first.
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.trim_start().starts_with("application/json")) {
        let failure = Failure::new(
            wire::error::INVALID_REQUEST,
            "send the header Content-Type: application/json",
        );
        return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, failure);
    }
    let limits = &port.daemon.settings.limits;
    let reading = axum::body::to_bytes(request.into_body(), limits.message_bytes as usize);
    let patience = Duration::from_secs(limits.idle_seconds);
    let body = match tokio::time::timeout(patience, reading).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => {
            let (most, reason) = (limits.message_bytes, "the message is too large");
            let failure = Failure::limit("messageBytes", most, reason);
            return refusal(StatusCode::PAYLOAD_TOO_LARGE, failure);
        }
        // Else a client that never ends its message would keep its place for ever.
        Err(_) => {
            let (most, reason) = (limits.idle_seconds, "the message did not come to an end");
            let failure = Failure::limit("idleSeconds", most, reason);
            return refusal(StatusCode::REQUEST_TIMEOUT, failure);
        }
    };
    let (peer, mut answers) = peer(&port.daemon, Door::Post, role);
    let dispatcher = Dispatcher::new(port.daemon.clone(), port.methods.clone(), peer.clone());
    dispatcher.take(&body).await;
    drop(dispatcher);
    let tasks = peer.tasks.clone();
    tasks.close();
    let finished = async {
        // Progress is told before the answer; a POST has room for one of them.
        let mut last = None;
        loop {
            tokio::select! {
                biased;
                message = answers.recv() => match message {
                    Some(message) => last = Some(message),
                    None => break last,
                },
                () = tasks.wait() => {
                    while let Ok(message) = answers.try_recv() {
                        last = Some(message);
                    }
                    break last;
                }
            }
        }
    };
    match finished.await {
        Some(answer) => json(StatusCode::OK, answer.get().to_owned()),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

async fn tap(
    State(port): State<Port>,
    Extension(place): Extension<Place>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let role = match admitted(&port, &headers, &asked) {
        Ok(role) => role,
        Err(failure) => return shut_out(failure),
    };
    let Ok(upgrade) = upgrade else {
        return plain(StatusCode::UPGRADE_REQUIRED, "The tap is a WebSocket.\n");
    };
    let (peer, _) = peer(&port.daemon, Door::WebSocket, role);
    if role.is_none() {
        let failure = Failure::new(
            wire::error::NOT_ALLOWED,
            "this daemon asks for a token: add ?token=",
        );
        return refusal(StatusCode::FORBIDDEN, failure);
    }
    let params = match tap_params(&port.daemon, asked) {
        Ok(params) => params,
        Err(failure) => return refusal(StatusCode::BAD_REQUEST, failure),
    };
    match open_feed(&port.daemon, &peer, params).await {
        Ok((feed, delay)) => {
            let daemon = port.daemon.clone();
            upgrade.on_upgrade(async move |socket| {
                let tracker = daemon.tasks.clone();
                let counted = daemon.metrics.subscription();
                tracker
                    .track_future(websocket::tap(daemon, feed, socket))
                    .await;
                drop((counted, delay, place));
            })
        }
        Err(failure) if failure.code == UNKNOWN_SESSION => refusal(StatusCode::NOT_FOUND, failure),
        Err(failure) if failure.code == wire::error::NOT_ALLOWED => shut_out(failure),
        Err(failure) => refusal(StatusCode::BAD_REQUEST, failure),
    }
}

/// A tap is for tools that show things to others, so it is a stream's unless it
/// says otherwise; without a session it follows the newest.
fn tap_params(daemon: &Daemon, asked: Asked) -> Result<wire::SubscribeParams, Failure> {
    let newest = || {
        daemon
            .sessions
            .roster()
            .borrow()
            .newest
            .map(|id| id.to_string())
    };
    let session_id = asked.session.or_else(newest).ok_or_else(|| {
        let failure = Failure::new(UNKNOWN_SESSION, "there is no session yet");
        failure.hint("create one, or name one: /tap?session=ID")
    })?;
    let words = |text: &str| serde_json::Value::from(text);
    let topics = asked.topics.map(|topics| {
        let topics: serde_json::Value = topics.split(',').map(|t| words(t.trim())).collect();
        serde_json::from_value(topics).map_err(|_| {
            let reason = "topics are state, observation, threat, coach, evaluation, hand and history, \
                          with commas between";
            Failure::params("topics", reason)
        })
    });
    let audience = asked.audience.map(|audience| {
        serde_json::from_value(words(&audience))
            .map_err(|_| Failure::params("audience", "the audience is player or stream"))
    });
    Ok(wire::SubscribeParams {
        session_id,
        topics: topics.transpose()?,
        audience: Some(audience.transpose()?.unwrap_or(wire::Audience::Stream)),
        delay_ms: asked.delay_ms,
    })
}

/// For whoever watches over the daemon. It answers anybody who reaches it, but a
/// name that is not ours is still refused.
async fn health(State(port): State<Port>, headers: HeaderMap) -> Response {
    if let Err(failure) = admitted(&port, &headers, &Asked::default()) {
        return shut_out(failure);
    }
    let stopping = port.daemon.stop.is_cancelled();
    let (status, word) = match stopping {
        false => (StatusCode::OK, "ok"),
        true => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
    };
    json(
        status,
        serde_json::json!({ "status": word, "version": VERSION }).to_string(),
    )
}

async fn metrics(
    State(port): State<Port>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Infallible> {
    let role = match admitted(&port, &headers, &asked) {
        Ok(role) => role,
        Err(failure) => return Ok(shut_out(failure)),
    };
    if role.is_none() {
        let failure = Failure::new(wire::error::NOT_ALLOWED, "metrics need a token");
        return Ok(refusal(StatusCode::FORBIDDEN, failure));
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], port.daemon.metrics_text()).into_response())
}
