//! `qbcoach threat`

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use super::args::ThreatOptions;
use super::observed::{self, wrong};
use super::{CommandError, position};
use qbcoach_daemon::to_wire;
use qbcoach_engine::prediction::{PredictionEngine, ReplyOutcome, ThreatMap};
use qbcoach_engine::rules::notation::draw_values;
use qbcoach_engine::rules::{Catalogue, Lane, Rulebook};

/// How many replies are printed.
const REPLIES: usize = 5;
/// Rarer ones are no risk to speak of.
const LIKELY_ENOUGH: f64 = 0.03;

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &ThreatOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let given = position::read(catalogue, &options.position, options.rules.as_deref())?;
    let book = given.book.clone();
    let (annotated, archetypes) = observed::annotate(&given, &options.enemy)?;
    let engine = PredictionEngine::new(book.clone(), archetypes);
    let map = engine
        .full_enemy_prediction(&annotated.state, &annotated.observation)
        .map_err(wrong)?;
    if options.json {
        // Nobody follows this output, so it has every reply.
        let mut wire = json!(to_wire::threat_map(&book.catalogue, &map));
        wire["outcomes"] = json!(to_wire::outcomes(&book.catalogue, &map));
        writeln!(out, "{}", super::cards::json(&wire)?)?;
        return Ok(());
    }
    write_map(&book, &map, out)
}

fn write_map(book: &Rulebook, map: &ThreatMap, out: &mut impl Write) -> Result<(), CommandError> {
    let hand = map.basis.hand;
    writeln!(
        out,
        "The enemy's reply from {} cards, {} of them unknown, over {} possible deck{}",
        hand.total(),
        hand.unknown,
        map.basis.decks,
        if map.basis.decks == 1 { "" } else { "s" },
    )?;
    writeln!(
        out,
        "what the board is worth to the enemy then: {:.2} on average, {:.2} with its best move, \
         {:.2} at most",
        map.expected_enemy_score, map.expected_best_reply, map.best_enemy_score
    )?;
    let lanes = Lane::ALL.map(|lane| format!("{lane} {}", signed(map.lane_pressure[lane])));
    writeln!(out, "points in danger: {}", lanes.join("  "))?;
    let drawing = draw_values(&map.tile_pressure.map(signed));
    writeln!(out, "{}", drawing.trim_end())?;
    let mut replies: Vec<&ReplyOutcome> = map.outcomes.iter().collect();
    replies.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    write_replies(book, "the likeliest:", &replies, out)?;
    replies.retain(|reply| reply.weight >= LIKELY_ENOUGH);
    replies.sort_by(|a, b| b.resulting_score.total_cmp(&a.resulting_score));
    write_replies(book, "the worst of what is likely enough:", &replies, out)
}

fn write_replies(
    book: &Rulebook,
    title: &str,
    replies: &[&ReplyOutcome],
    out: &mut impl Write,
) -> Result<(), CommandError> {
    if !replies.is_empty() {
        writeln!(out, "{title}")?;
    }
    for outcome in replies.iter().take(REPLIES) {
        let reply = match outcome.play {
            Some(play) => format!("{} to {}", book.catalogue[play.card].name, play.tile),
            None => "pass".to_owned(),
        };
        writeln!(
            out,
            "  {reply:<34} {:>5.1} %  then you {} enemy {}",
            outcome.weight * 100.0,
            outcome.match_score.totals.you,
            outcome.match_score.totals.enemy
        )?;
    }
    Ok(())
}

/// A number with its sign; plain `0` if it rounds to zero.
fn signed(value: f64) -> String {
    let text = format!("{value:+.2}");
    match text.as_str() {
        "+0.00" | "-0.00" => "0".to_owned(),
        _ => text,
    }
}
