//! The table of methods: names, params, results and required roles.

use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::*;

/// The least role that may call a method; a higher role includes the lower ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Reads what the audience of a stream may see.
    Stream,
    /// Reads what the player may see.
    View,
    /// Reads and changes everything.
    Control,
}

impl Role {
    pub const ALL: [Role; 3] = [Role::Stream, Role::View, Role::Control];

    pub const fn word(self) -> &'static str {
        match self {
            Role::Stream => "stream",
            Role::View => "view",
            Role::Control => "control",
        }
    }
}

/// A request a client may send.
pub trait Method {
    const NAME: &'static str;
    const SUMMARY: &'static str;
    /// None for a method that needs no token.
    const ROLE: Option<Role>;
    /// The one parameter that may come in an array instead of by name.
    const POSITIONAL: Option<&'static str>;
    type Params: DeserializeOwned + JsonSchema + Send;
    type Result: Serialize + JsonSchema + Send;
}

/// A method without its types.
pub struct MethodInfo {
    pub name: &'static str,
    pub summary: &'static str,
    pub role: Option<Role>,
    pub positional: Option<&'static str>,
    pub params: fn(&mut SchemaGenerator) -> Schema,
    pub result: fn(&mut SchemaGenerator) -> Schema,
}

const fn only(names: &[&'static str]) -> Option<&'static str> {
    match names {
        [name] => Some(name),
        _ => None,
    }
}

macro_rules! methods {
    ($($type:ident $name:literal ($params:ty $([$first:literal])?) -> $result:ty, $role:expr, $summary:literal;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $summary)]
            #[derive(Clone, Copy, Debug)]
            pub struct $type;

            impl Method for $type {
                const NAME: &'static str = $name;
                const SUMMARY: &'static str = $summary;
                const ROLE: Option<Role> = $role;
                const POSITIONAL: Option<&'static str> = only(&[$($first)?]);
                type Params = $params;
                type Result = $result;
            }
        )*

        /// Every method, in the order of the protocol document.
        pub const METHODS: &[MethodInfo] = &[
            $(MethodInfo {
                name: <$type as Method>::NAME,
                summary: <$type as Method>::SUMMARY,
                role: <$type as Method>::ROLE,
                positional: <$type as Method>::POSITIONAL,
                params: |schemas| schemas.subschema_for::<$params>(),
                result: |schemas| schemas.subschema_for::<$result>(),
            },)*
        ];
    };
}

const STREAM: Option<Role> = Some(Role::Stream);
const VIEW: Option<Role> = Some(Role::View);
const CONTROL: Option<Role> = Some(Role::Control);

