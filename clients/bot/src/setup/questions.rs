//! Questions with one line as the answer. A wrong answer is asked for again.

use std::io::{BufRead, Write};

use super::SetupError;

pub(super) struct Questions<'a, R, W> {
    pub input: &'a mut R,
    pub out: &'a mut W,
}

impl<R: BufRead, W: Write> Questions<'_, R, W> {
    pub fn say(&mut self, text: &str) -> Result<(), SetupError> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Asks until `read` accepts the answer; its error says what is wrong with it.
    pub fn ask<T>(
        &mut self,
        question: &str,
        usual: Option<&str>,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, SetupError> {
        loop {
            match usual {
                Some(usual) => write!(self.out, "{question} [{usual}] ")?,
                None => write!(self.out, "{question} ")?,
            }
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Err(SetupError::AnswersEnded);
            }
            let answer = match (line.trim(), usual) {
                ("", Some(usual)) => usual,
                (answer, _) => answer,
            };
            match read(answer) {
                Ok(answer) => return Ok(answer),
                Err(problem) => writeln!(self.out, "  {problem}")?,
            }
        }
    }

    pub fn yes(&mut self, question: &str) -> Result<bool, SetupError> {
        self.ask(question, Some("no"), |answer| {
            match answer.to_lowercase().as_str() {
                "y" | "yes" => Ok(true),
                "n" | "no" => Ok(false),
                _ => Err("Type yes or no.".to_owned()),
            }
        })
    }
}
