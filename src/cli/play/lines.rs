//! Where the player's lines come from: a terminal that edits them, or a pipe.

use std::io::{self, BufRead, StdinLock, Write};
use std::rc::Rc;

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor};

use super::completion::Completion;
use super::paint::Paint;
use super::table::Table;

/// No command comes near; a binary file does.
const LONGEST_LINE: usize = 4096;

pub enum Lines {
    Terminal(Box<Editor<Completion, MemHistory>>, Paint),
    Pipe(StdinLock<'static>),
}

pub enum Next {
    Line(String),
    /// The line was given up.
    Nothing,
    End,
}

impl Lines {
    pub fn of_terminal(table: &Rc<Table>, paint: Paint) -> rustyline::Result<Lines> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history)?;
        editor.set_helper(Some(Completion {
            table: table.clone(),
        }));
        Ok(Lines::Terminal(Box::new(editor), paint))
    }

    pub fn of_pipe() -> Lines {
        Lines::Pipe(io::stdin().lock())
    }

    /// The next line. From a pipe it is shown behind the prompt, so that what is
    /// printed reads like a conversation.
    pub fn next(&mut self, prompt: &str, out: &mut impl Write) -> io::Result<Next> {
        match self {
            Lines::Terminal(editor, paint) => {
                out.flush()?;
                match editor.readline(&(prompt, paint.strong(prompt))) {
                    Ok(line) => Ok(Next::Line(line)),
                    Err(ReadlineError::Interrupted) => Ok(Next::Nothing),
                    Err(ReadlineError::Eof) => Ok(Next::End),
                    Err(ReadlineError::Signal(_)) => Ok(Next::Nothing),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(other) => Err(io::Error::other(other)),
                }
            }
            Lines::Pipe(input) => {
                let mut bytes = Vec::new();
                let limited = &mut io::Read::take(&mut *input, LONGEST_LINE as u64 + 1);
                if limited.read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(Next::End);
                }
                if bytes.len() > LONGEST_LINE {
                    return Err(io::Error::other(format!(
                        "a line is longer than {LONGEST_LINE} bytes: one command a line is needed"
                    )));
                }
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if !line.is_empty() {
                    writeln!(out, "{prompt}{line}")?;
                }
                Ok(Next::Line(line))
            }
        }
    }

    pub fn is_pipe(&self) -> bool {
        matches!(self, Lines::Pipe(_))
    }
}
