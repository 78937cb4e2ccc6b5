//! Combats of Mage Knight, one step after the other.

use std::sync::PoisonError;

use qbcoach_protocol::method::{MatchActAll, MatchActions, SessionCreate};
use qbcoach_protocol::{
    ActAllParams, ActionsParams, CombatSetup, CombatSnapshot, CreateParams, HeroSetup, ManaAmounts,
    ManaInput, RulesInput, Seq, Snapshot, UnitInput, UnreadJson, WholeMana,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::matches::{created, snapshot};
use crate::answer::{Answer, Detail, Refusal};
use crate::combat_words::{self, without_ids};
use crate::daemon_line::Repeat;
use crate::server::Assistant;
use crate::work::Work;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCombat {
    /// The enemies by name, in the order they stand.
    enemies: Vec<String>,
    /// The cards in the hero's hand.
    #[serde(default)]
    hand: Option<Vec<String>>,
    /// printed for the cards of the board game; seed for a small set of their own (when left
    /// out).
    #[serde(default)]
    cards: Option<String>,
    /// The hero's armor; 2 when left out.
    #[serde(default)]
    armor: Option<u32>,
    /// The colors of mana tokens that can be used.
    #[serde(default)]
    mana: Option<Vec<String>>,
    /// The colors of crystals.
    #[serde(default)]
    crystals: Option<Vec<String>>,
    /// The hero's units by name.
    #[serde(default)]
    units: Option<Vec<String>>,
    /// The hero's skills by name.
    #[serde(default)]
    skills: Option<Vec<String>>,
    /// true at night.
    #[serde(default)]
    night: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CombatTold {
    #[serde(rename = "match")]
    name: String,
    steps: u64,
    phase: String,
    over: bool,
    wounds: u32,
    fame_gained: u32,
    enemies: Vec<EnemyTold>,
    actions: Vec<NumberedAction>,
    /// How many actions there are in all.
    actions_total: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct EnemyTold {
    name: String,
    armor: u32,
    blocked: bool,
    defeated: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct NumberedAction {
    number: usize,
    action: String,
}

/// The list of actions that was shown last: its numbers mean something in this state only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShownList {
    name: String,
    seq: Seq,
}

/// How many actions are listed.
const LISTED: usize = 15;

pub(crate) async fn start_combat(
    assistant: &Assistant,
    new: NewCombat,
    _: &Work,
) -> Result<Answer, Refusal> {
    let mana = (new.mana.is_some() || new.crystals.is_some()).then(|| {
        ManaInput::Whole(WholeMana {
            tokens: new.mana.map(ManaAmounts::Colors),
            crystals: new.crystals.map(ManaAmounts::Colors),
            ..WholeMana::default()
        })
    });
    let setup = CombatSetup {
        enemies: new.enemies,
        hero: new.armor.map(|armor| HeroSetup {
            armor: Some(armor),
            ..HeroSetup::default()
        }),
        hand: new.hand.unwrap_or_default(),
        fortified_site: None,
        mana,
        units: new
            .units
            .map(|units| units.into_iter().map(UnitInput::Name).collect()),
        skills: new.skills,
        day: new.night.map(|night| !night),
        weights: None,
    };
    let params = CreateParams {
        game: Some("mage-knight".to_owned()),
        rules: new.cards.map(|cards| RulesInput(cards.into())),
        setup: Some(UnreadJson::of(&setup)),
        ..CreateParams::default()
    };
    let created = created(
        assistant
            .line
            .send::<SessionCreate>(&params, Repeat::Never)
            .await,
    )?;
    assistant.current.set(&created.session_id);
    match &*created.snapshot {
        Snapshot::Combat(shown) => told(assistant, shown).await,
        Snapshot::Match(_) => Err(Refusal::new("no combat was started")),
    }
}

/// How a combat stands, with the numbered actions.
pub(crate) async fn told(assistant: &Assistant, shown: &CombatSnapshot) -> Result<Answer, Refusal> {
    told_in(assistant, shown, Detail::Brief).await
}

pub(crate) async fn told_in(
    assistant: &Assistant,
    shown: &CombatSnapshot,
    detail: Detail,
) -> Result<Answer, Refusal> {
    let offered = match assistant.may_see_hand() {
        true => offered(assistant, &shown.session_id).await?.1,
        false => Vec::new(),
    };
    let list = ShownList {
        name: shown.session_id.clone(),
        seq: shown.seq,
    };
    *assistant
        .shown_list
        .lock()
        .unwrap_or_else(PoisonError::into_inner) = Some(list);
    let labels = offered.iter().map(|offer| without_ids(&offer.label));
    let actions = (1..).zip(labels).take(detail.at_most(LISTED));
    let actions = actions.map(|(number, action)| NumberedAction { number, action });
    let enemies = shown.enemies.iter().map(|enemy| EnemyTold {
        name: enemy.name.clone(),
        armor: enemy.armor,
        blocked: enemy.blocked,
        defeated: enemy.defeated,
    });
    let data = CombatTold {
        name: shown.session_id.clone(),
        steps: shown.seq,
        phase: combat_words::phase(&shown.phase).to_owned(),
        over: shown.phase == "over",
        wounds: shown.hero.wounds,
        fame_gained: shown.fame_gained,
        enemies: enemies.collect(),
        actions: actions.collect(),
        actions_total: offered.len(),
    };
    let mut text = format!("Combat {}. {}", data.name, combat_words::standing(shown));
    if !data.actions.is_empty() {
        let listed = data
            .actions
            .iter()
            .map(|one| format!("{}. {}", one.number, one.action));
        let listed: Vec<String> = listed.collect();
        text = format!("{text}What can be done, by number:\n{}", listed.join("\n"));
        if data.actions.len() < data.actions_total {
            let left = data.actions_total - data.actions.len();
            text = format!("{text}\nand {left} more: ask what is legal with `more`.");
        }
    }
    Ok(Answer::new(text, &data).in_detail(detail))
}

async fn offered(
    assistant: &Assistant,
    name: &str,
) -> Result<(Seq, Vec<qbcoach_protocol::OfferedAction>), Refusal> {
    let params = ActionsParams {
        session_id: name.to_owned(),
        side: None,
        cards: None,
    };
    let offered = assistant.line.ask::<MatchActions>(&params).await?;
    Ok((offered.seq, offered.actions))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// The number of the action in the list that was shown last.
    #[schemars(range(min = 1))]
    number: usize,
    /// A combat by its name in the list; the current one when left out.
    #[serde(default, rename = "match")]
    name: Option<String>,
}

pub(crate) async fn combat_step(
    assistant: &Assistant,
    step: Step,
    _: &Work,
) -> Result<Answer, Refusal> {
    let name = assistant.named(step.name.as_deref()).await?;
    let shown = match snapshot(assistant, &name).await? {
        Snapshot::Combat(shown) => shown,
        Snapshot::Match(_) => {
            let problem = format!("match {name} is one of Queen's Blood");
            return Err(Refusal::new(problem).ask("Report its moves in lines."));
        }
    };
    let list = ShownList {
        name: name.clone(),
        seq: shown.seq,
    };
    let last = assistant
        .shown_list
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    if last.as_ref() != Some(&list) {
        return Err(Refusal::new("the numbers of another state were shown last")
            .ask("Look at what is legal now, and choose again."));
    }
    let (seq, offered) = offered(assistant, &name).await?;
    let chosen = step
        .number
        .checked_sub(1)
        .and_then(|index| offered.get(index));
    let Some(chosen) = chosen else {
        let problem = format!(
            "there is no action {}; they go to {}",
            step.number,
            offered.len()
        );
        return Err(Refusal::new(problem).ask("Ask which one is meant."));
    };
    let params = ActAllParams {
        session_id: name.clone(),
        actions: vec![UnreadJson::of(&chosen.action)],
        if_seq: Some(seq),
        act_id: Some(super::report::new_act_name()),
    };
    let acted = assistant
        .line
        .send::<MatchActAll>(&params, Repeat::Safe)
        .await?;
    let Snapshot::Combat(after) = &*acted.snapshot else {
        return Err(Refusal::new("the combat cannot be shown"));
    };
    let events = acted.events.iter().filter_map(|event| match event {
        qbcoach_protocol::SessionEvent::Combat(event) => Some(without_ids(&event.text)),
        qbcoach_protocol::SessionEvent::Match(_) => None,
    });
    let events: Vec<String> = events
        .map(|event| crate::answer::as_sentence(&event))
        .collect();
    let mut answer = told(assistant, after).await?;
    answer.text = format!("{}\n{}", events.join(" "), answer.text);
    Ok(answer)
}
