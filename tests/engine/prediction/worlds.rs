//! Random positions with knowledge of the enemy's cards. They are made from a few
//! numbers, so that proptest can shrink a failing one.

use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::{Board, CardId, CardKind, Play, Rulebook, Rules, Side};

use crate::support::board;

/// A board, the decks that the enemy may have, and what is known of its hand.
#[derive(Clone, Debug)]
pub struct World {
    pub book: Rulebook,
    pub board: Board,
    /// Each deck contains all seen cards. The weights sum to 1.
    pub decks: Vec<(Vec<CardId>, f64)>,
    pub seen: Vec<CardId>,
    pub certain: Vec<CardId>,
    pub unknown: usize,
}

/// The numbers that a world is made from.
#[derive(Clone, Copy, Debug)]
pub struct WorldPlan {
    pub seed: u64,
    pub rebirth: bool,
    pub deck_size: usize,
    pub decks: usize,
    /// How many distinct cards the decks have. A small number gives many duplicates.
    pub kinds: usize,
    pub seen: usize,
    pub certain: usize,
    pub unknown: usize,
    pub plays: usize,
    /// The index of the drawn board to use. Beyond the list, a random walk is used.
    pub drawn: usize,
}

/// Boards on which the enemy has few moves: no tile, only cards to replace, or one tile.
const FEW_MOVES: [&str; 4] = [
    "
    y1 .  .  . y1
    y1 y3 .  . .
    y1 .  y2 . .",
    "
    y1 .  .       .       .
    y1 .  e2[001] e1[027] .
    y1 .  .       .       .",
    "
    y1 y2[012] . . .
    y1 .       . . e1
    y1 .       . . .",
    "
    y1[028] y2:2 y1[046] e2:2[074] .
    y1      y3   .       e1[027]   e3
    y1      .    .       e1[075]   .",
];
const WALKED: usize = 16;

pub fn plans() -> impl Strategy<Value = WorldPlan> {
    let who = (any::<u64>(), any::<bool>(), any::<bool>(), 1_usize..=4);
    let cards = (5_usize..=15, 0_usize..=15, 0_usize..=3, 0_usize..=8);
    let position = (0_usize..=22, 0..FEW_MOVES.len() + WALKED);
    (who, cards, position).prop_map(|(who, cards, position)| {
        let (seed, rebirth, ten, decks) = who;
        let (kinds, seen, certain, unknown) = cards;
        let deck_size = if ten { 10 } else { 15 };
        WorldPlan {
            seed,
            rebirth,
            deck_size,
            decks,
            kinds,
            // Mostly few cards were seen.
            seen: seen * seen / 15 * deck_size / 15,
            certain,
            unknown,
            plays: position.0,
            drawn: position.1,
        }
    })
}

impl World {
    pub fn of(plan: WorldPlan) -> World {
        let mut rules = if plan.rebirth {
            Rules::rebirth()
        } else {
            Rules::canon()
        };
        rules.deck_size = plan.deck_size as u8;
        let book = Rulebook::embedded(rules);
        let mut chance = Chance::new(plan.seed, 2);
        let board = match FEW_MOVES.get(plan.drawn) {
            Some(drawing) => board(&book, drawing),
            None => walk(&book, plan.plays, &mut chance),
        };
        let mut kinds: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
        chance.shuffle(&mut kinds);
        kinds.truncate(plan.kinds);
        let first = deck(&kinds, Vec::new(), plan.deck_size, &mut chance);
        let seen = first[..plan.seen].to_vec();
        let mut decks = vec![first];
        while decks.len() < plan.decks {
            decks.push(deck(&kinds, seen.clone(), plan.deck_size, &mut chance));
        }
        let shares: Vec<usize> = decks.iter().map(|_| 1 + chance.below(9)).collect();
        let whole: usize = shares.iter().sum();
        let weights = shares.iter().map(|share| *share as f64 / whole as f64);
        let certain = (0..plan.certain)
            .filter_map(|_| certain_card(&book, &kinds, &mut chance))
            .collect();
        World {
            decks: decks.into_iter().zip(weights).collect(),
            seen,
            certain,
            unknown: plan.unknown,
            board,
            book,
        }
    }
}

/// Plays of random cards by both sides in turn.
pub fn walk(book: &Rulebook, plays: usize, chance: &mut Chance) -> Board {
    let cards: Vec<CardId> = book.catalogue.cards().iter().map(|card| card.id).collect();
    let mut board = Board::opening();
    for turn in 0..plays {
        let side = Side::BOTH[turn % 2];
        let playable: Vec<CardId> = cards
            .iter()
            .copied()
            .filter(|card| !board.legal_tiles(book, side, *card).is_empty())
            .collect();
        let Some(card) = chance.pick(&playable).copied() else {
            continue;
        };
        let tiles: Vec<_> = board.legal_tiles(book, side, card).iter().collect();
        let Some(tile) = chance.pick(&tiles).copied() else {
            continue;
        };
        let played = board.play(book, side, Play { card, tile }, &mut ());
        played.expect("the play is legal");
    }
    board
}

/// Fills a deck with random kinds, at most three of each.
fn deck(kinds: &[CardId], from: Vec<CardId>, size: usize, chance: &mut Chance) -> Vec<CardId> {
    let mut deck = from;
    while deck.len() < size {
        let room: Vec<CardId> = kinds
            .iter()
            .copied()
            .filter(|kind| deck.iter().filter(|card| *card == kind).count() < 3)
            .collect();
        deck.extend(chance.pick(&room));
    }
    deck
}

/// A card that an effect may have given: a token, a card of the decks, or any card.
fn certain_card(book: &Rulebook, kinds: &[CardId], chance: &mut Chance) -> Option<CardId> {
    let cards = book.catalogue.cards();
    let tokens: Vec<CardId> = cards
        .iter()
        .filter(|card| card.kind == CardKind::Token)
        .map(|card| card.id)
        .collect();
    match chance.below(3) {
        0 => chance.pick(&tokens).copied(),
        1 => chance.pick(kinds).copied(),
        _ => chance.pick(cards).map(|card| card.id),
    }
}
