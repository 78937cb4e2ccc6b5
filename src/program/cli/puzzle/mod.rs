//! `qbcoach puzzle`: find the best move of a position.

use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::review::{read_match, review_match};
use super::show::write_score;
use super::{CommandError, input};
use qbcoach_daemon::practice::{Answered, Practice};
use qbcoach_daemon::settings::Settings;
use qbcoach_engine::coaching::puzzle::{
    PUZZLE_NODES, PuzzleVerdict, SHIPPED_PUZZLES, read_puzzles,
};
use qbcoach_engine::coaching::review::{ReviewLimit, WinShare};
use qbcoach_engine::coaching::{Claim, Coach, SearchLimit, SearchReport};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::notation::{draw, position_text};
use qbcoach_engine::rules::{CardId, Catalogue, Move, Play, Rulebook, Rules, Side};
use qbcoach_platform::refuse_device;
use qbcoach_sessions::journal::DataDir;

pub(crate) const PUZZLE_HELP: &str = "\
Shows a position and asks for your move: `crawler m2`, or `pass`. In the shipped
puzzles both hands are open and nothing is drawn any more. Those you have solved come
back after 1, 3, 7, 21 and 60 days; those you have missed come back at once.
  qbcoach puzzle                      the next one
  qbcoach puzzle p007                 a certain one
  qbcoach puzzle --from match.txt     the costly moves of a match of yours";

#[derive(Debug, Args)]
pub(crate) struct PuzzleOptions {
    /// A shipped puzzle; the next one that is due when left out
    pub id: Option<String>,

    /// Take the moves that lost most in a match of your own: a match text or an export
    #[arg(long, value_name = "FILE", conflicts_with = "id")]
    pub from: Option<String>,

    /// Your move; you are asked for it when it is left out
    #[arg(long, value_name = "MOVE")]
    pub answer: Option<String>,

    /// Where your progress is kept; `:memory:` keeps none
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<String>,

    /// Print one JSON object: the puzzle, and the verdict if there is an answer
    #[arg(long)]
    pub json: bool,
}

/// A position to find the best move in.
struct Exercise {
    id: String,
    view: AnnotatedState,
}

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &PuzzleOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let practice_file = practice_file(options)?;
    let practice = Practice::read(practice_file.as_deref());
    let mut practice = practice.map_err(CommandError::Input)?;
    let (coach, exercises) = match &options.from {
        Some(file) => own_mistakes(catalogue, file)?,
        None => shipped(catalogue)?,
    };
    let exercise = match &options.id {
        Some(id) => exercises.iter().find(|exercise| exercise.id == *id),
        None => practice
            .next(exercises.iter().map(|exercise| exercise.id.as_str()))
            .and_then(|id| exercises.iter().find(|exercise| exercise.id == id)),
    };
    let Some(exercise) = exercise else {
        let reason = match (&options.id, &options.from) {
            (Some(id), _) => format!(
                "there is no puzzle `{id}`; they are p001 to p{:03}",
                exercises.len()
            ),
            (None, Some(file)) => {
                format!("{file}: no move of yours lost much, so there is nothing to practise")
            }
            (None, None) => {
                "nothing is due today; `qbcoach puzzle p001` shows one again".to_owned()
            }
        };
        return Err(CommandError::Input(reason));
    };
    if !options.json {
        show(&coach.book, exercise, out)?;
    }
    let answer = match (&options.answer, options.json) {
        (Some(answer), _) => Some(answer.clone()),
        (None, true) => None,
        (None, false) => asked(out)?,
    };
    let Some(answer) = answer else {
        return write_json(&coach.book, exercise, None, out);
    };
    let book = &coach.book;
    let made = read_move(book, &exercise.view, &answer)?;
    let report = search(&coach, &exercise.view)?;
    let verdict = PuzzleVerdict::of(&report, made);
    practice.note(&exercise.id, Answered::of(&verdict));
    practice.write(practice_file.as_deref())?;
    if options.json {
        return write_json(book, exercise, Some((&verdict, &report)), out);
    }
    write_verdict(book, &report, &verdict, out)
}

fn practice_file(options: &PuzzleOptions) -> Result<Option<PathBuf>, CommandError> {
    let folder = options.data_dir.clone();
    let folder = folder.unwrap_or_else(|| Settings::default().data_dir);
    refuse_device(Path::new(&folder)).map_err(|error| CommandError::Input(error.to_string()))?;
    Ok(Practice::file_in(&DataDir::parse(&folder)))
}

fn shipped(catalogue: &Arc<Catalogue>) -> Result<(Coach, Vec<Exercise>), CommandError> {
    let book = Rulebook::new(catalogue.clone(), Rules::canon());
    let wrong = |error: &dyn ToString| CommandError::Input(error.to_string());
    let puzzles = read_puzzles(&book, SHIPPED_PUZZLES).map_err(|error| wrong(&error))?;
    let mut exercises = Vec::new();
    for puzzle in puzzles {
        let view = puzzle.view(&book).map_err(|error| wrong(&error))?;
        exercises.push(Exercise {
            id: puzzle.id,
            view,
        });
    }
    Ok((Coach::new(book, Archetypes::default()), exercises))
}

