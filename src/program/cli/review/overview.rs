//! `qbcoach review --all`: all matches of a daemon, summed up.

use std::collections::BTreeMap;
use std::io::Write;

use qbcoach_protocol as wire;
use qbcoach_protocol::method::{SessionExport, SessionListAll};
use serde::Serialize;

use super::table::percent;
use super::{ReviewOptions, ask, connect, on_runtime};
use crate::cli::CommandError;
use qbcoach_engine::rules::Catalogue;
use qbcoach_engine::simulation::deck_code::DeckCode;
use qbcoach_engine::simulation::deck_library::DeckLibrary;

/// The tags of reasons that name a kind of mistake, with their words.
const KINDS: [(&str, &str); 5] = [
    ("passedTooEarly", "passed too early"),
    ("highTileWasted", "high tile wasted"),
    ("overkill", "too much in one lane"),
    ("accessLost", "lost tiles to play on"),
    ("fearedTooMuch", "too careful"),
];

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Results {
    matches: u32,
    won: u32,
    drawn: u32,
    lost: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReviewedMatch {
    session_id: String,
    title: String,
    opponent: Option<String>,
    deck: Option<String>,
    updated_at: String,
    accuracy: Option<f64>,
    loss: f64,
    marks: u32,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct MistakeSum {
    number: u32,
    loss: f64,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Overview {
    matches: Vec<ReviewedMatch>,
    by_opponent: BTreeMap<String, Results>,
    by_deck: BTreeMap<String, Results>,
    mistakes: BTreeMap<&'static str, MistakeSum>,
    /// Sessions that could not be reviewed, and why.
    left_out: BTreeMap<String, String>,
}

pub(super) fn run(
    catalogue: &Catalogue,
    options: &ReviewOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let overview = on_runtime(sum_up(catalogue, options))?;
    if options.json {
        writeln!(out, "{}", serde_json::json!(overview))?;
        return Ok(());
    }
    write(&overview, out)
}

async fn sum_up(catalogue: &Catalogue, options: &ReviewOptions) -> Result<Overview, CommandError> {
    let client = connect(options).await?;
    let failed = |error: &dyn ToString| CommandError::Input(error.to_string());
    let decks = DeckLibrary::embedded(catalogue).map_err(|error| failed(&error))?;
    let listed = client
        .call::<SessionListAll>(&wire::ListParams::default())
        .await
        .map_err(|error| failed(&error))?;
    let mut overview = Overview::default();
    for session in listed.sessions {
        let is_match = session.game == "queens-blood" && session.mode != "analysis";
        if !is_match || session.seq == 0 {
            continue;
        }
        let id = session.session_id.clone();
        let review = match ask(&client, options, &id).await {
            Ok(review) => review,
            Err(error) => {
                overview.left_out.insert(id, error.to_string());
                continue;
            }
        };
        let params = wire::ExportParams {
            session_id: id.clone(),
            format: wire::ExportFormat::Text,
        };
        let export = client.call::<SessionExport>(&params).await;
        let deck = export
            .ok()
            .and_then(|export| deck_name(catalogue, &decks, &export.content));
        overview.add(&session, deck, &review);
    }
    Ok(overview)
}

/// The name of your deck, or its code if it is none of the shipped ones.
fn deck_name(catalogue: &Catalogue, decks: &DeckLibrary, export: &str) -> Option<String> {
    let line = export
        .lines()
        .find_map(|line| line.strip_prefix("you deck "))?;
    let mut cards = decks.read(catalogue, line).ok()?;
    cards.sort_unstable();
    let mut shipped = decks.list();
    let known = shipped.find(|deck| {
        let mut listed = deck.cards.clone();
        listed.sort_unstable();
        listed == cards
    });
    match known {
        Some(deck) => Some(deck.name.clone()),
        None => DeckCode::of(catalogue, &cards).map(|code| code.as_str().to_owned()),
    }
}

impl Overview {
    fn add(
        &mut self,
        session: &wire::ListedSession,
        deck: Option<String>,
        review: &wire::MatchReview,
    ) {
        if review.complete {
            let opponent = session.opponent.clone().unwrap_or("(unnamed)".to_owned());
            let deck = deck.clone().unwrap_or("(not told)".to_owned());
            for results in [
                self.by_opponent.entry(opponent).or_default(),
                self.by_deck.entry(deck).or_default(),
            ] {
                results.matches += 1;
                match review.end {
                    end if end > 0.5 => results.won += 1,
                    end if end < 0.5 => results.lost += 1,
                    _ => results.drawn += 1,
                }
            }
        }
        let yours = || {
            review
                .moves
                .iter()
                .filter(|made| made.side == wire::Side::You)
        };
        for made in yours() {
            let is_kind = |reason: &&wire::Reason| KINDS.iter().any(|(tag, _)| *tag == reason.tag);
            // The first kind is the main one.
            let Some(kind) = made.reasons.iter().find(is_kind) else {
                continue;
            };
            if let Some((tag, _)) = KINDS.iter().find(|(tag, _)| *tag == kind.tag) {
                let sum = self.mistakes.entry(tag).or_default();
                sum.number += 1;
                sum.loss += made.loss;
            }
        }
        self.matches.push(ReviewedMatch {
            session_id: session.session_id.clone(),
            title: session.title.clone(),
            opponent: session.opponent.clone(),
            deck,
            updated_at: session.updated_at.clone(),
            accuracy: review.you.accuracy,
            loss: review.you.loss,
            marks: yours().filter(|made| made.mark.is_some()).count() as u32,
        });
    }
}

fn write(overview: &Overview, out: &mut impl Write) -> Result<(), CommandError> {
    writeln!(out, "{} matches reviewed", overview.matches.len())?;
    for (title, results) in [
        ("by opponent", &overview.by_opponent),
        ("by your deck", &overview.by_deck),
    ] {
        if results.is_empty() {
            continue;
        }
        writeln!(out, "\n{title}")?;
        for (name, results) in results {
            let Results {
                matches,
                won,
                drawn,
                lost,
            } = results;
            writeln!(
                out,
                "  {name:32} {matches:3} played  {won:3} won  {drawn:3} drawn  {lost:3} lost"
            )?;
        }
    }
    writeln!(out, "\naccuracy over time")?;
    for reviewed in &overview.matches {
        let accuracy = reviewed.accuracy;
        writeln!(
            out,
            "  {} {:6} {:>6}  {}",
            reviewed.updated_at.get(..10).unwrap_or_default(),
            reviewed.session_id,
            accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.1}%")),
            reviewed.opponent.as_deref().unwrap_or(&reviewed.title),
        )?;
    }
    if !overview.mistakes.is_empty() {
        writeln!(out, "\nthe costliest kinds of mistakes")?;
        let mut sums: Vec<_> = overview.mistakes.iter().collect();
        sums.sort_by(|a, b| b.1.loss.total_cmp(&a.1.loss).then_with(|| a.0.cmp(b.0)));
        for (kind, sum) in sums {
            let words = KINDS.iter().find(|(tag, _)| tag == kind);
            let words = words.map_or(*kind, |(_, words)| words);
            writeln!(
                out,
                "  {words:22} {:3} {}, {} of win chance lost",
                sum.number,
                if sum.number == 1 { "time" } else { "times" },
                percent(sum.loss)
            )?;
        }
    }
    for (session, reason) in &overview.left_out {
        writeln!(out, "left out {session}: {reason}")?;
    }
    Ok(())
}
