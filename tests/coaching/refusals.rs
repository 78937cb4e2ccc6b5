//! When there is no advice, how it is watched and called off, and what it must
//! not depend on.

use std::ops::ControlFlow;

use qbcoach::coaching::{CoachError, Progress};
use qbcoach::observation::AnnotatedState;
use qbcoach::rules::{BySide, CardId, Side};
use qbcoach::simulation::chance::Chance;
use qbcoach::simulation::game_state::{GameState, Holdings};
use qbcoach::simulation::hand::{Hand, HeldCard};
use qbcoach::simulation::pile::Pile;

use crate::advice::{coach, your_turns};
use crate::table::{act, cards, table};

const LANES: &str = "
    y1 . . . e1
    y1 . . . e1
    y1 . . . e1";

#[track_caller]
fn check_refused(position: &str, error: &CoachError, says: &str) {
    let coach = coach("canon");
    let view = table(
        &coach.book,
        &format!("{LANES} {position}"),
        ("001", "001"),
        None,
    );
    assert_eq!(coach.recommend(&view).as_ref(), Err(error));
    assert_eq!(error.to_string(), says);
    assert_eq!(coach.best_move(&view).as_ref(), Err(error));
}

#[test]
fn on_the_enemys_turn_there_is_no_advice() {
    check_refused(
        "enemy",
        &CoachError::EnemysTurn,
        "it is the enemy's turn; report its move first",
    );
}

#[test]
fn after_the_match_there_is_no_advice() {
    for position in ["you passes=2", "enemy passes=2"] {
        check_refused(
            position,
            &CoachError::MatchOver,
            "the match is over, so there is nothing to play",
        );
    }
}

#[test]
fn on_a_full_board_the_match_is_over() {
    let coach = coach("canon");
    let full = "
        y1[001] y1[001] y1[001] e1[001] e1[001]
        y1[001] y1[001] y1[001] e1[002] e1[002]
        y1[001] y1[001] y1[001] e1[011] e1[011]";
    let view = table(&coach.book, full, ("001", "019"), None);
    assert_eq!(coach.recommend(&view), Err(CoachError::MatchOver));
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
    let draw = qbcoach::simulation::action::Action::Draw { card };
    view.act(book, &draw).expect("the draw is due");
    assert!(coach.recommend(&view).is_ok());
}

#[test]
fn without_your_hand_there_is_no_advice() {
    let coach = coach("canon");
    let book = &coach.book;
    let nothing = || BySide::new(None, None);
    let live = GameState::live(&book.rules, Side::You, nothing(), nothing());
    let view = AnnotatedState::new(live, None, book).expect("the match can begin");
    assert_eq!(coach.recommend(&view), Err(CoachError::HandUnknown));
    assert_eq!(
        CoachError::HandUnknown.to_string(),
        "your hand is not known; tell its cards first"
    );
}

#[test]
fn progress_is_told_after_each_move() {
    let coach = coach("canon");
    for view in your_turns(&coach.book, 2..3) {
        let mut told: Vec<Progress> = Vec::new();
        let watched = coach.recommend_while(&view, |progress| {
            told.push(progress);
            ControlFlow::Continue(())
        });
        let advice = watched.expect("it is your turn");
        assert_eq!(Ok(&advice), coach.recommend(&view).as_ref());
        assert_eq!(told.len(), advice.moves.len());
        for (done, progress) in (1..).zip(&told) {
            assert_eq!(progress.moves_done, done);
            assert_eq!(progress.moves, advice.moves.len());
        }
        assert!(told.is_sorted_by(|a, b| a.nodes < b.nodes));
    }
}

#[test]
fn advice_can_be_called_off_after_any_move() {
    let coach = coach("canon");
    let view = &your_turns(&coach.book, 2..3)[0];
    let moves = view.state.legal_moves(&coach.book).len();
    for last in 1..=moves {
        let mut told = 0;
        let called_off = coach.recommend_while(view, |progress| {
            told += 1;
            match progress.moves_done == last {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        assert_eq!(called_off, Err(CoachError::Cancelled));
        assert_eq!(told, last, "nothing is done after it");
    }
}

#[test]
fn the_view_stays_as_it_is() {
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

/// The same match with other cards where you cannot see them: the enemy's hand
/// but for what effects put there, and its pile.
fn with_hidden(view: &AnnotatedState, hidden: &[CardId]) -> AnnotatedState {
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
fn advice_does_not_know_what_the_enemy_hides() {
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
