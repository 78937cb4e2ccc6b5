"""The types of the wire protocol: what is sent, what is answered.

Made by tools/generate_types.py from protocol/openrpc.json: change that, not this.
Results may have more fields than are named here, `warnings` for one.
"""

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict
from typing import Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired
elif sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    # Older Pythons have no word for it; at run time it is only a mark for people.
    NotRequired = Optional

__all__ = [
    "Acted",
    "Action",
    "ActionInput",
    "ActionInputDraw",
    "ActionInputMulligan",
    "ActionInputPass",
    "ActionInputPlay",
    "ActionInputResync",
    "ActionInputResyncTilesItem",
    "ActionInputSetHand",
    "ActionPass",
    "ActionPlay",
    "Actions",
    "AdvisedAction",
    "AdvisedMove",
    "AnyAction",
    "AttackPoints",
    "AttackThreat",
    "Audience",
    "Basis",
    "BlockPoints",
    "Board",
    "Budget",
    "CancelRequestParams",
    "CandidateDeck",
    "Capabilities",
    "Card",
    "CardInput",
    "CardInputRecord",
    "CardName",
    "Cards",
    "CardsGetParams",
    "CardsSearchParams",
    "Check",
    "ChoiceOption",
    "CoachEvaluateParams",
    "CoachMulliganParams",
    "CoachRecommendParams",
    "CombatAction",
    "CombatActionAssignDamage",
    "CombatActionDeclareAttack",
    "CombatActionDeclareBlock",
    "CombatActionEndPhase",
    "CombatActionPlayCard",
    "CombatActionResolveChoice",
    "CombatCard",
    "CombatCardMode",
    "CombatCatalogue",
    "CombatEnemy",
    "CombatEnemyKind",
    "CombatEnemyStrike",
    "CombatEntry",
    "CombatEvent",
    "CombatFact",
    "CombatObservation",
    "CombatOutcome",
    "CombatRecommendation",
    "CombatSetup",
    "CombatSnapshot",
    "CombatThreat",
    "Created",
    "DataInfo",
    "Deck",
    "DeckBelief",
    "DeckInput",
    "DeckKnowledge",
    "DeckVerdict",
    "Decks",
    "DecksGetParams",
    "DecksValidateParams",
    "DelaySet",
    "Diagnostics",
    "EnemyAttack",
    "EnemyCards",
    "EnemySetup",
    "EnemyThreat",
    "Evaluation",
    "Event",
    "EventAddedToHand",
    "EventDestroyed",
    "EventOver",
    "EventPawns",
    "EventPlayed",
    "EventPower",
    "EventSpawned",
    "EventTriggered",
    "EventTurn",
    "Export",
    "ExportFormat",
    "Gone",
    "HandBelief",
    "HandHypothesis",
    "HandInput",
    "Hero",
    "HeroSetup",
    "HistoryEntry",
    "InitializeParams",
    "Initialized",
    "Lane",
    "LaneLock",
    "LaneScore",
    "LaneValue",
    "ListedMode",
    "ListedSession",
    "Lock",
    "Locks",
    "Marginal",
    "MatchActParams",
    "MatchActionsParams",
    "MatchEntry",
    "MatchObservation",
    "MatchRecommendation",
    "MatchSnapshot",
    "MatchThreat",
    "Mode",
    "Modifier",
    "MulliganAdvice",
    "MulliganReason",
    "NamedCard",
    "NothingToShow",
    "Observation",
    "ObservationGetParams",
    "ObservedCard",
    "OfferedAction",
    "Origin",
    "Outcome",
    "Overlay",
    "OverlayLook",
    "OverlaySetParams",
    "OwnCards",
    "OwnSetup",
    "Owner",
    "PendingChoice",
    "Phase",
    "PlacedCard",
    "PositionReport",
    "PredictionDecksParams",
    "PredictionHandParams",
    "PredictionThreatMapParams",
    "ProgressParams",
    "ProgressValue",
    "ProgressValueBegin",
    "ProgressValueEnd",
    "ProgressValueReport",
    "Reason",
    "Recommendation",
    "Roster",
    "RulesInfo",
    "RulesInput",
    "Score",
    "ServerInfo",
    "ServerName",
    "ServerSubscribeParams",
    "ServerTopic",
    "ServerUnsubscribeParams",
    "ServerUpdate",
    "ServerUpdateParams",
    "SessionCloseParams",
    "SessionCreateParams",
    "SessionDeleteParams",
    "SessionEvent",
    "SessionExportParams",
    "SessionGetParams",
    "SessionHistory",
    "SessionHistoryParams",
    "SessionImportParams",
    "SessionList",
    "SessionSetDelayParams",
    "SessionSubscribeParams",
    "SessionUndoParams",
    "SessionUnsubscribeParams",
    "SessionUpdateParams",
    "Side",
    "Snapshot",
    "Source",
    "Status",
    "SummonThreat",
    "Supply",
    "ThreatReport",
    "Tile",
    "TileInput",
    "TileInputRecord",
    "Topic",
    "Update",
    "UpdateDataItemAdd",
    "UpdateDataItemRemove",
    "UpdateDataItemReplace",
    "UpdateKind",
    "Warning",
    "Wounds",
]


