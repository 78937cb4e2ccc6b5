//! Mage Knight combats.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Reason, Seq};

/// `setup` of `session/create` for a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombatSetup {
    /// Ids of enemies, in the order they stand.
    pub enemies: Vec<String>,
    #[serde(default)]
    pub hero: Option<HeroSetup>,
    /// Ids of cards.
    #[serde(default)]
    pub hand: Vec<String>,
    #[serde(default)]
    pub fortified_site: Option<bool>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeroSetup {
    #[serde(default)]
    pub armor: Option<u32>,
    #[serde(default)]
    pub hand_limit: Option<u32>,
    #[serde(default)]
    pub fame: Option<u32>,
    /// What the hero can still produce in each phase; advice is made of it.
    #[serde(default)]
    pub points: Option<Supply>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Supply {
    #[serde(default)]
    pub ranged_siege: Vec<AttackPoints>,
    #[serde(default)]
    pub block: Vec<BlockPoints>,
    #[serde(default)]
    pub attack: Vec<AttackPoints>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AttackPoints {
    pub amount: u32,
    /// `physical` when left out; `fire`, `ice` or `coldFire`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// `melee` when left out; `ranged` or `siege`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockPoints {
    pub amount: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
}

/// What a player does in a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum CombatAction {
    PlayCard {
        card: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        powered: Option<bool>,
    },
    ResolveChoice {
        option: usize,
    },
    DeclareAttack {
        enemies: Vec<String>,
        attack: Vec<AttackPoints>,
    },
    DeclareBlock {
        enemy: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attack_index: Option<usize>,
        block: Vec<BlockPoints>,
    },
    AssignDamage {
        enemy: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attack_index: Option<usize>,
    },
    EndPhase {},
}

/// A combat at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombatSnapshot {
    pub session_id: String,
    pub game: String,
    /// The card set: `seed` or `printed`.
    pub rules: String,
    pub seq: Seq,
    /// `rangedSiege`, `block`, `assignDamage`, `attack` or `over`.
    pub phase: String,
    pub hero: Hero,
    pub fame_gained: u32,
    pub enemies: Vec<CombatEnemy>,
    pub modifiers: Vec<Modifier>,
    pub pending_choice: Option<PendingChoice>,
    /// The combat drawn for people.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hero {
    pub armor: u32,
    pub hand_limit: u32,
    /// Left out for the audience `stream`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<NamedCard>>,
    pub hand_size: usize,
    pub wounds: u32,
    pub discard_wounds: u32,
    pub knocked_out: bool,
    pub fame: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedCard {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombatEnemy {
    /// `enemy_0`, `enemy_1`, …
    pub instance_id: String,
    pub id: String,
    pub name: String,
    /// As it counts in this phase.
    pub armor: u32,
    pub base_armor: u32,
    pub fame: u32,
    pub resistances: Vec<String>,
    pub abilities: Vec<String>,
    pub attacks: Vec<EnemyAttack>,
    /// False when something keeps it from attacking.
    pub attacks_this_combat: bool,
    pub blocked: bool,
    pub defeated: bool,
    pub summoned_by: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EnemyAttack {
    pub value: u32,
    pub element: String,
    pub blocked: bool,
    /// The color of the monster that is drawn in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summons: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Modifier {
    pub card: String,
    pub scope: String,
    /// The enemy it is on, where it is on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy: Option<String>,
    pub duration: String,
    pub effect: String,
    pub description: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PendingChoice {
    pub card: String,
    pub description: String,
    pub options: Vec<ChoiceOption>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceOption {
    /// What `resolveChoice` takes.
    pub option: usize,
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy: Option<String>,
}

/// `observation/get` of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatObservation {
    pub seq: Seq,
    /// What was seen of the enemies, in order.
    pub facts: Vec<CombatFact>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatFact {
    pub enemy: String,
    pub id: String,
    /// `met`, `summoned`, `blocked`, `hurt`, `defeated` or `left`.
    pub what: String,
    pub phase: String,
    /// The action it happened in, counted from 1; 0 for the setup.
    pub action: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wounds: Option<u32>,
}

/// `prediction/threatMap` of a combat: what happens if nothing is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombatThreat {
    pub seq: Seq,
    pub enemies: Vec<EnemyThreat>,
    pub total: Wounds,
    /// With the worst monsters that may be summoned.
    pub worst: Wounds,
    pub paralysis: bool,
    /// `no`, `possible`, `certain` or `already`.
    pub knock_out: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Wounds {
    /// Into the hand.
    pub hand: u32,
    /// Into the discard pile.
    pub discard: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EnemyThreat {
    pub enemy: String,
    pub name: String,
    pub attacks: Vec<AttackThreat>,
    pub wounds: Wounds,
    pub paralysis: bool,
    pub summons: Vec<SummonThreat>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttackThreat {
    pub attack_index: usize,
    pub needed_block: u32,
    pub damage: u32,
    pub wounds: u32,
    pub poison_wounds: u32,
    pub paralysis: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SummonThreat {
    pub color: String,
    pub expected_wounds: f64,
    pub worst: Wounds,
}

/// `coach/recommend` of a combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CombatRecommendation {
    pub seq: Seq,
    pub moves: Vec<AdvisedAction>,
    /// `exact`, `sampled` or `bounded`.
    pub certainty: String,
    /// Positions that were made.
    pub nodes: u64,
    pub message: String,
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdvisedAction {
    pub rank: usize,
    #[schemars(with = "CombatAction")]
    pub action: Value,
    pub label: String,
    pub move_score: f64,
    pub quality: String,
    pub certainty: String,
    /// How the combat ends along the best line from here.
    pub outcome: CombatOutcome,
    pub reasons: Vec<Reason>,
    /// What to do after it, in words.
    pub line: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombatOutcome {
    pub fame: f64,
    pub wounds: f64,
    pub poison_wounds: f64,
    pub cards_kept: f64,
    pub knocked_out: f64,
}

/// Something that happened in a combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CombatEvent {
    #[serde(rename = "type")]
    pub kind: String,
    /// What happened, in words.
    pub text: String,
    #[serde(flatten)]
    pub fields: serde_json::Map<String, Value>,
}
