//! When events happened, on the clock of this process, which never jumps. The journal
//! keeps times of the wall clock. They are shown to people; no delay depends on them,
//! because a wall clock that is set would let delayed updates out too early.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::actor::now_ms;
use super::game::Game;
use super::history::{Entry, History};
use super::journal::{Journal, StoredSession};
use super::session_id::SessionId;

#[derive(Debug)]
pub(crate) struct EventTimes {
    /// Events of an earlier process count as if they had happened when this one began:
    /// how long it was not running cannot be known.
    started: Instant,
    longest_delay: Duration,
    writers: Writers,
    /// Sessions that have left memory.
    departed: Mutex<BTreeMap<SessionId, Departed>>,
}

#[derive(Debug)]
struct Departed {
    left: Instant,
    created: Instant,
    events: usize,
    /// The times of the last events, those that a delay could still hold back.
    last: Vec<Instant>,
}

/// Who writes the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writers {
    /// This process alone. What it has not written was there before it began.
    Alone,
    /// Other nodes, too. How old their events are only the wall clock can say.
    Many,
}

impl Writers {
    pub fn of(journal: &Journal) -> Writers {
        match journal.leases() {
            None => Writers::Alone,
            Some(_) => Writers::Many,
        }
    }
}

/// The clocks of two nodes may differ by so much: events of another count as that much
/// younger than they seem.
const CLOCKS_DIFFER: Duration = Duration::from_secs(2);

/// When something happened that another node wrote, by its wall clock.
pub(super) fn since_ms(at_ms: u64, now: Instant) -> Instant {
    let age = Duration::from_millis(now_ms().saturating_sub(at_ms));
    let age = age.saturating_sub(CLOCKS_DIFFER);
    now.checked_sub(age).unwrap_or(now)
}

/// What is known of a session's times without loading it.
pub(super) struct KnownTimes {
    /// `None` if only the session itself knows.
    pub created: Option<Instant>,
    pub last: Instant,
}

/// The times of a session that is loaded from the journal.
pub(super) struct LoadedTimes {
    pub created: Instant,
    pub events: Vec<Instant>,
}

impl EventTimes {
    pub fn new(longest_delay: Duration, writers: Writers) -> EventTimes {
        EventTimes {
            started: Instant::now(),
            longest_delay,
            writers,
            departed: Mutex::default(),
        }
    }

    pub(super) fn started(&self) -> Instant {
        self.started
    }

    fn departed(&self) -> std::sync::MutexGuard<'_, BTreeMap<SessionId, Departed>> {
        self.departed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the times of a session that leaves memory. It may be loaded again while
    /// somebody's delay still holds back its last events.
    pub(super) fn note<G: Game>(&self, history: &History<G>) {
        let now = Instant::now();
        let held_back = |at: Instant| at + self.longest_delay > now;
        let settled = |entry: &&std::sync::Arc<Entry<G::Action>>| !held_back(entry.since);
        let settled = history.entries.iter().take_while(settled).count();
        let last = history.entries[settled..].iter();
        let mut departed = self.departed();
        departed.retain(|_, session| held_back(session.left));
        departed.insert(
            history.session,
            Departed {
                left: now,
                created: history.created,
                events: history.entries.len(),
                last: last.map(|entry| entry.since).collect(),
            },
        );
    }

    /// The times of the session's events. None is earlier than the event, except where
    /// the longest delay is over.
    pub(super) fn of(&self, stored: &StoredSession) -> LoadedTimes {
        let (session, events) = (stored.session.id, stored.events.len());
        if self.writers == Writers::Many {
            let now = Instant::now();
            let times = stored.events.iter();
            return LoadedTimes {
                created: since_ms(stored.session.created_ms, now),
                events: times.map(|event| since_ms(event.at_ms, now)).collect(),
            };
        }
        match self.departed().get(&session) {
            Some(known) if known.events == events => {
                let settled = events - known.last.len();
                let before = known.left.checked_sub(self.longest_delay);
                let before = before.unwrap_or(self.started).max(known.created);
                let settled = std::iter::repeat_n(before, settled);
                LoadedTimes {
                    created: known.created,
                    events: settled.chain(known.last.iter().copied()).collect(),
                }
            }
            // The journal has been changed by somebody else.
            Some(_) => all_at(Instant::now(), events),
            None => all_at(self.started, events),
        }
    }

    /// The times of a session that is not in memory and was changed last at `updated_ms`.
    pub(super) fn known(&self, session: SessionId, updated_ms: u64) -> KnownTimes {
        if self.writers == Writers::Many {
            return KnownTimes {
                created: None,
                last: since_ms(updated_ms, Instant::now()),
            };
        }
        let departed = self.departed();
        let times = departed.get(&session).map(|known| KnownTimes {
            created: Some(known.created),
            last: known.last.last().copied().unwrap_or(known.created),
        });
        times.unwrap_or(KnownTimes {
            created: Some(self.started),
            last: self.started,
        })
    }
}

fn all_at(time: Instant, events: usize) -> LoadedTimes {
    LoadedTimes {
        created: time,
        events: vec![time; events],
    }
}
