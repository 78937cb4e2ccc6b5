//! Tries every line of plays by plain recursion.

use qbcoach_engine::coaching::locks::{Lock, Locks};
use qbcoach_engine::rules::{
    Board, CardId, Lane, MatchScore, Play, Rarity, Rulebook, Side, TileId,
};

use crate::support::HandAdditions;

/// The winners of the three lanes and of the match.
pub type Winners = [Option<Side>; 4];

pub fn winners(score: &MatchScore) -> Winners {
    let [top, mid, bot] = Lane::ALL.map(|lane| score.lanes[lane].winner);
    [top, mid, bot, score.winner()]
}

/// The locks in the order of [`Winners`].
pub fn in_order(locks: &Locks) -> [&Lock; 4] {
    let [top, mid, bot] = Lane::ALL.map(|lane| &locks.lanes[lane]);
    [top, mid, bot, &locks.match_]
}

/// Which winners `side` can change with exactly these cards.
pub fn changed(book: &Rulebook, board: &Board, side: Side, cards: &[CardId]) -> [bool; 4] {
    let before = winners(&board.score(book));
    let mut changed = [false; 4];
    try_all_plays(book, board, side, cards, before, &mut changed);
    changed
}

fn try_all_plays(
    book: &Rulebook,
    board: &Board,
    side: Side,
    cards: &[CardId],
    before: Winners,
    changed: &mut [bool; 4],
) {
    note(book, board, before, changed);
    if board.is_full() {
        return;
    }
    for (index, card) in cards.iter().enumerate() {
        for tile in TileId::all() {
            let mut next = *board;
            let mut added = HandAdditions::default();
            let play = Play { card: *card, tile };
            if next.play(book, side, play, &mut added).is_ok() {
                let mut rest = cards.to_vec();
                rest.remove(index);
                rest.extend(given_to(side, &added));
                try_all_plays(book, &next, side, &rest, before, changed);
            }
        }
    }
}

/// Which winners `side` can change with cards of any deck of which some were seen.
pub struct AnyDeck<'a> {
    pub book: &'a Rulebook,
    pub side: Side,
    pub before: Winners,
    pub changed: [bool; 4],
}

impl AnyDeck<'_> {
    pub fn try_all_plays(&mut self, board: &Board, held: &[CardId], seen: &[CardId], draws: usize) {
        note(self.book, board, self.before, &mut self.changed);
        if board.is_full() {
            return;
        }
        for (index, card) in held.iter().enumerate() {
            let mut rest = held.to_vec();
            rest.remove(index);
            self.play_everywhere(board, *card, &rest, seen, draws);
        }
        if draws == 0 {
            return;
        }
        let book = self.book;
        for card in book.catalogue.collectible() {
            let most = match card.rarity {
                Rarity::Standard => book.rules.max_copies,
                Rarity::Legendary => book.rules.max_legendary_copies,
            };
            let copies = seen.iter().filter(|seen| **seen == card.id).count();
            if copies < usize::from(most) {
                let mut seen = seen.to_vec();
                seen.push(card.id);
                self.play_everywhere(board, card.id, held, &seen, draws - 1);
            }
        }
    }

    fn play_everywhere(
        &mut self,
        board: &Board,
        card: CardId,
        held: &[CardId],
        seen: &[CardId],
        draws: usize,
    ) {
        for tile in TileId::all() {
            let mut next = *board;
            let mut added = HandAdditions::default();
            let play = Play { card, tile };
            if next.play(self.book, self.side, play, &mut added).is_ok() {
                let mut held = held.to_vec();
                held.extend(given_to(self.side, &added));
                self.try_all_plays(&next, &held, seen, draws);
            }
        }
    }
}

fn given_to(side: Side, added: &HandAdditions) -> impl Iterator<Item = CardId> {
    let added = added.0.iter().filter(move |(to, _)| *to == side);
    added.map(|(_, card)| *card)
}

fn note(book: &Rulebook, board: &Board, before: Winners, changed: &mut [bool; 4]) {
    let now = winners(&board.score(book));
    for (index, changed) in changed.iter_mut().enumerate() {
        *changed |= now[index] != before[index];
    }
}
