//! What searched advice says in several places agrees: chances, replies, lines, messages.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use qbcoach_engine::coaching::{Advice, AdvisedMove, Claim, Coach, SearchLimit};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::Move;

use crate::coaching::advice::{coach, your_turns};
use crate::coaching::fixtures::match_from;

/// Enough for several rounds, so that the worst moves are dropped.
const NODES: u64 = 6_000;

fn searched(coach: &Coach, view: &AnnotatedState) -> Advice {
    let limit = SearchLimit::nodes(NODES);
    let advice = coach.advise(view, limit, NonZeroUsize::MIN, |_, _| {
        ControlFlow::Continue(())
    });
    advice.expect("it is your turn")
}

/// The place and the text of a reason.
fn reason<'a>(moved: &'a AdvisedMove, tag: &str) -> Option<(usize, &'a str)> {
    let mut reasons = moved.reasons.iter().enumerate();
    let found = reasons.find(|(_, reason)| reason.tag == tag);
    found.map(|(place, reason)| (place, reason.text.as_str()))
}

/// What advice on the turns of some matches says about its moves, and how often.
fn on_moves(seeds: std::ops::Range<u64>, mut check: impl FnMut(&AdvisedMove) -> bool) {
    let coach = coach("canon");
    let mut seen = 0;
    for view in your_turns(&coach.book, seeds) {
        let advice = searched(&coach, &view);
        seen += advice.moves.iter().filter(|moved| check(moved)).count();
    }
    assert!(seen > 5, "only {seen} cases");
}

#[test]
fn a_pass_while_behind_is_a_proved_loss_because_the_enemy_can_pass_too() {
    on_moves(30..36, |moved| {
        let behind = reason(moved, "concedes").is_some();
        if behind {
            assert_eq!((moved.claim, moved.win_chance), (Claim::Proved, 0.0));
            assert!(reason(moved, "proved").is_some(), "{:#?}", moved.reasons);
        }
        behind
    });
}

#[test]
fn a_pass_at_a_tie_wins_no_more_than_half_because_the_enemy_can_end_it_in_a_draw() {
    let coach = coach("canon");
    let deck = Some("001 002 007 008 011 019");
    let check = |drawing: &str, most: f64| {
        let view = match_from(&coach.book, drawing, ("001 019 002", "019"), deck);
        let advice = searched(&coach, &view);
        let pass = advice.moves.iter().find(|moved| moved.made == Move::Pass);
        let pass = pass.expect("a pass is legal");
        assert!(pass.win_chance <= most, "{}", pass.win_chance);
        pass.claim
    };
    let tied = "
        y1 . . . e1
        y1 . . . e1
        y1 . . . e1";
    assert_eq!(check(tied, 0.5), Claim::Bounded);
    let ahead = "
        y1[002] . . . e1
        y1      . . . e1
        y1      . . . e1";
    assert_eq!(check(ahead, 1.0), Claim::Estimated);
}

#[test]
fn a_line_goes_on_with_the_reply_that_is_told_as_the_likeliest() {
    on_moves(38..42, |moved| {
        let Some((place, text)) = reason(moved, "likelyReply") else {
            return false;
        };
        if let Some((feared, _)) = reason(moved, "worstReply") {
            assert!(place < feared, "{:#?}", moved.reasons);
        }
        let reply = text.trim_start_matches("Most likely reply: ");
        let reply = reply.split(" (").next().expect("a move");
        let reply = if reply == "a pass" { "Pass" } else { reply };
        if let Some(second) = moved.line.get(1) {
            assert_eq!(second, reply, "{:#?}", moved.reasons);
        }
        moved.line.len() > 1
    });
}

#[test]
fn a_message_about_the_only_move_tells_the_win_chance_or_what_is_proved() {
    let coach = coach("canon");
    let advise = |drawing: &str, hand: &str, deck: &str| {
        let held = deck.split_whitespace().last().unwrap_or_default();
        searched(
            &coach,
            &match_from(&coach.book, drawing, (hand, held), Some(deck)),
        )
    };
    // 021 needs rank 2, which you have nowhere; the enemy may play.
    let open = "
        y1 . . . e1
        y1 . . . e1
        y1 . . . e1";
    let advice = advise(open, "021", "021 001");
    assert_eq!(advice.moves.len(), 1);
    let start = "You cannot play; passing is your only move. Win chance ";
    assert!(advice.message.starts_with(start), "{}", advice.message);
    // The enemy cannot play either, and you lead.
    let won = "
        y1[002] . . . e1
        y1      . . . e1
        y1      . . . e1";
    let advice = advise(won, "021", "021 021");
    assert_eq!(advice.moves[0].made, Move::Pass);
    let best = &advice.moves[0];
    let told = match (best.claim, best.win_chance >= 1.0) {
        (Claim::Proved, true) => "It wins whatever the enemy holds.",
        _ => "Win chance ",
    };
    assert!(advice.message.contains(told), "{}", advice.message);
}
