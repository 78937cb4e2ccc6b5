//! The lines a player types and what they mean.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use qbcoach::cli::play::command::{
    Command, CorrectedCard, Correction, Due, Misread, WORDS, looks_like_tile, read,
};
use qbcoach::rules::data::embedded;
use qbcoach_protocol::{Owner, Side};

#[track_caller]
fn check(line: &str, due: Due, expected: Command) {
    assert_eq!(read(line, due), Ok(Some(expected)), "{line}");
}

fn play(side: Side, card: &str, tile: &str) -> Command {
    Command::Play {
        side,
        card: card.to_owned(),
        tile: tile.to_owned(),
    }
}

fn draw(card: &str) -> Command {
    Command::Draw {
        card: card.to_owned(),
    }
}

fn cards(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
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
        check(line, Due::Move, play(Side::You, "crawler", "m1"));
    }
    check(
        "Riot Trooper MID-1",
        Due::Move,
        play(Side::You, "Riot Trooper", "MID-1"),
    );
    check(
        "2-C SOLDIER Operator bot3",
        Due::Move,
        play(Side::You, "2-C SOLDIER Operator", "bot3"),
    );
    check("019 t5", Due::Move, play(Side::You, "019", "t5"));
}

#[test]
fn the_enemys_moves_say_so() {
    for line in [
        "enemy archdragon m5",
        "e archdragon m5",
        "E play archdragon m5",
    ] {
        check(line, Due::Move, play(Side::Enemy, "archdragon", "m5"));
    }
    check("enemy pass", Due::Move, Command::Pass { side: Side::Enemy });
    check("e pass", Due::Draw, Command::Pass { side: Side::Enemy });
    check("pass", Due::Move, Command::Pass { side: Side::You });
}

#[test]
fn a_bare_card_is_a_draw_only_where_one_is_due() {
    check("riot trooper", Due::Draw, draw("riot trooper"));
    check("draw riot trooper", Due::Move, draw("riot trooper"));
    check("drew T01", Due::Draw, draw("T01"));
    check("T01", Due::Draw, draw("T01"));
    // A play is a play, and the daemon says that the draw comes first.
    check("crawler m1", Due::Draw, play(Side::You, "crawler", "m1"));
    assert_eq!(read("riot trooper", Due::Move), Err(Misread::NoTile));
}

#[test]
fn a_mulligan_tells_what_went_and_what_came() {
    let mulligan = |replace: &[&str], drew: Option<&[&str]>| Command::Mulligan {
        side: Side::You,
        replace: cards(replace),
        drew: drew.map(cards),
    };
    check(
        "mulligan crawler, Levrikon -> ogre, zu",
        Due::Move,
        mulligan(&["crawler", "Levrikon"], Some(&["ogre", "zu"])),
    );
    check(
        "mulligan 019 007->021 015",
        Due::Move,
        mulligan(&["019", "007"], Some(&["021", "015"])),
    );
    check("mulligan crawler", Due::Move, mulligan(&["crawler"], None));
    check("keep", Due::Move, mulligan(&[], None));
    check("mulligan", Due::Move, mulligan(&[], None));
}

#[test]
fn a_hand_is_a_list_of_cards() {
    let set = |names: &[&str]| Command::SetHand {
        cards: cards(names),
    };
    check(
        "hand crawler, riot trooper,001",
        Due::Move,
        set(&["crawler", "riot trooper", "001"]),
    );
    check("hand 001 019 007", Due::Draw, set(&["001", "019", "007"]));
    check("hand riot trooper", Due::Move, set(&["riot trooper"]));
    check("hand", Due::Move, Command::Hand);
}

#[test]
fn a_fix_says_what_the_tile_shows() {
    let fix = |owner, rank, card| {
        Command::Fix(Correction {
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
            fix(Some(Owner::Enemy), Some(2), CorrectedCard::AsItIs),
        ),
        (
            "fix m3 enemy 2 crawler",
            fix(Some(Owner::Enemy), Some(2), crawler()),
        ),
        ("fix m3 you crawler", fix(Some(Owner::You), None, crawler())),
        (
            "fix m3 neutral",
            fix(Some(Owner::Neutral), None, CorrectedCard::AsItIs),
        ),
        ("fix m3 none", fix(None, None, CorrectedCard::None)),
        ("fix m3 1", fix(None, Some(1), CorrectedCard::AsItIs)),
        (
            "fix m3 you 019",
            fix(
                Some(Owner::You),
                None,
                CorrectedCard::Card("019".to_owned()),
            ),
        ),
    ] {
        check(line, Due::Move, expected);
    }
}

#[test]
fn questions_and_numbers() {
    for (line, expected) in [
        ("undo", Command::Undo { count: 1 }),
        ("undo 3", Command::Undo { count: 3 }),
        ("best", Command::Best { count: 3 }),
        ("best 5", Command::Best { count: 5 }),
        ("why", Command::Why { rank: 1 }),
        ("why 2", Command::Why { rank: 2 }),
        ("threat", Command::Threat),
        (
            "odds great malboro",
            Command::Odds {
                card: "great malboro".to_owned(),
            },
        ),
        ("lock", Command::Lock),
        ("board", Command::Board),
        ("actions", Command::Actions),
        ("log", Command::Log),
        (
            "cards malboro",
            Command::Cards {
                query: "malboro".to_owned(),
            },
        ),
        (
            "save my match.txt",
            Command::Save {
                file: "my match.txt".to_owned(),
            },
        ),
        ("help", Command::Help),
        ("?", Command::Help),
        ("quit", Command::Quit),
        ("exit", Command::Quit),
    ] {
        check(line, Due::Move, expected.clone());
        check(line, Due::Choice, expected);
    }
    check("2", Due::Choice, Command::Choose { number: 2 });
}

#[test]
fn blank_lines_and_comments_mean_nothing() {
    for line in ["", "   ", "# turn 1", "\t# crawler m1"] {
        assert_eq!(read(line, Due::Move), Ok(None), "{line}");
    }
}

#[test]
fn what_means_nothing_says_what_would() {
    for (line, due, said) in [
        ("crawler", Due::Move, "`CARD TILE`"),
        ("play crawler", Due::Move, "`CARD TILE`"),
        ("m1", Due::Move, "`CARD TILE`"),
        ("crawler m77", Due::Move, "`CARD TILE`"),
        ("enemy", Due::Move, "`enemy CARD TILE`, `enemy pass`"),
        ("enemy archdragon", Due::Move, "`enemy CARD TILE`"),
        ("draw", Due::Draw, "`draw CARD`"),
        ("odds", Due::Move, "`odds CARD`"),
        ("undo x", Due::Move, "`x` is no number: `undo NUMBER`"),
        ("undo 0", Due::Move, "from 1 on"),
        ("best -1", Due::Move, "`best NUMBER`"),
        ("pass m1", Due::Move, "`m1` is more than `pass` takes"),
        ("fix", Due::Move, "`fix TILE"),
        ("fix m3", Due::Move, "`fix TILE"),
        ("save", Due::Move, "`save FILE`"),
        ("tremor", Due::Choice, "by its number"),
    ] {
        let misread = read(line, due).expect_err(line).to_string();
        assert!(misread.contains(said), "{line}: {misread}");
    }
}

#[test]
fn no_card_is_hidden_behind_a_command_or_a_tile() {
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
        check(&line, Due::Draw, play(Side::You, &card.name, "m1"));
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
        due in prop::sample::select(vec![Due::Draw, Due::Move, Due::Choice]),
    ) {
        let _ = read(&line, due);
    }
}
