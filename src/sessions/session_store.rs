//! The sessions in memory, and what their actors share.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use super::actor::SessionCommand;
use super::event_times::{EventTimes, Writers};
use super::game::Game;
use super::history::{History, Seq};
use super::journal::Journal;
use super::moment::{Derived, Moment};
use super::nodes::{NoOthers, Standing, Upstream};
use super::session_id::SessionId;
use super::workers::Workers;

#[derive(Clone, Debug)]
pub struct SessionLimits {
    pub sessions: u64,
    pub events_per_session: u64,
    /// A session without requests and subscribers leaves memory after this time.
    pub idle: Duration,
    /// The longest delay of a reader. For this time the sessions remember when their
    /// events happened.
    pub longest_delay: Duration,
}

/// The threads for the work of sessions. What players wait for never waits behind
/// what readers have asked for.
#[derive(Debug)]
pub(super) struct SessionWorkers {
    /// What a player's request needs: undoing, importing.
    pub players: Workers,
    /// The program's own moves.
    pub program: Workers,
    /// Loading sessions, and what readers ask about the past.
    pub past: Workers,
}

impl SessionWorkers {
    fn new() -> SessionWorkers {
        SessionWorkers {
            players: Workers::one_per_core("players"),
            program: Workers::one_per_core("program"),
            past: Workers::one_per_core("past"),
        }
    }
}

/// What the actors and the list of sessions share.
pub(super) struct SessionStore<G: Game, D: Derived> {
    pub library: G::Library,
    pub journal: Journal,
    pub limits: SessionLimits,
    pub crash_folder: PathBuf,
    pub workers: SessionWorkers,
    pub times: EventTimes,
    /// The way to the other nodes, if there are any.
    pub upstream: OnceLock<Arc<dyn Upstream>>,
    open: Mutex<BTreeMap<SessionId, SessionHandle<G, D>>>,
    /// Past moments that readers with a delay have, so that a thousand readers take no
    /// more memory than one.
    past: Mutex<PastMoments<G, D>>,
}

type PastMoments<G, D> = BTreeMap<(SessionId, Seq), Weak<Moment<G, D>>>;

impl<G: Game, D: Derived> SessionStore<G, D> {
    /// A store without sessions in memory.
    pub fn new(
        library: G::Library,
        journal: Journal,
        limits: SessionLimits,
        crash_folder: PathBuf,
    ) -> SessionStore<G, D> {
        SessionStore {
            library,
            times: EventTimes::new(limits.longest_delay, Writers::of(&journal)),
            upstream: OnceLock::new(),
            journal,
            workers: SessionWorkers::new(),
            limits,
            crash_folder,
            open: Mutex::new(BTreeMap::new()),
            past: Mutex::new(BTreeMap::new()),
        }
    }

    /// The same moments, those that another reader has already instead of the new ones.
    pub fn shared(&self, moments: Vec<Arc<Moment<G, D>>>) -> Vec<Arc<Moment<G, D>>> {
        let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        past.retain(|_, moment| moment.strong_count() > 0);
        let share = |moment: Arc<Moment<G, D>>| {
            let known = past.entry((moment.session, moment.seq)).or_default();
            match known.upgrade() {
                Some(known) => known,
                None => {
                    *known = Arc::downgrade(&moment);
                    moment
                }
            }
        };
        moments.into_iter().map(share).collect()
    }

    pub fn upstream(&self) -> &dyn Upstream {
        match self.upstream.get() {
            Some(upstream) => &**upstream,
            None => &NoOthers,
        }
    }

    /// The sessions in memory, by id.
    pub fn open(&self) -> MutexGuard<'_, BTreeMap<SessionId, SessionHandle<G, D>>> {
        // No panic can leave the list half changed.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an actor off the list, unless the session has a newer actor.
    pub fn forget(&self, history: &History<G>, moments: &Arc<watch::Sender<Arc<Moment<G, D>>>>) {
        let id = history.session;
        let mut open = self.open();
        if open
            .get(&id)
            .is_some_and(|handle| Arc::ptr_eq(&handle.moments, moments))
        {
            self.times.note(history);
            open.remove(&id);
        }
    }
}

/// A session in memory.
pub struct SessionHandle<G: Game, D: Derived> {
    pub(super) inbox: mpsc::Sender<SessionCommand<G, D>>,
    pub(super) moments: Arc<watch::Sender<Arc<Moment<G, D>>>>,
    pub(super) standing: Arc<watch::Sender<Standing>>,
}

impl<G: Game, D: Derived> Clone for SessionHandle<G, D> {
    fn clone(&self) -> Self {
        SessionHandle {
            inbox: self.inbox.clone(),
            moments: self.moments.clone(),
            standing: self.standing.clone(),
        }
    }
}

impl<G: Game, D: Derived> SessionHandle<G, D> {
    pub fn latest(&self) -> Arc<Moment<G, D>> {
        self.moments.borrow().clone()
    }

    /// Who changes the session now.
    pub fn standing(&self) -> Standing {
        self.standing.borrow().clone()
    }

    /// Receives newer moments; a slow reader skips some.
    pub fn follow(&self) -> watch::Receiver<Arc<Moment<G, D>>> {
        self.moments.subscribe()
    }
}
