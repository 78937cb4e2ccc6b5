//! A session at one moment, as every reader sees it. A moment never changes; the
//! next event makes a new one.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::course::{Course, Played};
use super::game::Game;
use super::history::Seq;
use super::session_id::SessionId;

/// What the user of the sessions works out from a moment and keeps with it, such as
/// the documents for subscribers. It starts empty.
pub trait Derived: Default + Debug + Send + Sync + 'static {}

impl<T: Default + Debug + Send + Sync + 'static> Derived for T {}

#[derive(Debug)]
pub struct Moment<G: Game, D: Derived = ()> {
    pub session: SessionId,
    pub seq: Seq,
    pub game: G,
    /// The acts that led to it.
    pub course: Course<G>,
    /// When it came to be; a subscriber with a delay sees it that much later.
    pub since: Instant,
    pub derived: D,
    superseded: AtomicBool,
}

impl<G: Game, D: Derived> Moment<G, D> {
    pub fn new(session: SessionId, seq: Seq, played: Played<G>, since: Instant) -> Moment<G, D> {
        Moment {
            session,
            seq,
            game: played.game,
            course: played.course,
            since,
            derived: D::default(),
            superseded: AtomicBool::new(false),
        }
    }

    /// Whether there is a newer moment, so that work on this one may not be needed.
    pub fn is_superseded(&self) -> bool {
        self.superseded.load(Ordering::Relaxed)
    }

    pub(super) fn supersede(&self) {
        self.superseded.store(true, Ordering::Relaxed);
    }
}
