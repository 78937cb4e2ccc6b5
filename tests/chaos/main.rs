//! The daemon is killed again and again, at any moment, while several clients play
//! by every door. Whatever was acknowledged is there when it comes back.

#[path = "../support/client.rs"]
mod client;
mod corrections;
#[path = "../support/daemon.rs"]
mod daemon;
mod known;
#[path = "../support/player.rs"]
mod player;
mod survey;
mod worker;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use client::{Door, Doors, Failed};
use daemon::{Running, TempFolder};
use qbcoach::simulation::chance::Chance;
use survey::Survey;
use worker::Worker;

/// Kills of a daemon that serves; those during its start come on top.
const ROUNDS: u64 = 60;
/// Within this time of being ready it is killed: some lives end while it is still
/// looked what the last one left, in some there is much to do.
const LONGEST_LIVES_MS: [usize; 2] = [120, 900];
/// About as long as a start takes on a busy machine.
const LONGEST_START_MS: usize = 100;

#[test]
fn what_was_acknowledged_survives_any_kill() {
    let folder = TempFolder::new();
    let mut chance = Chance::new(1, 600);
    let mut workers: Vec<Worker> = (0..)
        .zip(Door::ALL)
        .map(|(number, door)| Worker::new(door, Chance::new(number, 601)))
        .collect();
    let mut survey = Survey::default();
    let mut kills = 0;
    for _ in 0..ROUNDS {
        if chance.below(4) == 0 {
            kill_while_starting(folder.path(), &mut chance);
            kills += 1;
        }
        let running = Running::start(folder.path(), &[]);
        let doors = Doors::of(&running);
        let longest = LONGEST_LIVES_MS[chance.below(2)];
        let life = Duration::from_millis(chance.below(longest) as u64);
        let killer = thread::spawn(move || {
            thread::sleep(life);
            running.kill();
        });
        // A kill may also come while it is looked what the last one left.
        if survey.look(&doors, &mut workers).is_ok() {
            thread::scope(|scope| {
                for worker in &mut workers {
                    let doors = &doors;
                    scope.spawn(move || {
                        let ended = worker.work(doors);
                        assert!(matches!(ended, Failed::Gone(_)), "{ended:?}");
                    });
                }
            });
        }
        killer.join().expect("it could be killed");
        kills += 1;
        no_number_was_given_twice(&workers);
    }
    // The last life has no end: everything is looked at, everything goes on.
    let running = Running::start(folder.path(), &[]);
    let doors = Doors::of(&running);
    let looked = survey.look(&doors, &mut workers);
    looked.expect("nobody kills it any more");
    for worker in &mut workers {
        let client = worker.inspect(&doors);
        worker.look_for_deleted(&mut client.expect("nobody kills it any more"));
    }
    let acknowledged: u64 = workers.iter().map(|worker| worker.acknowledged).sum();
    let sessions: usize = workers.iter().map(|worker| worker.sessions.len()).sum();
    assert!(kills >= 50, "only {kills} kills");
    assert!(acknowledged > kills * 5, "only {acknowledged} actions");
    // Said even when tests are quiet: how much has been tried is part of the result.
    let _ = writeln!(
        std::io::stderr(),
        "chaos: {kills} kills, {acknowledged} acknowledged actions in {sessions} sessions, none lost"
    );
}

/// Starts a daemon on the same data and kills it before it says that it is ready.
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
        .expect("it starts");
    thread::sleep(Duration::from_millis(chance.below(LONGEST_START_MS) as u64));
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
}

fn no_number_was_given_twice(workers: &[Worker]) {
    let mut given = BTreeSet::new();
    for session in workers.iter().flat_map(|worker| &worker.sessions) {
        let name = &session.player.session;
        assert!(given.insert(name.clone()), "{name} was given twice");
    }
}
