//! A second, slow implementation of RULES.md, sections 2 to 10, written without looking at
//! the engine.
//!
//! The engine is fast and incremental; the oracle stores as little as possible. It sums ranks
//! from the records whenever they are needed, and computes all powers anew at every look.
//! Where the two disagree, one of them has misread the rules.
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

/// The knobs that change plays or scores (RULES.md, section 1).
#[derive(Clone, Debug)]
pub struct Knobs {
    /// `claim` is `takeOver`, not `step`.
    pub claim_take_over: bool,
    /// `destroyedPawns` is `keep`, not `undo`.
    pub pawns_keep: bool,
    /// `destroyedTile`.
    pub grave: Grave,
    /// `status` is `net`, not `discrete`.
    pub status_net: bool,
    /// `laneMinTransfer` is `anywhere`, not `ownLane`.
    pub transfer_anywhere: bool,
}

/// The values of `destroyedTile`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grave {
    Keep,
    Reopen,
    Clear,
}

impl Grave {
    pub const ALL: [Grave; 3] = [Grave::Keep, Grave::Reopen, Grave::Clear];
}

impl Oracle {
    /// Whether `side` may play the card with this number on this tile (RULES.md, section 5).
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

    /// Plays the card and returns the cards it added to hands, in order (RULES.md, section 6).
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

    /// Whether counting never settled at some look of the last play (RULES.md, section 7).
    pub fn never_settled(&self) -> bool {
        self.never_settled
    }

    /// Whether the last play was cut short at the safety limit, so that its result does not
    /// count.
    pub fn cut_short(&self) -> bool {
        self.cut_short
    }

    /// The number of the card whose operation spawned the card on this tile.
    pub fn spawned_by(&self, tile: usize) -> Option<&str> {
        let standing = self.card_at(tile)?;
        self.cards[&standing].spawned_by.as_deref()
    }
}
