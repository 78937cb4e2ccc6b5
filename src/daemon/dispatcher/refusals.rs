//! The errors that the dispatcher itself answers with.

use jsonrpsee::MethodResponse;
use jsonrpsee::types::{ErrorObjectOwned, Id};
use qbcoach_protocol::error::{METHOD_NOT_FOUND, PARSE_ERROR};
use qbcoach_protocol::method::METHODS;
use serde_json::value::RawValue;

use super::AnswerText;
use crate::rpc_error::RpcError;
use qbcoach_basics::shorten::is_too_long;
use qbcoach_basics::suggest::closest;

/// Errors repeat the id, so it must be short.
pub(super) fn is_long(id: &Id<'_>) -> bool {
    matches!(id, Id::Str(text) if is_too_long(text))
}

pub(super) fn error_response(id: Id<'_>, failure: RpcError) -> MethodResponse {
    MethodResponse::error(id, ErrorObjectOwned::from(failure))
}

pub(super) fn refuse(id: Id<'_>, failure: RpcError) -> AnswerText {
    Some(error_response(id, failure).into_json())
}

/// An error that belongs to no request.
pub(crate) fn complaint(failure: RpcError) -> Box<RawValue> {
    error_response(Id::Null, failure).into_json()
}

pub(super) fn not_json(error: &serde_json::Error) -> RpcError {
    RpcError::new(PARSE_ERROR, format!("the message is not JSON: {error}"))
}

pub(super) const DISCOVER: &str = "`rpc.discover` describes every method";

pub(super) fn unknown_method(method: &str) -> RpcError {
    let names = METHODS.iter().map(|method| method.name);
    let near = closest(method, names, 1).concat();
    let reason = format!("there is no method `{method}`; did you mean `{near}`?");
    RpcError::new(METHOD_NOT_FOUND, reason).hint(DISCOVER)
}
