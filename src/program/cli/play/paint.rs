//! Colours and cleared screens, if the terminal has them and the user wants them.

use std::env;
use std::io::{self, IsTerminal};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Colours,
    Plain,
}

impl Paint {
    /// Colours on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    pub(crate) fn of_stdout() -> Paint {
        let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
        match io::stdout().is_terminal() && !unwanted && !dumb {
            true => Paint::Colours,
            false => Paint::Plain,
        }
    }

    fn with(self, code: &str, text: &str) -> String {
        match self {
            Paint::Colours if !text.trim().is_empty() => format!("\x1b[{code}m{text}\x1b[0m"),
            _ => text.to_owned(),
        }
    }

    pub(crate) fn you(self, text: &str) -> String {
        self.with("36", text)
    }

    pub fn enemy(self, text: &str) -> String {
        self.with("35", text)
    }

    pub(crate) fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    pub(crate) fn wrong(self, text: &str) -> String {
        self.with("31", text)
    }
}

/// Where the next board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paper {
    /// On a cleared screen, so that the board stays in its place.
    Clears,
    /// Below what is there.
    Scrolls,
}

impl Paper {
    /// A terminal is cleared, unless `TERM` says that it cannot be.
    pub(crate) fn of_terminal() -> Paper {
        match env::var_os("TERM").is_none_or(|term| term == "dumb") {
            true => Paper::Scrolls,
            false => Paper::Clears,
        }
    }

    /// What is printed before a board. What was there can still be scrolled back to.
    pub(crate) fn new_page(self) -> &'static str {
        match self {
            Paper::Clears => "\x1b[H\x1b[2J",
            Paper::Scrolls => "",
        }
    }
}
