//! A second, slow reading of RULES 2 to 10, written without looking at the engine.
//!
//! The engine is fast and incremental; this one forgets everything it could remember. Ranks are
//! summed from the records at every question, and every power is worked out from nothing at every
//! look. Where the two disagree, one of them misread the rules.
//!
//! Sides are the letters `'y'` (you) and `'e'` (enemy); tiles are numbered lane × 5 + column,
//! from TOP 1 to BOT 5.

mod batch;
mod data;
mod look;
mod operation;
mod pawns;
mod play;
mod power;
mod score;
mod state;
mod text;

mod smoke;
mod tests;

pub use data::Cards;
pub use score::Score;
pub use state::Oracle;

/// The knobs of RULES 1 that change what a play does or what a board is worth.
#[derive(Clone, Debug)]
pub struct Knobs {
    /// `claim` is `takeOver`, not `step`.
    pub claim_take_over: bool,
    /// `destroyedPawns` is `keep`, not `undo`.
    pub pawns_keep: bool,
    /// `destroyedTile` is `clear`, not `keep`.
    pub tile_clear: bool,
    /// `status` is `net`, not `discrete`.
    pub status_net: bool,
    /// `laneMinTransfer` is `anywhere`, not `ownLane`.
    pub transfer_anywhere: bool,
}

impl Oracle {
    /// RULES 5: whether `side` may play the card with this number on this tile.
    pub fn legal(&self, cards: &Cards, side: char, card: &str, tile: usize) -> bool {
        let Some(card) = cards.find(card) else {
            return false;
        };
        match (card.rank, self.card_at(tile)) {
            (Some(rank), None) => self.owner[tile] == Some(side) && self.visible_rank(tile) >= rank,
            (None, Some(standing)) => self.cards[&standing].side == side,
            (Some(_), Some(_)) | (None, None) => false,
        }
    }

    /// RULES 6: plays the card and returns what it added to hands, in order.
    ///
    /// # Panics
    /// If the play is not legal.
    pub fn play(
        &mut self,
        cards: &Cards,
        knobs: &Knobs,
        side: char,
        card: &str,
        tile: usize,
    ) -> Vec<(char, String)> {
        assert!(
            self.legal(cards, side, card, tile),
            "{side} may not play {card} on {tile}"
        );
        self.never_settled = false;
        self.cut_short = false;
        play::Play::new(self, cards, knobs, side).run(card, tile)
    }

    /// Whether all fifteen tiles hold cards, which ends the match.
    pub fn is_full(&self) -> bool {
        (0..state::TILES).all(|tile| self.card_at(tile).is_some())
    }

    /// Whether in the last play some look met counting that never settled (RULES 7).
    pub fn never_settled(&self) -> bool {
        self.never_settled
    }

    /// Whether the last play ran into the safety limit, so that its result means nothing.
    pub fn cut_short(&self) -> bool {
        self.cut_short
    }

    /// The number of the card whose operation spawned the card on this tile.
    pub fn spawned_by(&self, tile: usize) -> Option<&str> {
        let standing = self.card_at(tile)?;
        self.cards[&standing].spawned_by.as_deref()
    }
}
