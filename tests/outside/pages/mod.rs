//! The daemon's pages in Chromium, controlled by the test files of this folder.
//! `prepare` downloads what they need.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

fn folder() -> PathBuf {
    crate::root().join("tests/outside/pages")
}

/// The folder of the libraries that the tests use, downloaded if they are missing.
pub fn libraries() -> PathBuf {
    static PREPARED: OnceLock<PathBuf> = OnceLock::new();
    let prepare = || {
        let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let peers = target.parent().expect("the target folder").join("peers");
        let run = Command::new(folder().join("prepare")).arg(&peers).output();
        let run = run.expect("tests/outside/pages/prepare needs bash");
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "prepare failed:\n{errors}");
        peers.join("pages")
    };
    PREPARED.get_or_init(prepare).clone()
}

/// Runs the tests of one file and shows their output if one fails.
#[track_caller]
fn check(file: &str) {
    let run = Command::new("node")
        .args(["--test", "--test-reporter=spec"])
        .arg(folder().join(file))
        .env("QBCOACH", env!("CARGO_BIN_EXE_qbcoach"))
        .env("PAGES_LIBRARIES", libraries())
        .output()
        .expect("node runs");
    let output = String::from_utf8_lossy(&run.stdout);
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{file}:\n{output}\n{errors}");
    // Measured times and sizes belong into the log.
    for line in output
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
    desk_learn
    desk_line
    desk_mouse
    desk_pages
    desk_phone
    desk_start
    desk_text
    desk_typing
    endurance
    files
    follow
    origins
    recovery
    types
    words
}
