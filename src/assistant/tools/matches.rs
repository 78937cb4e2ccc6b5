//! Starting, continuing and showing matches.

use qbcoach_protocol::method::{SessionCreate, SessionGet, SessionImport};
use qbcoach_protocol::{
    CardInput, CreateParams, Created, DeckInput, EnemySetup, ImportParams, Mode, OwnSetup,
    RulesInput, SessionGetParams, Side, Snapshot,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Detail, Refusal};
use crate::combat_words;
use crate::current_match::{latest, read_name};
use crate::daemon_line::Repeat;
use crate::match_words::{self, standing, told};
use crate::server::Assistant;
use crate::tools::combat;
use crate::work::Work;

/// How many matches are listed.
const LISTED: usize = 10;

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum MatchKind {
    /// The person reports a real match.
    #[default]
    Table,
    /// The coach deals the cards and plays the enemy.
    Practice,
    /// Any position; both sides play any card.
    Analysis,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Who {
    You,
    Enemy,
}

impl Who {
    pub(crate) fn side(self) -> Side {
        match self {
            Who::You => Side::You,
            Who::Enemy => Side::Enemy,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    /// table: a real match that is reported (when left out); practice: the coach deals the
    /// cards and plays the enemy; analysis: any position.
    #[serde(default)]
    kind: Option<MatchKind>,
    /// The cards in the person's opening hand.
    #[serde(default)]
    your_hand: Option<Vec<String>>,
    /// The person's deck: a name, a code or its cards.
    #[serde(default)]
    your_deck: Option<String>,
    /// The enemy's deck, if it is known.
    #[serde(default)]
    enemy_deck: Option<String>,
    /// What the opponent is called; what was seen of them before is used.
    #[serde(default)]
    opponent: Option<String>,
    /// Who plays first: you (when left out) or enemy.
    #[serde(default)]
    first: Option<Who>,
    /// canon (when left out), or rebirth for the console game.
    #[serde(default)]
    rules: Option<String>,
    /// A board as one line of text.
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    title: Option<String>,
    /// A whole match as text that was saved or written down; leave all other inputs out.
    #[serde(default)]
    text: Option<String>,
}

pub(crate) async fn start_match(
    assistant: &Assistant,
    new: NewMatch,
    _: &Work,
) -> Result<Answer, Refusal> {
    let created = match new.text.clone() {
        Some(content) => {
            let params = ImportParams { content };
            created(
                assistant
                    .line
                    .send::<SessionImport>(&params, Repeat::Never)
                    .await,
            )?
        }
        None => {
            let params = create_params(new);
            created(
                assistant
                    .line
                    .send::<SessionCreate>(&params, Repeat::Never)
                    .await,
            )?
        }
    };
    assistant.current.set(&created.session_id);
    match &*created.snapshot {
        Snapshot::Match(shown) => Ok(Answer::new(told(shown), &standing(shown))),
        Snapshot::Combat(shown) => combat::told(assistant, shown).await,
    }
}

/// A match that may or may not have been started is not started again.
pub(crate) fn created(
    answer: Result<Created, qbcoach_protocol::client::ClientError>,
) -> Result<Created, Refusal> {
    match answer {
        Err(qbcoach_protocol::client::ClientError::ConnectionEnded) => {
            let problem = "the connection was lost while it was being started";
            Err(Refusal::new(problem).ask("See among the latest matches whether it is there."))
        }
        answer => Ok(answer?),
    }
}

fn create_params(new: NewMatch) -> CreateParams {
    let kind = new.kind.unwrap_or_default();
    let (mode, autoplay) = match kind {
        MatchKind::Table => (Mode::Live, None),
        MatchKind::Practice => (Mode::Simulated, Some(vec![Side::Enemy])),
        MatchKind::Analysis => (Mode::Analysis, None),
    };
    let deck = |deck: Option<String>| deck.map(|deck| DeckInput(deck.into()));
    CreateParams {
        mode: Some(mode),
        autoplay,
        rules: new.rules.map(|rules| RulesInput(rules.into())),
        first_player: new.first.map(Who::side),
        you: Some(OwnSetup {
            deck: deck(new.your_deck),
            hand: new.your_hand.map(cards),
            name: None,
        }),
        enemy: Some(EnemySetup {
            deck: deck(new.enemy_deck),
            hand: None,
            tag: new.opponent,
        }),
        position: new.position,
        title: new.title,
        ..CreateParams::default()
    }
}

pub(crate) fn cards(cards: Vec<String>) -> Vec<CardInput> {
    cards
        .into_iter()
        .map(|card| CardInput(card.into()))
        .collect()
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchChoice {
    /// A match or combat by its name in the list, such as `s7`; the current one when left
    /// out.
    #[serde(default, rename = "match")]
    pub name: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Continued {
    /// The current match; null if there is none yet.
    current: Option<String>,
    /// The latest matches and combats, the newest first, if none was named.
    latest: Vec<String>,
}

pub(crate) async fn continue_match(
    assistant: &Assistant,
    choice: MatchChoice,
    _: &Work,
) -> Result<Answer, Refusal> {
    let Some(name) = choice.name else {
        let latest = latest(&assistant.line, LISTED).await?;
        let text = match latest.is_empty() {
            true => "There is no match yet.".to_owned(),
            false => format!("The latest, the newest first:\n{}", latest.join("\n")),
        };
        let current = assistant.current.get();
        return Ok(Answer::new(text, &Continued { current, latest }));
    };
    let shown = snapshot(assistant, &read_name(&name)).await?;
    let (name, text) = match &shown {
        Snapshot::Match(shown) => (&shown.session_id, told(shown)),
        Snapshot::Combat(shown) => (&shown.session_id, combat_words::standing(shown)),
    };
    assistant.current.set(name);
    let told = Continued {
        current: Some(name.clone()),
        latest: Vec::new(),
    };
    Ok(Answer::new(text, &told))
}

/// A match now.
pub(crate) async fn snapshot(assistant: &Assistant, name: &str) -> Result<Snapshot, Refusal> {
    drawn_snapshot(assistant, name, None).await
}

async fn drawn_snapshot(
    assistant: &Assistant,
    name: &str,
    text: Option<bool>,
) -> Result<Snapshot, Refusal> {
    let params = SessionGetParams {
        session_id: name.to_owned(),
        seq: None,
        text,
    };
    let snapshot = assistant.line.ask::<SessionGet>(&params).await?;
    Ok((*snapshot).clone())
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchQuestion {
    /// A match or combat by its name in the list; the current one when left out.
    #[serde(default, rename = "match")]
    name: Option<String>,
    /// true: the board drawn with characters, too.
    #[serde(default)]
    draw: Option<bool>,
}

pub(crate) async fn show_match(
    assistant: &Assistant,
    question: MatchQuestion,
    _: &Work,
) -> Result<Answer, Refusal> {
    let name = assistant.named(question.name.as_deref()).await?;
    match drawn_snapshot(assistant, &name, question.draw).await? {
        Snapshot::Match(shown) => {
            let mut text = told(&shown);
            if let Some(drawing) = &shown.text {
                text = format!("{text}\n\n{drawing}");
            }
            let detail = Detail::asked(question.draw);
            Ok(Answer::new(text, &match_words::standing(&shown)).in_detail(detail))
        }
        Snapshot::Combat(shown) => combat::told(assistant, &shown).await,
    }
}
