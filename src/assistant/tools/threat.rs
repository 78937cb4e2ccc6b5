//! What the enemy may do.

use qbcoach_protocol::method::{CardsGet, PredictionHand, PredictionOutcomes, PredictionThreatMap};
use qbcoach_protocol::{
    CardInput, CardParams, GetParams, HandParams, Outcome, OutcomesParams, ThreatReport,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Detail, Refusal};
use crate::combat_words;
use crate::match_words::{card_text, percent};
use crate::server::Assistant;
use crate::work::Work;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThreatQuestion {
    /// A match or combat by its name in the list; the current one when left out.
    #[serde(default, rename = "match")]
    name: Option<String>,
    /// A card: how likely the enemy holds it.
    #[serde(default)]
    card: Option<String>,
    /// true: every possible reply.
    #[serde(default)]
    more: Option<bool>,
}

#[derive(Debug, Serialize)]
struct Threat {
    #[serde(rename = "match")]
    name: String,
    deck_known: bool,
    /// How many replies are possible.
    replies: usize,
    likeliest: Vec<Reply>,
    worst: Vec<Reply>,
    /// How likely each of these cards is in the enemy's hand.
    probably_holds: Vec<Held>,
}

#[derive(Clone, Debug, Serialize)]
struct Reply {
    reply: String,
    chance: f64,
    you_then: i32,
    enemy_then: i32,
}

#[derive(Debug, Serialize)]
struct Held {
    card: String,
    chance: f64,
}

/// How many replies and cards are told.
const REPLIES: usize = 3;
const HELD: usize = 5;

pub(crate) async fn enemy_threat(
    assistant: &Assistant,
    question: ThreatQuestion,
    _: &Work,
) -> Result<Answer, Refusal> {
    let name = assistant.named(question.name.as_deref()).await?;
    let detail = Detail::asked(question.more);
    let line = &assistant.line;
    let params = GetParams {
        session_id: name.clone(),
        seq: None,
    };
    let threat = match line.ask::<PredictionThreatMap>(&params).await? {
        ThreatReport::Match(threat) => threat,
        ThreatReport::Combat(threat) => {
            let told = serde_json::json!({
                "match": name,
                "wounds": threat.total.hand,
                "knocked_out": threat.knock_out,
            });
            return Ok(Answer::new(combat_words::threat(&threat), &told));
        }
    };
    let seq = Some(threat.seq);
    let outcomes = OutcomesParams {
        session_id: name.clone(),
        seq,
        ..OutcomesParams::default()
    };
    let outcomes = line.ask::<PredictionOutcomes>(&outcomes).await?.outcomes;
    let hand = HandParams {
        session_id: name.clone(),
        seq,
        hands: Some(0),
        cards: Some(question.card.as_ref().map_or(HELD, |_| usize::MAX)),
    };
    let hand = line.ask::<PredictionHand>(&hand).await?;
    let held = hand
        .marginals
        .iter()
        .map(|one| (&one.card, one.probability));
    let held: Vec<Held> = match &question.card {
        Some(card) => {
            let params = CardParams {
                card: CardInput(card.clone().into()),
            };
            let card = line.ask::<CardsGet>(&params).await?.card;
            let found = held.clone().find(|(one, _)| one.id == card.id);
            vec![Held {
                card: card_text(&card),
                chance: found.map_or(0.0, |(_, chance)| chance),
            }]
        }
        None => held
            .map(|(card, chance)| Held {
                card: card_text(card),
                chance,
            })
            .collect(),
    };
    let most = detail.at_most(REPLIES);
    let sorted = |by: fn(&Outcome) -> f64| {
        let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
        sorted.sort_by(|a, b| by(b).total_cmp(&by(a)));
        sorted
            .into_iter()
            .take(most)
            .map(reply)
            .collect::<Vec<Reply>>()
    };
    let told = Threat {
        name,
        deck_known: threat.threat.basis.mode == "known",
        replies: outcomes.len(),
        likeliest: sorted(|outcome| outcome.weight),
        worst: match detail {
            Detail::Brief => sorted(|outcome| outcome.resulting_score),
            // All of them stand under `likeliest`.
            Detail::Whole => Vec::new(),
        },
        probably_holds: held,
    };
    Ok(Answer::new(told_threat(&told, hand.hand_size), &told).in_detail(detail))
}

fn reply(outcome: &Outcome) -> Reply {
    Reply {
        reply: match (&outcome.card, &outcome.tile) {
            (Some(card), Some(tile)) => format!("{} to {tile}", card.name),
            _ => "pass".to_owned(),
        },
        chance: outcome.weight,
        you_then: outcome.match_score.total_you,
        enemy_then: outcome.match_score.total_enemy,
    }
}

/// Chances below one per cent are told with a decimal.
fn chance(chance: f64) -> String {
    match chance < 0.01 {
        true => format!("{:.1} %", 100.0 * chance),
        false => percent(chance),
    }
}

fn told_threat(threat: &Threat, hand_size: u32) -> String {
    let replies = |replies: &[Reply]| {
        let one = |reply: &Reply| {
            let (you, enemy) = (reply.you_then, reply.enemy_then);
            format!(
                "{} ({}), then you {you}, the enemy {enemy}",
                reply.reply,
                chance(reply.chance)
            )
        };
        replies.iter().map(one).collect::<Vec<_>>().join("; ")
    };
    let deck = match threat.deck_known {
        true => "The enemy's deck is known.",
        false => "The enemy's deck is guessed from what it has shown.",
    };
    let mut lines = vec![format!(
        "{deck} It holds {hand_size} cards and has {} possible replies.",
        threat.replies
    )];
    lines.push(format!("The likeliest: {}.", replies(&threat.likeliest)));
    if !threat.worst.is_empty() {
        lines.push(format!("The worst for you: {}.", replies(&threat.worst)));
    }
    let held = threat.probably_holds.iter();
    let held = held.map(|held| format!("{} {}", held.card, chance(held.chance)));
    let held: Vec<String> = held.collect();
    if !held.is_empty() {
        lines.push(format!("In its hand: {}.", held.join(", ")));
    }
    lines.join("\n")
}
