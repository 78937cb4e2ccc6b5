//! Advice from a search: its words say what the search found, on drawn boards.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use qbcoach_engine::coaching::{Advice, AdvisedMove, Claim, Coach, Quality, SearchLimit, Thinking};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::Move;

use crate::coaching::advice::{coach, your_turns};
use crate::coaching::fixtures::match_from;

const NODES: u64 = 4_000;

fn searched(coach: &Coach, view: &AnnotatedState, threads: usize) -> Advice {
    let threads = NonZeroUsize::new(threads).expect("there is a thread");
    let limit = SearchLimit::nodes(NODES);
    let advice = coach.advise(view, limit, threads, |_, _| ControlFlow::Continue(()));
    advice.expect("it is your turn")
}

/// The searched advice on a drawn position. The enemy's known deck is `deck`; its last
/// card is in the enemy's hand.
fn advise(coach: &Coach, drawing: &str, hand: &str, deck: &str) -> Advice {
    let held = deck.split_whitespace().last().unwrap_or_default();
    let view = match_from(&coach.book, drawing, (hand, held), Some(deck));
    searched(coach, &view, 1)
}

#[track_caller]
fn moved<'a>(advice: &'a Advice, label: &str) -> &'a AdvisedMove {
    let found = advice.moves.iter().find(|moved| match moved.made {
        Move::Play(_) => moved.label == label,
        Move::Pass => label == "Pass",
    });
    found.unwrap_or_else(|| panic!("{label} is not among the moves"))
}

fn reason<'a>(moved: &'a AdvisedMove, tag: &str) -> Option<&'a str> {
    let mut reasons = moved.reasons.iter();
    let found = reasons.find(|reason| reason.tag == tag);
    found.map(|reason| reason.text.as_str())
}

#[test]
fn the_same_nodes_give_the_same_advice_on_any_number_of_threads() {
    let coach = coach("canon");
    for view in your_turns(&coach.book, 20..22).iter().step_by(2) {
        assert_eq!(searched(&coach, view, 1), searched(&coach, view, 3));
    }
}

#[test]
fn rows_come_by_win_chance_and_a_winning_move_is_never_losing() {
    let coach = coach("canon");
    for view in your_turns(&coach.book, 22..26) {
        let advice = searched(&coach, &view, 1);
        assert!(advice.stage >= 1);
        assert_eq!(advice.thinking, Thinking::No);
        assert_eq!(advice.win_chance, advice.moves[0].win_chance);
        assert!(
            advice
                .moves
                .is_sorted_by(|a, b| a.win_chance >= b.win_chance)
        );
        for moved in &advice.moves[1..] {
            if moved.win_chance >= 0.5 {
                assert_ne!(moved.quality, Quality::Losing, "{}", moved.label);
            }
            if moved.claim == Claim::Proved && moved.win_chance == 0.0 {
                assert_eq!(moved.quality, Quality::Losing, "{}", moved.label);
            }
        }
        for moved in &advice.moves {
            let first = moved.line.first().expect("a line begins with its move");
            assert!(moved.label.starts_with(first.as_str()), "{}", moved.label);
        }
    }
}

#[test]
fn every_play_is_simulated_and_only_passes_cost_no_nodes() {
    let coach = coach("canon");
    let (mut forced, mut free) = (0, 0);
    for view in your_turns(&coach.book, 22..34) {
        let advice = searched(&coach, &view, 1);
        let plays = advice.moves.len() as u64 - 1;
        assert!(
            advice.nodes >= plays,
            "{} nodes, {plays} plays",
            advice.nodes
        );
        assert!(advice.nodes > 0 || plays == 0);
        match plays {
            0 => forced += 1,
            _ => free += 1,
        }
    }
    assert!(forced > 0 && free > 0, "{forced} forced, {free} free");
}

#[test]
fn a_forced_pass_is_searched_unless_nobody_can_play_after_it() {
    let coach = coach("canon");
    // 021 needs rank 2, which you have nowhere.
    let nodes = |drawing: &str, deck: &str| {
        let advice = advise(&coach, drawing, "021", deck);
        assert_eq!(advice.moves.len(), 1);
        advice.nodes
    };
    let lanes = "y1 . . . e1 y1 . . . e1 y1 . . . e1";
    assert!(nodes(lanes, "021 001") > 0);
    // The enemy has passed, so your pass ends the match: nothing is left to simulate.
    assert_eq!(nodes(&format!("{lanes} you passes=1"), "021 001"), 0);
    // The enemy cannot play either.
    assert_eq!(nodes(lanes, "021 021"), 0);
}

