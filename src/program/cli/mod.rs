//! The command line, with one module for each command.

mod advise;
mod args;
mod bench;
mod calibration;
mod cards;
mod check;
mod combat;
mod daemon_args;
mod deck;
mod input;
mod journal;
mod ladder;
mod load;
mod lsp;
mod match_table;
mod mcp;
mod measure;
mod measure_args;
mod mulligan;
mod observed;
mod play;
mod position;
mod puzzle;
mod ready_file;
mod replay;
mod replay_session;
mod review;
mod running;
mod selfplay;
mod serve;
mod show;
mod threat;
mod watch;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use qbcoach_protocol::client::DaemonAddress;

use args::{Arguments, CliCommand};
use measure_args::MeasureCommand;

/// Why a command failed, as a sentence that says what to do about it.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error("{0}")]
    Input(String),
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The command has printed the reason itself.
    #[error("")]
    AlreadyReported,
}

/// Reads the address of a daemon.
fn address(text: &str) -> Result<DaemonAddress, CommandError> {
    DaemonAddress::parse(text).map_err(|error| CommandError::Input(error.to_string()))
}

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    // The window of a program that was double-clicked closes with it, so help would vanish.
    if std::env::args_os().len() < 2 && qbcoach_platform::was_double_clicked() {
        return double_clicked();
    }
    run_arguments(&Arguments::parse())
}

/// Serves and shows the desk. The window stays open with an error until it was read.
fn double_clicked() -> ExitCode {
    let code = run_arguments(&Arguments::parse_from(["qbcoach", "serve", "--open"]));
    if code != ExitCode::SUCCESS {
        eprintln!("Press Enter to close this window.");
        let _ = io::stdin().read_line(&mut String::new());
    }
    code
}

fn run_arguments(arguments: &Arguments) -> ExitCode {
    let cards = arguments.cards_file.as_deref();
    // A daemon writes to stdout itself while it runs.
    let served = match &arguments.command {
        CliCommand::Serve(options) => Some(serve::serve(options, cards)),
        CliCommand::Stdio(options) => Some(serve::stdio(options, cards)),
        CliCommand::Lsp(options) => Some(lsp::run(options, cards)),
        CliCommand::Mcp(options) => Some(mcp::run(options, cards)),
        _ => None,
    };
    if let Some(served) = served {
        return served.unwrap_or_else(|error| {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        });
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(arguments, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe, as in `qbcoach cards | head`.
        Err(CommandError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(CommandError::AlreadyReported) => ExitCode::FAILURE,
        Err(error) => {
            let _ = out.flush();
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one command, which prints to `out`.
fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CommandError> {
    let cards = arguments.cards_file.as_deref();
    match &arguments.command {
        CliCommand::Watch(options) => return watch::run(options, out),
        CliCommand::Config(options) => return serve::config(options, cards, out),
        CliCommand::Load(options) => return load::run(options, out),
        CliCommand::Journal(command) => return journal::run(command, out),
        CliCommand::Play(options) => return play::run(options, cards, out),
        CliCommand::Combat(options) => return combat::run(options, out),
        _ => {}
    }
    let catalogue = input::catalogue(cards)?;
    match &arguments.command {
        CliCommand::Cards(options) => cards::run(&catalogue, options, out),
        CliCommand::Deck(options) => deck::run(&catalogue, options, out),
        CliCommand::Show(options) => show::run(&catalogue, options, out),
        CliCommand::Advise(options) => advise::run(&catalogue, options, out),
        CliCommand::Mulligan(options) => mulligan::run(&catalogue, options, out),
        CliCommand::Threat(options) => threat::run(&catalogue, options, out),
        CliCommand::Replay(options) => replay::run(&catalogue, options, out),
        CliCommand::Review(options) => review::run(&catalogue, options, out),
        CliCommand::Puzzle(options) => puzzle::run(&catalogue, options, out),
        CliCommand::Check(options) => check::run(&catalogue, options, out),
        CliCommand::Bench(options) => bench::run(options, out),
        CliCommand::Selfplay(options) => selfplay::run(&catalogue, options, out),
        CliCommand::Measure(MeasureCommand::Inference(options)) => {
            measure::inference(&catalogue, options, out)
        }
        CliCommand::Measure(MeasureCommand::Calibration(options)) => {
            calibration::run(&catalogue, options, out)
        }
        CliCommand::Measure(MeasureCommand::Ladder(options)) => {
            ladder::run(&catalogue, options, out)
        }
        CliCommand::Measure(MeasureCommand::Puzzles(options)) => {
            measure::puzzles(&catalogue, options, out)
        }
        CliCommand::Measure(MeasureCommand::Fit(options)) => measure::fit(&catalogue, options, out),
        CliCommand::Measure(MeasureCommand::FitMulligan(options)) => {
            measure::fit_mulligan(&catalogue, options, out)
        }
        CliCommand::Measure(MeasureCommand::FitChance(options)) => {
            measure::fit_chance(&catalogue, options, out)
        }
        // Handled above: commands without cards, and commands that run until stopped.
        CliCommand::Serve(_)
        | CliCommand::Stdio(_)
        | CliCommand::Lsp(_)
        | CliCommand::Mcp(_)
        | CliCommand::Watch(_)
        | CliCommand::Config(_)
        | CliCommand::Combat(_)
        | CliCommand::Play(_)
        | CliCommand::Journal(_)
        | CliCommand::Load(_) => Ok(()),
    }
}
