//! A fault of the rules is answered, reported in a file that can be run again, and
//! costs the session nothing.

use std::fs;

use qbcoach::sessions::export::{self, Exported};
use qbcoach::sessions::history::Change;
use qbcoach::sessions::{SessionError, SessionId};

use crate::counter::{Counter, CounterAction, CounterSetup};
use crate::table::{Table, check, run};

#[test]
fn a_session_goes_on_after_the_program_failed_on_an_action() {
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

/// The file of a failure is an export whose last line is the action.
async fn report(table: &Table, id: SessionId) -> Exported<Counter> {
    let crashed = table.does(id, "fall").await;
    let Err(SessionError::Crashed { report: Some(path) }) = crashed else {
        panic!("it is no crash with a report: {crashed:?}");
    };
    assert!(path.starts_with(&table.crashes.path));
    let lines = fs::read_to_string(&path).expect("the report can be read");
    export::read(&(), &lines).expect("the report is an export")
}

#[test]
fn the_report_holds_the_whole_session_and_last_the_action() {
    run(async {
        let table = Table::new();
        let id = table.create(&CounterSetup::ANSWERED).await;
        let first = report(&table, id).await;
        assert_eq!(first.changes, [Change::Act(CounterAction::Fall)]);
        for line in ["add 3", "undo 1", "add 4"] {
            table.does(id, line).await.expect("it is allowed");
        }
        let second = report(&table, id).await;
        assert_eq!(second.setup, CounterSetup::ANSWERED);
        let expected = [
            Change::Act(CounterAction::Add(3)),
            Change::Act(CounterAction::Answer),
            Change::Undo(2),
            Change::Act(CounterAction::Add(4)),
            Change::Act(CounterAction::Answer),
            Change::Act(CounterAction::Fall),
        ];
        assert_eq!(second.changes, expected);
        let names: Vec<String> = table.crashes.files().into_keys().collect();
        assert_eq!(names, ["crash-s1-1.jsonl", "crash-s1-6.jsonl"]);
    });
}

#[test]
fn a_report_that_cannot_be_written_does_no_harm() {
    run(async {
        let table = Table::new();
        let id = table.create(&CounterSetup::ALONE).await;
        // A file stands where the folder should.
        fs::remove_dir_all(&table.crashes.path).expect("it is empty");
        fs::write(&table.crashes.path, "").expect("it can be written");
        let crashed = table.does(id, "fall").await;
        assert!(matches!(
            crashed,
            Err(SessionError::Crashed { report: None })
        ));
        assert_eq!(table.does(id, "add 1").await.expect("it goes on"), "1=1");
        fs::remove_file(&table.crashes.path).expect("it can be removed");
    });
}

/// An error would say that nothing has happened.
#[test]
fn an_act_stands_although_the_program_fails_on_its_own_answer() {
    check(
        &CounterSetup::ALONE,
        "trip 3 => 1=3
         undo 1 => 2=0
         trip 4 => 3=4
         add 1 => 4=5",
    );
    run(async {
        let table = Table::new();
        let id = table.create(&CounterSetup::ALONE).await;
        table.does(id, "trip 3").await.expect("it happened");
        let names: Vec<String> = table.crashes.files().into_keys().collect();
        assert_eq!(names, ["crash-s1-2.jsonl"]);
    });
}

/// Even a fault that ends its actor leaves the session in the journal, from where
/// it comes back.
#[test]
fn a_session_comes_back_when_its_actor_is_lost() {
    run(async {
        let table = Table::new();
        let id = table.create(&CounterSetup::ALONE).await;
        table.add(id, 3).await.expect("it is allowed");
        let lost = table.sessions.act(id, &CounterAction::Garble, None).await;
        assert!(lost.is_err());
        assert_eq!(table.now(id).await, (1, 3));
        assert_eq!(table.does(id, "add 4").await.expect("it goes on"), "2=7");
    });
}
