//! The texts of reasons, message and notes, and the numbers in them.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use qbcoach_engine::coaching::{Advice, AdvisedMove, Coach, CoachError, Reason, SearchLimit};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, Lane, Move, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;

use crate::coaching::advice::{coach, your_turns};
use crate::coaching::fixtures::{assert_close, cards, match_from};

/// The advice on a drawn position with this hand. The enemy's known deck is `deck`, and
/// its last card is in the enemy's hand.
#[track_caller]
fn advise(coach: &Coach, drawing: &str, hand: &str, deck: &str) -> Advice {
    let held = deck.split_whitespace().last().unwrap_or_default();
    let view = match_from(&coach.book, drawing, (hand, held), Some(deck));
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
    let wanted = |reason: &&Reason| reason.tag == tag && reason.text == text;
    let Some(reason) = moved.reasons.iter().find(wanted) else {
        panic!("{tag}, {text}: not among {:#?}", moved.reasons);
    };
    assert_close(reason.weight, weight, text);
}

#[track_caller]
fn check_no_reason(moved: &AdvisedMove, tag: &str) {
    let found = moved.reasons.iter().find(|reason| reason.tag == tag);
    assert_eq!(found, None, "{}", moved.label);
}

#[track_caller]
fn check_note(advice: &Advice, note: &str) {
    let times = advice.notes.iter().filter(|found| *found == note).count();
    assert_eq!(times, 1, "{note}: not once among {:#?}", advice.notes);
}

#[test]
fn what_is_certain_comes_first_then_gains_then_risks() {
    let coach = coach("canon");
    for view in your_turns(&coach.book, 5..8) {
        for advice in [coach.recommend(&view), search(&coach, &view)] {
            for moved in &advice.expect("it is your turn").moves {
                check_order(moved);
            }
        }
    }
}

fn search(coach: &Coach, view: &AnnotatedState) -> Result<Advice, CoachError> {
    let limit = SearchLimit::nodes(3_000);
    coach.advise(view, limit, NonZeroUsize::MIN, |_, _| {
        ControlFlow::Continue(())
    })
}