methods! {
    Initialize "initialize" (InitializeParams) -> Initialized, None,
        "Exchanges names and versions, and takes the client's token.";
    Shutdown "shutdown" (NoParams) -> (), None,
        "Announces that the client is about to send the notification `exit`.";
    Discover "rpc.discover" (NoParams) -> serde_json::Value, None,
        "The OpenRPC document of this protocol.";
    SessionCreate "session/create" (CreateParams) -> Created, CONTROL,
        "Creates a session.";
    SessionListAll "session/list" (ListParams) -> SessionList, STREAM,
        "Every session, the oldest first.";
    SessionGet "session/get" (SessionGetParams ["sessionId"]) -> Arc<Snapshot>, STREAM,
        "A snapshot of a session now, or after `seq` events.";
    SessionHistoryGet "session/history" (GetParams ["sessionId"]) -> SessionHistory, STREAM,
        "The actions that were not undone, and the score after each.";
    SessionClose "session/close" (SessionParams ["sessionId"]) -> Gone, CONTROL,
        "Closes a session; it can still be read.";
    SessionReopen "session/reopen" (SessionParams ["sessionId"]) -> Reopened, CONTROL,
        "Lets a closed session go on.";
    SessionDelete "session/delete" (SessionParams ["sessionId"]) -> Gone, CONTROL,
        "Removes a session for good.";
    SessionExport "session/export" (ExportParams) -> Export, VIEW,
        "A session as text that `session/import` reads.";
    SessionImport "session/import" (ImportParams ["content"]) -> Created, CONTROL,
        "A new session from an export or a match text.";
    SessionUndo "session/undo" (UndoParams ["sessionId"]) -> Acted, CONTROL,
        "Undoes the latest actions.";
    SessionRedo "session/redo" (RedoParams ["sessionId"]) -> Acted, CONTROL,
        "Redoes actions that were undone, until something else is done.";
    SessionSubscribe "session/subscribe" (SubscribeParams ["sessionId"]) -> String, STREAM,
        "Follows a session: answers a subscription id, then `session/update` notifications.";
    SessionUnsubscribe "session/unsubscribe" (UnsubscribeParams ["subscription"]) -> bool, STREAM,
        "Ends a subscription; false if there was none.";
    SessionSetDelay "session/setDelay" (SetDelayParams) -> DelaySet, STREAM,
        "Changes the delay of a subscription.";
    MatchActions "match/actions" (ActionsParams ["sessionId"]) -> Actions, VIEW,
        "Every legal action, each in the form that `match/act` takes.";
    MatchAct "match/act" (ActParams) -> Acted, CONTROL,
        "Carries out an action: a move, a draw, a mulligan or a correction.";
    MatchActAll "match/actAll" (ActAllParams) -> Acted, CONTROL,
        "Carries out several actions, all of them or none.";
    MatchPreview "match/preview" (PreviewParams) -> Preview, VIEW,
        "The board after an action that is not carried out.";
    ObservationGet "observation/get" (GetParams ["sessionId"]) -> Observation, STREAM,
        "The cards seen so far, and what is known of the enemy's deck.";
    PredictionDecks "prediction/decks" (GetParams ["sessionId"]) -> DeckBelief, STREAM,
        "The decks the enemy may have, with their weights.";
    PredictionHand "prediction/hand" (HandParams ["sessionId"]) -> HandBelief, STREAM,
        "The likeliest hands of the enemy, and the probability of the likeliest cards.";
    PredictionThreatMap "prediction/threatMap" (GetParams ["sessionId"]) -> ThreatReport, STREAM,
        "The enemy's next move: its most dangerous replies, and sums over all of them.";
    PredictionOutcomes "prediction/outcomes" (OutcomesParams ["sessionId"]) -> Outcomes, STREAM,
        "Every possible next move of the enemy, over every hand it may hold.";
    CoachEvaluate "coach/evaluate" (GetParams ["sessionId"]) -> PositionReport, STREAM,
        "The value of the position, and the lanes that are proved to be decided.";
    CoachMulligan "coach/mulligan" (GetParams ["sessionId"]) -> MulliganAdvice, VIEW,
        "Which cards of your opening hand to keep and which to replace.";
    CoachRecommend "coach/recommend" (RecommendParams ["sessionId"]) -> Recommendation, VIEW,
        "Your best moves, ranked and explained.";
    CoachReview "coach/review" (ReviewParams ["sessionId"]) -> MatchReview, VIEW,
        "Every move of a match, what was best and what it cost, and how much was luck.";
    CoachResult "coach/result" (SessionParams ["sessionId"]) -> ResultReview, STREAM,
        "The result of a match that is over, with a short review that names no card you kept.";
    CoachChances "coach/chances" (ChancesParams ["sessionId"]) -> WinChances, STREAM,
        "Your win chance at each of your turns so far.";
    OpponentsList "opponents/list" (NoParams) -> Opponents, VIEW,
        "The named opponents, with results, and the people of the game.";
    OpponentsGet "opponents/get" (OpponentParams ["tag"]) -> OpponentRecord, VIEW,
        "What was seen of a named opponent over all its sessions.";
    OpponentsForget "opponents/forget" (OpponentParams ["tag"]) -> OpponentForgotten, CONTROL,
        "Forgets what was seen of a named opponent; its sessions stay.";
    PuzzlesList "puzzles/list" (NoParams) -> Puzzles, VIEW,
        "The puzzles, when each comes back, and which is next.";
    PuzzlesGet "puzzles/get" (PuzzleParams ["puzzle"]) -> Puzzle, VIEW,
        "A position in which you find the best move, shipped or of a match of yours.";
    PuzzlesAnswer "puzzles/answer" (PuzzleAnswerParams) -> PuzzleVerdict, CONTROL,
        "Judges your move of a puzzle and shows the best one.";
    CardsList "cards/list" (CardsListParams) -> Cards, STREAM,
        "Every card.";
    CardsGet "cards/get" (CardParams ["card"]) -> Card, STREAM,
        "One card by number or name.";
    CardsSearch "cards/search" (CardSearchParams ["query"]) -> Cards, STREAM,
        "The cards whose number or name matches, or the most similar ones if none does.";
    DecksList "decks/list" (DecksListParams) -> Decks, STREAM,
        "The shipped decks and those that users have saved.";
    DecksGet "decks/get" (DeckParams ["tag"]) -> Deck, STREAM,
        "One deck by its tag.";
    DecksValidate "decks/validate" (DeckValidateParams ["cards"]) -> DeckVerdict, STREAM,
        "Whether cards make a legal deck, and all faults if they do not.";
    DecksSave "decks/save" (DeckSaveParams) -> Deck, CONTROL,
        "Saves a deck under a tag of the user's own.";
    DecksDelete "decks/delete" (DeckParams ["tag"]) -> DeckDeleted, CONTROL,
        "Removes a saved deck.";
    OverlayGet "overlay/get" (NoParams) -> Overlay, STREAM,
        "The settings of the overlay pages.";
    OverlaySet "overlay/set" (OverlaySetParams) -> Overlay, CONTROL,
        "Changes the settings of the overlay pages; open pages follow at once.";
    OverlayHide "overlay/hide" (OverlayHideParams ["hidden"]) -> Overlay, CONTROL,
        "Hides all overlay pages at once, or shows them again.";
    PollGet "poll/get" (NoParams) -> PollNow, STREAM,
        "The latest poll of the viewers.";
    PollOpen "poll/open" (PollOpenParams ["sessionId"]) -> PollNow, CONTROL,
        "Asks the viewers what should be played.";
    PollVote "poll/vote" (PollVoteParams) -> PollNow, CONTROL,
        "Counts the vote of a viewer.";
    PollClose "poll/close" (NoParams) -> PollNow, CONTROL,
        "Ends the poll; its votes stay.";
    CombatCatalogueGet "combat/catalogue" (CombatCatalogueParams) -> CombatCatalogue, STREAM,
        "Every enemy and card of Mage Knight combats.";
    QbcoachSession "qbcoach/session" (DocumentSessionParams ["uri"]) -> DocumentSession, CONTROL,
        "The session that follows a match text which an editor has open.";
    ServerInfoGet "server/info" (NoParams) -> ServerInfo, STREAM,
        "The daemon's version, limits and load, and the role of this connection.";
    ServerDiagnostics "server/diagnostics" (NoParams) -> Diagnostics, STREAM,
        "Runs the checks of data and rules that `qbcoach check` runs.";
    ServerDemo "server/demo" (NoParams) -> DemoMatch, STREAM,
        "A short match to watch: the board after each move.";
    ServerSubscribe "server/subscribe" (ServerSubscribeParams ["topics"]) -> String, STREAM,
        "Follows the daemon as a whole: answers a subscription id, then `server/update` notifications.";
    ServerUnsubscribe "server/unsubscribe" (UnsubscribeParams ["subscription"]) -> bool, STREAM,
        "Ends a subscription of `server/subscribe`; false if there was none.";
}

