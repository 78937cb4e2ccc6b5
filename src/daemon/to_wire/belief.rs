//! Beliefs about the enemy's cards, evaluations, and the advice on a mulligan.

use qbcoach_protocol as wire;

use super::{card_name, evaluation, lane, number, side};
use qbcoach_engine::coaching::PositionReport;
use qbcoach_engine::coaching::locks::Lock;
use qbcoach_engine::coaching::mulligan::{KeepOrReplace, MulliganAdvice};
use qbcoach_engine::prediction::{DeckBelief, HandBelief, HandTotal};
use qbcoach_engine::rules::{CardId, Catalogue, Lane};
use qbcoach_sessions::Seq;

fn names(catalogue: &Catalogue, cards: &[CardId]) -> Vec<wire::CardName> {
    let name = |card: &CardId| card_name(catalogue, *card);
    cards.iter().map(name).collect()
}

pub(crate) fn decks(catalogue: &Catalogue, seq: Seq, belief: &DeckBelief) -> wire::DeckBelief {
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

/// A belief with its `cards` likeliest cards.
pub fn hand(
    catalogue: &Catalogue,
    seq: Seq,
    belief: &HandBelief,
    cards: usize,
) -> wire::HandBelief {
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
                probability: number::probability(hand.probability),
            })
            .collect(),
        marginals: belief
            .marginals
            .iter()
            .take(cards)
            .map(|(card, probability)| wire::Marginal {
                card: card_name(catalogue, *card),
                probability: number::probability(*probability),
            })
            .collect(),
        marginals_total: belief.marginals.len(),
    }
}

fn lock(lock: &Lock) -> wire::Lock {
    wire::Lock {
        locked: lock.locked.map(side),
        proof: lock.words(),
    }
}

pub(crate) fn position_report(seq: Seq, report: &PositionReport) -> wire::PositionReport {
    wire::PositionReport {
        seq,
        evaluation: evaluation(&report.evaluation, &report.score, report.balance),
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
                verdict: match reason.decision {
                    KeepOrReplace::Keep => "keep".to_owned(),
                    KeepOrReplace::Replace => "replace".to_owned(),
                },
                text: reason.text.clone(),
                weight: reason.loss_otherwise,
            })
            .collect(),
        value_kept: advice.value_kept,
        value_after: advice.value_after,
    }
}
