//! A list that is too long is refused at once, before its names are looked up.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;
use crate::serving::check::{check_error, computed_by, session};

/// Unknown names that are like known ones, so that each would be compared with all of them.
fn names() -> Vec<String> {
    (0..20_000)
        .map(|number| format!("Crawlex{number}"))
        .collect()
}

/// The daemon may compute this long to refuse a list. Most of it is reading the message.
const SOON: Duration = Duration::from_secs(2);

#[test]
fn a_list_that_is_too_long_is_refused_before_its_names_are_looked_up() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let own = &session(&mut client, json!({ "mode": "live" }));
    let combat =
        json!({ "game": "mage-knight", "setup": { "enemies": ["prowlers"], "hand": ["tremor"] } });
    let combat = &session(&mut client, combat);
    let names = &names();
    let act = |session: &str, action: Value| json!({ "sessionId": session, "action": action });
    let fight = |setup: Value| json!({ "game": "mage-knight", "setup": setup });
    let tile = json!({ "tile": "MID-3", "card": "Crawlex", "side": "you" });
    let unit = json!({ "unit": "Crawlex", "token": "red" });
    let cases = [
        ("match/actions", json!({ "sessionId": own, "cards": names })),
        ("decks/validate", json!({ "cards": names })),
        ("session/create", json!({ "you": { "deck": names } })),
        ("session/create", json!({ "you": { "hand": names } })),
        ("session/create", json!({ "enemy": { "deck": names } })),
        (
            "match/act",
            act(own, json!({ "type": "setHand", "cards": names })),
        ),
        (
            "match/act",
            act(
                own,
                json!({ "type": "setDeck", "side": "enemy", "deck": names }),
            ),
        ),
        (
            "match/act",
            act(
                own,
                json!({ "type": "mulligan", "side": "you", "replace": names }),
            ),
        ),
        (
            "match/act",
            act(
                own,
                json!({ "type": "resync", "tiles": vec![tile; 10_000] }),
            ),
        ),
        (
            "session/create",
            fight(json!({ "enemies": names, "hand": [] })),
        ),
        (
            "session/create",
            fight(json!({ "enemies": ["prowlers"], "hand": names })),
        ),
        (
            "session/create",
            fight(json!({ "enemies": ["prowlers"], "hand": [], "skills": names })),
        ),
        (
            "session/create",
            fight(json!({ "enemies": ["prowlers"], "hand": [], "units": vec![unit; 10_000] })),
        ),
        (
            "match/act",
            act(
                combat,
                json!({ "type": "declareAttack", "enemies": names, "attack": [] }),
            ),
        ),
        (
            "match/act",
            act(
                combat,
                json!({
                    "type": "declareAttack", "enemies": ["enemy_0"], "attack": [],
                    "special": names,
                }),
            ),
        ),
    ];
    for (method, params) in cases {
        let about: String = format!("{method} {params}").chars().take(120).collect();
        let before = computed_by(daemon.child.id());
        let refused = client.ask(method, params).expect_err(&about);
        let took = computed_by(daemon.child.id()) - before;
        check_error(&refused, &about);
        let answer = refused.data.to_string().len();
        assert!(answer < 4000, "{about}: an error of {answer} bytes");
        assert!(took < SOON, "{about} took {took:?}");
    }
}
