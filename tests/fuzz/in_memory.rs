//! A fresh daemon in memory, and a client that talks to it over a byte stream.

use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use qbcoach_daemon::doors::streams::{StreamClient, halves, serve};
use qbcoach_daemon::method_table::MethodTable;
use qbcoach_daemon::settings::Settings;
use qbcoach_daemon::tokens::Tokens;
use qbcoach_daemon::{Daemon, methods};
use qbcoach_engine::rules::data;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_protocol::error::INTERNAL_ERROR;
use qbcoach_sessions::queens_blood::Library;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines};
use tokio::runtime::Builder;

/// No input may keep the daemon busy for longer.
const PATIENCE: Duration = Duration::from_secs(30);

const BUFFER: usize = 64 * 1024;

fn daemon() -> (Arc<Daemon>, MethodTable) {
    let catalogue = data::embedded();
    let decks = DeckLibrary::embedded(&catalogue).expect("the shipped decks are valid");
    let settings = Settings {
        data_dir: ":memory:".to_owned(),
        ..Settings::default()
    };
    let library = Library::new(catalogue, decks);
    let daemon =
        Daemon::new(settings, library.into(), Tokens::default()).expect("a daemon in memory");
    let daemon = Arc::new(daemon);
    let table = methods::table(daemon.clone()).expect("every name is registered once");
    (daemon, table)
}

/// Runs a future to its end. Everything it has started ends with it.
fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    runtime.block_on(async {
        let done = tokio::time::timeout(PATIENCE, work).await;
        done.expect("the daemon takes too long")
    })
}

/// Sends all bytes, closes the stream and reads everything the daemon sends.
pub(crate) fn raw_bytes(input: &[u8]) {
    let (daemon, methods) = daemon();
    let input = Cursor::new(input.to_vec());
    let output = run(async {
        let (ours, theirs) = tokio::io::duplex(BUFFER);
        let (mut ours, _nothing) = tokio::io::split(ours);
        let served = serve(
            &daemon,
            &methods,
            StreamClient::of_this_process(),
            (Box::pin(input), Box::pin(theirs)),
        );
        let mut output = Vec::new();
        let (_end, read) = tokio::join!(served, ours.read_to_end(&mut output));
        read.expect("the stream can be read");
        output
    });
    let output = String::from_utf8(output).expect("the daemon sends UTF-8");
    check_no_internal_error(&output);
}

fn check_no_internal_error(text: &str) {
    let error = format!("\"error\":{{\"code\":{INTERNAL_ERROR}");
    assert!(!text.contains(&error), "an internal error: {text}");
}

/// Talks to a fresh daemon.
pub(crate) fn converse(talk: impl AsyncFnOnce(&mut Client)) {
    let (daemon, methods) = daemon();
    run(async {
        let (ours, theirs) = tokio::io::duplex(BUFFER);
        let served = tokio::spawn(async move {
            serve(
                &daemon,
                &methods,
                StreamClient::of_this_process(),
                halves(theirs),
            )
            .await
        });
        let (reader, writer) = tokio::io::split(ours);
        let mut client = Client {
            writer,
            lines: BufReader::new(reader).lines(),
            requests: 0,
        };
        talk(&mut client).await;
        drop(client);
        served.await.expect("the connection ends in order");
    });
}

pub(crate) struct Client {
    writer: tokio::io::WriteHalf<DuplexStream>,
    lines: Lines<BufReader<tokio::io::ReadHalf<DuplexStream>>>,
    requests: u64,
}

impl Client {
    /// The result of a call, or None if it was refused.
    pub(crate) async fn call(&mut self, method: &str, params: Value) -> Option<Value> {
        self.call_text(method, &params.to_string()).await
    }

    /// The same with params as text, which need not be JSON.
    pub(crate) async fn call_text(&mut self, method: &str, params: &str) -> Option<Value> {
        self.requests += 1;
        let id = self.requests;
        // A line break would end the message.
        let params = params.replace(['\n', '\r'], " ");
        let request =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
                + "\n";
        let sent = self.writer.write_all(request.as_bytes()).await;
        sent.ok()?;
        // Updates of subscriptions may come first.
        loop {
            let line = self.lines.next_line().await.ok()??;
            check_no_internal_error(&line);
            let mut answer: Value = serde_json::from_str(&line).expect("answers are JSON");
            // A message that is not JSON is answered under no id.
            if answer["id"] == id || answer["id"].is_null() && answer["error"].is_object() {
                return answer.get_mut("result").map(Value::take);
            }
        }
    }
}
