//! The changes since the last announcement.

use qbcoach_protocol::{MatchSnapshot, Origin, Phase, Side, Snapshot};

use super::score::{moment, result, totals};
use super::{DOT, combat};

/// With more plays than this since the last announcement, none is listed.
const MOST_PLAYS: usize = 4;

/// A line about the newest state; none if there is nothing to announce.
pub fn news(before: Option<&Snapshot>, now: &Snapshot) -> Option<String> {
    match (before, now) {
        (Some(Snapshot::Match(before)), Snapshot::Match(now))
            if before.session_id == now.session_id =>
        {
            match_news(before, now)
        }
        (Some(Snapshot::Combat(before)), Snapshot::Combat(now))
            if before.session_id == now.session_id =>
        {
            let changed = before.phase != now.phase || before.fame_gained != now.fame_gained;
            changed.then(|| combat::combat_score(now))
        }
        (_, Snapshot::Match(now)) => Some(begun(now)),
        (_, Snapshot::Combat(now)) => Some(format!("A new combat: {}", combat::combat_score(now))),
    }
}

fn begun(now: &MatchSnapshot) -> String {
    let against = now.enemy.tag.as_ref().filter(|tag| !tag.is_empty());
    let against = against
        .map(|tag| format!(" against {tag}"))
        .unwrap_or_default();
    let summary = super::score::summary(now);
    format!("A new match{against}{DOT}{summary}")
}

fn match_news(before: &MatchSnapshot, now: &MatchSnapshot) -> Option<String> {
    let moved = before.turn != now.turn || before.side_to_act != now.side_to_act;
    let ended = now.phase == Phase::Over && before.phase != Phase::Over;
    if !moved && !ended {
        return None;
    }
    let plays = plays(before, now);
    let mut parts = Vec::new();
    match now.phase {
        Phase::Over => parts.push(format!("The match is over: {}", result(&now.score))),
        _ => parts.push(moment(now)),
    }
    if plays.len() <= MOST_PLAYS {
        parts.extend(plays);
    }
    if now.phase != Phase::Over {
        parts.push(totals(&now.score));
    }
    Some(parts.join(DOT))
}

/// The cards from decks that are new on their tiles.
fn plays(before: &MatchSnapshot, now: &MatchSnapshot) -> Vec<String> {
    let tiles = before.board.tiles.iter().zip(&now.board.tiles);
    let appeared = tiles.filter_map(|(before, now)| {
        let card = now.card.as_ref()?;
        let was = before.card.as_ref();
        let same = was.is_some_and(|was| was.card == card.card && was.side == card.side);
        (!same && card.origin == Origin::Deck).then_some((card, &now.tile))
    });
    appeared
        .map(|(card, tile)| match card.side {
            Side::You => format!("you played {} on {tile}", card.card.name),
            Side::Enemy => format!("the enemy played {} on {tile}", card.card.name),
        })
        .collect()
}
