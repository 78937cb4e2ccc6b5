//! The engine and the oracle play the same matches and must reach the same boards.

use std::sync::OnceLock;

use proptest::prelude::*;
use qbcoach_engine::rules::data::EMBEDDED;
use qbcoach_engine::rules::{
    Board, CardId, CardKind, Catalogue, Lane, Play, Rulebook, Rules, Side, Status, TileId,
};

use crate::agreement::oracle::{Cards, Oracle};
use crate::agreement::walk::{
    MIXES, all_cards, any_rules, choices, choose, oracle_knobs, rules_mix,
};
use crate::support::HandAdditions;

/// The engine's board in the text form of the oracle.
pub fn dump(book: &Rulebook, board: &Board) -> String {
    let powers = board.powers(book);
    let tile_text = |tile: TileId| {
        let ranks = board.ranks(tile).map(|rank| rank.get());
        let mut text = match board.owner(tile).side() {
            None if (ranks.you, ranks.enemy) == (0, 0) => ".".to_owned(),
            None => format!("n{}:{}", ranks.you, ranks.enemy),
            Some(side) => match ranks[side.opponent()] {
                0 => format!("{}{}", side.letter(), ranks[side]),
                other => format!("{}{}:{other}", side.letter(), ranks[side]),
            },
        };
        if let Some(card) = board.card(tile) {
            let status = match powers.status(tile) {
                Status::Enhanced => "+",
                Status::Enfeebled => "-",
                Status::Neutral => "",
            };
            let fired: u64 = card.fired.iter().map(|index| 1 << index).sum();
            text += &format!(
                "[{}={}{status}|d{}|s{}|f{fired}]",
                book.catalogue[card.card].number,
                powers.power[tile],
                card.power_delta,
                card.scale_delta
            );
        }
        text
    };
    let lanes: Vec<String> = Lane::ALL
        .into_iter()
        .map(|lane| {
            let tiles: Vec<String> = lane.tiles().iter().map(tile_text).collect();
            tiles.join(" ")
        })
        .collect();
    lanes.join(" / ")
}

/// Plays one match of the `offered` cards with both and compares everything
/// after each play. The engine keeps powers and key up to date from play to play.
pub fn play_with_both(
    book: &Rulebook,
    cards: &Cards,
    offered: &[CardId],
    choices: &[u32],
) -> Result<(), TestCaseError> {
    let knobs = oracle_knobs(&book.rules);
    let (mut board, mut oracle) = (Board::opening(), Oracle::opening());
    let mut powers = board.powers(book);
    let mut side = Side::You;
    let mut plays = String::new();
    for choice in choices {
        compare_legality(book, cards, &board, &oracle, side)?;
        if let Some(play) = choose(book, &board, side, offered, *choice) {
            let number = &book.catalogue[play.card].number;
            plays += &format!("{side} {number} {}; ", play.tile);
            let mut added = HandAdditions::default();
            let resolved = board.play_with_powers(book, side, play, &mut powers, &mut added);
            prop_assert_eq!(powers, board.powers(book), "{}", plays);
            prop_assert_eq!(board.key(), board.key_from_scratch(), "{}", plays);
            let expected = oracle.play(cards, &knobs, side.letter(), number, play.tile.index());
            if resolved.cut_short || oracle.cut_short() {
                // Both stop endless abilities, but not after the same number.
                return Ok(());
            }
            let added: Vec<(char, String)> = added
                .0
                .iter()
                .map(|(side, card)| (side.letter(), book.catalogue[*card].number.clone()))
                .collect();
            prop_assert_eq!(
                added,
                expected,
                "hands under {} after {}",
                book.rules,
                plays
            );
            prop_assert_eq!(
                dump(book, &board),
                oracle.dump(cards, &knobs),
                "under {} after {}",
                book.rules,
                plays
            );
            prop_assert_eq!(
                resolved.counting_never_settled,
                oracle.never_settled(),
                "settling under {} after {}",
                book.rules,
                plays
            );
            compare_scores(book, cards, &board, &oracle, &plays)?;
            compare_makers(book, &board, &oracle, &plays)?;
        }
        side = side.opponent();
    }
    Ok(())
}

