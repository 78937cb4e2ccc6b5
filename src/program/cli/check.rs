//! `qbcoach check`

use std::io::Write;
use std::sync::Arc;

use qbcoach_protocol as wire;

use super::CommandError;
use super::args::CheckOptions;
use super::cards::json;
use qbcoach_engine::diagnostics;
use qbcoach_engine::rules::{Catalogue, Rulebook, Rules};

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &CheckOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let rules = match &options.rules {
        Some(text) => {
            vec![Rules::parse(text).map_err(|error| CommandError::Input(error.to_string()))?]
        }
        None => vec![Rules::canon(), Rules::rebirth()],
    };
    let mut checks = Vec::new();
    for rules in rules {
        let book = Rulebook::new(catalogue.clone(), rules);
        let findings = diagnostics::run(&book);
        checks.extend(findings.into_iter().map(|finding| {
            let ok = finding.result.is_ok();
            let (Ok(detail) | Err(detail)) = finding.result;
            wire::Check {
                name: format!("{} ({rules})", finding.name),
                ok,
                detail,
            }
        }));
    }
    let report = wire::Diagnostics {
        ok: checks.iter().all(|check| check.ok),
        checks,
    };
    if options.json {
        writeln!(out, "{}", json(&report)?)?;
    } else {
        for check in &report.checks {
            let verdict = if check.ok { "ok  " } else { "FAIL" };
            writeln!(out, "{verdict} {:<26} {}", check.name, check.detail)?;
        }
    }
    if report.ok {
        Ok(())
    } else {
        out.flush()?;
        Err(CommandError::AlreadyReported)
    }
}
