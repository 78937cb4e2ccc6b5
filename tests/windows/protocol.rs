//! The recorded conversations over standard input and output, byte for byte.

#[path = "../daemon/protocol/conversation.rs"]
#[allow(dead_code)]
pub mod conversation;
#[path = "endpoint.rs"]
pub mod endpoint;

use std::fs;

use crate::root;
use conversation::Conversation;
use endpoint::Endpoint;

#[test]
fn every_transcript_is_the_same_on_windows() {
    let folder = root().join("tests/daemon/protocol/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("its entries can be read").path();
        let text = fs::read_to_string(&path).expect("the transcript can be read");
        let name = path.display();
        count += 1;
        let mut conversation = Conversation::start(Endpoint::Stdio);
        let mut replayed = String::new();
        for line in text.lines().filter(|line| !line.starts_with("<--")) {
            replayed.push_str(&format!("{line}\n"));
            if let Some(message) = line.strip_prefix("--> ") {
                for received in conversation.exchange(message) {
                    replayed.push_str(&format!("<-- {received}\n"));
                }
            }
        }
        assert!(
            replayed == text,
            "{name} is another conversation:\n{replayed}"
        );
    }
    assert!(count >= 18, "only {count} transcripts");
}
