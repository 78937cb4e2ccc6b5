//! A panic of the rules is answered with an error and reported in a file that can be
//! replayed. The session does not change.

use std::fs;

use qbcoach_sessions::export::{self, Exported};
use qbcoach_sessions::history::SessionChange;
use qbcoach_sessions::{SessionError, SessionId};

use crate::sessions::counter::{Counter, CounterAction, CounterSetup};
use crate::sessions::counter_sessions::{CounterSessions, check, run};

#[test]
fn a_session_goes_on_after_a_panic_of_the_rules() {
    check(
        &CounterSetup::ALONE,
        "add 3 => 1=3
         fall => the program failed on this action
         fall => the program failed on this action
         add 4 => 2=7
         undo 1 => 3=3
         fall => the program failed on this action
         add 1 if 3 => 4=4",
    );
}

/// Crashes the session and reads the report, an export whose last line is the action.
async fn report(counters: &CounterSessions, id: SessionId) -> Exported<Counter> {
    let crashed = counters.run_line(id, "fall").await;
    let Err(SessionError::Crashed { report: Some(path) }) = crashed else {
        panic!("not a crash with a report: {crashed:?}");
    };
    assert!(path.starts_with(&counters.crashes.path));
    let lines = fs::read_to_string(&path).expect("the report can be read");
    export::read(&(), &lines).expect("the report is an export")
}

#[test]
fn the_report_has_the_whole_session_and_the_action() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ANSWERED).await;
        let first = report(&counters, id).await;
        assert_eq!(first.changes, [SessionChange::Act(CounterAction::Fall)]);
        for line in ["add 3", "undo 1", "add 4"] {
            counters
                .run_line(id, line)
                .await
                .expect("the action is legal");
        }
        let second = report(&counters, id).await;
        assert_eq!(second.setup, CounterSetup::ANSWERED);
        let expected = [
            SessionChange::Act(CounterAction::Add(3)),
            SessionChange::Act(CounterAction::Answer),
            SessionChange::Undo(2),
            SessionChange::Act(CounterAction::Add(4)),
            SessionChange::Act(CounterAction::Answer),
            SessionChange::Act(CounterAction::Fall),
        ];
        assert_eq!(second.changes, expected);
        let names: Vec<String> = counters.crashes.files().into_keys().collect();
        assert_eq!(names, ["crash-s1-1.jsonl", "crash-s1-6.jsonl"]);
    });
}

#[test]
fn a_session_goes_on_if_the_report_cannot_be_written() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ALONE).await;
        // A file in place of the folder.
        fs::remove_dir_all(&counters.crashes.path).expect("the folder can be removed");
        fs::write(&counters.crashes.path, "").expect("the file can be written");
        let crashed = counters.run_line(id, "fall").await;
        assert!(matches!(
            crashed,
            Err(SessionError::Crashed { report: None })
        ));
        assert_eq!(
            counters
                .run_line(id, "add 1")
                .await
                .expect("the session goes on"),
            "1=1"
        );
        fs::remove_file(&counters.crashes.path).expect("the file can be removed");
    });
}

/// An error would mean that nothing has happened.
#[test]
fn an_action_is_kept_if_the_rules_panic_on_the_programs_answer() {
    check(
        &CounterSetup::ALONE,
        "trip 3 => 1=3
         undo 1 => 2=0
         trip 4 => 3=4
         add 1 => 4=5",
    );
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ALONE).await;
        counters
            .run_line(id, "trip 3")
            .await
            .expect("the action is kept");
        let names: Vec<String> = counters.crashes.files().into_keys().collect();
        assert_eq!(names, ["crash-s1-2.jsonl"]);
    });
}

/// A panic outside of the rules ends the actor. The session is loaded again from the
/// journal.
#[test]
fn a_session_is_loaded_again_after_its_actor_has_panicked() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ALONE).await;
        counters.add(id, 3).await.expect("the action is legal");
        let lost = counters
            .sessions
            .act(id, &CounterAction::Garble, None)
            .await;
        assert!(lost.is_err());
        assert_eq!(counters.now(id).await, (1, 3));
        assert_eq!(
            counters
                .run_line(id, "add 4")
                .await
                .expect("the session goes on"),
            "2=7"
        );
    });
}
