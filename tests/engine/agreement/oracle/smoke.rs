//! Random games, with shipped and with made-up cards, under every mix of knobs.
//!
//! Each is played twice, the second time mirrored. The rules are symmetric, so any difference
//! comes from an order that depends on the side.

use super::data::Cards;
use super::state::{Oracle, TILES, opponent};
use super::{Grave, Knobs, state};

/// A small generator of its own, so that a failing game can be named by its seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

const SHIPPED: [&str; 3] = [
    include_str!("../../../../data/cards.json"),
    include_str!("../../../../data/tokens.json"),
    include_str!("../../../../data/effects.json"),
];

/// How many mixes of the knobs there are.
const MIXES: usize = 48;

fn mix(bits: usize) -> Knobs {
    Knobs {
        claim_take_over: bits & 1 != 0,
        pawns_keep: bits & 2 != 0,
        status_net: bits & 4 != 0,
        transfer_anywhere: bits & 8 != 0,
        grave: Grave::ALL[bits / 16],
    }
}

#[test]
fn shipped_cards_play_the_same_mirrored_under_all_knobs() {
    let cards = Cards::from_json(&SHIPPED);
    for bits in 0..MIXES {
        play_out(&cards, &mix(bits), bits as u64);
    }
}

#[test]
fn made_up_cards_play_the_same_mirrored_under_all_knobs() {
    for bits in 0..MIXES {
        let mut dice = Dice(1000 + bits as u64);
        let cards = Cards::from_json(&[&made_up_cards(&mut dice)]);
        play_out(&cards, &mix(bits), bits as u64);
    }
}

/// Replacement cards can keep a game going forever.
const TURNS: usize = 60;

/// Plays one game until neither side finds a play, checking the board after every play.
fn play_out(cards: &Cards, knobs: &Knobs, seed: u64) {
    let mut dice = Dice(seed);
    let (mut board, mut mirrored) = (Oracle::opening(), Oracle::opening());
    let numbers = cards.numbers();
    let mut side = 'y';
    let mut failures = 0;
    for _ in 0..TURNS {
        if failures == 2 || board.is_full() {
            return;
        }
        let found = (0..400)
            .map(|_| (dice.pick(&numbers), dice.below(TILES)))
            .find(|(card, tile)| board.legal(cards, side, card, *tile));
        if let Some((card, tile)) = found {
            failures = 0;
            let gained = board.play(cards, knobs, side, card, tile);
            let other = opponent(side);
            let mirror_gained = mirrored.play(cards, knobs, other, card, mirror(tile));
            let about = format!("seed {seed}: {side} {card} on {tile}, {knobs:?}");
            let swapped: Vec<(char, String)> = mirror_gained
                .into_iter()
                .map(|(side, number)| (opponent(side), number))
                .collect();
            assert_eq!(gained, swapped, "{about}");
            assert_eq!(
                board.dump(cards, knobs),
                mirror_dump(&mirrored.dump(cards, knobs)),
                "{about}"
            );
            check(&board, cards, knobs, &about);
            check_score(&board, &mirrored, cards, knobs, &about);
        } else {
            failures += 1;
        }
        side = opponent(side);
    }
}

/// Checks that hold for every board after a play.
fn check(board: &Oracle, cards: &Cards, knobs: &Knobs, about: &str) {
    for (id, power) in board.read(cards, knobs).power {
        assert!(power > 0, "card {id} should be destroyed: {about}");
    }
    for record in &board.records {
        assert!(
            board.cards.contains_key(&record.source),
            "a pawn of a card not in play: {about}"
        );
    }
    for tile in 0..TILES {
        let [yours, enemys] = board.ranks(tile);
        if let Some(id) = board.card_at(tile) {
            assert_eq!(board.owner[tile], Some(board.cards[&id].side), "{about}");
        } else if yours != enemys {
            let higher = if yours > enemys { 'y' } else { 'e' };
            assert_eq!(board.owner[tile], Some(higher), "{about}");
        } else if yours == 0 {
            assert_eq!(board.owner[tile], None, "{about}");
        }
    }
}

fn check_score(board: &Oracle, mirrored: &Oracle, cards: &Cards, knobs: &Knobs, about: &str) {
    let (score, mirrored) = (board.score(cards, knobs), mirrored.score(cards, knobs));
    assert_eq!(score.total_you, mirrored.total_enemy, "{about}");
    assert_eq!(score.total_enemy, mirrored.total_you, "{about}");
    for (lane, other) in score.lanes.into_iter().zip(mirrored.lanes) {
        let swapped = (other.1, other.0, other.2.map(opponent), other.3);
        assert_eq!(lane, swapped, "{about}");
    }
}

fn mirror(tile: usize) -> usize {
    let column = tile % state::COLUMNS;
    tile - column + state::COLUMNS - 1 - column
}

