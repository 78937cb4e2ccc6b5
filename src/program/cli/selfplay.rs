//! `qbcoach selfplay`

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use super::CommandError;
use super::match_table::{MatchTable, ProgressBar, wrong};
use super::measure_args::{SelfplayOptions, ThinkingOptions};
use qbcoach_engine::rules::{BySide, Catalogue};
use qbcoach_measure::pair_stats::{EloRate, OUTCOME_WORDS};
use qbcoach_measure::selfplay::{
    Competitor, Contest, ContestReport, DEFAULT_NODES, HandExchange, Policy,
};
use qbcoach_measure::sprt::{Sprt, Verdict};

const DEFAULT_MATCHES: u32 = 200;
/// The most matches of a test that stops by itself.
const DEFAULT_TEST_MATCHES: u32 = 40_000;

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &SelfplayOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let competitors = competitors(options)?;
    let sprt = match options.sprt.as_deref() {
        Some([low, high]) => Some(Sprt::new(*low, *high).map_err(wrong)?),
        _ => None,
    };
    let matches = options.matches.unwrap_or(match sprt {
        Some(_) => DEFAULT_TEST_MATCHES,
        None => DEFAULT_MATCHES,
    });
    if !matches.is_multiple_of(2) {
        return Err(wrong(format!(
            "matches are played in mirrored pairs: give an even number, such as {}",
            matches + 1
        )));
    }
    let table = MatchTable::new(catalogue, &options.table)?;
    let contest = Contest {
        book: &table.book,
        shipped: &table.shipped,
        decks: &table.decks,
        competitors,
        pairs: matches / 2,
        sprt,
        seed: table.seed,
        threads: table.threads,
    };
    let mut bar = ProgressBar::new(matches, "matches");
    let report = contest.play(|pairs| bar.show(2 * pairs)).map_err(wrong);
    drop(bar);
    let report = report?;
    if options.table.json {
        writeln!(out, "{}", document(&contest, &table, &report))?;
        return Ok(());
    }
    write_report(&contest, &table, &report, out)
}

/// The competitors of the policies, nodes and mulligans that were asked for.
fn competitors(options: &SelfplayOptions) -> Result<BySide<Competitor>, CommandError> {
    let policies = BySide::new(
        Policy::parse(&options.you).map_err(wrong)?,
        Policy::parse(&options.enemy).map_err(wrong)?,
    );
    check_nodes(&options.thinking, policies)?;
    let thinking = &options.thinking;
    let exchange = |own: &Option<String>| {
        HandExchange::parse(own.as_ref().unwrap_or(&options.mulligan)).map_err(wrong)
    };
    let competitor = |policy, nodes: Option<u64>, mulligan| {
        Ok::<_, CommandError>(Competitor {
            nodes: nodes.or(thinking.nodes).unwrap_or(DEFAULT_NODES),
            exchange: exchange(mulligan)?,
            ..Competitor::new(policy)
        })
    };
    Ok(BySide::new(
        competitor(policies.you, thinking.you_nodes, &options.you_mulligan)?,
        competitor(
            policies.enemy,
            thinking.enemy_nodes,
            &options.enemy_mulligan,
        )?,
    ))
}

/// Nodes for a policy that does not search are a mistake.
fn check_nodes(thinking: &ThinkingOptions, policies: BySide<Policy>) -> Result<(), CommandError> {
    let BySide { you, enemy } = policies;
    let neither = !you.searches() && !enemy.searches();
    let given = [
        ("--nodes", thinking.nodes, neither),
        ("--you-nodes", thinking.you_nodes, !you.searches()),
        ("--enemy-nodes", thinking.enemy_nodes, !enemy.searches()),
    ];
    match given
        .iter()
        .find(|(_, nodes, idle)| nodes.is_some() && *idle)
    {
        Some((option, ..)) => Err(wrong(format!(
            "{option} limits a search, and {you} against {enemy} has none there: leave it out, or play coach or oracle",
            you = you.word(),
            enemy = enemy.word(),
        ))),
        None => Ok(()),
    }
}