class InitializeParams(TypedDict):
    """Params of `initialize`."""

    clientInfo: NotRequired[Any]
    """What the client calls itself: `name`, `version`."""
    protocolVersion: NotRequired[Optional[Union[int, str]]]
    """The version the client speaks."""
    token: NotRequired[Optional[str]]


class ServerName(TypedDict):
    name: str
    version: str


class RulesInfo(TypedDict):
    presets: List[str]
    knobs: List[str]


class Capabilities(TypedDict):
    games: List[str]
    doors: List[str]
    """The doors this daemon has open."""
    rules: RulesInfo
    """The presets and knobs of the rules."""


class DataInfo(TypedDict):
    cards: int
    """How many cards there are."""
    sha256: str


class Initialized(TypedDict):
    """`initialize`"""

    protocolVersion: int
    serverInfo: ServerName
    capabilities: Capabilities
    data: DataInfo


Mode = Literal["live", "simulated", "analysis"]


RulesInput = Union[str, Mapping[str, Union[str, int]]]
"""A preset's name (canon, rebirth), or {preset, knob: value...}; `initialize` names the knobs.
"""


Side = Literal["you", "enemy"]
"""Who plays."""


class CardInputRecord(TypedDict):
    id: str
    name: NotRequired[str]


CardInput = Union[str, CardInputRecord]
"""A card's number, its name in any case, or {id, name} as answers have it."""


DeckInput = Union[str, Sequence[CardInput]]
"""A shipped deck's tag, a deck code, a text that names cards, or a list of cards."""


class OwnSetup(TypedDict):
    deck: NotRequired[Optional[DeckInput]]
    hand: NotRequired[Optional[Sequence[CardInput]]]


HandInput = Union[int, Sequence[CardInput]]
"""A list of cards, or how many cards nobody has seen."""


class EnemySetup(TypedDict):
    deck: NotRequired[Optional[DeckInput]]
    hand: NotRequired[Optional[HandInput]]
    tag: NotRequired[Optional[str]]


class AttackPoints(TypedDict):
    amount: int
    element: NotRequired[Optional[str]]
    """`physical` when left out; `fire`, `ice` or `coldFire`."""
    kind: NotRequired[Optional[str]]
    """`melee` when left out; `ranged` or `siege`."""


class BlockPoints(TypedDict):
    amount: int
    element: NotRequired[Optional[str]]


class Supply(TypedDict):
    rangedSiege: NotRequired[Sequence[AttackPoints]]
    block: NotRequired[Sequence[BlockPoints]]
    attack: NotRequired[Sequence[AttackPoints]]


class HeroSetup(TypedDict):
    armor: NotRequired[Optional[int]]
    handLimit: NotRequired[Optional[int]]
    fame: NotRequired[Optional[int]]
    points: NotRequired[Optional[Supply]]
    """What the hero can still produce in each phase; advice is made of it."""


class CombatSetup(TypedDict):
    """`setup` of `session/create` for a combat."""

    enemies: Sequence[str]
    """Ids of enemies, in the order they stand."""
    hero: NotRequired[Optional[HeroSetup]]
    hand: NotRequired[Sequence[str]]
    """Ids of cards."""
    fortifiedSite: NotRequired[Optional[bool]]


class SessionCreateParams(TypedDict):
    """Params of `session/create`."""

    game: NotRequired[Optional[str]]
    """`queens-blood` when left out."""
    mode: NotRequired[Optional[Mode]]
    """`live` when left out."""
    rules: NotRequired[Optional[RulesInput]]
    seed: NotRequired[Optional[int]]
    """Where chance starts from; the session's number when left out."""
    firstPlayer: NotRequired[Optional[Side]]
    """`you` when left out."""
    you: NotRequired[Optional[OwnSetup]]
    enemy: NotRequired[Optional[EnemySetup]]
    position: NotRequired[Optional[str]]
    setup: NotRequired[Optional[CombatSetup]]
    """Of a Mage Knight combat."""
    title: NotRequired[Optional[str]]
    autoplay: NotRequired[Optional[Sequence[Side]]]
    """The sides whose moves the daemon makes; simulated matches only."""


Phase = Literal["mulligan", "draw", "play", "over"]


Owner = Literal["you", "enemy", "neutral"]


Status = Literal["enhanced", "enfeebled", "neutral"]


Origin = Literal["deck", "token"]


class CardName(TypedDict):
    """A card as it is named in every answer: always number and name."""

    id: str
    name: str


class PlacedCard(TypedDict):
    """A card as it is named in every answer: always number and name."""

    id: str
    name: str
    side: Side
    basePower: int
    power: int
    powerDelta: int
    scaleDelta: int
    status: Status
    origin: Origin
    spawnedBy: NotRequired[Optional[CardName]]


class Tile(TypedDict):
    tile: str
    owner: Owner
    rank: int
    playerRank: int
    enemyRank: int
    card: NotRequired[Optional[PlacedCard]]
    effectSources: List[str]
    """The tiles of the cards whose lasting effect reaches this one."""


class Board(TypedDict):
    tiles: List[Tile]
    """Fifteen tiles, TOP-1 to BOT-5."""


