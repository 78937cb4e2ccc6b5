//! Reviews: where a match was won and lost.

use qbcoach_protocol::method::CoachReview;
use qbcoach_protocol::{MatchReview, ReviewBudget, ReviewParams, ReviewedMove};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::advice::Effort;
use crate::answer::{Answer, Detail, Refusal, as_sentence};
use crate::match_words::{percent, side_word};
use crate::server::Assistant;
use crate::work::Work;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewQuestion {
    /// A match by its name in the list; the current one when left out.
    #[serde(default, rename = "match")]
    name: Option<String>,
    /// How long to think about each move: quick, usual or long.
    #[serde(default)]
    effort: Option<Effort>,
    /// true: every move, not only the marked ones.
    #[serde(default)]
    more: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReviewTold {
    #[serde(rename = "match")]
    name: String,
    over: bool,
    /// Win chances from 0 to 1. The start minus what your moves lost, plus what the enemy's
    /// moves lost, plus your luck, minus the enemy's luck, is the end.
    start: f64,
    end: f64,
    you: SideTold,
    enemy: SideTold,
    moves: Vec<MoveTold>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SideTold {
    /// In per cent; null if no move could be judged.
    accuracy: Option<f64>,
    /// The win chance that its moves lost.
    lost: f64,
    luck: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct MoveTold {
    turn: u32,
    side: &'static str,
    #[serde(rename = "move")]
    label: String,
    before: f64,
    after: f64,
    lost: f64,
    lost_in_hindsight: f64,
    /// inaccuracy, mistake or blunder; null if nothing was wrong with it.
    mark: Option<String>,
    better: Option<String>,
}

const QUICK_PLAYS: u64 = 2_000;
const LONG_PLAYS: u64 = 500_000;
/// How many marked moves are told.
const MARKED: usize = 6;

pub(crate) async fn review_match(
    assistant: &Assistant,
    question: ReviewQuestion,
    work: &Work,
) -> Result<Answer, Refusal> {
    let name = assistant.named(question.name.as_deref()).await?;
    let nodes = match question.effort.unwrap_or_default() {
        Effort::Quick => Some(QUICK_PLAYS),
        Effort::Usual => None,
        Effort::Long => Some(LONG_PLAYS),
    };
    let review = reviewed(assistant, &name, nodes, work).await?;
    let detail = Detail::asked(question.more);
    Ok(told(&name, &review, detail))
}

pub(crate) async fn reviewed(
    assistant: &Assistant,
    name: &str,
    nodes: Option<u64>,
    work: &Work,
) -> Result<MatchReview, Refusal> {
    let review = assistant
        .line
        .ask_watched::<CoachReview>(work, |token| ReviewParams {
            session_id: name.to_owned(),
            budget: Some(ReviewBudget { nodes, depth: None }),
            work_done_token: Some(token),
        });
    Ok(review.await?)
}

pub(crate) fn told(name: &str, review: &MatchReview, detail: Detail) -> Answer {
    let is_told = |made: &&ReviewedMove| detail == Detail::Whole || made.mark.is_some();
    let mut told: Vec<&ReviewedMove> = review.moves.iter().filter(is_told).collect();
    if detail == Detail::Brief {
        // The costliest ones, in the order of the match.
        told.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        told.truncate(MARKED);
        told.sort_by_key(|made| made.seq);
    }
    let data = ReviewTold {
        name: name.to_owned(),
        over: review.complete,
        start: review.start,
        end: review.end,
        you: SideTold {
            accuracy: review.you.accuracy,
            lost: review.you.loss,
            luck: review.luck.you,
        },
        enemy: SideTold {
            accuracy: review.enemy.accuracy,
            lost: review.enemy.loss,
            luck: review.luck.enemy,
        },
        moves: told.iter().map(|made| move_data(made)).collect(),
    };
    let mut lines = vec![as_sentence(&review.message)];
    lines.push(format!(
        "It began at {} for you; your moves lost {}, the enemy's {}; luck gave you {} and the \
         enemy {}; it ended at {}.",
        percent(review.start),
        percent(review.you.loss),
        percent(review.enemy.loss),
        percent(review.luck.you),
        percent(review.luck.enemy),
        percent(review.end),
    ));
    for made in &told {
        lines.push(move_told(made, &review.turning_points));
    }
    Answer::new(lines.join("\n"), &data).in_detail(detail)
}

fn move_data(made: &ReviewedMove) -> MoveTold {
    MoveTold {
        turn: made.turn,
        side: side_word(made.side),
        label: made.label.clone(),
        before: made.win_before,
        after: made.win_after,
        lost: made.loss,
        lost_in_hindsight: made.hindsight_loss,
        mark: made.mark.clone(),
        better: made
            .best
            .as_ref()
            .filter(|_| made.mark.is_some())
            .map(|best| best.label.clone()),
    }
}

fn move_told(made: &ReviewedMove, turning_points: &[u64]) -> String {
    let who = match made.side {
        qbcoach_protocol::Side::You => "you played",
        qbcoach_protocol::Side::Enemy => "the enemy played",
    };
    let mut line = format!(
        "Turn {}: {who} {}, your win chance went from {} to {}.",
        made.turn,
        made.label,
        percent(made.win_before),
        percent(made.win_after),
    );
    if let (Some(mark), Some(best)) = (&made.mark, &made.best) {
        let article = if mark == "inaccuracy" { "an" } else { "a" };
        line = format!(
            "{line} {} {mark}: better was {}.",
            capital(article),
            best.label
        );
        for reason in &made.reasons {
            line = format!("{line} {}", as_sentence(&reason.text));
        }
    }
    if turning_points.contains(&made.seq) && made.line.len() > 1 {
        line = format!("{line} Expected then: {}.", made.line.join(", "));
    }
    line
}

fn capital(word: &str) -> String {
    as_sentence(word).trim_end_matches('.').to_owned()
}
