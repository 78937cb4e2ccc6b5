//! All that has happened to a session, and what it was at any point of it.

use std::sync::Arc;
use std::time::Instant;

use super::game::Game;
use super::moment::Moment;
use super::session_id::SessionId;

/// How many events a session has taken in.
pub type Seq = u64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<A> {
    Act(A),
    /// So many of the latest acts that were still standing are taken back.
    Undo(u64),
}

/// One event: what changed and when.
#[derive(Clone, Debug)]
pub struct Entry<A> {
    pub change: Change<A>,
    /// Milliseconds since 1970, as the journal keeps it.
    pub at_ms: u64,
    /// The same on this process's clock.
    pub since: Instant,
}

/// Cheap to copy: readers go through a copy while the session plays on.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    pub session: SessionId,
    pub setup: Arc<G::Setup>,
    pub created_ms: u64,
    pub created: Instant,
    pub entries: Vec<Arc<Entry<G::Action>>>,
}

/// A journal that its own rules now refuse: the data or the rules are others.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} cannot be repeated: {problem}")]
pub struct ReplayError {
    pub seq: Seq,
    pub problem: String,
}

impl<G: Game> History<G> {
    pub fn seq(&self) -> Seq {
        self.entries.len() as Seq
    }

    /// The acts that stand after the first `seq` events.
    pub fn standing(&self, seq: Seq) -> Vec<&Arc<Entry<G::Action>>> {
        let mut standing = Vec::new();
        for entry in self.entries.iter().take(seq as usize) {
            match entry.change {
                Change::Act(_) => standing.push(entry),
                Change::Undo(count) => {
                    let left = standing.len().saturating_sub(count as usize);
                    standing.truncate(left);
                }
            }
        }
        standing
    }

    /// The match after the first `seq` events.
    pub fn game_at(&self, library: &G::Library, seq: Seq) -> Result<G, ReplayError> {
        let mut game = self.beginning(library)?;
        for (place, entry) in (1..).zip(self.standing(seq)) {
            if let Change::Act(action) = &entry.change {
                game = step(library, &game, action, place)?;
            }
        }
        Ok(game)
    }

    /// The moments from the newest one that is not younger than `when` up to now;
    /// all of them if even the beginning is younger.
    pub fn moments_from(
        &self,
        library: &G::Library,
        when: Instant,
    ) -> Result<Vec<Arc<Moment<G>>>, ReplayError> {
        let mut games = vec![self.beginning(library)?];
        let first = self.moment(0, games[0].clone(), self.created);
        let mut moments = vec![first];
        for (seq, entry) in (1..).zip(&self.entries) {
            match &entry.change {
                Change::Act(action) => {
                    let now = games.last().unwrap_or(&moments[0].game);
                    let next = step(library, now, action, seq)?;
                    games.push(next);
                }
                Change::Undo(count) => {
                    let left = games.len().saturating_sub(*count as usize).max(1);
                    games.truncate(left);
                }
            }
            if entry.since <= when {
                moments.clear();
            }
            if let Some(game) = games.last() {
                moments.push(self.moment(seq, game.clone(), entry.since));
            }
        }
        Ok(moments)
    }

    fn moment(&self, seq: Seq, game: G, since: Instant) -> Arc<Moment<G>> {
        Arc::new(Moment::new(self.session, seq, game, since))
    }

    fn beginning(&self, library: &G::Library) -> Result<G, ReplayError> {
        G::begin(library, &self.setup).map_err(|refusal| ReplayError {
            seq: 0,
            problem: refusal.to_string(),
        })
    }
}

fn step<G: Game>(
    library: &G::Library,
    game: &G,
    action: &G::Action,
    seq: Seq,
) -> Result<G, ReplayError> {
    match game.act(library, action) {
        Ok((next, _)) => Ok(next),
        Err(refusal) => Err(ReplayError {
            seq,
            problem: refusal.to_string(),
        }),
    }
}
