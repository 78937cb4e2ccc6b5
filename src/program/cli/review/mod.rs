//! `qbcoach review`: where a match was won and lost.

mod course;
mod overview;
mod table;

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use qbcoach_protocol as wire;
use qbcoach_protocol::client::Client;
use qbcoach_protocol::method::{CoachReview, Initialize};

use super::{CommandError, address, combat, input};
use qbcoach_basics::shorten::shortened;
use qbcoach_daemon::to_wire;
use qbcoach_engine::coaching::review::{MatchReview, RecordedMatch, ReviewLimit};
use qbcoach_engine::rules::Catalogue;
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_notation::{Change, MatchText, change_text};
use qbcoach_sessions::SessionId;
use qbcoach_sessions::export::{self, Exported};
use qbcoach_sessions::game::Game;
use qbcoach_sessions::history::SessionChange;
use qbcoach_sessions::queens_blood::{Library, Match, text};
use qbcoach_sessions::undo_line::UndoLine;

pub(crate) const REVIEW_HELP: &str = "\
For every move: your win chance before and after it, what it lost against the best
move, and what was best. A loss of 5% of win chance is an inaccuracy, of 10% a mistake,
of 20% a blunder. Accuracy is the average over your moves: 100 without a loss, and
every 10% lost halves it. What neither side's moves explain is luck: draws, and the
enemy's hidden cards.
  qbcoach review match.txt        a match text or a session's export
  qbcoach review s7               session s7 of the daemon that runs here
  qbcoach review --all            all matches of the daemon: results, accuracy, mistakes";

#[derive(Debug, Args)]
pub(crate) struct ReviewOptions {
    /// A match text, a session's export, - for standard input, or a session of a
    /// running daemon such as s7
    #[arg(value_name = "FILE|SESSION", required_unless_present = "all")]
    pub target: Option<String>,

    /// Review all matches of a running daemon, and sum them up
    #[arg(long, conflicts_with = "target")]
    pub all: bool,

    /// The daemon: ws://HOST:PORT, tcp://HOST:PORT, or the path of a Unix socket
    #[arg(long, value_name = "URL|SOCKET", default_value = "ws://127.0.0.1:7117")]
    pub connect: String,

    /// A token, if the daemon needs one
    #[arg(long, env = "QBCOACH_TOKEN", hide_env_values = true)]
    pub token: Option<String>,

    /// How many plays may be simulated to judge one move
    #[arg(long, value_name = "NUMBER", default_value_t = ReviewLimit::DEFAULT_NODES,
          value_parser = clap::value_parser!(u64).range(1..=ReviewLimit::MOST_NODES))]
    pub nodes: u64,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &ReviewOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let Some(target) = &options.target else {
        return overview::run(catalogue, options, out);
    };
    let is_session = target.parse::<SessionId>().is_ok() && !Path::new(target).exists();
    let review = match is_session {
        true => on_runtime(review_session(options, target))?,
        false => review_file(catalogue, target, options)?,
    };
    if options.json {
        writeln!(out, "{}", serde_json::json!(review))?;
        return Ok(());
    }
    table::write(&review, out)
}

fn on_runtime<T>(work: impl Future<Output = Result<T, CommandError>>) -> Result<T, CommandError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(work)
}

async fn connect(options: &ReviewOptions) -> Result<Client, CommandError> {
    let failed = |error: &dyn ToString| {
        CommandError::Input(format!(
            "{}: {}; is `qbcoach serve` running?",
            options.connect,
            error.to_string()
        ))
    };
    let client = Client::connect(&address(&options.connect)?)
        .await
        .map_err(|error| failed(&error))?;
    if let Some(token) = &options.token {
        let params = wire::InitializeParams {
            token: Some(token.clone()),
            ..wire::InitializeParams::default()
        };
        let greeted = client.call::<Initialize>(&params).await;
        greeted.map_err(|error| CommandError::Input(error.to_string()))?;
    }
    Ok(client)
}

async fn review_session(
    options: &ReviewOptions,
    session: &str,
) -> Result<wire::MatchReview, CommandError> {
    let client = connect(options).await?;
    ask(&client, options, session).await
}

async fn ask(
    client: &Client,
    options: &ReviewOptions,
    session: &str,
) -> Result<wire::MatchReview, CommandError> {
    let params = wire::ReviewParams {
        session_id: session.to_owned(),
        budget: Some(wire::ReviewBudget {
            nodes: Some(options.nodes),
            depth: None,
        }),
        work_done_token: None,
    };
    let review = client.call::<CoachReview>(&params).await;
    review.map_err(|error| CommandError::Input(format!("{session}: {error}")))
}

