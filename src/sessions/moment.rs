//! A session as everybody sees it at one moment. It never changes; the next one
//! takes its place.

use std::any::Any;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::course::{Course, Played};
use super::game::Game;
use super::history::Seq;
use super::session_id::SessionId;

#[derive(Debug)]
pub struct Moment<G: Game> {
    pub session: SessionId,
    pub seq: Seq,
    pub game: G,
    /// The acts that led to it.
    pub course: Course<G>,
    /// When it came to be; a delayed subscriber sees it that much later.
    pub since: Instant,
    superseded: AtomicBool,
    derived: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl<G: Game> Moment<G> {
    pub fn new(session: SessionId, seq: Seq, played: Played<G>, since: Instant) -> Moment<G> {
        Moment {
            session,
            seq,
            game: played.game,
            course: played.course,
            since,
            superseded: AtomicBool::new(false),
            derived: OnceLock::new(),
        }
    }

    /// Whether a newer moment is there, so that work on this one may be in vain.
    pub fn is_superseded(&self) -> bool {
        self.superseded.load(Ordering::Relaxed)
    }

    pub(super) fn supersede(&self) {
        self.superseded.store(true, Ordering::Relaxed);
    }

    /// What a layer above has worked out about this moment and keeps with it. Only
    /// one type of it can be kept.
    pub fn derived<D: Any + Send + Sync + Default>(&self) -> &D {
        let kept = self.derived.get_or_init(|| Box::new(D::default()));
        kept.downcast_ref()
            .expect("one type of derived data is kept with moments")
    }
}
