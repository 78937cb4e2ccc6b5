//! The daemon's own pages in a real browser: Chromium, led by the test files of this
//! folder, against the real daemon. `prepare` gets what they need.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pages")
}

/// Where the browser's driver and the judges are, fetched if they are not there yet.
fn libraries() -> PathBuf {
    static PREPARED: OnceLock<PathBuf> = OnceLock::new();
    let prepare = || {
        let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let peers = target.parent().expect("the target folder").join("peers");
        let run = Command::new(folder().join("prepare")).arg(&peers).output();
        let run = run.expect("tests/pages/prepare needs bash");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "nothing to test with:\n{said}");
        peers.join("pages")
    };
    PREPARED.get_or_init(prepare).clone()
}

/// Runs the tests of one file; what they say is told if one of them fails.
#[track_caller]
fn check(file: &str) {
    let run = Command::new("node")
        .args(["--test", "--test-reporter=spec"])
        .arg(folder().join(file))
        .env("QBCOACH", env!("CARGO_BIN_EXE_qbcoach"))
        .env("PAGES_LIBRARIES", libraries())
        .output()
        .expect("node runs");
    let said = String::from_utf8_lossy(&run.stdout);
    let wrong = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{file}:\n{said}\n{wrong}");
    // Numbers that a reader of the log wants, such as the budgets.
    for line in said
        .lines()
        .filter(|line| line.contains(" ms") || line.contains(" bytes"))
    {
        eprintln!("{line}");
    }
}

macro_rules! files {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(concat!(stringify!($name), ".test.mjs")); })*

        #[test]
        fn every_test_file_is_run() {
            let run = [$(concat!(stringify!($name), ".test.mjs")),*];
            for entry in std::fs::read_dir(folder()).expect("the folder can be read") {
                let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
                assert!(!name.ends_with(".test.mjs") || run.contains(&name.as_str()), "{name} is not run");
            }
        }
    };
}

files! {
    accessibility
    audience
    budgets
    desk
    desk_accessibility
    desk_line
    desk_pages
    endurance
    files
    follow
    origins
    recovery
    types
}