/// The marked moves of a match, the costliest first.
fn own_mistakes(
    catalogue: &Arc<Catalogue>,
    file: &str,
) -> Result<(Coach, Vec<Exercise>), CommandError> {
    let content = input::read_file_or_stdin(file)?;
    let read = read_match(catalogue, file, &content)?;
    let review = review_match(file, &read, ReviewLimit::DEFAULT_NODES)?;
    let mut marked: Vec<_> = review
        .moves
        .iter()
        .filter(|made| made.side == Side::You && made.mark.is_some())
        .collect();
    marked.sort_by_key(|made| (-made.loss, made.number));
    let mut exercises = Vec::new();
    for made in marked {
        let step = read
            .played
            .steps
            .iter()
            .find(|step| step.number == made.number);
        exercises.extend(step.map(|step| Exercise {
            id: format!("{file}#{}", made.number),
            view: step.before.clone(),
        }));
    }
    Ok((read.game.coach.as_ref().clone(), exercises))
}

fn show(book: &Rulebook, exercise: &Exercise, out: &mut impl Write) -> Result<(), CommandError> {
    let state = &exercise.view.state;
    let position = &state.position;
    writeln!(out, "Puzzle {}: what do you play?", exercise.id)?;
    writeln!(out, "{}", draw(book, &position.board).trim_end())?;
    write_score(&position.board.score(book), out)?;
    let name = |card: &CardId| book.catalogue[*card].name.clone();
    let names = |cards: Vec<CardId>| cards.iter().map(name).collect::<Vec<_>>().join(", ");
    let enemy = &state.holdings[Side::Enemy].hand;
    writeln!(
        out,
        "you hold     {}",
        names(state.holdings[Side::You].hand.cards())
    )?;
    match enemy.unknown {
        0 => writeln!(out, "the enemy    {}", names(enemy.cards()))?,
        unknown => writeln!(out, "the enemy    {unknown} cards you do not know")?,
    }
    if position.passes() > 0 {
        writeln!(out, "The enemy has passed.")?;
    }
    Ok(())
}

/// The next line of the input; none at its end.
fn asked(out: &mut impl Write) -> Result<Option<String>, CommandError> {
    write!(out, "your move › ")?;
    out.flush()?;
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}

/// `crawler m2` or `pass`.
fn read_move(book: &Rulebook, view: &AnnotatedState, text: &str) -> Result<Move, CommandError> {
    let wrong = |reason: String| CommandError::Input(reason);
    let made = match text.rsplit_once(char::is_whitespace) {
        _ if text.eq_ignore_ascii_case("pass") => Move::Pass,
        None => {
            return Err(wrong(
                "say a card and a tile, `crawler m2`, or `pass`".to_owned(),
            ));
        }
        Some((card, tile)) => Move::Play(Play {
            card: book
                .catalogue
                .find(card.trim())
                .map_err(|error| wrong(error.to_string()))?,
            tile: tile
                .parse()
                .map_err(|_| wrong(format!("there is no tile `{tile}`")))?,
        }),
    };
    match view.state.legal_moves(book).contains(&made) {
        true => Ok(made),
        false => Err(wrong(format!("`{text}` is not legal here"))),
    }
}

fn search(coach: &Coach, view: &AnnotatedState) -> Result<SearchReport, CommandError> {
    let go_on = |_: &SearchReport| ControlFlow::Continue(());
    let limit = SearchLimit::nodes(PUZZLE_NODES);
    let report = coach.search(view, limit, NonZeroUsize::MIN, go_on);
    report.map_err(|error| CommandError::Input(error.to_string()))
}

fn label(book: &Rulebook, made: Move) -> String {
    match made {
        Move::Play(play) => format!("{} to {}", book.catalogue[play.card].name, play.tile),
        Move::Pass => "Pass".to_owned(),
    }
}

fn line_labels(book: &Rulebook, report: &SearchReport) -> Vec<String> {
    let line = report.moves.first().map(|best| &best.line);
    let line = line.into_iter().flatten();
    line.map(|step| label(book, step.made)).collect()
}

fn write_verdict(
    book: &Rulebook,
    report: &SearchReport,
    verdict: &PuzzleVerdict,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let chance = WinShare::of_chance;
    let proved = report.moves.first().map(|best| best.claim) == Some(Claim::Proved);
    let sure = if proved { " (proved)" } else { "" };
    match verdict.is_right {
        true => writeln!(
            out,
            "Right: win chance {}{sure}.",
            chance(verdict.win_chance)
        )?,
        false => writeln!(
            out,
            "Not quite: {} has a win chance of {}. {} has {}{sure}.",
            label(book, verdict.made),
            chance(verdict.win_chance),
            label(book, report.best()),
            chance(report.win_chance),
        )?,
    }
    writeln!(out, "The line: {}.", line_labels(book, report).join(", "))?;
    Ok(())
}

fn write_json(
    book: &Rulebook,
    exercise: &Exercise,
    verdict: Option<(&PuzzleVerdict, &SearchReport)>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let state = &exercise.view.state;
    let numbers = |side: Side| {
        let cards = state.holdings[side].hand.cards();
        let number = |card: &CardId| book.catalogue[*card].number.clone();
        cards.iter().map(number).collect::<Vec<_>>()
    };
    let mut document = json!({
        "id": exercise.id,
        "position": position_text(book, &state.position),
        "hand": numbers(Side::You),
        "enemyHand": numbers(Side::Enemy),
    });
    if let Some((verdict, report)) = verdict {
        document["right"] = json!(verdict.is_right);
        document["winChance"] = json!(verdict.win_chance);
        document["best"] = json!(label(book, report.best()));
        document["bestWinChance"] = json!(report.win_chance);
        document["line"] = json!(line_labels(book, report));
    }
    writeln!(out, "{document}")?;
    Ok(())
}
