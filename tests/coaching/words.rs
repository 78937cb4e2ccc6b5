//! Reasons, message and notes: sentences that carry the numbers computed.

use qbcoach::coaching::{Advice, AdvisedMove, Coach, Reason};
use qbcoach::observation::AnnotatedState;
use qbcoach::prediction::evaluation::{Evaluation, evaluate};
use qbcoach::rules::{BySide, Lane, Move, Side};
use qbcoach::simulation::action::Action;
use qbcoach::simulation::game_state::GameState;

use crate::advice::{coach, your_turns};
use crate::support::{board, make_plays};
use crate::table::{assert_close, cards, table};

/// The advice on a drawn position with your hand; the enemy's deck is known to be
/// `deck`, of which it holds the last card.
#[track_caller]
fn advise(coach: &Coach, drawing: &str, hand: &str, deck: &str) -> Advice {
    let held = deck.split_whitespace().last().unwrap_or_default();
    let view = table(&coach.book, drawing, (hand, held), Some(deck));
    coach.recommend(&view).expect("it is your turn")
}

#[track_caller]
fn moved<'a>(advice: &'a Advice, label: &str) -> &'a AdvisedMove {
    let found = advice.moves.iter().find(|moved| match moved.made {
        Move::Play(_) => moved.label == label,
        Move::Pass => label == "Pass",
    });
    found.unwrap_or_else(|| panic!("{label} is not among the moves"))
}

#[track_caller]
fn check_reason(moved: &AdvisedMove, tag: &str, text: &str, weight: f64) {
    let told = |reason: &&Reason| reason.tag == tag && reason.text == text;
    let Some(reason) = moved.reasons.iter().find(told) else {
        panic!("{tag}, {text}: not among {:#?}", moved.reasons);
    };
    assert_close(reason.weight, weight, text);
}

#[track_caller]
fn check_note(advice: &Advice, note: &str) {
    let told = advice.notes.iter().filter(|told| *told == note).count();
    assert_eq!(told, 1, "{note}: not once among {:#?}", advice.notes);
}

#[test]
fn reasons_come_by_weight_then_by_tag_and_are_worth_saying() {
    let coach = coach("canon");
    for view in your_turns(&coach.book, 5..8) {
        let advice = coach.recommend(&view).expect("it is your turn");
        for moved in &advice.moves {
            assert!(moved.reasons.is_sorted_by(|a, b| {
                let (heavy, light) = (a.weight.abs(), b.weight.abs());
                heavy > light || (heavy == light && a.tag <= b.tag)
            }));
            for reason in &moved.reasons {
                assert!(reason.weight.abs() >= 0.05, "{reason:?}");
                assert!(!reason.text.is_empty() && !reason.text.ends_with('.'));
            }
        }
    }
}

#[test]
fn destroying_an_enemy_card_names_it_and_weighs_its_power() {
    // 003 lowers the enemy's card two tiles ahead by 4; 011 has power 4.
    let coach = coach("canon");
    let drawing = "
        y2 . e1[011] . e1
        y1 . .       . e1
        y1 . .       . e1";
    let advice = advise(&coach, drawing, "003", "011 001");
    let play = moved(&advice, "Grenadier to TOP-1");
    let text = "it destroys the enemy's Elphadunk on TOP-3";
    check_reason(play, "destroys", text, 4.0);
    check_reason(play, "takesLane", "it takes TOP, 1 ahead", 5.0);
}

#[test]
fn destroying_an_own_card_speaks_against_a_move() {
    // 055 lowers all cards in the next column by 6.
    let coach = coach("canon");
    let drawing = "
        y1 y1[001] . . e1
        y3 .       . . e1
        y1 y1[021] . . e1[011]";
    let advice = advise(&coach, drawing, "055", "011 001");
    let play = moved(&advice, "Great Malboro to MID-1");
    check_reason(
        play,
        "destroys",
        "it destroys your Security Officer on TOP-2",
        -1.0,
    );
    check_reason(play, "givesLane", "it gives BOT away", -5.0);
}

