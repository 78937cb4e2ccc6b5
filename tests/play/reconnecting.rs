//! The daemon goes and comes back under `--connect`.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use crate::daemon::{Running, TempFolder};
use crate::terminal::Terminal;

const HAND: [&str; 2] = ["--hand", "crawler, levrikon, 001, 002, 021"];

#[test]
fn a_line_typed_while_the_daemon_is_gone_takes_effect_once_when_it_is_back() {
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
fn a_question_asked_while_the_daemon_is_gone_is_answered_when_it_is_back() {
    let folder = TempFolder::new();
    let running = Running::start(folder.path(), &[]);
    let socket = running.socket();
    let mut terminal = Terminal::start(&[&HAND[..], &["--connect", &socket]].concat());
    terminal.sees("you to play › ");
    running.kill();
    // Completion only helps: it offers nothing, and nothing breaks.
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

/// Passes lines on between a player and a daemon; the answer to the first act it
/// keeps for itself and hangs up.
fn hang_up_after_the_first_act(daemon: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener
        .local_addr()
        .expect("it has an address")
        .to_string();
    thread::spawn(move || {
        let mut has_hung_up = false;
        for player in listener.incoming() {
            // A player who leaves ends his line, and the next one may call.
            let _ = pass_on(player, &daemon, &mut has_hung_up);
        }
    });
    address
}

fn pass_on(player: io::Result<TcpStream>, daemon: &str, has_hung_up: &mut bool) -> io::Result<()> {
    let (player, daemon) = (player?, TcpStream::connect(daemon)?);
    let (mut to_player, mut to_daemon) = (player.try_clone()?, daemon.try_clone()?);
    let (requests, mut answers) = (BufReader::new(player), BufReader::new(daemon));
    for request in requests.lines() {
        let request = request?;
        writeln!(to_daemon, "{request}")?;
        let mut answer = String::new();
        answers.read_line(&mut answer)?;
        if request.contains("match/act\"") && !*has_hung_up {
            *has_hung_up = true;
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
    let target = format!("tcp://{}", hang_up_after_the_first_act(running.tcp()));
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