/// A message that gets no answer.
pub struct NotificationInfo {
    pub name: &'static str,
    pub summary: &'static str,
    pub params: fn(&mut SchemaGenerator) -> Schema,
}

/// The notifications a client may send.
pub const CLIENT_NOTIFICATIONS: [NotificationInfo; 3] = [
    NotificationInfo {
        name: "initialized",
        summary: "Confirms `initialize`; the daemon does nothing on it.",
        params: |schemas| schemas.subschema_for::<NoParams>(),
    },
    NotificationInfo {
        name: "exit",
        summary: "Ends a stdio daemon; closes any other connection.",
        params: |schemas| schemas.subschema_for::<NoParams>(),
    },
    NotificationInfo {
        name: "$/cancelRequest",
        summary: "Cancels a running request.",
        params: |schemas| schemas.subschema_for::<CancelParams>(),
    },
];

/// The notifications the daemon sends.
pub const SERVER_NOTIFICATIONS: [NotificationInfo; 4] = [
    NotificationInfo {
        name: "session/update",
        summary: "An update of a followed session, or the end of the subscription.",
        params: |schemas| schemas.subschema_for::<UpdateParams>(),
    },
    NotificationInfo {
        name: "server/update",
        summary: "An update of the list of sessions, of the overlay settings or of the poll.",
        params: |schemas| schemas.subschema_for::<ServerUpdateParams>(),
    },
    NotificationInfo {
        name: "qbcoach/sessionReplaced",
        summary: "A document that a session follows has another setup now, and so another session.",
        params: |schemas| schemas.subschema_for::<SessionReplacedParams>(),
    },
    NotificationInfo {
        name: "$/progress",
        summary: "Progress of a request that has a `workDoneToken`.",
        params: |schemas| schemas.subschema_for::<ProgressParams>(),
    },
];

/// The methods of the Language Server Protocol that the daemon serves for match texts.
/// Their params and results are those of that protocol.
pub const LANGUAGE_METHODS: [&str; 18] = [
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didOpen",
    "textDocument/didSave",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/inlayHint",
    "textDocument/references",
    "textDocument/semanticTokens/full",
    "workspace/didChangeConfiguration",
    "workspace/executeCommand",
];
