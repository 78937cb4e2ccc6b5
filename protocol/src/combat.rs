//! Mage Knight combats.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Seq;

/// `setup` of `session/create` for a combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombatSetup {
    /// Ids of the enemies, in order.
    pub enemies: Vec<String>,
    #[serde(default)]
    pub hero: Option<HeroSetup>,
    /// Ids of the hero's cards.
    #[serde(default)]
    pub hand: Vec<String>,
    #[serde(default)]
    pub fortified_site: Option<bool>,
    /// The mana that the hero can use. A setup that has this, `units`, `skills` or `day`
    /// makes the combat count what the hero holds; so does a card in `hand` that makes
    /// points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mana: Option<ManaInput>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<Vec<UnitInput>>,
    /// Ids or names of the hero's skills.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<String>>,
    /// False at night. Gold mana is used by day, black mana at night.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<bool>,
    /// What the end of a combat is worth to the player, by name; see the page of the
    /// protocol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<BTreeMap<String, f64>>,
}

/// Mana: a list of tokens, or tokens, crystals and dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "mana is a list of colors, or `{tokens, crystals, dice}`"
)]
pub enum ManaInput {
    /// Colors of tokens: `["red", "gold"]`.
    Tokens(Vec<String>),
    Whole(WholeMana),
    /// Numbers of tokens: `{"red": 2}`.
    ByColor(BTreeMap<String, u8>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WholeMana {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<ManaAmounts>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crystals: Option<ManaAmounts>,
    /// The dice of the source, as they lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<ManaAmounts>,
    /// How many dice may be used in this turn; 1 when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice_left: Option<u8>,
}

/// `["red", "red"]` or `{"red": 2}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "this is a list of colors, or numbers by color as `{\"red\": 2}`"
)]
pub enum ManaAmounts {
    Colors(Vec<String>),
    ByColor(BTreeMap<String, u8>),
}

/// A unit by its id or name, or with its condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a unit is its id or name, or `{unit, spent, wounded, token}`"
)]
pub enum UnitInput {
    Name(String),
    Unit(UnitSetup),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnitSetup {
    pub unit: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wounded: Option<bool>,
    /// The color of the token that the unit keeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// One mana that is paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ManaPayment {
    pub mana: String,
    /// `token`, `die` or `crystal`.
    pub from: String,
}

/// What is paid: colors, which takes the cheapest mana of each, or exactly which mana.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "mana that is paid is a color, or `{mana, from}`"
)]
pub enum PaidMana {
    Color(String),
    Exact(ManaPayment),
}

/// What the hero holds besides the hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Holdings {
    pub day: bool,
    pub mana: HeldMana,
    pub units: Vec<HeldUnit>,
    pub skills: Vec<HeldSkill>,
    /// The points gathered in this phase and not spent yet.
    pub pool: PointPool,
    /// Lasting advantages, in words.
    pub boons: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldMana {
    pub tokens: BTreeMap<String, u8>,
    pub crystals: BTreeMap<String, u8>,
    pub dice: BTreeMap<String, u8>,
    /// How many dice may still be used.
    pub dice_left: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldUnit {
    /// `unit_0`, `unit_1`, …
    pub unit_id: String,
    pub id: String,
    pub name: String,
    pub level: u32,
    pub armor: u32,
    pub resistances: Vec<String>,
    pub spent: bool,
    /// `unhurt`, `wounded` or `destroyed`.
    pub health: String,
    /// Whether damage can be assigned to it in this combat.
    pub takes_damage: bool,
    pub abilities: Vec<UnitAbility>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitAbility {
    pub text: String,
    /// The mana that it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HeldSkill {
    pub id: String,
    pub name: String,
    pub used: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PointPool {
    pub attack: Vec<PooledAttack>,
    pub block: Vec<PooledBlock>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PooledAttack {
    pub amount: u32,
    pub element: String,
    pub kind: String,
    /// The card of points that do more than count; they are spent whole, with
    /// `special`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PooledBlock {
    pub amount: u32,
    pub element: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
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
    /// The points the hero can make besides cards, by phase; advice uses only these
    /// and the hand.
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

/// A combat at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombatSnapshot {
    pub session_id: String,
    pub game: String,
    /// The card set: `seed` (as in the design document) or `printed`.
    pub rules: String,
    pub seq: Seq,
    /// `rangedSiege`, `block`, `assignDamage`, `attack` or `over`.
    pub phase: String,
    pub hero: Hero,
    pub fame_gained: u32,
    pub enemies: Vec<CombatEnemy>,
    pub modifiers: Vec<Modifier>,
    pub pending_choice: Option<PendingChoice>,
    /// Left out where the combat does not count it, and for the audience `stream`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holdings: Option<Holdings>,
    /// The combat as text for people.
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
    /// The armor that counts in this phase.
    pub armor: u32,
    pub base_armor: u32,
    pub fame: u32,
    /// The resistances that it has now.
    pub resistances: Vec<String>,
    /// The abilities that it has now, including those of its attacks.
    pub abilities: Vec<String>,
    pub attacks: Vec<EnemyAttack>,
    /// False when an effect keeps the enemy from attacking.
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
    /// The color of the monster that is drawn and attacks instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summons: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Modifier {
    pub card: String,
    pub scope: String,
    /// The enemy it applies to, if it applies to one.
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
    /// The `option` that `resolveChoice` takes.
    pub option: usize,
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy: Option<String>,
}

/// `observation/get` of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatObservation {
    pub seq: Seq,
    /// What happened to the enemies, in order.
    pub facts: Vec<CombatFact>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatFact {
    pub enemy: String,
    pub id: String,
    /// `met`, `summoned`, `blocked`, `hurt`, `defeated` or `left`.
    pub what: String,
    pub phase: String,
    /// The number of the action it happened in, from 1; 0 for the setup.
    pub action: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wounds: Option<u32>,
}

/// `prediction/threatMap` of a combat: what happens if the player does nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombatThreat {
    pub seq: Seq,
    pub enemies: Vec<EnemyThreat>,
    pub total: Wounds,
    /// The total if the worst possible monsters are summoned.
    pub worst: Wounds,
    pub paralysis: bool,
    /// `no`, `possible`, `certain` or `already`.
    pub knock_out: String,
    /// What can be blocked with what the hero holds, attack by attack; where the combat
    /// counts it, before the damage. Left out for the audience `stream`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<HeldBlock>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Wounds {
    /// Wounds that go to the hand.
    pub hand: u32,
    /// Wounds that go to the discard pile.
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

/// The most block that the hero can make against one attack with all that is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldBlock {
    pub enemy: String,
    pub name: String,
    pub attack_index: usize,
    pub needed: u32,
    pub most: u32,
    /// Whether that blocks the attack.
    pub enough: bool,
    /// With what, in words.
    pub with: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SummonThreat {
    pub color: String,
    pub expected_wounds: f64,
    pub worst: Wounds,
}

/// An event of a combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CombatEvent {
    #[serde(rename = "type")]
    pub kind: String,
    /// What happened, in words.
    pub text: String,
    #[serde(flatten)]
    pub fields: serde_json::Map<String, Value>,
}
