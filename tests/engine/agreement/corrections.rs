//! Matches with corrections by hand: whatever led to a position, its text reads back.

use std::cmp::Ordering;

use proptest::prelude::*;
use qbcoach_engine::rules::knobs::DestroyedPawns;
use qbcoach_engine::rules::notation::{position_text, read_position};
use qbcoach_engine::rules::setup::TileCorrection;
use qbcoach_engine::rules::{
    Board, BySide, CardInPlay, Move, Owner, Position, Rank, Rulebook, Side, TileId,
};

use crate::agreement::walk::{MIXES, all_cards, any_rules, choose, rules_mix};

/// What a correction does to a tile.
#[derive(Clone, Copy, Debug)]
enum Change {
    TakeCard,
    PutCard { card: usize, side: Side },
    SetRanks { you: u8, enemy: u8 },
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Play(u32),
    Pass,
    Correct(TileId, Change),
}

fn side() -> impl Strategy<Value = Side> {
    prop::sample::select(Side::BOTH.to_vec())
}

fn step() -> impl Strategy<Value = Step> {
    let tile = prop::sample::select(TileId::all().collect::<Vec<_>>());
    let change = prop_oneof![
        3 => Just(Change::TakeCard),
        2 => (any::<usize>(), side()).prop_map(|(card, side)| Change::PutCard { card, side }),
        1 => (0_u8..4, 0_u8..4).prop_map(|(you, enemy)| Change::SetRanks { you, enemy }),
    ];
    prop_oneof![
        12 => any::<u32>().prop_map(Step::Play),
        1 => Just(Step::Pass),
        5 => (tile, change).prop_map(|(tile, change)| Step::Correct(tile, change)),
    ]
}

/// The owner by the higher rank, if one is higher.
fn higher<T: Ord>(you: T, enemy: T) -> Option<Owner> {
    match you.cmp(&enemy) {
        Ordering::Greater => Some(Owner::Held(Side::You)),
        Ordering::Less => Some(Owner::Held(Side::Enemy)),
        Ordering::Equal => None,
    }
}

fn correction(book: &Rulebook, board: &Board, tile: TileId, change: Change) -> TileCorrection {
    let shown = TileCorrection {
        tile,
        owner: board.owner(tile),
        ranks: board.ranks(tile),
        card: board.card(tile).copied(),
    };
    match change {
        Change::TakeCard => {
            let BySide { you, enemy } = board.ranks(tile);
            TileCorrection {
                card: None,
                owner: higher(you, enemy).unwrap_or(shown.owner),
                ..shown
            }
        }
        Change::PutCard { card, side } => {
            let cards = all_cards(book);
            TileCorrection {
                card: Some(CardInPlay::new(cards[card % cards.len()], side)),
                ..shown
            }
        }
        Change::SetRanks { you, enemy } => {
            let owner = higher(you, enemy).unwrap_or(Owner::Neutral);
            let ranks = BySide::new(you, enemy);
            TileCorrection {
                owner,
                ranks: ranks.map(|rank| Rank::new(rank).expect("0 to 3")),
                ..shown
            }
        }
    }
}

/// What people see of a board: owners, ranks and cards.
fn seen(board: &Board) -> Vec<String> {
    TileId::all()
        .map(|tile| {
            let card = board.card(tile);
            format!("{:?} {:?} {card:?}", board.owner(tile), board.ranks(tile))
        })
        .collect()
}

fn read_back(book: &Rulebook, position: &Position) -> Result<(), TestCaseError> {
    let text = position_text(book, position);
    let read = read_position(book, &text)
        .map_err(|error| TestCaseError::fail(format!("{}: {text}: {error}", book.rules)))?;
    prop_assert_eq!(&read, position, "{}: {}", book.rules, text);
    prop_assert_eq!(position_text(book, &read), text);
    Ok(())
}

/// Only cards in play have records, and what is stored of the ranks stays within 0–3: the
/// base where pawns are undone, the sum where they are kept.
fn check_ranks(book: &Rulebook, board: &Board) -> Result<(), TestCaseError> {
    let pawns = board.pawns();
    for tile in TileId::all() {
        for source in TileId::all() {
            let in_play = board.card(source).is_some();
            prop_assert!(in_play || pawns.record(source, tile) == BySide::default());
        }
        let stored = match book.rules.destroyed_pawns {
            DestroyedPawns::Undo => pawns.base(tile),
            DestroyedPawns::Keep => pawns.sum(tile),
        };
        for side in Side::BOTH {
            prop_assert!((0..=3).contains(&stored[side]), "{}: {:?}", tile, stored);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_position_text_reads_back_whatever_plays_and_corrections_led_to_it(
        rules in any_rules(),
        other_rules in 0..MIXES,
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let book = Rulebook::embedded(rules);
        let others = Rulebook::embedded(rules_mix(other_rules));
        let cards = all_cards(&book);
        let mut position = Position::opening(Side::You);
        for step in steps {
            let side = position.to_act;
            match step {
                Step::Play(choice) => {
                    if let Some(play) = choose(&book, &position.board, side, &cards, choice) {
                        let _ = position.make(&book, side, Move::Play(play), &mut ());
                    }
                }
                Step::Pass => {
                    let _ = position.make(&book, side, Move::Pass, &mut ());
                }
                Step::Correct(tile, change) => {
                    let correction = correction(&book, &position.board, tile, change);
                    let before = seen(&position.board);
                    if position.set_by_hand(&book, &[correction]).is_err() {
                        prop_assert_eq!(seen(&position.board), before);
                    }
                }
            }
            check_ranks(&book, &position.board)?;
            read_back(&book, &position)?;
            read_back(&book, &position.mirrored())?;
            // Other rules keep other records, but show the same board.
            let text = position_text(&book, &position);
            let read = read_position(&others, &text)
                .map_err(|error| TestCaseError::fail(format!("{}: {text}: {error}", others.rules)))?;
            let shown = |board: &Board| TileId::all()
                .map(|tile| (board.owner(tile), board.ranks(tile)))
                .collect::<Vec<_>>();
            prop_assert_eq!(shown(&read.board), shown(&position.board));
            read_back(&others, &read)?;
        }
    }
}
