//! The events of a play, in order.

use qbcoach_engine::rules::event::{CardOnTile, PawnCause};
use qbcoach_engine::rules::{CardId, Event, Move, Rulebook, Status};

use crate::rules::made_up::made_up;
use crate::support::{position, read_play};

/// One event as a line.
fn line(book: &Rulebook, event: &Event) -> String {
    let number = |card: CardId| &book.catalogue[card].number;
    let by = |by: Option<CardOnTile>| {
        by.map_or(String::new(), |subject| format!(" by {}", subject.tile))
    };
    match *event {
        Event::Played { subject, replaced } => {
            let instead = replaced.map_or(String::new(), |card| format!(" for {}", number(card)));
            let CardOnTile { tile, card, side } = subject;
            format!("played {side} {} {tile}{instead}", number(card))
        }
        Event::Pawns {
            tile,
            owner,
            ranks,
            cause,
        } => {
            let shown = match owner.side() {
                None => ".".to_owned(),
                Some(side) => format!(
                    "{}{}:{}",
                    side.letter(),
                    ranks[side],
                    ranks[side.opponent()]
                ),
            };
            let cause = match cause {
                PawnCause::Laid(subject) => format!("by {}", subject.tile),
                PawnCause::Destruction => "left".to_owned(),
            };
            format!("pawns {tile} {} {cause}", shown.trim_end_matches(":0"))
        }
        Event::Power {
            subject,
            before,
            after,
            status,
            by: source,
        } => {
            let mark = match status {
                Status::Enhanced => "+",
                Status::Enfeebled => "-",
                Status::Neutral => "",
            };
            format!(
                "power {} {before} to {after}{mark}{}",
                subject.tile,
                by(source)
            )
        }
        Event::Triggered {
            subject,
            trigger,
            effect,
        } => format!(
            "trigger {} {} #{}",
            subject.tile,
            trigger.word(),
            effect + 1
        ),
        Event::Destroyed {
            subject,
            by: source,
        } => format!(
            "destroyed {} {}{}",
            number(subject.card),
            subject.tile,
            by(source)
        ),
        Event::Spawned {
            subject,
            by: source,
        } => {
            format!(
                "spawned {} {} by {}",
                number(subject.card),
                subject.tile,
                source.tile
            )
        }
        Event::AddedToHand {
            side,
            card,
            by: source,
        } => format!("hand {side} {} by {}", number(card), source.tile),
        Event::Turn { side } => format!("turn {side}"),
        Event::Over => "over".to_owned(),
    }
}

/// Makes one play, as a turn, and compares all its events.
#[track_caller]
fn assert_events(book: &Rulebook, before: &str, play: &str, expected: &str) {
    let (side, play) = read_play(book, play);
    let mut position = position(book, &format!("{before} {side}"));
    let mut events = Vec::new();
    position
        .make(book, side, Move::Play(play), &mut events)
        .expect("the play is legal");
    let actual: Vec<String> = events.iter().map(|event| line(book, event)).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    let expected: Vec<&str> = expected
        .into_iter()
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(actual, expected, "\n{}\n", actual.join("\n"));
}

const OPENING: &str = "
    y1  .  .  .  e1
    y1  .  .  .  e1
    y1  .  .  .  e1
";

#[test]
fn a_plain_play_sends_events_of_the_card_and_then_its_pawns_in_board_order() {
    let book = made_up("canon", "");
    assert_events(
        &book,
        OPENING,
        "you 001 MID-1",
        "
        played you 001 MID-1
        pawns TOP-1 y2 by MID-1
        pawns MID-2 y1 by MID-1
        pawns BOT-1 y2 by MID-1
        turn enemy
        ",
    );
    let both_ways = "
        .   .  .  .   .
        .   .  .  e1  .
        .   .  .  .   .
        ";
    assert_events(
        &book,
        both_ways,
        "enemy 001 MID-4",
        "
        played enemy 001 MID-4
        pawns TOP-4 e1 by MID-4
        pawns MID-5 e1 by MID-4
        pawns MID-3 e1 by MID-4
        pawns BOT-4 e1 by MID-4
        turn you
        ",
    );
}

#[test]
fn a_pawn_that_changes_no_shown_rank_sends_no_event() {
    let book = made_up("canon", "");
    let before = "
        y3  .       .  .  .
        y1  e1[V5]  .  .  .
        y1  .       .  .  .
        ";
    assert_events(
        &book,
        before,
        "you 001 MID-1",
        "
        played you 001 MID-1
        pawns BOT-1 y2 by MID-1
        turn enemy
        ",
    );
}

/// L3 lowers the enemy ahead, D1 adds a card when it is destroyed.
const KILLING: &str = "
    L3 1 3 B3X | on_play enemies_on_affected_tiles modify_power -3
    D1 1 2 | on_destroy hand add_to_hand T01
";