#[test]
fn raising_and_lowering_name_the_card_and_the_amount() {
    // 024 gives 3 behind it; 020 takes 3 ahead of it.
    let coach = coach("canon");
    let drawing = "
        y1[001] y2 . .       e1
        y1      .  . .       e1
        y3      e1[021] . .  e1";
    let advice = advise(&coach, drawing, "020 024", "021 001");
    let play = moved(&advice, "Zemzelett to TOP-2");
    let text = "it raises your Security Officer on TOP-1 by 3";
    check_reason(play, "raises", text, 3.0);
    check_reason(play, "lanePower", "it moves TOP by 4 for you", 4.0);
    let play = moved(&advice, "Archdragon to BOT-1");
    let text = "it lowers the enemy's Ogre on BOT-2 by 3";
    check_reason(play, "lowers", text, 3.0);
    check_reason(play, "takesLane", "it takes BOT, 1 ahead", 6.0);
}

#[test]
fn ranks_to_play_on_are_counted_and_weighed_by_the_access_they_give() {
    // 004 on MID-1 fills a tile of rank 2, raises TOP-1 and BOT-1 and opens TOP-2
    // and BOT-2.
    let coach = coach("canon");
    let drawing = "
        y1 . . . e1
        y2 . . . e1
        y1 . . . e1";
    let advice = advise(&coach, drawing, "004", "001");
    let play = moved(&advice, "J-Unit Sweeper to MID-1");
    let mut after = board(&coach.book, drawing);
    make_plays(&coach.book, &mut after, "you 004 MID-1");
    let value = evaluate(&coach.book, &after, &after.powers(&coach.book));
    let access = |value: &Evaluation| -> f64 {
        let lanes = Lane::ALL.into_iter();
        lanes.map(|lane| 1.5 * value.lanes[lane].access).sum()
    };
    let weight = access(&value) - access(&advice.evaluation);
    let text = "ranks to play on change by +2 for you and +0 for the enemy";
    check_reason(play, "access", text, weight);
}

#[test]
fn the_worst_reply_is_named_with_what_it_costs() {
    let coach = coach("canon");
    for view in your_turns(&coach.book, 8..10) {
        let advice = coach.recommend(&view).expect("it is your turn");
        for moved in &advice.moves {
            let told = moved
                .reasons
                .iter()
                .find(|reason| reason.tag == "worstReply");
            let Some(told) = told else { continue };
            assert_close(
                told.weight,
                moved.worst_reply - moved.immediate,
                "the weight",
            );
            if told.weight > 0.0 {
                continue; // Any reply would do the enemy harm.
            }
            assert!(told.text.starts_with("the worst reply, "), "{}", told.text);
            let cost = format!(", costs {:.1}", -told.weight);
            assert!(told.text.ends_with(&cost), "{}", told.text);
        }
    }
}

#[test]
fn ending_the_match_tells_the_margin() {
    let coach = coach("canon");
    let ahead = "
        y1[002] . . . e1
        y1      . . . e1
        y1      . . . e1 you passes=1";
    let advice = advise(&coach, ahead, "001", "001");
    let text = "it ends the match, won by 3";
    check_reason(moved(&advice, "Pass"), "endsMatch", text, 103.0);
    let behind = "
        y1 . . . e1[011]
        y1 . . . e1
        y1 . . . e1 you passes=1";
    let advice = advise(&coach, behind, "001", "011 001");
    let text = "it ends the match, lost by 4";
    check_reason(moved(&advice, "Pass"), "endsMatch", text, -104.0);
}

#[test]
fn a_pass_while_behind_tells_that_the_enemy_can_end_the_match() {
    let coach = coach("canon");
    let behind = "
        y1 . . . e1[011]
        y1 . . . e1
        y1 . . . e1";
    let advice = advise(&coach, behind, "001", "011 001");
    let pass = moved(&advice, "Pass");
    let text = "the enemy can pass too and end the match, 4 ahead of you";
    let weight = pass.worst_reply - pass.immediate;
    check_reason(pass, "concedes", text, weight);
    assert_close(pass.worst_reply, -104.0, "the worst reply");
    let note = "If you pass, the enemy can end the match by passing too, at 0 to 4.";
    check_note(&advice, note);
}

#[test]
fn a_draw_that_ends_the_match_is_told_though_it_weighs_nothing() {
    let coach = coach("canon");
    let level = "
        y1 . . . e1
        y1 . . . e1
        y1 . . . e1 you passes=1";
    let advice = advise(&coach, level, "001", "001");
    let text = "it ends the match in a draw";
    check_reason(moved(&advice, "Pass"), "endsMatch", text, 0.0);
}