fn review_file(
    catalogue: &Arc<Catalogue>,
    name: &str,
    options: &ReviewOptions,
) -> Result<wire::MatchReview, CommandError> {
    let content = input::read_file_or_stdin(name)?;
    let read = read_match(catalogue, name, &content)?;
    let review = review_match(name, &read, options.nodes)?;
    Ok(to_wire::review(catalogue, read.events, &review))
}

/// A match from a file or an export.
pub(crate) struct ReadMatch {
    pub game: Match,
    pub played: RecordedMatch,
    /// How many events the file has.
    pub events: u64,
}

/// Reviews a match on all cores.
pub(crate) fn review_match(
    name: &str,
    read: &ReadMatch,
    nodes: u64,
) -> Result<MatchReview, CommandError> {
    let limit = ReviewLimit { nodes, depth: None };
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let go_on = |_| ControlFlow::Continue(());
    let review = read.game.coach.review(&read.played, limit, threads, go_on);
    review.map_err(|error| CommandError::Input(format!("{name}: {error}")))
}

pub(crate) fn read_match(
    catalogue: &Arc<Catalogue>,
    name: &str,
    content: &str,
) -> Result<ReadMatch, CommandError> {
    let wrong =
        |error: &dyn ToString| CommandError::Input(format!("{name}: {}", error.to_string()));
    if combat::is_combat(content) {
        let reason = "a combat of Mage Knight is not reviewed; matches of Queen's Blood are";
        return Err(wrong(&reason));
    }
    let decks = DeckLibrary::embedded(catalogue).map_err(|error| wrong(&error))?;
    let library = Library::new(catalogue.clone(), decks);
    let read = match export::is_jsonl(content) {
        true => export::read::<Match>(&library, content),
        false => text::read(&library, content),
    };
    let Exported { setup, changes } = read.map_err(|error| wrong(&error))?;
    let events = changes.len() as u64;
    let game = Match::begin(&library, &setup).map_err(|error| wrong(&error))?;
    let actions = in_effect(changes);
    let played =
        RecordedMatch::replayed(game.book(), game.annotated.clone(), actions).map_err(|error| {
            match refused_line(catalogue, content) {
                Some(in_text) => wrong(&in_text),
                None => wrong(&error),
            }
        })?;
    Ok(ReadMatch {
        game,
        played,
        events,
    })
}

/// The refusal of a match text with the line that it is about; none for an export, whose
/// lines are not written by people.
fn refused_line(catalogue: &Arc<Catalogue>, content: &str) -> Option<CommandError> {
    if export::is_jsonl(content) {
        return None;
    }
    let text = MatchText::parse(catalogue, content).ok()?;
    last_moment(catalogue, &text).err()
}

/// The match at the end of a text that has no fault of form.
pub(crate) fn last_moment(
    catalogue: &Arc<Catalogue>,
    text: &MatchText,
) -> Result<Match, CommandError> {
    let wrong = |error: &dyn ToString| CommandError::Input(error.to_string());
    let decks = DeckLibrary::embedded(catalogue).map_err(|error| wrong(&error))?;
    let library = Library::new(catalogue.clone(), decks);
    let setup = text::exported(text).setup;
    let mut games = UndoLine::new(Match::begin(&library, &setup).map_err(|error| wrong(&error))?);
    for (line, change) in text.changes() {
        let done = match change {
            Change::Undo(count) => games.undo(*count),
            Change::Redo(count) => games.redo(*count),
            Change::Act(action) => match games.now().act(&library, action) {
                Ok((next, _)) => {
                    games.push(next);
                    Ok(())
                }
                Err(refusal) => Err(refusal.to_string()),
            },
        };
        let shown = change_text(catalogue, change);
        done.map_err(|error| wrong(&format!("line {line}: `{}`: {error}", shortened(&shown))))?;
    }
    Ok(games.now().clone())
}

/// The acts that were not undone, with the numbers of their events.
fn in_effect(changes: Vec<SessionChange<Action>>) -> Vec<(u64, Action)> {
    let (mut acts, mut undone) = (Vec::new(), Vec::new());
    for (number, change) in (1..).zip(changes) {
        match change {
            SessionChange::Act(action) => {
                acts.push((number, action));
                undone.clear();
            }
            SessionChange::Undo(count) => {
                let left = acts.len().saturating_sub(count as usize);
                undone.extend(acts.drain(left..).rev());
            }
            SessionChange::Redo(count) => {
                let left = undone.len().saturating_sub(count as usize);
                acts.extend(undone.drain(left..).rev());
            }
        }
    }
    acts
}
