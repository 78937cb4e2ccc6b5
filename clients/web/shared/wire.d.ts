// The types of the wire protocol: params, results and notifications.
// Generated from protocol/openrpc.json by clients/web/tools/generate_wire_types.mjs;
// do not edit. Results may contain more fields than these, for example `warnings`.

/** Of methods that need no params. */
export interface NoParams {}

/** `initialize` */
export interface Initialized {
  protocolVersion: number;
  serverInfo: ServerName;
  capabilities: Capabilities;
  data: DataInfo;
}

export interface ServerName {
  name: string;
  version: string;
}

export interface Capabilities {
  games: string[];
  /** Every transport the daemon supports, open or not. */
  doors: string[];
  /** The presets and knobs that `rules` may have. */
  rules: RulesInfo;
}

export interface RulesInfo {
  presets: string[];
  knobs: string[];
}

export interface DataInfo {
  /** The number of cards. */
  cards: number;
  sha256: string;
}

/** Params of `initialize`. */
export interface InitializeParams {
  /** The client's own description: `name`, `version`. */
  clientInfo?: unknown;
  /** The protocol version of the client. */
  protocolVersion?: number | string | null;
  token?: string | null;
}

/** `session/create` and `session/import` */
export interface Created {
  sessionId: string;
  snapshot: Snapshot;
}

/** The state of a session at one `seq`; `game` tells which game it is. */
export type Snapshot = MatchSnapshot | CombatSnapshot;

/** The state of a Queen's Blood match at one `seq`. */
export interface MatchSnapshot {
  sessionId: string;
  game: string;
  mode: Mode;
  /** In the form that `session/create` takes. */
  rules: RulesInput;
  seq: number;
  turn: number;
  sideToAct: Side;
  phase: Phase;
  board: Board;
  you: OwnCards;
  enemy: EnemyCards;
  score: Score;
  /** The board as one line; `session/create` takes it as `position`. */
  position: string;
  /** The board as text for people; only if it was asked for. */
  text?: string;
}

export type Mode = "live" | "simulated" | "analysis";

/** A preset's name (canon, rebirth), or {preset, knob: value...}; `initialize` lists the knobs. */
export type RulesInput = string | Record<string, string | number>;

/** A player of the match. */
export type Side = "you" | "enemy";

export type Phase = "mulligan" | "draw" | "play" | "over";

export interface Board {
  /** Fifteen tiles, TOP-1 to BOT-5. */
  tiles: Tile[];
}

export interface Tile {
  tile: string;
  owner: Owner;
  rank: number;
  playerRank: number;
  enemyRank: number;
  card?: PlacedCard | null;
  /** The tiles of the cards whose lasting effect reaches this tile. */
  effectSources: string[];
}

export type Owner = "you" | "enemy" | "neutral";

/** A card as every answer names it: its number and its name. */
export interface PlacedCard {
  id: string;
  name: string;
  side: Side;
  basePower: number;
  power: number;
  powerDelta: number;
  scaleDelta: number;
  status: Status;
  origin: Origin;
  spawnedBy?: CardName | null;
}

export type Status = "enhanced" | "enfeebled" | "neutral";

export type Origin = "deck" | "token";

/** A card as every answer names it: its number and its name. */
export interface CardName {
  id: string;
  name: string;
}

export interface OwnCards {
  /** Left out for the audience `stream`. */
  hand?: CardName[];
  handSize: number;
  deckSize: number;
  /** Only if the session was created with it. */
  name?: string;
}

export interface EnemyCards {
  /** The cards known to be in the hand. */
  hand: CardName[];
  handSize: number;
  deckSize: number;
  tag?: string | null;
}

export interface Score {
  lanes: LaneScore[];
  totalYou: number;
  totalEnemy: number;
  winner?: Side | null;
  margin: number;
}

export interface LaneScore {
  lane: Lane;
  powerYou: number;
  powerEnemy: number;
  winner?: Side | null;
  lanePoints: number;
}

export type Lane = "TOP" | "MID" | "BOT";

/** A combat at one moment. */
export interface CombatSnapshot {
  sessionId: string;
  game: string;
  /** The card set: `seed` (as in the design document) or `printed`. */
  rules: string;
  seq: number;
  /** `rangedSiege`, `block`, `assignDamage`, `attack` or `over`. */
  phase: string;
  hero: Hero;
  fameGained: number;
  enemies: CombatEnemy[];
  modifiers: Modifier[];
  pendingChoice?: PendingChoice | null;
  /** Left out where the combat does not count it, and for the audience `stream`. */
  holdings?: Holdings | null;
  /** The combat as text for people. */
  text: string;
}

export interface Hero {
  armor: number;
  handLimit: number;
  /** Left out for the audience `stream`. */
  hand?: NamedCard[] | null;
  handSize: number;
  wounds: number;
  discardWounds: number;
  knockedOut: boolean;
  fame: number;
}

export interface NamedCard {
  id: string;
  name: string;
}

export interface CombatEnemy {
  /** `enemy_0`, `enemy_1`, … */
  instanceId: string;
  id: string;
  name: string;
  /** The armor that counts in this phase. */
  armor: number;
  baseArmor: number;
  fame: number;
  /** The resistances that it has now. */
  resistances: string[];
  /** The abilities that it has now, including those of its attacks. */
  abilities: string[];
  attacks: EnemyAttack[];
  /** False when an effect keeps the enemy from attacking. */
  attacksThisCombat: boolean;
  blocked: boolean;
  defeated: boolean;
  summonedBy?: string | null;
}

export interface EnemyAttack {
  value: number;
  element: string;
  blocked: boolean;
  /** The color of the monster that is drawn and attacks instead. */
  summons?: string | null;
}

export interface Modifier {
  card: string;
  scope: string;
  /** The enemy it applies to, if it applies to one. */
  enemy?: string | null;
  duration: string;
  effect: string;
  description: string;
}

export interface PendingChoice {
  card: string;
  description: string;
  options: ChoiceOption[];
}

export interface ChoiceOption {
  /** The `option` that `resolveChoice` takes. */
  option: number;
  label: string;
  enemy?: string | null;
}

/** What the hero holds besides the hand. */
export interface Holdings {
  day: boolean;
  mana: HeldMana;
  units: HeldUnit[];
  skills: HeldSkill[];
  /** The points gathered in this phase and not spent yet. */
  pool: PointPool;
  /** Lasting advantages, in words. */
  boons: string[];
}

export interface HeldMana {
  tokens: Record<string, number>;
  crystals: Record<string, number>;
  dice: Record<string, number>;
  /** How many dice may still be used. */
  diceLeft: number;
}

export interface HeldUnit {
  /** `unit_0`, `unit_1`, … */
  unitId: string;
  id: string;
  name: string;
  level: number;
  armor: number;
  resistances: string[];
  spent: boolean;
  /** `unhurt`, `wounded` or `destroyed`. */
  health: string;
  /** Whether damage can be assigned to it in this combat. */
  takesDamage: boolean;
  abilities: UnitAbility[];
}

export interface UnitAbility {
  text: string;
  /** The mana that it costs. */
  cost?: string | null;
}

export interface HeldSkill {
  id: string;
  name: string;
  used: boolean;
}

export interface PointPool {
  attack: PooledAttack[];
  block: PooledBlock[];
}

export interface PooledAttack {
  amount: number;
  element: string;
  kind: string;
  /** The card of points that do more than count; they are spent whole, with
`special`. */
  special?: string | null;
}

export interface PooledBlock {
  amount: number;
  element: string;
  special?: string | null;
}

/** Params of `session/create`. */
export interface SessionCreateParams {
  /** `queens-blood` when left out. */
  game?: string | null;
  /** `live` when left out. */
  mode?: Mode | null;
  rules?: RulesInput | null;
  /** The random seed; the session's number when left out. */
  seed?: number | null;
  /** `you` when left out. */
  firstPlayer?: Side | null;
  you?: OwnSetup | null;
  enemy?: EnemySetup | null;
  position?: string | null;
  /** The enemies and the hero of a Mage Knight combat. */
  setup?: CombatSetup | null;
  title?: string | null;
  /** The sides whose moves the daemon makes; only for simulated matches. */
  autoplay?: Side[] | null;
}

export interface OwnSetup {
  deck?: DeckInput | null;
  hand?: CardInput[] | null;
  /** What viewers call you. */
  name?: string | null;
}

