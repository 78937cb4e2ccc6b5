//! The command line: thin, every command a few lines over the library.

mod advise;
mod args;
mod bench;
mod cards;
mod check;
mod combat;
mod daemon_args;
mod deck;
mod input;
mod load;
mod measure;
mod mulligan;
pub mod play;
mod position;
mod replay;
mod replay_session;
mod selfplay;
mod serve;
mod show;
mod table;
mod threat;
mod watch;

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
    let cards = arguments.cards_file.as_deref();
    // A daemon writes to stdout itself, for as long as it runs.
    let served = match &arguments.command {
        Command::Serve(options) => Some(serve::serve(options, cards)),
        Command::Stdio(options) => Some(serve::stdio(options, cards)),
        _ => None,
    };
    if let Some(served) = served {
        return served.unwrap_or_else(|failure| {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        });
    }
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
    let cards = arguments.cards_file.as_deref();
    match &arguments.command {
        Command::Watch(options) => return watch::run(options, out),
        Command::Config(options) => return serve::config(options, cards, out),
        Command::Load(options) => return load::run(options, out),
        Command::Play(options) => return play::run(options, cards, out),
        Command::Combat(options) => return combat::run(options, out),
        _ => {}
    }
    let catalogue = input::catalogue(cards)?;
    match &arguments.command {
        Command::Cards(options) => cards::run(&catalogue, options, out),
        Command::Deck(options) => deck::run(&catalogue, options, out),
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
        // Those that need no cards, or run until they are stopped, are done above.
        Command::Serve(_)
        | Command::Stdio(_)
        | Command::Watch(_)
        | Command::Config(_)
        | Command::Combat(_)
        | Command::Play(_)
        | Command::Load(_) => Ok(()),
    }
}
