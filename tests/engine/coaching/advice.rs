//! Advice in simulated matches between the shipped decks: every legal move once, the
//! best first, each with its quality, its label and the board after it.

use std::collections::BTreeSet;

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::{Advice, Balance, Claim, Coach, Predictor, Quality};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::evaluation::{Evaluation, evaluate};
use qbcoach_engine::rules::notation::draw;
use qbcoach_engine::rules::{BySide, Lane, Move, Rulebook, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_engine::simulation::game_state::GameState;

use crate::coaching::fixtures::{assert_close, book, match_from, random_move, shipped};

pub fn coach(rules: &str) -> Coach {
    let book = book(rules);
    let archetypes = shipped(&book);
    Coach::new(book, archetypes)
}

/// A match between two shipped decks. The enemy's deck is not known.
pub fn start(book: &Rulebook, seed: u64) -> AnnotatedState {
    let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are right");
    let decks: Vec<_> = library.list().collect();
    let deck = |index: u64| decks[index as usize % decks.len()].cards.clone();
    let decks = BySide::new(deck(seed), deck(seed * 3 + 1));
    let first = Side::BOTH[seed as usize % 2];
    let state = GameState::simulated(&book.rules, seed, first, decks);
    AnnotatedState::new(state, None, book).expect("the match can begin")
}

/// All states of random matches in which it is your turn.
pub fn your_turns(book: &Rulebook, seeds: std::ops::Range<u64>) -> Vec<AnnotatedState> {
    let mut views = Vec::new();
    for seed in seeds {
        let mut annotated = start(book, seed);
        let mut chance = Chance::new(seed, 8);
        let mut turns = 0;
        while !annotated.state.position.is_over() && turns < 40 {
            turns += 1;
            if annotated.state.position.to_act == Side::You {
                views.push(annotated.clone());
            }
            // Sometimes the enemy passes, so that your pass would end the match.
            if annotated.state.position.to_act == Side::Enemy && chance.below(5) == 0 {
                let (side, made) = (Side::Enemy, Move::Pass);
                let passed = annotated.act(book, &Action::Move { side, made });
                passed.expect("it may pass");
            } else {
                random_move(book, &mut annotated, &mut chance);
            }
        }
    }
    views
}

/// Calls `check` with the advice on every turn of some matches.
fn on_every_turn(mut check: impl FnMut(&Coach, &AnnotatedState, &Advice)) {
    for rules in ["canon", "rebirth"] {
        let coach = coach(rules);
        for view in your_turns(&coach.book, 1..4) {
            let advice = coach.recommend(&view).expect("it is your turn");
            check(&coach, &view, &advice);
        }
    }
}

#[test]
fn every_legal_move_is_ranked_exactly_once_the_pass_included() {
    on_every_turn(|coach, view, advice| {
        let legal: BTreeSet<Move> = view.state.legal_moves(&coach.book).into_iter().collect();
        let ranked: BTreeSet<Move> = advice.moves.iter().map(|moved| moved.made).collect();
        assert_eq!(ranked, legal);
        assert_eq!(advice.moves.len(), legal.len());
        assert!(ranked.contains(&Move::Pass));
        for moved in &advice.moves {
            let (side, made) = (Side::You, moved.made);
            let mut after = view.clone();
            let accepted = after.act(&coach.book, &Action::Move { side, made });
            assert!(accepted.is_ok(), "{} is legal", moved.label);
        }
    });
}

#[test]
fn moves_are_ordered_by_score_and_the_first_is_the_best_move() {
    on_every_turn(|coach, view, advice| {
        assert!(
            advice
                .moves
                .is_sorted_by(|a, b| a.move_score >= b.move_score)
        );
        assert_eq!(coach.best_move(view), Ok(advice.moves[0].made));
        for moved in &advice.moves {
            let predicted = 0.7 * moved.worst_reply + 0.3 * moved.likely_reply;
            assert_close(moved.predicted, predicted, "predicted");
            let score = moved.immediate + 1.5 * predicted;
            assert_close(moved.move_score, score, "the score");
        }
    });
}

#[test]
fn the_quality_of_a_move_follows_from_the_win_chance_it_loses() {
    let mut seen = BTreeSet::new();
    on_every_turn(|_, _, advice| {
        let best = advice.moves[0].win_chance;
        assert_eq!(advice.win_chance, best);
        for (index, moved) in advice.moves.iter().enumerate() {
            let loss = best - moved.win_chance - 1e-9;
            let expected = match index {
                0 => Quality::Best,
                _ if moved.win_chance == 0.0 => Quality::Losing,
                _ if loss <= 0.03 => Quality::Good,
                _ if loss <= 0.08 => Quality::Playable,
                _ if loss <= 0.20 || moved.win_chance >= 0.5 => Quality::Risky,
                _ => Quality::Losing,
            };
            assert_eq!(moved.quality, expected, "{}", moved.label);
            seen.insert(moved.quality.word());
        }
    });
    let words = ["best", "good", "losing", "playable", "risky"];
    assert_eq!(seen, BTreeSet::from(words), "every quality occurs");
}

#[test]
fn the_reference_coachs_chances_keep_its_order_and_only_the_end_is_certain() {
    on_every_turn(|_, _, advice| {
        for pair in advice.moves.windows(2) {
            assert!(pair[0].win_chance >= pair[1].win_chance);
        }
        for moved in &advice.moves {
            let ends = moved.reasons.iter().any(|reason| reason.tag == "endsMatch");
            assert_eq!(moved.claim == Claim::Proved, ends);
            if !ends {
                assert!((0.01..=0.99).contains(&moved.win_chance));
            }
        }
        assert_eq!(advice.stage, 0);
    });
}

#[test]
fn a_pass_that_loses_the_match_is_losing_unless_it_is_the_only_move() {
    let coach = coach("canon");
    let behind = "
        y1 . . . e1[001]
        y1 . . . e1
        y1 . . . e1 you passes=1";
    let view = match_from(&coach.book, behind, ("001", "011"), Some("001 011"));
    let advice = coach.recommend(&view).expect("it is your turn");
    let pass = advice.moves.iter().find(|moved| moved.made == Move::Pass);
    assert_eq!(pass.map(|pass| pass.quality), Some(Quality::Losing));
    let view = match_from(&coach.book, behind, ("", "011"), Some("001 011"));
    let advice = coach.recommend(&view).expect("it is your turn");
    assert_eq!(advice.moves.len(), 1);
    assert_eq!(advice.moves[0].quality, Quality::Best);
}

#[test]
fn a_label_names_the_card_and_the_tile() {
    let coach = coach("canon");
    let drawing = "
        y1 .  . . e1
        y1 y1 . . e1
        y1 .  . . e1";
    let view = match_from(&coach.book, drawing, ("019", "011"), Some("011"));
    let advice = coach.recommend(&view).expect("it is your turn");
    let plays = advice.moves.iter().filter(|moved| moved.made != Move::Pass);
    let mut labels: Vec<&str> = plays.map(|moved| moved.label.as_str()).collect();
    labels.sort_unstable();
    assert_eq!(
        labels,
        [
            "Crawler to BOT-1",
            "Crawler to MID-1",
            "Crawler to MID-2",
            "Crawler to TOP-1",
        ]
    );
    on_every_turn(|coach, _, advice| {
        for moved in &advice.moves {
            match moved.made {
                Move::Play(play) => {
                    let name = &coach.book.catalogue[play.card].name;
                    assert_eq!(moved.label, format!("{name} to {}", play.tile));
                }
                Move::Pass => assert!(moved.label.starts_with("Pass")),
            }
        }
    });
}

#[test]
fn the_label_of_a_pass_says_what_it_risks() {
    let coach = coach("canon");
    let label = |drawing: &str| {
        let view = match_from(&coach.book, drawing, ("019", "001"), Some("002 001"));
        let advice = coach.recommend(&view).expect("it is your turn");
        let pass = advice
            .moves
            .into_iter()
            .find(|moved| moved.made == Move::Pass);
        pass.expect("a pass is always legal")
    };
    let even = label("y1 . . . e1 y1 . . . e1 y1 . . . e1");
    let cost = even.immediate - even.worst_reply;
    assert_eq!(even.label, format!("Pass (risk: about {cost:.1} points)"));
    let behind = label("y1 . . . e1[002] y1 . . . e1 y1 . . . e1");
    assert_eq!(behind.label, "Pass (risk: the enemy ends the match 0 to 3)");
    let ending = label("y1 . . . e1[002] y1[021] . . . e1 y1 . . . e1 you passes=1");
    assert_eq!(ending.label, "Pass, ending the match 5 to 3");
}

#[test]
fn each_move_shows_the_board_and_the_margin_after_it() {
    on_every_turn(|coach, view, advice| {
        for moved in &advice.moves {
            let mut board = view.state.position.board;
            if let Move::Play(play) = moved.made {
                let played = board.play(&coach.book, Side::You, play, &mut ());
                played.expect("it is legal");
            }
            assert_eq!(moved.text_after, draw(&coach.book, &board));
            assert_eq!(moved.margin_after, board.score(&coach.book).margin());
        }
    });
}

#[test]
fn the_evaluation_and_score_are_those_of_the_board() {
    on_every_turn(|coach, view, advice| {
        let board = &view.state.position.board;
        let powers = board.powers(&coach.book);
        assert_eq!(advice.evaluation, evaluate(board, &powers));
        assert_eq!(advice.score, board.score(&coach.book));
        assert_eq!(advice.balance, Balance::of(&advice.evaluation));
    });
}

#[test]
fn an_evaluation_of_two_is_still_even() {
    let balance = |diff: i32, access: f64| {
        let mut evaluation = Evaluation::default();
        evaluation.lanes[Lane::Mid].diff = diff;
        evaluation.lanes[Lane::Top].access = access;
        Balance::of(&evaluation).word()
    };
    assert_eq!(balance(0, 0.0), "even");
    assert_eq!(balance(2, 0.0), "even");
    assert_eq!(balance(-2, 0.0), "even");
    assert_eq!(balance(2, 0.1), "winning");
    assert_eq!(balance(-2, -0.1), "losing");
}

#[test]
fn the_numbers_are_those_of_the_forecast_with_the_possible_hand() {
    // The known deck has two unseen cards. The enemy has one of them and draws none.
    let coach = coach("canon");
    let drawing = "
        y1 y1[002] . . e1
        y1 .       . . e1
        y1 .       . . e1";
    let view = match_from(&coach.book, drawing, ("001 019", "011"), Some("003 011"));
    let advice = coach.recommend(&view).expect("it is your turn");
    let held = ["003", "011"].map(|number| qbcoach_engine::coaching::EnemyCard {
        card: crate::coaching::fixtures::card(&coach.book, number),
        chance: 0.5,
    });
    let mut predictor = Predictor::new(&coach.book, &held);
    for moved in &advice.moves {
        let forecast = predictor.forecast(&view.state.position.board, moved.made, 0);
        assert_close(moved.immediate, forecast.immediate, "immediate");
        assert_close(moved.worst_reply, forecast.worst_reply, "the worst reply");
        assert_close(moved.likely_reply, forecast.likely_reply, "the likely one");
    }
}
