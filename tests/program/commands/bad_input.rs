//! Wrong input: the error says why and what to do.

use proptest::prelude::*;

use crate::commands::refused;

#[test]
fn errors_suggest_the_nearest_known_word() {
    assert!(refused(&["crads"], b"").contains("'cards'"));
    assert!(refused(&["show", "--hnad", "1"], b"").contains("'--hand'"));
    assert!(refused(&["cards", "crawlr"], b"").contains("did you mean 019 Crawler"));
    assert!(refused(&["show", "--rules", "cannon"], b"").contains("canon and rebirth"));
    assert!(refused(&["show", "--rules", "canon clain=step"], b"").contains("claim"));
    assert!(
        refused(&["show", "--rules", "canon claim=stop"], b"").contains("`step` or `takeOver`")
    );
}

#[test]
fn wrong_decks_are_refused_with_the_reason() {
    for (deck, reason) in [
        ("swarn", "did you mean swarm"),
        (
            "QB1-H8PA5AZ9F5G7QY",
            "a typo, or a character is missing or too many: copy",
        ),
        ("QB1-H8PA5UZ9F5G7QX", "`U` at position 10"),
        ("QB2-H8PA5AZ9F5G7QX", "get a newer qbcoach"),
        ("QB1-", "copy all of it"),
        ("2x Crawlr, 001", "did you mean 019 Crawler"),
    ] {
        let error = refused(&["deck", deck], b"");
        assert!(error.contains(reason), "{deck}: {error}");
    }
    let error = refused(&["threat", "--enemy-deck", "QB1-HG3XWJZ7"], b"");
    assert!(
        error.contains("T01 Mandragora Minion is a token"),
        "{error}"
    );
    let run = crate::commands::qbcoach(&["deck", "QB1-HG3XWJZ7"], b"");
    assert_eq!(run.code, Some(1), "cards that are not a deck");
    for part in [
        "3x 001 Security Officer",
        "QB1-HG3XWJZ7",
        "add 11",
        "is a token",
    ] {
        assert!(run.out.contains(part), "{}", run.out);
    }
}

#[test]
fn malformed_positions_are_refused_with_the_reason() {
    let cases = [
        ("y1,.,.", "15 tiles"),
        ("y1,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1,. you", "lane TOP has 4"),
        (
            "q1,.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you",
            "`q1` is not a tile",
        ),
        (
            "y1[999],.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you",
            "no card `999`",
        ),
        ("y1[019,.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you", "not closed"),
        (
            "y1[019~2],.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you",
            "known marks",
        ),
        (
            "y1[019>t1],.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you",
            "pawn record",
        ),
        (
            "y1[019>z9+1],.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you",
            "not a tile",
        ),
        (
            "y1,.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 me",
            "`me` after the tiles",
        ),
        (
            "y1,.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you passes=3",
            "two passes",
        ),
    ];
    for (text, reason) in cases {
        let error = refused(&["show", "-"], text.as_bytes());
        assert!(error.contains(reason), "{text}: {error}");
        assert!(
            error.contains("--help"),
            "the error names the help: {error}"
        );
    }
}

#[test]
fn illegal_positions_are_refused_with_all_their_faults() {
    let text = "y5,e1:2,.,.,e1/y1[019!1],.,.,.,e1/y1,n1:0,.,.,e1 you";
    let error = refused(&["show", "-"], text.as_bytes());
    for fault in ["TOP-1", "TOP-2", "MID-1", "BOT-2"] {
        assert!(error.contains(fault), "{error}");
    }
}

#[test]
fn malformed_matches_are_refused_with_the_line() {
    let cases = [
        ("yuo play crawler m1", "line 1", "did you mean `you`"),
        ("you crawler m1", "line 1", "`you play CARD TILE`"),
        ("\n# hm\nyou play crawler m9", "line 3", "not a tile"),
        ("you play crwler m1", "line 1", "019 Crawler"),
        ("you play crawler m3", "line 1", "belongs to nobody"),
        ("you pass\nyou pass", "line 2", "enemy's turn"),
        (
            "you pass\nenemy pass\nyou pass",
            "line 3",
            "the match is over",
        ),
        ("you pass\nrules canon", "line 2", "before the first event"),
        ("first nobody", "line 1", "`first you`"),
        ("set m1 q", "line 1", "not a tile"),
        ("set m1 y9", "line 1", "ranks from 0 to 3"),
        ("position y1,.\n", "line 1", "15 tiles"),
        ("rules canon deckSize=0", "line 1", "1 to 60"),
    ];
    for (text, line, reason) in cases {
        let error = refused(&["replay", "-"], text.as_bytes());
        assert!(
            error.contains(line) && error.contains(reason),
            "{text}: {error}"
        );
    }
}

#[test]
fn replay_shows_the_match_up_to_the_first_illegal_line() {
    let run = crate::commands::qbcoach(
        &["replay", "-", "--brief"],
        b"you play crawler m1\nenemy play crawler m1\nyou pass\n",
    );
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("Turn 1"), "{}", run.out);
    assert!(!run.out.contains("Turn 2"), "{}", run.out);
    assert!(run.err.contains("line 2"), "{}", run.err);
}