class OwnCards(TypedDict):
    hand: NotRequired[List[CardName]]
    """Left out for the audience `stream`."""
    handSize: int
    deckSize: int


class EnemyCards(TypedDict):
    hand: List[CardName]
    """The cards known to be there."""
    handSize: int
    deckSize: int
    tag: NotRequired[Optional[str]]


Lane = Literal["TOP", "MID", "BOT"]


class LaneScore(TypedDict):
    lane: Lane
    powerYou: int
    powerEnemy: int
    winner: NotRequired[Optional[Side]]
    lanePoints: int


class Score(TypedDict):
    lanes: List[LaneScore]
    totalYou: int
    totalEnemy: int
    winner: NotRequired[Optional[Side]]
    margin: int


class MatchSnapshot(TypedDict):
    """A Queen's Blood session at one moment."""

    sessionId: str
    game: str
    mode: Mode
    rules: RulesInput
    """As `session/create` takes them."""
    seq: int
    turn: int
    sideToAct: Side
    phase: Phase
    board: Board
    you: OwnCards
    enemy: EnemyCards
    score: Score
    position: str
    """A line that `session/create` reads back to an equal board."""
    text: str
    """The board drawn for people."""


class NamedCard(TypedDict):
    id: str
    name: str


class Hero(TypedDict):
    armor: int
    handLimit: int
    hand: NotRequired[Optional[List[NamedCard]]]
    """Left out for the audience `stream`."""
    handSize: int
    wounds: int
    discardWounds: int
    knockedOut: bool
    fame: int


class EnemyAttack(TypedDict):
    value: int
    element: str
    blocked: bool
    summons: NotRequired[Optional[str]]
    """The color of the monster that is drawn in its place."""


class CombatEnemy(TypedDict):
    instanceId: str
    """`enemy_0`, `enemy_1`, …"""
    id: str
    name: str
    armor: int
    """As it counts in this phase."""
    baseArmor: int
    fame: int
    resistances: List[str]
    abilities: List[str]
    attacks: List[EnemyAttack]
    attacksThisCombat: bool
    """False when something keeps it from attacking."""
    blocked: bool
    defeated: bool
    summonedBy: NotRequired[Optional[str]]


class Modifier(TypedDict):
    card: str
    scope: str
    enemy: NotRequired[Optional[str]]
    """The enemy it is on, where it is on one."""
    duration: str
    effect: str
    description: str


class ChoiceOption(TypedDict):
    option: int
    """What `resolveChoice` takes."""
    label: str
    enemy: NotRequired[Optional[str]]


class PendingChoice(TypedDict):
    card: str
    description: str
    options: List[ChoiceOption]


class CombatSnapshot(TypedDict):
    """A combat at one moment."""

    sessionId: str
    game: str
    rules: str
    """The card set: `seed` or `printed`."""
    seq: int
    phase: str
    """`rangedSiege`, `block`, `assignDamage`, `attack` or `over`."""
    hero: Hero
    fameGained: int
    enemies: List[CombatEnemy]
    modifiers: List[Modifier]
    pendingChoice: NotRequired[Optional[PendingChoice]]
    text: str
    """The combat drawn for people."""


Snapshot = Union[MatchSnapshot, CombatSnapshot]
"""A session at one moment; `game` says of which game it is."""


class Created(TypedDict):
    """`session/create` and `session/import`"""

    sessionId: str
    snapshot: Snapshot


ListedMode = Literal["live", "simulated", "analysis", "combat"]
"""As what a session is listed: the mode of a match, or a combat, which has none."""


class ListedSession(TypedDict):
    sessionId: str
    game: str
    mode: ListedMode
    title: str
    seq: int
    turn: int
    over: bool
    closed: bool
    updatedAt: str
    """RFC 3339, in UTC."""


class SessionList(TypedDict):
    """`session/list`"""

    sessions: List[ListedSession]


class SessionGetParams(TypedDict):
    """Params of `session/get`."""

    sessionId: str
    seq: NotRequired[Optional[int]]
    """As of this many events; now when left out."""


class SessionHistoryParams(TypedDict):
    """Params of `session/history`."""

    sessionId: str
    seq: NotRequired[Optional[int]]
    """As of this many events; now when left out."""


class MatchEntry(TypedDict):
    seq: int
    """`session/get` with it shows the session after this act."""
    turn: int
    side: NotRequired[Optional[Side]]
    """Who acted; none for a correction."""
    action: str
    """The type of the action."""
    card: NotRequired[Optional[CardName]]
    """The card played or drawn; a stream is not told what you drew."""
    tile: NotRequired[Optional[str]]
    text: str
    """What happened, in words."""
    totalYou: int
    totalEnemy: int
    margin: int
    eval: float
    """What `coach/evaluate` makes of the board."""


class CombatEntry(TypedDict):
    seq: int
    """`session/get` with it shows the session after this act."""
    turn: int
    side: NotRequired[Optional[Side]]
    """Who acted; none for a correction."""
    action: str
    """The type of the action."""
    card: NotRequired[Optional[CardName]]
    """The card played or drawn; a stream is not told what you drew."""
    tile: NotRequired[Optional[str]]
    text: str
    """What happened, in words."""
    wounds: int
    """Those in the hand."""
    fameGained: int


