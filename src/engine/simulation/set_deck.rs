//! The correction of a deck that was reported wrongly.

use super::action::ActionRefusal;
use super::deck::Deck;
use super::game_state::{GameState, Holdings, MatchMode};
use super::pile::Pile;
use crate::rules::{CardId, CardKind, Rulebook, Side};

impl GameState {
    /// Corrects which deck a side plays. The cards that are known to come from the deck
    /// must be in it; how many cards are left to draw does not change.
    pub(super) fn set_deck(
        &mut self,
        book: &Rulebook,
        side: Side,
        deck: Option<&[CardId]>,
    ) -> Result<(), ActionRefusal> {
        let mode = self.mode();
        match (mode, side) {
            (MatchMode::Simulated, _) => return Err(ActionRefusal::DeckIsDealt),
            (MatchMode::Analysis, Side::You) => return Err(ActionRefusal::DeckHasNoPart),
            (MatchMode::Analysis, Side::Enemy) | (MatchMode::Live, _) => {}
        }
        let mut unseen = match deck {
            None => None,
            Some(cards) => {
                let checked = Deck::check(&book.catalogue, &book.rules, cards);
                checked.map_err(|error| ActionRefusal::Deck { side, error })?;
                Some(cards.to_vec())
            }
        };
        if let Some(unseen) = &mut unseen {
            for card in self.known_deck_cards(book, side) {
                let place = unseen.iter().position(|other| *other == card);
                let place = place.ok_or(ActionRefusal::NotInDeck { side, card })?;
                unseen.remove(place);
            }
            unseen.sort_unstable();
        }
        if let Pile::Hidden { pool, .. } = &mut self.holdings[side].pile
            && mode == MatchMode::Live
        {
            *pool = unseen;
        }
        Ok(())
    }

    /// The cards of a side that came from its deck: those that were on the board, and
    /// those that are known to be in the hand.
    fn known_deck_cards(&self, book: &Rulebook, side: Side) -> Vec<CardId> {
        let collectible = |card: CardId| book.catalogue[card].kind == CardKind::Collectible;
        let seen = self.instances.iter().map(|(_, instance)| instance);
        let seen = seen.filter(|seen| seen.side == side && seen.made_by.is_none());
        let Holdings { hand, .. } = &self.holdings[side];
        let held = hand.known.iter().filter(|held| held.instance.is_none());
        let cards = seen.map(|seen| seen.card).chain(held.map(|held| held.card));
        cards.filter(|card| collectible(*card)).collect()
    }
}