/// A value that cannot be computed, such as the win rate of drawn matches, is null.
fn document(
    contest: &Contest<'_>,
    table: &MatchTable,
    report: &ContestReport,
) -> serde_json::Value {
    let ContestReport { matches, pairs } = report;
    let rate = matches.win_rate();
    let elo = pairs.elo();
    let nodes = |of: &Competitor| of.policy.searches().then_some(of.nodes);
    let BySide { you, enemy } = &contest.competitors;
    let sprt = contest.sprt.map(|sprt| {
        json!({
            "low": sprt.low(),
            "high": sprt.high(),
            "logLikelihoodRatio": sprt.log_likelihood_ratio(pairs),
            "verdict": sprt.verdict(pairs).word(),
        })
    });
    json!({
        "you": you.policy.word(),
        "enemy": enemy.policy.word(),
        "youNodes": nodes(you),
        "enemyNodes": nodes(enemy),
        "youMulligan": you.exchange.word(),
        "enemyMulligan": enemy.exchange.word(),
        "rules": table.book.rules.to_string(),
        "decks": table.tags(),
        "seed": contest.seed,
        "matches": matches.matches(),
        "wins": matches.wins,
        "draws": matches.draws,
        "losses": matches.losses,
        "cutOff": matches.cut_off,
        "pairs": pairs.counts,
        "winRate": rate.map(|rate| rate.value),
        "low": rate.map(|rate| rate.low),
        "high": rate.map(|rate| rate.high),
        "scoreRate": matches.score_rate(),
        "elo": elo.map(|elo| elo.value),
        "eloLow": elo.and_then(|elo| elo.low),
        "eloHigh": elo.and_then(|elo| elo.high),
        "averageMargin": matches.average_margin(),
        "sprt": sprt,
    })
}

fn write_report(
    contest: &Contest<'_>,
    table: &MatchTable,
    report: &ContestReport,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let ContestReport { matches, pairs } = report;
    let BySide { you, enemy } = &contest.competitors;
    writeln!(
        out,
        "{you} against {enemy}: {} matches in mirrored pairs, {}, seed {}",
        matches.matches(),
        table.decks_counted(),
        contest.seed,
    )?;
    writeln!(
        out,
        "rules {}, mulligans {} and {}",
        table.book.rules,
        you.exchange.word(),
        enemy.exchange.word()
    )?;
    writeln!(
        out,
        "wins {}  draws {}  losses {}",
        matches.wins, matches.draws, matches.losses
    )?;
    let outcomes = OUTCOME_WORDS.iter().zip(pairs.counts);
    let outcomes: Vec<String> = outcomes.map(|(word, n)| format!("{word}: {n}")).collect();
    writeln!(out, "pairs by outcome  {}", outcomes.join("  "))?;
    match matches.win_rate() {
        Some(rate) => writeln!(
            out,
            "won {:.1} % of the decided matches, 95 % interval {:.1} to {:.1} %",
            rate.value * 100.0,
            rate.low * 100.0,
            rate.high * 100.0
        )?,
        None => writeln!(out, "no match was decided")?,
    }
    if let Some(margin) = matches.average_margin() {
        writeln!(out, "average margin {margin:+.2}")?;
    }
    writeln!(out, "{}", elo_words(pairs.elo()))?;
    if let Some(sprt) = contest.sprt {
        let ratio = sprt.log_likelihood_ratio(pairs).unwrap_or_default();
        let (low, high) = (sprt.low(), sprt.high());
        let verdict = match sprt.verdict(pairs) {
            Verdict::Low => format!("{low:+} is the likelier"),
            Verdict::High => format!("{high:+} is the likelier"),
            Verdict::Undecided => "not decided".to_owned(),
        };
        writeln!(
            out,
            "log-likelihood ratio {ratio:+.2} of {high:+} against {low:+} Elo: {verdict}"
        )?;
    }
    if matches.cut_off > 0 {
        writeln!(out, "{} matches were cut off as draws", matches.cut_off)?;
    }
    Ok(())
}

/// "Elo difference +210, 95 % interval +170 to +255"
pub(super) fn elo_words(elo: Option<EloRate>) -> String {
    let Some(EloRate { value, low, high }) = elo else {
        return "Elo difference unknown: one side scored nothing".to_owned();
    };
    let end = |end: Option<f64>| end.map_or("unknown".to_owned(), |end| format!("{end:+.0}"));
    format!(
        "Elo difference {value:+.0}, 95 % interval {} to {}",
        end(low),
        end(high)
    )
}
