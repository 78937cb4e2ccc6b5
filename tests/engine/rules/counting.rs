//! Counting cards, and how counting and status settle under `net` (RULES.md, section
//! 7).

use qbcoach_engine::rules::Rulebook;

use crate::rules::made_up::{check_made_up, made_up};
use crate::support::{BOTH, CANON, REBIRTH, board, read_play};

/// N1 gains 1 for each enhanced ally; K1 destroys all enemies in its lane.
const COUNTERS: &str = "
    N1 1 20 | while_in_play self modify_power_scale 1 enhanced_allies
    O1 1 5 | while_in_play self modify_power_scale -2 enhanced_allies
    K1 1 1 | on_play enemies_in_lane destroy_cards
";

#[test]
fn a_counted_gain_makes_a_card_enhanced_only_under_net() {
    // V5 is enhanced. Under net, the counters then count each other too.
    let before = "
        y1[V5+1]  .  .  .  .
        y1[N1]    .  .  .  .
        y1[N1]    .  .  .  e1
        ";
    check_made_up(
        CANON,
        COUNTERS,
        before,
        "enemy V5 BOT-5",
        "
        y1[V5=6+]  .  .  .  .
        y1[N1=21]  .  .  .  .
        y1[N1=21]  .  .  .  e1[V5=5]
        ",
    );
    check_made_up(
        REBIRTH,
        COUNTERS,
        before,
        "enemy V5 BOT-5",
        "
        y1[V5=6+]   .  .  .  .
        y1[N1=22+]  .  .  .  .
        y1[N1=22+]  .  .  .  e1[V5=5]
        ",
    );
}

#[test]
fn counting_starts_with_nothing_counted_and_not_with_the_counts_before() {
    // Each counter would be enhanced by counting the other, but without V5 neither is
    // counted in the first round.
    check_made_up(
        REBIRTH,
        COUNTERS,
        "
        y1[V5+1]  .  .  .  e1
        y1[N1]    .  .  .  .
        y1[N1]    .  .  .  .
        ",
        "enemy K1 TOP-5",
        "
        y1         .  .  .  e1[K1=1]
        y1[N1=20]  .  .  .  .
        y1[N1=20]  .  .  .  .
        ",
    );
}

#[test]
fn a_card_never_counts_itself() {
    check_made_up(
        BOTH,
        COUNTERS,
        "
        y1[N1+3]  .  .  .  e1
        .         .  .  .  .
        .         .  .  .  .
        ",
        "enemy V5 TOP-5",
        "
        y1[N1=23+]  .  .  .  e1[V5=5]
        .           .  .  .  .
        .           .  .  .  .
        ",
    );
}

#[test]
fn each_kind_of_count_counts_its_own_cards() {
    // Besides the counter: allies 1 enhanced and 2 enfeebled, enemies 2 and 1.
    let before = "
        y1[V5+1]  y1[V5-1]  e1[V5+1]  e1[V5-1]  e1[V5]
        y1[V5-1]  y1[V5]    e1[V5+1]  y1        .
        .         .         .         .         .
        ";
    for (per, expected) in [
        ("enhanced_allies", 11),
        ("enhanced_enemies", 12),
        ("enhanced_all", 13),
        ("enfeebled_allies", 12),
        ("enfeebled_enemies", 11),
        ("enfeebled_all", 13),
        ("enhanced_or_enfeebled_allies", 13),
        ("enhanced_or_enfeebled_enemies", 13),
        ("enhanced_or_enfeebled_all", 16),
    ] {
        let card = format!("X1 1 10 | while_in_play self modify_power_scale 1 {per}");
        for rules in BOTH {
            let book = made_up(rules, &card);
            let mut board = board(&book, before);
            let (side, play) = read_play(&book, "you X1 MID-4");
            board.play(&book, side, play, &mut ()).expect("legal");
            assert_eq!(board.powers(&book).power[play.tile], expected, "{per}");
        }
    }
}

/// Two cards that lose 2 for each enhanced ally, both enhanced by 1.
const NEVER_SETTLES: &str = "
    y1[O1+1]  .  .  .  e1
    y1[O1+1]  .  .  .  .
    .         .  .  .  .
";

#[test]
fn counting_that_never_settles_leaves_the_counts_of_the_first_round() {
    // Round 1 takes 2 from each, so neither is enhanced, so round 2 takes nothing.
    check_made_up(
        REBIRTH,
        COUNTERS,
        NEVER_SETTLES,
        "enemy V5 TOP-5",
        "
        y1[O1=4-]  .  .  .  e1[V5=5]
        y1[O1=4-]  .  .  .  .
        .          .  .  .  .
        ",
    );
    check_made_up(
        CANON,
        COUNTERS,
        NEVER_SETTLES,
        "enemy V5 TOP-5",
        "
        y1[O1=4+]  .  .  .  e1[V5=5]
        y1[O1=4+]  .  .  .  .
        .          .  .  .  .
        ",
    );
}

#[test]
fn counting_that_never_settles_is_reported() {
    let never_settled = |book: &Rulebook, drawing: &str| {
        let mut board = board(book, drawing);
        let (side, play) = read_play(book, "enemy V5 TOP-5");
        let resolved = board.play(book, side, play, &mut ()).expect("legal");
        assert_eq!(board.powers(book).settled, !resolved.counting_never_settled);
        resolved.counting_never_settled
    };
    let (canon, rebirth) = (made_up("canon", COUNTERS), made_up("rebirth", COUNTERS));
    let settles = "y1[V5+1] . . . e1  y1[N1] . . . .  y1[N1] . . . .";
    assert!(never_settled(&rebirth, NEVER_SETTLES));
    assert!(!never_settled(&canon, NEVER_SETTLES));
    assert!(!never_settled(&rebirth, settles));
}

#[test]
fn counting_may_settle_as_late_as_the_sixteenth_round() {
    // V5 is enhanced. The nth counter starts at 1 - n, so each round enhances one
    // more; the fifteenth counts all, and the sixteenth changes nothing.
    let book = made_up("rebirth", COUNTERS);
    let counters: Vec<String> = (0..14)
        .map(|behind| format!("y1[N1{:+}]", -behind).replace("+0", ""))
        .collect();
    let board = board(&book, &format!("y1[V5+1] {}", counters.join(" ")));
    let powers = board.powers(&book);
    assert!(powers.settled);
    let expected: Vec<i32> = (0..14).map(|behind| 20 - behind + 14).collect();
    assert_eq!(powers.power.0[1..], expected);
}

#[test]
fn counting_is_computed_from_the_board_and_never_stored() {
    // The counter counts a raised card, until that card is destroyed.
    let book = made_up("canon", COUNTERS);
    let mut board = board(&book, "y1[V5+1] . . . e1  y1[N1] . . . .  . . . . .");
    let counter = "MID-1".parse().unwrap();
    assert_eq!(board.powers(&book).power[counter], 21);
    let (side, play) = read_play(&book, "enemy K1 TOP-5");
    board.play(&book, side, play, &mut ()).expect("legal");
    assert_eq!(board.powers(&book).power[counter], 20);
    let placed = board.card(counter).expect("the counter is in play");
    assert_eq!((placed.power_delta, placed.scale_delta), (0, 0));
}
