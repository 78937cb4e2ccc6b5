//! What is legal.

use qbcoach_protocol::method::MatchActions;
use qbcoach_protocol::{Action, ActionsParams, AnyAction, Side, Snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::combat;
use super::matches::{Who, cards, snapshot};
use crate::answer::{Answer, Detail, Refusal};
use crate::match_words::side_word;
use crate::server::Assistant;
use crate::work::Work;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LegalQuestion {
    /// A match or combat by its name in the list; the current one when left out.
    #[serde(default, rename = "match")]
    name: Option<String>,
    /// you or enemy; the side to act when left out.
    #[serde(default)]
    side: Option<Who>,
    /// Cards to ask about instead of the hand.
    #[serde(default)]
    cards: Option<Vec<String>>,
    /// true: the whole list, however long.
    #[serde(default)]
    more: Option<bool>,
}

#[derive(Debug, Serialize)]
struct LegalMoves {
    #[serde(rename = "match")]
    name: String,
    side: &'static str,
    plays: Vec<LegalPlays>,
    may_pass: bool,
}

#[derive(Debug, Serialize)]
struct LegalPlays {
    card: String,
    tiles: Vec<String>,
}

pub(crate) async fn legal_moves(
    assistant: &Assistant,
    question: LegalQuestion,
    _: &Work,
) -> Result<Answer, Refusal> {
    let name = assistant.named(question.name.as_deref()).await?;
    let shown = match snapshot(assistant, &name).await? {
        Snapshot::Match(shown) => shown,
        Snapshot::Combat(shown) => {
            let detail = Detail::asked(question.more);
            return combat::told_in(assistant, &shown, detail).await;
        }
    };
    let is_asked = question.cards.is_some();
    let params = ActionsParams {
        session_id: name.clone(),
        side: question.side.map(Who::side),
        cards: question.cards.map(cards),
    };
    let offered = assistant.line.ask::<MatchActions>(&params).await?;
    let side = params.side.unwrap_or(offered.side_to_act);
    let mut legal = LegalMoves {
        name,
        side: side_word(side),
        plays: Vec::new(),
        may_pass: false,
    };
    for offer in &offered.actions {
        match &offer.action {
            AnyAction::Match(Action::Play(play)) => {
                let label = offer
                    .label
                    .strip_suffix(&play.tile.0)
                    .unwrap_or(&offer.label);
                let label = label.trim_end().strip_suffix(" to").unwrap_or(label);
                let card = format!("{} {label}", play.card);
                match legal.plays.last_mut().filter(|last| last.card == card) {
                    Some(last) => last.tiles.push(play.tile.0.clone()),
                    None => legal.plays.push(LegalPlays {
                        card,
                        tiles: vec![play.tile.0.clone()],
                    }),
                }
            }
            _ => legal.may_pass = true,
        }
    }
    let whose = match side {
        Side::You => "You",
        Side::Enemy => "The enemy",
    };
    let mut lines: Vec<String> = legal
        .plays
        .iter()
        .map(|play| format!("{}: {}", play.card, play.tiles.join(", ")))
        .collect();
    lines.insert(
        0,
        match (legal.plays.is_empty(), legal.may_pass) {
            (_, false) => format!(
                "No move is legal now. {}",
                crate::match_words::next_step(&shown)
            ),
            (true, true) if side == Side::Enemy && !is_asked => {
                "The enemy's hand is not seen: name cards to learn where they may go. It may pass."
                    .to_owned()
            }
            (true, true) => format!("{whose} can only pass."),
            (false, true) => format!("{whose} may play these cards to these tiles, or pass:"),
        },
    );
    let detail = Detail::asked(question.more);
    Ok(Answer::new(lines.join("\n"), &legal).in_detail(detail))
}
