//! Which card's pawn lands on the tile of a destroyed card under `destroyedTile=reopen` and
//! `clear` (RULES.md, section 8).

use qbcoach_engine::rules::Event;
use qbcoach_engine::rules::event::PawnCause;

use crate::rules::made_up::{check_made_up, made_up};
use crate::support::{CANON, board, make_plays};

const REOPEN: &[&str] = &["rebirth", "canon destroyedTile=reopen"];
const CLEAR: &[&str] = &["rebirth destroyedTile=clear", "canon destroyedTile=clear"];

/// Ways to destroy the card ahead, with a pawn square there (K1, L1, A1) or without
/// (K0); watchers of your plays that lower all enemies, without a pawn square on
/// MID-2 (W0) or, from TOP-2, with one (W1 a pawn, W2 two).
const CARDS: &str = "
    K1 1 3 B3X | on_play all_cards_on_affected_tiles destroy_cards
    K0 1 3 B3E | on_play all_cards_on_affected_tiles destroy_cards
    KL 1 3 B3X | on_play all_cards_in_lane destroy_cards
    L1 1 3 B3X | on_play all_cards_on_affected_tiles modify_power -1
    A1 1 3 B3X | while_in_play all_cards_on_affected_tiles modify_power -2
    W0 1 9 | on_card_played=allies enemies_global modify_power -1
    W1 1 9 C4P | on_card_played=allies enemies_global modify_power -1
    W2 1 9 C4P | on_card_played=allies enemies_global modify_power -1 | on_play positions modify_tile_ranks 2
    KE 1 1 | on_play enemies_global destroy_cards
";

/// Rules and what MID-2 shows under them.
type Results = [(&'static str, &'static str); 5];

/// The tile of an enemy card that stood on rank 2 and was destroyed by a card of yours
/// with a pawn of 1 for it.
const LANDED: Results = [
    ("rebirth", "y2"),
    ("canon destroyedTile=reopen", "e1:1"),
    ("rebirth destroyedTile=clear", "y1"),
    ("canon destroyedTile=clear", "y1"),
    ("canon", "e2"),
];

/// The same with a pawn of 2.
const LANDED_TWO: Results = [
    ("rebirth", "y2"),
    ("canon destroyedTile=reopen", "y2"),
    ("rebirth destroyedTile=clear", "y2"),
    ("canon destroyedTile=clear", "y2"),
    ("canon", "e2"),
];

/// The same where no pawn lands.
const NONE_LANDED: Results = [
    ("rebirth", "e2"),
    ("canon destroyedTile=reopen", "e2"),
    ("rebirth destroyedTile=clear", "."),
    ("canon destroyedTile=clear", "."),
    ("canon", "e2"),
];

/// You play `card` on MID-1 with `watcher` on TOP-2 and the enemy's `victim` on
/// MID-2, which is gone then.
#[track_caller]
fn check_mid_2(card: &str, watcher: &str, victim: &str, results: Results) {
    for (rules, expected) in results {
        check_made_up(
            &[rules],
            CARDS,
            &format!(
                "
                .   y1[{watcher}]  .  .  .
                y1  e2[{victim}]   .  .  .
                .   .              .  .  .
                "
            ),
            &format!("you {card} MID-1"),
            &format!(
                "
                .             y1[{watcher}=9]  .  .  .
                y1[{card}=3]  {expected}       .  .  .
                .             .                .  .  .
                "
            ),
        );
    }
}

#[test]
fn the_source_of_destroy_cards_puts_its_pawn_on_the_victims_tile() {
    check_mid_2("K1", "V9", "V5", LANDED);
}

#[test]
fn without_a_pawn_square_on_the_victims_tile_no_pawn_lands() {
    check_mid_2("K0", "V9", "V5", NONE_LANDED);
}

#[test]
fn the_source_of_destroy_cards_comes_before_the_card_that_lowered_the_victim() {
    check_mid_2("K1", "W0", "V5", LANDED);
    check_mid_2("K0", "W1", "V5", NONE_LANDED);
}

#[test]
fn without_destroy_cards_the_last_card_that_lowered_the_victim_destroyed_it() {
    // L1 takes the first point, the watcher the last.
    check_mid_2("L1", "V9", "V1", LANDED);
    check_mid_2("L1", "W0", "V2", NONE_LANDED);
    check_mid_2("L1", "W1", "V2", LANDED);
    check_mid_2("V3", "W1", "V1", LANDED);
}

