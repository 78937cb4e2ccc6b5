//! Reads the player's lines, from a terminal with line editing or from a pipe.

use std::io::{self, BufRead, StdinLock, Write};
use std::rc::Rc;

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor};

use super::completion::Completion;
use super::paint::Paint;
use super::session::PlayedSession;

/// Much longer than any command, so that a binary file is refused.
const LONGEST_LINE: usize = 4096;

pub(crate) enum Lines {
    Terminal(Box<Editor<Completion, MemHistory>>, Paint),
    Pipe(StdinLock<'static>),
}

pub(crate) enum InputLine {
    Line(String),
    /// The line was abandoned with Ctrl-C.
    Abandoned,
    End,
}

impl Lines {
    pub(crate) fn of_terminal(
        session: &Rc<PlayedSession>,
        paint: Paint,
    ) -> rustyline::Result<Lines> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history)?;
        editor.set_helper(Some(Completion {
            session: session.clone(),
        }));
        Ok(Lines::Terminal(Box::new(editor), paint))
    }

    pub(crate) fn of_pipe() -> Lines {
        Lines::Pipe(io::stdin().lock())
    }

    /// Reads the next line. A line from a pipe is printed after the prompt, as a
    /// terminal would show it.
    pub fn next(&mut self, prompt: &str, out: &mut impl Write) -> io::Result<InputLine> {
        match self {
            Lines::Terminal(editor, paint) => {
                out.flush()?;
                match editor.readline(&(prompt, paint.strong(prompt))) {
                    Ok(line) => Ok(InputLine::Line(line)),
                    Err(ReadlineError::Interrupted) => Ok(InputLine::Abandoned),
                    Err(ReadlineError::Eof) => Ok(InputLine::End),
                    Err(ReadlineError::Signal(_)) => Ok(InputLine::Abandoned),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(other) => Err(io::Error::other(other)),
                }
            }
            Lines::Pipe(input) => {
                let mut bytes = Vec::new();
                let limited = &mut io::Read::take(&mut *input, LONGEST_LINE as u64 + 1);
                if limited.read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(InputLine::End);
                }
                if bytes.len() > LONGEST_LINE {
                    return Err(io::Error::other(format!(
                        "a line is longer than {LONGEST_LINE} bytes; put each command on a line of its own"
                    )));
                }
                // Programs on Windows may begin a text with a byte order mark.
                let line = String::from_utf8_lossy(&bytes);
                let line = line.trim_start_matches('\u{feff}').trim().to_owned();
                if !line.is_empty() {
                    writeln!(out, "{prompt}{line}")?;
                }
                Ok(InputLine::Line(line))
            }
        }
    }

    pub(crate) fn is_pipe(&self) -> bool {
        matches!(self, Lines::Pipe(_))
    }
}
