//! Why an observation was refused. A refused update changes nothing.

use super::observed_card::Origin;
use crate::rules::{CardId, CardKind, Catalogue, TileId};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObservationError {
    #[error("there is no card with index {} in the catalogue; it has {cards} cards", card.index())]
    UnknownCard { card: CardId, cards: usize },
    #[error("a token is never in a deck")]
    TokenFromDeck { card: CardId },
    #[error("the card is not a token")]
    NotAToken { card: CardId },
    #[error("the enemy played a card that is not in its deck")]
    NotInDeck { card: CardId },
    #[error("the enemy played the card {played} times but has only {copies} in its deck")]
    MoreThanInDeck {
        card: CardId,
        played: usize,
        copies: usize,
    },
    #[error(
        "turn {last} was observed already, but this state is of turn {turn}; to go back, use a copy of the earlier observation"
    )]
    TurnWentBack { last: u32, turn: u32 },
    #[error("the board and the list of cards seen disagree about {tile}")]
    Inconsistent { tile: TileId },
}

pub(super) fn kind_of(catalogue: &Catalogue, card: CardId) -> Result<CardKind, ObservationError> {
    let cards = catalogue.cards();
    let known = cards
        .get(card.index())
        .ok_or(ObservationError::UnknownCard {
            card,
            cards: cards.len(),
        })?;
    Ok(known.kind)
}

/// Checks the origin that a report gives a card. The catalogue decides whether the
/// card is a token, whatever the report says.
pub(super) fn checked_origin(
    catalogue: &Catalogue,
    card: CardId,
    origin: Origin,
) -> Result<Origin, ObservationError> {
    match (kind_of(catalogue, card)?, origin) {
        (CardKind::Token, Origin::Deck) => Err(ObservationError::TokenFromDeck { card }),
        (CardKind::Token, _) => Ok(Origin::Token),
        (CardKind::Collectible, Origin::Token) => Err(ObservationError::NotAToken { card }),
        (CardKind::Collectible, origin) => Ok(origin),
    }
}
