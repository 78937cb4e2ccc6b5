//! Cases derived by hand from RULES.md, which prove the oracle itself.

mod board;
mod destruction;
mod power;
mod scoring;

use super::{Cards, Grave, Knobs, Oracle, Score};

/// The default knobs.
const CANON: Knobs = Knobs {
    claim_take_over: false,
    pawns_keep: false,
    grave: Grave::Keep,
    status_net: false,
    transfer_anywhere: false,
};

/// The shipped data with small cards made for these tests.
fn cards() -> Cards {
    Cards::from_json(&[
        include_str!("../../../../../data/cards.json"),
        include_str!("../../../../../data/tokens.json"),
        include_str!("../../../../../data/effects.json"),
        include_str!("cards.json"),
    ])
}

/// A board with the cards and knobs of one case.
struct Case {
    cards: Cards,
    knobs: Knobs,
    board: Oracle,
}

impl Case {
    fn new(knobs: Knobs) -> Case {
        Case {
            cards: cards(),
            knobs,
            board: Oracle::opening(),
        }
    }

    /// Sets the ranks and owner of an empty tile by hand.
    fn set(&mut self, tile: usize, yours: i64, enemys: i64, owner: char) {
        self.board.base[tile] = [yours, enemys];
        self.board.owner[tile] = Some(owner);
        self.board.records.retain(|record| record.tile != tile);
    }

    /// Plays a card and returns the numbers added to hands.
    fn play(&mut self, side: char, card: &str, tile: usize) -> Vec<String> {
        let gained = self.board.play(&self.cards, &self.knobs, side, card, tile);
        gained.into_iter().map(|(_, number)| number).collect()
    }

    /// Makes an empty tile the side's, rank 1, and plays there.
    fn put(&mut self, side: char, card: &str, tile: usize) -> Vec<String> {
        if side == 'y' {
            self.set(tile, 1, 0, 'y');
        } else {
            self.set(tile, 0, 1, 'e');
        }
        self.play(side, card, tile)
    }

    fn score(&self) -> Score {
        self.board.score(&self.cards, &self.knobs)
    }

    /// One tile of the dump.
    fn tile(&self, tile: usize) -> String {
        let dump = self
            .board
            .dump(&self.cards, &self.knobs)
            .replace(" / ", " ");
        dump.split(' ').nth(tile).expect("a tile").to_owned()
    }
}
