//! What is best, and what is decided.

use qbcoach_protocol::method::{CoachEvaluate, CoachMulligan, CoachRecommend};
use qbcoach_protocol::{
    AdvisedMove, Budget, CombatRecommendation, GetParams, MatchRecommendation, Phase,
    RecommendParams, Recommendation, Side, Snapshot,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::matches::{MatchChoice, snapshot};
use crate::answer::{Answer, Detail, Refusal, as_sentence};
use crate::combat_words::without_ids;
use crate::match_words::{card_texts, lane_word, names, percent, side_word};
use crate::server::Assistant;
use crate::work::Work;

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Effort {
    Quick,
    #[default]
    Usual,
    Long,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BestQuestion {
    /// A match or combat by its name in the list; the current one when left out.
    #[serde(default, rename = "match")]
    name: Option<String>,
    /// How many moves to compare, 1 to 10; 3 when left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10))]
    count: Option<usize>,
    /// How long to think: quick, usual or long.
    #[serde(default)]
    effort: Option<Effort>,
}

#[derive(Debug, Serialize)]
struct BestMoves {
    #[serde(rename = "match")]
    name: String,
    win_chance: f64,
    moves: Vec<ToldMove>,
    notes: Vec<String>,
    /// Before the first move: which cards to put back.
    #[serde(skip_serializing_if = "Option::is_none")]
    put_back: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct ToldMove {
    #[serde(rename = "move")]
    label: String,
    win_chance: f64,
    /// How far ahead the person is expected to be at the end.
    expected_points: f64,
    quality: String,
    proved: bool,
    reasons: Vec<String>,
    line: Vec<String>,
}

const QUICK_PLAYS: u64 = 2_000;
const LONG_PLAYS: u64 = 200_000;

pub(crate) async fn best_move(
    assistant: &Assistant,
    question: BestQuestion,
    work: &Work,
) -> Result<Answer, Refusal> {
    let name = assistant.named(question.name.as_deref()).await?;
    let shown = snapshot(assistant, &name).await?;
    let put_back = match &shown {
        Snapshot::Match(shown) if shown.phase == Phase::Mulligan => {
            mulligan(assistant, &name).await?
        }
        _ => None,
    };
    if let (Snapshot::Match(shown), Some(told)) = (&shown, &put_back)
        && shown.side_to_act == Side::Enemy
    {
        return Ok(told.alone(&name));
    }
    let most = assistant.line.limit("searchNodes").unwrap_or(u64::MAX);
    let nodes = match question.effort.unwrap_or_default() {
        Effort::Quick => Some(QUICK_PLAYS.min(most)),
        Effort::Usual => None,
        Effort::Long => Some(LONG_PLAYS.min(most)),
    };
    let count = question.count.unwrap_or(3).clamp(1, 10);
    let recommended = assistant
        .line
        .ask_watched::<CoachRecommend>(work, |token| RecommendParams {
            session_id: name.clone(),
            top: Some(count),
            budget: nodes.map(|nodes| Budget {
                nodes: Some(nodes),
                depth: None,
            }),
            work_done_token: Some(token),
            ..RecommendParams::default()
        });
    let detail = match count > 3 {
        true => Detail::Whole,
        false => Detail::Brief,
    };
    let answer = match recommended.await? {
        Recommendation::Match(advice) => told_advice(&name, &advice, put_back),
        Recommendation::Combat(advice) => told_combat_advice(&name, &advice),
    };
    Ok(answer.in_detail(detail))
}

struct Mulligan {
    replace: Vec<String>,
    text: String,
}

impl Mulligan {
    fn alone(&self, name: &str) -> Answer {
        let told = BestMoves {
            name: name.to_owned(),
            win_chance: 0.5,
            moves: Vec::new(),
            notes: Vec::new(),
            put_back: Some(self.replace.clone()),
        };
        Answer::new(format!("{} Then the enemy plays first.", self.text), &told)
    }
}

/// Which cards to put back; none if that cannot be said.
async fn mulligan(assistant: &Assistant, name: &str) -> Result<Option<Mulligan>, Refusal> {
    let params = GetParams {
        session_id: name.to_owned(),
        seq: None,
    };
    // Without a deck, or after it was done, there is no such advice.
    let Ok(advice) = assistant.line.ask::<CoachMulligan>(&params).await else {
        return Ok(None);
    };
    let text = match advice.replace.is_empty() {
        true => "Keep the whole opening hand.".to_owned(),
        false => format!("Put back {} of the opening hand.", names(&advice.replace)),
    };
    Ok(Some(Mulligan {
        replace: card_texts(&advice.replace),
        text,
    }))
}

fn told_advice(name: &str, advice: &MatchRecommendation, mulligan: Option<Mulligan>) -> Answer {
    let advice = &advice.advice;
    let told = BestMoves {
        name: name.to_owned(),
        win_chance: advice.win_chance,
        moves: advice.moves.iter().map(told_move).collect(),
        notes: advice.notes.clone(),
        put_back: mulligan.as_ref().map(|told| told.replace.clone()),
    };
    let mut lines = Vec::new();
    lines.extend(mulligan.map(|told| told.text));
    lines.push(advice.message.clone());
    for (number, told) in (1..).zip(&told.moves) {
        let sure = if told.proved { " (proved)" } else { "" };
        let mut line = format!(
            "{number}. {}: win chance {}{sure}, {:+.1} points expected, {}.",
            told.label,
            percent(told.win_chance),
            told.expected_points,
            told.quality,
        );
        for reason in &told.reasons {
            line = format!("{line} {}", as_sentence(reason));
        }
        if told.line.len() > 1 {
            line = format!("{line} Expected: {}.", told.line.join(", then "));
        }
        lines.push(line);
    }
    lines.extend(told.notes.iter().map(|note| as_sentence(note)));
    Answer::new(lines.join("\n"), &told)
}

fn told_move(advised: &AdvisedMove) -> ToldMove {
    ToldMove {
        label: advised.label.clone(),
        win_chance: advised.win_chance,
        expected_points: advised.expected_margin,
        quality: advised.quality.clone(),
        proved: advised.claim == "proved",
        reasons: advised
            .reasons
            .iter()
            .map(|reason| reason.text.clone())
            .collect(),
        line: advised.line.clone(),
    }
}

#[derive(Debug, Serialize)]
struct BestActions {
    #[serde(rename = "match")]
    name: String,
    actions: Vec<ToldAction>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ToldAction {
    action: String,
    quality: String,
    fame: f64,
    wounds: f64,
    reasons: Vec<String>,
    line: Vec<String>,
}

fn told_combat_advice(name: &str, advice: &CombatRecommendation) -> Answer {
    let actions = advice.moves.iter().map(|advised| ToldAction {
        action: without_ids(&advised.label),
        quality: advised.quality.clone(),
        fame: advised.outcome.fame,
        wounds: advised.outcome.wounds,
        reasons: advised
            .reasons
            .iter()
            .map(|reason| without_ids(&reason.text))
            .collect(),
        line: advised.line.iter().map(|step| without_ids(step)).collect(),
    });
    let told = BestActions {
        name: name.to_owned(),
        actions: actions.collect(),
        notes: advice.notes.iter().map(|note| without_ids(note)).collect(),
    };
    let mut lines = vec![as_sentence(&without_ids(&advice.message))];
    for (number, told) in (1..).zip(&told.actions) {
        lines.push(format!(
            "{number}. {}: {}; it leads to {:.1} fame and {:.1} wounds. Then: {}.",
            told.action,
            told.quality,
            told.fame,
            told.wounds,
            told.line.join(", "),
        ));
    }
    lines.extend(told.notes.iter().map(|note| as_sentence(note)));
    Answer::new(lines.join("\n"), &told)
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LocksTold {
    #[serde(rename = "match")]
    name: String,
    lanes: Vec<LaneLocked>,
    /// Who is proved to win the match; null if it is open.
    match_locked: Option<&'static str>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LaneLocked {
    lane: &'static str,
    /// Who is proved to win the lane; null if it is open.
    locked: Option<&'static str>,
    why: String,
}

pub(crate) async fn is_it_locked(
    assistant: &Assistant,
    choice: MatchChoice,
    _: &Work,
) -> Result<Answer, Refusal> {
    let name = assistant.named(choice.name.as_deref()).await?;
    let params = GetParams {
        session_id: name.clone(),
        seq: None,
    };
    let report = assistant.line.ask::<CoachEvaluate>(&params).await?;
    let locks = &report.locks;
    let told = LocksTold {
        name,
        lanes: locks
            .lanes
            .iter()
            .map(|lane| LaneLocked {
                lane: lane_word(lane.lane),
                locked: lane.lock.locked.map(side_word),
                why: lane.lock.proof.clone(),
            })
            .collect(),
        match_locked: locks.whole_match.locked.map(side_word),
    };
    let mut lines = vec![match told.match_locked {
        Some("you") => "The match is locked: you win it whatever the enemy plays.".to_owned(),
        Some(_) => "The match is locked: the enemy wins it whatever you play.".to_owned(),
        None => "The match is open.".to_owned(),
    }];
    lines[0] = format!("{} {}", lines[0], as_sentence(&locks.whole_match.proof));
    for lane in &told.lanes {
        let state = match lane.locked {
            Some("you") => "locked: yours",
            Some(_) => "locked: theirs",
            None => "open",
        };
        lines.push(format!(
            "{} is {state}. {}",
            lane.lane,
            as_sentence(&lane.why)
        ));
    }
    Ok(Answer::new(lines.join("\n"), &told))
}
