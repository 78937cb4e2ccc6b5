//! The acts that led to a game, without those that were undone, and the game's
//! standing after each of them.

use std::sync::Arc;

use super::game::Game;
use super::history::Seq;

/// One act that has not been undone.
#[derive(Debug)]
pub struct Mark<G: Game> {
    pub seq: Seq,
    pub action: G::Action,
    pub events: Vec<G::Event>,
    pub standing: G::Standing,
}

/// The acts that have not been undone, as a linked list. Copies share their links, so
/// copying and adding an act take the same time for any length.
#[derive(Debug)]
pub struct Course<G: Game> {
    last: Option<Arc<Link<G>>>,
}

#[derive(Debug)]
struct Link<G: Game> {
    mark: Mark<G>,
    before: Course<G>,
}

/// A game and the acts that led to it.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    pub game: G,
    pub course: Course<G>,
}

impl<G: Game> Played<G> {
    pub fn beginning(game: G) -> Played<G> {
        Played {
            game,
            course: Course { last: None },
        }
    }
}

impl<G: Game> Course<G> {
    /// The game after one more act, which made it `game`.
    pub fn then(&self, seq: Seq, action: &G::Action, game: G, events: &[G::Event]) -> Played<G> {
        let mark = Mark {
            seq,
            action: action.clone(),
            events: events.to_vec(),
            standing: game.standing(),
        };
        let link = Link {
            mark,
            before: self.clone(),
        };
        let course = Course {
            last: Some(Arc::new(link)),
        };
        Played { game, course }
    }

    /// The events of the latest so many acts, in order.
    pub(crate) fn last_events(&self, acts: usize) -> Vec<G::Event> {
        let marks = self.marks();
        let first = marks.len().saturating_sub(acts);
        let events = marks[first..].iter().flat_map(|mark| &mark.events);
        events.cloned().collect()
    }

    /// The oldest first.
    pub fn marks(&self) -> Vec<&Mark<G>> {
        let mut marks = Vec::new();
        let mut course = self;
        while let Some(link) = &course.last {
            marks.push(&link.mark);
            course = &link.before;
        }
        marks.reverse();
        marks
    }
}

impl<G: Game> Clone for Course<G> {
    fn clone(&self) -> Self {
        Course {
            last: self.last.clone(),
        }
    }
}

/// Drops the links in a loop: the default would recurse once for each act and could
/// overflow the stack.
impl<G: Game> Drop for Course<G> {
    fn drop(&mut self) {
        let mut last = self.last.take();
        while let Some(link) = last {
            // Links that another course shares are kept.
            last = Arc::into_inner(link).and_then(|mut link| link.before.last.take());
        }
    }
}
