//! `--connect` when the daemon stops and starts again.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use crate::play::daemon::{Running, TempFolder};
use crate::play::terminal::Terminal;

const HAND: [&str; 2] = ["--hand", "crawler, levrikon, 001, 002, 021"];

#[test]
fn a_line_typed_while_the_daemon_is_down_takes_effect_once_after_its_restart() {
    let folder = TempFolder::new();
    let running = Running::start(folder.path(), &[]);
    let socket = running.socket();
    let mut terminal = Terminal::start(&[&HAND[..], &["--connect", &socket]].concat());
    terminal.sees("you to play › ");
    terminal.enters("crawler m1");
    terminal.sees("enemy to play › ");
    running.kill();
    terminal.enters("e archdragon m5");
    terminal.sees("The daemon is gone; waiting for it.");
    let again = Running::start(folder.path(), &[]);
    terminal.sees("The daemon is back; going on with s1.");
    terminal.sees("the enemy plays Archdragon to MID-5");
    terminal.sees("you drew? › ");
    terminal.enters("log");
    terminal.sees("you play 019 Crawler MID-1");
    let between = terminal.sees("you drew? › ");
    assert_eq!(
        between.matches("enemy play 020 Archdragon MID-5").count(),
        1,
        "{between}"
    );
    terminal.quits();
    drop(again);
}

#[test]
fn a_question_asked_while_the_daemon_is_down_is_answered_after_its_restart() {
    let folder = TempFolder::new();
    let running = Running::start(folder.path(), &[]);
    let socket = running.socket();
    let mut terminal = Terminal::start(&[&HAND[..], &["--connect", &socket]].concat());
    terminal.sees("you to play › ");
    running.kill();
    // Without a daemon, completion offers nothing and does not fail.
    terminal.types("crawler m\t");
    terminal.types("\x03");
    terminal.sees("you to play › ");
    terminal.enters("odds crawler");
    terminal.sees("The daemon is gone; waiting for it.");
    let again = Running::start(folder.path(), &[]);
    terminal.sees("The daemon is back");
    terminal.sees("Crawler: ");
    terminal.sees("you to play › ");
    terminal.quits();
    drop(again);
}

/// A proxy between a player and a daemon, which closes the first connection instead of
/// passing on the answer to `match/act`.
fn proxy_that_loses_the_first_answer(daemon: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener
        .local_addr()
        .expect("it has an address")
        .to_string();
    thread::spawn(move || {
        let mut has_closed = false;
        for player in listener.incoming() {
            // When a connection ends, wait for the next one.
            let _ = pass_on(player, &daemon, &mut has_closed);
        }
    });
    address
}

fn pass_on(player: io::Result<TcpStream>, daemon: &str, has_closed: &mut bool) -> io::Result<()> {
    let (player, daemon) = (player?, TcpStream::connect(daemon)?);
    let (mut to_player, mut to_daemon) = (player.try_clone()?, daemon.try_clone()?);
    let (requests, mut answers) = (BufReader::new(player), BufReader::new(daemon));
    for request in requests.lines() {
        let request = request?;
        writeln!(to_daemon, "{request}")?;
        let mut answer = String::new();
        answers.read_line(&mut answer)?;
        if request.contains("match/act\"") && !*has_closed {
            *has_closed = true;
            return Ok(());
        }
        to_player.write_all(answer.as_bytes())?;
    }
    Ok(())
}

#[test]
fn a_line_whose_answer_was_lost_takes_effect_once() {
    let folder = TempFolder::new();
    let running = Running::start(folder.path(), &[]);
    let target = format!("tcp://{}", proxy_that_loses_the_first_answer(running.tcp()));
    let mut terminal = Terminal::start(&[&HAND[..], &["--connect", &target]].concat());
    terminal.sees("you to play › ");
    terminal.enters("crawler m1");
    terminal.sees("The daemon is gone; waiting for it.");
    terminal.sees("The daemon is back");
    terminal.sees("very likely by this line");
    terminal.sees("turn 2 · enemy to play › ");
    terminal.enters("log");
    let log = terminal.sees("enemy to play › ");
    assert_eq!(
        log.matches("you play 019 Crawler MID-1").count(),
        1,
        "{log}"
    );
    terminal.quits();
}
