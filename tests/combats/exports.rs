//! An export imported again is an equal combat, in either format.

use qbcoach::simulation::chance::Chance;
use serde_json::{Value, json};

use crate::Table;
use crate::client::Client;
use crate::fighter::{Fighter, any_combat, but_for};

fn export(client: &mut Client, session: &str, format: &str) -> Value {
    let params = json!({ "sessionId": session, "format": format });
    let export = client
        .ask("session/export", &params)
        .expect("it is exported");
    export["content"].clone()
}

#[test]
fn any_combat_exported_and_imported_is_equal() {
    let mut table = Table::open();
    let client = &mut table.client;
    for number in 0..30 {
        let mut chance = Chance::new(number, 720);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        let mut standing = 0;
        for _ in 0..chance.below(30) {
            if standing > 2 && chance.below(6) == 0 {
                fighter.undo(client, 2);
                standing -= 2;
            } else if fighter.step(client, &mut chance).is_some() {
                standing += 1;
            }
        }
        for format in ["text", "jsonl"] {
            let content = export(client, &fighter.session, format);
            let imported = client.ask("session/import", &json!([content]));
            let imported = imported.unwrap_or_else(|error| panic!("{content}: {error:?}"));
            let session = imported["sessionId"].as_str().expect("a name");
            assert_eq!(
                but_for(&imported["snapshot"], &["sessionId"]),
                but_for(&fighter.now, &["sessionId"]),
                "{content}"
            );
            assert_eq!(export(client, session, format), content);
        }
    }
}
