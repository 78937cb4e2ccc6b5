//! The events of a session, and the game after any of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::act_id::ActId;
use super::actor::SessionStep;
use super::course::Played;
use super::game::{Game, RecordError};
use super::moment::{Derived, Moment};
use super::session_id::SessionId;

/// How many events a session has taken in.
pub type Seq = u64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionChange<A> {
    Act(A),
    /// So many of the latest acts that are still in effect are undone.
    Undo(u64),
    /// So many of the acts that were undone last, since the last act, are in effect
    /// again.
    Redo(u64),
}

impl<A> SessionChange<A> {
    fn is_act(&self) -> bool {
        matches!(self, SessionChange::Act(_))
    }

    /// The undo or redo of a line in a text; none for a line that begins with another
    /// word.
    pub(crate) fn from_words(
        word: &str,
        rest: &str,
    ) -> Result<Option<SessionChange<A>>, RecordError> {
        let change = match word {
            "undo" => SessionChange::Undo,
            "redo" => SessionChange::Redo,
            _ => return Ok(None),
        };
        let count = rest.parse().ok().filter(|count| *count > 0);
        let count = count.ok_or_else(|| RecordError::new(format!("say how many: `{word} 1`")))?;
        Ok(Some(change(count)))
    }
}

/// One event: what changed and when.
#[derive(Clone, Debug)]
pub struct Entry<A> {
    pub change: SessionChange<A>,
    /// Milliseconds since 1970, as the journal keeps it.
    pub at_ms: u64,
    /// The same on this process's clock.
    pub since: Instant,
    /// The client's name for an act.
    pub act_id: Option<ActId>,
}

/// Cheap to copy: readers go through a copy while the session goes on.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    pub session: SessionId,
    pub setup: Arc<G::Setup>,
    pub created_ms: u64,
    pub created: Instant,
    pub entries: Vec<Arc<Entry<G::Action>>>,
}

