//! What single ingredients of the search do to its estimates.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use qbcoach_engine::coaching::search::PlayBeliefStyle;
use qbcoach_engine::coaching::{Claim, Coach, SearchLimit, SearchReport, SearchStyle};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{CardId, Cost, Rulebook};

use crate::coaching::advice::{coach, your_turns};
use crate::prediction::fixtures::{act, card, match_from};

/// Every move is searched in the same deals, without any ingredient in question.
fn bare() -> SearchStyle {
    SearchStyle {
        kept: 1.0,
        blend: 0.0,
        shared: 0.0,
        belief: None,
        proof_share: 0,
        worlds: (32, 32),
        curve: None,
        ..SearchStyle::default()
    }
}

fn search(coach: &Coach, view: &AnnotatedState, style: &SearchStyle) -> SearchReport {
    let limit = SearchLimit {
        nodes: 10_000_000,
        depth: Some(3),
    };
    let go_on = |report: &SearchReport| match report.moves[0].depth {
        3 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let report = coach.search_in_style(view, style, limit, NonZeroUsize::MIN, go_on);
    report.expect("it is your turn")
}

/// The estimates of the same moves by two styles.
fn both(
    coach: &Coach,
    view: &AnnotatedState,
    one: &SearchStyle,
    other: &SearchStyle,
) -> Vec<(f64, f64)> {
    let (one, other) = (search(coach, view, one), search(coach, view, other));
    let other_of = |made| {
        let found = other.moves.iter().find(|moved| moved.made == made);
        found.expect("both list every move").win_chance
    };
    let estimated = one
        .moves
        .iter()
        .filter(|moved| moved.claim == Claim::Estimated);
    estimated
        .map(|moved| (moved.win_chance, other_of(moved.made)))
        .collect()
}

fn some_turns(coach: &Coach) -> Vec<AnnotatedState> {
    your_turns(&coach.book, 50..53)
        .into_iter()
        .step_by(4)
        .collect()
}

#[test]
fn a_shared_next_move_is_never_better_than_one_chosen_with_all_cards_seen() {
    let coach = coach("canon");
    let alone = bare();
    let shared = SearchStyle {
        shared: 1.0,
        ..alone
    };
    let mut worse = 0;
    for view in some_turns(&coach) {
        for (alone, shared) in both(&coach, &view, &alone, &shared) {
            assert!(shared <= alone + 1e-6, "{shared} is more than {alone}");
            worse += usize::from(shared < alone - 1e-4);
        }
    }
    assert!(worse > 0, "sharing lowers no move");
}

#[test]
fn an_enemy_that_does_not_see_your_hand_is_no_worse_for_you() {
    let coach = coach("canon");
    let worst = bare();
    let blended = SearchStyle {
        blend: 0.5,
        ..worst
    };
    let mut better = 0;
    for view in some_turns(&coach) {
        for (worst, blended) in both(&coach, &view, &worst, &blended) {
            assert!(blended >= worst - 0.01, "{blended} is less than {worst}");
            better += usize::from(blended > worst + 0.01);
        }
    }
    assert!(better > 10, "blending raises only {better} moves");
}

/// A card that can be played on an opening board, and one that cannot.
fn light_and_heavy(book: &Rulebook) -> (CardId, CardId) {
    let heavy = book
        .catalogue
        .collectible()
        .find(|card| matches!(card.cost, Cost::Pawns(rank) if rank.get() == 3));
    (card(book, "001"), heavy.expect("there is one").id)
}

const OPENING: &str = "
    y1 . . . e1
    y1 . . . e1
    y1 . . . e1 you";

/// How often the enemy holds a card, before and after its plays are weighed.
#[track_caller]
fn held(coach: &Coach, actions: &str, asked: CardId) -> [f64; 2] {
    let book = &coach.book;
    let (light, heavy) = light_and_heavy(book);
    let number = |card: CardId| book.catalogue[card].number.clone();
    let enemy = format!("{0} {1} 019 | {0} {1} {1}", number(light), number(heavy));
    let deck = enemy.replace('|', "");
    let mut view = match_from(
        book,
        OPENING,
        ("001 007 011 | 018 019", &enemy),
        Some(&deck),
    );
    act(book, &mut view, actions);
    let style = SearchStyle {
        belief: Some(PlayBeliefStyle::default()),
        ..SearchStyle::default()
    };
    let held = coach.held_by_enemy(&view, &style, 4_000);
    let held = held.expect("the deck is known");
    let found = held.into_iter().find(|(card, _)| *card == asked);
    found.map_or([0.0; 2], |(_, chances)| chances)
}

#[test]
fn after_a_pass_on_an_open_board_the_enemy_likely_holds_what_it_cannot_play() {
    let coach = coach("canon");
    let (light, heavy) = light_and_heavy(&coach.book);
    let [before, after] = held(&coach, "you 001 MID-1; enemy pass", light);
    assert!(after < before, "{before} {after}");
    let [before, after] = held(&coach, "you 001 MID-1; enemy pass", heavy);
    assert!(after >= before - 0.01, "{before} {after}");
}

#[test]
fn before_the_enemy_has_moved_nothing_is_learned() {
    let coach = coach("canon");
    let (light, _) = light_and_heavy(&coach.book);
    let [before, after] = held(&coach, "you pass", light);
    assert!((before - after).abs() < 1e-9, "{before} {after}");
}
