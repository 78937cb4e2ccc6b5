//! The command line: thin, every command a few lines over the library.

mod advise;
mod args;
mod bench;
mod cards;
mod check;
mod input;
mod measure;
mod mulligan;
mod position;
mod replay;
mod selfplay;
mod show;
mod table;
mod threat;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

pub use args::Arguments;
use args::{Command, MeasureCommand};

/// What a command ends with when it cannot do its job: a sentence that says why
/// and what to do.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Input(String),
    #[error(transparent)]
    Output(#[from] io::Error),
    /// What was found wrong has been printed already.
    #[error("")]
    Told,
}

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(&arguments, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough: `qbcoach cards | head`.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Told) => ExitCode::FAILURE,
        Err(failure) => {
            let _ = out.flush();
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one command, writing what it has to say to `out`.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let catalogue = input::catalogue(arguments.cards_file.as_deref())?;
    match &arguments.command {
        Command::Cards(options) => cards::run(&catalogue, options, out),
        Command::Show(options) => show::run(&catalogue, options, out),
        Command::Advise(options) => advise::run(&catalogue, options, out),
        Command::Mulligan(options) => mulligan::run(&catalogue, options, out),
        Command::Threat(options) => threat::run(&catalogue, options, out),
        Command::Replay(options) => replay::run(&catalogue, options, out),
        Command::Check(options) => check::run(&catalogue, options, out),
        Command::Bench(options) => bench::run(options, out),
        Command::Selfplay(options) => selfplay::run(&catalogue, options, out),
        Command::Measure(MeasureCommand::Inference(options)) => {
            measure::inference(&catalogue, options, out)
        }
    }
}
