//! Importing an export gives an equal combat, in both formats.

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::combats::fighter::{Fighter, any_combat, without_fields};
use crate::daemon::TestDaemon;

fn export(client: &mut Client, session: &str, format: &str) -> Value {
    let params = json!({ "sessionId": session, "format": format });
    let export = client.ask("session/export", &params).expect("the export");
    export["content"].clone()
}

#[test]
fn an_imported_combat_equals_the_exported_one() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    for number in 0..30 {
        let mut chance = Chance::new(number, 720);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        let mut actions_in_effect = 0;
        for _ in 0..chance.below(30) {
            if actions_in_effect > 2 && chance.below(6) == 0 {
                fighter.undo(client, 2);
                actions_in_effect -= 2;
            } else if fighter.act_randomly(client, &mut chance).is_some() {
                actions_in_effect += 1;
            }
        }
        for format in ["text", "jsonl"] {
            let content = export(client, &fighter.session, format);
            let imported = client.ask("session/import", json!([content]));
            let imported = imported.unwrap_or_else(|error| panic!("{content}: {error:?}"));
            let session = imported["sessionId"].as_str().expect("an id");
            assert_eq!(
                without_fields(&imported["snapshot"], &["sessionId"]),
                without_fields(&fighter.now, &["sessionId"]),
                "{content}"
            );
            assert_eq!(export(client, session, format), content);
        }
    }
}
