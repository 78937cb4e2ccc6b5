//! Why there is no prediction.

use super::counting::LARGEST_POOL;
use crate::rules::{CardId, TileId};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PredictionError {
    #[error(
        "the card on {tile} (card {} of another catalogue) has no data; load the file that \
         defines it with --cards", card.index() + 1
    )]
    NoDataOnBoard { tile: TileId, card: CardId },
    #[error(
        "a card that was seen (card {} of another catalogue) has no data; load the file that \
         defines it with --cards", card.index() + 1
    )]
    NoDataForSeen { card: CardId },
    #[error("{seen} cards of the enemy's deck were seen, but the rules give it {deck_size}")]
    TooManySeen { seen: usize, deck_size: usize },
    #[error("card {number} {name} was seen {seen} times, but the rules allow {allowed} in a deck")]
    TooManyCopies {
        number: String,
        name: String,
        seen: usize,
        allowed: usize,
    },
    #[error(
        "the enemy's deck has {cards} cards; prediction handles at most {}",
        LARGEST_POOL
    )]
    DeckTooLarge { cards: usize },
    #[error("the rules allow only {available} cards in a deck, but a deck needs {deck_size}")]
    TooFewCards { available: usize, deck_size: usize },
}