#[test]
fn threat_without_a_prediction_is_an_error_with_a_reason() {
    let one_move = b"you play crawler m1\nenemy play crawler m5\n";
    let deck = |deck: &str| refused(&["threat", "-", "--enemy-deck", deck], one_move);
    assert!(deck("starter-footsoldier").contains("did you mean starter-footsoldiers"));
    assert!(deck("001 002 003").contains("3 of 15 cards"));
    let over = refused(&["threat", "-"], b"you pass\nenemy pass\n");
    assert!(over.contains("the match is over"), "{over}");
    let elsewhere = deck("lane-banker");
    let is_named = elsewhere.contains("line 2") && elsewhere.contains("enemy play Crawler MID-5");
    assert!(
        is_named,
        "the line that contradicts the deck is named: {elsewhere}"
    );
}

#[test]
fn advise_without_a_move_is_an_error_with_a_reason() {
    let advise = |moves: &[u8]| refused(&["advise", "-", "--hand", "019"], moves);
    assert!(advise(b"you play crawler m1\n").contains("it is the enemy's turn"));
    assert!(advise(b"you pass\nenemy pass\n").contains("the match is over"));
    assert!(refused(&["advise"], b"").contains("--hand"));
    assert!(refused(&["advise", "--hand", "crwler"], b"").contains("019 Crawler"));
}

#[test]
fn a_hand_that_is_not_from_the_deck_is_refused() {
    let error = refused(
        &[
            "mulligan",
            "--deck",
            "starter-footsoldiers",
            "--hand",
            "145",
        ],
        b"",
    );
    assert!(error.contains("145 Shadowblood Queen"), "{error}");
}

#[test]
fn unreadable_input_is_named() {
    assert!(refused(&["replay", "no-such-file"], b"").contains("no-such-file"));
    assert!(refused(&["replay", "-"], b"\xff\xfe").contains("not UTF-8"));
    assert!(refused(&["show", "-", "--cards", "no-such-file"], b"").contains("no-such-file"));
    let large = vec![b'#'; 5 * 1024 * 1024];
    assert!(refused(&["replay", "-"], &large).contains("larger than 4 MiB"));
    assert!(refused(&["bench", "--seconds", "never"], b"").contains("0.01 to 600"));
}

mod parsers {
    use super::*;
    use qbcoach_engine::rules::notation::read_position;
    use qbcoach_engine::rules::{Rulebook, Rules, data};
    use qbcoach_notation::{Change, MatchText, write};

    /// Texts made of words the parsers know, and random texts.
    fn texts() -> impl Strategy<Value = String> {
        let pieces = prop::sample::select(vec![
            "y1",
            "e2",
            ".",
            ",",
            "/",
            "[",
            "]",
            "019",
            "T09",
            "+",
            "-",
            "*",
            "!1",
            "?1",
            "=2",
            "<096",
            ">t1",
            ">m3+1-1",
            "\"",
            "you",
            "enemy",
            "passes=1",
            " ",
            "\n",
            "play",
            "pass",
            "set",
            "rules",
            "canon",
            "position",
            "MID-1",
            "m5",
            "#",
            "é",
            "128",
            "-128",
            "999999",
            "99999999999",
            "n0:-1",
            "y5:-1",
            "first",
            "title",
        ]);
        let built = prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat());
        prop_oneof![built, any::<String>()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn parsers_never_panic(text in texts()) {
            let book = Rulebook::embedded(Rules::rebirth());
            let _ = read_position(&book, &text);
            if let Ok(read) = MatchText::parse(&data::embedded(), &text) {
                let text_of = |read: &MatchText| {
                    let changes = read.changes().map(|(_, change)| change.clone());
                    let changes: Vec<Change> = changes.collect();
                    write(&data::embedded(), &read.setup, &changes)
                };
                let written = text_of(&read);
                let again = MatchText::parse(&data::embedded(), &written);
                let again = again.map_err(|e| TestCaseError::fail(format!("{written}: {e}")))?;
                prop_assert_eq!(&again.setup.position, &read.setup.position);
                prop_assert_eq!(text_of(&again), written);
            }
            let _ = Rules::parse(&text);
        }

        #[test]
        fn a_damaged_position_is_read_or_refused(
            index in 0_usize..200,
            with in any::<char>(),
            cut in 0_usize..200,
        ) {
            let book = Rulebook::embedded(Rules::canon());
            let good = "y2[012>t2+1],y1,y1,e1[065!1],e1[T10+4=2<096>t4+1]/y1[001>t1+1>m2+1],\
                y1[020*+2>m3+1],y1[059>t3+1],.,e1[043*+1>m4+1-1]/y3[017],y1[128],y1,e1,e1 enemy";
            let mut damaged: Vec<char> = good.chars().collect();
            let at = index % damaged.len();
            damaged[at] = with;
            damaged.truncate(damaged.len() - cut % damaged.len());
            let text: String = damaged.into_iter().collect();
            let _ = read_position(&book, &text);
        }
    }
}
