//! The records of matches in the journal. Their format must not change, because later
//! versions read old journals.

use proptest::prelude::*;
use qbcoach_engine::rules::notation::read_setting;
use qbcoach_engine::rules::{BySide, Move, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_sessions::Game;
use qbcoach_sessions::history::SessionChange;
use qbcoach_sessions::queens_blood::{EnemyHand, Match, MatchSetup, text};

use crate::sessions::match_walk::{Dice, MODES, any_setup, cards, deck, library, simulated};
use crate::sessions::support::play_of;

/// Checks the record and the text of an action, and that both are read back to it.
#[track_caller]
fn check(action: &Action, record: &str, line: &str) {
    let library = library();
    assert_eq!(Match::write_action(&library, action), record);
    let read = Match::read_action(&library, &MatchSetup::new(MatchMode::Live), record);
    assert_eq!(read.as_ref(), Ok(action));
    assert_eq!(text::action_text(&library.catalogue, action), line);
    let read = text::read(&library, line).expect("the line is valid");
    assert_eq!(read.changes, [SessionChange::Act(action.clone())]);
}

#[test]
fn moves_are_written_with_card_number_and_tile() {
    let book = library().book(Default::default());
    let play = |side, card, tile| Action::Move {
        side,
        made: Move::Play(play_of(&book, card, tile)),
    };
    check(
        &play(Side::You, "019", "MID-1"),
        r#"{"type":"play","side":"you","card":"019","tile":"MID-1"}"#,
        "you play 019 Crawler MID-1",
    );
    check(
        &play(Side::Enemy, "T03", "TOP-5"),
        r#"{"type":"play","side":"enemy","card":"T03","tile":"TOP-5"}"#,
        &format!("enemy play T03 {} TOP-5", name("T03")),
    );
    let pass = Action::Move {
        side: Side::Enemy,
        made: Move::Pass,
    };
    check(&pass, r#"{"type":"pass","side":"enemy"}"#, "enemy pass");
}

fn name(number: &str) -> String {
    let library = library();
    let card = library.catalogue.by_number(number).expect("a card");
    library.catalogue[card].name.clone()
}

#[test]
fn mulligans_draws_and_hands_are_written_with_card_numbers() {
    let library = library();
    let list = |numbers: &str| cards(&library, numbers);
    let mulligan = |numbers: &str, drew: Option<&str>| Action::Mulligan {
        side: Side::You,
        replace: list(numbers),
        drew: drew.map(&list),
    };
    check(
        &mulligan("019 019", None),
        r#"{"type":"mulligan","side":"you","replace":["019","019"]}"#,
        "you mulligan 019 Crawler, 019 Crawler",
    );
    check(
        &mulligan("", None),
        r#"{"type":"mulligan","side":"you","replace":[]}"#,
        "you mulligan -",
    );
    check(
        &mulligan("", Some("")),
        r#"{"type":"mulligan","side":"you","replace":[],"drew":[]}"#,
        "you mulligan - -> -",
    );
    check(
        &mulligan("019", Some("002")),
        r#"{"type":"mulligan","side":"you","replace":["019"],"drew":["002"]}"#,
        "you mulligan 019 Crawler -> 002 Riot Trooper",
    );
    check(
        &Action::Draw {
            card: list("002")[0],
        },
        r#"{"type":"draw","card":"002"}"#,
        "you draw 002 Riot Trooper",
    );
    check(
        &Action::SetHand { cards: list("019") },
        r#"{"type":"setHand","cards":["019"]}"#,
        "hand 019 Crawler",
    );
    check(
        &Action::SetHand { cards: Vec::new() },
        r#"{"type":"setHand","cards":[]}"#,
        "hand -",
    );
}

#[test]
fn corrections_are_written_as_in_a_match_text() {
    let library = library();
    let resync = |settings: &[&str]| {
        let read = |text: &&str| read_setting(&library.catalogue, text);
        let tiles: Result<_, _> = settings.iter().map(read).collect();
        Action::Resync {
            tiles: tiles.expect("the tiles are valid"),
        }
    };
    check(
        &resync(&["MID-1 y2[019+2]", "TOP-3 .", "BOT-4 e2:1"]),
        r#"{"type":"resync","tiles":["MID-1 y2[019+2]","TOP-3 .","BOT-4 e2:1"]}"#,
        "set MID-1 y2[019+2]; TOP-3 .; BOT-4 e2:1",
    );
    check(&resync(&[]), r#"{"type":"resync","tiles":[]}"#, "set -");
}

#[test]
fn every_card_is_read_back() {
    let library = library();
    for card in library.catalogue.cards() {
        let action = Action::SetHand {
            cards: vec![card.id; 2],
        };
        let record = Match::write_action(&library, &action);
        assert_eq!(
            Match::read_action(&library, &MatchSetup::new(MatchMode::Live), &record),
            Ok(action.clone())
        );
        let line = text::action_text(&library.catalogue, &action);
        let read = text::read(&library, &line).expect("the line is valid");
        assert_eq!(read.changes, [SessionChange::Act(action)], "{line}");
    }
}

#[test]
fn a_setup_with_every_field_is_read_back() {
    let library = library();
    let setup = MatchSetup {
        first: Side::Enemy,
        hand: Some(cards(&library, "007")),
        enemy_hand: Some(EnemyHand::Cards(Vec::new())),
        name: Some("Cloud \"ex-SOLDIER\"".to_owned()),
        enemy_tag: Some("Regina \"the Queen\"".to_owned()),
        title: Some(String::new()),
        autoplay: vec![Side::Enemy, Side::You],
        ..simulated(&library, u64::MAX)
    };
    let record = Match::write_setup(&library, &setup);
    assert_eq!(
        Match::read_setup(&library, "queens-blood", &record),
        Ok(setup)
    );
    // Fields that older versions did not write may be missing.
    let least = r#"{"mode":"analysis","rules":"canon","seed":0,"first":"you"}"#;
    let read = Match::read_setup(&library, "queens-blood", least);
    assert_eq!(read, Ok(MatchSetup::new(MatchMode::Analysis)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn any_setup_is_read_back(
        mode in 0..3_usize, drawn in proptest::collection::vec(any::<u16>(), 20)
    ) {
        let library = library();
        let setup = any_setup(&library, MODES[mode], &mut Dice(drawn.iter()));
        let record = Match::write_setup(&library, &setup);
        prop_assert_eq!(Match::read_setup(&library, "queens-blood", &record), Ok(setup));
    }
}

#[test]
fn the_error_for_an_invalid_record_says_why() {
    let library = library();
    for (record, words) in [
        ("", "EOF"),
        ("{}", "missing field `type`"),
        (r#"{"type":"dance"}"#, "unknown variant `dance`"),
        (r#"{"type":"pass"}"#, "missing field `side`"),
        (r#"{"type":"pass","side":"they"}"#, "`they` is not a side"),
        (
            r#"{"type":"draw","card":"999"}"#,
            "there is no card 999; load",
        ),
        (r#"{"type":"draw","card":19}"#, "expected a string"),
        (
            r#"{"type":"play","side":"you","card":"019","tile":"X-9"}"#,
            "X-9",
        ),
        (
            r#"{"type":"resync","tiles":["MID-1"]}"#,
            "give the state of the tile",
        ),
    ] {
        let error = Match::read_action(&library, &MatchSetup::new(MatchMode::Live), record)
            .expect_err(record);
        assert!(error.problem.contains(words), "{record}: {error}");
    }
    for (record, words) in [
        (
            r#"{"mode":"dream","rules":"canon","seed":0,"first":"you"}"#,
            "no mode `dream`",
        ),
        (
            r#"{"mode":"live","rules":"chess","seed":0,"first":"you"}"#,
            "chess",
        ),
        (
            r#"{"mode":"live","rules":"canon","seed":-1,"first":"you"}"#,
            "invalid value",
        ),
        (
            r#"{"mode":"live","rules":"canon","seed":0,"first":"me"}"#,
            "`me` is not a side",
        ),
        (
            r#"{"mode":"live","rules":"canon","seed":0,"first":"you","position":"?"}"#,
            "15 tiles",
        ),
        (
            r#"{"mode":"live","rules":"canon","seed":0,"first":"you","yourHand":["X"]}"#,
            "no card X",
        ),
        (
            r#"{"mode":"live","rules":"canon","seed":0,"first":"you","autoplay":["me"]}"#,
            "`me`",
        ),
    ] {
        let error = Match::read_setup(&library, "queens-blood", record).expect_err(record);
        assert!(error.problem.contains(words), "{record}: {error}");
    }
}

#[test]
fn decks_keep_their_order() {
    let library = library();
    let mut reversed = deck(&library, "attrition");
    reversed.reverse();
    let setup = MatchSetup {
        decks: BySide::new(Some(reversed), None),
        ..MatchSetup::new(MatchMode::Live)
    };
    let record = Match::write_setup(&library, &setup);
    assert_eq!(
        Match::read_setup(&library, "queens-blood", &record),
        Ok(setup)
    );
}