#[test]
fn a_destroying_lowering_sends_events_of_power_ability_destruction_and_pawns() {
    let before = "
        .   .            .   .  .
        y1  e1[D1>m3+1]  e1  .  .
        .   .            .   .  .
        ";
    assert_events(
        &made_up("canon", KILLING),
        before,
        "you L3 MID-1",
        "
        played you L3 MID-1
        trigger MID-1 on_play #1
        power MID-2 2 to -1- by MID-1
        trigger MID-2 on_destroy #1
        hand enemy T01 by MID-2
        destroyed D1 MID-2 by MID-1
        pawns MID-3 . left
        turn enemy
        ",
    );
    assert_events(
        &made_up("rebirth destroyedTile=clear", KILLING),
        before,
        "you L3 MID-1",
        "
        played you L3 MID-1
        trigger MID-1 on_play #1
        power MID-2 2 to -1- by MID-1
        trigger MID-2 on_destroy #1
        hand enemy T01 by MID-2
        destroyed D1 MID-2 by MID-1
        pawns MID-2 . left
        pawns MID-2 y1 by MID-1
        turn enemy
        ",
    );
    assert_events(
        &made_up("rebirth", KILLING),
        before,
        "you L3 MID-1",
        "
        played you L3 MID-1
        trigger MID-1 on_play #1
        power MID-2 2 to -1- by MID-1
        trigger MID-2 on_destroy #1
        hand enemy T01 by MID-2
        destroyed D1 MID-2 by MID-1
        pawns MID-2 y1 by MID-1
        turn enemy
        ",
    );
}

#[test]
fn a_replacement_sends_the_destruction_before_the_play() {
    // B1's raise by 2 comes too late for the power that Q1 hands on, which is 1.
    let book = made_up(
        "canon",
        "
        B1 1 1 | on_destroy allies_in_lane modify_power 2
        Q1 R 3 C4P | on_play allies_in_lane replace_ally raise
        ",
    );
    let before = "
        y1[B1]  y1[V5]  .  .  .
        .       .       .  .  .
        .       .       .  .  .
        ";
    assert_events(
        &book,
        before,
        "you Q1 TOP-1",
        "
        trigger TOP-1 on_destroy #1
        power TOP-1 1 to 3+ by TOP-1
        power TOP-2 5 to 7+ by TOP-1
        destroyed B1 TOP-1
        played you Q1 TOP-1 for B1
        pawns MID-1 y1 by TOP-1
        trigger TOP-1 on_play #1
        power TOP-1 3 to 4+ by TOP-1
        power TOP-2 7 to 8+ by TOP-1
        turn enemy
        ",
    );
}

#[test]
fn a_spawn_sends_events_of_all_tokens_then_their_pawns_then_their_abilities() {
    let book = made_up(
        "canon",
        "
        TA 1 1 B3P | on_spawned self modify_power 1
        S1 1 1 | on_play empty_positions spawn_token TA TA TA
        ",
    );
    let before = "
        y1  y2  .  .  .
        y1  .   .  .  .
        .   .   .  .  .
        ";
    assert_events(
        &book,
        before,
        "you S1 TOP-1",
        "
        played you S1 TOP-1
        trigger TOP-1 on_play #1
        spawned TA TOP-2 by TOP-1
        spawned TA MID-1 by TOP-1
        pawns TOP-3 y1 by TOP-2
        pawns MID-2 y1 by MID-1
        trigger TOP-2 on_spawned #1
        power TOP-2 1 to 2+ by TOP-2
        trigger MID-1 on_spawned #1
        power MID-1 1 to 2+ by MID-1
        turn enemy
        ",
    );
    let before = "
        .  e1  .  e2  e1
        .  .   .  .   .
        .  .   .  .   .
        ";
    assert_events(
        &book,
        before,
        "enemy S1 TOP-5",
        "
        played enemy S1 TOP-5
        trigger TOP-5 on_play #1
        spawned TA TOP-4 by TOP-5
        spawned TA TOP-2 by TOP-5
        pawns TOP-3 e1 by TOP-4
        pawns TOP-1 e1 by TOP-2
        trigger TOP-4 on_spawned #1
        power TOP-4 1 to 2+ by TOP-4
        trigger TOP-2 on_spawned #1
        power TOP-2 1 to 2+ by TOP-2
        turn you
        ",
    );
}

#[test]
fn the_event_of_a_card_added_to_a_hand_names_the_card_that_added_it() {
    assert_events(
        &made_up("canon", ""),
        OPENING,
        "you 010 TOP-1",
        "
        played you 010 TOP-1
        pawns TOP-2 y1 by TOP-1
        pawns MID-1 y2 by TOP-1
        trigger TOP-1 on_play #1
        hand you T01 by TOP-1
        turn enemy
        ",
    );
}

#[test]
fn power_events_name_the_aura_card_that_arrived_and_no_card_when_one_left() {
    let cards = "
        A2 1 1 | while_in_play all_cards_global modify_power 2
        K1 1 1 | on_play enemies_global destroy_cards
    ";
    let before = "
        y1      .  .  .  e1
        y1[V5]  .  .  .  .
        .       .  .  .  .
        ";
    assert_events(
        &made_up("rebirth", cards),
        before,
        "you A2 TOP-1",
        "
        played you A2 TOP-1
        power MID-1 5 to 7+ by TOP-1
        turn enemy
        ",
    );
    let before = "
        y1[A2]  .  .  .  e1
        .       .  .  .  e1[V5]
        .       .  .  .  .
        ";
    assert_events(
        &made_up("canon", cards),
        before,
        "enemy K1 TOP-5",
        "
        played enemy K1 TOP-5
        power TOP-5 1 to 3 by TOP-5
        trigger TOP-5 on_play #1
        destroyed A2 TOP-1 by TOP-5
        power TOP-5 3 to 1
        power MID-5 7 to 5
        turn you
        ",
    );
}