#[test]
fn the_first_advice_says_that_the_coach_thinks_on() {
    let coach = coach("canon");
    let view = &your_turns(&coach.book, 26..27)[0];
    let limit = SearchLimit::nodes(NODES);
    let mut stages = Vec::new();
    let last = coach.advise(view, limit, NonZeroUsize::MIN, |draft, report| {
        let first = draft.reference(Thinking::Yes);
        assert_eq!((first.stage, first.thinking), (0, Thinking::Yes));
        let so_far = draft.searched(report, Thinking::Yes);
        assert_eq!(so_far.thinking, Thinking::Yes);
        stages.push(so_far.stage);
        ControlFlow::Continue(())
    });
    let last = last.expect("it is your turn");
    assert!(stages.is_sorted_by(|a, b| a < b), "{stages:?}");
    assert_eq!(stages.last(), Some(&last.stage));
}

#[test]
fn ending_the_search_gives_the_last_whole_round() {
    let coach = coach("canon");
    let view = &your_turns(&coach.book, 26..27)[0];
    let limit = SearchLimit::nodes(NODES);
    let mut first = None;
    let ended = coach.advise(view, limit, NonZeroUsize::MIN, |draft, report| {
        first = Some(draft.searched(report, Thinking::No));
        ControlFlow::Break(())
    });
    assert_eq!(ended.ok(), first);
}

#[test]
fn a_pass_that_wins_is_best_and_nothing_warns_against_it() {
    let coach = coach("canon");
    let won = "
        y1[021] y1[021] . . e1
        y1      .       . . e1
        y1      .       . . e1 you passes=1";
    let advice = advise(&coach, won, "001", "011 001");
    let pass = &advice.moves[0];
    assert_eq!(pass.made, Move::Pass);
    assert_eq!((pass.claim, pass.win_chance), (Claim::Proved, 1.0));
    assert_eq!(pass.label, "Pass, ending the match 10 to 0");
    assert_eq!(pass.reasons.len(), 1, "{:#?}", pass.reasons);
    assert_eq!(
        advice.message,
        "Pass, ending the match 10 to 0: you win by 10."
    );
    for moved in &advice.moves[1..] {
        assert_ne!(moved.quality, Quality::Losing, "{}", moved.label);
    }
}

#[test]
fn a_pass_that_loses_is_losing_while_another_move_may_win() {
    let coach = coach("canon");
    let behind = "
        y1 . . . e1[001]
        y1 . . . e1
        y1 . . . e1 you passes=1";
    let advice = advise(&coach, behind, "001 002 019", "001 011");
    let pass = moved(&advice, "Pass");
    assert_eq!(pass.quality, Quality::Losing);
    assert_eq!(
        reason(pass, "endsMatch"),
        Some("Ends the match: you lose by 1")
    );
    assert_ne!(advice.moves[0].made, Move::Pass);
}

#[test]
fn the_reply_that_the_search_fears_is_named_with_its_chance_and_what_it_does() {
    // The enemy surely holds 021, power 5, and MID-4 has the rank it needs.
    let coach = coach("canon");
    let drawing = "
        y1      . . .  e1
        y1[002] . . e2 e1
        y1      . . .  e1";
    let advice = advise(&coach, drawing, "001", "021");
    let risk = reason(moved(&advice, "Pass"), "worstReply");
    let risk = risk.expect("the reply is feared");
    assert!(risk.starts_with("Risk: Ogre to MID-4 ("), "{risk}");
    assert!(
        risk.contains("could swing 8 points: it takes MID"),
        "{risk}"
    );
    // Without a tile for it, the card is nothing to fear.
    let harmless = "
        y1      . . .  e1
        y1[002] . . .  e1
        y1      . . .  e1";
    let advice = advise(&coach, harmless, "001", "021");
    assert_eq!(reason(moved(&advice, "Pass"), "worstReply"), None);
}

#[test]
fn rare_replies_are_not_told() {
    let coach = coach("canon");
    let mut told = 0;
    for view in your_turns(&coach.book, 27..30) {
        for moved in &searched(&coach, &view, 1).moves {
            for tag in ["worstReply", "likelyReply"] {
                let Some(text) = reason(moved, tag) else {
                    continue;
                };
                let (_, chance) = text.split_once('(').expect("a chance");
                let (chance, _) = chance.split_once(" %").expect("per cent");
                let chance: u32 = chance.parse().expect("a number");
                assert!((3..=100).contains(&chance), "{text}");
                told += 1;
            }
        }
    }
    assert!(told > 0);
}

#[test]
fn a_lost_match_says_that_you_can_no_longer_win() {
    let coach = coach("canon");
    let lost = "
        y1 . e1[021] e1[021] e1[021]
        .  . e1[021] e1[021] e1[021]
        .  . e1[021] e1[021] e1[021]";
    let advice = advise(
        &coach,
        lost,
        "001",
        "021 021 021 021 021 021 021 021 021 001",
    );
    assert_eq!(advice.notes[0], "You can no longer win.");
    let open = "
        y1 . . . e1
        y1 . . . e1
        y1 . . . e1";
    let advice = advise(&coach, open, "001", "021 001");
    assert!(advice.notes.is_empty(), "{:?}", advice.notes);
}
