//! Importing an export gives an equal match, in both formats.

use std::fs;

use proptest::prelude::*;
use qbcoach_engine::rules::Rulebook;
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_notation::{Change, MatchText};
use qbcoach_sessions::queens_blood::{MatchSetup, text};

use crate::sessions::counter_sessions::run;
use crate::sessions::match_walk::{MODES, any_match, exports, import, library, matches, shown};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn an_imported_match_equals_the_exported_one(
        mode in 0..3_usize, drawn in proptest::collection::vec(any::<u16>(), 20..160)
    ) {
        run(async {
            let sessions = matches();
            let walked = any_match(&sessions, MODES[mode], &drawn).await;
            let written = exports(&sessions, walked.now.session).await;
            for content in &written {
                let imported = import(&sessions, content).await;
                let imported = imported.unwrap_or_else(|error| panic!("{error}\n{content}")).now;
                prop_assert_eq!(shown(&imported), shown(&walked.now), "{}", content);
                prop_assert_eq!(&*imported.game.setup, &*walked.now.game.setup);
                // Equal sessions have equal exports.
                let again = exports(&sessions, imported.session).await;
                prop_assert_eq!(&again, &written);
                // The sessions are equal at every seq.
                for seq in 0..=imported.seq {
                    let then = sessions.moment(walked.now.session, Some(seq)).await;
                    let same = sessions.moment(imported.session, Some(seq)).await;
                    let (then, same) = (then.expect("the event exists"), same.expect("the event exists"));
                    prop_assert_eq!(shown(&same), shown(&then), "after {} events", seq);
                }
            }
            Ok(())
        })?;
    }
}

/// The random matches of the property above must not consist of refusals.
#[test]
fn random_matches_have_enough_accepted_actions() {
    run(async {
        let sessions = matches();
        for (mode, least) in [
            (MatchMode::Live, 50),
            (MatchMode::Simulated, 50),
            (MatchMode::Analysis, 50),
        ] {
            let (mut done, mut refused) = (0, 0);
            for seed in 0..12_u16 {
                let drawn =
                    |n: u16| seed.wrapping_mul(7919).wrapping_add(n.wrapping_mul(40503)) >> 3;
                let drawn: Vec<u16> = (0..150).map(drawn).collect();
                let walked = any_match(&sessions, mode, &drawn).await;
                done += walked.done;
                refused += walked.refused;
            }
            assert!(
                done >= least && refused > 0,
                "{mode:?}: {done} accepted, {refused} refused"
            );
        }
    });
}

/// Imports every shipped match.
#[test]
fn imported_match_texts_end_as_in_a_replay() {
    let folder = crate::root().join("data/matches");
    let mut number = 0;
    for entry in fs::read_dir(folder).expect("matches are shipped") {
        let path = entry.expect("the file can be read").path();
        let content = fs::read_to_string(&path).expect("the file can be read");
        let replayed = MatchText::parse(&library().catalogue, &content).expect("the text is valid");
        let book = Rulebook::new(library().catalogue.clone(), replayed.setup.rules);
        let mut end = replayed.setup.start();
        for (_, change) in replayed.changes() {
            match change {
                Change::Act(Action::Move { side, made }) => {
                    let made = end.make(&book, *side, *made, &mut Vec::new());
                    made.expect("the move is legal");
                }
                Change::Act(Action::Resync { tiles }) => {
                    end.set_by_hand(&book, tiles).expect("the board is legal");
                }
                other => panic!("a plain match has no {other:?}"),
            }
        }
        run(async {
            let sessions = matches();
            let now = import(&sessions, &content)
                .await
                .expect("the import succeeds")
                .now;
            assert_eq!(now.seq as usize, replayed.changes().count());
            assert_eq!(now.game.annotated.state.position, end);
            assert_eq!(now.game.setup.title, replayed.setup.title);
        });
        number += 1;
    }
    assert!(number > 0);
}

/// A title must not add lines to the text.
#[test]
fn a_title_or_tag_of_several_lines_is_exported_as_one_line() {
    run(async {
        let sessions = matches();
        let setup = MatchSetup {
            title: Some("first\nyou pass\r\n---".to_owned()),
            name: Some("Cloud\nyou pass".to_owned()),
            // What stands at the end must not be lost when it is written a second time.
            enemy_tag: Some("Regina\nenemy pass\u{10}\n".to_owned()),
            ..MatchSetup::new(MatchMode::Analysis)
        };
        let created = sessions.create(|_| Ok(setup.clone())).await;
        let id = created.expect("the session begins").now.session;
        let [jsonl, written] = exports(&sessions, id).await;
        let now = import(&sessions, &written)
            .await
            .expect("the import succeeds")
            .now;
        assert_eq!(now.seq, 0);
        let title = now.game.setup.title.as_deref();
        assert_eq!(title, Some("first you pass  ---"));
        assert_eq!(
            now.game.setup.enemy_tag.as_deref(),
            Some("Regina enemy pass")
        );
        // The JSON format keeps the line breaks.
        let now = import(&sessions, &jsonl)
            .await
            .expect("the import succeeds")
            .now;
        assert_eq!(*now.game.setup, setup);
    });
}

#[test]
fn an_export_without_events_has_only_the_setup() {
    run(async {
        let sessions = matches();
        let created = sessions
            .create(|_| Ok(MatchSetup::new(MatchMode::Live)))
            .await;
        let id = created.expect("the session begins").now.session;
        let [jsonl, written] = exports(&sessions, id).await;
        assert_eq!(written, "mode live\nrules canon\nseed 0\nfirst you\n---\n");
        let setup = r#"{"mode":"live","rules":"canon","seed":0,"first":"you"}"#;
        let head = format!("{{\"qbcoach\":1,\"game\":\"queens-blood\",\"setup\":{setup}}}\n");
        assert_eq!(jsonl, head);
    });
}

#[test]
fn a_text_with_only_moves_is_an_analysis() {
    let read = text::read(&library(), "you play Crawler MID-1\nenemy pass");
    let read = read.expect("the text is valid");
    assert_eq!(read.setup, MatchSetup::new(MatchMode::Analysis));
    assert_eq!(read.changes.len(), 2);
}
