//! Actions: what `match/act` takes, and what `match/actions` and the coach offer.
//!
//! Each type of action has one struct with its fields. The enums list the types;
//! their schemas are derived.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::{
    AttackPoints, BlockPoints, CardInput, DeckInput, Owner, PaidMana, Side, TILE, TileInput,
};

/// An action that is told from others by its `type`.
pub trait TypedAction: Sized {
    /// Every value that `type` may have.
    const TYPES: &'static [&'static str];

    /// Reads the fields of the given type; `None` if there is no such type.
    fn read<R: FieldReader>(kind: &str, fields: &mut R) -> Option<Result<Self, R::Error>>;
}

/// Reads the fields of an action. A deserializer for an enum with a tag forgets the
/// path to a wrong or unknown field; a reader of one struct does not.
pub trait FieldReader {
    type Error;

    fn read<F: DeserializeOwned + JsonSchema>(&mut self) -> Result<F, Self::Error>;
}

/// An enum of actions: each variant is a struct of fields and a value of `type`.
macro_rules! actions {
    ($(#[$doc:meta])* $name:ident {
        $($(#[$about:meta])* $variant:ident($fields:ty) = $kind:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "type")]
        pub enum $name {
            $($(#[$about])* #[serde(rename = $kind)] $variant($fields),)*
        }

        impl TypedAction for $name {
            const TYPES: &'static [&'static str] = &[$($kind),*];

            fn read<R: FieldReader>(kind: &str, fields: &mut R) -> Option<Result<$name, R::Error>> {
                match kind {
                    $($kind => Some(fields.read::<$fields>().map($name::$variant)),)*
                    _ => None,
                }
            }
        }
    };
}

actions! {
    /// An action. When `side` is left out, a move is by the side to act and a mulligan is yours.
    MatchAction {
        /// Replaces cards of the opening hand; `drew` lists the cards drawn for them.
        Mulligan(Mulligan) = "mulligan",
        /// Reports the card you drew in a live match.
        Draw(Draw) = "draw",
        /// Plays a card of the hand on a tile.
        Play(Play<CardInput, TileInput>) = "play",
        /// Plays no card this turn.
        Pass(Pass) = "pass",
        /// Corrects your hand.
        SetHand(SetHand) = "setHand",
        /// Corrects which deck a side plays.
        SetDeck(SetDeck) = "setDeck",
        /// Corrects tiles of the board.
        Resync(Resync) = "resync",
    }
}

actions! {
    /// A move in the form that `match/act` takes.
    Action {
        Play(Play<String, TileName>) = "play",
        Pass(Pass) = "pass",
    }
}

actions! {
    /// An action of the player in a combat.
    CombatAction {
        PlayCard(PlayCard) = "playCard",
        ResolveChoice(ResolveChoice) = "resolveChoice",
        DeclareAttack(DeclareAttack) = "declareAttack",
        DeclareBlock(DeclareBlock) = "declareBlock",
        AssignDamage(AssignDamage) = "assignDamage",
        /// Uses an ability of a unit.
        ActivateUnit(ActivateUnit) = "activateUnit",
        UseSkill(UseSkill) = "useSkill",
        EndPhase(EndPhase) = "endPhase",
    }
}

/// An action of either game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AnyAction {
    Match(Action),
    Combat(CombatAction),
}

/// What `match/act` takes: an action of a match or of a combat. The daemon reads it
/// as an action of the session's game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum ActionInput {
    Match(MatchAction),
    Combat(CombatAction),
}

/// The types of a match one by one, so that all of them are told apart by `type`.
impl JsonSchema for ActionInput {
    fn schema_name() -> Cow<'static, str> {
        "ActionInput".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let mut of_match = MatchAction::json_schema(schemas);
        let description = of_match.remove("description");
        let mut types = match of_match.remove("oneOf") {
            Some(Value::Array(types)) => types,
            _ => Vec::new(),
        };
        types.push(json!(schemas.subschema_for::<CombatAction>()));
        json_schema!({ "description": description, "oneOf": types })
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Mulligan {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    pub replace: Vec<CardInput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drew: Option<Vec<CardInput>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Draw {
    pub card: CardInput,
}

// In an offer the card is its number and the tile is written in one way; a client may
// write both in more ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Play<Card, Tile> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    pub card: Card,
    pub tile: Tile,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Pass {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct SetHand {
    pub cards: Vec<CardInput>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct SetDeck {
    pub side: Side,
    /// Null if the deck is not known after all.
    #[serde(deserialize_with = "even_null")]
    pub deck: Option<DeckInput>,
}

/// A field that may be null, but not be left out.
fn even_null<'de, D: Deserializer<'de>>(input: D) -> Result<Option<DeckInput>, D::Error> {
    Option::deserialize(input)
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Resync {
    pub tiles: Vec<TileReport>,
}

/// The real state of the tile; fields that are left out stay as they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct TileReport {
    pub tile: TileInput,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Owner>,
    /// The rank of the tile's owner on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "rank")]
    pub rank: Option<u8>,
    /// Your rank on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "rank")]
    pub player_rank: Option<u8>,
    /// The enemy's rank on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "rank")]
    pub enemy_rank: Option<u8>,
    /// Null when the tile has no card.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "null_or_card"
    )]
    #[schemars(with = "Option<CardInput>")]
    pub card: Option<Option<CardInput>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power_delta: Option<i32>,
}

/// Tells a card that is null from one that is left out.
fn null_or_card<'de, D: Deserializer<'de>>(
    input: D,
) -> Result<Option<Option<CardInput>>, D::Error> {
    let value = Value::deserialize(input)?;
    Ok(Some((!value.is_null()).then_some(CardInput(value))))
}

fn rank(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["integer", "null"], "minimum": 0, "maximum": 3 })
}

/// A tile as every answer writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TileName(pub String);

impl JsonSchema for TileName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "TileName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": TILE })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct PlayCard {
    pub card: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub powered: Option<bool>,
    /// For 1 attack or block point instead of its effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sideways: Option<bool>,
    /// The mana that pays for it; the cheapest way when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay: Option<Vec<PaidMana>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct ActivateUnit {
    /// `unit_0`, `unit_1`, …
    pub unit: String,
    /// The number of the ability, from 0.
    pub ability: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay: Option<Vec<PaidMana>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct UseSkill {
    pub skill: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct ResolveChoice {
    pub option: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct DeclareAttack {
    pub enemies: Vec<String>,
    /// The points that are spent. Where the combat counts points, nothing here and in
    /// `special` takes the fewest that are needed from the pool.
    #[serde(default)]
    pub attack: Vec<AttackPoints>,
    /// Cards whose special points are spent, whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct DeclareBlock {
    pub enemy: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack_index: Option<usize>,
    #[serde(default)]
    pub block: Vec<BlockPoints>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct AssignDamage {
    pub enemy: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack_index: Option<usize>,
    /// The units that take the damage, in this order; the hero takes the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct EndPhase {}