#[test]
fn the_landing_pawn_has_the_cards_usual_amount() {
    check_mid_2("L1", "W2", "V2", LANDED_TWO);
}

#[test]
fn otherwise_the_card_just_played_destroyed_the_victim_if_its_aura_lowers_it() {
    check_mid_2("A1", "V9", "V2", LANDED);
}

#[test]
fn a_lowering_of_this_play_comes_before_the_aura_of_the_card_just_played() {
    check_mid_2("A1", "W0", "V3", NONE_LANDED);
    check_mid_2("A1", "W1", "V3", LANDED);
}

#[test]
fn a_victim_on_an_own_tile_leaves_it_one_rank_higher() {
    let before = "
        .   .       .  .  .
        y1  y2[V5]  .  .  .
        .   .       .  .  .
        ";
    for (rules, expected) in [
        ("rebirth", "y3"),
        ("canon destroyedTile=reopen", "y3"),
        ("rebirth destroyedTile=clear", "y1"),
        ("canon", "y2"),
    ] {
        let after = format!(". . . . .\n y1[K1=3] {expected} . . .\n . . . . .");
        check_made_up(&[rules], CARDS, before, "you K1 MID-1", &after);
    }
    // Three is the highest rank.
    check_made_up(
        &["rebirth", "canon destroyedTile=reopen"],
        CARDS,
        "
        .   .       .  .  .
        y1  y3[V5]  .  .  .
        .   .       .  .  .
        ",
        "you K1 MID-1",
        "
        .         .   .  .  .
        y1[K1=3]  y3  .  .  .
        .         .   .  .  .
        ",
    );
}

#[test]
fn a_tied_tile_is_the_victims_when_the_pawn_lands() {
    for (rules, expected) in [("rebirth", "y1"), ("canon destroyedTile=reopen", "y2")] {
        check_made_up(
            &[rules],
            CARDS,
            "
            .   .         .  .  .
            y1  e1:1[V5]  .  .  .
            .   .         .  .  .
            ",
            "you K1 MID-1",
            &format!(
                "
                .         .           .  .  .
                y1[K1=3]  {expected}  .  .  .
                .         .           .  .  .
                "
            ),
        );
    }
}

#[test]
fn a_tile_without_pawns_is_neutral_when_the_pawn_lands() {
    check_made_up(
        &["rebirth", "canon destroyedTile=reopen"],
        CARDS,
        "
        .   .       .  .  .
        y1  e0[V5]  .  .  .
        .   .       .  .  .
        ",
        "you K1 MID-1",
        "
        .         .   .  .  .
        y1[K1=3]  y1  .  .  .
        .         .   .  .  .
        ",
    );
}

#[test]
fn the_source_of_an_older_aura_is_no_destroying_card() {
    // The enemy plays into your aura.
    for (rules, expected) in [(REOPEN, "e1"), (CLEAR, ".")] {
        check_made_up(
            rules,
            CARDS,
            "
            .       .   .  .  .
            y1[A1]  e1  .  .  .
            .       .   .  .  .
            ",
            "enemy V2 MID-2",
            &format!(
                "
                .         .           .  .  .
                y1[A1=3]  {expected}  .  .  .
                .         .           .  .  .
                "
            ),
        );
    }
}

#[test]
fn a_raising_aura_of_the_card_just_played_makes_it_no_destroying_card() {
    // A3's aura keeps V2 alive; K1 raises V2 by 1, but destroys A3.
    for (rules, expected) in [(REOPEN, "e1"), (CLEAR, ".")] {
        check_made_up(
            rules,
            "
            A3 1 1 | while_in_play allies_global modify_power 3
            K1 1 3 C2E B3P | while_in_play enemies_in_lane modify_power 1 | on_play all_cards_on_affected_tiles destroy_cards
            ",
            "
            e1[A3]  .         .  .  .
            y1      e1[V2-3]  .  .  .
            .       .         .  .  .
            ",
            "you K1 MID-1",
            &format!(
                "
                {expected}  .           .  .  .
                y1[K1=3]    {expected}  .  .  .
                .           .           .  .  .
                "
            ),
        );
    }
}

#[test]
fn a_destroying_card_of_the_same_batch_lays_no_pawn() {
    let before = "
        .   .       .  .  .
        y1  e2[V5]  .  .  .
        .   .       .  .  y1
        ";
    check_made_up(
        REOPEN,
        CARDS,
        before,
        "you KL MID-1",
        "
        .   .   .  .  .
        y1  e2  .  .  .
        .   .   .  .  y1
        ",
    );
    check_made_up(
        CLEAR,
        CARDS,
        before,
        "you KL MID-1",
        "
        .  .  .  .  .
        .  .  .  .  .
        .  .  .  .  y1
        ",
    );
}

