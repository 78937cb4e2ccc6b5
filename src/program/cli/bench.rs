//! `qbcoach bench`

use std::io::Write;
use std::time::Duration;

use qbcoach_protocol as wire;

use super::CommandError;
use super::args::BenchOptions;
use super::cards::json;
use qbcoach_engine::rules::data;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_measure::bench::{self, POSITION_BYTES};
use qbcoach_measure::{combats, recommendations, searches, threats};

/// Runs all benchmarks, each for the same share of the time.
pub fn run(options: &BenchOptions, out: &mut impl Write) -> Result<(), CommandError> {
    let time = Duration::from_secs_f64(options.seconds / 5.0);
    let report = bench::run(time);
    let library = DeckLibrary::embedded(&data::embedded())
        .map_err(|error| CommandError::Input(error.to_string()))?;
    let threats = threats::measure(&library, time);
    let advice = recommendations::measure(&library, time);
    let search = searches::measure(&library, time);
    let combats = combats::measure(time);
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let signature =
        report.signature ^ threats.known.signature ^ threats.unknown.signature ^ advice.signature;
    let wire = wire::Bench {
        // Short enough to be written at the end of a commit message.
        signature: signature % 100_000_000,
        plays_per_second: report.plays_per_second(),
        position_bytes: POSITION_BYTES,
        plays: report.plays,
        positions: report.positions,
        timed_plays: report.timed_plays,
        threat_known_micros: micros(threats.known.median),
        threat_known_hands: threats.known.hands,
        threat_unknown_micros: micros(threats.unknown.median),
        threat_unknown_hands: threats.unknown.hands,
        threat_exact_to_enumerated: threats.exact_to_enumerated,
        recommend_known_micros: micros(advice.known),
        recommend_unknown_micros: micros(advice.unknown),
        search_micros_20k: micros(search.median),
        search_plays_per_second: search.plays_per_second(),
        combat_actions_per_second: combats.actions_per_second(),
        combat_actions: combats.actions,
        combat_advice_micros: micros(combats.advice),
        combat_hand_advice_micros: micros(combats.hand_advice),
    };
    if options.json {
        writeln!(out, "{}", json(&wire)?)?;
        return Ok(());
    }
    let threat = |micros: f64, hands: u64| format!("{micros:>12.1} µs for {hands} hands");
    writeln!(out, "positions              {:>12}", wire.positions)?;
    writeln!(out, "plays a round          {:>12}", wire.plays)?;
    writeln!(out, "signature              {:>12}", wire.signature)?;
    writeln!(out, "plays per second       {:>12}", wire.plays_per_second)?;
    writeln!(out, "bytes a position       {:>12}", wire.position_bytes)?;
    writeln!(
        out,
        "threat map, known      {}",
        threat(wire.threat_known_micros, wire.threat_known_hands)
    )?;
    writeln!(
        out,
        "threat map, unknown    {}",
        threat(wire.threat_unknown_micros, wire.threat_unknown_hands)
    )?;
    writeln!(
        out,
        "exact to enumerated    {:>12.4}",
        wire.threat_exact_to_enumerated
    )?;
    writeln!(
        out,
        "recommend, known       {:>12.1} µs",
        wire.recommend_known_micros
    )?;
    writeln!(
        out,
        "recommend, unknown     {:>12.1} µs",
        wire.recommend_unknown_micros
    )?;
    writeln!(
        out,
        "search, 20,000 nodes   {:>12.1} µs",
        wire.search_micros_20k
    )?;
    writeln!(
        out,
        "search, plays/second   {:>12}",
        wire.search_plays_per_second
    )?;
    writeln!(out, "combat actions a round {:>12}", wire.combat_actions)?;
    writeln!(
        out,
        "combat actions/second  {:>12}",
        wire.combat_actions_per_second
    )?;
    writeln!(
        out,
        "combat advice          {:>12.1} µs for five enemies",
        wire.combat_advice_micros
    )?;
    writeln!(
        out,
        "combat advice          {:>12.1} µs for a hand of five, two units and three mana",
        wire.combat_hand_advice_micros
    )?;
    Ok(())
}
