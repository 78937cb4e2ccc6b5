//! The method table: what each method of the protocol does.

mod catalogue;
mod coach;
mod news;
mod overlay;
mod prediction;
mod server;
mod session;
mod subscribe;

use std::sync::Arc;

use jsonrpsee::RpcModule;
use jsonrpsee::core::{RegisterMethodError, RpcResult};
use jsonrpsee::types::ErrorObjectOwned;
use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::{Method, Role};
use qbcoach_protocol::{Audience, Warning};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::documents::match_of;
use super::failure::{Failure, of_session};
use super::peer::{Call, Peer};
use super::{Daemon, Moment, from_wire, params};
use crate::sessions::{AnyRefusal, Seq, SessionError};

pub type Table = RpcModule<Daemon>;

pub use subscribe::open_feed;

/// Every method of the protocol.
pub fn table(daemon: Arc<Daemon>) -> Result<Table, RegisterMethodError> {
    let mut table = RpcModule::from_arc(daemon);
    server::register(&mut table)?;
    session::register(&mut table)?;
    subscribe::register(&mut table)?;
    prediction::register(&mut table)?;
    coach::register(&mut table)?;
    catalogue::register(&mut table)?;
    overlay::register(&mut table)?;
    news::register(&mut table)?;
    Ok(table)
}

/// A result, and what was odd about the params.
pub struct Answer<T> {
    pub value: T,
    pub warnings: Vec<Warning>,
}

impl<T> From<T> for Answer<T> {
    fn from(value: T) -> Answer<T> {
        Answer {
            value,
            warnings: Vec::new(),
        }
    }
}

/// Puts a method into the table: who may call it, how its params are read, how
/// its errors and warnings are told.
fn add<M, Handler, Working, Out>(
    table: &mut Table,
    _: M,
    handler: Handler,
) -> Result<(), RegisterMethodError>
where
    M: Method + 'static,
    Handler: Fn(Arc<Daemon>, Call, M::Params) -> Working + Clone + Send + Sync + 'static,
    Working: Future<Output = Result<Out, Failure>> + Send,
    Out: Into<Answer<M::Result>>,
{
    table.register_async_method(M::NAME, move |params, daemon, extensions| {
        let handler = handler.clone();
        async move {
            let call = Call::of(&extensions)
                .ok_or_else(|| Failure::internal("the request has no connection"))?;
            allow::<M>(&call.peer)?;
            let read = params::read::<M::Params>(params.as_str(), M::POSITIONAL)?;
            let mut answer: Answer<M::Result> = handler(daemon, call, read.params).await?.into();
            answer.warnings.splice(..0, read.warnings);
            to_json(&answer)
        }
    })?;
    Ok(())
}

/// Whether this connection may call the method.
pub(super) fn allow<M: Method>(peer: &Peer) -> Result<(), Failure> {
    let Some(needed) = M::ROLE else {
        return Ok(());
    };
    allow_role(peer, M::NAME, needed)
}

fn allow_role(peer: &Peer, name: &str, needed: Role) -> Result<(), Failure> {
    match peer.role() {
        Some(role) if role >= needed => Ok(()),
        Some(role) => Err(Failure::new(
            NOT_ALLOWED,
            format!("`{name}` needs the role `{}`", needed.word()),
        )
        .with("role", role.word())
        .with("needed", needed.word())
        .hint("use a token of that role")),
        None => Err(
            Failure::new(NOT_ALLOWED, "this daemon asks for a token first")
                .with("needed", needed.word())
                .hint("send `initialize` with `token`, or the header Authorization: Bearer"),
        ),
    }
}

fn to_json<T: Serialize>(answer: &Answer<T>) -> RpcResult<Box<RawValue>> {
    let failed = |error: serde_json::Error| ErrorObjectOwned::from(Failure::internal(error));
    if answer.warnings.is_empty() {
        return to_raw_value(&answer.value).map_err(failed);
    }
    let mut value = serde_json::to_value(&answer.value).map_err(failed)?;
    // A result that is no object has no place for warnings.
    if let Value::Object(object) = &mut value {
        object.insert("warnings".to_owned(), json!(answer.warnings));
    }
    to_raw_value(&value).map_err(failed)
}

impl Daemon {
    fn failed(&self, error: SessionError<AnyRefusal>) -> Failure {
        of_session(&self.library().catalogue, error)
    }

    /// A session's moment, now or as of `seq`.
    async fn moment(&self, id: &str, seq: Option<Seq>) -> Result<Arc<Moment>, Failure> {
        let id = from_wire::session_id(id)?;
        let moment = self.sessions.moment(id, seq).await;
        moment.map_err(|error| self.failed(error))
    }
}

/// Works something out of a moment away from the async threads; the connection's
/// next request need not wait for it.
async fn work_out<T: Send + 'static>(
    call: &Call,
    moment: Arc<Moment>,
    work: impl FnOnce(&Moment) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    call.pass_turn();
    match tokio::task::spawn_blocking(move || work(&moment)).await {
        Ok(result) => result,
        Err(failure) => {
            tracing::error!(%failure, "working out an answer failed");
            Err(Failure::internal("the daemon failed on this request"))
        }
    }
}

/// As whom a connection reads.
fn audience(call: &Call) -> Audience {
    call.peer.audience()
}
