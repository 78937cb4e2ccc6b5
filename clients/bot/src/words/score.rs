//! The score.

use qbcoach_protocol::{MatchSnapshot, Phase, Score, Side};

use super::{DOT, lane};

pub fn score(snapshot: &MatchSnapshot) -> String {
    [summary(snapshot), lanes(&snapshot.score)].join(DOT)
}

/// Whose move it is and the totals, or the result.
pub fn summary(snapshot: &MatchSnapshot) -> String {
    let score = &snapshot.score;
    if snapshot.phase == Phase::Over {
        return format!("The match is over: {}", result(score));
    }
    [moment(snapshot), totals(score)].join(DOT)
}

pub fn moment(snapshot: &MatchSnapshot) -> String {
    let turn = snapshot.turn;
    match (snapshot.phase, snapshot.side_to_act) {
        (Phase::Mulligan, _) => "Before the first move".to_owned(),
        (Phase::Over, _) => "The match is over".to_owned(),
        (Phase::Draw, _) => format!("Turn {turn}, your draw"),
        (Phase::Play, Side::You) => format!("Turn {turn}, your move"),
        (Phase::Play, Side::Enemy) => format!("Turn {turn}, the enemy's move"),
    }
}

pub fn totals(score: &Score) -> String {
    format!("you {}, enemy {}", score.total_you, score.total_enemy)
}

/// Who leads, and by how much.
pub fn lead(margin: i32) -> String {
    match margin {
        0 => "it is a draw".to_owned(),
        1.. => format!("you lead by {margin}"),
        _ => format!("the enemy leads by {}", margin.unsigned_abs()),
    }
}

pub fn result(score: &Score) -> String {
    let (you, enemy) = (score.total_you, score.total_enemy);
    match score.winner {
        Some(Side::You) => format!("you win {you} to {enemy}"),
        Some(Side::Enemy) => format!("the enemy wins {enemy} to {you}"),
        None => format!("a draw, {you} each"),
    }
}

fn lanes(score: &Score) -> String {
    let lanes = score.lanes.iter();
    let lanes = lanes.map(|score| {
        format!(
            "{} {}:{}",
            lane(score.lane),
            score.power_you,
            score.power_enemy
        )
    });
    lanes.collect::<Vec<_>>().join(DOT)
}