/// B1 destroys the card ahead of it when it is destroyed itself.
const BOMB: &str = "
    B1 1 1 B3X | on_destroy all_cards_on_affected_tiles modify_power -5
    K1 1 3 C2X | on_play all_cards_on_affected_tiles destroy_cards
    Q0 R 3 | on_play self replace_ally neutral
";

#[test]
fn a_destroying_card_destroyed_before_its_victim_lays_no_pawn() {
    // K1 destroys the bomb and its pawn lands there. The bomb's victim is destroyed by a card that
    // is not in play any more.
    for (rules, expected) in [(REOPEN, "e1"), (CLEAR, ".")] {
        check_made_up(
            rules,
            BOMB,
            "
            y1[B1]  e1[V5]  .  .  .
            e1      .       .  .  .
            .       .       .  .  .
            ",
            "enemy K1 MID-1",
            &format!(
                "
                e1        {expected}  .  .  .
                e1[K1=3]  .           .  .  .
                .         .           .  .  .
                "
            ),
        );
    }
}

#[test]
fn another_card_on_the_tile_of_a_destroyed_destroying_card_lays_no_pawn() {
    // K1's pawn lands on the bomb's tile; N1 puts a token there before the
    // bomb destroys it.
    for (rules, expected) in [(REOPEN, "e1"), (CLEAR, ".")] {
        check_made_up(
            rules,
            "
            B1 1 1 B3X | on_destroy all_cards_on_affected_tiles modify_power -5
            K1 1 3 C2X | on_play all_cards_on_affected_tiles destroy_cards
            TP 1 1 D3P
            N1 1 5 | on_first_enfeebled empty_positions spawn_token TP TP TP
            ",
            "
            y1[B1]  e1[N1]  .  .  .
            e1      .       .  .  .
            .       .       .  .  .
            ",
            "enemy K1 MID-1",
            &format!(
                "
                e1[TP=1]  {expected}  .  .  .
                e1[K1=3]  .           .  .  .
                .         .           .  .  .
                "
            ),
        );
    }
}

#[test]
fn a_replaced_card_has_no_destroying_card_and_is_none() {
    // The bomb is removed before its victim dies; another card is on its tile by then.
    for (rules, replaced, victim) in [(REOPEN, "y1", "e1"), (CLEAR, "y0", ".")] {
        check_made_up(
            rules,
            BOMB,
            "
            y1[B1]  e1[V5]  .  .  .
            .       .       .  .  .
            .       .       .  .  .
            ",
            "you Q0 TOP-1",
            &format!(
                "
                {replaced}[Q0=3]  {victim}  .  .  .
                .                 .         .  .  .
                .                 .         .  .  .
                "
            ),
        );
    }
    let book = made_up("rebirth", BOMB);
    let mut board = board(&book, "y1[V5] . . . .  . . . . .  . . . . .");
    let events = make_plays(&book, &mut board, "you Q0 TOP-1");
    let destroyers: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Destroyed { by, .. } => Some(*by),
            _ => None,
        })
        .collect();
    assert_eq!(destroyers, [None]);
}

#[test]
fn a_replaced_card_that_was_lowered_before_gets_no_pawn() {
    // The watcher lowers the replaced card and has a pawn square on its tile.
    check_made_up(
        REOPEN,
        "
        WL 1 9 C4P | on_card_destroyed=enemies enemies_global modify_power -1
        Q0 R 3 | on_play self replace_ally neutral
        ",
        "
        e1[WL]  .  .  .  .
        y1[V5]  .  .  .  .
        .       .  .  .  .
        ",
        "you Q0 MID-1",
        "
        e1[WL=9]  .  .  .  .
        y1[Q0=3]  .  .  .  .
        .         .  .  .  .
        ",
    );
}