/** A deck's tag, a deck code, a text that names cards, or a list of cards. */
export type DeckInput = string | CardInput[];

/** A card's number, its name in any case, or {id, name} as in answers. */
export type CardInput = string | CardInputRecord;

export interface CardInputRecord {
  id: string;
  name?: string;
}

export interface EnemySetup {
  deck?: DeckInput | null;
  hand?: HandInput | null;
  tag?: string | null;
}

/** A list of cards, or the number of unseen cards. */
export type HandInput = number | CardInput[];

/** `setup` of `session/create` for a combat. */
export interface CombatSetup {
  /** Ids of the enemies, in order. */
  enemies: string[];
  hero?: HeroSetup | null;
  /** Ids of the hero's cards. */
  hand?: string[];
  fortifiedSite?: boolean | null;
  /**
   * The mana that the hero can use. A setup that has this, `units`, `skills` or `day` makes the
   * combat count what the hero holds; so does a card in `hand` that makes points.
   */
  mana?: ManaInput | null;
  units?: UnitInput[] | null;
  /** Ids or names of the hero's skills. */
  skills?: string[] | null;
  /** False at night. Gold mana is used by day, black mana at night. */
  day?: boolean | null;
  /** What the end of a combat is worth to the player, by name; see the page of the
protocol. */
  weights?: Record<string, number> | null;
}

export interface HeroSetup {
  armor?: number | null;
  handLimit?: number | null;
  fame?: number | null;
  /** The points the hero can make besides cards, by phase; advice uses only these
and the hand. */
  points?: Supply | null;
}

export interface Supply {
  rangedSiege?: AttackPoints[];
  block?: BlockPoints[];
  attack?: AttackPoints[];
}

export interface AttackPoints {
  amount: number;
  /** `physical` when left out; `fire`, `ice` or `coldFire`. */
  element?: string | null;
  /** `melee` when left out; `ranged` or `siege`. */
  kind?: string | null;
}

export interface BlockPoints {
  amount: number;
  element?: string | null;
}

/** Mana: a list of tokens, or tokens, crystals and dice. */
export type ManaInput = string[] | WholeMana | Record<string, number>;

export interface WholeMana {
  tokens?: ManaAmounts | null;
  crystals?: ManaAmounts | null;
  /** The dice of the source, as they lie. */
  dice?: ManaAmounts | null;
  /** How many dice may be used in this turn; 1 when left out. */
  diceLeft?: number | null;
}

/** `["red", "red"]` or `{"red": 2}`. */
export type ManaAmounts = string[] | Record<string, number>;

/** A unit by its id or name, or with its condition. */
export type UnitInput = string | UnitSetup;

export interface UnitSetup {
  unit: string;
  spent?: boolean | null;
  wounded?: boolean | null;
  /** The color of the token that the unit keeps. */
  token?: string | null;
}

/** `session/list` */
export interface SessionList {
  sessions: ListedSession[];
}

export interface ListedSession {
  sessionId: string;
  game: string;
  mode: ListedMode;
  title: string;
  /** Your name for the opponent, the `tag` of the enemy. */
  opponent?: string | null;
  seq: number;
  turn: number;
  over: boolean;
  /** The end of a match that is over; always null for a combat. */
  result?: MatchResult | null;
  closed: boolean;
  /** RFC 3339, in UTC. */
  updatedAt: string;
  /**
   * The node that changes it, if several daemons share the journal and one does at the moment. Not
   * for the role `stream`.
   */
  owner?: SessionOwner | null;
}

/** The mode of a match, or `combat` for a combat, which has no mode. */
export type ListedMode = "live" | "simulated" | "analysis" | "combat";

/** How a match ended. */
export interface MatchResult {
  /** Null for a draw. */
  winner?: Side | null;
  totalYou: number;
  totalEnemy: number;
}

/** The node that a session belongs to. */
export interface SessionOwner {
  /** As in `server/info`. */
  id: number;
  name: string;
}

/** Params of `session/get`. */
export interface SessionGetParams {
  sessionId: string;
  /** The session after this many events; now when left out. */
  seq?: number | null;
  /** Whether the snapshot of a match has its drawing `text`; not when left out. */
  text?: boolean | null;
}

/** `session/history`: the actions that were not undone, oldest first. */
export interface SessionHistory {
  seq: number;
  entries: HistoryEntry[];
}

/** One action and the score after it. */
export type HistoryEntry = MatchEntry | CombatEntry;

export interface MatchEntry {
  /** The `seq` that `session/get` takes to show the session after this action. */
  seq: number;
  turn: number;
  /** The side that acted; null for a correction. */
  side?: Side | null;
  /** The `type` of the action. */
  action: string;
  /** The card played or drawn; left out of your draws for the audience `stream`. */
  card?: CardName | null;
  tile?: string | null;
  /** What happened, in words. */
  text: string;
  totalYou: number;
  totalEnemy: number;
  margin: number;
  /** The `eval` of `coach/evaluate`. */
  eval: number;
}

export interface CombatEntry {
  /** The `seq` that `session/get` takes to show the session after this action. */
  seq: number;
  turn: number;
  /** The side that acted; null for a correction. */
  side?: Side | null;
  /** The `type` of the action. */
  action: string;
  /** The card played or drawn; left out of your draws for the audience `stream`. */
  card?: CardName | null;
  tile?: string | null;
  /** What happened, in words. */
  text: string;
  /** Wounds in the hand. */
  wounds: number;
  fameGained: number;
}

/** Params of `session/history`. */
export interface SessionHistoryParams {
  sessionId: string;
  /** The session after this many events; now when left out. */
  seq?: number | null;
}

/** `session/close` and `session/delete` */
export interface Gone {
  sessionId: string;
}

/** Params of `session/close`. */
export interface SessionCloseParams {
  sessionId: string;
}

/** `session/reopen` */
export interface Reopened {
  sessionId: string;
}

/** Params of `session/reopen`. */
export interface SessionReopenParams {
  sessionId: string;
}

/** Params of `session/delete`. */
export interface SessionDeleteParams {
  sessionId: string;
}

/** `session/export` */
export interface Export {
  format: ExportFormat;
  content: string;
}

export type ExportFormat = "text" | "jsonl";

/** Params of `session/export`. */
export interface SessionExportParams {
  sessionId: string;
  format: ExportFormat;
}

/** Params of `session/import`. */
export interface SessionImportParams {
  /** An export in either format, or a match text. */
  content: string;
}

/** `match/act`, `match/actAll`, `session/undo` and `session/redo` */
export interface Acted {
  seq: number;
  /** The events in order, including those of the daemon's own moves (`autoplay`). */
  events: SessionEvent[];
  snapshot: Snapshot;
}

/** An event of a match or a combat. */
export type SessionEvent = Event | CombatEvent;

export type Event =
  | EventPlayed
  | EventPawns
  | EventPower
  | EventTriggered
  | EventDestroyed
  | EventSpawned
  | EventAddedToHand
  | EventTurn
  | EventOver;

export interface EventPlayed {
  type: "played";
  side: Side;
  card: CardName;
  tile: string;
  replaced?: CardName | null;
}

export interface EventPawns {
  type: "pawns";
  tile: string;
  owner: Owner;
  rank: number;
  playerRank: number;
  enemyRank: number;
  /** Null when the ranks changed because cards were destroyed. */
  by?: Source | null;
}

/** The card that caused an event, and its tile. */
export interface Source {
  tile: string;
  card: CardName;
  side: Side;
}

export interface EventPower {
  type: "power";
  tile: string;
  card: CardName;
  side: Side;
  before: number;
  after: number;
  status: Status;
  by?: Source | null;
}

export interface EventTriggered {
  type: "triggered";
  tile: string;
  card: CardName;
  side: Side;
  trigger: string;
  text: string;
}

export interface EventDestroyed {
  type: "destroyed";
  tile: string;
  card: CardName;
  side: Side;
  by?: Source | null;
}

export interface EventSpawned {
  type: "spawned";
  tile: string;
  card: CardName;
  side: Side;
  by: Source;
}

export interface EventAddedToHand {
  type: "addedToHand";
  side: Side;
  card: CardName;
  by: Source;
}

export interface EventTurn {
  type: "turn";
  side: Side;
}

export interface EventOver {
  type: "over";
  score: Score;
}

/** An event of a combat. */
export interface CombatEvent {
  type: string;
  /** What happened, in words. */
  text: string;
  [field: string]: unknown;
}

