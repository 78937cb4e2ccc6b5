//! Whole conversations, kept in files: `-->` is said, `<--` is what comes back,
//! `#` begins a comment. They are also examples for whoever writes a client.

use std::fs;
use std::path::PathBuf;

use crate::conversation::Conversation;
use crate::doors::Door;
use crate::{check_file, files, root};

/// Every transcript by its name.
pub fn all() -> Vec<(String, String)> {
    let found = files(&folder(), "transcript");
    assert!(found.len() >= 8, "the transcripts are there");
    let read = |path: &PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = fs::read_to_string(path).expect("it can be read");
        (name.into_owned(), text)
    };
    found.iter().map(read).collect()
}

fn folder() -> PathBuf {
    root().join("tests/protocol/transcripts")
}

/// The transcript as the daemon speaks at this door now.
fn replay(text: &str, door: Door) -> String {
    let mut conversation = Conversation::start(door);
    let mut replayed = String::new();
    for line in text.lines().filter(|line| !line.starts_with("<--")) {
        replayed.push_str(line);
        replayed.push('\n');
        if let Some(said) = line.strip_prefix("--> ") {
            for heard in conversation.say(said) {
                replayed.push_str("<-- ");
                replayed.push_str(&heard);
                replayed.push('\n');
            }
        }
    }
    replayed
}

/// Replays a transcript at every door; all say the same bytes as the file.
#[track_caller]
fn check(name: &str) {
    let path = folder().join(format!("{name}.transcript"));
    let text = fs::read_to_string(&path).expect("the transcript is there");
    let mut doors = Door::LASTING.to_vec();
    // A POST is a connection of its own: nothing that lasts can be said there.
    let lasting = [
        "session/subscribe",
        "server/subscribe",
        "shutdown",
        "workDoneToken",
    ];
    if !lasting.iter().any(|word| text.contains(word)) {
        doors.push(Door::Post);
    }
    let text = text.as_str();
    let replays: Vec<(Door, String)> = std::thread::scope(|scope| {
        let started: Vec<_> = doors
            .into_iter()
            .map(|door| (door, scope.spawn(move || replay(text, door))))
            .collect();
        let finished = started.into_iter();
        finished
            .map(|(door, replay)| (door, replay.join().expect("the conversation goes on")))
            .collect()
    });
    let (_, first) = &replays[0];
    for (door, replay) in &replays {
        let lines = (1..).zip(replay.lines().zip(first.lines()));
        let differs = lines
            .into_iter()
            .find(|(_, (line, expected))| line != expected);
        if let Some((number, (line, expected))) = differs {
            panic!("{name}, line {number}: {door:?} says\n{line}\nnot\n{expected}");
        }
        assert_eq!(replay.len(), first.len(), "{name}: {door:?}");
    }
    check_file(&path, first);
}

macro_rules! transcripts {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(stringify!($name)); })*

        #[test]
        fn every_transcript_is_replayed() {
            let found: Vec<String> = all().into_iter().map(|(name, _)| name).collect();
            assert_eq!(found, [$(stringify!($name)),*]);
        }
    };
}

transcripts! {
    analysis
    bad_requests
    batches
    cards_and_decks
    combat
    combat_bad_input
    combat_export
    combat_history
    combat_subscriptions
    export_and_import
    greeting
    history_and_locks
    live_match
    news_and_look
    simulated_match
    subscriptions
    two_games
}
