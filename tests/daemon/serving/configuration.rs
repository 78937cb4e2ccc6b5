//! `qbcoach config` prints the settings of file and flags, and explains errors in the
//! file.

use std::fs;
use std::process::Command;

use qbcoach_daemon::settings::{Limits, Settings};

use crate::daemon::TempFolder;
use crate::serving::check::{start_refused, text_of};

/// The output of `qbcoach config`.
#[track_caller]
fn config(arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .arg("config")
        .args(arguments)
        .output()
        .expect("the program runs");
    let message = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{arguments:?}: {message}");
    String::from_utf8(run.stdout).expect("the output is UTF-8")
}

#[test]
fn flags_override_the_file_and_the_file_overrides_the_defaults() {
    let folder = TempFolder::new();
    let file = folder.path().join("settings.toml");
    let text = "listen = \"127.0.0.1:1\"\ntcp = \"127.0.0.1:2\"\nallowedHosts = [\"desk\"]\n\
                [log]\nlevel = \"warn\"\n[limits]\nbatch = 7\n";
    fs::write(&file, text).expect("the file can be written");
    let printed = config(&[
        "--config",
        &text_of(&file),
        "--listen",
        "127.0.0.1:3",
        "--log-json",
    ]);
    let settings = Settings::parse(&printed).expect("the output can be parsed");
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
fn the_output_as_a_settings_file_gives_the_same_output() {
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
        fs::write(&file, &printed).expect("the file can be written");
        assert_eq!(
            config(&["--config", &text_of(&file)]),
            printed,
            "{arguments:?}"
        );
    }
}

#[test]
fn the_error_for_an_invalid_file_names_the_setting() {
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
        fs::write(&file, text).expect("the file can be written");
        for command in ["config", "serve"] {
            let message = start_refused(&[command, "--config", &text_of(&file)]);
            assert!(message.contains(setting), "{text}: {message}");
            assert!(message.contains("settings.toml"), "{text}: {message}");
        }
    }
}

#[test]
fn the_error_for_a_limit_out_of_range_has_the_range() {
    let folder = TempFolder::new();
    let file = folder.path().join("settings.toml");
    for name in Limits::default()
        .by_name()
        .keys()
        .filter(|name| !["delayMs", "keptConnections"].contains(&name.as_str()))
    {
        fs::write(&file, format!("[limits]\n{name} = 0\n")).expect("the file can be written");
        let message = start_refused(&["config", "--config", &text_of(&file)]);
        assert!(
            message.contains(&format!("limits.{name}` must be from")),
            "{message}"
        );
    }
}

#[test]
fn the_error_for_a_missing_file_names_the_file() {
    let message = start_refused(&["serve", "--config", "no-such-settings.toml"]);
    assert!(message.contains("no-such-settings.toml"), "{message}");
}