/** Params of `session/undo`. */
export interface SessionUndoParams {
  sessionId: string;
  /** The number of actions to undo; 1 when left out. */
  count?: number | null;
  /** The request fails with 1005 if the session is not at this `seq`. */
  ifSeq?: number | null;
  /** The client's own name for this change, as in `match/act`. */
  actId?: string | null;
}

/** Params of `session/redo`. */
export interface SessionRedoParams {
  sessionId: string;
  /** The number of actions to redo; 1 when left out. */
  count?: number | null;
  /** The request fails with 1005 if the session is not at this `seq`. */
  ifSeq?: number | null;
  /** The client's own name for this change, as in `match/act`. */
  actId?: string | null;
}

/** Params of `session/subscribe`. */
export interface SessionSubscribeParams {
  sessionId: string;
  /** `state`, `observation`, `threat` and `coach` when left out. */
  topics?: Topic[] | null;
  /** `player` when left out. */
  audience?: Audience | null;
  delayMs?: number | null;
}

export type Topic =
  "state" | "observation" | "threat" | "coach" | "evaluation" | "hand" | "history";

export type Audience = "player" | "stream";

/** Params of `session/unsubscribe`. */
export interface SessionUnsubscribeParams {
  subscription: string;
}

/** `session/setDelay` */
export interface DelaySet {
  subscription: string;
  delayMs: number;
}

/** Params of `session/setDelay`. */
export interface SessionSetDelayParams {
  subscription: string;
  delayMs: number;
}

/** `match/actions` */
export interface Actions {
  seq: number;
  /** Always `you` in a combat. */
  sideToAct: Side;
  actions: OfferedAction[];
  /** Only in a combat: the choice that has to be resolved first. */
  pendingChoice?: PendingChoice | null;
}

export interface OfferedAction {
  /** In the form that `match/act` takes. */
  action: AnyAction;
  label: string;
  /** Only in a combat: the numbers of the action. */
  detail?: unknown;
}

/** An action of either game. */
export type AnyAction = Action | CombatAction;

/** A move in the form that `match/act` takes. */
export type Action = ActionPlay | ActionPass;

export interface ActionPlay {
  type: "play";
  side?: Side | null;
  card: string;
  tile: string;
}

export interface ActionPass {
  type: "pass";
  side?: Side | null;
}

/** An action of the player in a combat. */
export type CombatAction =
  | CombatActionPlayCard
  | CombatActionResolveChoice
  | CombatActionDeclareAttack
  | CombatActionDeclareBlock
  | CombatActionAssignDamage
  | CombatActionActivateUnit
  | CombatActionUseSkill
  | CombatActionEndPhase;

export interface CombatActionPlayCard {
  type: "playCard";
  card: string;
  powered?: boolean | null;
  /** For 1 attack or block point instead of its effect. */
  sideways?: boolean | null;
  /** The mana that pays for it; the cheapest way when left out. */
  pay?: PaidMana[] | null;
}

/** What is paid: colors, which takes the cheapest mana of each, or exactly which mana. */
export type PaidMana = string | ManaPayment;

/** One mana that is paid. */
export interface ManaPayment {
  mana: string;
  /** `token`, `die` or `crystal`. */
  from: string;
}

export interface CombatActionResolveChoice {
  type: "resolveChoice";
  option: number;
}

export interface CombatActionDeclareAttack {
  type: "declareAttack";
  enemies: string[];
  /**
   * The points that are spent. Where the combat counts points, nothing here and in `special` takes
   * the fewest that are needed from the pool.
   */
  attack?: AttackPoints[];
  /** Cards whose special points are spent, whole. */
  special?: string[] | null;
}

export interface CombatActionDeclareBlock {
  type: "declareBlock";
  enemy: string;
  attackIndex?: number | null;
  block?: BlockPoints[];
  special?: string[] | null;
}

export interface CombatActionAssignDamage {
  type: "assignDamage";
  enemy: string;
  attackIndex?: number | null;
  /** The units that take the damage, in this order; the hero takes the rest. */
  units?: string[] | null;
}

/** Uses an ability of a unit. */
export interface CombatActionActivateUnit {
  type: "activateUnit";
  /** `unit_0`, `unit_1`, … */
  unit: string;
  /** The number of the ability, from 0. */
  ability: number;
  pay?: PaidMana[] | null;
}

export interface CombatActionUseSkill {
  type: "useSkill";
  skill: string;
}

export interface CombatActionEndPhase {
  type: "endPhase";
}

/** Params of `match/actions`. */
export interface MatchActionsParams {
  sessionId: string;
  /** The side to act when left out. */
  side?: Side | null;
  /** The hand to assume; the known hand of the side when left out. */
  cards?: CardInput[] | null;
}

/** Params of `match/act`. */
export interface MatchActParams {
  sessionId: string;
  action: ActionInput;
  /** The request fails with 1005 if the session is not at this `seq`. */
  ifSeq?: number | null;
  /**
   * The client's own name for this act. If it was carried out before under this name, it is not
   * carried out again and gets the first answer.
   */
  actId?: string | null;
}

/** An action. When `side` is left out, a move is by the side to act and a mulligan is yours. */
export type ActionInput =
  | ActionInputMulligan
  | ActionInputDraw
  | ActionInputPlay
  | ActionInputPass
  | ActionInputSetHand
  | ActionInputSetDeck
  | ActionInputResync
  | CombatAction;

/** Replaces cards of the opening hand; `drew` lists the cards drawn for them. */
export interface ActionInputMulligan {
  type: "mulligan";
  side?: Side | null;
  replace: CardInput[];
  drew?: CardInput[] | null;
}

/** Reports the card you drew in a live match. */
export interface ActionInputDraw {
  type: "draw";
  card: CardInput;
}

/** Plays a card of the hand on a tile. */
export interface ActionInputPlay {
  type: "play";
  side?: Side | null;
  card: CardInput;
  tile: TileInput;
}

/** A tile: "MID-4", "mid4", "m4" or {lane, col}. */
export type TileInput = string | TileInputRecord;

export interface TileInputRecord {
  lane: string;
  col: number;
}

/** Plays no card this turn. */
export interface ActionInputPass {
  type: "pass";
  side?: Side | null;
}

/** Corrects your hand. */
export interface ActionInputSetHand {
  type: "setHand";
  cards: CardInput[];
}

/** Corrects which deck a side plays. */
export interface ActionInputSetDeck {
  type: "setDeck";
  side: Side;
  /** Null if the deck is not known after all. */
  deck?: DeckInput | null;
}

/** Corrects tiles of the board. */
export interface ActionInputResync {
  type: "resync";
  tiles: ActionInputResyncTilesItem[];
}

/** The real state of the tile; fields that are left out stay as they are. */
export interface ActionInputResyncTilesItem {
  tile: TileInput;
  owner?: Owner | null;
  /** The rank of the tile's owner on it. */
  rank?: number | null;
  /** Your rank on it. */
  playerRank?: number | null;
  /** The enemy's rank on it. */
  enemyRank?: number | null;
  /** Null when the tile has no card. */
  card?: CardInput | null;
  side?: Side | null;
  powerDelta?: number | null;
}

/** Params of `match/actAll`. */
export interface MatchActAllParams {
  sessionId: string;
  /** In order; each is read in the state after those before it. */
  actions: ActionInput[];
  /** The request fails with 1005 if the session is not at this `seq`. */
  ifSeq?: number | null;
  /**
   * The client's own name for these acts. If they were carried out before under this name, they are
   * not carried out again; the answer then has the events of the last one.
   */
  actId?: string | null;
}

/** `match/preview`: the board after a move that is not made. */
export interface Preview {
  /** The event from which the move is looked at. */
  seq: number;
  board: Board;
  score: Score;
}

/** Params of `match/preview`. */
export interface MatchPreviewParams {
  sessionId: string;
  action: ActionInput;
  /** From the session after this many events; now when left out. */
  seq?: number | null;
}

/** `observation/get` */
export type Observation = MatchObservation | CombatObservation;

/** The cards seen in a match. */
export interface MatchObservation {
  seq: number;
  lastUpdatedTurn: number;
  /** Every card seen, of both sides, in the order of being seen. */
  observations: ObservedCard[];
  enemyBoardCards: ObservedCard[];
  enemyDestroyedCards: ObservedCard[];
  enemyTokens: ObservedCard[];
  deck: DeckKnowledge;
}