#[test]
fn the_landing_pawn_is_recorded_for_the_destroying_card() {
    for (rules, recorded, base) in [
        // Take over: the enemy's 2 becomes yours.
        ("rebirth destroyedPawns=undo", (2, -2), (0, 2)),
        ("canon destroyedTile=reopen", (1, -1), (0, 2)),
        ("canon destroyedTile=clear", (1, 0), (0, 0)),
    ] {
        let book = made_up(rules, CARDS);
        let mut board = board(&book, ". . . . e1  y1 e2[V5] . . .  . . . . .");
        let (source, grave) = ("MID-1".parse().unwrap(), "MID-2".parse().unwrap());
        make_plays(&book, &mut board, "you K1 MID-1");
        let record = board.pawns().record(source, grave);
        assert_eq!((record.you, record.enemy), recorded, "{rules}");
        let left = board.pawns().base(grave);
        assert_eq!((left.you, left.enemy), base, "{rules}");

        // It goes with its card.
        make_plays(&book, &mut board, "enemy KE TOP-5");
        let shown = board.ranks(grave).map(|rank| rank.get() as i8);
        assert_eq!((shown.you, shown.enemy), base, "{rules}");
    }
}

#[test]
fn under_kept_pawns_the_landing_pawn_stays_when_its_card_is_destroyed() {
    check_made_up(
        &[
            "rebirth",
            "canon destroyedPawns=keep destroyedTile=reopen claim=takeOver",
        ],
        CARDS,
        "
        .   .       .  .  e1
        y1  e2[V5]  .  .  .
        .   .       .  .  .
        ",
        "you K1 MID-1; enemy KE TOP-5",
        "
        .   .   .  .  e1[KE=1]
        y1  y2  .  .  .
        .   .   .  .  .
        ",
    );
}

#[test]
fn each_of_several_victims_gets_the_pawn_of_its_own_destroying_card() {
    let cards = "K3 1 3 C2X B3X C4E | on_play enemies_on_affected_tiles destroy_cards";
    let before = "
        e1[V5]  .       .  .  .
        y1      e3[V5]  .  .  .
        e2[V5]  .       .  .  .
        ";
    for (rules, top, mid, bot) in [
        ("rebirth", "y1", "y3", "e2"),
        ("canon destroyedTile=reopen", "y1", "e2:1", "e2"),
        ("rebirth destroyedTile=clear", "y1", "y1", "."),
    ] {
        check_made_up(
            &[rules],
            cards,
            before,
            "you K3 MID-1",
            &format!(
                "
                {top}     .      .  .  .
                y1[K3=3]  {mid}  .  .  .
                {bot}     .      .  .  .
                "
            ),
        );
    }
}

/// The tiles on which pawns of `card` landed during the plays, in order.
fn landed(cards: &str, before: &str, plays: &str, card: &str) -> Vec<String> {
    let book = made_up("rebirth", cards);
    let source = book.catalogue.find(card).unwrap();
    let mut board = board(&book, before);
    make_plays(&book, &mut board, plays)
        .iter()
        .filter_map(|event| match event {
            Event::Pawns {
                tile,
                cause: PawnCause::Laid(by),
                ..
            } if by.card == source => Some(tile.to_string()),
            _ => None,
        })
        .collect()
}

#[test]
fn pawns_land_on_the_tiles_of_several_victims_in_the_board_order_of_the_mover() {
    let cards = "K4 1 3 B2X A2X B3X B4X | on_play all_cards_on_affected_tiles destroy_cards";
    let before = "
        .   e1[V5]  y1[V5]  e1[V5]  .
        y1  e1[V5]  .       y1[V5]  e1
        .   e1[V5]  .       y1[V5]  .
        ";
    assert_eq!(
        landed(cards, before, "you K4 MID-1", "K4"),
        ["TOP-2", "TOP-3", "MID-2", "BOT-2"]
    );
    assert_eq!(
        landed(cards, before, "enemy K4 MID-5", "K4"),
        ["TOP-4", "TOP-3", "MID-4", "BOT-4"]
    );
}

#[test]
fn a_tile_won_by_a_landing_pawn_is_open_to_its_side_at_once() {
    check_made_up(
        &["rebirth"],
        CARDS,
        "
        .   .       .  .  .
        y1  e2[V5]  .  .  .
        .   .       .  .  .
        ",
        "you K1 MID-1; you V9 MID-2",
        "
        .         .         .  .  .
        y1[K1=3]  y2[V9=9]  .  .  .
        .         .         .  .  .
        ",
    );
}

#[test]
fn under_keep_no_pawn_lands_where_a_card_was_destroyed() {
    check_made_up(
        CANON,
        CARDS,
        "
        .   .       .  .  .
        y1  e2[V5]  .  .  .
        .   .       .  .  .
        ",
        "you K1 MID-1",
        "
        .         .   .  .  .
        y1[K1=3]  e2  .  .  .
        .         .   .  .  .
        ",
    );
}
