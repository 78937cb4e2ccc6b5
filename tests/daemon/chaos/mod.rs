//! The daemon is killed again and again, at any moment, while clients play over every
//! transport. Every acknowledged action is kept.

mod corrections;
mod known;
mod survey;
mod worker;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use qbcoach_basics::chance::Chance;
use survey::Survey;
use worker::Worker;

use crate::client::{CallError, Transport};
use crate::daemon::{Running, TempFolder};

/// Kills of a daemon that serves clients, unless the variable `CHAOS_ROUNDS` gives another
/// number. Kills during a start come in addition.
const ROUNDS: u64 = 60;

fn rounds() -> u64 {
    let given = std::env::var("CHAOS_ROUNDS").ok();
    given.map_or(ROUNDS, |given| {
        given.parse().expect("CHAOS_ROUNDS is a number")
    })
}
/// The daemon is killed within this time after it is ready. Some kills come while the
/// clients still check what the last kill left, some after much has happened.
const LONGEST_RUNS_MS: [usize; 2] = [120, 900];
/// About as long as a start takes on a busy machine.
const LONGEST_START_MS: usize = 100;

#[test]
fn acknowledged_actions_survive_any_kill() {
    let folder = TempFolder::new();
    let mut chance = Chance::new(1, 600);
    let mut workers: Vec<Worker> = (0..)
        .zip(Transport::LASTING)
        .map(|(number, transport)| Worker::new(transport, Chance::new(number, 601)))
        .collect();
    let mut survey = Survey::default();
    let mut kills = 0;
    for _ in 0..rounds() {
        if chance.below(4) == 0 {
            kill_while_starting(folder.path(), &mut chance);
            kills += 1;
        }
        let running = Running::start(folder.path(), &[]);
        let addresses = running.addresses().clone();
        let longest = LONGEST_RUNS_MS[chance.below(2)];
        let lifetime = Duration::from_millis(chance.below(longest) as u64);
        let killer = thread::spawn(move || {
            thread::sleep(lifetime);
            running.kill();
        });
        // The kill may come during the survey.
        if survey.check(&addresses, &mut workers).is_ok() {
            thread::scope(|scope| {
                for worker in &mut workers {
                    let addresses = &addresses;
                    scope.spawn(move || {
                        let ended = worker.work(addresses);
                        assert!(matches!(ended, CallError::ConnectionLost(_)), "{ended:?}");
                    });
                }
            });
        }
        killer.join().expect("the daemon is killed");
        kills += 1;
        check_session_ids_are_unique(&workers);
    }
    // The last daemon is not killed: every session is checked and goes on.
    let running = Running::start(folder.path(), &[]);
    let addresses = running.addresses().clone();
    let surveyed = survey.check(&addresses, &mut workers);
    surveyed.expect("the daemon is not killed");
    for worker in &mut workers {
        let client = worker.inspect(&addresses);
        worker.check_deleted(&mut client.expect("the daemon is not killed"));
    }
    let acknowledged: u64 = workers.iter().map(|worker| worker.acknowledged).sum();
    let sessions: usize = workers.iter().map(|worker| worker.sessions.len()).sum();
    assert!(kills >= 50, "only {kills} kills");
    // A slow machine acknowledges fewer between two kills.
    assert!(acknowledged > kills, "only {acknowledged} actions");
    // Printed even when the test runner captures output: the extent of the test is part
    // of its result.
    let _ = writeln!(
        std::io::stderr(),
        "chaos: {kills} kills, {acknowledged} acknowledged actions in {sessions} sessions, none lost"
    );
}

/// Starts a daemon on the same data and kills it, mostly before it is ready.
fn kill_while_starting(folder: &Path, chance: &mut Chance) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .args(["serve", "--listen", "127.0.0.1:0", "--socket"])
        .arg(folder.join("socket"))
        .arg("--data-dir")
        .arg(folder.join("data"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the daemon starts");
    thread::sleep(Duration::from_millis(chance.below(LONGEST_START_MS) as u64));
    child.kill().expect("the process can be killed");
    child.wait().expect("the process ends");
}

fn check_session_ids_are_unique(workers: &[Worker]) {
    let mut ids = BTreeSet::new();
    for session in workers.iter().flat_map(|worker| &worker.sessions) {
        let name = &session.player.session;
        assert!(ids.insert(name.clone()), "{name} was used twice");
    }
}