export interface ObservedCard {
  card: CardName;
  side: Side;
  origin: "deck" | "token" | "effect" | "unknown";
  turnObserved: number;
  tile?: string | null;
  destroyedOnTurn?: number | null;
}

export interface DeckKnowledge {
  mode: "known" | "unknown";
  /** The whole deck, if it is known. */
  full?: CardName[] | null;
  played: CardName[];
  /** The cards that are left in the deck, if it is known. */
  remaining?: CardName[] | null;
}

/** `observation/get` of a combat. */
export interface CombatObservation {
  seq: number;
  /** What happened to the enemies, in order. */
  facts: CombatFact[];
}

export interface CombatFact {
  enemy: string;
  id: string;
  /** `met`, `summoned`, `blocked`, `hurt`, `defeated` or `left`. */
  what: string;
  phase: string;
  /** The number of the action it happened in, from 1; 0 for the setup. */
  action: number;
  by?: string | null;
  wounds?: number | null;
}

/** Params of `observation/get`. */
export interface ObservationGetParams {
  sessionId: string;
  /** The session after this many events; now when left out. */
  seq?: number | null;
}

/** `prediction/decks` */
export interface DeckBelief {
  seq: number;
  mode: "known" | "unknown";
  decks: CandidateDeck[];
}

export interface CandidateDeck {
  cards: CardName[];
  weight: number;
}

/** Params of `prediction/decks`. */
export interface PredictionDecksParams {
  sessionId: string;
  /** The session after this many events; now when left out. */
  seq?: number | null;
}

/** `prediction/hand` */
export interface HandBelief {
  seq: number;
  handSize: number;
  /** The number of distinct hands that are possible. */
  total: number;
  /** Whether `total` is exact or only an upper bound. */
  totalIsExact: boolean;
  /** Whether `hypotheses` leaves hands out. */
  truncated: boolean;
  hypotheses: HandHypothesis[];
  marginals: Marginal[];
  /** The number of cards that may be in the hand. */
  marginalsTotal: number;
}

export interface HandHypothesis {
  cards: CardName[];
  probability: number;
}

/** The probability that at least one copy of a card is in the hand. */
export interface Marginal {
  card: CardName;
  probability: number;
}

/** Params of `prediction/hand`. */
export interface PredictionHandParams {
  sessionId: string;
  /** The session after this many events; now when left out. */
  seq?: number | null;
  /** The most hands to return; 10 when left out. The rule `listedHands` limits it. */
  hands?: number | null;
  /** The most cards to return; 20 when left out. */
  cards?: number | null;
}

/** `prediction/threatMap` */
export type ThreatReport = MatchThreat | CombatThreat;

/** The threat map of a match. */
export interface MatchThreat {
  seq: number;
  basis: Basis;
  /** The replies that cost you most in expectation, the worst and the likeliest among
them. */
  outcomes: ShownOutcome[];
  /** The number of all replies; `prediction/outcomes` lists them. */
  outcomesTotal: number;
  bestEnemyScore: number;
  expectedEnemyScore: number;
  expectedBestReply: number;
  /** By lane: TOP, MID, BOT. */
  lanePressure: Record<string, number>;
  /** By tile: TOP-1 to BOT-5. */
  tilePressure: Record<string, number>;
}

/** The knowledge that a threat map was computed from. */
export interface Basis {
  /** Whether the enemy's deck is known. */
  mode: "known" | "unknown";
  /** The number of candidate decks. */
  decks: number;
  /** The size of the hand the enemy replies from. */
  handSize: number;
  /** How many cards of that hand are unseen. */
  unknownCards: number;
}

/**
 * One reply of the enemy in a threat map; card and tile are null for a pass, when a hand has no
 * legal play.
 */
export interface ShownOutcome {
  card?: CardName | null;
  tile?: string | null;
  /** The score of the position after the reply, from the enemy's side. */
  resultingScore: number;
  /** Your margin after the reply. */
  margin: number;
  weight: number;
}

/** `prediction/threatMap` of a combat: what happens if the player does nothing. */
export interface CombatThreat {
  seq: number;
  enemies: EnemyThreat[];
  total: Wounds;
  /** The total if the worst possible monsters are summoned. */
  worst: Wounds;
  paralysis: boolean;
  /** `no`, `possible`, `certain` or `already`. */
  knockOut: string;
  /**
   * What can be blocked with what the hero holds, attack by attack; where the combat counts it,
   * before the damage. Left out for the audience `stream`.
   */
  blocks?: HeldBlock[] | null;
}

export interface EnemyThreat {
  enemy: string;
  name: string;
  attacks: AttackThreat[];
  wounds: Wounds;
  paralysis: boolean;
  summons: SummonThreat[];
}

export interface AttackThreat {
  attackIndex: number;
  neededBlock: number;
  damage: number;
  wounds: number;
  poisonWounds: number;
  paralysis: boolean;
}

export interface Wounds {
  /** Wounds that go to the hand. */
  hand: number;
  /** Wounds that go to the discard pile. */
  discard: number;
}

export interface SummonThreat {
  color: string;
  expectedWounds: number;
  worst: Wounds;
}

/** The most block that the hero can make against one attack with all that is held. */
export interface HeldBlock {
  enemy: string;
  name: string;
  attackIndex: number;
  needed: number;
  most: number;
  /** Whether that blocks the attack. */
  enough: boolean;
  /** With what, in words. */
  with: string[];
}

/** Params of `prediction/threatMap`. */
export interface PredictionThreatMapParams {
  sessionId: string;
  /** The session after this many events; now when left out. */
  seq?: number | null;
}

/** `prediction/outcomes` */
export interface Outcomes {
  seq: number;
  /** The number of all replies. */
  total: number;
  outcomes: Outcome[];
}

/** One reply of the enemy; card and tile are null for a pass, when a hand has no
legal play. */
export interface Outcome {
  card?: CardName | null;
  tile?: string | null;
  /** The score of the position after the reply, from the enemy's side. */
  resultingScore: number;
  matchScore: Score;
  weight: number;
}

/** Params of `prediction/outcomes`. */
export interface PredictionOutcomesParams {
  sessionId: string;
  /** The session after this many events; now when left out. */
  seq?: number | null;
  /** How many replies to skip; 0 when left out. */
  offset?: number | null;
  /** The most replies to return; all when left out. */
  limit?: number | null;
}

/** `coach/evaluate` */
export interface PositionReport {
  seq: number;
  evaluation: Evaluation;
  locks: Locks;
}

export interface Evaluation {
  eval: number;
  margin: number;
  standing: "winning" | "even" | "losing";
  lanes: LaneValue[];
}

export interface LaneValue {
  lane: Lane;
  diff: number;
  stability: number;
  access: number;
  effect: number;
  value: number;
}

export interface Locks {
  lanes: LaneLock[];
  match: Lock;
}

export interface LaneLock {
  lane: Lane;
  /** The side that is proved to win it whatever the other side plays. */
  locked?: Side | null;
  /** The reason for `locked`, or why nothing is proved. */
  proof: string;
}

export interface Lock {
  /** The side that is proved to win it whatever the other side plays. */
  locked?: Side | null;
  /** The reason for `locked`, or why nothing is proved. */
  proof: string;
}

/** Params of `coach/evaluate`. */
export interface CoachEvaluateParams {
  sessionId: string;
  /** The session after this many events; now when left out. */
  seq?: number | null;
}

/** `coach/mulligan` */
export interface MulliganAdvice {
  seq: number;
  replace: CardName[];
  keep: CardName[];
  reasons: MulliganReason[];
  /**
   * The chance to win if all cards are kept, from 0 to 1, against an equal opponent. The average
   * opening hand of the deck has 0.5.
   */
  valueKept: number;
  /** The average chance to win after the advised mulligan. */
  valueAfter: number;
}

export interface MulliganReason {
  card: CardName;
  verdict: "keep" | "replace";
  text: string;
  /** How much win chance the opposite decision would lose. */
  weight: number;
}

/** Params of `coach/mulligan`. */
export interface CoachMulliganParams {
  sessionId: string;
  /** The session after this many events; now when left out. */
  seq?: number | null;
}

/** `coach/recommend` */
export type Recommendation = MatchRecommendation | CombatRecommendation;

