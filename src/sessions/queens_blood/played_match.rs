//! The state of a match of Queen's Blood.

use std::sync::Arc;

use super::autoplay;
use super::library::Library;
use super::record;
use super::setup::{MatchMemory, MatchSetup, SetupFault};
use crate::game::{FinalTotals, Game, RecordError, Summary};
use qbcoach_engine::coaching::Coach;
use qbcoach_engine::observation::{ActError, AnnotatedState};
use qbcoach_engine::rules::{Event, MatchScore, Rarity, Rulebook, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::MatchMode;

#[derive(Clone, Debug)]
pub struct Match {
    pub coach: Arc<Coach>,
    pub setup: Arc<MatchSetup>,
    pub annotated: AnnotatedState,
}

/// The turn and score of a match after an act.
#[derive(Clone, Debug)]
pub struct MatchStanding {
    pub turn: u32,
    pub score: MatchScore,
    /// The coach's evaluation of the board, which holds no secrets.
    pub evaluation: f64,
}

/// Why a setup or an action was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchRefusal {
    #[error(transparent)]
    Setup(#[from] SetupFault),
    #[error(transparent)]
    Act(#[from] ActError),
    #[error(
        "{number} {name} has been seen {seen} times from {} deck, and the rules allow {allowed}",
        side.whose()
    )]
    TooManyCopies {
        side: Side,
        number: String,
        name: String,
        seen: usize,
        allowed: usize,
    },
    #[error("{seen} cards have been seen from {} deck, which has {deck_size}", side.whose())]
    TooManySeen {
        side: Side,
        seen: usize,
        deck_size: usize,
    },
}

impl Match {
    pub fn book(&self) -> &Rulebook {
        &self.coach.book
    }
}

impl Game for Match {
    type Library = Library;
    type Setup = MatchSetup;
    type Action = Action;
    type Event = Event;
    type Standing = MatchStanding;
    type Refusal = MatchRefusal;

    fn game_word(_: &MatchSetup) -> &'static str {
        "queens-blood"
    }

    fn begin(library: &Library, setup: &MatchSetup) -> Result<Match, MatchRefusal> {
        let coach = library.coach(setup.rules);
        let coach = match setup.remembered.is_empty() {
            true => coach,
            false => Arc::new(coach.remembering(setup.remembered.clone())),
        };
        Ok(Match {
            annotated: setup.start(&coach.book)?,
            setup: Arc::new(setup.clone()),
            coach,
        })
    }

    fn act(&self, _: &Library, action: &Action) -> Result<(Match, Vec<Event>), MatchRefusal> {
        let (annotated, events) = self.annotated.after(self.book(), action)?;
        let next = Match {
            coach: self.coach.clone(),
            setup: self.setup.clone(),
            annotated,
        };
        next.check_seen()?;
        Ok((next, events))
    }

    fn is_programs_turn(&self) -> bool {
        autoplay::due(self).is_some()
    }

    fn by_itself(&self, _: &Library) -> Option<Action> {
        autoplay::choose(self)
    }

    fn summary(&self) -> Summary {
        let state = &self.annotated.state;
        let over = state.position.is_over();
        let totals = || state.position.board.score(self.book()).totals;
        Summary {
            game: Match::game_word(&self.setup).to_owned(),
            mode: record::mode_word(self.setup.mode).to_owned(),
            title: self.setup.title.clone().unwrap_or_default(),
            opponent: self.setup.enemy_tag.clone(),
            turn: state.turn,
            over,
            result: over.then(|| FinalTotals(totals())),
        }
    }

    fn standing(&self) -> MatchStanding {
        let state = &self.annotated.state;
        let board = &state.position.board;
        MatchStanding {
            turn: state.turn,
            score: board.score(self.book()),
            evaluation: self.coach.worth(board),
        }
    }

    fn write_setup(library: &Library, setup: &MatchSetup) -> String {
        record::write_setup(library, setup)
    }

    fn read_setup(library: &Library, _: &str, text: &str) -> Result<MatchSetup, RecordError> {
        record::read_setup(library, text)
    }

    fn exported_setup(setup: &MatchSetup) -> MatchSetup {
        MatchSetup {
            remembered: Vec::new(),
            memory: MatchMemory::Kept,
            ..setup.clone()
        }
    }

    fn write_action(library: &Library, action: &Action) -> String {
        record::write_action(&library.catalogue, action)
    }

    fn read_action(library: &Library, _: &MatchSetup, text: &str) -> Result<Action, RecordError> {
        record::read_action(&library.catalogue, text)
    }
}

impl Match {
    pub fn mode(&self) -> MatchMode {
        self.setup.mode
    }

    /// In a live match no side may show more copies of a card, or more cards, than a
    /// legal deck has. A known deck is checked by the observation; an analysis is not
    /// checked.
    fn check_seen(&self) -> Result<(), MatchRefusal> {
        if self.mode() != MatchMode::Live {
            return Ok(());
        }
        let Rulebook { catalogue, rules } = self.book();
        for side in Side::BOTH {
            let mut cards = self.annotated.observation.seen_deck_cards(side);
            let (seen, deck_size) = (cards.len(), usize::from(rules.deck_size));
            if seen > deck_size {
                return Err(MatchRefusal::TooManySeen {
                    side,
                    seen,
                    deck_size,
                });
            }
            cards.sort_unstable();
            for copies in cards.chunk_by(PartialEq::eq) {
                let card = &catalogue[copies[0]];
                let allowed = usize::from(match card.rarity {
                    Rarity::Standard => rules.max_copies,
                    Rarity::Legendary => rules.max_legendary_copies,
                });
                if copies.len() > allowed {
                    return Err(MatchRefusal::TooManyCopies {
                        side,
                        number: card.number.clone(),
                        name: card.name.clone(),
                        seen: copies.len(),
                        allowed,
                    });
                }
            }
        }
        Ok(())
    }
}
