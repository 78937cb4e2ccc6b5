//! Sessions of the game `Counter`, controlled by lines of text.

use std::sync::Arc;
use std::time::{Duration, Instant};

use qbcoach_sessions::journal::{DataDir, Journal, StoredSession};
use qbcoach_sessions::{
    ActCondition, Acted, Moment, SessionError, SessionId, SessionLimits, Sessions,
};

use crate::sessions::counter::{BelowZero, Counter, CounterAction, CounterSetup};
use crate::sessions::folder::{Folder, PATIENCE};

pub const LIMITS: SessionLimits = SessionLimits {
    sessions: 1000,
    events_per_session: 1000,
    idle: Duration::from_secs(3600),
    longest_delay: Duration::from_secs(600),
};

pub type CounterError = SessionError<BelowZero>;

/// Sessions with a folder for crash reports.
pub struct CounterSessions {
    pub sessions: Arc<Sessions<Counter>>,
    pub crashes: Folder,
}

impl CounterSessions {
    pub fn new() -> CounterSessions {
        CounterSessions::with(LIMITS)
    }

    pub fn with(limits: SessionLimits) -> CounterSessions {
        let journal = Journal::open(&DataDir::Memory).expect("a journal in memory");
        CounterSessions::over(journal, limits)
    }

    pub fn over(journal: Journal, limits: SessionLimits) -> CounterSessions {
        let crashes = Folder::new();
        let path = crashes.path.clone();
        let sessions = Arc::new(Sessions::new((), journal, limits, path));
        CounterSessions { sessions, crashes }
    }

    pub async fn create(&self, setup: &CounterSetup) -> SessionId {
        let created = self.sessions.create(|_| Ok(setup.clone())).await;
        created.expect("the session begins").now.session
    }

    pub async fn add(&self, id: SessionId, number: i64) -> Result<Acted<Counter>, CounterError> {
        let action = CounterAction::Add(number);
        self.sessions.act(id, &action, None).await
    }

    /// The seq and the value of a session.
    pub async fn now(&self, id: SessionId) -> (u64, i64) {
        let moment = self.sessions.moment(id, None).await;
        seq_and_value(&moment.expect("the session can be read"))
    }

    pub async fn stored(&self, id: SessionId) -> Option<StoredSession> {
        let stored = self.sessions.journal().load(id).await;
        stored.expect("the journal can be read")
    }

    /// Runs one line: `add 3`, `fall`, `trip 3`, `undo 2`, `redo 2`, `close` or `reopen`,
    /// the first five also with `if SEQ`. Returns `SEQ=VALUE` for every event.
    pub async fn run_line(&self, id: SessionId, line: &str) -> Result<String, CounterError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (words, if_seq) = match words[..] {
            [ref words @ .., "if", seq] => (words.to_vec(), Some(number(seq) as u64)),
            _ => (words, None),
        };
        let condition = ActCondition {
            if_seq,
            act_id: None,
        };
        let action = match words[..] {
            ["add", amount] => CounterAction::Add(number(amount)),
            ["trip", amount] => CounterAction::AddAndTrip(number(amount)),
            ["fall"] => CounterAction::Fall,
            ["undo", count] => {
                let undone = self
                    .sessions
                    .undo(id, number(count) as u64, condition)
                    .await;
                return undone.map(|acted| shown_steps(&acted));
            }
            ["redo", count] => {
                let redone = self
                    .sessions
                    .redo(id, number(count) as u64, condition)
                    .await;
                return redone.map(|acted| shown_steps(&acted));
            }
            ["reopen"] => {
                let reopened = self.sessions.reopen(id).await;
                return reopened.map(|()| "reopened".to_owned());
            }
            ["close"] => return self.sessions.close(id).await.map(|()| "closed".to_owned()),
            _ => panic!("`{line}` is not a command"),
        };
        let acted = self.sessions.act(id, &action, if_seq).await;
        acted.map(|acted| shown_steps(&acted))
    }
}

#[track_caller]
fn number(word: &str) -> i64 {
    word.parse().expect("a number")
}

pub fn seq_and_value(moment: &Moment<Counter>) -> (u64, i64) {
    (moment.seq, moment.game.value)
}

pub fn shown_steps(acted: &Acted<Counter>) -> String {
    let last = acted.steps.last().map(|step| seq_and_value(&step.after));
    assert_eq!(
        last,
        Some(seq_and_value(&acted.now)),
        "the last step is the newest event"
    );
    let step = |moment: &Moment<Counter>| format!("{}={}", moment.seq, moment.game.value);
    let steps: Vec<String> = acted.steps.iter().map(|s| step(&s.after)).collect();
    steps.join(" ")
}

/// Runs lines of the form `LINE => RESULT` in a new session. The result of an error is
/// its text.
///
/// Every line is also checked for this: after an error the moment and the journal are
/// unchanged; after a change the seq is higher by one for each step, and the journal
/// has the events.
pub fn check(setup: &CounterSetup, script: &str) {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(setup).await;
        check_in(&counters, id, script).await;
    });
}

pub async fn check_in(counters: &CounterSessions, id: SessionId, script: &str) {
    for line in script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let (what, expected) = line.split_once("=>").expect("a line has two parts");
        let before = counters
            .sessions
            .moment(id, None)
            .await
            .expect("the session exists");
        let stored = counters.stored(id).await.expect("the session is stored");
        let result = counters.run_line(id, what).await;
        let after = counters
            .sessions
            .moment(id, None)
            .await
            .expect("the session exists");
        let now_stored = counters.stored(id).await.expect("the session is stored");
        match &result {
            Err(_) => {
                assert!(Arc::ptr_eq(&before, &after), "{what}: the moment changed");
                assert!(!after.is_superseded(), "{what}: the moment is superseded");
                assert_eq!(stored, now_stored, "{what}: the journal changed");
            }
            Ok(steps) if steps == "closed" => assert!(now_stored.session.closed),
            Ok(steps) if steps == "reopened" => assert!(!now_stored.session.closed),
            Ok(steps) => {
                let number = steps.split_whitespace().count() as u64;
                assert_eq!(after.seq, before.seq + number, "{what}");
                assert!(
                    before.is_superseded(),
                    "{what}: the old moment is not superseded"
                );
                assert_eq!(now_stored.session.seq, after.seq, "{what}");
                assert_eq!(now_stored.events.len() as u64, after.seq, "{what}");
            }
        }
        let shown = result.unwrap_or_else(|error| error.to_string());
        assert_eq!(shown, expected.trim(), "after `{}`", what.trim());
    }
}

/// Runs a test on the current thread.
pub fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    runtime.expect("a runtime").block_on(test)
}

/// Opens the journal in the folder, runs the test, and drops everything in memory, as
/// one run of the daemon does.
pub fn one_run<T>(folder: &Folder, test: impl AsyncFnOnce(&CounterSessions) -> T) -> T {
    let counters = CounterSessions::over(folder.open(), LIMITS);
    run(test(&counters))
}

/// Waits until a condition is true.
pub async fn until(what: &str, is_true: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(
            begun.elapsed() < PATIENCE,
            "{what}: not within {PATIENCE:?}"
        );
        tokio::task::yield_now().await;
    }
}
