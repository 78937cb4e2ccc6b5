//! Which sessions there are, for whoever wants to know when that changes.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use super::session_id::SessionId;

/// What the sessions are, all together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The newest that is still there.
    pub newest: Option<SessionId>,
    pub sessions: u64,
}

impl Roster {
    fn of(sessions: &BTreeSet<SessionId>) -> Roster {
        Roster {
            newest: sessions.last().copied(),
            sessions: sessions.len() as u64,
        }
    }
}

#[derive(Debug)]
pub(super) struct Rolls {
    /// Held while the roster is told, so that the last one told is true.
    sessions: Mutex<BTreeSet<SessionId>>,
    roster: watch::Sender<Roster>,
}

impl Rolls {
    pub fn new(sessions: BTreeSet<SessionId>) -> Rolls {
        Rolls {
            roster: watch::Sender::new(Roster::of(&sessions)),
            sessions: Mutex::new(sessions),
        }
    }

    pub fn follow(&self) -> watch::Receiver<Roster> {
        self.roster.subscribe()
    }

    pub fn came(&self, id: SessionId) {
        self.tell(|sessions| sessions.insert(id));
    }

    /// It is still there, but whoever follows will want to look.
    pub fn closed(&self) {
        self.tell(|_| ());
    }

    pub fn gone(&self, id: SessionId) {
        self.tell(|sessions| sessions.remove(&id));
    }

    fn tell<T>(&self, change: impl FnOnce(&mut BTreeSet<SessionId>) -> T) {
        let sessions = self.sessions.lock();
        let mut sessions = sessions.unwrap_or_else(PoisonError::into_inner);
        change(&mut sessions);
        self.roster.send_replace(Roster::of(&sessions));
    }
}
