//! The table of methods: names, what they take and give, and who may call them.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::*;

/// The least role that may call a method; each may do what the ones below may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Reads as the audience of a stream.
    Stream,
    /// Reads as the player.
    View,
    /// Does everything.
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
    /// None for what may be asked before anybody has said who he is.
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
        "Says who calls and who answers; needed only by a client with a token.";
    Shutdown "shutdown" (NoParams) -> (), None,
        "Announces the end; the notification `exit` follows.";
    Discover "rpc.discover" (NoParams) -> serde_json::Value, None,
        "The OpenRPC document of this protocol.";
    SessionCreate "session/create" (CreateParams) -> Created, CONTROL,
        "Begins a session.";
    SessionListAll "session/list" (ListParams) -> SessionList, STREAM,
        "Every session, the oldest first.";
    SessionGet "session/get" (GetParams ["sessionId"]) -> Snapshot, STREAM,
        "A session now, or as it was after `seq` events.";
    SessionHistoryGet "session/history" (GetParams ["sessionId"]) -> SessionHistory, STREAM,
        "The acts that stand and how the session stood after each.";
    SessionClose "session/close" (SessionParams ["sessionId"]) -> Gone, CONTROL,
        "Ends a session; it can still be read.";
    SessionDelete "session/delete" (SessionParams ["sessionId"]) -> Gone, CONTROL,
        "Removes a session for good.";
    SessionExport "session/export" (ExportParams) -> Export, VIEW,
        "A session as a text to keep.";
    SessionImport "session/import" (ImportParams ["content"]) -> Created, CONTROL,
        "A new session from an export or a match text.";
    SessionUndo "session/undo" (UndoParams ["sessionId"]) -> Acted, CONTROL,
        "Takes back the latest events.";
    SessionSubscribe "session/subscribe" (SubscribeParams ["sessionId"]) -> String, STREAM,
        "Follows a session: answers a subscription id, then `session/update` notifications.";
    SessionUnsubscribe "session/unsubscribe" (UnsubscribeParams ["subscription"]) -> bool, STREAM,
        "Ends a subscription; false if there was none.";
    SessionSetDelay "session/setDelay" (SetDelayParams) -> DelaySet, STREAM,
        "Changes how much later a subscription sees everything.";
    MatchActions "match/actions" (ActionsParams ["sessionId"]) -> Actions, VIEW,
        "Every legal play and the pass, each ready to be sent back.";
    MatchAct "match/act" (ActParams) -> Acted, CONTROL,
        "Lets something happen.";
    ObservationGet "observation/get" (GetParams ["sessionId"]) -> Observation, STREAM,
        "What has been seen of the enemy.";
    PredictionDecks "prediction/decks" (GetParams ["sessionId"]) -> DeckBelief, STREAM,
        "The decks the enemy may have.";
    PredictionHand "prediction/hand" (GetParams ["sessionId"]) -> HandBelief, STREAM,
        "The hands the enemy may hold, and the chance of each card.";
    PredictionThreatMap "prediction/threatMap" (GetParams ["sessionId"]) -> ThreatReport, STREAM,
        "What the enemy's next move may do, over every hand it may hold.";
    CoachEvaluate "coach/evaluate" (GetParams ["sessionId"]) -> PositionReport, STREAM,
        "What the position is worth, and what in it is proved to be decided.";
    CoachMulligan "coach/mulligan" (GetParams ["sessionId"]) -> MulliganAdvice, VIEW,
        "What to keep of your opening hand.";
    CoachRecommend "coach/recommend" (RecommendParams ["sessionId"]) -> Recommendation, VIEW,
        "Your moves, ranked and explained.";
    CardsList "cards/list" (CardsListParams) -> Cards, STREAM,
        "Every card.";
    CardsGet "cards/get" (CardParams ["card"]) -> Card, STREAM,
        "One card by number or name.";
    CardsSearch "cards/search" (CardSearchParams ["query"]) -> Cards, STREAM,
        "The cards whose number or name fits, the nearest ones if none does.";
    DecksList "decks/list" (DecksListParams) -> Decks, STREAM,
        "The decks the daemon knows.";
    DecksGet "decks/get" (DeckParams ["tag"]) -> Deck, STREAM,
        "One deck by its tag.";
    DecksValidate "decks/validate" (DeckValidateParams ["cards"]) -> DeckVerdict, STREAM,
        "Whether cards make a deck, and everything that is wrong with them.";
    OverlayGet "overlay/get" (NoParams) -> Overlay, STREAM,
        "What the overlays look like.";
    OverlaySet "overlay/set" (OverlaySetParams) -> Overlay, CONTROL,
        "Changes what the overlays look like, at once.";
    CombatCatalogueGet "combat/catalogue" (CombatCatalogueParams) -> CombatCatalogue, STREAM,
        "The enemies and cards that Mage Knight combats are made of.";
    ServerInfoGet "server/info" (NoParams) -> ServerInfo, STREAM,
        "The daemon, its limits and what this connection may do.";
    ServerDiagnostics "server/diagnostics" (NoParams) -> Diagnostics, STREAM,
        "Checks of data and rules, as at the start.";
    ServerSubscribe "server/subscribe" (ServerSubscribeParams ["topics"]) -> String, STREAM,
        "Follows the daemon as a whole: answers a subscription id, then `server/update` notifications.";
    ServerUnsubscribe "server/unsubscribe" (UnsubscribeParams ["subscription"]) -> bool, STREAM,
        "Ends such a subscription; false if there was none.";
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
        summary: "Ends the greeting; nothing follows from it.",
        params: |schemas| schemas.subschema_for::<NoParams>(),
    },
    NotificationInfo {
        name: "exit",
        summary: "Ends a stdio daemon, or this connection.",
        params: |schemas| schemas.subschema_for::<NoParams>(),
    },
    NotificationInfo {
        name: "$/cancelRequest",
        summary: "Cancels a running request.",
        params: |schemas| schemas.subschema_for::<CancelParams>(),
    },
];

/// The notifications the daemon sends.
pub const SERVER_NOTIFICATIONS: [NotificationInfo; 3] = [
    NotificationInfo {
        name: "session/update",
        summary: "To a subscriber.",
        params: |schemas| schemas.subschema_for::<UpdateParams>(),
    },
    NotificationInfo {
        name: "server/update",
        summary: "To a subscriber of the daemon as a whole.",
        params: |schemas| schemas.subschema_for::<ServerUpdateParams>(),
    },
    NotificationInfo {
        name: "$/progress",
        summary: "To whoever gave a workDoneToken.",
        params: |schemas| schemas.subschema_for::<ProgressParams>(),
    },
];
