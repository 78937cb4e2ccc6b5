//! What every report of a search promises.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::{Claim, Coach, CoachError, SearchLimit, SearchReport, StopSign};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{CardId, Move, Side};

use crate::coaching::advice::{coach, your_turns};
use crate::coaching::refusals::with_hidden;
use crate::prediction::fixtures::match_from;

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("there is a thread")
}

fn search(coach: &Coach, view: &AnnotatedState, nodes: u64) -> SearchReport {
    let go_on = |_: &SearchReport| ControlFlow::Continue(());
    let report = coach.search(view, SearchLimit::nodes(nodes), threads(1), go_on);
    report.expect("it is your turn")
}

/// Some of your turns, early and late ones.
fn some_turns(coach: &Coach) -> Vec<AnnotatedState> {
    let views = your_turns(&coach.book, 40..44);
    views.into_iter().step_by(3).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let coach = coach("canon");
    for view in some_turns(&coach) {
        let run = |number: usize| {
            let mut stages = Vec::new();
            let limit = SearchLimit::nodes(6_000);
            let report = coach.search(&view, limit, threads(number), |report| {
                stages.push(format!("{report:?}"));
                ControlFlow::Continue(())
            });
            (stages, report)
        };
        let alone = run(1);
        assert_eq!(run(2), alone);
        assert_eq!(run(4), alone);
    }
}

#[test]
fn every_legal_move_is_listed_once_whatever_the_limit() {
    for rules in ["canon", "rebirth"] {
        let coach = coach(rules);
        for view in some_turns(&coach) {
            let mut legal = view.state.legal_moves(&coach.book);
            legal.sort_unstable();
            for nodes in [0, 1, 60, 700, 3_000] {
                let report = search(&coach, &view, nodes);
                let mut listed: Vec<Move> = report.moves.iter().map(|one| one.made).collect();
                listed.sort_unstable();
                assert_eq!(listed, legal);
            }
        }
    }
}

#[test]
fn moves_come_in_the_order_of_their_win_chances_and_only_proofs_are_certain() {
    let coach = coach("canon");
    for view in some_turns(&coach) {
        let report = search(&coach, &view, 4_000);
        assert_eq!(report.win_chance, report.moves[0].win_chance);
        assert!(
            report
                .moves
                .is_sorted_by(|a, b| a.win_chance >= b.win_chance)
        );
        for one in &report.moves {
            match one.claim {
                // The points agree with what is proved.
                Claim::Proved => match one.win_chance {
                    0.0 => assert!(one.expected_margin <= -1.0),
                    0.5 => assert_eq!(one.expected_margin, 0.0),
                    1.0 => assert!(one.expected_margin >= 1.0),
                    other => panic!("{other} is not a proved result"),
                },
                Claim::Bounded | Claim::Estimated => {
                    assert!((0.01..=0.99).contains(&one.win_chance));
                }
            }
            assert_eq!(one.line[0].made, one.made);
            for (number, step) in one.line.iter().enumerate() {
                assert_eq!(step.side, Side::BOTH[number % 2]);
            }
            let chances: f64 = one.replies.iter().map(|reply| reply.chance).sum();
            assert!(chances <= 1.0 + 1e-6);
        }
    }
}

#[test]
fn the_limit_of_nodes_holds_after_the_first_round() {
    let coach = coach("canon");
    for view in some_turns(&coach) {
        for nodes in [2_000, 5_000] {
            let report = search(&coach, &view, nodes);
            assert!(report.nodes <= nodes, "{} of {nodes}", report.nodes);
        }
    }
}

#[test]
fn a_limit_of_depth_holds() {
    let coach = coach("canon");
    let view = &some_turns(&coach)[0];
    for depth in 1..=3 {
        let limit = SearchLimit {
            nodes: 20_000,
            depth: Some(depth),
        };
        let go_on = |_: &SearchReport| ControlFlow::Continue(());
        let report = coach.search(view, limit, threads(1), go_on);
        let report = report.expect("it is your turn");
        assert_eq!(report.moves[0].depth, depth);
    }
}

#[test]
fn cancelling_returns_the_last_whole_round() {
    let coach = coach("canon");
    let view = &some_turns(&coach)[1];
    let limit = SearchLimit::nodes(8_000);
    let mut whole = Vec::new();
    let all = coach.search(view, limit, threads(1), |report| {
        whole.push(report.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(all.as_ref().ok(), whole.last());
    assert!(whole.len() >= 3, "{} rounds", whole.len());
    for (number, expected) in whole.iter().enumerate() {
        assert_eq!(expected.stage as usize, number + 1);
        let cancelled = coach.search(view, limit, threads(2), |report| {
            match report.stage as usize > number {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        assert_eq!(cancelled.as_ref(), Ok(expected));
    }
}

#[test]
fn a_stop_sign_ends_a_round_in_its_midst_and_the_last_whole_round_is_the_answer() {
    let coach = coach("canon");
    let view = &some_turns(&coach)[1];
    let limit = SearchLimit::nodes(300_000);
    let all = search(&coach, view, limit.nodes);
    for number in [1, 2] {
        let mut whole = Vec::new();
        let looks = AtomicUsize::new(0);
        // The first look after a report comes between two rounds, a second one in the
        // midst of a round. The sign goes up there, and not before.
        let is_up = || looks.fetch_add(1, Ordering::SeqCst) > 0;
        let stop = StopSign::when(&is_up);
        let stopped = coach.search_until(view, limit, threads(number), &stop, |report| {
            whole.push(report.clone());
            looks.store(0, Ordering::SeqCst);
            ControlFlow::Continue(())
        });
        assert_eq!(stopped.as_ref().ok(), whole.last());
        assert!(looks.load(Ordering::SeqCst) >= 2, "a round was stopped");
        let stages = whole.len() as u32;
        assert!((1..all.stage).contains(&stages), "{stages}, {}", all.stage);
    }
}

#[test]
fn a_stop_sign_that_is_up_from_the_start_leaves_the_first_round() {
    let coach = coach("canon");
    let view = &some_turns(&coach)[1];
    let stop = StopSign::when(&|| true);
    let mut first = None;
    let limit = SearchLimit::nodes(300_000);
    let stopped = coach.search_until(view, limit, threads(2), &stop, |report| {
        first = Some(report.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(stopped.ok(), first);
    assert_eq!(first.map(|report| report.stage), Some(1));
}

#[test]
fn the_search_does_not_depend_on_the_enemys_hidden_cards() {
    let coach = coach("canon");
    let mut kinds: Vec<CardId> = coach
        .book
        .catalogue
        .collectible()
        .map(|card| card.id)
        .collect();
    let mut chance = Chance::new(9, 9);
    for view in some_turns(&coach) {
        chance.shuffle(&mut kinds);
        let other = with_hidden(&view, &kinds);
        assert_eq!(search(&coach, &other, 1_500), search(&coach, &view, 1_500));
    }
}

#[test]
fn where_there_is_no_advice_there_is_no_search() {
    let coach = coach("canon");
    let lanes = "y1 . . . e1 / y1 . . . e1 / y1 . . . e1";
    for (position, error) in [
        ("enemy", CoachError::EnemysTurn),
        ("you passes=2", CoachError::MatchOver),
    ] {
        let drawing = format!("{lanes} {position}");
        let view = match_from(&coach.book, &drawing, ("001", "001"), None);
        let limit = SearchLimit::nodes(100);
        let go_on = |_: &SearchReport| ControlFlow::Continue(());
        assert_eq!(coach.search(&view, limit, threads(1), go_on), Err(error));
    }
}