fn compare_legality(
    book: &Rulebook,
    cards: &Cards,
    board: &Board,
    oracle: &Oracle,
    side: Side,
) -> Result<(), TestCaseError> {
    for card in all_cards(book) {
        let number = &book.catalogue[card].number;
        for tile in TileId::all() {
            let legal = board.refusal(book, side, Play { card, tile }).is_none();
            let expected = oracle.legal(cards, side.letter(), number, tile.index());
            prop_assert_eq!(legal, expected, "{} {} {}", side, number, tile);
        }
    }
    Ok(())
}

fn compare_scores(
    book: &Rulebook,
    cards: &Cards,
    board: &Board,
    oracle: &Oracle,
    plays: &str,
) -> Result<(), TestCaseError> {
    let score = board.score(book);
    let expected = oracle.score(cards, &oracle_knobs(&book.rules));
    for (lane, expected) in Lane::ALL.into_iter().zip(expected.lanes) {
        let lane = score.lanes[lane];
        let actual = (
            i64::from(lane.power.you),
            i64::from(lane.power.enemy),
            lane.winner.map(Side::letter),
            i64::from(lane.points),
        );
        prop_assert_eq!(
            actual,
            expected,
            "score under {} after {}",
            book.rules,
            plays
        );
    }
    prop_assert_eq!(i64::from(score.totals.you), expected.total_you);
    prop_assert_eq!(i64::from(score.totals.enemy), expected.total_enemy);
    Ok(())
}

/// Compares the spawners of tokens; the oracle has none for tokens played from a hand.
fn compare_makers(
    book: &Rulebook,
    board: &Board,
    oracle: &Oracle,
    plays: &str,
) -> Result<(), TestCaseError> {
    for tile in TileId::all() {
        if let (Some(placed), Some(expected)) = (board.card(tile), oracle.spawned_by(tile.index()))
        {
            let maker = placed.spawned_by.map(|maker| &book.catalogue[maker].number);
            prop_assert_eq!(
                maker.map(String::as_str),
                Some(expected),
                "{} {}",
                tile,
                plays
            );
        }
    }
    Ok(())
}

pub fn shipped_cards() -> &'static Cards {
    static CARDS: OnceLock<Cards> = OnceLock::new();
    CARDS.get_or_init(|| Cards::from_json(&EMBEDDED.map(|file| file.text)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn engine_and_oracle_agree_on_every_play_of_shipped_cards(
        rules in any_rules(),
        choices in choices(),
    ) {
        let book = Rulebook::embedded(rules);
        play_with_both(&book, shipped_cards(), &all_cards(&book), &choices)?;
    }
}

/// Proves that the walks of the property above play every card.
#[test]
fn walks_of_the_agreement_test_play_every_card() {
    let mut met = vec![false; Catalogue::cards(&qbcoach_engine::rules::data::embedded()).len()];
    let mut chance = qbcoach_basics::chance::Chance::new(1, 0);
    for match_number in 0..2_500 {
        let book = Rulebook::embedded(rules_mix(match_number % MIXES));
        let choices: Vec<u32> = (0..20).map(|_| chance.below(1 << 30) as u32).collect();
        let _ = crate::agreement::walk::walk(&book, &choices, |_, _, play, _| {
            met[play.card.index()] = true;
            Ok(())
        });
    }
    let book = Rulebook::embedded(Rules::canon());
    let missed: Vec<&str> = book
        .catalogue
        .cards()
        .iter()
        .filter(|card| !met[card.id.index()])
        // Some tokens are never played from a hand, only spawned.
        .filter(|card| card.kind == CardKind::Collectible)
        .map(|card| card.name.as_str())
        .collect();
    assert!(missed.is_empty(), "never played: {missed:?}");
}