HistoryEntry = Union[MatchEntry, CombatEntry]
"""One act and how the session stood after it."""


class SessionHistory(TypedDict):
    """`session/history`: the acts that stand, the oldest first."""

    seq: int
    entries: List[HistoryEntry]


class SessionCloseParams(TypedDict):
    """Params of `session/close`."""

    sessionId: str


class Gone(TypedDict):
    """`session/close` and `session/delete`"""

    sessionId: str


class SessionDeleteParams(TypedDict):
    """Params of `session/delete`."""

    sessionId: str


ExportFormat = Literal["text", "jsonl"]


class SessionExportParams(TypedDict):
    """Params of `session/export`."""

    sessionId: str
    format: ExportFormat


class Export(TypedDict):
    """`session/export`"""

    format: ExportFormat
    content: str


class SessionImportParams(TypedDict):
    """Params of `session/import`."""

    content: str
    """An export in either format, or a match text."""


class SessionUndoParams(TypedDict):
    """Params of `session/undo`."""

    sessionId: str
    count: NotRequired[Optional[int]]
    """1 when left out."""
    ifSeq: NotRequired[Optional[int]]


class EventPlayed(TypedDict):
    type: Literal["played"]
    side: Side
    card: CardName
    tile: str
    replaced: NotRequired[Optional[CardName]]


class Source(TypedDict):
    """The card that caused something, and where it stood."""

    tile: str
    card: CardName
    side: Side


class EventPawns(TypedDict):
    type: Literal["pawns"]
    tile: str
    owner: Owner
    rank: int
    playerRank: int
    enemyRank: int
    by: NotRequired[Optional[Source]]
    """None when the ranks changed because cards were destroyed."""


class EventPower(TypedDict):
    type: Literal["power"]
    tile: str
    card: CardName
    side: Side
    before: int
    after: int
    status: Status
    by: NotRequired[Optional[Source]]


class EventTriggered(TypedDict):
    type: Literal["triggered"]
    tile: str
    card: CardName
    side: Side
    trigger: str
    text: str


class EventDestroyed(TypedDict):
    type: Literal["destroyed"]
    tile: str
    card: CardName
    side: Side
    by: NotRequired[Optional[Source]]


class EventSpawned(TypedDict):
    type: Literal["spawned"]
    tile: str
    card: CardName
    side: Side
    by: Source


class EventAddedToHand(TypedDict):
    type: Literal["addedToHand"]
    side: Side
    card: CardName
    by: Source


class EventTurn(TypedDict):
    type: Literal["turn"]
    side: Side


class EventOver(TypedDict):
    type: Literal["over"]
    score: Score


Event = Union[
    EventPlayed,
    EventPawns,
    EventPower,
    EventTriggered,
    EventDestroyed,
    EventSpawned,
    EventAddedToHand,
    EventTurn,
    EventOver,
]


class CombatEvent(TypedDict):
    """Something that happened in a combat."""

    type: str
    text: str
    """What happened, in words."""


SessionEvent = Union[Event, CombatEvent]
"""Something that happened in a session."""


class Acted(TypedDict):
    """`match/act` and `session/undo`"""

    seq: int
    events: List[SessionEvent]
    """What happened, in order; with `autoplay` also in the daemon's own moves."""
    snapshot: Snapshot


Topic = Literal["state", "observation", "threat", "coach", "evaluation", "hand", "history"]


Audience = Literal["player", "stream"]


class SessionSubscribeParams(TypedDict):
    """Params of `session/subscribe`."""

    sessionId: str
    topics: NotRequired[Optional[Sequence[Topic]]]
    """`state`, `observation`, `threat` and `coach` when left out."""
    audience: NotRequired[Optional[Audience]]
    """`player` when left out."""
    delayMs: NotRequired[Optional[int]]


class SessionUnsubscribeParams(TypedDict):
    """Params of `session/unsubscribe`."""

    subscription: str


class SessionSetDelayParams(TypedDict):
    """Params of `session/setDelay`."""

    subscription: str
    delayMs: int


class DelaySet(TypedDict):
    """`session/setDelay`"""

    subscription: str
    delayMs: int


class MatchActionsParams(TypedDict):
    """Params of `match/actions`."""

    sessionId: str
    side: NotRequired[Optional[Side]]
    """The side to act when left out."""
    cards: NotRequired[Optional[Sequence[CardInput]]]
    """What if it held these; its hand when left out."""


class ActionPlay(TypedDict):
    type: Literal["play"]
    side: NotRequired[Optional[Side]]
    card: str
    tile: str


class ActionPass(TypedDict):
    type: Literal["pass"]
    side: NotRequired[Optional[Side]]


Action = Union[ActionPlay, ActionPass]
"""What an action that can be sent back looks like."""


class CombatActionPlayCard(TypedDict):
    type: Literal["playCard"]
    card: str
    powered: NotRequired[Optional[bool]]


class CombatActionResolveChoice(TypedDict):
    type: Literal["resolveChoice"]
    option: int


class CombatActionDeclareAttack(TypedDict):
    type: Literal["declareAttack"]
    enemies: Sequence[str]
    attack: Sequence[AttackPoints]