fn check_order(moved: &AdvisedMove) {
    let group = |reason: &Reason| match reason.tag {
        "onlyMove" | "endsMatch" | "proved" => 0,
        _ if reason.weight > 0.0 => 1,
        _ => 2,
    };
    let reasons = &moved.reasons;
    let ordered = reasons.is_sorted_by(|a, b| {
        let by_group = group(a).cmp(&group(b));
        let by_weight = b.weight.abs().total_cmp(&a.weight.abs());
        group(a) == 0 || by_group.then(by_weight).is_le()
    });
    assert!(ordered, "{reasons:#?}");
    assert!(reasons.iter().filter(|reason| group(reason) == 1).count() <= 3);
    assert!(reasons.iter().filter(|reason| group(reason) == 2).count() <= 3);
    for reason in reasons {
        let first = reason.text.chars().next().expect("it has words");
        assert!(!first.is_lowercase(), "{}", reason.text);
        assert!(!reason.text.ends_with('.'), "{}", reason.text);
        for engine_word in ["margin", "stability", "access", "eval"] {
            assert!(!reason.text.contains(engine_word), "{}", reason.text);
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
    let text = "Destroys the enemy's Elphadunk on TOP-3";
    check_reason(play, "destroys", text, 4.0);
    check_reason(play, "takesLane", "Takes TOP, 1 ahead", 5.0);
}

#[test]
fn destroying_an_own_card_is_a_reason_against_a_move() {
    // 055 lowers all cards in the next column by 6.
    let coach = coach("canon");
    let drawing = "
        y1 y1[001] . . e1
        y3 .       . . e1
        y1 y1[021] . . e1[011]";
    let advice = advise(&coach, drawing, "055", "011 001");
    let play = moved(&advice, "Great Malboro to MID-1");
    // The largest three risks are told, not the loss of the small card on TOP-2.
    check_reason(play, "destroys", "Destroys your Ogre on BOT-2", -5.0);
    check_reason(play, "givesLane", "Gives BOT away", -5.0);
}

#[test]
fn raising_and_lowering_name_the_card_and_the_amount() {
    // 024 raises an ally behind it by 3; 020 lowers an enemy ahead of it by 3.
    let coach = coach("canon");
    let drawing = "
        y1[001] y2 . .       e1
        y1      .  . .       e1
        y3      e1[021] . .  e1";
    let advice = advise(&coach, drawing, "020 024", "021 001");
    let play = moved(&advice, "Zemzelett to TOP-2");
    let text = "Raises your Security Officer on TOP-1 by 3";
    check_reason(play, "raises", text, 3.0);
    check_reason(play, "lanePower", "+4 for you in TOP", 4.0);
    let play = moved(&advice, "Archdragon to BOT-1");
    let text = "Lowers the enemy's Ogre on BOT-2 by 3";
    check_reason(play, "lowers", text, 3.0);
    check_reason(play, "takesLane", "Takes BOT, 1 ahead", 6.0);
}

#[test]
fn tiles_that_a_move_opens_are_named() {
    // 004 on MID-1 raises TOP-1 and BOT-1 and opens TOP-2 and BOT-2.
    let coach = coach("canon");
    let drawing = "
        y1 . . . e1
        y2 . . . e1
        y1 . . . e1";
    let advice = advise(&coach, drawing, "004", "001");
    let play = moved(&advice, "J-Unit Sweeper to MID-1");
    let text = "Opens 2 more tiles for you: TOP-2 and BOT-2";
    check_reason(play, "opens", text, 2.0);
    // Where both tiles are yours already, nothing is opened.
    let open = "
        y1 y1 . . e1
        y2 .  . . e1
        y1 y1 . . e1";
    let advice = advise(&coach, open, "004", "001");
    check_no_reason(moved(&advice, "J-Unit Sweeper to MID-1"), "opens");
}

#[test]
fn a_tile_that_a_move_takes_from_the_enemy_is_named() {
    let coach = coach("canon");
    let drawing = "
        y1 . . . e1
        y2 . . . e1
        y1 e1 . . e1";
    let advice = advise(&coach, drawing, "004", "001");
    let play = moved(&advice, "J-Unit Sweeper to MID-1");
    check_reason(play, "takesTile", "Takes BOT-2 from the enemy", 2.0);
    check_reason(play, "opens", "Opens 1 more tile for you: TOP-2", 1.0);
}

#[test]
fn cards_that_become_playable_or_lose_their_last_tile_are_named() {
    let coach = coach("canon");
    // 021 needs rank 2: MID-1 has it, and 004 takes it and raises TOP-1 and BOT-1.
    let drawing = "
        y1 . . . e1
        y2 . . . e1
        .  . . . e1";
    let advice = advise(&coach, drawing, "004 021 001", "001");
    check_no_reason(moved(&advice, "J-Unit Sweeper to MID-1"), "unplayable");
    let play = moved(&advice, "Security Officer to MID-1");
    check_no_reason(play, "unplayable");
    // Here rank 2 is only where the small card would go, and it raises no other tile.
    let alone = "
        .  . . . e1
        y2 . . . e1
        .  . . . e1";
    let advice = advise(&coach, alone, "021 011", "001");
    let play = moved(&advice, "Elphadunk to MID-1");
    check_reason(play, "unplayable", "Leaves you no tile for Ogre", -1.5);
}

#[test]
fn the_reference_coach_tells_the_worst_reply_as_a_risk_if_it_is_likely_enough() {
    let coach = coach("canon");
    let mut told = 0;
    for view in your_turns(&coach.book, 8..10) {
        let advice = coach.recommend(&view).expect("it is your turn");
        for moved in &advice.moves {
            let mut reasons = moved.reasons.iter();
            let Some(reason) = reasons.find(|reason| reason.tag == "worstReply") else {
                continue;
            };
            told += 1;
            assert!(reason.weight < 0.0);
            assert!(reason.text.starts_with("Risk: "), "{}", reason.text);
            let cost = format!(" could swing {:.1} points", -reason.weight);
            assert!(reason.text.ends_with(&cost), "{}", reason.text);
        }
    }
    assert!(told > 0);
}

#[test]
fn the_reason_for_ending_the_match_states_the_margin() {
    let coach = coach("canon");
    let ahead = "
        y1[002] . . . e1
        y1      . . . e1
        y1      . . . e1 you passes=1";
    let advice = advise(&coach, ahead, "001", "001");
    let text = "Ends the match: you win by 3";
    check_reason(moved(&advice, "Pass"), "endsMatch", text, 103.0);
    let behind = "
        y1 . . . e1[011]
        y1 . . . e1
        y1 . . . e1 you passes=1";
    let advice = advise(&coach, behind, "001", "011 001");
    let text = "Ends the match: you lose by 4";
    check_reason(moved(&advice, "Pass"), "endsMatch", text, -104.0);
}

#[test]
fn a_pass_while_behind_warns_that_the_enemy_can_end_the_match() {
    let coach = coach("canon");
    let behind = "
        y1 . . . e1[011]
        y1 . . . e1
        y1 . . . e1";
    let advice = advise(&coach, behind, "001", "011 001");
    let pass = moved(&advice, "Pass");
    let text = "Risk: the enemy can pass too and end the match 4 ahead";
    check_reason(pass, "concedes", text, -104.0);
    let note = "If you pass, the enemy can end the match by passing too, at 0 to 4.";
    check_note(&advice, note);
    let ahead = "
        y1[011] . . . e1
        y1      . . . e1
        y1      . . . e1";
    let advice = advise(&coach, ahead, "001", "011 001");
    check_no_reason(moved(&advice, "Pass"), "concedes");
}

#[test]
fn no_warning_is_given_against_the_only_move() {
    let coach = coach("canon");
    let behind = "
        y1 . . . e1[011]
        y1 . . . e1
        y1 . . . e1";
    // 021 needs rank 2, which you have nowhere.
    let advice = advise(&coach, behind, "021", "011 001");
    let pass = moved(&advice, "Pass");
    assert_eq!(advice.moves.len(), 1);
    assert_eq!(
        advice.message,
        "You cannot play; passing is your only move."
    );
    let texts: Vec<&str> = pass.reasons.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["You cannot play; passing is your only move"]);
    assert!(!pass.label.contains("risk"), "{}", pass.label);
    assert!(
        advice
            .notes
            .iter()
            .all(|note| !note.starts_with("If you pass"))
    );
}

#[test]
fn ending_the_match_in_a_draw_is_a_reason_of_weight_zero() {
    let coach = coach("canon");
    let level = "
        y1 . . . e1
        y1 . . . e1
        y1 . . . e1 you passes=1";
    let advice = advise(&coach, level, "001", "001");
    let text = "Ends the match in a draw";
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
fn the_message_names_the_first_move_and_what_speaks_for_it() {
    let coach = coach("rebirth");
    for view in your_turns(&coach.book, 3..6) {
        let advice = coach.recommend(&view).expect("it is your turn");
        let (best, message) = (&advice.moves[0], &advice.message);
        assert!(message.ends_with('.') && !message.ends_with(".."));
        assert!(!message.contains('\n'));
        if advice.moves.len() == 1 {
            let start = "You cannot play; passing is your only move.";
            assert!(message.starts_with(start), "{message}");
            continue;
        }
        let start = match best.made {
            Move::Pass => best.label.clone(),
            Move::Play(_) => format!("Play {}", best.label),
        };
        assert!(message.starts_with(&start), "{message}");
        let why = message[start.len()..].to_lowercase();
        let speaks_for = |reason: &&Reason| reason.weight > 0.0 || reason.tag == "endsMatch";
        let reason = best.reasons.iter().find(speaks_for);
        let reason = reason.map(|reason| reason.text.to_lowercase());
        let reason = match (&reason, best.made) {
            (Some(reason), Move::Pass) => reason.trim_start_matches("ends the match: "),
            (Some(reason), Move::Play(_)) => reason,
            (None, Move::Pass) => "no play is better",
            (None, Move::Play(_)) => "no other move is better",
        };
        assert_eq!(why, format!(": {reason}."));
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
fn what_only_your_pass_would_lock_is_not_called_locked() {
    let coach = coach("canon");
    let lanes = "y1[021] . . . e1 y1 . . . e1 y1 . . . e1";
    let advice = advise(&coach, &format!("{lanes} you passes=1"), "001", "021 001");
    assert_eq!(advice.locks.match_.locked, Some(Side::You));
    let note = "The enemy has passed: passing now ends the match at 5 to 0, you win.";
    assert_eq!(advice.notes, [note]);
}

#[test]
fn a_note_mentions_a_drawn_lane_with_power_in_it() {
    let coach = coach("canon");
    let drawing = "
        y1      . . . e1
        y1[002] . . . e1[002]
        y1      . . . e1";
    let advice = advise(&coach, drawing, "001", "002 001");
    assert_eq!(advice.score.lanes[Lane::Mid].winner, None);
    check_note(&advice, "MID is tied.");
}

#[test]
fn a_note_states_how_many_cards_of_your_hand_are_unknown() {
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
    let note = "2 cards of your hand are not known and were not considered.";
    check_note(&advice, note);
}

#[test]
fn an_opening_position_has_no_notes() {
    let coach = coach("canon");
    let drawing = "
        y1 . . . e1
        y1 . . . e1
        y1 . . . e1";
    assert!(advise(&coach, drawing, "001", "001").notes.is_empty());
}
