//! Sessions: creating, reading, following.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Action, ActionInput, Board, CardInput, CardName, CombatAction, CombatEvent, CombatSetup,
    CombatSnapshot, DeckInput, Event, HandInput, PendingChoice, RulesInput, Score, Seq, Side,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Live,
    Simulated,
    Analysis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Mulligan,
    Draw,
    Play,
    Over,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateParams {
    /// `queens-blood` when left out.
    #[serde(default)]
    pub game: Option<String>,
    /// `live` when left out.
    #[serde(default)]
    pub mode: Option<Mode>,
    #[serde(default)]
    pub rules: Option<RulesInput>,
    /// Where chance starts from; the session's number when left out.
    #[serde(default)]
    pub seed: Option<u64>,
    /// `you` when left out.
    #[serde(default)]
    pub first_player: Option<Side>,
    #[serde(default)]
    pub you: Option<OwnSetup>,
    #[serde(default)]
    pub enemy: Option<EnemySetup>,
    #[serde(default)]
    pub position: Option<String>,
    /// Of a Mage Knight combat.
    #[serde(default)]
    #[schemars(with = "Option<CombatSetup>")]
    pub setup: Option<Value>,
    #[serde(default)]
    pub title: Option<String>,
    /// The sides whose moves the daemon makes; simulated matches only.
    #[serde(default)]
    pub autoplay: Option<Vec<Side>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnSetup {
    #[serde(default)]
    pub deck: Option<DeckInput>,
    #[serde(default)]
    pub hand: Option<Vec<CardInput>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EnemySetup {
    #[serde(default)]
    pub deck: Option<DeckInput>,
    #[serde(default)]
    pub hand: Option<HandInput>,
    #[serde(default)]
    pub tag: Option<String>,
}

/// `session/create` and `session/import`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Created {
    pub session_id: String,
    pub snapshot: Snapshot,
}

/// A session at one moment; `game` says of which game it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Snapshot {
    Match(Box<MatchSnapshot>),
    Combat(Box<CombatSnapshot>),
}

/// A Queen's Blood session at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchSnapshot {
    pub session_id: String,
    pub game: String,
    pub mode: Mode,
    /// As `session/create` takes them.
    #[schemars(with = "RulesInput")]
    pub rules: Value,
    pub seq: Seq,
    pub turn: u32,
    pub side_to_act: Side,
    pub phase: Phase,
    pub board: Board,
    pub you: OwnCards,
    pub enemy: EnemyCards,
    pub score: Score,
    /// A line that `session/create` reads back to an equal board.
    pub position: String,
    /// The board drawn for people.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnCards {
    /// Left out for the audience `stream`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<CardName>")]
    pub hand: Option<Vec<CardName>>,
    pub hand_size: u32,
    pub deck_size: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnemyCards {
    /// The cards known to be there.
    pub hand: Vec<CardName>,
    pub hand_size: u32,
    pub deck_size: u32,
    pub tag: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ListParams {}

/// `session/list`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionList {
    pub sessions: Vec<ListedSession>,
}

/// As what a session is listed: the mode of a match, or a combat, which has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ListedMode {
    Live,
    Simulated,
    Analysis,
    Combat,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedSession {
    pub session_id: String,
    pub game: String,
    #[schemars(with = "ListedMode")]
    pub mode: String,
    pub title: String,
    pub seq: Seq,
    pub turn: u32,
    pub over: bool,
    pub closed: bool,
    /// RFC 3339, in UTC.
    #[schemars(extend("format" = "date-time"))]
    pub updated_at: String,
}

/// A method about one session that needs nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionParams {
    pub session_id: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GetParams {
    pub session_id: String,
    /// As of this many events; now when left out.
    #[serde(default)]
    pub seq: Option<Seq>,
}

/// `session/close` and `session/delete`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Gone {
    pub session_id: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// A match text for people.
    Text,
    /// Lines of JSON.
    Jsonl,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportParams {
    pub session_id: String,
    pub format: ExportFormat,
}

/// `session/export`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Export {
    pub format: ExportFormat,
    pub content: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportParams {
    /// An export in either format, or a match text.
    pub content: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoParams {
    pub session_id: String,
    /// 1 when left out.
    #[serde(default)]
    pub count: Option<u64>,
    #[serde(default)]
    pub if_seq: Option<Seq>,
}

/// Something that happened in a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SessionEvent {
    Match(Event),
    Combat(CombatEvent),
}

/// `match/act` and `session/undo`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Acted {
    pub seq: Seq,
    /// What happened, in order; with `autoplay` also in the daemon's own moves.
    pub events: Vec<SessionEvent>,
    pub snapshot: Snapshot,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActParams {
    pub session_id: String,
    pub action: ActionInput,
    /// Refuses when the session is not at this event.
    #[serde(default)]
    pub if_seq: Option<Seq>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionsParams {
    pub session_id: String,
    /// The side to act when left out.
    #[serde(default)]
    pub side: Option<Side>,
    /// What if it held these; its hand when left out.
    #[serde(default)]
    pub cards: Option<Vec<CardInput>>,
}

/// `match/actions`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Actions {
    pub seq: Seq,
    /// Always `you` in a combat.
    pub side_to_act: Side,
    pub actions: Vec<OfferedAction>,
    /// Of a combat: the choice that has to be made first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_choice: Option<PendingChoice>,
}

/// An action of either game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AnyAction {
    Match(Action),
    Combat(CombatAction),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OfferedAction {
    /// Ready to be sent back as it is.
    #[schemars(with = "AnyAction")]
    pub action: Value,
    pub label: String,
    /// Of a combat: the numbers that matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Value>,
}
