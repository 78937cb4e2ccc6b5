//! The computing of answers: threads of its own, so that no act waits for a read, and a
//! queue in which every connection gets its turn.
//!
//! A connection has only a few of its reads in the queue; its others wait with the
//! connection. So the queue goes round the connections, and one that asks for much
//! delays mostly itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::rpc_error::RpcError;
use qbcoach_sessions::workers::{WorkError, Workers, cores};

/// How long a read may take. Long ones have their own threads, so that they do not keep
/// quick ones waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadLength {
    /// Milliseconds.
    Quick,
    /// Up to seconds: a search.
    Long,
    /// Many searches: the review of a match.
    Review,
}

#[derive(Debug)]
pub struct Reads {
    quick: Workers,
    long: Workers,
    reviews: Workers,
    /// The documents that subscribers follow.
    documents: Workers,
    /// Reads of all connections that are not answered yet.
    unanswered: AtomicU64,
    most: u64,
}

/// A connection's share of the queue.
#[derive(Debug)]
pub(crate) struct ReadShare {
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    review: Arc<Semaphore>,
    unanswered: Arc<AtomicU64>,
}

/// One connection may have so many reads in the queue.
const QUICK_SHARE: usize = 2;
const LONG_SHARE: usize = 1;

impl Default for ReadShare {
    fn default() -> ReadShare {
        ReadShare {
            quick: Arc::new(Semaphore::new(QUICK_SHARE)),
            long: Arc::new(Semaphore::new(LONG_SHARE)),
            review: Arc::new(Semaphore::new(LONG_SHARE)),
            unanswered: Arc::default(),
        }
    }
}

/// A read in its connection's share. It is kept until the answer is in the outbox, so
/// that answers that the client does not read cannot pile up.
#[derive(Debug)]
pub(crate) struct ReadPlace {
    reads: Arc<Reads>,
    of_connection: Arc<AtomicU64>,
    turn: Option<OwnedSemaphorePermit>,
}

impl Drop for ReadPlace {
    fn drop(&mut self) {
        self.reads.unanswered.fetch_sub(1, Ordering::Relaxed);
        self.of_connection.fetch_sub(1, Ordering::Relaxed);
        self.turn = None;
    }
}

impl Reads {
    pub fn new(most: u64) -> Arc<Reads> {
        Arc::new(Reads {
            quick: Workers::one_per_core("reads"),
            // One core is left to quick reads and to the players.
            long: Workers::new("searches", cores().saturating_sub(1)),
            // One review at a time, so that players who ask for advice do not wait for it.
            reviews: Workers::new("reviews", 1),
            documents: Workers::one_per_core("documents"),
            unanswered: AtomicU64::new(0),
            most,
        })
    }

    /// Counts a read in. A connection that waits for nothing is always let in, so that
    /// others cannot use up its place.
    pub(crate) fn enter(self: &Arc<Reads>, share: &ReadShare) -> Result<ReadPlace, RpcError> {
        let of_all = self.unanswered.fetch_add(1, Ordering::Relaxed);
        let of_connection = share.unanswered.fetch_add(1, Ordering::Relaxed);
        let place = ReadPlace {
            reads: self.clone(),
            of_connection: share.unanswered.clone(),
            turn: None,
        };
        if of_all >= self.most && of_connection > 0 {
            let reason = "too many questions wait to be answered";
            return Err(RpcError::limit("reads", self.most, reason).with("retry", true));
        }
        Ok(place)
    }

    /// Waits for the connection's turn.
    pub(crate) async fn turn(&self, share: &ReadShare, length: ReadLength, place: &mut ReadPlace) {
        let share = match length {
            ReadLength::Quick => &share.quick,
            ReadLength::Long => &share.long,
            ReadLength::Review => &share.review,
        };
        // The semaphore is never closed.
        place.turn = share.clone().acquire_owned().await.ok();
    }

    /// Computes something on a thread for reads.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        length: ReadLength,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let workers = match length {
            ReadLength::Quick => &self.quick,
            ReadLength::Long => &self.long,
            ReadLength::Review => &self.reviews,
        };
        workers.run(work).await
    }
}

/// A connection's share of the threads that work out documents for subscribers.
/// Subscribing and leaving again and again, or following many sessions, delays mostly
/// the connection itself.
#[derive(Clone, Debug)]
pub struct DocumentShare {
    reads: Arc<Reads>,
    turns: Arc<Semaphore>,
}

impl DocumentShare {
    pub(crate) fn new(reads: Arc<Reads>) -> DocumentShare {
        DocumentShare {
            reads,
            turns: Arc::new(Semaphore::new(QUICK_SHARE)),
        }
    }

    /// Waits for the connection's turn.
    pub(crate) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        self.turns.clone().acquire_owned().await.ok()
    }

    /// Works out something on a thread for documents; nothing if the caller stops waiting
    /// before it begins.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.reads.documents.run(work).await
    }
}
