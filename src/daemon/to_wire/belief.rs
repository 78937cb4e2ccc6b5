//! What is believed of the enemy, and what is proved.

use qbcoach_protocol as wire;

use super::{card_name, evaluation, lane, side};
use crate::coaching::PositionReport;
use crate::coaching::locks::Lock;
use crate::coaching::mulligan::{MulliganAdvice, Verdict};
use crate::prediction::{DeckBelief, HandBelief, HandTotal};
use crate::rules::{CardId, Catalogue, Lane};
use crate::sessions::Seq;

fn names(catalogue: &Catalogue, cards: &[CardId]) -> Vec<wire::CardName> {
    let name = |card: &CardId| card_name(catalogue, *card);
    cards.iter().map(name).collect()
}

pub fn decks(catalogue: &Catalogue, seq: Seq, belief: &DeckBelief) -> wire::DeckBelief {
    wire::DeckBelief {
        seq,
        mode: belief.mode.word().to_owned(),
        decks: belief
            .decks
            .iter()
            .map(|deck| wire::CandidateDeck {
                cards: names(catalogue, &deck.cards),
                weight: deck.weight,
            })
            .collect(),
    }
}

pub fn hand(catalogue: &Catalogue, seq: Seq, belief: &HandBelief) -> wire::HandBelief {
    wire::HandBelief {
        seq,
        hand_size: belief.size.total(),
        total: belief.total.number(),
        total_is_exact: matches!(belief.total, HandTotal::Exactly(_)),
        truncated: belief.truncated,
        hypotheses: belief
            .hypotheses
            .iter()
            .map(|hand| wire::HandHypothesis {
                cards: names(catalogue, &hand.cards),
                probability: hand.probability,
            })
            .collect(),
        marginals: belief
            .marginals
            .iter()
            .map(|(card, probability)| wire::Marginal {
                card: card_name(catalogue, *card),
                probability: *probability,
            })
            .collect(),
    }
}

fn lock(lock: &Lock) -> wire::Lock {
    wire::Lock {
        locked: lock.locked.map(side),
        proof: lock.words(),
    }
}

pub fn position_report(seq: Seq, report: &PositionReport) -> wire::PositionReport {
    wire::PositionReport {
        seq,
        evaluation: evaluation(&report.evaluation, &report.score, report.standing),
        locks: wire::Locks {
            lanes: Lane::ALL
                .into_iter()
                .map(|which| wire::LaneLock {
                    lane: lane(which),
                    lock: lock(&report.locks.lanes[which]),
                })
                .collect(),
            whole_match: lock(&report.locks.match_),
        },
    }
}

pub fn mulligan(catalogue: &Catalogue, seq: Seq, advice: &MulliganAdvice) -> wire::MulliganAdvice {
    wire::MulliganAdvice {
        seq,
        replace: names(catalogue, &advice.replace),
        keep: names(catalogue, &advice.keep),
        reasons: advice
            .reasons
            .iter()
            .map(|reason| wire::MulliganReason {
                card: card_name(catalogue, reason.card),
                verdict: match reason.verdict {
                    Verdict::Keep => "keep".to_owned(),
                    Verdict::Replace => "replace".to_owned(),
                },
                text: reason.text.clone(),
                weight: reason.loss_otherwise,
            })
            .collect(),
        value_kept: advice.value_kept,
        value_after: advice.value_after,
    }
}
