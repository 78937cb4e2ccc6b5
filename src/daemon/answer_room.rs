//! Room for the answers of batches. One batch may ask for much in few bytes, and a client
//! may leave the answer unread. So those of all connections together may take so many
//! bytes and no more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The answers of one batch that need no room: those of players are smaller.
const FREE: u64 = 64 * 1024;
/// So many batches may have the largest answer at the same time.
const LARGEST: u64 = 8;

/// The room that all connections share.
#[derive(Debug)]
pub struct AnswerRoom {
    most: u64,
    taken: AtomicU64,
}

impl AnswerRoom {
    pub fn new(batch_answer_bytes: u64) -> Arc<AnswerRoom> {
        Arc::new(AnswerRoom {
            most: batch_answer_bytes.saturating_mul(LARGEST),
            taken: AtomicU64::new(0),
        })
    }

    /// The share of a batch, which has no answer yet.
    pub fn share(self: &Arc<AnswerRoom>) -> AnswerShare {
        AnswerShare {
            room: self.clone(),
            bytes: 0,
            taken: 0,
        }
    }
}

/// What the answers of one batch take, until they have been sent.
#[derive(Debug)]
pub struct AnswerShare {
    room: Arc<AnswerRoom>,
    bytes: u64,
    /// The part of the bytes that needs room.
    taken: u64,
}

impl AnswerShare {
    /// Adds an answer. False if there is no room for another one.
    pub fn add(&mut self, bytes: usize) -> bool {
        self.bytes += bytes as u64;
        let more = self.bytes.saturating_sub(FREE) - self.taken;
        self.taken += more;
        self.room.taken.fetch_add(more, Ordering::Relaxed) + more <= self.room.most || more == 0
    }
}

impl Drop for AnswerShare {
    fn drop(&mut self) {
        self.room.taken.fetch_sub(self.taken, Ordering::Relaxed);
    }
}
