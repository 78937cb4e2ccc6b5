//! What was forgotten or deleted is not in the files any more, however they are read.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;
use crate::serving::check::session;

/// How often a text is in the files of a folder.
fn count_in_files(folder: &Path, text: &str) -> usize {
    let mut found = 0;
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        found += match path.is_dir() {
            true => count_in_files(&path, text),
            false => {
                let bytes = fs::read(&path).expect("the file can be read");
                let places = bytes.windows(text.len());
                places.filter(|place| *place == text.as_bytes()).count()
            }
        };
    }
    found
}

/// The beginning of what a session has remembered of its opponent.
const REMEMBERED: &str = "\"remembered\":[{";
const TITLE: &str = "nobody may read this title again";
const NAME: &str = "name-of-an-act-that-is-deleted";

#[test]
fn forgotten_and_deleted_texts_are_not_in_the_files() {
    let mut daemon = TestDaemon::start();
    let data = daemon.folder().join("data");
    let mut client = Client::connect(&daemon, Transport::Socket);
    let enemy = json!({ "tag": "Ned" });
    for number in 0..20 {
        let params = json!({ "enemy": enemy, "firstPlayer": "enemy", "title": TITLE });
        let session = session(&mut client, params);
        let play = json!({ "type": "play", "side": "enemy", "card": "Levrikon", "tile": "MID-5" });
        let params = json!({
            "sessionId": session, "action": play, "actId": format!("{NAME}-{number}"),
        });
        client.ask("match/act", params).expect("a legal move");
    }
    assert!(count_in_files(&data, REMEMBERED) > 0, "it is remembered");
    let forgotten = client.ask("opponents/forget", json!(["Ned"]));
    assert_eq!(forgotten.expect("an answer")["matches"], 20);
    assert_eq!(count_in_files(&data, REMEMBERED), 0, "it is forgotten");

    assert!(count_in_files(&data, TITLE) > 0 && count_in_files(&data, NAME) > 0);
    for number in 1..=20 {
        let deleted = client.ask("session/delete", json!([format!("s{number}")]));
        deleted.expect("it is deleted");
    }
    for text in [TITLE, NAME] {
        assert_eq!(count_in_files(&data, text), 0, "`{text}` is deleted");
    }
    daemon.kill();
    for text in [REMEMBERED, TITLE, NAME] {
        assert_eq!(count_in_files(&data, text), 0, "`{text}` after a kill");
    }
}
