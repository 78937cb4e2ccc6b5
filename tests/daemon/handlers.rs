//! Whatever a handler does, its request is answered once. No method of the daemon
//! panics or hangs, so the table gets some here that do.

use std::sync::Arc;
use std::time::Duration;

use jsonrpsee::Extensions;
use jsonrpsee::types::Params;
use qbcoach::daemon::dispatcher::{Dispatcher, Flow};
use qbcoach::daemon::doors::connection;
use qbcoach::daemon::peer::{Call, Door};
use qbcoach::daemon::settings::Settings;
use qbcoach::daemon::tokens::Tokens;
use qbcoach::daemon::{Daemon, methods};
use qbcoach::rules::data;
use qbcoach::sessions::queens_blood::Library;
use qbcoach::simulation::deck_library::DeckLibrary;
use qbcoach_protocol::error::{CANCELLED, INTERNAL_ERROR};
use qbcoach_protocol::method::Role;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::client::{PATIENCE, request};

struct Table {
    dispatcher: Dispatcher,
    answers: mpsc::Receiver<Box<RawValue>>,
}

fn panics(_: Params<'_>, _: &Daemon, _: &Extensions) -> Value {
    panic!("this handler panics, as the test wants it to")
}

impl Table {
    fn new() -> Table {
        let catalogue = data::embedded();
        let decks = DeckLibrary::embedded(&catalogue).expect("the shipped decks");
        let settings = Settings {
            data_dir: ":memory:".to_owned(),
            ..Settings::default()
        };
        let library = Library::new(catalogue, decks);
        let daemon = Daemon::new(settings, library, Tokens::default()).expect("a daemon");
        let daemon = Arc::new(daemon);
        let mut table = methods::table(daemon.clone()).expect("the table");
        let added = table.register_method("test/panic", panics);
        added.expect("a new name");
        let added = table.register_async_method("test/panicLater", async |_, _, _| -> Value {
            tokio::task::yield_now().await;
            panic!("this handler panics, as the test wants it to")
        });
        added.expect("a new name");
        let added = table.register_async_method("test/hang", async |_, _, extensions| -> Value {
            Call::of(&extensions).expect("a call").pass_turn();
            std::future::pending().await
        });
        added.expect("a new name");
        let added = table.register_async_method("test/later", async |_, _, extensions| {
            Call::of(&extensions).expect("a call").pass_turn();
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
            Value::Null
        });
        added.expect("a new name");
        let role = Some(Role::Control);
        let (peer, answers) = connection::peer(&daemon, Door::Socket, role);
        Table {
            dispatcher: Dispatcher::new(daemon, table.into(), peer),
            answers,
        }
    }

    async fn take(&self, text: &str) {
        let taken = tokio::time::timeout(PATIENCE, self.dispatcher.take(text.as_bytes())).await;
        assert_eq!(taken, Ok(Flow::GoOn), "the connection goes on");
    }

    async fn answer(&mut self) -> Value {
        let answer = tokio::time::timeout(PATIENCE, self.answers.recv()).await;
        let answer = answer.expect("an answer in time").expect("an answer");
        serde_json::from_str(answer.get()).expect("JSON")
    }

    /// Nothing more is under way, and nothing more was said.
    async fn is_quiet(&mut self) {
        self.dispatcher.peer().tasks.close();
        let waiting = tokio::time::timeout(PATIENCE, self.dispatcher.peer().tasks.wait());
        waiting.await.expect("everything ends");
        let more = self.answers.try_recv();
        assert!(more.is_err(), "{more:?} is one answer too many");
        assert_eq!(self.dispatcher.peer().number_running(), 0);
    }
}

#[tokio::test]
async fn a_handler_that_panics_is_answered_under_its_id() {
    let mut table = Table::new();
    for (id, method) in [(1, "test/panic"), (2, "test/panicLater"), (3, "test/panic")] {
        table.take(&request(id, method, json!({}))).await;
        let answer = table.answer().await;
        assert_eq!(answer["id"], id, "{method}");
        assert_eq!(answer["error"]["code"], INTERNAL_ERROR, "{method}");
        assert!(answer["error"]["data"]["reason"].is_string(), "{method}");
    }
    table.take(&request(4, "session/list", json!({}))).await;
    assert_eq!(table.answer().await["result"]["sessions"], json!([]));
    table.is_quiet().await;
}

#[tokio::test]
async fn a_handler_that_panics_spoils_no_neighbour_in_its_batch() {
    let mut table = Table::new();
    let call = |id: u64, method: &str| json!({ "jsonrpc": "2.0", "id": id, "method": method });
    let batch = json!([
        call(1, "session/list"),
        call(2, "test/panic"),
        call(3, "session/list")
    ]);
    table.take(&batch.to_string()).await;
    let answers = table.answer().await;
    assert_eq!(answers[0]["id"], 1);
    assert_eq!(answers[1]["error"]["code"], INTERNAL_ERROR);
    assert_eq!(answers[2]["result"]["sessions"], json!([]));
    table.is_quiet().await;
}

#[tokio::test]
async fn a_handler_that_hangs_can_be_cancelled_and_holds_up_nobody() {
    let mut table = Table::new();
    table.take(&request(1, "test/hang", json!({}))).await;
    table.take(&request(2, "session/list", json!({}))).await;
    assert_eq!(table.answer().await["id"], 2, "the next one need not wait");
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 1 } });
    table.take(&cancel.to_string()).await;
    let answer = table.answer().await;
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(1), &json!(CANCELLED))
    );
    table.is_quiet().await;
}

#[tokio::test]
async fn requests_under_way_are_limited_even_if_they_share_an_id() {
    let mut table = Table::new();
    let most = Settings::default().limits.requests_in_flight;
    for _ in 0..most {
        table.take(&request(1, "test/hang", json!({}))).await;
    }
    table.take(&request(1, "test/hang", json!({}))).await;
    let answer = table.answer().await;
    assert_eq!(answer["error"]["data"]["limit"], "requestsInFlight");
    table.dispatcher.peer().cancel_all();
    for _ in 0..most {
        assert_eq!(table.answer().await["error"]["code"], CANCELLED);
    }
    table.is_quiet().await;
}

#[tokio::test]
async fn an_answer_that_nobody_reads_still_counts_as_under_way() {
    let table = Table::new();
    // The queue fills, then answers wait at its door, then the connection must.
    let flood = async {
        for id in 0..1000 {
            let call = request(id, "test/later", json!({}));
            table.dispatcher.take(call.as_bytes()).await;
            // Enough for this one to be finished before the next is read.
            for _ in 0..50 {
                tokio::task::yield_now().await;
            }
        }
    };
    let flooded = tokio::time::timeout(Duration::from_secs(5), flood).await;
    assert!(flooded.is_err(), "a thousand answers were kept for nobody");
}
