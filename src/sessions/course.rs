//! How a game came to be what it is: the acts that stand, and how it stood after
//! each of them.

use std::sync::Arc;

use super::game::Game;
use super::history::Seq;

/// One act that stands.
#[derive(Debug)]
pub struct Mark<G: Game> {
    pub seq: Seq,
    pub action: G::Action,
    pub events: Vec<G::Event>,
    pub standing: G::Standing,
}

/// The acts that stand. Cheap to copy and to go on from, however long it is: what
/// came before is shared.
#[derive(Debug)]
pub struct Course<G: Game> {
    last: Option<Arc<Link<G>>>,
}

#[derive(Debug)]
struct Link<G: Game> {
    mark: Mark<G>,
    before: Course<G>,
}

/// A game and the way to it.
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

/// One after the other: each dropping the one before it would be as deep as the
/// session is long.
impl<G: Game> Drop for Course<G> {
    fn drop(&mut self) {
        let mut last = self.last.take();
        while let Some(link) = last {
            // Where somebody else holds the rest, it stays.
            last = Arc::into_inner(link).and_then(|mut link| link.before.last.take());
        }
    }
}
