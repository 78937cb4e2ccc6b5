//! Odd positions: whatever is known or not, a search answers for every legal move, or
//! refuses for the same reason as the reference coach.

use std::cmp::Ordering;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::{Claim, Coach, CoachError, SearchLimit, SearchReport};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::setup::TileCorrection;
use qbcoach_engine::rules::{
    BySide, CardId, CardInPlay, Move, Owner, Rank, Rulebook, Rules, Side, TileId,
};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;

use crate::agreement::walk::{MIXES, rules_mix};
use crate::coaching::advice::coach;
use crate::prediction::fixtures::{cards, match_from, shipped};
use crate::support::position;

fn search(coach: &Coach, view: &AnnotatedState, nodes: u64) -> Result<SearchReport, CoachError> {
    let limit = SearchLimit::nodes(nodes);
    coach.search(
        view,
        limit,
        NonZeroUsize::MIN,
        |_| ControlFlow::Continue(()),
    )
}

/// Checks the report of a search, or that the reference coach refuses for the same reason.
#[track_caller]
fn check(coach: &Coach, view: &AnnotatedState) {
    let refusal = coach.best_move(view).err();
    for nodes in [0, 30, 1_200] {
        let report = match search(coach, view, nodes) {
            Ok(report) => report,
            Err(error) => {
                assert_eq!(Some(error), refusal);
                return;
            }
        };
        assert_eq!(refusal, None);
        let mut legal = view.state.legal_moves(&coach.book);
        let mut listed: Vec<Move> = report.moves.iter().map(|one| one.made).collect();
        legal.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, legal);
        for one in &report.moves {
            let range = match one.claim {
                Claim::Proved => 0.0..=1.0,
                Claim::Bounded | Claim::Estimated => 0.01..=0.99,
            };
            assert!(range.contains(&one.win_chance), "{one:?}");
            assert!(one.expected_margin.is_finite(), "{one:?}");
        }
    }
}

/// A live match in which your hand and the decks may be known.
fn live(book: &Rulebook, hand: Option<&str>, deck: Option<Vec<CardId>>) -> AnnotatedState {
    let hands = BySide::new(hand.map(|hand| cards(book, hand)), None);
    let state = GameState::live(&book.rules, Side::You, hands, BySide::new(deck, None));
    AnnotatedState::new(state, None, book).expect("the match can begin")
}

#[test]
fn your_deck_and_parts_of_your_hand_may_be_unknown() {
    for rules in ["canon", "rebirth"] {
        let coach = coach(rules);
        let book = &coach.book;
        let deck = shipped(book).decks[2].clone();
        check(&coach, &live(book, Some("001 002 011 018 019"), None));
        check(&coach, &live(book, None, None));
        check(&coach, &live(book, None, Some(deck.clone())));
        check(&coach, &live(book, Some(""), None));
        check(&coach, &live(book, Some(""), Some(deck)));
        let mut view = live(book, Some("001 002"), None);
        view.state.holdings.you.hand.unknown = 3;
        check(&coach, &view);
    }
}

#[test]
fn a_hand_that_no_deck_has_gets_advice_all_the_same() {
    let coach = coach("canon");
    for hand in ["001 001 001 001 001", "001 142 142 142"] {
        let view = live(&coach.book, Some(hand), None);
        assert!(search(&coach, &view, 500).is_ok(), "{hand}");
        check(&coach, &view);
    }
}

#[test]
fn a_large_hand_and_a_large_deck_are_searched() {
    let book = Rulebook::embedded(Rules::parse("canon deckSize=60").expect("the knob exists"));
    let deck: Vec<CardId> = book
        .catalogue
        .collectible()
        .map(|card| card.id)
        .take(60)
        .collect();
    let coach = Coach::new(book.clone(), Archetypes::default());
    let hands = BySide::new(Some(deck[..40].to_vec()), None);
    let decks = BySide::new(Some(deck), None);
    let state = GameState::live(&book.rules, Side::You, hands, decks);
    let view = AnnotatedState::new(state, None, &book).expect("the match can begin");
    check(&coach, &view);
}

