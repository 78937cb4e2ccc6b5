//! One match with the views of both seats.

use super::opening::HandExchange;
use super::players::MoveChooser;
use crate::match_stats::{MatchEnding, MatchResult};
use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::CoachError;
use qbcoach_engine::coaching::mulligan::MulliganError;
use qbcoach_engine::observation::{ActError, AnnotatedState, ObservationError};
use qbcoach_engine::rules::{BySide, CardId, Move, Play, Rulebook, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;

/// The limit of moves. Matches with the shipped cards and rules stay far below it, but
/// custom cards and rules may reach it.
pub(crate) const MOST_MOVES: u32 = 200;

/// One match with the views of both seats. In its own view each seat is [`Side::You`]
/// and, unless told, does not know the other's deck. Seats are named as in the view of the
/// first.
#[derive(Clone, Debug)]
pub struct TwoSeatMatch {
    views: BySide<AnnotatedState>,
}

/// Whether a seat knows which cards the other's deck has. Hands and draws stay hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeckLists {
    #[default]
    Withheld,
    Known,
}

/// Why a match was stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoppedMatch {
    #[error(transparent)]
    Deal(#[from] ObservationError),
    #[error(transparent)]
    Mulligan(#[from] MulliganError),
    #[error(transparent)]
    Action(#[from] ActError),
    #[error(transparent)]
    Advice(#[from] CoachError),
}

impl TwoSeatMatch {
    /// Shuffles and deals from the random seed. The first seat moves first.
    pub fn deal(
        book: &Rulebook,
        seed: u64,
        decks: BySide<Vec<CardId>>,
    ) -> Result<TwoSeatMatch, ObservationError> {
        TwoSeatMatch::deal_with(book, seed, decks, DeckLists::Withheld)
    }

    /// The same deal, in which each seat may know the other's deck.
    pub fn deal_with(
        book: &Rulebook,
        seed: u64,
        decks: BySide<Vec<CardId>>,
        lists: DeckLists,
    ) -> Result<TwoSeatMatch, ObservationError> {
        let known = |side: Side| match lists {
            DeckLists::Withheld => None,
            DeckLists::Known => Some(decks[side].clone()),
        };
        let (yours, enemys) = (known(Side::You), known(Side::Enemy));
        let state = GameState::simulated(&book.rules, seed, Side::You, decks);
        let opposite = state.opposite_deal();
        Ok(TwoSeatMatch {
            views: BySide::new(
                AnnotatedState::new(state, enemys, book)?,
                AnnotatedState::new(opposite, yours, book)?,
            ),
        })
    }

    pub fn view(&self, seat: Side) -> &AnnotatedState {
        &self.views[seat]
    }

    pub fn to_act(&self) -> Side {
        self.views.you.state.position.to_act
    }

    pub fn is_over(&self) -> bool {
        self.views.you.state.position.is_over()
    }

    /// Positive if the first seat is ahead.
    pub fn margin(&self, book: &Rulebook) -> i32 {
        self.views.you.state.position.board.score(book).margin()
    }

    /// Puts cards of a seat's opening hand back and draws as many, before the first move.
    pub fn mulligan(
        &mut self,
        book: &Rulebook,
        seat: Side,
        replace: &[CardId],
    ) -> Result<(), ActError> {
        self.act_in_both(book, seat, |side| Action::Mulligan {
            side,
            replace: replace.to_vec(),
            drew: None,
        })
    }

    /// Lets a seat exchange cards of its opening hand.
    pub(crate) fn exchange(
        &mut self,
        book: &Rulebook,
        seat: Side,
        exchange: HandExchange,
    ) -> Result<(), StoppedMatch> {
        let replace = exchange.replace(book, &self.views[seat].state)?;
        Ok(self.mulligan(book, seat, &replace)?)
    }

    /// Makes a move that `seat` has chosen in its own view.
    pub fn act(&mut self, book: &Rulebook, seat: Side, made: Move) -> Result<(), ActError> {
        self.act_in_both(book, seat, |side| Action::Move {
            side,
            made: match side {
                Side::You => made,
                Side::Enemy => mirrored(made),
            },
        })
    }

    /// Carries out an action of `seat` in both views; `action` makes it for the side that
    /// the seat is in a view.
    fn act_in_both(
        &mut self,
        book: &Rulebook,
        seat: Side,
        action: impl Fn(Side) -> Action,
    ) -> Result<(), ActError> {
        self.views[seat].act(book, &action(Side::You))?;
        self.views[seat.opponent()].act(book, &action(Side::Enemy))?;
        Ok(())
    }

    /// Plays the match to its end. The result is that of the first seat.
    pub fn play_out(
        &mut self,
        book: &Rulebook,
        players: &BySide<Box<dyn MoveChooser>>,
        mut chances: BySide<Chance>,
    ) -> Result<MatchResult, StoppedMatch> {
        for _ in 0..MOST_MOVES {
            if self.is_over() {
                break;
            }
            let seat = self.to_act();
            let made = players[seat].choose(&self.views[seat], &mut chances[seat])?;
            self.act(book, seat, made)?;
        }
        Ok(self.result(book))
    }

    /// The result for the first seat. A match that is not over counts as cut off.
    pub fn result(&self, book: &Rulebook) -> MatchResult {
        MatchResult {
            margin: self.margin(book),
            ending: if self.is_over() {
                MatchEnding::Finished
            } else {
                MatchEnding::CutOff
            },
        }
    }
}

fn mirrored(made: Move) -> Move {
    match made {
        Move::Play(Play { card, tile }) => Move::Play(Play {
            card,
            tile: tile.mirrored(),
        }),
        Move::Pass => Move::Pass,
    }
}
