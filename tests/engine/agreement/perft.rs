//! Perft: the number of move sequences of a given length, for the setups in
//! `tests/engine/perft`, counted by the engine and, for smaller depths, by the oracle.
//!
//! `UPDATE_PERFT=1` rewrites the counts. Find the reason for every difference before you
//! commit it.

use std::fs;
use std::path::PathBuf;

use qbcoach_engine::rules::{BySide, Move, Position, Rulebook, Rules, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::{GameState, Holdings};
use qbcoach_engine::simulation::hand::Hand;
use qbcoach_engine::simulation::perft::{Perft, perft};
use qbcoach_engine::simulation::pile::Pile;

use crate::agreement::engine_and_oracle::shipped_cards;
use crate::agreement::oracle::{Cards, Oracle};
use crate::agreement::walk::oracle_knobs;
use crate::support::side_named;

/// The most leaves that engine and oracle count in an ordinary run; `DEEP_PERFT=1` removes
/// the limit.
const ENGINE_LIMIT: u64 = 2_500_000;
const ORACLE_LIMIT: u64 = 30_000;

struct PerftFile {
    path: PathBuf,
    text: String,
    book: Rulebook,
    start: GameState,
    first: Side,
    numbers: BySide<(Vec<String>, Vec<String>)>,
    counts: Vec<(u32, Perft)>,
}

fn files() -> Vec<PerftFile> {
    let folder = crate::root().join("tests/engine/perft");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("tests/engine/perft is there")
        .map(|entry| entry.expect("its entries can be read").path())
        .collect();
    paths.sort();
    assert!(
        paths.len() >= 4,
        "both presets and several hands are counted"
    );
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> PerftFile {
    let text = fs::read_to_string(&path).expect("the file can be read");
    let mut rules = Rules::canon();
    let mut first = Side::You;
    let mut numbers: BySide<(Vec<String>, Vec<String>)> = BySide::default();
    let mut counts = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let cards = || words[2..].iter().map(|word| (*word).to_owned()).collect();
        match words.as_slice() {
            ["rules", ..] => rules = Rules::parse(&words[1..].join(" ")).expect("known rules"),
            ["first", side] => first = side_named(side),
            [side, "hand", ..] => numbers[side_named(side)].0 = cards(),
            [side, "deck", ..] => numbers[side_named(side)].1 = cards(),
            ["perft", depth, leaves, "margins", margins, "cards", cards] => counts.push((
                depth.parse().expect("a depth"),
                Perft {
                    leaves: leaves.parse().expect("a count"),
                    margins: margins.parse().expect("a sum"),
                    cards: cards.parse().expect("a sum"),
                },
            )),
            [] => {}
            _ => panic!("{}: `{line}` means nothing", path.display()),
        }
    }
    let book = Rulebook::embedded(rules);
    let ids = |list: &[String]| {
        let find = |number: &String| book.catalogue.find(number).expect("a known card");
        list.iter().map(find).collect::<Vec<_>>()
    };
    let holdings = |side: Side| Holdings {
        hand: Hand::of_known(ids(&numbers[side].0)),
        pile: Pile::in_order(ids(&numbers[side].1)),
    };
    let start = GameState::arranged(
        Position::opening(first),
        BySide::new(holdings(Side::You), holdings(Side::Enemy)),
    );
    PerftFile {
        path,
        text,
        book,
        start,
        first,
        numbers,
        counts,
    }
}

fn deep() -> bool {
    std::env::var_os("DEEP_PERFT").is_some()
}

#[test]
fn engine_counts_match_the_perft_files() {
    let update = std::env::var_os("UPDATE_PERFT").is_some();
    for file in files() {
        assert!(
            !file.counts.is_empty(),
            "{} counts nothing",
            file.path.display()
        );
        let mut text = file.text.clone();
        for (depth, expected) in &file.counts {
            if !update && !deep() && expected.leaves > ENGINE_LIMIT {
                continue;
            }
            let counted = perft(&file.book, &file.start, *depth);
            if update {
                text = text.replace(&line(*depth, expected), &line(*depth, &counted));
            } else {
                assert_eq!(
                    counted,
                    *expected,
                    "{} at depth {depth}",
                    file.path.display()
                );
            }
        }
        if update {
            fs::write(&file.path, text).expect("the file can be written");
        }
    }
}

fn line(depth: u32, count: &Perft) -> String {
    let Perft {
        leaves,
        margins,
        cards,
    } = count;
    format!("perft {depth} {leaves} margins {margins} cards {cards}")
}

#[test]
fn oracle_counts_match_the_perft_files() {
    let cards = shipped_cards();
    for file in files() {
        let start = OracleMatch::new(&file);
        let mut compared = 0;
        for (depth, expected) in &file.counts {
            if deep() || expected.leaves <= ORACLE_LIMIT {
                let counted = start.perft(&file.book, cards, *depth);
                assert_eq!(
                    counted,
                    *expected,
                    "{} at depth {depth}",
                    file.path.display()
                );
                compared += 1;
            }
        }
        assert!(
            compared >= 2,
            "{} is too large for the oracle",
            file.path.display()
        );
    }
}

#[test]
fn every_move_the_match_lists_can_be_made() {
    for file in files() {
        for made in file.start.legal_moves(&file.book) {
            let mut next = file.start.clone();
            let side = file.first;
            let result = next.act(&file.book, &Action::Move { side, made });
            assert!(result.is_ok(), "{made:?}: {result:?}");
            if made == Move::Pass {
                assert_eq!(next.position.board, file.start.position.board);
            }
        }
    }
}

/// The oracle's board with hands and draws.
#[derive(Clone)]
struct OracleMatch {
    board: Oracle,
    side: char,
    passes: u32,
    hands: [Vec<String>; 2],
    decks: [Vec<String>; 2],
    turns: [u32; 2],
}

impl OracleMatch {
    fn new(file: &PerftFile) -> OracleMatch {
        let BySide { you, enemy } = file.numbers.clone();
        let mut start = OracleMatch {
            board: Oracle::opening(),
            side: file.first.letter(),
            passes: 0,
            hands: [you.0, enemy.0],
            decks: [you.1, enemy.1],
            turns: [0, 0],
        };
        start.begin_turn();
        start
    }

    fn index(side: char) -> usize {
        usize::from(side == 'e')
    }

    fn begin_turn(&mut self) {
        let who = Self::index(self.side);
        self.turns[who] += 1;
        if self.turns[who] > 1 && !self.decks[who].is_empty() {
            let drawn = self.decks[who].remove(0);
            self.hands[who].push(drawn);
        }
    }

    fn end_turn(mut self) -> OracleMatch {
        self.side = if self.side == 'y' { 'e' } else { 'y' };
        if !self.is_over() {
            self.begin_turn();
        }
        self
    }

    fn is_over(&self) -> bool {
        self.passes >= 2 || self.board.is_full()
    }

    fn next(&self, book: &Rulebook, cards: &Cards) -> Vec<OracleMatch> {
        let mut next = Vec::new();
        if self.is_over() {
            return next;
        }
        let who = Self::index(self.side);
        let mut tried: Vec<&String> = Vec::new();
        for card in &self.hands[who] {
            if tried.contains(&card) {
                continue;
            }
            tried.push(card);
            for tile in 0..15 {
                if !self.board.legal(cards, self.side, card, tile) {
                    continue;
                }
                let mut after = self.clone();
                let index = after.hands[who].iter().position(|held| held == card);
                after.hands[who].remove(index.expect("the card is in the hand"));
                after.passes = 0;
                let knobs = oracle_knobs(&book.rules);
                for (side, added) in after.board.play(cards, &knobs, self.side, card, tile) {
                    after.hands[Self::index(side)].push(added);
                }
                next.push(after.end_turn());
            }
        }
        let mut after = self.clone();
        after.passes += 1;
        next.push(after.end_turn());
        next
    }

    fn perft(&self, book: &Rulebook, cards: &Cards, depth: u32) -> Perft {
        if depth == 0 {
            let score = self.board.score(cards, &oracle_knobs(&book.rules));
            let occupied = self.board.dump(cards, &oracle_knobs(&book.rules));
            return Perft {
                leaves: 1,
                margins: score.total_you - score.total_enemy,
                cards: occupied.matches('[').count() as u64,
            };
        }
        let mut total = Perft::default();
        for after in self.next(book, cards) {
            let below = after.perft(book, cards, depth - 1);
            total.leaves += below.leaves;
            total.margins += below.margins;
            total.cards += below.cards;
        }
        total
    }
}