#[test]
fn empty_hands_full_boards_passes_and_analyses() {
    let full = "y1[001] y1[001] y1[001] e1[001] e1[001] ".repeat(3);
    let led = "y1[001] . . . e1  . . . . .  . . . . .";
    for rules in ["canon", "rebirth"] {
        let coach = coach(rules);
        let book = &coach.book;
        for (drawing, hands) in [
            ("y1 . . . e1 / y1 . . . e1 / y1 . . . e1", ("", "")),
            (
                "y1 . . . e1 / y1 . . . e1 / y1 . . . e1",
                ("", "001 002 | 007"),
            ),
            (&full[..], ("001 052", "052")),
            (&format!("{led} you passes=1"), ("001", "001")),
            (&format!("{led} you passes=1"), ("", "")),
            (
                &format!("{} you passes=1", led.replace('y', "e")),
                ("001 002", "001"),
            ),
            (&format!("{led} you passes=2"), ("001", "001")),
        ] {
            check(&coach, &match_from(book, drawing, hands, None));
        }
        let state = GameState::analysis(position(book, led));
        let view = AnnotatedState::new(state, None, book).expect("the position is sound");
        check(&coach, &view);
    }
}

#[test]
fn after_your_pass_ends_the_match_in_your_favour_it_is_proved() {
    let coach = coach("canon");
    let drawing = "y1[001] . . . e1 / . . . . . / . . . . . you passes=1";
    let view = match_from(&coach.book, drawing, ("001", "001"), None);
    let report = search(&coach, &view, 2_000).expect("it is your turn");
    let pass = report.moves.iter().find(|one| one.made == Move::Pass);
    let pass = pass.expect("a pass is legal");
    assert_eq!((pass.win_chance, pass.claim), (1.0, Claim::Proved));
    assert_eq!(report.win_chance, 1.0);
}

/// Any correction of a tile that a person may make.
fn any_correction(book: &Rulebook, chance: &mut Chance) -> TileCorrection {
    let tiles: Vec<TileId> = TileId::all().collect();
    let all: Vec<CardId> = book.catalogue.cards().iter().map(|card| card.id).collect();
    let (you, enemy) = (chance.below(4) as u8, chance.below(4) as u8);
    let owner = match you.cmp(&enemy) {
        Ordering::Greater => Owner::Held(Side::You),
        Ordering::Less => Owner::Held(Side::Enemy),
        Ordering::Equal => Owner::Neutral,
    };
    let side = Side::BOTH[chance.below(2)];
    let put = CardInPlay::new(all[chance.below(all.len())], side);
    TileCorrection {
        tile: tiles[chance.below(tiles.len())],
        owner,
        ranks: BySide::new(you, enemy).map(|rank| Rank::new(rank).expect("0 to 3")),
        card: (chance.below(2) == 0).then_some(put),
    }
}

#[test]
fn matches_with_any_corrections_under_any_knobs_are_searched() {
    let mut searched = 0;
    for seed in 0..40 {
        let mut chance = Chance::new(seed, 12);
        let mut rules = rules_mix(chance.below(MIXES));
        rules.deck_size = [1, 3, 10, 15, 15, 30][chance.below(6)];
        let book = Rulebook::embedded(rules);
        let coach = Coach::new(book.clone(), shipped(&Rulebook::embedded(Rules::canon())));
        let mut kinds: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
        let mut deck = || {
            chance.shuffle(&mut kinds);
            kinds[..usize::from(book.rules.deck_size)].to_vec()
        };
        let decks = BySide::new(deck(), deck());
        let state = GameState::simulated(&book.rules, seed, Side::BOTH[seed as usize % 2], decks);
        let mut view = AnnotatedState::new(state, None, &book).expect("the match can begin");
        for _ in 0..24 {
            let position = &view.state.position;
            if position.is_over() {
                break;
            }
            if position.to_act == Side::You {
                check(&coach, &view);
                searched += 1;
            }
            let side = position.to_act;
            let action = match chance.below(6) {
                0 => Action::Resync {
                    tiles: vec![any_correction(&book, &mut chance)],
                },
                1 => Action::Move {
                    side,
                    made: Move::Pass,
                },
                _ => {
                    let moves = view.state.legal_moves(&book);
                    let made = moves[chance.below(moves.len())];
                    Action::Move { side, made }
                }
            };
            // A correction that cannot be is refused and changes nothing.
            let _ = view.act(&book, &action);
        }
    }
    assert!(searched > 100, "only {searched} positions");
}