/** The advice for a match. */
export interface MatchRecommendation {
  seq: number;
  /** How many rounds of the search were made; 0 is the reference ranking. */
  stage: number;
  /** How many plays were simulated. */
  nodes: number;
  /** Whether better numbers are still to come. */
  thinking: boolean;
  evaluation: Evaluation;
  /** Your chance to win with the best move. */
  winChance: number;
  moves: AdvisedMove[];
  message: string;
  notes: string[];
}

export interface AdvisedMove {
  rank: number;
  action: Action;
  label: string;
  /**
   * Your chance to win with this move, from 0 to 1; a draw counts half. Exactly 0, 0.5 or 1 only if
   * it is proved.
   */
  winChance: number;
  /** Your expected lead at the end of the match. */
  expectedMargin: number;
  /** How certain the win chance is. */
  claim: "proved" | "bounded" | "estimated";
  /** By the win chance that it loses against the best move. */
  quality: "best" | "good" | "playable" | "risky" | "losing";
  /** What is certain, then gains, then risks. */
  reasons: Reason[];
  /** This move and how the match is expected to go on, by turns. */
  line: string[];
  marginAfter: number;
  moveScore: number;
  immediate: number;
  worstReply: number;
  likelyReply: number;
  predicted: number;
  /** The board after the move as text; only if it was asked for. */
  textAfter?: string;
}

export interface Reason {
  tag: string;
  text: string;
  weight: number;
}

/** `coach/recommend` of a combat. */
export interface CombatRecommendation {
  seq: number;
  moves: AdvisedAction[];
  /** `exact`, `sampled` or `bounded`. */
  certainty: string;
  /** The number of positions searched. */
  nodes: number;
  message: string;
  notes: string[];
  /**
   * What can be blocked with what the hero holds, attack by attack; where the combat counts it,
   * before the damage.
   */
  blocks?: HeldBlock[] | null;
}

export interface AdvisedAction {
  rank: number;
  action: CombatAction;
  label: string;
  moveScore: number;
  quality: string;
  certainty: string;
  /** The end of the combat along the best line after this action. */
  outcome: CombatOutcome;
  reasons: Reason[];
  /** The next actions of that line, in words. */
  line: string[];
}

export interface CombatOutcome {
  fame: number;
  wounds: number;
  poisonWounds: number;
  cardsKept: number;
  knockedOut: number;
  /** What is left of mana, units and skills, where the combat counts them. */
  held?: HeldOutcome | null;
}

/** What is left at the end of what the hero held besides the hand. */
export interface HeldOutcome {
  crystals: number;
  tokens: number;
  readyUnits: number;
  woundedUnits: number;
  destroyedUnits: number;
  skills: number;
  thrownCards: number;
}

/** Params of `coach/recommend`. */
export interface CoachRecommendParams {
  sessionId: string;
  /** The number of moves to return; 3 when left out, 0 for every legal move. */
  top?: number | null;
  /** `search` when left out. */
  method?: AdviceMethod | null;
  budget?: Budget | null;
  /** Whether each move has the board after it, `textAfter`; not when left out. */
  text?: boolean | null;
  /** Progress is reported under this token. */
  workDoneToken?: string | number | null;
}

/**
 * How moves are ranked: `search` by the win chance that it finds, `reference` by `moveScore`, which
 * looks one reply ahead.
 */
export type AdviceMethod = "search" | "reference";

export interface Budget {
  /**
   * The number of plays that may be simulated; the answer is the best found within them. At least
   * 1, at most the limit `searchNodes`. When left out, a search has the daemon's setting
   * `coach.nodes`.
   */
  nodes?: number | null;
  /** The number of moves to look ahead, your own included. */
  depth?: number | null;
}

/**
 * `coach/review`. All win chances are yours, from 0 to 1, a draw counting half. The start minus
 * `you.loss` plus `enemy.loss` plus `luck.you` minus `luck.enemy` is the end.
 */
export interface MatchReview {
  seq: number;
  /** Whether the match is over. */
  complete: boolean;
  /** Your win chance before the first move. */
  start: number;
  /** Your win chance at the end: the result, where the match is over. */
  end: number;
  you: SideReview;
  enemy: SideReview;
  luck: Luck;
  /** Every move of both sides that was not undone. */
  moves: ReviewedMove[];
  /** The `seq` of the few moves that decided most. */
  turningPoints: number[];
  message: string;
}

export interface SideReview {
  /** How many moves were judged. */
  moves: number;
  /**
   * In percent; null without judged moves. A move that loses nothing counts 100, every 0.1 of lost
   * win chance halves that, and this is the average.
   */
  accuracy?: number | null;
  /** The sum of the losses of its moves. */
  loss: number;
}

/**
 * What draws and hidden cards did, in win chance: what helped you, and what helped the enemy.
 * Neither is negative.
 */
export interface Luck {
  you: number;
  enemy: number;
}

export interface ReviewedMove {
  /** The event of the move: the session at the `seq` before it is the position. */
  seq: number;
  turn: number;
  side: Side;
  label: string;
  /** What was best with what the side knew; null if the move cannot be judged. */
  best?: BestMove | null;
  /** Your win chance before the move, if its side plays its best. */
  winBefore: number;
  winAfter: number;
  /** The win chance that the move cost its side, with what that side knew. */
  loss: number;
  /** The same with the cards as they turned out to be. */
  hindsightLoss: number;
  /** How your win chance changed from here to the next move by draws and hidden cards. */
  luck: number;
  /** By `loss`: from 0.05 an inaccuracy, from 0.1 a mistake, from 0.2 a blunder. */
  mark?: null | "inaccuracy" | "mistake" | "blunder";
  /**
   * What was wrong with a marked move. The tags `passedTooEarly`, `highTileWasted`, `overkill`,
   * `accessLost` and `fearedTooMuch` name the kind of mistake.
   */
  reasons: Reason[];
  /** The best move and what was expected after it. */
  line: string[];
}

export interface BestMove {
  action: Action;
  label: string;
}

/** Params of `coach/review`. */
export interface CoachReviewParams {
  sessionId: string;
  budget?: ReviewBudget | null;
  /** Progress is reported under this token. */
  workDoneToken?: string | number | null;
}

export interface ReviewBudget {
  /**
   * The number of plays that may be simulated to judge one move: 1 to 1000000, 100000 when left
   * out.
   */
  nodes?: number | null;
  /** The number of moves to look ahead at most, from 1. */
  depth?: number | null;
}

/** `coach/result`. All win chances are yours, from 0 to 1, a draw counting half. */
export interface ResultReview {
  seq: number;
  /** Null for a draw. */
  winner?: Side | null;
  totalYou: number;
  totalEnemy: number;
  /** As in `coach/review`; null without judged moves. */
  accuracyYou?: number | null;
  accuracyEnemy?: number | null;
  blunders: number;
  mistakes: number;
  inaccuracies: number;
  /** The move that cost its side most, if it was a mistake. */
  turning?: TurningPoint | null;
  /** How much luck changed your win chance; negative if it helped the enemy. */
  luck: number;
  /** Your win chance before the first move and after each move. */
  chances: number[];
}

export interface TurningPoint {
  turn: number;
  side: Side;
  /** The move that was made. */
  label: string;
  /** The win chance that it cost its side. */
  loss: number;
}

/** Params of `coach/result`. */
export interface CoachResultParams {
  sessionId: string;
}

/** `coach/chances`: the course of a match so far. */
export interface WinChances {
  seq: number;
  /** One for each of your turns, the oldest first, and one for the end. */
  chances: ChanceOfTurn[];
}

export interface ChanceOfTurn {
  /** The number of events after which it was your turn. */
  seq: number;
  turn: number;
  /** Yours, from 0 to 1, a draw counting half. */
  winChance: number;
}

/** Params of `coach/chances`. */
export interface CoachChancesParams {
  sessionId: string;
  /** The session after this many events; now when left out. */
  seq?: number | null;
  /** `stream` gets the answer only while the overlay's look allows viewers to see it. */
  audience?: Audience | null;
}

/** `opponents/list` */
export interface Opponents {
  /** Those that were met, the latest first. */
  opponents: Opponent[];
  /** The people one meets in the game, to complete names with. */
  people: Person[];
}

/** The matches against one opponent. Matches that are not over are neither won, drawn nor
lost. */
export interface Opponent {
  tag: string;
  matches: number;
  won: number;
  drawn: number;
  lost: number;
  lastPlayed: string;
}

export interface Person {
  name: string;
  place: string;
}

