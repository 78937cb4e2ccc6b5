//! The actor of a session that several nodes share: it owns the session, or follows the
//! node that does. Followers read new events from the journal when the owner tells of
//! them, so that readers here see the same moments.

use std::time::Duration;

use super::*;
use crate::journal::{Claimed, JournalError, Leases, StoredSession};
use crate::nodes::Epoch;
use crate::stored;

/// How long a follower waits before it looks for the owner again.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// The next event at the owner. Without a connection to it, none after a while.
pub(super) async fn next(upstream: &mut Option<watch::Receiver<Seq>>) -> Option<Seq> {
    match upstream {
        Some(seqs) => {
            if seqs.changed().await.is_ok() {
                return Some(*seqs.borrow_and_update());
            }
            *upstream = None;
            None
        }
        None => {
            tokio::time::sleep(LOOK_AGAIN).await;
            None
        }
    }
}

impl<G: Game, D: Derived> Actor<G, D> {
    fn leases(&self) -> Option<Arc<Leases>> {
        self.shared.journal.leases().cloned()
    }

    pub(super) async fn begin(&mut self) {
        let standing = self.standing.borrow().clone();
        match standing {
            Standing::Owner { .. } => self.answer_for_program().await,
            Standing::Follower(_) => self.join().await,
        }
    }

    /// The process, or another owner, may have ended between a move and the program's
    /// answer.
    async fn answer_for_program(&mut self) {
        if self.program_may_be_due() {
            self.play_program_sides(&mut Vec::new()).await;
        }
    }

    /// Follows the owner from now on.
    async fn join(&mut self) {
        let standing = self.standing.borrow().clone();
        if let Standing::Follower(owner) = standing {
            let following = self.shared.upstream().follow(&owner, self.id);
            self.upstream = following.await.ok();
            if self.read_new_events().await.is_err() {
                self.upstream = None;
            }
        }
    }

    /// The owner has told of an event, or cannot be followed any more.
    pub(super) async fn hear(&mut self, seq: Option<Seq>) {
        let read = match seq {
            Some(seq) if seq <= self.history.seq() => return,
            Some(_) => self.read_new_events().await,
            None => self.refresh().await,
        };
        if let Err(error) = read {
            tracing::debug!(session = %self.id, %error, "a followed session could not be read");
            self.upstream = None;
        }
    }

    /// Finds out who owns the session, takes it if nobody does, and reads what has become
    /// of it: written first, then read, so that nobody else can write in between.
    pub(super) async fn refresh(&mut self) -> Result<(), SessionError<G::Refusal>> {
        if self.freshness == Freshness::Gone {
            return Err(self.unknown());
        }
        let Some(leases) = self.leases() else {
            self.read_new_events().await?;
            self.freshness = Freshness::Fresh;
            return Ok(());
        };
        let was_owner = matches!(*self.standing.borrow(), Standing::Owner { .. });
        let claimed = leases.claim(self.id).await?;
        let standing = match claimed {
            None => {
                self.freshness = Freshness::Gone;
                return Err(self.unknown());
            }
            Some(Claimed::Mine { node, epoch }) => Standing::Owner {
                node: Some(node),
                epoch,
            },
            Some(Claimed::Elsewhere(owner)) => Standing::Follower(owner),
        };
        let is_owner = matches!(standing, Standing::Owner { .. });
        self.upstream = None;
        if let Standing::Follower(owner) = &standing {
            let following = self.shared.upstream().follow(owner, self.id);
            self.upstream = following.await.ok();
        }
        // Nobody may answer as the owner before the events are read.
        self.freshness = Freshness::Stale;
        self.read_new_events().await?;
        self.standing.send_replace(standing);
        self.freshness = Freshness::Fresh;
        if is_owner && !was_owner {
            tracing::info!(session = %self.id, "this node has taken the session over");
            self.answer_for_program().await;
        }
        Ok(())
    }

    fn unknown(&self) -> SessionError<G::Refusal> {
        SessionError::Unknown {
            id: self.id.to_string(),
        }
    }

    /// Makes sure that this node owns the session and knows all of it.
    pub(super) async fn own(&mut self) -> Result<(), SessionError<G::Refusal>> {
        let holds = |standing: &Standing, leases: &Leases| match standing {
            Standing::Owner { node, .. } => node.is_some_and(|node| leases.holds(node)),
            Standing::Follower(_) => true,
        };
        let lapsed = match self.leases() {
            None => false,
            Some(leases) => !holds(&self.standing.borrow(), &leases),
        };
        if self.freshness != Freshness::Fresh || lapsed {
            self.refresh().await?;
        }
        self.epoch().map(|_| ())
    }

