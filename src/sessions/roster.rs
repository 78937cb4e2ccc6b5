//! Which sessions there are, for subscribers of the daemon as a whole.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::journal::StoredIds;
use super::session_id::SessionId;

/// The newest session and the number of sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The newest that goes on air by itself and has not been deleted: a live match or a
    /// combat. Nobody wants to see a practice match, an analysis or an import on a stream by
    /// surprise.
    pub newest: Option<SessionId>,
    pub sessions: u64,
}

impl Roster {
    fn of(kept: &KeptSessions) -> Roster {
        Roster {
            newest: kept.all.difference(&kept.off_air).last().copied(),
            sessions: kept.all.len() as u64,
        }
    }
}

/// When overlays show a new session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Air {
    /// At once, if they show the newest one.
    ByItself,
    /// Only if somebody chooses it.
    OnRequest,
}

#[derive(Debug)]
pub(super) struct RosterKeeper {
    /// Locked while a roster is published, so that the last one published is right.
    kept: Mutex<Kept>,
    roster: watch::Sender<Roster>,
    longest_delay: Duration,
}

#[derive(Debug)]
struct KeptSessions {
    all: BTreeSet<SessionId>,
    /// Those of them that do not go on air by themselves.
    off_air: BTreeSet<SessionId>,
}

#[derive(Debug)]
struct Kept {
    sessions: KeptSessions,
    /// Rosters that a reader with a delay may still have to see, the oldest first, each
    /// with the time since when it was so.
    past: VecDeque<(Instant, Roster)>,
}

/// The most rosters that are remembered. A reader with a delay is told less than there
/// was if more of them have come within its delay.
const MOST_PAST: usize = 4096;

impl RosterKeeper {
    pub fn new(stored: StoredIds, longest_delay: Duration) -> RosterKeeper {
        let sessions = KeptSessions {
            all: stored.all,
            off_air: stored.off_air,
        };
        let now = Roster::of(&sessions);
        let past = VecDeque::from([(Instant::now(), now.clone())]);
        RosterKeeper {
            roster: watch::Sender::new(now),
            kept: Mutex::new(Kept { sessions, past }),
            longest_delay,
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn has(&self, id: SessionId) -> bool {
        self.kept().sessions.all.contains(&id)
    }

    pub(crate) fn before(&self, age: Duration) -> Roster {
        let now = Instant::now();
        let kept = self.kept();
        let mut past = kept.past.iter().rev();
        let then = past.find(|(since, _)| *since + age <= now);
        then.map(|(_, roster)| roster.clone()).unwrap_or_default()
    }

    pub fn follow(&self) -> watch::Receiver<Roster> {
        self.roster.subscribe()
    }

    pub(crate) fn created(&self, id: SessionId, air: Air) {
        self.publish(|sessions| {
            sessions.all.insert(id);
            match air {
                Air::OnRequest => sessions.off_air.insert(id),
                Air::ByItself => sessions.off_air.remove(&id),
            };
        });
    }

    /// How many sessions there are.
    pub(crate) fn number(&self) -> u64 {
        self.kept().sessions.all.len() as u64
    }

    /// The session counts as one that goes on air by itself.
    pub(crate) fn put_on_air(&self, id: SessionId) {
        self.publish(|sessions| sessions.off_air.remove(&id));
    }

    /// Other sessions are there than was known. Those that are known stay on or off air.
    pub(crate) fn replace(&self, stored: StoredIds) {
        if self.kept().sessions.all == stored.all {
            return;
        }
        self.publish(|sessions| {
            let was_on_air =
                |id: &SessionId| sessions.all.contains(id) && !sessions.off_air.contains(id);
            let mut off_air = stored.off_air;
            off_air.retain(|id| !was_on_air(id));
            sessions.all = stored.all;
            sessions.off_air = off_air;
        });
    }

    /// The roster is the same, but subscribers are notified.
    pub(crate) fn notify(&self) {
        self.publish(|_| ());
    }

    pub(crate) fn deleted(&self, id: SessionId) {
        self.publish(|sessions| {
            sessions.all.remove(&id);
            sessions.off_air.remove(&id);
        });
    }

    fn publish<T>(&self, change: impl FnOnce(&mut KeptSessions) -> T) {
        let mut kept = self.kept();
        change(&mut kept.sessions);
        let (since, now) = (Instant::now(), Roster::of(&kept.sessions));
        kept.past.push_back((since, now.clone()));
        // The newest of the settled rosters is still needed.
        let is_settled =
            |(since, _): &(Instant, Roster)| *since + self.longest_delay <= Instant::now();
        while kept.past.len() > MOST_PAST || kept.past.get(1).is_some_and(is_settled) {
            kept.past.pop_front();
        }
        self.roster.send_replace(now);
    }
}
