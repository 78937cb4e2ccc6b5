//! Recorded conversations: `-->` is a message to the daemon, `<--` one from it, and
//! `#` begins a comment. They are also examples for authors of clients.

use std::fs;
use std::path::PathBuf;

use crate::protocol::conversation::Conversation;
use crate::protocol::endpoint::Endpoint;
use crate::protocol::{check_file, files, root};

/// Every transcript by its name.
pub fn all() -> Vec<(String, String)> {
    let found = files(&folder(), "transcript");
    assert!(found.len() >= 8, "only {} transcripts", found.len());
    let read = |path: &PathBuf| {
        let name = path.file_stem().expect("a file name").to_string_lossy();
        let text = fs::read_to_string(path).expect("the file can be read");
        (name.into_owned(), text)
    };
    found.iter().map(read).collect()
}

fn folder() -> PathBuf {
    root().join("tests/daemon/protocol/transcripts")
}

/// The transcript with what the daemon sends now.
fn replay(text: &str, endpoint: Endpoint) -> String {
    let mut conversation = Conversation::start(endpoint);
    let mut replayed = String::new();
    for line in text.lines().filter(|line| !line.starts_with("<--")) {
        replayed.push_str(line);
        replayed.push('\n');
        if let Some(message) = line.strip_prefix("--> ") {
            for received in conversation.exchange(message) {
                replayed.push_str("<-- ");
                replayed.push_str(&received);
                replayed.push('\n');
            }
        }
    }
    replayed
}

/// Replays a transcript over every transport; all must give the bytes of the file.
#[track_caller]
fn check(name: &str) {
    let path = folder().join(format!("{name}.transcript"));
    let text = fs::read_to_string(&path).expect("the transcript exists");
    let mut endpoints = Endpoint::LASTING.to_vec();
    // Each POST is a connection of its own, so it can have no subscriptions.
    let needs_connection = [
        "session/subscribe",
        "server/subscribe",
        "textDocument/didOpen",
        "shutdown",
        "workDoneToken",
    ];
    if !needs_connection.iter().any(|word| text.contains(word)) {
        endpoints.push(Endpoint::Post);
    }
    let text = text.as_str();
    let replays: Vec<(Endpoint, String)> = std::thread::scope(|scope| {
        let started: Vec<_> = endpoints
            .into_iter()
            .map(|endpoint| (endpoint, scope.spawn(move || replay(text, endpoint))))
            .collect();
        let finished = started.into_iter();
        finished
            .map(|(endpoint, replay)| (endpoint, replay.join().expect("the replay succeeds")))
            .collect()
    });
    let (_, first) = &replays[0];
    for (endpoint, replay) in &replays {
        let lines = (1..).zip(replay.lines().zip(first.lines()));
        let differs = lines
            .into_iter()
            .find(|(_, (line, expected))| line != expected);
        if let Some((number, (line, expected))) = differs {
            panic!("{name}, line {number}: {endpoint:?} says\n{line}\nnot\n{expected}");
        }
        assert_eq!(replay.len(), first.len(), "{name}: {endpoint:?}");
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
    combat_hand
    combat_history
    combat_subscriptions
    export_and_import
    greeting
    history_and_locks
    live_match
    match_files
    named_acts_and_redo
    news_and_look
    puzzles
    review
    simulated_match
    subscriptions
    two_games
}