#[test]
fn a_pass_that_leaves_the_enemy_no_play_ends_the_match() {
    let coach = coach("canon");
    let alone = "
        y1[002] . . . .
        y1      . . . .
        y1      . . . .";
    let advice = advise(&coach, alone, "001", "001");
    let pass = moved(&advice, "Pass");
    assert_eq!(
        pass.label,
        "Pass, and the enemy must too: the match ends 3 to 0"
    );
    assert_close(pass.worst_reply, 103.0, "the worst reply");
    assert_close(pass.likely_reply, 103.0, "the likely reply");
}

#[test]
fn a_reply_that_does_not_hurt_is_not_said_to_cost_anything() {
    let coach = coach("canon");
    for view in your_turns(&coach.book, 0..12) {
        let advice = coach.recommend(&view).expect("it is your turn");
        let reasons = advice.moves.iter().flat_map(|moved| &moved.reasons);
        for reason in reasons.filter(|reason| reason.tag == "worstReply") {
            assert_eq!(reason.text.contains("costs"), reason.weight < 0.0);
            assert!(!reason.text.contains("costs -"), "{}", reason.text);
        }
    }
}

#[test]
fn the_message_is_one_sentence_about_the_first_move() {
    let coach = coach("rebirth");
    for view in your_turns(&coach.book, 3..6) {
        let advice = coach.recommend(&view).expect("it is your turn");
        let (best, message) = (&advice.moves[0], &advice.message);
        let start = match best.made {
            Move::Pass => best.label.clone(),
            Move::Play(_) => format!("Play {}", best.label),
        };
        assert!(message.starts_with(&start), "{message}");
        assert!(message.ends_with('.') && !message.ends_with(".."));
        assert!(!message.contains(". ") && !message.contains('\n'));
        // It gives what speaks for the move, if anything does.
        let told = best.reasons.iter().find(|reason| reason.weight > 0.0);
        if let Some(told) = told.or(best.reasons.first()) {
            assert_eq!(*message, format!("{start}: {}.", told.text));
        }
    }
}

#[test]
fn a_note_gives_the_final_score_when_passing_would_end_the_match() {
    let coach = coach("canon");
    let check = |lanes: &str, deck: &str, result: &str| {
        let drawing = format!("{lanes} you passes=1");
        let note = format!("The enemy has passed: passing now ends the match at {result}.");
        check_note(&advise(&coach, &drawing, "001", deck), &note);
    };
    let won = "y1[021] . . . e1 y1 . . . e1[002] y1 . . . e1";
    check(won, "002 001", "5 to 3, you win");
    let lost = "y1[002] . . . e1 y1 . . . e1[021] y1 . . . e1";
    check(lost, "021 001", "3 to 5, you lose");
    let drawn = "y1 . . . e1 y1 . . . e1 y1 . . . e1";
    check(drawn, "001", "0 to 0, it is a draw");
}

#[test]
fn a_note_tells_of_a_lane_drawn_with_power_in_it() {
    let coach = coach("canon");
    let drawing = "
        y1      . . . e1
        y1[002] . . . e1[002]
        y1      . . . e1";
    let advice = advise(&coach, drawing, "001", "002 001");
    assert_eq!(advice.score.lanes[Lane::Mid].winner, None);
    check_note(&advice, "MID is drawn and gives nobody points.");
}

#[test]
fn a_note_tells_how_much_of_your_hand_is_not_known() {
    let coach = coach("canon");
    let book = &coach.book;
    let hand = cards(book, "001 002 011 018 019");
    let hands = BySide::new(Some(hand.clone()), None);
    let live = GameState::live(&book.rules, Side::You, hands, BySide::new(None, None));
    let mut view = AnnotatedState::new(live, None, book).expect("the match can begin");
    let replace = hand[..2].to_vec();
    let (side, drew) = (Side::You, None);
    let mulligan = Action::Mulligan {
        side,
        replace,
        drew,
    };
    view.act(book, &mulligan).expect("it may be changed");
    let advice = coach.recommend(&view).expect("it is your turn");
    let note = "Of your hand 2 cards are not known, so not considered.";
    check_note(&advice, note);
}

#[test]
fn a_quiet_position_needs_no_notes() {
    let coach = coach("canon");
    let drawing = "
        y1 . . . e1
        y1 . . . e1
        y1 . . . e1";
    assert!(advise(&coach, drawing, "001", "001").notes.is_empty());
}
