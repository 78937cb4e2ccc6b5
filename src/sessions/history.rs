//! All that has happened to a session, and what it was at any point of it.

use std::sync::Arc;
use std::time::Instant;

use super::course::Played;
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
        let numbered = self.standing_numbered(seq);
        numbered.into_iter().map(|(_, entry)| entry).collect()
    }

    fn standing_numbered(&self, seq: Seq) -> Vec<(Seq, &Arc<Entry<G::Action>>)> {
        let mut standing = Vec::new();
        for (number, entry) in (1..=seq).zip(&self.entries) {
            match entry.change {
                Change::Act(_) => standing.push((number, entry)),
                Change::Undo(count) => {
                    let left = standing.len().saturating_sub(count as usize);
                    standing.truncate(left);
                }
            }
        }
        standing
    }

    /// The match after the first `seq` events.
    pub fn played_to(&self, library: &G::Library, seq: Seq) -> Result<Played<G>, ReplayError> {
        self.repeated(library, self.standing_numbered(seq))
    }

    /// The match after the first so many of the acts that stand now.
    pub fn played_acts(&self, library: &G::Library, acts: u64) -> Result<Played<G>, ReplayError> {
        let mut standing = self.standing_numbered(self.seq());
        standing.truncate(acts as usize);
        self.repeated(library, standing)
    }

    fn repeated(
        &self,
        library: &G::Library,
        acts: Vec<(Seq, &Arc<Entry<G::Action>>)>,
    ) -> Result<Played<G>, ReplayError> {
        let mut played = self.beginning(library)?;
        for (number, entry) in acts {
            if let Change::Act(action) = &entry.change {
                played = step(library, &played, action, number)?;
            }
        }
        Ok(played)
    }

    /// The match now.
    pub fn played(&self, library: &G::Library) -> Result<Played<G>, ReplayError> {
        self.played_to(library, self.seq())
    }

    /// The match now, gone through event by event: what was taken back must have
    /// been possible, too.
    pub fn checked(&self, library: &G::Library) -> Result<Played<G>, ReplayError> {
        let mut games = Standing::new(self.beginning(library)?);
        for (seq, entry) in (1..).zip(&self.entries) {
            games.take_in(library, seq, &entry.change)?;
        }
        Ok(games.now)
    }

    /// The moments from the newest one that is not younger than `when` up to now;
    /// all of them if even the beginning is younger.
    pub fn moments_from(
        &self,
        library: &G::Library,
        when: Instant,
    ) -> Result<Vec<Arc<Moment<G>>>, ReplayError> {
        let mut games = Standing::new(self.beginning(library)?);
        let mut moments = vec![self.moment(0, games.now.clone(), self.created)];
        for (seq, entry) in (1..).zip(&self.entries) {
            games.take_in(library, seq, &entry.change)?;
            if entry.since <= when {
                moments.clear();
            }
            moments.push(self.moment(seq, games.now.clone(), entry.since));
        }
        Ok(moments)
    }

    fn moment(&self, seq: Seq, played: Played<G>, since: Instant) -> Arc<Moment<G>> {
        Arc::new(Moment::new(self.session, seq, played, since))
    }

    fn beginning(&self, library: &G::Library) -> Result<Played<G>, ReplayError> {
        let begun = G::begin(library, &self.setup).map_err(|refusal| ReplayError {
            seq: 0,
            problem: refusal.to_string(),
        });
        begun.map(Played::beginning)
    }
}

/// The matches that one can go back to.
struct Standing<G: Game> {
    before: Vec<Played<G>>,
    now: Played<G>,
}

impl<G: Game> Standing<G> {
    fn new(beginning: Played<G>) -> Standing<G> {
        Standing {
            before: Vec::new(),
            now: beginning,
        }
    }

    fn take_in(
        &mut self,
        library: &G::Library,
        seq: Seq,
        change: &Change<G::Action>,
    ) -> Result<(), ReplayError> {
        match change {
            Change::Act(action) => {
                let next = step(library, &self.now, action, seq)?;
                self.before.push(std::mem::replace(&mut self.now, next));
            }
            Change::Undo(count) => {
                let standing = self.before.len() as u64;
                let back = standing.checked_sub(*count).filter(|_| *count > 0);
                let problem = || format!("it takes back {count} events, and {standing} stand");
                let back = back.ok_or_else(|| ReplayError {
                    seq,
                    problem: problem(),
                })?;
                self.now = self.before[back as usize].clone();
                self.before.truncate(back as usize);
            }
        }
        Ok(())
    }
}

fn step<G: Game>(
    library: &G::Library,
    played: &Played<G>,
    action: &G::Action,
    seq: Seq,
) -> Result<Played<G>, ReplayError> {
    match played.game.act(library, action) {
        Ok((next, events)) => Ok(played.course.then(seq, action, next, &events)),
        Err(refusal) => Err(ReplayError {
            seq,
            problem: refusal.to_string(),
        }),
    }
}
