//! The program, run with arguments and standard input.

mod bad_input;
mod combats;
mod everyday;
mod line_ends;
mod reviews;

use std::io::Write;
use std::process::{Command, Stdio};

/// The exit code and output of a run.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs the program with these arguments and this standard input. It runs outside the
/// repository, as it needs no file of it.
fn qbcoach(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    // Writing fails if the program closes its input early.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("it prints text"),
        err: String::from_utf8(output.stderr).expect("it prints text"),
    }
}

/// Runs the program, which must succeed; returns what it printed.
#[track_caller]
fn printed(arguments: &[&str], input: &str) -> String {
    let run = qbcoach(arguments, input.as_bytes());
    assert_eq!(run.code, Some(0), "{arguments:?} failed: {}", run.err);
    assert_eq!(run.err, "", "{arguments:?} prints to stderr");
    run.out
}

/// Runs the program, which must fail; returns what it printed to stderr.
#[track_caller]
fn refused(arguments: &[&str], input: &[u8]) -> String {
    let run = qbcoach(arguments, input);
    assert!(
        matches!(run.code, Some(1 | 2)),
        "{arguments:?} ended with {:?}: {}{}",
        run.code,
        run.out,
        run.err
    );
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run.err
}
