// The documents of the topics of a session, as clients keep them.

import type * as wire from "./wire";

type FieldsOf<Union> = Union extends unknown ? keyof Union : never;

/**
 * A union whose members have each other's fields as undefined. `state.board` can then
 * be read of any snapshot, and is defined for that of a match only.
 */
export type Either<Union, Fields extends PropertyKey = FieldsOf<Union>> = Union extends unknown
  ? Union & { [Field in Exclude<Fields, keyof Union>]?: undefined }
  : never;

export type State = Either<wire.Snapshot>;
export type Threat = Either<wire.ThreatReport | wire.NothingToShow>;
export type Advice = Either<wire.Recommendation | wire.NothingToShow>;
export type Move = Either<wire.AdvisedMove | wire.AdvisedAction>;
export type Offer = Omit<wire.OfferedAction, "action"> & { action: Action };
export type Action = Either<wire.AnyAction>;
export type Entry = Either<wire.HistoryEntry>;
export type PatchOperation =
  wire.UpdateDataItemAdd | wire.UpdateDataItemReplace | wire.UpdateDataItemRemove;

export interface Documents {
  /** Your latest win chance, where it may be shown. */
  chance?: number;
  /** Your win chance at each of your turns, where it may be shown. */
  chances?: wire.ChanceOfTurn[];
  state?: State;
  observation?: Either<wire.Observation>;
  threat?: Threat;
  coach?: Advice;
  evaluation?: Either<wire.PositionReport | wire.NothingToShow>;
  hand?: Either<wire.HandBelief | wire.NothingToShow>;
  history?: { seq: number; entries: Entry[] };
}