class CombatActionDeclareBlock(TypedDict):
    type: Literal["declareBlock"]
    enemy: str
    attackIndex: NotRequired[Optional[int]]
    block: Sequence[BlockPoints]


class CombatActionAssignDamage(TypedDict):
    type: Literal["assignDamage"]
    enemy: str
    attackIndex: NotRequired[Optional[int]]


class CombatActionEndPhase(TypedDict):
    type: Literal["endPhase"]


CombatAction = Union[
    CombatActionPlayCard,
    CombatActionResolveChoice,
    CombatActionDeclareAttack,
    CombatActionDeclareBlock,
    CombatActionAssignDamage,
    CombatActionEndPhase,
]
"""What a player does in a combat."""


AnyAction = Union[Action, CombatAction]
"""An action of either game."""


class OfferedAction(TypedDict):
    action: AnyAction
    """Ready to be sent back as it is."""
    label: str
    detail: NotRequired[Any]
    """Of a combat: the numbers that matter."""


class Actions(TypedDict):
    """`match/actions`"""

    seq: int
    sideToAct: Side
    """Always `you` in a combat."""
    actions: List[OfferedAction]
    pendingChoice: NotRequired[Optional[PendingChoice]]
    """Of a combat: the choice that has to be made first."""


class ActionInputMulligan(TypedDict):
    """Cards of the opening hand put back; `drew` tells what came for them."""

    type: Literal["mulligan"]
    side: NotRequired[Optional[Side]]
    replace: Sequence[CardInput]
    drew: NotRequired[Optional[Sequence[CardInput]]]


class ActionInputDraw(TypedDict):
    """The card you drew at a real table."""

    type: Literal["draw"]
    card: CardInput


class TileInputRecord(TypedDict):
    lane: str
    col: int


TileInput = Union[str, TileInputRecord]
"""A tile: "MID-4", "mid4", "m4" or {lane, col}."""


class ActionInputPlay(TypedDict):
    """A card from the hand onto a tile."""

    type: Literal["play"]
    side: NotRequired[Optional[Side]]
    card: CardInput
    tile: TileInput


class ActionInputPass(TypedDict):
    """No card this turn."""

    type: Literal["pass"]
    side: NotRequired[Optional[Side]]


class ActionInputSetHand(TypedDict):
    """Your hand really is this."""

    type: Literal["setHand"]
    cards: Sequence[CardInput]


class ActionInputResyncTilesItem(TypedDict):
    """What the tile really shows; what is left out stays as it is."""

    tile: TileInput
    owner: NotRequired[Optional[Owner]]
    rank: NotRequired[Optional[int]]
    """The rank its owner sees."""
    playerRank: NotRequired[Optional[int]]
    """Your rank on it."""
    enemyRank: NotRequired[Optional[int]]
    """The enemy's rank on it."""
    card: NotRequired[Optional[CardInput]]
    """Null when no card lies there."""
    side: NotRequired[Optional[Side]]
    powerDelta: NotRequired[Optional[int]]


class ActionInputResync(TypedDict):
    """The table really shows this."""

    type: Literal["resync"]
    tiles: Sequence[ActionInputResyncTilesItem]


ActionInput = Union[
    ActionInputMulligan,
    ActionInputDraw,
    ActionInputPlay,
    ActionInputPass,
    ActionInputSetHand,
    ActionInputResync,
    CombatAction,
]
"""Something that happens. Without a side a move is that of the side to act, a mulligan yours.
"""


class MatchActParams(TypedDict):
    """Params of `match/act`."""

    sessionId: str
    action: ActionInput
    ifSeq: NotRequired[Optional[int]]
    """Refuses when the session is not at this event."""


class ObservationGetParams(TypedDict):
    """Params of `observation/get`."""

    sessionId: str
    seq: NotRequired[Optional[int]]
    """As of this many events; now when left out."""


class ObservedCard(TypedDict):
    card: CardName
    side: Side
    origin: Literal["deck", "token", "effect", "unknown"]
    turnObserved: int
    tile: NotRequired[Optional[str]]
    destroyedOnTurn: NotRequired[Optional[int]]


class DeckKnowledge(TypedDict):
    mode: Literal["known", "unknown"]
    full: NotRequired[Optional[List[CardName]]]
    """The whole deck, if it is known."""
    played: List[CardName]
    remaining: NotRequired[Optional[List[CardName]]]
    """What a known deck still has."""


class MatchObservation(TypedDict):
    """What has been seen of an enemy's cards."""

    seq: int
    lastUpdatedTurn: int
    observations: List[ObservedCard]
    """Every card seen of both sides, in the order they were seen."""
    enemyBoardCards: List[ObservedCard]
    enemyDestroyedCards: List[ObservedCard]
    enemyTokens: List[ObservedCard]
    deck: DeckKnowledge


class CombatFact(TypedDict):
    enemy: str
    id: str
    what: str
    """`met`, `summoned`, `blocked`, `hurt`, `defeated` or `left`."""
    phase: str
    action: int
    """The action it happened in, counted from 1; 0 for the setup."""
    by: NotRequired[Optional[str]]
    wounds: NotRequired[Optional[int]]


