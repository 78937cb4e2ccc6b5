//! One side of a contest, and the players it seats.

use std::fmt;
use std::sync::Arc;

use super::opening::HandExchange;
use super::players::{
    GreedyPlayer, MoveChooser, RandomPlayer, ReferencePlayer, SearchingPlayer, Sight,
};
use super::policy::Policy;
use qbcoach_engine::coaching::{Coach, SearchLimit, SearchStyle};
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::Rulebook;
use qbcoach_engine::simulation::deck_library::NamedDeck;

/// How a competitor plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Competitor {
    pub policy: Policy,
    /// How many positions a searching policy may look at for a move.
    pub nodes: u64,
    /// The ingredients of its search.
    pub style: SearchStyle,
    pub exchange: HandExchange,
}

/// Enough for most of the strength, and played in about 10 ms.
pub const DEFAULT_NODES: u64 = 20_000;

impl Competitor {
    /// The policy with the default number of nodes and the coach's mulligan.
    pub fn new(policy: Policy) -> Competitor {
        Competitor {
            policy,
            nodes: DEFAULT_NODES,
            style: SearchStyle::default(),
            exchange: HandExchange::default(),
        }
    }

    /// The player of this competitor. The coach leaves out the deck that it meets.
    pub(crate) fn player(&self, coach: &Arc<Coach>) -> Box<dyn MoveChooser> {
        let book = coach.book.clone();
        match self.policy {
            Policy::Random => Box::new(RandomPlayer { book }),
            Policy::Greedy => Box::new(GreedyPlayer { book }),
            Policy::Reference => Box::new(ReferencePlayer {
                coach: coach.clone(),
            }),
            Policy::Coach | Policy::Oracle => Box::new(self.searching_player(coach)),
        }
    }

    /// A player that searches; only the oracle sees all cards.
    pub(crate) fn searching_player(&self, coach: &Arc<Coach>) -> SearchingPlayer {
        SearchingPlayer {
            coach: coach.clone(),
            limit: SearchLimit::nodes(self.nodes),
            style: self.style,
            sight: match self.policy {
                Policy::Oracle => Sight::AllCards,
                _ => Sight::OwnCards,
            },
        }
    }
}

impl fmt::Display for Competitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.policy.word())?;
        if self.policy.searches() {
            write!(f, " of {} nodes", self.nodes)?;
        }
        Ok(())
    }
}

/// What a player may know before a match.
pub struct Seat<'a> {
    pub book: &'a Rulebook,
    /// The decks that people are known to play.
    pub shipped: &'a [NamedDeck],
    /// The opponent's deck, which is left out of the archetypes.
    pub enemy_deck: &'a NamedDeck,
}

impl Seat<'_> {
    /// The shipped decks without the enemy's own, so that the enemy's deck must be
    /// inferred from the cards seen.
    pub fn archetypes(&self) -> Archetypes {
        let others = self.shipped.iter();
        let others = others.filter(|deck| deck.tag != self.enemy_deck.tag);
        Archetypes {
            decks: others.map(|deck| deck.cards.clone()).collect(),
            ..Archetypes::default()
        }
    }

    pub fn coach(&self) -> Coach {
        Coach::new(self.book.clone(), self.archetypes())
    }

    /// The player that a competitor has in this seat.
    pub fn player(&self, competitor: &Competitor) -> Box<dyn MoveChooser> {
        competitor.player(&Arc::new(self.coach()))
    }
}
