//! Takes cards from a hand, and corrects your hand.

use super::*;

impl GameState {
    /// Takes a played card out of a hand: a known copy, or else one of the unknown cards.
    pub(super) fn take_from_hand(
        &mut self,
        book: &Rulebook,
        side: Side,
        card: CardId,
    ) -> Result<Option<HeldCard>, ActionRefusal> {
        let Holdings { hand, pile } = &mut self.holdings[side];
        if let Some(held) = hand.take_known(card) {
            return Ok(Some(held));
        }
        if hand.unknown == 0 {
            let refused = ActionRefusal::HandIsKnown { side, card };
            let returned = self.returned_for(side, card).ok_or(refused)?;
            self.holdings[side].hand.take_known(returned);
            return Ok(None);
        }
        if book.catalogue[card].kind == CardKind::Token {
            return Err(ActionRefusal::TokenFromDeck { side, card });
        }
        if !pile.may_hold(card) {
            return Err(ActionRefusal::NotInDeck { side, card });
        }
        pile.reveal(card);
        hand.unknown -= 1;
        Ok(None)
    }

    /// The card of your hand that a correction gave back to it in exchange for this one.
    /// Whoever plays this one later had corrected the board only, and holds the other one
    /// no longer. Older journals have such plays, as corrections left the hand alone.
    fn returned_for(&self, side: Side, card: CardId) -> Option<CardId> {
        if side != Side::You || !matches!(self.dealing, Dealing::Reported) {
            return None;
        }
        let known = &self.holdings[side].hand.known;
        let of_side = || self.instances.iter().filter(|(_, one)| one.side == side);
        let mut retracted = of_side().filter(|(_, one)| one.report == Report::Retracted);
        let held = retracted.find(|(_, one)| known.iter().any(|held| held.card == one.card));
        let is_named = of_side().any(|(_, one)| one.card == card && one.report == Report::True);
        held.filter(|_| is_named).map(|(_, one)| one.card)
    }

    /// Corrects your hand: the old cards go back to the pile, the new ones are taken.
    pub(super) fn set_hand(
        &mut self,
        book: &Rulebook,
        cards: &[CardId],
    ) -> Result<(), ActionRefusal> {
        if !matches!(self.dealing, Dealing::Reported) {
            return Err(ActionRefusal::NotReported);
        }
        let side = Side::You;
        let turn = self.turn;
        let Holdings { hand, pile } = &mut self.holdings[side];
        let mut old = std::mem::take(hand);
        let from_deck = |hand: &Hand| {
            let known = hand.known.iter().filter(|held| {
                held.instance.is_none() && book.catalogue[held.card].kind != CardKind::Token
            });
            known.count() as u32 + hand.unknown
        };
        let cards_before = from_deck(&old);
        for held in old.known.iter().filter(|held| held.instance.is_none()) {
            pile.hide(held.card);
        }
        for card in cards {
            // A card that an effect added stays the same instance.
            let made = old
                .known
                .iter()
                .position(|held| held.card == *card && held.instance.is_some());
            let held = match made {
                Some(index) => old.known.remove(index),
                None => {
                    let token = book.catalogue[*card].kind == CardKind::Token;
                    if !token && !pile.may_hold(*card) {
                        return Err(ActionRefusal::NotInDeck { side, card: *card });
                    }
                    pile.reveal(*card);
                    HeldCard {
                        card: *card,
                        instance: None,
                    }
                }
            };
            hand.known.push(held);
        }
        // Each additional card in the hand is one card less in the pile.
        let cards_now = from_deck(hand);
        if let Pile::Hidden { size, .. } = pile {
            *size = (*size + cards_before).saturating_sub(cards_now);
        }
        for id in old.known.iter().filter_map(|held| held.instance) {
            self.instances.leave(id, turn);
        }
        self.draw_due &= !self.holdings[side].pile.is_empty();
        Ok(())
    }
}