    /// The epoch in which this node owns the session.
    pub(super) fn epoch(&self) -> Result<Epoch, SessionError<G::Refusal>> {
        match &*self.standing.borrow() {
            Standing::Owner { epoch, .. } => Ok(*epoch),
            Standing::Follower(_) => Err(SessionError::Elsewhere),
        }
    }

    /// Notes what a write has shown about the session.
    pub(super) fn written(
        &mut self,
        written: Result<(), JournalError>,
    ) -> Result<(), SessionError<G::Refusal>> {
        match written {
            Ok(()) => Ok(()),
            Err(JournalError::Conflict) if self.leases().is_some() => {
                self.freshness = Freshness::Stale;
                Err(SessionError::Elsewhere)
            }
            Err(error) => {
                if !matches!(error, JournalError::Failed(_)) {
                    self.freshness = Freshness::Stale;
                }
                Err(error.into())
            }
        }
    }

    pub(super) async fn reopen(&mut self) -> Result<(), SessionError<G::Refusal>> {
        self.own().await?;
        let epoch = self.epoch()?;
        let reopened = self.shared.journal.reopen(self.id, epoch).await;
        self.written(reopened)?;
        self.closed = false;
        Ok(())
    }

    /// Gives the session up, so that another node may take it at once.
    pub(super) async fn release(&self) {
        let standing = self.standing.borrow().clone();
        if let (Some(leases), Standing::Owner { epoch, .. }) = (self.leases(), standing) {
            leases.release(self.id, epoch).await;
        }
    }

    /// Reads the events that the journal has and this actor does not know, and shows
    /// them to the readers one by one.
    pub(super) async fn read_new_events(&mut self) -> Result<(), SessionError<G::Refusal>> {
        let journal = &self.shared.journal;
        let stored = journal.load_after(self.id, self.history.seq()).await?;
        let Some(stored) = stored else {
            self.freshness = Freshness::Gone;
            return Err(self.unknown());
        };
        let own_setup = G::write_setup(&self.shared.library, &self.history.setup);
        let is_another = stored.session.setup != own_setup
            || stored.session.seq < self.history.seq()
            || (stored.session.closed && !self.closed);
        if is_another {
            // Its subscribers are told that it has ended, as at the node where it was done.
            self.freshness = Freshness::Gone;
            return Err(self.unknown());
        }
        self.closed = stored.session.closed;
        if stored.events.is_empty() {
            return Ok(());
        }
        let history = self.with_events(&stored)?;
        let (first, shared) = (self.history.seq(), self.shared.clone());
        let now = self.now();
        let read = history.clone();
        let replay = move || played_since(&read, &shared.library, first, &now);
        let unreadable = |problem: String| SessionError::Unreadable {
            id: self.id.to_string(),
            problem,
        };
        let played = match self.shared.workers.players.run(replay).await {
            Ok(played) => played.map_err(|error| unreadable(error.to_string()))?,
            Err(failure) => return Err(unreadable(failure.to_string())),
        };
        self.history = history;
        for (seq, next) in (first + 1..).zip(played) {
            let moment = Arc::new(Moment::new(self.id, seq, next, Instant::now()));
            self.moments.send_replace(moment).supersede();
        }
        Ok(())
    }

    fn with_events(&self, stored: &StoredSession) -> Result<History<G>, SessionError<G::Refusal>> {
        let mut history = self.history.clone();
        for row in &stored.events {
            let (seq, since) = (history.seq() + 1, Instant::now());
            let library = &self.shared.library;
            let entry = stored::entry::<G>(library, &history.setup, seq, row, since);
            let unreadable = |problem| SessionError::Unreadable {
                id: self.id.to_string(),
                problem,
            };
            history.entries.push(Arc::new(entry.map_err(unreadable)?));
        }
        Ok(history)
    }
}

/// The game after each event that follows the first `first`, which led to `now`.
fn played_since<G: Game, D: Derived>(
    history: &History<G>,
    library: &G::Library,
    first: Seq,
    now: &Moment<G, D>,
) -> Result<Vec<Played<G>>, crate::history::ReplayError> {
    let mut last = Played {
        game: now.game.clone(),
        course: now.course.clone(),
    };
    let mut played = Vec::new();
    for (seq, entry) in (1..).zip(&history.entries).skip(first as usize) {
        last = match &entry.change {
            SessionChange::Act(action) => step(library, &last, action, seq)?,
            _ => history.played_to(library, seq)?,
        };
        played.push(last.clone());
    }
    Ok(played)
}