/// An event of the journal that is refused now: the cards or the rules have changed.
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

    /// How many events are at least this old; `None` if even the session is younger.
    pub(crate) fn seq_before(&self, age: Duration) -> Option<Seq> {
        let now = Instant::now();
        let is_old = |since: Instant| since + age <= now;
        let old = self.entries.iter().take_while(|entry| is_old(entry.since));
        is_old(self.created).then(|| old.count() as Seq)
    }

    /// The acts among the first `seq` events that have not been undone by then.
    pub(crate) fn acts_in_effect(&self, seq: Seq) -> Vec<&Arc<Entry<G::Action>>> {
        let numbered = self.numbered_acts(seq);
        numbered.into_iter().map(|(_, entry)| entry).collect()
    }

    fn numbered_acts(&self, seq: Seq) -> Vec<(Seq, &Arc<Entry<G::Action>>)> {
        self.sorted_acts(seq).in_effect
    }

    /// The acts that a redo can bring back, the next one last.
    pub(crate) fn undone_acts(&self) -> Vec<(Seq, &Arc<Entry<G::Action>>)> {
        self.sorted_acts(self.seq()).undone
    }

    fn sorted_acts(&self, seq: Seq) -> SortedActs<'_, G> {
        let mut acts = SortedActs {
            in_effect: Vec::new(),
            undone: Vec::new(),
        };
        for (number, entry) in (1..=seq).zip(&self.entries) {
            match entry.change {
                SessionChange::Act(_) => {
                    acts.in_effect.push((number, entry));
                    acts.undone.clear();
                }
                SessionChange::Undo(count) => {
                    let left = acts.in_effect.len().saturating_sub(count as usize);
                    acts.undone.extend(acts.in_effect.drain(left..).rev());
                }
                SessionChange::Redo(count) => {
                    let left = acts.undone.len().saturating_sub(count as usize);
                    acts.in_effect.extend(acts.undone.drain(left..).rev());
                }
            }
        }
        acts
    }

    /// The event that an act of this name made.
    pub(crate) fn seq_of(&self, name: &ActId) -> Option<Seq> {
        let place = self
            .entries
            .iter()
            .rposition(|entry| entry.act_id.as_ref() == Some(name));
        place.map(|place| place as Seq + 1)
    }

    /// The moments and events that the answer to an act, an undo or a redo showed: its
    /// own, and those of the program's moves after it.
    pub(crate) fn steps_of_act<D: Derived>(
        &self,
        library: &G::Library,
        seq: Seq,
    ) -> Result<Vec<SessionStep<G, D>>, ReplayError> {
        let mut stack = UndoStack::new(self.beginning(library)?);
        let mut steps = Vec::new();
        for (number, entry) in (1..).zip(&self.entries) {
            let is_own = number == seq;
            let is_program =
                number > seq && stack.now.game.is_programs_turn() && entry.change.is_act();
            if number > seq && !is_program {
                break;
            }
            stack.apply(library, number, &entry.change)?;
            if is_own || is_program {
                let shown = match entry.change {
                    SessionChange::Act(_) => 1,
                    SessionChange::Undo(_) => 0,
                    SessionChange::Redo(count) => count as usize,
                };
                steps.push(SessionStep {
                    events: stack.now.course.last_events(shown),
                    after: self.moment(number, stack.now.clone(), entry.since),
                });
            }
            // After an undo the move is the client's.
            if is_own && matches!(entry.change, SessionChange::Undo(_)) {
                break;
            }
        }
        Ok(steps)
    }

    /// The game after the first `seq` events.
    pub(crate) fn played_to(
        &self,
        library: &G::Library,
        seq: Seq,
    ) -> Result<Played<G>, ReplayError> {
        self.replayed(library, self.numbered_acts(seq))
    }

    /// The game after the first so many of the acts that are in effect now.
    pub(crate) fn played_acts(
        &self,
        library: &G::Library,
        acts: u64,
    ) -> Result<Played<G>, ReplayError> {
        let mut in_effect = self.numbered_acts(self.seq());
        in_effect.truncate(acts as usize);
        self.replayed(library, in_effect)
    }

    fn replayed(
        &self,
        library: &G::Library,
        acts: Vec<(Seq, &Arc<Entry<G::Action>>)>,
    ) -> Result<Played<G>, ReplayError> {
        let mut played = self.beginning(library)?;
        for (number, entry) in acts {
            if let SessionChange::Act(action) = &entry.change {
                played = step(library, &played, action, number)?;
            }
        }
        Ok(played)
    }

    /// The game now.
    pub(crate) fn played(&self, library: &G::Library) -> Result<Played<G>, ReplayError> {
        self.played_to(library, self.seq())
    }

    /// The game now, replayed event by event: acts that were undone later must have
    /// been legal, too.
    pub(crate) fn checked(&self, library: &G::Library) -> Result<Played<G>, ReplayError> {
        let mut stack = UndoStack::new(self.beginning(library)?);
        for (seq, entry) in (1..).zip(&self.entries) {
            stack.apply(library, seq, &entry.change)?;
        }
        Ok(stack.now)
    }

    /// The moments from the newest one that is not younger than `when` up to now;
    /// all of them if even the beginning is younger.
    pub fn moments_from<D: Derived>(
        &self,
        library: &G::Library,
        when: Instant,
    ) -> Result<Vec<Arc<Moment<G, D>>>, ReplayError> {
        let mut stack = UndoStack::new(self.beginning(library)?);
        let mut moments = vec![self.moment(0, stack.now.clone(), self.created)];
        for (seq, entry) in (1..).zip(&self.entries) {
            stack.apply(library, seq, &entry.change)?;
            if entry.since <= when {
                moments.clear();
            }
            moments.push(self.moment(seq, stack.now.clone(), entry.since));
        }
        Ok(moments)
    }

    fn moment<D: Derived>(&self, seq: Seq, played: Played<G>, since: Instant) -> Arc<Moment<G, D>> {
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

/// The acts of a history.
struct SortedActs<'a, G: Game> {
    in_effect: Vec<(Seq, &'a Arc<Entry<G::Action>>)>,
    /// Those that can be redone, the next one last.
    undone: Vec<(Seq, &'a Arc<Entry<G::Action>>)>,
}

/// The games that an undo can go back to, and those that a redo can bring back.
struct UndoStack<G: Game> {
    before: Vec<Played<G>>,
    now: Played<G>,
    /// The next one last.
    undone: Vec<Played<G>>,
}

impl<G: Game> UndoStack<G> {
    fn new(beginning: Played<G>) -> UndoStack<G> {
        UndoStack {
            before: Vec::new(),
            now: beginning,
            undone: Vec::new(),
        }
    }

    fn apply(
        &mut self,
        library: &G::Library,
        seq: Seq,
        change: &SessionChange<G::Action>,
    ) -> Result<(), ReplayError> {
        match change {
            SessionChange::Act(action) => {
                let next = step(library, &self.now, action, seq)?;
                self.before.push(std::mem::replace(&mut self.now, next));
                self.undone.clear();
            }
            SessionChange::Undo(count) => {
                let undoable = self.before.len() as u64;
                if *count == 0 || *count > undoable {
                    let problem =
                        format!("it undoes {count} events, and {undoable} are left to undo");
                    return Err(ReplayError { seq, problem });
                }
                for earlier in self.before.drain((undoable - count) as usize..).rev() {
                    self.undone.push(std::mem::replace(&mut self.now, earlier));
                }
            }
            SessionChange::Redo(count) => {
                let redoable = self.undone.len() as u64;
                if *count == 0 || *count > redoable {
                    let problem =
                        format!("it redoes {count} events, and {redoable} are left to redo");
                    return Err(ReplayError { seq, problem });
                }
                for later in self.undone.drain((redoable - count) as usize..).rev() {
                    self.before.push(std::mem::replace(&mut self.now, later));
                }
            }
        }
        Ok(())
    }
}

pub(crate) fn step<G: Game>(
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