/** `opponents/get` */
export interface OpponentRecord {
  tag: string;
  matches: number;
  won: number;
  drawn: number;
  lost: number;
  lastPlayed: string;
  /** The cards seen from its decks, the most frequent first. */
  cards: OpponentCard[];
  /** The decks that are known whole. */
  decks: OpponentDeck[];
}

export interface OpponentCard {
  card: CardName;
  /** In how many matches it was seen. */
  matches: number;
  /** The most copies in one match. */
  copies: number;
}

export interface OpponentDeck {
  cards: CardName[];
  matches: number;
}

/** Params of `opponents/get`. */
export interface OpponentsGetParams {
  /** The name, in any case. */
  tag: string;
}

/** `opponents/forget` */
export interface OpponentForgotten {
  tag: string;
  /** How many matches no longer count. They stay in the list of sessions. */
  matches: number;
}

/** Params of `opponents/forget`. */
export interface OpponentsForgetParams {
  /** The name, in any case. */
  tag: string;
}

/** `puzzles/list` */
export interface Puzzles {
  /** The shipped ones, then those of your own matches that were practised. */
  puzzles: ListedPuzzle[];
  /** The shipped one to practise next; null if none is due. */
  next?: string | null;
}

export interface ListedPuzzle {
  /** `p007`, or `s3-12` for the move that was event 12 of session s3. */
  puzzle: string;
  /** How often it was solved in a row. */
  solved: number;
  /** Days until it comes back; 0 if it is due or new. */
  daysLeft: number;
}

/** `puzzles/get`: a position in which you are to act. */
export interface Puzzle {
  puzzle: string;
  position: string;
  board: Board;
  score: Score;
  hand: CardName[];
  /** The cards that are known to be there: all of them in a shipped puzzle. */
  enemyHand: CardName[];
  enemyHandSize: number;
  /** Whether the enemy has just passed. */
  enemyPassed: boolean;
  /** The legal moves. */
  actions: OfferedAction[];
}

/** Params of `puzzles/get`. */
export interface PuzzlesGetParams {
  /** A shipped puzzle such as `p007`, or `s3-12`: before event 12 of session s3. */
  puzzle: string;
}

/** `puzzles/answer` */
export interface PuzzleVerdict {
  puzzle: string;
  /** Whether the answer costs at most 0.02 of win chance. */
  right: boolean;
  /** Your move. */
  label: string;
  /** Your win chance with it. */
  winChance: number;
  best: OfferedAction;
  bestWinChance: number;
  /** Whether the best move is proved to be the best. */
  proved: boolean;
  /** How the match may go on after the best move, which comes first. */
  line: string[];
  /** The board after your move. */
  board: Board;
  score: Score;
  /** The board after the best move. */
  bestBoard: Board;
  bestScore: Score;
  /** Days until the puzzle comes back. */
  daysLeft: number;
}

/** Params of `puzzles/answer`. */
export interface PuzzlesAnswerParams {
  puzzle: string;
  card?: CardInput | null;
  tile?: TileInput | null;
}

/** `cards/list` and `cards/search` */
export interface Cards {
  cards: Card[];
}

/** A card with its printed values. */
export interface Card {
  id: string;
  name: string;
  kind: "card" | "token";
  /** `R` marks a card that replaces another. */
  rank: "1" | "2" | "3" | "R";
  power: number;
  rarity: "standard" | "legendary";
  /** Squares such as `C2P`, relative to the card at `C3`. */
  range: string[];
  /** One sentence for each ability. */
  abilities: string[];
  /** The name in other languages, by language: `ja`. */
  names?: Record<string, string>;
}

/** Params of `cards/get`. */
export interface CardsGetParams {
  card: CardInput;
}

/** Params of `cards/search`. */
export interface CardsSearchParams {
  query: string;
  limit?: number | null;
}

/** `decks/list` */
export interface Decks {
  decks: Deck[];
}

/** `decks/get` */
export interface Deck {
  tag: string;
  name: string;
  /** How the deck tries to win. */
  style: string;
  cards: CardName[];
  /**
   * The deck code, which may be given wherever a deck is; null if a card's number cannot be written
   * in a code.
   */
  code?: string | null;
  /** Whether a user saved it with `decks/save`. */
  own: boolean;
}

/** Params of `decks/get`. */
export interface DecksGetParams {
  tag: string;
}

/** `decks/validate` */
export interface DeckVerdict {
  ok: boolean;
  /** The cards as the daemon understood them. */
  cards: CardName[];
  /** All reasons why the cards are not a legal deck. */
  faults: string[];
  /** The deck code of these cards, legal or not; null if they cannot be written in a
code. */
  code?: string | null;
}

/** Params of `decks/validate`. */
export interface DecksValidateParams {
  cards: DeckInput;
  rules?: RulesInput | null;
}

/** Params of `decks/save`. */
export interface DecksSaveParams {
  /** Up to 40 lower-case letters and digits, words joined by hyphens. */
  tag: string;
  deck: DeckInput;
  /** The tag when left out. */
  name?: string | null;
  /** The rules that the deck is checked by. */
  rules?: RulesInput | null;
}

/** `decks/delete` */
export interface DeckDeleted {
  tag: string;
}

/** Params of `decks/delete`. */
export interface DecksDeleteParams {
  tag: string;
}

/** `overlay/get` and `overlay/set` */
export interface Overlay {
  look: OverlayLook;
}

/** Settings of every overlay page; parameters in a page's own address override them. */
export interface OverlayLook {
  /** The session to show; the newest live match or combat when null. */
  session?: string | null;
  /** A name of letters, digits and `-`; the shipped page knows night, paper and
contrast. */
  theme?: string | null;
  /** The shipped page knows classic, safe (for colour-blind viewers) and mono. */
  palette?: string | null;
  /** The widgets to show, in this order. */
  widgets?: string[] | null;
  scale?: number | null;
  /** The delay of everything shown; at most `limits.delayMs`. */
  delayMs?: number | null;
  /** Whether changes are animated. */
  animate?: boolean | null;
  /** The language of the page, such as `en`. */
  language?: string | null;
  /** Whether nothing is shown at all. */
  hidden?: boolean | null;
  /** What viewers read instead of "You"; the name of the session's player when null. */
  streamer?: string | null;
  /** Whether viewers may see the win chance, which depends on your hand. */
  winChance?: boolean | null;
  /** Widgets that stand at a place of their own, by name. */
  places?: Record<string, WidgetPlace> | null;
}

/** Where a widget stands, how large it is and how much of the picture shines through. */
export interface WidgetPlace {
  /** The left edge, in hundredths of the page's width. */
  x: number;
  /** The upper edge, in hundredths of the page's height. */
  y: number;
  /** In hundredths of the page's width; the widget's usual width when left out. */
  width?: number | null;
  /** The size of its text and shapes, beside the scale of the whole page. */
  scale?: number | null;
  /** From 0.1, almost invisible, to 1. */
  opacity?: number | null;
}

/** Params of `overlay/set`. */
export interface OverlaySetParams {
  /** Replaces the previous look; for fields that are left out the page uses its
own defaults. */
  look: OverlayLook;
}

/** Params of `overlay/hide`. */
export interface OverlayHideParams {
  /** Whether all overlays are hidden; the rest of the look stays. */
  hidden: boolean;
}

/** `poll/get`, `poll/open`, `poll/vote` and `poll/close` */
export interface PollNow {
  /** The latest poll; null if there was none. */
  poll?: Poll | null;
}

/** A poll of a session, about one moment of it. */
export interface Poll {
  /** Counts the polls since the daemon has started. */
  number: number;
  sessionId: string;
  /** The moment that viewers are asked about. */
  seq: number;
  /** Whether votes are taken. */
  open: boolean;
  reveal: Reveal;
  /** What viewers type before the number of an option. */
  command: string;
  options: PollOption[];
  /** The votes for all options. */
  votes: number;
}

/** What the options of a poll tell viewers about your hand. */
export type Reveal = "nothing" | "hand";

export interface PollOption {
  /** The number to vote for. */
  option: number;
  /** The lane to play in; null for a play or passing. */
  lane?: Lane | null;
  /** The card to play; null where the hand is not shown. */
  card?: CardName | null;
  tile?: string | null;
  /** The option in words. */
  label: string;
  votes: number;
}

/** Params of `poll/open`. */
export interface PollOpenParams {
  sessionId: string;
  /** `nothing` when left out. */
  reveal?: Reveal | null;
  /**
   * What viewers type before the number of an option: 1 to 64 characters. When left out, what the
   * poll before had; at first `!vote`.
   */
  command?: string | null;
}

