//! At a terminal, which is a pseudo-terminal here.

use std::process::Command;

use rexpect::session::{PtySession, spawn_command};

/// Long enough for a busy machine.
const DEADLINE_MS: u64 = 60_000;
const TAB: &str = "\t";
const UP: &str = "\x1b[A";

/// A user at a terminal.
pub struct Terminal {
    session: PtySession,
}

impl Terminal {
    pub fn start(arguments: &[&str]) -> Terminal {
        Terminal::start_with(arguments, &[])
    }

    pub fn start_with(arguments: &[&str], environment: &[(&str, &str)]) -> Terminal {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
        command.arg("play").args(arguments);
        command.env("TERM", "xterm-256color").env_remove("NO_COLOR");
        command.envs(environment.iter().copied());
        let session = spawn_command(command, Some(DEADLINE_MS)).expect("the program starts");
        Terminal { session }
    }

    /// Waits until this text is shown; returns what was shown before it.
    #[track_caller]
    pub fn sees(&mut self, text: &str) -> String {
        // `PtySession` reads each byte as a character.
        let bytes: String = text.bytes().map(char::from).collect();
        let seen = self.session.exp_string(&bytes);
        seen.unwrap_or_else(|error| panic!("`{text}` is not shown: {error}"))
    }

    pub fn types(&mut self, keys: &str) {
        self.session.send(keys).expect("it reads");
        self.session.flush().expect("it reads");
    }

    pub fn enters(&mut self, line: &str) {
        self.types(line);
        self.types("\r");
    }

    #[track_caller]
    pub fn quits(mut self) {
        self.enters("quit");
        self.session.exp_eof().expect("it ends");
    }
}

const HAND: [&str; 2] = ["--hand", "crawler, levrikon, 001, riot trooper, 021"];
const TO_PLAY: &str = "you to play › ";

#[test]
fn tab_completes_cards_of_the_hand_and_their_legal_tiles() {
    let mut terminal = Terminal::start(&HAND);
    terminal.sees(TO_PLAY);
    terminal.types("cr");
    terminal.types(TAB);
    terminal.sees("Crawler ");
    terminal.types("m");
    terminal.types(TAB);
    terminal.sees("MID-1");
    terminal.types("\r");
    terminal.sees("you play Crawler to MID-1");
    terminal.sees("enemy to play › ");
    // For the enemy, all cards are offered, with its own legal tiles.
    terminal.types("e archd");
    terminal.types(TAB);
    terminal.sees("Archdragon ");
    terminal.types("m");
    terminal.types(TAB);
    terminal.sees("MID-5");
    terminal.types("\r");
    terminal.sees("the enemy plays Archdragon to MID-5");
    terminal.sees("you drew? › ");
    terminal.quits();
}

#[test]
fn tab_twice_lists_all_completions() {
    let mut terminal = Terminal::start(&HAND);
    terminal.sees(TO_PLAY);
    terminal.types("draw chocobo");
    terminal.types(TAB);
    terminal.types(TAB);
    terminal.sees("Chocobo & Moogle");
    terminal.sees("Chocobo Jockey");
    terminal.sees("draw Chocobo ");
    terminal.types("\x03");
    terminal.sees(TO_PLAY);
    terminal.quits();
}

#[test]
fn arrow_up_recalls_earlier_lines() {
    let mut terminal = Terminal::start(&HAND);
    terminal.sees(TO_PLAY);
    terminal.enters("odds great malboro");
    terminal.sees("Great Malboro: ");
    terminal.sees(TO_PLAY);
    terminal.enters("hand");
    terminal.sees("Riot Trooper");
    terminal.sees(TO_PLAY);
    terminal.types(UP);
    terminal.sees("hand");
    terminal.types(UP);
    terminal.sees("odds great malboro");
    terminal.types("\r");
    terminal.sees("Great Malboro: ");
    terminal.sees(TO_PLAY);
    terminal.quits();
}

#[test]
fn errors_are_shown_and_undo_takes_back_a_move() {
    let mut terminal = Terminal::start(&HAND);
    terminal.sees(TO_PLAY);
    terminal.enters("crawlr m1");
    terminal.sees("did you mean 019 Crawler?");
    terminal.sees(TO_PLAY);
    terminal.enters("crawler m3");
    terminal.sees("MID-3");
    terminal.sees(TO_PLAY);
    terminal.enters("crawler m1");
    terminal.sees("enemy to play › ");
    terminal.enters("crawler m1");
    terminal.sees("it is the enemy's turn");
    terminal.sees("enemy to play › ");
    terminal.enters("undo");
    terminal.sees(TO_PLAY);
    terminal.enters("e crawler m5");
    terminal.sees("your turn");
    terminal.sees(TO_PLAY);
    terminal.quits();
}

#[test]
fn no_color_and_a_dumb_terminal_switch_colours_off() {
    let mut coloured = Terminal::start(&HAND);
    let shown = coloured.sees(TO_PLAY);
    assert!(
        shown.contains("\x1b[36m") && shown.contains("\x1b[35m"),
        "{shown}"
    );
    coloured.quits();
    for unwanted in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let mut plain = Terminal::start_with(&HAND, &[unwanted]);
        let shown = plain.sees(TO_PLAY);
        assert!(!shown.contains("\x1b[3"), "{shown}");
        plain.quits();
    }
}

#[test]
fn ctrl_d_ends_the_program() {
    let mut terminal = Terminal::start(&HAND);
    terminal.sees(TO_PLAY);
    terminal.types("\x04");
    terminal.session.exp_eof().expect("it ends");
}
