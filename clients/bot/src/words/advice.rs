//! Advice and locks.

use qbcoach_protocol::{Advice, CombatRecommendation, PositionReport, Side};

use super::{DOT, lane, percent, signed};

pub fn best(advice: &Advice) -> String {
    let mut parts = vec![advice.message.clone()];
    if let Some(second) = advice.moves.get(1) {
        let chance = percent(second.win_chance);
        parts.push(format!("next best: {}, {chance}", second.label));
    }
    parts.extend(advice.notes.first().cloned());
    parts.join(DOT)
}

pub fn combat_best(advice: &CombatRecommendation) -> String {
    let mut parts = vec![advice.message.clone()];
    // Where the combat counts points, the line shows what they are for.
    let counts = advice.blocks.is_some();
    let line = advice.moves.first().map(|best| best.line.as_slice());
    let line = line.unwrap_or_default().iter().take(3);
    let line: Vec<&str> = line.filter(|_| counts).map(String::as_str).collect();
    if !line.is_empty() {
        parts.push(format!("then {}", line.join(", then ")));
    }
    parts.extend(advice.notes.first().cloned());
    parts.join(DOT)
}

/// The locked lanes, then the open ones with the lead in each.
pub fn lock(report: &PositionReport) -> String {
    let mut parts = Vec::new();
    if let Some(side) = report.locks.whole_match.locked {
        parts.push(format!("The match is {}", locked_for(side)));
    }
    let (mut locked, mut open) = (Vec::new(), Vec::new());
    for (lock, value) in report.locks.lanes.iter().zip(&report.evaluation.lanes) {
        let name = lane(lock.lane);
        match lock.lock.locked {
            Some(side) => locked.push(format!(
                "{name} is {} ({})",
                locked_for(side),
                proof_of(side)
            )),
            None => open.push((name, signed(value.diff), &lock.lock.proof)),
        }
    }
    let is_all_open = parts.is_empty() && locked.is_empty();
    if is_all_open {
        parts.push("Nothing is locked yet".to_owned());
    }
    parts.extend(locked);
    parts.extend(
        open.into_iter()
            .map(|(name, diff, proof)| match is_all_open {
                true => format!("{name} {diff}: {proof}"),
                false => format!("{name} {diff}"),
            }),
    );
    parts.join(DOT)
}

fn locked_for(side: Side) -> &'static str {
    match side {
        Side::You => "locked: yours",
        Side::Enemy => "locked: theirs",
    }
}

fn proof_of(side: Side) -> &'static str {
    match side {
        Side::You => "no hand of theirs can turn it",
        Side::Enemy => "nothing of yours can turn it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Takes the side for which each lane is locked, and the lead in the lane.
    fn check(lanes: [(Option<&str>, i32); 3], whole: Option<&str>, text: &str) {
        let names = ["TOP", "MID", "BOT"];
        let values = names.iter().zip(lanes).map(|(lane, (_, diff))| {
            json!({ "lane": lane, "diff": diff, "stability": 0, "access": 0, "effect": 0, "value": 0 })
        });
        let locks = names.iter().zip(lanes).map(|(lane, (locked, _))| {
            json!({ "lane": lane, "locked": locked, "proof": "one play can change it" })
        });
        let report = json!({
            "seq": 1,
            "evaluation": { "eval": 0, "margin": 0, "standing": "even", "lanes": values.collect::<Vec<_>>() },
            "locks": { "lanes": locks.collect::<Vec<_>>(), "match": { "locked": whole, "proof": "" } },
        });
        let report = serde_json::from_value(report).expect("a report");
        assert_eq!(lock(&report), text);
    }

    #[test]
    fn locked_lanes_come_first() {
        check(
            [(None, 3), (Some("you"), 9), (None, -2)],
            None,
            "MID is locked: yours (no hand of theirs can turn it) · TOP +3 · BOT -2",
        );
        check(
            [(Some("enemy"), -3), (Some("you"), 9), (None, 0)],
            Some("you"),
            "The match is locked: yours · TOP is locked: theirs (nothing of yours can turn it) · \
             MID is locked: yours (no hand of theirs can turn it) · BOT 0",
        );
        check(
            [(None, 3), (None, 0), (None, -2)],
            None,
            "Nothing is locked yet · TOP +3: one play can change it · MID 0: one play can change it · \
             BOT -2: one play can change it",
        );
    }
}