/** Params of `poll/vote`. */
export interface PollVoteParams {
  /** The number of the option, from 1. */
  option: number;
  /**
   * Who votes, as the chat names them: 1 to 64 characters. A second vote of the same voter replaces
   * the first.
   */
  voter: string;
}

/** `combat/catalogue`: every enemy and card of Mage Knight combats. */
export interface CombatCatalogue {
  enemies: CombatEnemyKind[];
  cards: CombatCard[];
  /**
   * The cards of combats that count what the hero holds: those with mana, units, skills or the time
   * of day in their setup, or with one of these cards in the hand.
   */
  deeds: CombatCard[];
  units: CombatUnit[];
  skills: CombatCard[];
}

/** An enemy as printed on its token. */
export interface CombatEnemyKind {
  id: string;
  name: string;
  /** The color of its token's back; a summoning attack names the color to draw from. */
  color: string;
  armor: number;
  fame: number;
  attacks: CombatEnemyStrike[];
  resistances: string[];
  /** Includes the abilities of its attacks; some have a number, as `elusive:7`. */
  abilities: string[];
  /** The edition or expansion it comes from. */
  set: string;
}

export interface CombatEnemyStrike {
  /** 0 for an attack that summons. */
  value: number;
  element: string;
  /** The abilities of this attack: `swift`, `brutal`, `poison`, … */
  abilities: string[];
  /** The color of the monster that is drawn and attacks instead. */
  summons?: string | null;
}

/** A card, unit or skill of a hero. */
export interface CombatCard {
  id: string;
  name: string;
  /** `spell`, `action`, `unit`, `skill`, `artifact` or `wound`. */
  kind: string;
  /**
   * The mana that powers it; null if it needs none. For mana of either of two colors both are
   * named: `blue/white`.
   */
  color?: string | null;
  /**
   * The card sets with this version of the card: `seed` (as in the design document) and `printed`.
   * A card that differs between the sets is listed twice.
   */
  rules: string[];
  /** Null if the card has no basic effect in a combat. */
  basic?: CombatCardMode | null;
  /** Null if the card has no powered effect in a combat. */
  powered?: CombatCardMode | null;
  /** What of the card is not played here, and whether only one source has it. */
  note?: string | null;
  /** Why modes are not supported, by `basic` and `powered`. */
  unsupported?: Record<string, string>;
}

export interface CombatCardMode {
  /** The name of this effect; many powered spells have their own. */
  name: string;
  /** The effect in words. */
  text: string;
}

/** A unit that can be hired. */
export interface CombatUnit {
  id: string;
  name: string;
  level: number;
  armor: number;
  resistances: string[];
  /** Those that matter in a combat. */
  abilities: UnitAbility[];
  note?: string | null;
}

/** `qbcoach/session`: a session that follows the edits of a document. */
export interface DocumentSession {
  sessionId: string;
}

/** Params of `qbcoach/session`. */
export interface QbcoachSessionParams {
  /** The document, which the editor has open. */
  uri: string;
}

/** `server/info` */
export interface ServerInfo {
  serverInfo: ServerName;
  protocolVersion: number;
  games: string[];
  doors: string[];
  /** The role of this connection. */
  role: "control" | "view" | "stream";
  /** All sessions, in memory or only on disk. */
  sessions: number;
  sessionsInMemory: number;
  connections: number;
  data: DataInfo;
  /** Every limit by the name of its setting. */
  limits: Record<string, number>;
  /** This node, if several daemons share the journal; not for the role `stream`. */
  node?: NodeInfo | null;
}

/** A daemon that shares its journal with others. */
export interface NodeInfo {
  /** Another number after each start. */
  id: number;
  name: string;
  /** Where the other nodes reach it; empty if they cannot. */
  address: string;
  /** Whether it may answer for the sessions that it owns. */
  holdsLease: boolean;
  /** Sessions in memory that this node changes. */
  owned: number;
  /** Sessions in memory that another node changes. */
  followed: number;
  /** Subscriptions of this node at others: one for each session, whoever looks at it. */
  upstream: number;
  /** Requests that other nodes answered for this one's clients, since the start. */
  forwarded: number;
  others: OtherNode[];
}

export interface OtherNode {
  id: number;
  name: string;
  address: string;
  /** Sessions in memory here that it changes. */
  owned: number;
}

export interface Diagnostics {
  ok: boolean;
  checks: Check[];
}

export interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

/** `server/demo`: a short match to watch. */
export interface DemoMatch {
  moves: DemoMove[];
}

/** A move of the demonstration and the board after it. */
export interface DemoMove {
  side: Side;
  label: string;
  board: Board;
  score: Score;
}

/** Params of `server/subscribe`. */
export interface ServerSubscribeParams {
  /** All topics when left out. */
  topics?: ServerTopic[] | null;
}

export type ServerTopic = "sessions" | "overlay" | "poll";

/** Params of `server/unsubscribe`. */
export interface ServerUnsubscribeParams {
  subscription: string;
}

/** Params of `session/update`. */
export interface SessionUpdateParams {
  subscription: string;
  result?: Update;
  /** Why the subscription has ended; no more updates follow. */
  error?: string;
}

/** The `result` of a `session/update` notification. */
export interface Update {
  sessionId: string;
  topic: Topic;
  seq: number;
  kind: UpdateKind;
  /** Only of a patch: the `seq` of the document that the patch applies to. */
  baseSeq?: number | null;
  /** The whole document (`snapshot`), or an RFC 6902 patch (`patch`). */
  data:
    | Snapshot
    | Observation
    | ThreatReport
    | Recommendation
    | PositionReport
    | HandBelief
    | SessionHistory
    | NothingToShow
    | (UpdateDataItemAdd | UpdateDataItemReplace | UpdateDataItemRemove)[];
}

export type UpdateKind = "snapshot" | "patch";

/** The document of a topic whose method would fail at this `seq`. */
export interface NothingToShow {
  seq: number;
  /** Only in the topic `coach`; always empty. */
  moves?: [];
  /** Only in the topic `threat`; always empty. */
  outcomes?: [];
  /** Why there is nothing to show. */
  message: string;
}

export interface UpdateDataItemAdd {
  op: "add";
  path: string;
  value: unknown;
}

export interface UpdateDataItemReplace {
  op: "replace";
  path: string;
  value: unknown;
}

export interface UpdateDataItemRemove {
  op: "remove";
  path: string;
}

/** Params of `server/update`. */
export interface ServerUpdateParams {
  subscription: string;
  result: ServerUpdate;
}

/** The `result` of a `server/update` notification. */
export interface ServerUpdate {
  topic: ServerTopic;
  /** Always the whole document, never a patch. */
  data: Roster | Overlay | PollNow;
}

/** The newest session that goes on air by itself, and the number of sessions. */
export interface Roster {
  newest?: string | null;
  sessions: number;
}

/** Params of `qbcoach/sessionReplaced`. */
export interface QbcoachSessionReplacedParams {
  uri: string;
  /** The session that follows the document from now on. */
  sessionId: string;
}

/** Params of `$/progress`. */
export interface ProgressParams {
  /** The request's `workDoneToken`. */
  token: string | number;
  value: ProgressValue;
}

export type ProgressValue = ProgressValueBegin | ProgressValueReport | ProgressValueEnd;

export interface ProgressValueBegin {
  kind: "begin";
  title: string;
}

/** The report about the search of a match has every field of the answer so far. */
export interface ProgressValueReport {
  kind: "report";
  percentage: number;
  message: string;
  seq?: number;
  stage?: number;
  nodes?: number;
  thinking?: boolean;
  evaluation?: Evaluation;
  winChance?: number;
  moves?: AdvisedMove[];
  notes?: string[];
}

export interface ProgressValueEnd {
  kind: "end";
}

