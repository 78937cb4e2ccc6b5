//! How competitors exchange cards of their opening hands.

use qbcoach_basics::suggest::closest;
use qbcoach_engine::coaching::mulligan::{self, MulliganError};
use qbcoach_engine::rules::{CardId, Rulebook, Side};
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::pile::Pile;

/// Who decides which cards of an opening hand are put back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HandExchange {
    /// The hand is kept.
    None,
    /// By the value of each card on the opening board, as in version 0.1.
    Reference,
    /// By the chance to win with each hand.
    #[default]
    Chance,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no mulligan `{name}`; did you mean {suggestion}? There are: {}",
    HandExchange::words()
)]
pub struct UnknownExchangeError {
    pub name: String,
    pub suggestion: String,
}

impl HandExchange {
    pub const ALL: [HandExchange; 3] = [
        HandExchange::None,
        HandExchange::Reference,
        HandExchange::Chance,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            HandExchange::None => "none",
            HandExchange::Reference => "reference",
            HandExchange::Chance => "chance",
        }
    }

    pub fn parse(text: &str) -> Result<HandExchange, UnknownExchangeError> {
        let name = text.trim();
        let mut all = HandExchange::ALL.into_iter();
        all.find(|exchange| exchange.word() == name)
            .ok_or_else(|| UnknownExchangeError {
                name: name.to_owned(),
                suggestion: closest(name, HandExchange::ALL.map(HandExchange::word), 1).concat(),
            })
    }

    fn words() -> String {
        HandExchange::ALL.map(HandExchange::word).join(", ")
    }

    /// The cards of your hand to put back.
    pub(crate) fn replace(
        self,
        book: &Rulebook,
        state: &GameState,
    ) -> Result<Vec<CardId>, MulliganError> {
        let advise = match self {
            HandExchange::None => return Ok(Vec::new()),
            HandExchange::Reference => mulligan::reference::advise,
            HandExchange::Chance => mulligan::advise,
        };
        let holdings = &state.holdings[Side::You];
        let rest = match &holdings.pile {
            Pile::Ordered(cards) => cards.as_slice(),
            Pile::Hidden { pool, .. } => pool.as_deref().unwrap_or_default(),
        };
        Ok(advise(book, &holdings.hand.cards(), rest)?.replace)
    }
}