fn mirror_dump(dump: &str) -> String {
    let lanes: Vec<String> = dump
        .split(" / ")
        .map(|lane| {
            let tiles: Vec<String> = lane.split(' ').rev().map(mirror_tile).collect();
            tiles.join(" ")
        })
        .collect();
    lanes.join(" / ")
}

fn mirror_tile(tile: &str) -> String {
    let (first, rest) = tile.split_at(1);
    match first {
        "y" => format!("e{rest}"),
        "e" => format!("y{rest}"),
        _ => tile.to_owned(),
    }
}

/// Forty cards with up to three random abilities each, drawn from everything in
/// RULES.md, section 7.
fn made_up_cards(dice: &mut Dice) -> String {
    let (mut cards, mut effects) = (Vec::new(), Vec::new());
    for number in 0..40 {
        let mut ids = Vec::new();
        for ability in 0..dice.below(4) {
            let id = format!("m{number}-{ability}");
            effects.push(made_up_effect(dice, &id));
            ids.push(format!("\"{id}\""));
        }
        let mut range = Vec::new();
        for column in ["E", "D", "C", "B", "A"] {
            for row in 1..=5 {
                if dice.below(4) == 0 {
                    range.push(format!("{column}{row}{}", dice.pick(&["P", "E", "X"])));
                }
            }
        }
        cards.push(format!(
            r#"{{"number": "M{number:02}", "rank": {}, "power": {}, "range": "{}", "effects": [{}]}}"#,
            dice.pick(&["1", "1", "1", "2", "3", "\"R\""]),
            1 + dice.below(6),
            range.join(" "),
            ids.join(", ")
        ));
    }
    format!(
        r#"{{"cards": [{}], "effects": [{}]}}"#,
        cards.join(","),
        effects.join(",")
    )
}

fn made_up_effect(dice: &mut Dice, id: &str) -> String {
    let trigger = dice.pick(&[
        "on_play",
        "while_in_play",
        "on_destroy",
        "on_card_destroyed",
        "on_card_played",
        "on_enfeebled",
        "on_first_enfeebled",
        "on_first_enhanced",
        "on_power_threshold",
        "on_spawned",
        "on_lane_win",
        "on_round_end",
    ]);
    let who = ["allies", "enemies", "all"];
    let group = dice.pick(&["allies", "enemies", "all_cards"]);
    let area = dice.pick(&[
        "on_affected_tiles",
        "on_affected_tiles",
        "global",
        "in_lane",
    ]);
    let scope = match dice.below(4) {
        0 => "self".to_owned(),
        _ => format!("{group}_{area}"),
    };
    let operations: Vec<String> = (0..1 + dice.below(2))
        .map(|_| made_up_operation(dice, trigger))
        .collect();
    format!(
        r#"{{"id": "{id}", "trigger": "{trigger}", "scope": "{scope}", "threshold": {}, "watches": "{}", "operations": [{}]}}"#,
        1 + dice.below(9),
        dice.pick(&who),
        operations.join(", ")
    )
}

fn made_up_operation(dice: &mut Dice, trigger: &str) -> String {
    let amount = dice.below(7) as i64 - 3;
    let card = dice.below(40);
    let status = dice.pick(&["enhanced", "enfeebled", "enhanced_or_enfeebled"]);
    let who = dice.pick(&["allies", "enemies", "all"]);
    let choices = match trigger {
        "while_in_play" => 0..2,
        "on_lane_win" | "on_round_end" => 2..4,
        _ => 4..12,
    };
    match choices.start + dice.below(choices.len()) {
        0 | 4 | 5 => format!(r#"{{"type": "modify_power", "amount": {amount}}}"#),
        1 => format!(
            r#"{{"type": "modify_power_scale", "amount": {amount}, "per": "{status}_{who}"}}"#
        ),
        2 => format!(r#"{{"type": "score_bonus", "amount": {amount}}}"#),
        3 => r#"{"type": "score_bonus", "mode": "lane_min_transfer"}"#.to_owned(),
        6 => format!(r#"{{"type": "modify_power", "amount": {amount}, "per": "replaced_pawns"}}"#),
        7 => format!(r#"{{"type": "modify_power_scale", "amount": {amount}}}"#),
        8 => r#"{"type": "destroy_cards"}"#.to_owned(),
        9 => format!(r#"{{"type": "add_to_hand", "cards": ["M{card:02}"]}}"#),
        10 => format!(
            r#"{{"type": "spawn_token", "tokens": {{"1": "M{card:02}", "2": "M00", "3": "M01"}}}}"#
        ),
        _ => {
            let mode = dice.pick(&["raise", "lower", "neutral"]);
            let replace = format!(r#"{{"type": "replace_ally", "mode": "{mode}"}}"#);
            let ranks = format!(
                r#"{{"type": "modify_tile_ranks", "amount": {}}}"#,
                1 + amount.abs()
            );
            let expand = r#"{"type": "expand_positions"}"#;
            dice.pick(&[&replace, &ranks, expand]).to_owned()
        }
    }
}
