//! Sessions of counters, acted on by lines of text.

use std::sync::Arc;
use std::time::{Duration, Instant};

use qbcoach::sessions::journal::{DataDir, Journal, StoredSession};
use qbcoach::sessions::{Acted, Moment, SessionError, SessionId, SessionLimits, Sessions};

use crate::counter::{BelowZero, Counter, CounterAction, CounterSetup};
use crate::folder::{Folder, PATIENCE};

pub const LIMITS: SessionLimits = SessionLimits {
    sessions: 1000,
    events_per_session: 1000,
    idle: Duration::from_secs(3600),
};

pub type Refused = SessionError<BelowZero>;

/// Sessions that nothing outlives.
pub struct Table {
    pub sessions: Arc<Sessions<Counter>>,
    pub crashes: Folder,
}

impl Table {
    pub fn new() -> Table {
        Table::with(LIMITS)
    }

    pub fn with(limits: SessionLimits) -> Table {
        let journal = Journal::open(&DataDir::Memory).expect("memory can be had");
        Table::over(journal, limits)
    }

    pub fn over(journal: Journal, limits: SessionLimits) -> Table {
        let crashes = Folder::new();
        let path = crashes.path.clone();
        let sessions = Arc::new(Sessions::new((), journal, limits, path));
        Table { sessions, crashes }
    }

    pub async fn create(&self, setup: &CounterSetup) -> SessionId {
        let created = self.sessions.create(|_| Ok(setup.clone())).await;
        created.expect("a counter begins").now.session
    }

    pub async fn add(&self, id: SessionId, number: i64) -> Result<Acted<Counter>, Refused> {
        let action = CounterAction::Add(number);
        self.sessions.act(id, &action, None).await
    }

    /// Its sequence number and its number.
    pub async fn now(&self, id: SessionId) -> (u64, i64) {
        let moment = self.sessions.moment(id, None).await;
        seen(&moment.expect("it can be read"))
    }

    pub async fn stored(&self, id: SessionId) -> Option<StoredSession> {
        let stored = self.sessions.journal().load(id).await;
        stored.expect("the journal can be read")
    }

    /// Does what one line asks: `add 3`, `fall`, `trip 3`, `undo 2` or `close`, the
    /// first four also with `if SEQ`. Says every step as `SEQ=NUMBER`.
    pub async fn does(&self, id: SessionId, line: &str) -> Result<String, Refused> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (words, if_seq) = match words[..] {
            [ref words @ .., "if", seq] => (words.to_vec(), Some(number(seq) as u64)),
            _ => (words, None),
        };
        let action = match words[..] {
            ["add", amount] => CounterAction::Add(number(amount)),
            ["trip", amount] => CounterAction::AddAndTrip(number(amount)),
            ["fall"] => CounterAction::Fall,
            ["undo", count] => {
                let undone = self.sessions.undo(id, number(count) as u64, if_seq).await;
                return undone.map(|acted| steps(&acted));
            }
            ["close"] => return self.sessions.close(id).await.map(|()| "closed".to_owned()),
            _ => panic!("`{line}` asks nothing"),
        };
        let acted = self.sessions.act(id, &action, if_seq).await;
        acted.map(|acted| steps(&acted))
    }
}

#[track_caller]
fn number(word: &str) -> i64 {
    word.parse().expect("the test names a number")
}

pub fn seen(moment: &Moment<Counter>) -> (u64, i64) {
    (moment.seq, moment.game.value)
}

fn steps(acted: &Acted<Counter>) -> String {
    let last = acted.steps.last().map(|step| seen(&step.after));
    assert_eq!(last, Some(seen(&acted.now)), "the last step is now");
    let step = |moment: &Moment<Counter>| format!("{}={}", moment.seq, moment.game.value);
    let steps: Vec<String> = acted.steps.iter().map(|s| step(&s.after)).collect();
    steps.join(" ")
}

/// One session of this setup goes through the lines `WHAT => WHAT COMES OF IT`, an
/// error being shown by its words.
///
/// What holds for every line is checked here: an error leaves the moment and the
/// journal as they were; a change raises the sequence number by one for each step
/// and is in the journal.
pub fn check(setup: &CounterSetup, script: &str) {
    run(async {
        let table = Table::new();
        let id = table.create(setup).await;
        check_in(&table, id, script).await;
    });
}

pub async fn check_in(table: &Table, id: SessionId, script: &str) {
    for line in script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let (what, expected) = line.split_once("=>").expect("a line has two parts");
        let before = table.sessions.moment(id, None).await.expect("it is there");
        let stored = table.stored(id).await.expect("it is stored");
        let result = table.does(id, what).await;
        let after = table.sessions.moment(id, None).await.expect("it is there");
        let now_stored = table.stored(id).await.expect("it is stored");
        match &result {
            Err(_) => {
                assert!(
                    Arc::ptr_eq(&before, &after),
                    "{what}: the moment is another"
                );
                assert!(!after.is_superseded(), "{what}: it counts as old");
                assert_eq!(stored, now_stored, "{what}: the journal is another");
            }
            Ok(steps) if steps == "closed" => assert!(now_stored.session.closed),
            Ok(steps) => {
                let number = steps.split_whitespace().count() as u64;
                assert_eq!(after.seq, before.seq + number, "{what}");
                assert!(
                    before.is_superseded(),
                    "{what}: the old moment counts as new"
                );
                assert_eq!(now_stored.session.seq, after.seq, "{what}");
                assert_eq!(now_stored.events.len() as u64, after.seq, "{what}");
            }
        }
        let shown = result.unwrap_or_else(|error| error.to_string());
        assert_eq!(shown, expected.trim(), "after `{}`", what.trim());
    }
}

/// Runs a test on this thread alone.
pub fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    runtime.expect("a runtime can be had").block_on(test)
}

/// One life of a daemon on this folder: when it ends, nothing of it is left in
/// memory.
pub fn life<T>(folder: &Folder, test: impl AsyncFnOnce(&Table) -> T) -> T {
    let table = Table::over(folder.open(), LIMITS);
    run(test(&table))
}

/// Waits until something is so.
pub async fn until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "it never came that {what}");
        tokio::task::yield_now().await;
    }
}
