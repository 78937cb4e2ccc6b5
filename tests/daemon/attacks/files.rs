//! Only the owner may read what the daemon keeps, and old logs do not fill the disk.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use serde_json::json;

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;
use crate::serving::check::{session, set_hand};

/// The files below a folder must be open to their owner only; returns their names.
fn check_closed(folder: &Path) -> Vec<String> {
    let mode = |path: &Path| fs::metadata(path).expect("it is there").mode() & 0o777;
    assert_eq!(mode(folder), 0o700, "{}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            names.extend(check_closed(&path));
        } else {
            assert_eq!(mode(&path), 0o600, "{}", path.display());
            let name = path.file_name().expect("a name").to_string_lossy();
            // The name of a log ends with its day.
            names.push(name.split(".20").next().expect("a name").to_owned());
        }
    }
    names.sort();
    names
}

#[test]
fn only_the_owner_may_read_the_files_of_the_data_directory() {
    let mut daemon = TestDaemon::with("", &["--log-to", "files"]);
    let use_it = |daemon: &TestDaemon| {
        let mut client = Client::connect(daemon, Transport::Socket);
        let session = session(&mut client, json!({ "mode": "live" }));
        let acted = client.ask("match/act", set_hand(&session, &["001"]));
        acted.expect("the action is accepted");
        let look = json!({ "look": { "theme": "paper" } });
        client.ask("overlay/set", look).expect("the look is set");
    };
    use_it(&daemon);
    let data = daemon.folder().join("data");
    // The log is written by a thread of its own.
    let logs = data.join("logs");
    while !fs::read_dir(&logs).is_ok_and(|mut logs| logs.next().is_some()) {}
    let names = [
        "journal.sqlite3",
        "journal.sqlite3-wal",
        "overlay.json",
        "qbcoach.log",
        "running.json",
    ];
    assert_eq!(check_closed(&data), names);
    // An earlier version has left its files open to everybody.
    daemon.kill();
    let open = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("the mode can be set");
    };
    open(&data, 0o755);
    for name in &names[..3] {
        open(&data.join(name), 0o644);
    }
    daemon.restart();
    use_it(&daemon);
    assert_eq!(check_closed(&data), names);
}

/// Which of the files are left after a daemon with these settings has started.
fn check_logs(settings: &str, sizes: &[(&str, usize)], left: &[&str]) {
    let mut daemon = TestDaemon::with(settings, &["--log-to", "files"]);
    daemon.stop("TERM");
    let logs = daemon.folder().join("data/logs");
    for (name, bytes) in sizes {
        fs::write(logs.join(name), "x".repeat(*bytes)).expect("the file can be written");
    }
    daemon.restart();
    let kept = |name: &&str| logs.join(name).exists();
    let names: Vec<&str> = sizes.iter().map(|(name, _)| *name).filter(kept).collect();
    assert_eq!(names, left);
    assert!(
        fs::read_dir(&logs).expect("the logs").count() > left.len(),
        "the new log"
    );
}

#[test]
fn logs_of_days_long_ago_are_removed() {
    let files = [
        ("qbcoach.log.2001-01-01", 10),
        ("qbcoach.log.2001-01-02.001", 10),
        ("qbcoach.log.9999-01-01", 10),
        ("notes.txt", 10),
    ];
    check_logs(
        "[log]\ndays = 3\n",
        &files,
        &["qbcoach.log.9999-01-01", "notes.txt"],
    );
}

#[test]
fn the_oldest_logs_are_removed_when_all_together_are_too_large() {
    const SETTINGS: &str = "[log]\ndays = 100000\nbytes = 1048576\n";
    let files = [
        ("qbcoach.log.2001-01-01", 400_000),
        ("qbcoach.log.2001-01-02", 400_000),
        ("qbcoach.log.2001-01-02.001", 400_000),
    ];
    check_logs(
        SETTINGS,
        &files,
        &["qbcoach.log.2001-01-02", "qbcoach.log.2001-01-02.001"],
    );
}
