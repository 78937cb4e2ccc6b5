//! `qbcoach config`: what a file and flags give, and what is wrong with a file.

use std::fs;
use std::process::Command;

use qbcoach::daemon::settings::{Limits, Settings};

use crate::check::{start_refused, text_of};
use crate::support::TempFolder;

/// What `qbcoach config` prints.
#[track_caller]
fn config(arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .arg("config")
        .args(arguments)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{arguments:?}: {said}");
    String::from_utf8(run.stdout).expect("text")
}

#[test]
fn flags_win_over_the_file_and_the_file_over_the_defaults() {
    let folder = TempFolder::new();
    let file = folder.path().join("settings.toml");
    let text = "listen = \"127.0.0.1:1\"\ntcp = \"127.0.0.1:2\"\nallowedHosts = [\"desk\"]\n\
                [log]\nlevel = \"warn\"\n[limits]\nbatch = 7\n";
    fs::write(&file, text).expect("written");
    let printed = config(&[
        "--config",
        &text_of(&file),
        "--listen",
        "127.0.0.1:3",
        "--log-json",
    ]);
    let settings = Settings::parse(&printed).expect("it can be read back");
    assert_eq!(settings.listen, "127.0.0.1:3", "the flag");
    assert!(settings.log.json, "the flag");
    assert_eq!(settings.tcp, "127.0.0.1:2", "the file");
    assert_eq!(settings.log.level, "warn", "the file");
    assert_eq!(settings.allowed_hosts, ["desk"], "the file");
    assert_eq!(settings.limits.batch, 7, "the file");
    let others = Limits {
        batch: Limits::default().batch,
        ..settings.limits
    };
    assert_eq!(others, Limits::default(), "the defaults");
}

#[test]
fn what_it_prints_read_back_prints_the_same() {
    let folder = TempFolder::new();
    let file = folder.path().join("settings.toml");
    let arguments: [&[&str]; 4] = [
        &[],
        &[
            "--listen",
            "none",
            "--socket",
            "a \"b\"\\c",
            "--tcp",
            "[::1]:9",
        ],
        &[
            "--demo",
            "--demo-pace-ms",
            "10",
            "--data-dir",
            "das Ünicode",
        ],
        &[
            "--token-file",
            "t",
            "--ready-file",
            "r",
            "--log-to",
            "files",
            "--log-level",
            "trace",
        ],
    ];
    for arguments in arguments {
        let printed = config(arguments);
        fs::write(&file, &printed).expect("written");
        assert_eq!(
            config(&["--config", &text_of(&file)]),
            printed,
            "{arguments:?}"
        );
    }
}

#[test]
fn a_file_that_is_wrong_is_told_which_setting_it_is() {
    let cases = [
        ("lisen = \"x\"", "lisen"),
        ("listen = 7117", "listen"),
        ("[limits]\nbatch = 0", "limits.batch"),
        ("[limits]\nbatch = -1", "batch"),
        ("[limits]\nbatch = \"many\"", "batch"),
        ("[limits]\nbatches = 1", "batches"),
        (
            "[limits]\nmessageBytes = 99999999999",
            "limits.messageBytes",
        ),
        ("[limits]\nidleSeconds = 0", "limits.idleSeconds"),
        ("[log]\nlevel = \"loud\"", "log.level"),
        ("[log]\nto = \"paper\"", "paper"),
        ("demoPaceMs = 1", "demoPaceMs"),
        ("allowedOrigins = \"https://a\"", "allowedOrigins"),
        ("listen = \"a\"\nlisten = \"b\"", "listen"),
        ("listen = ", "line 1"),
        ("\u{0}", "line 1"),
    ];
    let folder = TempFolder::new();
    let file = folder.path().join("settings.toml");
    for (text, setting) in cases {
        fs::write(&file, text).expect("written");
        for command in ["config", "serve"] {
            let said = start_refused(&[command, "--config", &text_of(&file)]);
            assert!(said.contains(setting), "{text}: {said}");
            assert!(said.contains("settings.toml"), "{text}: {said}");
        }
    }
}

#[test]
fn every_limit_has_a_range_and_says_so() {
    let folder = TempFolder::new();
    let file = folder.path().join("settings.toml");
    for name in Limits::default()
        .by_name()
        .keys()
        .filter(|name| *name != "delayMs")
    {
        fs::write(&file, format!("[limits]\n{name} = 0\n")).expect("written");
        let said = start_refused(&["config", "--config", &text_of(&file)]);
        assert!(
            said.contains(&format!("limits.{name}` must be from")),
            "{said}"
        );
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let said = start_refused(&["serve", "--config", "no-such-settings.toml"]);
    assert!(said.contains("no-such-settings.toml"), "{said}");
}