class CombatObservation(TypedDict):
    """`observation/get` of a combat."""

    seq: int
    facts: List[CombatFact]
    """What was seen of the enemies, in order."""


Observation = Union[MatchObservation, CombatObservation]
"""`observation/get`"""


class PredictionDecksParams(TypedDict):
    """Params of `prediction/decks`."""

    sessionId: str
    seq: NotRequired[Optional[int]]
    """As of this many events; now when left out."""


class CandidateDeck(TypedDict):
    cards: List[CardName]
    weight: float


class DeckBelief(TypedDict):
    """`prediction/decks`"""

    seq: int
    mode: Literal["known", "unknown"]
    decks: List[CandidateDeck]


class PredictionHandParams(TypedDict):
    """Params of `prediction/hand`."""

    sessionId: str
    seq: NotRequired[Optional[int]]
    """As of this many events; now when left out."""


class HandHypothesis(TypedDict):
    cards: List[CardName]
    probability: float


class Marginal(TypedDict):
    """The chance that at least one copy of a card is in the hand."""

    card: CardName
    probability: float


class HandBelief(TypedDict):
    """`prediction/hand`"""

    seq: int
    handSize: int
    total: int
    """How many distinct hands are possible."""
    totalIsExact: bool
    """Whether `total` is exact or only an upper bound."""
    truncated: bool
    """Whether the list leaves hands out."""
    hypotheses: List[HandHypothesis]
    marginals: List[Marginal]


class PredictionThreatMapParams(TypedDict):
    """Params of `prediction/threatMap`."""

    sessionId: str
    seq: NotRequired[Optional[int]]
    """As of this many events; now when left out."""


class Basis(TypedDict):
    """What a threat map speaks of."""

    mode: Literal["known", "unknown"]
    """Whether the enemy's deck is known."""
    decks: int
    """How many candidate decks were weighed."""
    handSize: int
    """The cards the reply is made from, and how many of them nobody has seen."""
    unknownCards: int


class Outcome(TypedDict):
    """One reply; card and tile are null for the pass of a hand without a move."""

    card: NotRequired[Optional[CardName]]
    tile: NotRequired[Optional[str]]
    resultingScore: float
    """The enemy's view of the position after it."""
    matchScore: Score
    weight: float


class MatchThreat(TypedDict):
    """The threats of a match."""

    seq: int
    basis: Basis
    outcomes: List[Outcome]
    bestEnemyScore: float
    expectedEnemyScore: float
    expectedBestReply: float
    lanePressure: Dict[str, float]
    """By lane: TOP, MID, BOT."""
    tilePressure: Dict[str, float]
    """By tile: TOP-1 to BOT-5."""


class AttackThreat(TypedDict):
    attackIndex: int
    neededBlock: int
    damage: int
    wounds: int
    poisonWounds: int
    paralysis: bool


class Wounds(TypedDict):
    hand: int
    """Into the hand."""
    discard: int
    """Into the discard pile."""


class SummonThreat(TypedDict):
    color: str
    expectedWounds: float
    worst: Wounds


class EnemyThreat(TypedDict):
    enemy: str
    name: str
    attacks: List[AttackThreat]
    wounds: Wounds
    paralysis: bool
    summons: List[SummonThreat]


class CombatThreat(TypedDict):
    """`prediction/threatMap` of a combat: what happens if nothing is done."""

    seq: int
    enemies: List[EnemyThreat]
    total: Wounds
    worst: Wounds
    """With the worst monsters that may be summoned."""
    paralysis: bool
    knockOut: str
    """`no`, `possible`, `certain` or `already`."""


ThreatReport = Union[MatchThreat, CombatThreat]
"""`prediction/threatMap`"""


class CoachEvaluateParams(TypedDict):
    """Params of `coach/evaluate`."""

    sessionId: str
    seq: NotRequired[Optional[int]]
    """As of this many events; now when left out."""


class LaneValue(TypedDict):
    lane: Lane
    diff: int
    stability: float
    access: float
    effect: float
    value: float


class Evaluation(TypedDict):
    eval: float
    margin: int
    standing: Literal["winning", "even", "losing"]
    lanes: List[LaneValue]


class LaneLock(TypedDict):
    lane: Lane
    locked: NotRequired[Optional[Side]]
    """Who will have won it whatever the other side plays, if that is proved."""
    proof: str
    """What the claim, or the lack of one, rests on."""


class Lock(TypedDict):
    locked: NotRequired[Optional[Side]]
    """Who will have won it whatever the other side plays, if that is proved."""
    proof: str
    """What the claim, or the lack of one, rests on."""


class Locks(TypedDict):
    lanes: List[LaneLock]
    match: Lock


class PositionReport(TypedDict):
    """`coach/evaluate`"""

    seq: int
    evaluation: Evaluation
    locks: Locks


class CoachMulliganParams(TypedDict):
    """Params of `coach/mulligan`."""

    sessionId: str
    seq: NotRequired[Optional[int]]
    """As of this many events; now when left out."""


class MulliganReason(TypedDict):
    card: CardName
    verdict: Literal["keep", "replace"]
    text: str
    weight: float
    """What the opposite decision would lose."""


