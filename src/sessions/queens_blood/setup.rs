//! The setup of a match.

use super::library::Library;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::observation::{AnnotatedState, ObservationError};
use qbcoach_engine::prediction::RememberedDeck;
use qbcoach_engine::rules::{BySide, CardId, Catalogue, Position, Rulebook, Rules, Side};
use qbcoach_engine::simulation::deck::{Deck, DeckError};
use qbcoach_engine::simulation::game_state::{GameState, MatchMode};
use qbcoach_engine::simulation::hand::Hand;
use qbcoach_engine::simulation::pile::Pile;

pub use qbcoach_notation::EnemyHand;

/// Everything that is needed to begin the same match again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSetup {
    pub mode: MatchMode,
    pub rules: Rules,
    pub seed: u64,
    pub first: Side,
    pub decks: BySide<Option<Vec<CardId>>>,
    pub hand: Option<Vec<CardId>>,
    pub enemy_hand: Option<EnemyHand>,
    /// What viewers call the player.
    pub name: Option<String>,
    /// What the player calls the opponent.
    pub enemy_tag: Option<String>,
    pub position: Option<Position>,
    pub title: Option<String>,
    /// The sides whose moves the program makes.
    pub autoplay: Vec<Side>,
    /// What was remembered of the opponent's decks when the session was created.
    pub remembered: Vec<RememberedDeck>,
    pub memory: MatchMemory,
}

/// Whether a match counts as evidence about its opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchMemory {
    #[default]
    Kept,
    /// The player asked to forget the opponent.
    Forgotten,
}

/// What is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    #[error("a simulated match needs both decks; {} deck is missing", side.whose())]
    DeckMissing { side: Side },
    #[error("{} deck: {error}", side.whose())]
    Deck { side: Side, error: DeckError },
    #[error("{number} {name} is not, or not so often, in {} deck", side.whose())]
    HandNotInDeck {
        side: Side,
        number: String,
        name: String,
    },
    #[error("only a simulated match can have sides that the daemon plays")]
    AutoplayOutsideSimulation,
    #[error("a simulated match knows all cards; say which the enemy holds, not how many")]
    UnseenHandInSimulation,
    #[error("a hand of {found} cards is larger than a deck of {most}")]
    HandTooLarge { side: Side, found: u64, most: u64 },
    #[error(transparent)]
    Observation(#[from] ObservationError),
}

impl MatchSetup {
    pub fn new(mode: MatchMode) -> MatchSetup {
        MatchSetup {
            mode,
            rules: Rules::default(),
            seed: 0,
            first: Side::You,
            decks: BySide::new(None, None),
            hand: None,
            enemy_hand: None,
            name: None,
            enemy_tag: None,
            position: None,
            title: None,
            autoplay: Vec::new(),
            remembered: Vec::new(),
            memory: MatchMemory::Kept,
        }
    }

    /// Gives each side of a simulated match that has no deck a legal one of the
    /// library, chosen by the seed.
    pub fn choose_missing_decks(&mut self, library: &Library) {
        const STREAM: u64 = 2;
        if self.mode != MatchMode::Simulated {
            return;
        }
        let mut chance = Chance::new(self.seed, STREAM);
        let legal: Vec<_> = library
            .decks
            .list()
            .filter(|deck| deck.deck(&library.catalogue, &self.rules).is_ok())
            .collect();
        for side in Side::BOTH {
            // Drawn for both sides, so that naming one deck does not change the other.
            let chosen = chance.pick(&legal).map(|deck| deck.cards.clone());
            if self.decks[side].is_none() {
                self.decks[side] = chosen;
            }
        }
    }

    pub fn start(&self, book: &Rulebook) -> Result<AnnotatedState, SetupFault> {
        self.check(book)?;
        let state = match self.mode {
            MatchMode::Simulated => self.simulated()?,
            MatchMode::Live => self.live(),
            MatchMode::Analysis => self.analysis(),
        };
        // The coach knows the enemy's deck in every mode if the setup names it.
        let known_deck = self.decks[Side::Enemy].clone();
        Ok(AnnotatedState::new(state, known_deck, book)?)
    }

