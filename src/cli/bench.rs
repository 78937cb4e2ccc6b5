//! `qbcoach bench`

use std::io::Write;
use std::time::Duration;

use qbcoach_protocol as wire;

use super::Failure;
use super::args::BenchOptions;
use super::cards::json;
use crate::measure::bench::{self, POSITION_BYTES};

pub fn run(options: &BenchOptions, out: &mut impl Write) -> Result<(), Failure> {
    let report = bench::run(Duration::from_secs_f64(options.seconds));
    let wire = wire::Bench {
        signature: report.signature,
        plays_per_second: report.plays_per_second(),
        position_bytes: POSITION_BYTES,
        plays: report.plays,
        positions: report.positions,
        timed_plays: report.timed_plays,
    };
    if options.json {
        writeln!(out, "{}", json(&wire)?)?;
        return Ok(());
    }
    writeln!(out, "positions          {:>12}", wire.positions)?;
    writeln!(out, "plays a round      {:>12}", wire.plays)?;
    writeln!(out, "signature          {:>12}", wire.signature)?;
    writeln!(out, "plays per second   {:>12}", wire.plays_per_second)?;
    writeln!(out, "bytes a position   {:>12}", wire.position_bytes)?;
    Ok(())
}
