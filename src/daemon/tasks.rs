//! Starting tasks.

use futures_util::future::BoxFuture;
use tokio::task::JoinHandle;

/// Starts a task. Its future is boxed, so that what runs a task is compiled once and not for
/// every future.
pub(crate) fn spawn(work: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    let work: BoxFuture<'static, ()> = Box::pin(work);
    tokio::spawn(work)
}
