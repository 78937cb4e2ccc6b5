//! A delay is kept whatever the wall clock says, also over a restart.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;
use crate::serving::check::{session, set_hand};

/// The wall clock is set forward by an hour while the daemon does not run. For the daemon
/// that is the same as if the journal's times were an hour earlier.
#[test]
fn a_restart_and_a_wall_clock_that_jumps_release_nothing_early() {
    const DELAY: Duration = Duration::from_secs(8);
    let mut daemon = TestDaemon::start();
    let mut player = Client::connect(&daemon, Transport::Socket);
    let session = session(&mut player, json!({ "mode": "live" }));
    let sent = Instant::now();
    let acted = player.ask("match/act", set_hand(&session, &["001"]));
    acted.expect("the action is accepted");
    daemon.stop("TERM");
    let journal = rusqlite::Connection::open(daemon.folder().join("data/journal.sqlite3"));
    let journal = journal.expect("the journal opens");
    let earlier = "UPDATE event SET at_ms = at_ms - 3600000";
    assert_eq!(
        journal.execute(earlier, []).expect("the times are changed"),
        1
    );
    let earlier = "UPDATE session SET created_ms = created_ms - 3600000";
    journal.execute(earlier, []).expect("the times are changed");
    drop(journal);
    daemon.restart();
    let mut viewer = Client::connect(&daemon, Transport::WebSocket);
    let delay = DELAY.as_millis() as u64;
    let params = json!({ "sessionId": session, "topics": ["state"], "delayMs": delay });
    viewer
        .ask("session/subscribe", params)
        .expect("a subscription");
    let update = viewer.wait_for(|message| message["method"] == "session/update");
    assert_eq!(update["params"]["result"]["seq"], 1);
    let age = sent.elapsed();
    assert!(age >= DELAY, "the update came after {age:?}");
}
