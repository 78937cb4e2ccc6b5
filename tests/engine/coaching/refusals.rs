//! When the coach refuses advice, how advice reports progress and is cancelled, and
//! what it must not depend on.

use std::ops::ControlFlow;

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::{CoachError, Progress};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, CardId, Move, Side};
use qbcoach_engine::simulation::game_state::{GameState, Holdings};
use qbcoach_engine::simulation::hand::{Hand, HeldCard};
use qbcoach_engine::simulation::pile::Pile;

use crate::coaching::advice::{coach, your_turns};
use crate::coaching::fixtures::{act, cards, match_from};

const LANES: &str = "
    y1 . . . e1
    y1 . . . e1
    y1 . . . e1";

#[track_caller]
fn check_refused(position: &str, error: &CoachError, message: &str) {
    let coach = coach("canon");
    let view = match_from(
        &coach.book,
        &format!("{LANES} {position}"),
        ("001", "001"),
        None,
    );
    assert_eq!(coach.recommend(&view).as_ref(), Err(error));
    assert_eq!(error.to_string(), message);
    assert_eq!(coach.best_move(&view).as_ref(), Err(error));
}

#[test]
fn there_is_no_advice_on_the_enemys_turn() {
    check_refused(
        "enemy",
        &CoachError::EnemysTurn,
        "it is the enemy's turn; report its move first",
    );
}

#[test]
fn there_is_no_advice_after_the_match() {
    for position in ["you passes=2", "enemy passes=2"] {
        check_refused(
            position,
            &CoachError::MatchOver,
            "the match is over, so there is nothing to play",
        );
    }
}

#[test]
fn after_the_play_that_fills_the_board_the_match_is_over_and_not_when_a_hand_filled_it() {
    let coach = coach("canon");
    let full = "
        y1[001] y1[001] y1[001] e1[001] e1[001]
        y1[001] y1[001] y1[001] e1[002] e1[002]
        y1[001] y1[001] y1[001] e1[011] e1[011]";
    let over = format!("{full} you over");
    let view = match_from(&coach.book, &over, ("001", "019"), None);
    assert_eq!(coach.recommend(&view), Err(CoachError::MatchOver));
    let view = match_from(&coach.book, full, ("001", "019"), None);
    let advice = coach.recommend(&view).expect("the match goes on");
    assert_eq!(advice.moves[0].made, Move::Pass);
}

#[test]
fn a_draw_that_is_due_has_to_be_reported_first() {
    let coach = coach("canon");
    let book = &coach.book;
    let hands = BySide::new(Some(cards(book, "001 002 011 018 019")), None);
    let live = GameState::live(&book.rules, Side::You, hands, BySide::new(None, None));
    let mut view = AnnotatedState::new(live, None, book).expect("the match can begin");
    assert!(coach.recommend(&view).is_ok());
    act(book, &mut view, "you 001 MID-1; enemy 001 MID-5");
    assert_eq!(coach.recommend(&view), Err(CoachError::DrawFirst));
    let card = cards(book, "007")[0];
    let draw = qbcoach_engine::simulation::action::Action::Draw { card };
    view.act(book, &draw).expect("the draw is due");
    assert!(coach.recommend(&view).is_ok());
}

#[test]
fn there_is_no_advice_without_your_hand() {
    let coach = coach("canon");
    let book = &coach.book;
    let nothing = || BySide::new(None, None);
    let live = GameState::live(&book.rules, Side::You, nothing(), nothing());
    let view = AnnotatedState::new(live, None, book).expect("the match can begin");
    assert_eq!(coach.recommend(&view), Err(CoachError::HandUnknown));
    assert_eq!(
        CoachError::HandUnknown.to_string(),
        "your hand is not known; report its cards first"
    );
}

#[test]
fn progress_is_reported_after_each_move() {
    let coach = coach("canon");
    for view in your_turns(&coach.book, 2..3) {
        let mut reports: Vec<Progress> = Vec::new();
        let watched = coach.recommend_while(&view, |progress| {
            reports.push(progress);
            ControlFlow::Continue(())
        });
        let advice = watched.expect("it is your turn");
        assert_eq!(Ok(&advice), coach.recommend(&view).as_ref());
        assert_eq!(reports.len(), advice.moves.len());
        for (done, progress) in (1..).zip(&reports) {
            assert_eq!(progress.moves_done, done);
            assert_eq!(progress.moves, advice.moves.len());
        }
        assert!(reports.is_sorted_by(|a, b| a.nodes < b.nodes));
    }
}

#[test]
fn advice_can_be_cancelled_after_any_move() {
    let coach = coach("canon");
    let view = &your_turns(&coach.book, 2..3)[0];
    let moves = view.state.legal_moves(&coach.book).len();
    for last in 1..=moves {
        let mut reports = 0;
        let cancelled = coach.recommend_while(view, |progress| {
            reports += 1;
            match progress.moves_done == last {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        assert_eq!(cancelled, Err(CoachError::Cancelled));
        assert_eq!(reports, last, "no progress after the cancellation");
    }
}

#[test]
fn advice_does_not_change_the_match() {
    let coach = coach("rebirth");
    for view in your_turns(&coach.book, 4..6) {
        let before = format!("{view:?}");
        coach.recommend(&view).expect("it is your turn");
        coach.best_move(&view).expect("it is your turn");
        assert_eq!(format!("{view:?}"), before);
    }
}

#[test]
fn several_threads_get_the_same_advice() {
    let coach = coach("canon");
    let views = your_turns(&coach.book, 6..7);
    let all = || -> Vec<_> { views.iter().map(|view| coach.recommend(view)).collect() };
    let alone = all();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(all)).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("it does not panic"), alone);
        }
    });
}

/// The same match with other hidden cards of the enemy: the cards of its pile, and
/// those of its hand that effects did not give.
pub fn with_hidden(view: &AnnotatedState, hidden: &[CardId]) -> AnnotatedState {
    let mut other = view.clone();
    let mut hidden = hidden.iter().copied().cycle();
    let mut next = || hidden.next().expect("there are cards");
    let holdings = &view.state.holdings[Side::Enemy];
    let known = holdings.hand.known.iter().map(|held| HeldCard {
        card: match held.instance {
            Some(_) => held.card,
            None => next(),
        },
        instance: held.instance,
    });
    let hand = Hand {
        known: known.collect(),
        unknown: holdings.hand.unknown,
    };
    let pile = (0..holdings.pile.len()).map(|_| next()).collect();
    let pile = Pile::in_order(pile);
    other.state.holdings[Side::Enemy] = Holdings { hand, pile };
    other
}

#[test]
fn advice_does_not_depend_on_the_enemys_hidden_cards() {
    let coach = coach("canon");
    let mut kinds: Vec<CardId> = coach
        .book
        .catalogue
        .collectible()
        .map(|card| card.id)
        .collect();
    let mut chance = Chance::new(9, 9);
    for view in your_turns(&coach.book, 10..13) {
        let advice = coach.recommend(&view);
        assert!(advice.is_ok());
        for _ in 0..2 {
            chance.shuffle(&mut kinds);
            let other = with_hidden(&view, &kinds);
            assert_eq!(other.observation, view.observation);
            assert_eq!(coach.recommend(&other), advice);
        }
    }
}
