//! The handlers of all methods.

mod catalogue;
mod chances;
mod coach;
mod demo;
mod language;
mod news;
mod opponents;
mod overlay;
mod poll;
mod prediction;
mod puzzles;
mod review;
mod server;
mod session;
mod subscribe;

use std::sync::Arc;

use qbcoach_protocol::Audience;

use super::documents::answers::match_of;
use super::method_table::{MethodAnswer, MethodTable, MethodTableError};
use super::peer::Call;
use super::reads::ReadLength;
use super::rpc_error::{RpcError, of_session};
use super::{Daemon, Moment, from_wire};
use qbcoach_sessions::{AnyRefusal, RequestError, Seq, SessionError};

pub(crate) use chances::KeptChances;
pub(crate) use language::LANGUAGE_ROLE;
pub(crate) use review::KeptResults;
pub use subscribe::open_feed;

/// The table with every method of the protocol.
pub fn table(daemon: Arc<Daemon>) -> Result<MethodTable, MethodTableError> {
    let mut table = MethodTable::new(daemon);
    server::register(&mut table)?;
    session::register(&mut table)?;
    subscribe::register(&mut table)?;
    prediction::register(&mut table)?;
    coach::register(&mut table)?;
    review::register(&mut table)?;
    chances::register(&mut table)?;
    opponents::register(&mut table)?;
    puzzles::register(&mut table)?;
    catalogue::register(&mut table)?;
    overlay::register(&mut table)?;
    poll::register(&mut table)?;
    news::register(&mut table)?;
    demo::register(&mut table)?;
    language::register(&mut table)?;
    Ok(table)
}

impl Daemon {
    fn failed(&self, error: SessionError<AnyRefusal>) -> RpcError {
        of_session(&self.library().catalogue, error)
    }

    /// Why a request was not carried out: it could not be read, or the session
    /// refused it.
    fn unfulfilled(&self, error: RequestError<RpcError, AnyRefusal>) -> RpcError {
        match error {
            RequestError::Unread(error) => error,
            RequestError::Session(error) => self.failed(error),
        }
    }

    /// A session's moment, now or as of `seq`, as the client of this call may see it.
    async fn moment(
        &self,
        call: &Call,
        id: &str,
        seq: Option<Seq>,
    ) -> Result<Arc<Moment>, RpcError> {
        let id = from_wire::session_id(id)?;
        let delay = call.peer.delay();
        let moment = match delay.is_zero() {
            true => self.sessions.moment(id, seq).await,
            false => self.sessions.delayed_moment(id, seq, delay).await,
        };
        moment.map_err(|error| self.failed(error))
    }
}

/// Works out an answer about a moment on a thread for reads; the connection's next
/// request does not wait for it.
async fn work_out<T: Send + 'static>(
    call: &Call,
    moment: Arc<Moment>,
    work: impl FnOnce(&Moment) -> Result<T, RpcError> + Send + 'static,
) -> Result<T, RpcError> {
    call.read(ReadLength::Quick, move || work(&moment)).await?
}

/// The same for work that may take seconds, such as a search.
async fn work_out_long<T: Send + 'static>(
    call: &Call,
    moment: Arc<Moment>,
    work: impl FnOnce(&Moment) -> Result<T, RpcError> + Send + 'static,
) -> Result<T, RpcError> {
    call.read(ReadLength::Long, move || work(&moment)).await?
}

/// The audience that a connection reads as.
fn audience(call: &Call) -> Audience {
    call.peer.audience()
}
