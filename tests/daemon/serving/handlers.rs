//! A request is answered once, even if its handler panics or hangs. No method of the
//! daemon does that, so these tests add methods that do.

use std::sync::Arc;
use std::time::Duration;

use qbcoach_daemon::dispatcher::{Dispatcher, Flow};
use qbcoach_daemon::doors::connection;
use qbcoach_daemon::outbox::OutboxReader;
use qbcoach_daemon::peer::Door;
use qbcoach_daemon::settings::Settings;
use qbcoach_daemon::tokens::{Access, Tokens};
use qbcoach_daemon::{Daemon, methods};
use qbcoach_engine::rules::data;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_protocol::NoParams;
use qbcoach_protocol::error::{CANCELLED, INTERNAL_ERROR};
use qbcoach_protocol::method::{Method, Role};
use qbcoach_sessions::queens_blood::Library;
use serde_json::{Value, json};

use crate::client::{PATIENCE, request};

struct DispatcherUnderTest {
    dispatcher: Dispatcher,
    answers: OutboxReader,
}

macro_rules! test_methods {
    ($($type:ident $name:literal;)*) => {$(
        struct $type;

        impl Method for $type {
            const NAME: &'static str = $name;
            const SUMMARY: &'static str = "A method of this test.";
            const ROLE: Option<Role> = None;
            const POSITIONAL: Option<&'static str> = None;
            type Params = NoParams;
            type Result = Value;
        }
    )*};
}

test_methods! {
    Panic "test/panic";
    PanicLater "test/panicLater";
    Hang "test/hang";
    Later "test/later";
}

fn panics() -> Value {
    panic!("this handler panics, as the test requires")
}

impl DispatcherUnderTest {
    fn new() -> DispatcherUnderTest {
        let catalogue = data::embedded();
        let decks = DeckLibrary::embedded(&catalogue).expect("the shipped decks");
        let settings = Settings {
            data_dir: ":memory:".to_owned(),
            ..Settings::default()
        };
        let library = Library::new(catalogue, decks);
        let daemon = Daemon::new(settings, library.into(), Tokens::default()).expect("a daemon");
        let daemon = Arc::new(daemon);
        let mut table = methods::table(daemon.clone()).expect("the table");
        let added = table.add(Panic, async |_, _, _| Ok(panics()));
        added.expect("a new name");
        let added = table.add(PanicLater, async |_, _, _| {
            tokio::task::yield_now().await;
            Ok(panics())
        });
        added.expect("a new name");
        let added = table.add(Hang, async |_, call, _| {
            call.pass_turn();
            Ok(std::future::pending::<Value>().await)
        });
        added.expect("a new name");
        let added = table.add(Later, async |_, call, _| {
            call.pass_turn();
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
            Ok(Value::Null)
        });
        added.expect("a new name");
        let access = Some(Access::OWNER);
        let unread = daemon.unread_room.share();
        let (peer, answers) = connection::peer(&daemon, Door::Socket, access, None, unread);
        DispatcherUnderTest {
            dispatcher: Dispatcher::new(daemon, table, peer),
            answers,
        }
    }

    async fn take(&self, text: &str) {
        let taken =
            tokio::time::timeout(PATIENCE, self.dispatcher.take(&text.to_owned().into())).await;
        assert_eq!(taken, Ok(Flow::GoOn), "the connection goes on");
    }

    async fn answer(&mut self) -> Value {
        let answer = tokio::time::timeout(PATIENCE, self.answers.receive()).await;
        let answer = answer.expect("an answer in time").expect("an answer");
        serde_json::from_str(&answer.text).expect("the body is JSON")
    }

    /// Checks that no request is running and no message is queued.
    async fn check_idle(&mut self) {
        self.dispatcher.peer().tasks.close();
        let waiting = tokio::time::timeout(PATIENCE, self.dispatcher.peer().tasks.wait());
        waiting.await.expect("all requests end");
        let more = self.answers.try_receive();
        assert!(more.is_none(), "an extra answer: {more:?}");
        assert_eq!(self.dispatcher.peer().number_running(), 0);
    }
}

#[tokio::test]
async fn a_request_whose_handler_panics_is_answered_with_its_id() {
    let mut tested = DispatcherUnderTest::new();
    for (id, method) in [(1, "test/panic"), (2, "test/panicLater"), (3, "test/panic")] {
        tested.take(&request(id, method, json!({}))).await;
        let answer = tested.answer().await;
        assert_eq!(answer["id"], id, "{method}");
        assert_eq!(answer["error"]["code"], INTERNAL_ERROR, "{method}");
        assert!(answer["error"]["data"]["reason"].is_string(), "{method}");
    }
    tested.take(&request(4, "session/list", json!({}))).await;
    assert_eq!(tested.answer().await["result"]["sessions"], json!([]));
    tested.check_idle().await;
}

#[tokio::test]
async fn a_handler_that_panics_affects_no_other_call_of_its_batch() {
    let mut tested = DispatcherUnderTest::new();
    let call = |id: u64, method: &str| json!({ "jsonrpc": "2.0", "id": id, "method": method });
    let batch = json!([
        call(1, "session/list"),
        call(2, "test/panic"),
        call(3, "session/list")
    ]);
    tested.take(&batch.to_string()).await;
    let answers = tested.answer().await;
    assert_eq!(answers[0]["id"], 1);
    assert_eq!(answers[1]["error"]["code"], INTERNAL_ERROR);
    assert_eq!(answers[2]["result"]["sessions"], json!([]));
    tested.check_idle().await;
}

#[tokio::test]
async fn a_handler_that_hangs_can_be_cancelled_and_delays_no_other_request() {
    let mut tested = DispatcherUnderTest::new();
    tested.take(&request(1, "test/hang", json!({}))).await;
    tested.take(&request(2, "session/list", json!({}))).await;
    assert_eq!(
        tested.answer().await["id"],
        2,
        "the next request does not wait"
    );
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 1 } });
    tested.take(&cancel.to_string()).await;
    let answer = tested.answer().await;
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(1), &json!(CANCELLED))
    );
    tested.check_idle().await;
}

#[tokio::test]
async fn running_requests_are_limited_even_if_they_share_an_id() {
    let mut tested = DispatcherUnderTest::new();
    let most = Settings::default().limits.requests_in_flight;
    for _ in 0..most {
        tested.take(&request(1, "test/hang", json!({}))).await;
    }
    tested.take(&request(1, "test/hang", json!({}))).await;
    let answer = tested.answer().await;
    assert_eq!(answer["error"]["data"]["limit"], "requestsInFlight");
    tested.dispatcher.peer().cancel_all();
    for _ in 0..most {
        assert_eq!(tested.answer().await["error"]["code"], CANCELLED);
    }
    tested.check_idle().await;
}

#[tokio::test]
async fn a_request_whose_answer_is_not_read_counts_as_running() {
    let tested = DispatcherUnderTest::new();
    // The queue fills, then answers wait for it, then the dispatcher stops reading.
    let flood = async {
        for id in 0..1000 {
            let call = request(id, "test/later", json!({}));
            tested.dispatcher.take(&call.into()).await;
            // Enough for this one to be finished before the next is read.
            for _ in 0..50 {
                tokio::task::yield_now().await;
            }
        }
    };
    let flooded = tokio::time::timeout(Duration::from_secs(5), flood).await;
    assert!(flooded.is_err(), "a thousand unread answers were kept");
}
