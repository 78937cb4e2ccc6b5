//! A tap has the same limits for messages as every other transport.

use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Transport, open_websocket};
use crate::daemon::TestDaemon;
use crate::serving::check::simulated;

#[test]
fn a_message_that_is_too_large_ends_a_tap() {
    let daemon = TestDaemon::with("[limits]\nmessageBytes = 1024\n", &[]);
    let session = simulated(&mut Client::connect(&daemon, Transport::Socket));
    let path = format!("/tap?session={session}");
    let mut tap = open_websocket(&daemon, &path, &[]).expect("the tap opens");
    tap.send(Message::text("x".repeat(1000)))
        .expect("the bytes are sent");
    tap.send(Message::text("x".repeat(100_000)))
        .expect("the bytes are sent");
    let (_, closing) = Client::over_websocket(tap).read_to_end();
    let (code, reason) = closing.expect("a close frame");
    assert!(
        code == 1009 && reason.contains("too large"),
        "{code} {reason}"
    );
}
