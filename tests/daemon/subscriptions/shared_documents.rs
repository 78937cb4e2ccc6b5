//! Subscribers share the documents that take long. One that does not read keeps none of
//! them from the others.

use std::sync::Arc;

use qbcoach_daemon::dispatcher::Dispatcher;
use qbcoach_daemon::doors::connection;
use qbcoach_daemon::method_table::MethodTable;
use qbcoach_daemon::outbox::OutboxReader;
use qbcoach_daemon::peer::Door;
use qbcoach_daemon::settings::{Limits, Settings};
use qbcoach_daemon::tokens::{Access, Tokens};
use qbcoach_daemon::{Daemon, methods};
use qbcoach_engine::rules::data;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_sessions::queens_blood::Library;
use serde_json::{Value, json};

use crate::client::{PATIENCE, request};

const ROUNDS: usize = 10;
const STALLED: usize = 3;
const HANDS: [[&str; 5]; 2] = [
    ["001", "002", "007", "019", "021"],
    ["001", "002", "007", "008", "021"],
];

/// A connection whose messages are read only when the test wants one.
struct InProcessClient {
    dispatcher: Dispatcher,
    messages: OutboxReader,
}

impl InProcessClient {
    fn connect(daemon: &Arc<Daemon>, methods: &MethodTable) -> InProcessClient {
        let unread = daemon.unread_room.share();
        let access = Some(Access::OWNER);
        let (peer, messages) = connection::peer(daemon, Door::Socket, access, None, unread);
        InProcessClient {
            dispatcher: Dispatcher::new(daemon.clone(), methods.clone(), peer),
            messages,
        }
    }

    /// Follows a session and reads what it is like now.
    async fn follow(
        daemon: &Arc<Daemon>,
        methods: &MethodTable,
        session: &Value,
    ) -> InProcessClient {
        let mut client = InProcessClient::connect(daemon, methods);
        let params = json!({ "sessionId": session, "topics": ["state", "hand"] });
        client.ask("session/subscribe", params).await;
        for topic in ["state", "hand"] {
            assert_eq!(client.message().await["params"]["result"]["topic"], topic);
        }
        client
    }

    async fn message(&mut self) -> Value {
        let message = tokio::time::timeout(PATIENCE, self.messages.receive()).await;
        let message = message.expect("a message in time").expect("a message");
        serde_json::from_str(&message.text).expect("messages are JSON")
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.dispatcher
            .take(&request(1, method, params).into())
            .await;
        let answer = self.message().await;
        assert!(answer.get("result").is_some(), "{answer}");
        answer["result"].clone()
    }
}

#[tokio::test]
async fn a_subscriber_that_does_not_read_keeps_no_document_from_others() {
    let catalogue = data::embedded();
    let decks = DeckLibrary::embedded(&catalogue).expect("the shipped decks");
    let settings = Settings {
        data_dir: ":memory:".to_owned(),
        // One message fills the room of a client.
        limits: Limits {
            waiting_bytes: 64,
            ..Limits::default()
        },
        ..Settings::default()
    };
    let library = Library::new(catalogue, decks);
    let daemon = Daemon::new(settings, library.into(), Tokens::default()).expect("a daemon");
    let daemon = Arc::new(daemon);
    let table = methods::table(daemon.clone()).expect("the table");

    let mut player = InProcessClient::connect(&daemon, &table);
    let you = json!({ "deck": "starter-footsoldiers", "hand": HANDS[0] });
    let created = player.ask("session/create", json!({ "you": you })).await;
    let session = &created["sessionId"];
    let mut stalled = Vec::new();
    let mut seq = 0;
    for _ in 0..ROUNDS {
        // What is ready first is sent in the order of the subscriptions.
        for _ in 0..STALLED {
            stalled.push(InProcessClient::follow(&daemon, &table, session).await);
        }
        let mut reader = InProcessClient::follow(&daemon, &table, session).await;
        // The first change fills the room of the stalled ones, which then have the hand
        // worked out. With the second one they wait for room meanwhile.
        for _ in 0..2 {
            seq += 1;
            let cards = HANDS[seq as usize % HANDS.len()];
            let action = json!({ "type": "setHand", "cards": cards });
            let params = json!({ "sessionId": session, "action": action });
            assert_eq!(player.ask("match/act", params).await["seq"], seq);
        }
        loop {
            let update = &reader.message().await["params"]["result"];
            if update["topic"] == "hand" && update["seq"] == seq {
                break;
            }
        }
    }
}