/** Every method by its name. */
export interface Methods {
  /** Exchanges names and versions, and takes the client's token. */
  initialize: {
    params: InitializeParams;
    result: Initialized;
  };
  /** Announces that the client is about to send the notification `exit`. */
  shutdown: {
    params: NoParams;
    result: null;
  };
  /** The OpenRPC document of this protocol. */
  "rpc.discover": {
    params: NoParams;
    result: unknown;
  };
  /** Creates a session. */
  "session/create": {
    params: SessionCreateParams;
    result: Created;
  };
  /** Every session, the oldest first. */
  "session/list": {
    params: NoParams;
    result: SessionList;
  };
  /** A snapshot of a session now, or after `seq` events. */
  "session/get": {
    params: SessionGetParams;
    result: Snapshot;
  };
  /** The actions that were not undone, and the score after each. */
  "session/history": {
    params: SessionHistoryParams;
    result: SessionHistory;
  };
  /** Closes a session; it can still be read. */
  "session/close": {
    params: SessionCloseParams;
    result: Gone;
  };
  /** Lets a closed session go on. */
  "session/reopen": {
    params: SessionReopenParams;
    result: Reopened;
  };
  /** Removes a session for good. */
  "session/delete": {
    params: SessionDeleteParams;
    result: Gone;
  };
  /** A session as text that `session/import` reads. */
  "session/export": {
    params: SessionExportParams;
    result: Export;
  };
  /** A new session from an export or a match text. */
  "session/import": {
    params: SessionImportParams;
    result: Created;
  };
  /** Undoes the latest actions. */
  "session/undo": {
    params: SessionUndoParams;
    result: Acted;
  };
  /** Redoes actions that were undone, until something else is done. */
  "session/redo": {
    params: SessionRedoParams;
    result: Acted;
  };
  /** Follows a session: answers a subscription id, then `session/update` notifications. */
  "session/subscribe": {
    params: SessionSubscribeParams;
    result: string;
  };
  /** Ends a subscription; false if there was none. */
  "session/unsubscribe": {
    params: SessionUnsubscribeParams;
    result: boolean;
  };
  /** Changes the delay of a subscription. */
  "session/setDelay": {
    params: SessionSetDelayParams;
    result: DelaySet;
  };
  /** Every legal action, each in the form that `match/act` takes. */
  "match/actions": {
    params: MatchActionsParams;
    result: Actions;
  };
  /** Carries out an action: a move, a draw, a mulligan or a correction. */
  "match/act": {
    params: MatchActParams;
    result: Acted;
  };
  /** Carries out several actions, all of them or none. */
  "match/actAll": {
    params: MatchActAllParams;
    result: Acted;
  };
  /** The board after an action that is not carried out. */
  "match/preview": {
    params: MatchPreviewParams;
    result: Preview;
  };
  /** The cards seen so far, and what is known of the enemy's deck. */
  "observation/get": {
    params: ObservationGetParams;
    result: Observation;
  };
  /** The decks the enemy may have, with their weights. */
  "prediction/decks": {
    params: PredictionDecksParams;
    result: DeckBelief;
  };
  /** The likeliest hands of the enemy, and the probability of the likeliest cards. */
  "prediction/hand": {
    params: PredictionHandParams;
    result: HandBelief;
  };
  /** The enemy's next move: its most dangerous replies, and sums over all of them. */
  "prediction/threatMap": {
    params: PredictionThreatMapParams;
    result: ThreatReport;
  };
  /** Every possible next move of the enemy, over every hand it may hold. */
  "prediction/outcomes": {
    params: PredictionOutcomesParams;
    result: Outcomes;
  };
  /** The value of the position, and the lanes that are proved to be decided. */
  "coach/evaluate": {
    params: CoachEvaluateParams;
    result: PositionReport;
  };
  /** Which cards of your opening hand to keep and which to replace. */
  "coach/mulligan": {
    params: CoachMulliganParams;
    result: MulliganAdvice;
  };
  /** Your best moves, ranked and explained. */
  "coach/recommend": {
    params: CoachRecommendParams;
    result: Recommendation;
  };
  /** Every move of a match, what was best and what it cost, and how much was luck. */
  "coach/review": {
    params: CoachReviewParams;
    result: MatchReview;
  };
  /** The result of a match that is over, with a short review that names no card you kept. */
  "coach/result": {
    params: CoachResultParams;
    result: ResultReview;
  };
  /** Your win chance at each of your turns so far. */
  "coach/chances": {
    params: CoachChancesParams;
    result: WinChances;
  };
  /** The named opponents, with results, and the people of the game. */
  "opponents/list": {
    params: NoParams;
    result: Opponents;
  };
  /** What was seen of a named opponent over all its sessions. */
  "opponents/get": {
    params: OpponentsGetParams;
    result: OpponentRecord;
  };
  /** Forgets what was seen of a named opponent; its sessions stay. */
  "opponents/forget": {
    params: OpponentsForgetParams;
    result: OpponentForgotten;
  };
  /** The puzzles, when each comes back, and which is next. */
  "puzzles/list": {
    params: NoParams;
    result: Puzzles;
  };
  /** A position in which you find the best move, shipped or of a match of yours. */
  "puzzles/get": {
    params: PuzzlesGetParams;
    result: Puzzle;
  };
  /** Judges your move of a puzzle and shows the best one. */
  "puzzles/answer": {
    params: PuzzlesAnswerParams;
    result: PuzzleVerdict;
  };
  /** Every card. */
  "cards/list": {
    params: NoParams;
    result: Cards;
  };
  /** One card by number or name. */
  "cards/get": {
    params: CardsGetParams;
    result: Card;
  };
  /** The cards whose number or name matches, or the most similar ones if none does. */
  "cards/search": {
    params: CardsSearchParams;
    result: Cards;
  };
  /** The shipped decks and those that users have saved. */
  "decks/list": {
    params: NoParams;
    result: Decks;
  };
  /** One deck by its tag. */
  "decks/get": {
    params: DecksGetParams;
    result: Deck;
  };
  /** Whether cards make a legal deck, and all faults if they do not. */
  "decks/validate": {
    params: DecksValidateParams;
    result: DeckVerdict;
  };
  /** Saves a deck under a tag of the user's own. */
  "decks/save": {
    params: DecksSaveParams;
    result: Deck;
  };
  /** Removes a saved deck. */
  "decks/delete": {
    params: DecksDeleteParams;
    result: DeckDeleted;
  };
  /** The settings of the overlay pages. */
  "overlay/get": {
    params: NoParams;
    result: Overlay;
  };
  /** Changes the settings of the overlay pages; open pages follow at once. */
  "overlay/set": {
    params: OverlaySetParams;
    result: Overlay;
  };
  /** Hides all overlay pages at once, or shows them again. */
  "overlay/hide": {
    params: OverlayHideParams;
    result: Overlay;
  };
  /** The latest poll of the viewers. */
  "poll/get": {
    params: NoParams;
    result: PollNow;
  };
  /** Asks the viewers what should be played. */
  "poll/open": {
    params: PollOpenParams;
    result: PollNow;
  };
  /** Counts the vote of a viewer. */
  "poll/vote": {
    params: PollVoteParams;
    result: PollNow;
  };
  /** Ends the poll; its votes stay. */
  "poll/close": {
    params: NoParams;
    result: PollNow;
  };
  /** Every enemy and card of Mage Knight combats. */
  "combat/catalogue": {
    params: NoParams;
    result: CombatCatalogue;
  };
  /** The session that follows a match text which an editor has open. */
  "qbcoach/session": {
    params: QbcoachSessionParams;
    result: DocumentSession;
  };
  /** The daemon's version, limits and load, and the role of this connection. */
  "server/info": {
    params: NoParams;
    result: ServerInfo;
  };
  /** Runs the checks of data and rules that `qbcoach check` runs. */
  "server/diagnostics": {
    params: NoParams;
    result: Diagnostics;
  };
  /** A short match to watch: the board after each move. */
  "server/demo": {
    params: NoParams;
    result: DemoMatch;
  };
  /**
   * Follows the daemon as a whole: answers a subscription id, then `server/update` notifications.
   */
  "server/subscribe": {
    params: ServerSubscribeParams;
    result: string;
  };
  /** Ends a subscription of `server/subscribe`; false if there was none. */
  "server/unsubscribe": {
    params: ServerUnsubscribeParams;
    result: boolean;
  };
}

/** The params of every notification that the daemon sends. */
export interface Notifications {
  /** An update of a followed session, or the end of the subscription. */
  "session/update": SessionUpdateParams;
  /** An update of the list of sessions, of the overlay settings or of the poll. */
  "server/update": ServerUpdateParams;
  /** A document that a session follows has another setup now, and so another session. */
  "qbcoach/sessionReplaced": QbcoachSessionReplacedParams;
  /** Progress of a request that has a `workDoneToken`. */
  "$/progress": ProgressParams;
}
