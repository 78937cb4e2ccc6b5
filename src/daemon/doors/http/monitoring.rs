//! What monitoring asks: is the daemon well, and what does it count?

use std::convert::Infallible;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use qbcoach_protocol as wire;

use super::{ConnectionSlot, HttpState, QueryParams, admit, error_response, json, not_admitted};
use crate::VERSION;
use crate::rpc_error::RpcError;

/// For monitoring. It needs no token, but requests with an unknown Host are refused.
pub(super) async fn health(
    State(state): State<HttpState>,
    Extension(slot): Extension<ConnectionSlot>,
    headers: HeaderMap,
) -> Response {
    if let Err(failure) = admit(&state, &slot, &headers, &QueryParams::default()) {
        return not_admitted(failure);
    }
    let journal = state.daemon.sessions.journal().check();
    let (word, problem) = match state.daemon.stop.is_cancelled() {
        true => ("stopping", None),
        false => match tokio::time::timeout(JOURNAL_TIME, journal).await {
            Ok(Ok(())) => ("ok", None),
            Ok(Err(error)) => ("failing", Some(error.to_string())),
            Err(_) => ("failing", Some("the journal does not answer".to_owned())),
        },
    };
    let status = match word {
        "ok" => StatusCode::OK,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    let mut report = serde_json::json!({ "status": word, "version": VERSION });
    if let Some(problem) = problem {
        report["problem"] = problem.into();
    }
    json(status, report.to_string())
}

/// A journal that takes longer than this to answer cannot be used.
const JOURNAL_TIME: Duration = Duration::from_secs(5);

pub(super) async fn metrics(
    State(state): State<HttpState>,
    Extension(slot): Extension<ConnectionSlot>,
    Query(query): Query<QueryParams>,
    headers: HeaderMap,
) -> Result<Response, Infallible> {
    let reason = match admit(&state, &slot, &headers, &query) {
        Ok(Some(access)) if access.delay.is_zero() => None,
        Ok(Some(_)) => Some("metrics show what happens now, and this token has a delay"),
        Ok(None) => Some("metrics need a token"),
        Err(failure) => return Ok(not_admitted(failure)),
    };
    if let Some(reason) = reason {
        let failure = RpcError::new(wire::error::NOT_ALLOWED, reason);
        return Ok(error_response(StatusCode::FORBIDDEN, failure));
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], state.daemon.metrics_text()).into_response())
}
