//! Lines a player types, and the commands they are parsed into.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use qbcoach_engine::rules::data::embedded;
use qbcoach_protocol::{Owner, Side};

use super::{
    CorrectedCard, Correction, Expected, PlayCommand, SyntaxError, WORDS, WORDS_OF_COMBATS,
    looks_like_tile, read,
};

#[track_caller]
fn check(line: &str, expected: Expected, command: PlayCommand) {
    assert_eq!(read(line, expected), Ok(Some(command)), "{line}");
}

fn play(side: Side, card: &str, tile: &str) -> PlayCommand {
    PlayCommand::Play {
        side,
        card: card.to_owned(),
        tile: tile.to_owned(),
    }
}

fn draw(card: &str) -> PlayCommand {
    PlayCommand::Draw {
        card: card.to_owned(),
    }
}

fn cards(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_match_is_told_in_sentences() {
    let enemy = play(Side::Enemy, "Zu", "TOP-5");
    check("The enemy plays Zu to TOP-5.", Expected::Move, enemy);
    let pass = |side| PlayCommand::Pass { side };
    check("The enemy passes.", Expected::Move, pass(Side::Enemy));
    check("you pass", Expected::Move, pass(Side::You));
    check(
        "You drew Riot Trooper.",
        Expected::Move,
        draw("Riot Trooper"),
    );
    check("you draw 019", Expected::Move, draw("019"));
    assert_eq!(
        read("you draw", Expected::Move),
        Err(SyntaxError::NoCard { command: "draw" })
    );
    assert_eq!(read("you wait", Expected::Move), Err(SyntaxError::NoTile));
}

#[test]
fn cards_alone_are_your_hand_where_it_is_asked_for() {
    let hand = |names: &[&str]| PlayCommand::SetHand {
        cards: cards(names),
    };
    check("001 002 019", Expected::Hand, hand(&["001", "002", "019"]));
    let named = hand(&["crawler", "riot trooper", "zu"]);
    check("crawler, riot trooper, zu", Expected::Hand, named);
    // Whoever does not know the hand may still play.
    check(
        "crawler m1",
        Expected::Hand,
        play(Side::You, "crawler", "m1"),
    );
}

#[test]
fn a_bare_card_and_tile_is_your_play() {
    for line in [
        "crawler m1",
        "play crawler m1",
        "PLAY crawler m1",
        "  crawler   m1  # first",
        "crawler on m1",
        "crawler to m1",
    ] {
        check(line, Expected::Move, play(Side::You, "crawler", "m1"));
    }
    for line in [
        "you play crawler m1",
        "You played crawler to m1.",
        "I play crawler m1",
    ] {
        check(line, Expected::Draw, play(Side::You, "crawler", "m1"));
    }
    check(
        "Riot Trooper MID-1",
        Expected::Move,
        play(Side::You, "Riot Trooper", "MID-1"),
    );
    check(
        "2-C SOLDIER Operator bot3",
        Expected::Move,
        play(Side::You, "2-C SOLDIER Operator", "bot3"),
    );
    check("019 t5", Expected::Move, play(Side::You, "019", "t5"));
}

#[test]
fn a_line_that_begins_with_enemy_is_the_enemys_move() {
    for line in [
        "enemy archdragon m5",
        "e archdragon m5",
        "E play archdragon m5",
    ] {
        check(line, Expected::Move, play(Side::Enemy, "archdragon", "m5"));
    }
    check(
        "enemy pass",
        Expected::Move,
        PlayCommand::Pass { side: Side::Enemy },
    );
    check(
        "e pass",
        Expected::Draw,
        PlayCommand::Pass { side: Side::Enemy },
    );
    check(
        "pass",
        Expected::Move,
        PlayCommand::Pass { side: Side::You },
    );
}

#[test]
fn a_card_alone_is_a_draw_only_when_a_draw_is_expected() {
    check("riot trooper", Expected::Draw, draw("riot trooper"));
    check("draw riot trooper", Expected::Move, draw("riot trooper"));
    check("drew T01", Expected::Draw, draw("T01"));
    check("T01", Expected::Draw, draw("T01"));
    // A card and a tile stay a play: the daemon refuses it, as the draw comes first.
    check(
        "crawler m1",
        Expected::Draw,
        play(Side::You, "crawler", "m1"),
    );
    assert_eq!(
        read("riot trooper", Expected::Move),
        Err(SyntaxError::NoTile)
    );
}

#[test]
fn a_mulligan_has_the_cards_put_back_and_the_cards_drawn() {
    let mulligan = |replace: &[&str], drew: Option<&[&str]>| PlayCommand::Mulligan {
        side: Side::You,
        replace: cards(replace),
        drew: drew.map(cards),
    };
    check(
        "mulligan crawler, Levrikon -> ogre, zu",
        Expected::Move,
        mulligan(&["crawler", "Levrikon"], Some(&["ogre", "zu"])),
    );
    check(
        "mulligan 019 007->021 015",
        Expected::Move,
        mulligan(&["019", "007"], Some(&["021", "015"])),
    );
    check(
        "mulligan crawler",
        Expected::Move,
        mulligan(&["crawler"], None),
    );
    check("keep", Expected::Move, mulligan(&[], None));
    check("mulligan", Expected::Move, mulligan(&[], None));
}

#[test]
fn a_hand_is_a_list_of_cards() {
    let set = |names: &[&str]| PlayCommand::SetHand {
        cards: cards(names),
    };
    check(
        "hand crawler, riot trooper,001",
        Expected::Move,
        set(&["crawler", "riot trooper", "001"]),
    );
    check(
        "hand 001 019 007",
        Expected::Draw,
        set(&["001", "019", "007"]),
    );
    check("hand riot trooper", Expected::Move, set(&["riot trooper"]));
    check("hand", Expected::Move, PlayCommand::Hand);
}

#[test]
fn a_fix_has_a_tile_and_any_of_owner_rank_and_card() {
    let fix = |owner, rank, card| {
        PlayCommand::Fix(Correction {
            tile: "m3".to_owned(),
            owner,
            rank,
            card,
        })
    };
    let crawler = || CorrectedCard::Card("crawler".to_owned());
    for (line, expected) in [
        (
            "fix m3 enemy 2",
            fix(Some(Owner::Enemy), Some(2), CorrectedCard::Unchanged),
        ),
        (
            "fix m3 enemy 2 crawler",
            fix(Some(Owner::Enemy), Some(2), crawler()),
        ),
        ("fix m3 you crawler", fix(Some(Owner::You), None, crawler())),
        (
            "fix m3 neutral",
            fix(Some(Owner::Neutral), None, CorrectedCard::Unchanged),
        ),
        ("fix m3 none", fix(None, None, CorrectedCard::None)),
        ("fix m3 1", fix(None, Some(1), CorrectedCard::Unchanged)),
        (
            "fix m3 you 019",
            fix(
                Some(Owner::You),
                None,
                CorrectedCard::Card("019".to_owned()),
            ),
        ),
    ] {
        check(line, Expected::Move, expected);
    }
}

#[test]
fn commands_with_and_without_numbers() {
    for (line, expected) in [
        ("undo", PlayCommand::Undo { count: 1 }),
        ("undo 3", PlayCommand::Undo { count: 3 }),
        ("best", PlayCommand::Best { count: 3 }),
        ("best 5", PlayCommand::Best { count: 5 }),
        ("why", PlayCommand::Why { rank: 1 }),
        ("why 2", PlayCommand::Why { rank: 2 }),
        ("threat", PlayCommand::Threat),
        (
            "odds great malboro",
            PlayCommand::Odds {
                card: "great malboro".to_owned(),
            },
        ),
        ("lock", PlayCommand::Lock),
        ("board", PlayCommand::Board),
        ("actions", PlayCommand::Actions),
        ("log", PlayCommand::Log),
        (
            "cards malboro",
            PlayCommand::Cards {
                query: "malboro".to_owned(),
            },
        ),
        (
            "save my match.txt",
            PlayCommand::Save {
                file: "my match.txt".to_owned(),
            },
        ),
        ("help", PlayCommand::Help),
        ("?", PlayCommand::Help),
        ("quit", PlayCommand::Quit),
        ("exit", PlayCommand::Quit),
    ] {
        check(line, Expected::Move, expected.clone());
        let word = line.split(' ').next().unwrap_or_default();
        let expected = match WORDS_OF_COMBATS.contains(&word) {
            true => expected,
            false => PlayCommand::ActionOf {
                words: line.to_owned(),
            },
        };
        check(line, Expected::Choice, expected);
    }
    check("2", Expected::Choice, PlayCommand::Choose { number: 2 });
}

#[test]
fn blank_lines_and_comments_are_no_commands() {
    for line in ["", "   ", "# turn 1", "\t# crawler m1"] {
        assert_eq!(read(line, Expected::Move), Ok(None), "{line}");
    }
}

#[test]
fn an_error_shows_how_the_command_is_written() {
    for (line, expected, part) in [
        ("crawler", Expected::Move, "`CARD TILE`"),
        ("play crawler", Expected::Move, "`CARD TILE`"),
        ("m1", Expected::Move, "`CARD TILE`"),
        ("crawler m77", Expected::Move, "`CARD TILE`"),
        ("enemy", Expected::Move, "`enemy CARD TILE` or `enemy pass`"),
        ("enemy archdragon", Expected::Move, "`enemy CARD TILE`"),
        ("draw", Expected::Draw, "`draw CARD`"),
        ("odds", Expected::Move, "`odds CARD`"),
        (
            "undo x",
            Expected::Move,
            "`x` is not a number from 1 on: `undo NUMBER`",
        ),
        ("undo 0", Expected::Move, "from 1 on"),
        ("best -1", Expected::Move, "`best NUMBER`"),
        ("pass m1", Expected::Move, "`pass` takes no `m1`"),
        ("fix", Expected::Move, "`fix TILE"),
        ("fix m3", Expected::Move, "`fix TILE"),
        ("save", Expected::Move, "`save FILE`"),
    ] {
        let error = read(line, expected).expect_err(line).to_string();
        assert!(error.contains(part), "{line}: {error}");
    }
}

#[test]
fn no_card_name_is_read_as_a_command_or_a_tile() {
    for card in embedded().cards() {
        let first = card.name.split_whitespace().next().expect("it has a name");
        assert!(
            !WORDS.contains(&first.to_lowercase().as_str()),
            "{}",
            card.name
        );
        let last = card.name.split_whitespace().last().expect("it has a name");
        assert!(!looks_like_tile(last), "{}", card.name);
        assert!(!looks_like_tile(&card.number), "{}", card.number);
        let line = format!("{} m1", card.name);
        check(&line, Expected::Draw, play(Side::You, &card.name, "m1"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_line_panics(
        line in "(play |e |enemy |draw |fix |hand |mulligan |undo |save )?\\PC{0,40}",
        expected in prop::sample::select(vec![Expected::Draw, Expected::Move, Expected::Choice]),
    ) {
        let _ = read(&line, expected);
    }
}
