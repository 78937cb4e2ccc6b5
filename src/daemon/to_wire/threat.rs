//! Threat maps of matches.

use qbcoach_protocol as wire;

use super::{card_name, number, score};
use qbcoach_engine::prediction::{ReplyOutcome, SHOWN_OUTCOMES, ThreatMap};
use qbcoach_engine::rules::{Catalogue, Lane, Play};

/// The map with the replies that a viewer shows. The sums are over all replies.
pub fn threat_map(catalogue: &Catalogue, map: &ThreatMap) -> wire::ThreatMap {
    let shown = |outcome: &ReplyOutcome| wire::ShownOutcome {
        card: card(catalogue, outcome.play),
        tile: tile(outcome.play),
        resulting_score: number::score(outcome.resulting_score),
        margin: outcome.match_score.margin(),
        weight: number::probability(outcome.weight),
    };
    let ranked = map.ranked_outcomes();
    let pressure = |lane: Lane| number::score(map.lane_pressure[lane]);
    let lanes = Lane::ALL.map(|lane| (lane.word().to_owned(), pressure(lane)));
    let tiles = map.tile_pressure.iter();
    wire::ThreatMap {
        basis: wire::Basis {
            mode: map.basis.mode.word().to_owned(),
            decks: map.basis.decks,
            hand_size: map.basis.hand.total(),
            unknown_cards: map.basis.hand.unknown,
        },
        outcomes: ranked.into_iter().take(SHOWN_OUTCOMES).map(shown).collect(),
        outcomes_total: map.outcomes.len(),
        best_enemy_score: number::score(map.best_enemy_score),
        expected_enemy_score: number::score(map.expected_enemy_score),
        expected_best_reply: number::score(map.expected_best_reply),
        lane_pressure: lanes.into(),
        tile_pressure: tiles
            .map(|(tile, value)| (tile.to_string(), number::score(*value)))
            .collect(),
    }
}

/// All replies of a map, in the order of its shown ones, with all their digits.
pub fn outcomes(catalogue: &Catalogue, map: &ThreatMap) -> Vec<wire::Outcome> {
    let outcome = |outcome: &ReplyOutcome| wire::Outcome {
        card: card(catalogue, outcome.play),
        tile: tile(outcome.play),
        resulting_score: outcome.resulting_score,
        match_score: score(&outcome.match_score),
        weight: outcome.weight,
    };
    map.ranked_outcomes().into_iter().map(outcome).collect()
}

fn card(catalogue: &Catalogue, play: Option<Play>) -> Option<wire::CardName> {
    play.map(|play| card_name(catalogue, play.card))
}

fn tile(play: Option<Play>) -> Option<String> {
    play.map(|play| play.tile.to_string())
}