    fn check(&self, book: &Rulebook) -> Result<(), SetupFault> {
        for side in Side::BOTH {
            if let Some(cards) = &self.decks[side] {
                Deck::check(&book.catalogue, &self.rules, cards)
                    .map_err(|error| SetupFault::Deck { side, error })?;
            }
            let hand = self.known_hand(side);
            let most = u64::from(self.rules.deck_size);
            let found = match (&self.enemy_hand, side) {
                (Some(EnemyHand::Unseen(number)), Side::Enemy) => u64::from(*number),
                _ => hand.map_or(0, <[_]>::len) as u64,
            };
            if found > most && self.mode != MatchMode::Analysis {
                return Err(SetupFault::HandTooLarge { side, found, most });
            }
            if let (Some(deck), Some(hand)) = (&self.decks[side], hand) {
                check_in_deck(&book.catalogue, side, deck, hand)?;
            }
        }
        if self.mode != MatchMode::Simulated && !self.autoplay.is_empty() {
            return Err(SetupFault::AutoplayOutsideSimulation);
        }
        Ok(())
    }

    fn known_hand(&self, side: Side) -> Option<&[CardId]> {
        match (side, &self.enemy_hand) {
            (Side::You, _) => self.hand.as_deref(),
            (Side::Enemy, Some(EnemyHand::Cards(cards))) => Some(cards),
            (Side::Enemy, _) => None,
        }
    }

    fn first_to_act(&self) -> Side {
        self.position.map_or(self.first, |position| position.to_act)
    }

    fn simulated(&self) -> Result<GameState, SetupFault> {
        if matches!(self.enemy_hand, Some(EnemyHand::Unseen(_))) {
            return Err(SetupFault::UnseenHandInSimulation);
        }
        let deck = |side: Side| {
            let deck = self.decks[side].clone();
            deck.ok_or(SetupFault::DeckMissing { side })
        };
        let decks = BySide::new(deck(Side::You)?, deck(Side::Enemy)?);
        let hand = |side: Side| self.known_hand(side).map(<[_]>::to_vec);
        let hands = BySide::new(hand(Side::You), hand(Side::Enemy));
        let first = self.first_to_act();
        let state = GameState::dealt(&self.rules, self.seed, first, decks, hands);
        Ok(self.placed(state))
    }

    fn live(&self) -> GameState {
        let hand = |side: Side| self.known_hand(side).map(<[_]>::to_vec);
        let hands = BySide::new(hand(Side::You), hand(Side::Enemy));
        let decks = self.decks.clone();
        let state = GameState::live(&self.rules, self.first_to_act(), hands, decks);
        let mut state = self.placed(state);
        if let Some(EnemyHand::Unseen(number)) = self.enemy_hand {
            let holdings = &mut state.holdings[Side::Enemy];
            let all = holdings.hand.len() + holdings.pile.len();
            holdings.hand = Hand::of_unknown(number);
            if let Pile::Hidden { size, .. } = &mut holdings.pile {
                *size = all.saturating_sub(number);
            }
        }
        state
    }

    fn analysis(&self) -> GameState {
        let opening = || Position::opening(self.first);
        let mut state = GameState::analysis(self.position.unwrap_or_else(opening));
        if let Some(cards) = &self.hand {
            state.holdings[Side::You].hand = Hand::of_known(cards.iter().copied());
        }
        match &self.enemy_hand {
            Some(EnemyHand::Cards(cards)) => {
                state.holdings[Side::Enemy].hand = Hand::of_known(cards.iter().copied());
            }
            Some(EnemyHand::Unseen(number)) => {
                state.holdings[Side::Enemy].hand = Hand::of_unknown(*number);
            }
            None => {}
        }
        state
    }

    fn placed(&self, state: GameState) -> GameState {
        match self.position {
            Some(position) => state.from_position(position),
            None => state,
        }
    }
}

fn check_in_deck(
    catalogue: &Catalogue,
    side: Side,
    deck: &[CardId],
    hand: &[CardId],
) -> Result<(), SetupFault> {
    let copies = |cards: &[CardId], card: CardId| cards.iter().filter(|c| **c == card).count();
    match hand
        .iter()
        .find(|card| copies(hand, **card) > copies(deck, **card))
    {
        None => Ok(()),
        Some(card) => Err(SetupFault::HandNotInDeck {
            side,
            number: catalogue[*card].number.clone(),
            name: catalogue[*card].name.clone(),
        }),
    }
}