class MulliganAdvice(TypedDict):
    """`coach/mulligan`"""

    seq: int
    replace: List[CardName]
    keep: List[CardName]
    reasons: List[MulliganReason]
    valueKept: float
    """The worth of the hand now and, on average, after the advice."""
    valueAfter: float


class Budget(TypedDict):
    nodes: NotRequired[Optional[int]]
    """Positions that may be made; what is found within them is told."""
    depth: NotRequired[Optional[int]]
    """Replies to look ahead. One is looked ahead; more is not done yet."""


class CoachRecommendParams(TypedDict):
    """Params of `coach/recommend`."""

    sessionId: str
    top: NotRequired[Optional[int]]
    """How many moves to tell; all of them when left out."""
    budget: NotRequired[Optional[Budget]]
    workDoneToken: NotRequired[Optional[Union[str, int]]]
    """Progress is reported under this token."""


class Reason(TypedDict):
    tag: str
    text: str
    weight: float


class AdvisedMove(TypedDict):
    rank: int
    action: Action
    label: str
    moveScore: float
    immediate: float
    worstReply: float
    likelyReply: float
    predicted: float
    marginAfter: int
    quality: Literal["best", "good", "playable", "risky", "losing"]
    reasons: List[Reason]
    textAfter: str


class MatchRecommendation(TypedDict):
    """The advice for a match."""

    seq: int
    evaluation: Evaluation
    moves: List[AdvisedMove]
    message: str
    notes: List[str]


class CombatOutcome(TypedDict):
    fame: float
    wounds: float
    poisonWounds: float
    cardsKept: float
    knockedOut: float


class AdvisedAction(TypedDict):
    rank: int
    action: CombatAction
    label: str
    moveScore: float
    quality: str
    certainty: str
    outcome: CombatOutcome
    """How the combat ends along the best line from here."""
    reasons: List[Reason]
    line: List[str]
    """What to do after it, in words."""


class CombatRecommendation(TypedDict):
    """`coach/recommend` of a combat."""

    seq: int
    moves: List[AdvisedAction]
    certainty: str
    """`exact`, `sampled` or `bounded`."""
    nodes: int
    """Positions that were made."""
    message: str
    notes: List[str]


Recommendation = Union[MatchRecommendation, CombatRecommendation]
"""`coach/recommend`"""


class Card(TypedDict):
    """A card of the catalogue."""

    id: str
    name: str
    kind: Literal["card", "token"]
    rank: Literal["1", "2", "3", "R"]
    """`R` replaces a card."""
    power: int
    rarity: Literal["standard", "legendary"]
    range: List[str]
    """Squares such as `C2P`."""
    abilities: List[str]
    """What it does, a sentence for each ability."""


class Cards(TypedDict):
    """`cards/list` and `cards/search`"""

    cards: List[Card]


class CardsGetParams(TypedDict):
    """Params of `cards/get`."""

    card: CardInput


class CardsSearchParams(TypedDict):
    """Params of `cards/search`."""

    query: str
    limit: NotRequired[Optional[int]]


class Deck(TypedDict):
    """`decks/get`"""

    tag: str
    name: str
    style: str
    """How it means to win."""
    cards: List[CardName]
    code: NotRequired[Optional[str]]
    """The deck as one short word, wherever a deck is asked for; null if a card's number cannot be
    told in a code.
    """


class Decks(TypedDict):
    """`decks/list`"""

    decks: List[Deck]


class DecksGetParams(TypedDict):
    """Params of `decks/get`."""

    tag: str


class DecksValidateParams(TypedDict):
    """Params of `decks/validate`."""

    cards: DeckInput
    rules: NotRequired[Optional[RulesInput]]


class DeckVerdict(TypedDict):
    """`decks/validate`"""

    ok: bool
    cards: List[CardName]
    """The cards as they were understood."""
    faults: List[str]
    """Everything that is wrong with them."""
    code: NotRequired[Optional[str]]
    """These cards as one short word, legal or not; null if no code can tell them."""


class OverlayLook(TypedDict):
    """What every overlay shows that its own address does not say otherwise."""

    session: NotRequired[Optional[str]]
    """The session on air; the newest one when null."""
    theme: NotRequired[Optional[str]]
    """A name of letters, digits and `-`; the page has night, paper, glass and contrast."""
    palette: NotRequired[Optional[str]]
    """The page has classic, safe (for colour-blind viewers) and mono."""
    widgets: NotRequired[Optional[Sequence[str]]]
    """What to show, in this order."""
    scale: NotRequired[Optional[float]]
    delayMs: NotRequired[Optional[int]]
    """How much later everything is shown; at most what a subscription may have."""
    animate: NotRequired[Optional[bool]]
    """Whether changes are animated."""
    language: NotRequired[Optional[str]]
    """The language of the page, as `en`."""


class Overlay(TypedDict):
    """`overlay/get` and `overlay/set`"""

    look: OverlayLook


class OverlaySetParams(TypedDict):
    """Params of `overlay/set`."""

    look: OverlayLook
    """Takes the place of the look before it; what is left out is the page's own."""


class CombatEnemyStrike(TypedDict):
    value: int
    """0 for one that summons."""
    element: str
    abilities: List[str]
    """What makes this attack worse: `swift`, `brutal`, `poison`, …"""
    summons: NotRequired[Optional[str]]
    """The color of the monster that is drawn in its place."""


