// What this client reads of the daemon's answers; ../../protocol/schemas has all of it.

export type Side = "you" | "enemy";
export type Topic = "state" | "threat" | "coach";
export type Action = { type: string; [field: string]: unknown };

export interface Card {
  id: string;
  name: string;
}

export interface CardDetails extends Card {
  rank: string;
  power: number;
  abilities: string[];
}

export interface PlacedCard extends Card {
  side: Side;
  power: number;
  status: "enhanced" | "enfeebled" | "neutral";
}

export interface Tile {
  tile: string;
  owner: Side | "neutral";
  rank: number;
  card: PlacedCard | null;
  effectSources: string[];
}

export interface Lane {
  lane: string;
  powerYou: number;
  powerEnemy: number;
  winner: Side | null;
  lanePoints: number;
}

export interface Player {
  hand?: Card[];
  handSize: number;
  deckSize: number;
}

export interface MatchSnapshot {
  sessionId: string;
  game: "queens-blood";
  mode: string;
  seq: number;
  turn: number;
  sideToAct: Side;
  phase: string;
  board: { tiles: Tile[] };
  you: Player;
  enemy: Player & { tag: string | null };
  score: { lanes: Lane[]; totalYou: number; totalEnemy: number; winner: Side | null };
  text: string;
}

export interface CombatSnapshot {
  sessionId: string;
  game: "mage-knight";
  seq: number;
  phase: string;
  fameGained: number;
  text: string;
}

export type Snapshot = MatchSnapshot | CombatSnapshot;

/** While the daemon has nothing to say on a topic, it says why. */
export interface Silence {
  seq: number;
  moves: [];
  message: string;
}

export interface MatchThreat {
  seq: number;
  outcomes: { card: Card | null; tile: string | null; resultingScore: number; weight: number }[];
  expectedEnemyScore: number;
  bestEnemyScore: number;
  lanePressure: Record<string, number>;
  tilePressure: Record<string, number>;
}

export interface CombatThreat {
  seq: number;
  enemies: { enemy: string; name: string; wounds: { hand: number; discard: number } }[];
  knockOut: string;
}

export type Threat = MatchThreat | CombatThreat | Silence;

export interface Move {
  rank: number;
  action: Action;
  label: string;
  moveScore: number;
  quality: string;
  reasons: { text: string }[];
}

export interface Advice {
  seq: number;
  moves: Move[];
  message: string;
  notes?: string[];
}

export interface Documents {
  state?: Snapshot;
  threat?: Threat;
  coach?: Advice;
}

export interface Actions {
  seq: number;
  sideToAct: Side;
  actions: { action: Action; label: string }[];
}

export interface Acted {
  seq: number;
  snapshot: Snapshot;
}

export interface SessionRow {
  sessionId: string;
  game: string;
  mode: string;
  title: string;
  seq: number;
  turn: number;
  over: boolean;
  closed: boolean;
}

export interface Deck {
  tag: string;
  name: string;
  style: string;
}

export interface PatchOperation {
  op: "add" | "remove" | "replace";
  path: string;
  value?: unknown;
}

export interface Update {
  sessionId: string;
  topic: Topic;
  seq: number;
  kind: "snapshot" | "patch";
  baseSeq?: number;
  data: any;
}

export interface UpdateParams {
  subscription: string;
  result?: Update;
  error?: string;
}

/** What a LanguageClient and a plain message connection have in common. */
export interface Connection {
  sendRequest(method: string, params?: object): Promise<any>;
  onNotification(method: string, handler: (params: any) => void): { dispose(): void };
}
