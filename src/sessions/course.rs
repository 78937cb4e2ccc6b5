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

/// A game and the way to it. Cheap to copy: marks are shared.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    pub game: G,
    pub course: Vec<Arc<Mark<G>>>,
}

impl<G: Game> Played<G> {
    pub fn beginning(game: G) -> Played<G> {
        Played {
            game,
            course: Vec::new(),
        }
    }

    /// The game after one more act, which made it `game`.
    pub fn then(&self, seq: Seq, action: &G::Action, game: G, events: &[G::Event]) -> Played<G> {
        let mut course = Vec::with_capacity(self.course.len() + 1);
        course.extend(self.course.iter().cloned());
        course.push(Arc::new(Mark {
            seq,
            action: action.clone(),
            events: events.to_vec(),
            standing: game.standing(),
        }));
        Played { game, course }
    }
}