class CombatEnemyKind(TypedDict):
    """An enemy as its token shows it."""

    id: str
    name: str
    color: str
    """The back of its token; summoners draw by it."""
    armor: int
    fame: int
    attacks: List[CombatEnemyStrike]
    resistances: List[str]
    abilities: List[str]
    """Those of its attacks too; `elusive:7` has a number."""
    set: str
    """The box it comes from."""


class CombatCardMode(TypedDict):
    name: str
    """Many powered spells have a name of their own."""
    text: str
    """What it does, in words."""


class CombatCard(TypedDict):
    """A card, unit or skill of a hero."""

    id: str
    name: str
    kind: str
    """`spell`, `action`, `unit` or `skill`."""
    color: NotRequired[Optional[str]]
    """The mana that powers it; null if it needs none."""
    rules: List[str]
    """The card sets it is so in: `seed`, `printed`. A card may be there twice, with the numbers of
    each.
    """
    basic: NotRequired[Optional[CombatCardMode]]
    """Null if it cannot be played so."""
    powered: NotRequired[Optional[CombatCardMode]]
    note: NotRequired[Optional[str]]
    """What of the card happens outside a combat and is not played here."""


class CombatCatalogue(TypedDict):
    """`combat/catalogue`: what a Mage Knight combat can be made of."""

    enemies: List[CombatEnemyKind]
    cards: List[CombatCard]


class ServerInfo(TypedDict):
    """`server/info`"""

    serverInfo: ServerName
    protocolVersion: int
    games: List[str]
    doors: List[str]
    role: Literal["control", "view", "stream"]
    """What this connection may do."""
    sessions: int
    """All sessions, and those in memory."""
    sessionsInMemory: int
    connections: int
    data: DataInfo
    limits: Dict[str, int]
    """Every limit by its setting's name."""


class Check(TypedDict):
    name: str
    ok: bool
    detail: str


class Diagnostics(TypedDict):
    ok: bool
    checks: List[Check]


ServerTopic = Literal["sessions", "overlay"]


class ServerSubscribeParams(TypedDict):
    """Params of `server/subscribe`."""

    topics: NotRequired[Optional[Sequence[ServerTopic]]]
    """All of them when left out."""


class ServerUnsubscribeParams(TypedDict):
    """Params of `server/unsubscribe`."""

    subscription: str


class CancelRequestParams(TypedDict):
    """Params of `$/cancelRequest`."""

    id: Union[int, str]
    """The id of the request to cancel."""


UpdateKind = Literal["snapshot", "patch"]


class NothingToShow(TypedDict):
    """What a topic shows while its method would refuse."""

    seq: int
    moves: NotRequired[List[Any]]
    """Of the topic `coach`; always empty."""
    outcomes: NotRequired[List[Any]]
    """Of the topic `threat`; always empty."""
    message: str
    """Why there is nothing."""


class UpdateDataItemAdd(TypedDict):
    op: Literal["add"]
    path: str
    value: Any


class UpdateDataItemReplace(TypedDict):
    op: Literal["replace"]
    path: str
    value: Any


class UpdateDataItemRemove(TypedDict):
    op: Literal["remove"]
    path: str


class Update(TypedDict):
    """What a `session/update` notification carries as its `result`."""

    sessionId: str
    topic: Topic
    seq: int
    kind: UpdateKind
    baseSeq: NotRequired[Optional[int]]
    """The event whose document a patch starts from."""
    data: Union[
        Snapshot,
        Observation,
        ThreatReport,
        Recommendation,
        PositionReport,
        HandBelief,
        SessionHistory,
        NothingToShow,
        List[Union[UpdateDataItemAdd, UpdateDataItemReplace, UpdateDataItemRemove]],
    ]
    """The whole document, or an RFC 6902 patch of it."""


class SessionUpdateParams(TypedDict):
    """Params of `session/update`."""

    subscription: str
    result: NotRequired[Update]
    error: NotRequired[str]
    """Why the subscription has ended; nothing follows."""


class Roster(TypedDict):
    """What the sessions are, all together."""

    newest: NotRequired[Optional[str]]
    sessions: int


class ServerUpdate(TypedDict):
    """What a `server/update` notification carries as its `result`."""

    topic: ServerTopic
    data: Union[Roster, Overlay]
    """The whole of it, always."""


class ServerUpdateParams(TypedDict):
    """Params of `server/update`."""

    subscription: str
    result: ServerUpdate


class ProgressValueBegin(TypedDict):
    kind: Literal["begin"]
    title: str


class ProgressValueReport(TypedDict):
    kind: Literal["report"]
    percentage: int
    message: str


class ProgressValueEnd(TypedDict):
    kind: Literal["end"]


ProgressValue = Union[ProgressValueBegin, ProgressValueReport, ProgressValueEnd]


class ProgressParams(TypedDict):
    """Params of `$/progress`."""

    token: Union[str, int]
    """The request's `workDoneToken`."""
    value: ProgressValue


class Warning(TypedDict):
    """Something in the params that was not understood and did no harm."""

    field: str
    message: str
