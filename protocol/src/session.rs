//! Creating, reading and changing sessions.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    ActionInput, AnyAction, Board, CardInput, CardName, CombatEvent, CombatSetup, CombatSnapshot,
    DeckInput, Event, HandInput, PendingChoice, RulesInput, Score, Seq, Side, UnreadJson,
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
    /// The random seed; the session's number when left out.
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
    /// The enemies and the hero of a Mage Knight combat.
    #[serde(default)]
    #[schemars(with = "Option<CombatSetup>")]
    pub setup: Option<UnreadJson>,
    #[serde(default)]
    pub title: Option<String>,
    /// The sides whose moves the daemon makes; only for simulated matches.
    #[serde(default)]
    pub autoplay: Option<Vec<Side>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnSetup {
    #[serde(default)]
    pub deck: Option<DeckInput>,
    #[serde(default)]
    pub hand: Option<Vec<CardInput>>,
    /// What viewers call you.
    #[serde(default)]
    pub name: Option<String>,
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
    pub snapshot: Arc<Snapshot>,
}

/// The state of a session at one `seq`; `game` tells which game it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Snapshot {
    Match(Box<MatchSnapshot>),
    Combat(Box<CombatSnapshot>),
}

/// The state of a Queen's Blood match at one `seq`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchSnapshot {
    pub session_id: String,
    pub game: String,
    pub mode: Mode,
    /// In the form that `session/create` takes.
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
    /// The board as one line; `session/create` takes it as `position`.
    pub position: String,
    /// The board as text for people; only if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub text: Option<String>,
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
    /// Only if the session was created with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnemyCards {
    /// The cards known to be in the hand.
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

/// The mode of a match, or `combat` for a combat, which has no mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ListedMode {
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
    /// Your name for the opponent, the `tag` of the enemy.
    pub opponent: Option<String>,
    pub seq: Seq,
    pub turn: u32,
    pub over: bool,
    /// The end of a match that is over; always null for a combat.
    pub result: Option<MatchResult>,
    pub closed: bool,
    /// RFC 3339, in UTC.
    #[schemars(extend("format" = "date-time"))]
    pub updated_at: String,
    /// The node that changes it, if several daemons share the journal and one does at the
    /// moment. Not for the role `stream`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<SessionOwner>,
}

/// The node that a session belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionOwner {
    /// As in `server/info`.
    pub id: u64,
    pub name: String,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchResult {
    /// Null for a draw.
    pub winner: Option<Side>,
    pub total_you: i32,
    pub total_enemy: i32,
}

/// The params of a method that takes only a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionParams {
    pub session_id: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GetParams {
    pub session_id: String,
    /// The session after this many events; now when left out.
    #[serde(default)]
    pub seq: Option<Seq>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionGetParams {
    pub session_id: String,
    /// The session after this many events; now when left out.
    #[serde(default)]
    pub seq: Option<Seq>,
    /// Whether the snapshot of a match has its drawing `text`; not when left out.
    #[serde(default)]
    pub text: Option<bool>,
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
    /// A match text, readable for people.
    Text,
    /// One JSON text per line.
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
    /// The number of actions to undo; 1 when left out.
    #[serde(default)]
    pub count: Option<u64>,
    /// The request fails with 1005 if the session is not at this `seq`.
    #[serde(default)]
    pub if_seq: Option<Seq>,
    /// The client's own name for this change, as in `match/act`.
    #[serde(default)]
    #[schemars(length(min = 1, max = 64))]
    pub act_id: Option<String>,
}

/// An event of a match or a combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SessionEvent {
    Match(Event),
    Combat(CombatEvent),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedoParams {
    pub session_id: String,
    /// The number of actions to redo; 1 when left out.
    #[serde(default)]
    pub count: Option<u64>,
    /// The request fails with 1005 if the session is not at this `seq`.
    #[serde(default)]
    pub if_seq: Option<Seq>,
    /// The client's own name for this change, as in `match/act`.
    #[serde(default)]
    #[schemars(length(min = 1, max = 64))]
    pub act_id: Option<String>,
}

/// `session/reopen`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reopened {
    pub session_id: String,
}

/// `match/act`, `match/actAll`, `session/undo` and `session/redo`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Acted {
    pub seq: Seq,
    /// The events in order, including those of the daemon's own moves (`autoplay`).
    pub events: Vec<SessionEvent>,
    pub snapshot: Arc<Snapshot>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActParams {
    pub session_id: String,
    #[schemars(with = "ActionInput")]
    pub action: UnreadJson,
    /// The request fails with 1005 if the session is not at this `seq`.
    #[serde(default)]
    pub if_seq: Option<Seq>,
    /// The client's own name for this act. If it was carried out before under this name,
    /// it is not carried out again and gets the first answer.
    #[serde(default)]
    #[schemars(length(min = 1, max = 64))]
    pub act_id: Option<String>,
}

/// The most actions of one `match/actAll`.
pub const MOST_ACTIONS: usize = 200;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActAllParams {
    pub session_id: String,
    /// In order; each is read in the state after those before it.
    #[schemars(with = "Vec<ActionInput>", length(min = 1, max = MOST_ACTIONS))]
    pub actions: Vec<UnreadJson>,
    /// The request fails with 1005 if the session is not at this `seq`.
    #[serde(default)]
    pub if_seq: Option<Seq>,
    /// The client's own name for these acts. If they were carried out before under this
    /// name, they are not carried out again; the answer then has the events of the last one.
    #[serde(default)]
    #[schemars(length(min = 1, max = 64))]
    pub act_id: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionsParams {
    pub session_id: String,
    /// The side to act when left out.
    #[serde(default)]
    pub side: Option<Side>,
    /// The hand to assume; the known hand of the side when left out.
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
    /// Only in a combat: the choice that has to be resolved first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_choice: Option<PendingChoice>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OfferedAction {
    /// In the form that `match/act` takes.
    pub action: AnyAction,
    pub label: String,
    /// Only in a combat: the numbers of the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Value>,
}
