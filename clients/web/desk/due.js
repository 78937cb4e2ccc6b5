// @ts-check
// What is due now, in words and with its key, derived from the daemon's documents only.

import { inWords, say } from "../shared/words.js";
import { phaseWords } from "../widgets/score.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

/**
 * @typedef {"waiting" | "past" | "closed" | "over"} DueNothing
 * @typedef {"hand" | "mulligan" | "drew" | "draw" | "you" | "enemy"} DueInMatch
 * @typedef {DueNothing | DueInMatch | "choice" | "combat"} DueKind
 * @typedef {{kind: DueKind, words: string, how: string}} Due
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("../shared/words.js").Word} Word
 * @typedef {import("../shared/wire").MatchSnapshot} MatchSnapshot
 * @typedef {import("../shared/wire").CombatSnapshot} CombatSnapshot
 * @typedef {import("../shared/session.js").Documents["history"]} History
 */

/** Whether your mulligan is in the history. @param {History} history */
function hasChangedHand(history) {
  return (
    history?.entries.some((entry) => entry.action === "mulligan" && entry.side === "you") ?? false
  );
}

/** @param {import("../shared/documents").State} state */
function hasRematch(state) {
  return state.score !== undefined && state.mode !== "analysis";
}

/** @param {OpenSession} session @returns {Due} */
export function dueOf(session) {
  const { state, history } = session.documents;
  if (!state) return { kind: "waiting", words: tell("loading"), how: "" };
  if (session.past.moment)
    return {
      kind: "past",
      words: tell("pastTitle", {
        index: session.past.index,
        all: session.past.entries.length - 1,
        text: inWords(session.past.entries[session.past.index]?.text ?? ""),
      }),
      how: tell("pastHow"),
    };
  if (state.phase === "over")
    return {
      kind: "over",
      words: state.score ? phaseWords(state) : tell("combatOver"),
      how: tell(session.closed ? "closedHow" : hasRematch(state) ? "overHow" : "overHowPlain"),
    };
  if (session.closed) return { kind: "closed", words: tell("closedTitle"), how: tell("closedHow") };
  const due = state.hero ? combatDue(state) : matchDue(session, state, history);
  return desk.mayAct ? due : { ...due, how: tell("readOnlyHow") };
}

/** @param {CombatSnapshot} state @returns {Due} */
function combatDue(state) {
  if (state.pendingChoice)
    return {
      kind: "choice",
      words: tell("choiceTitle", { what: state.pendingChoice.description }),
      how: tell("choiceHow"),
    };
  return {
    kind: "combat",
    words: tell("combatTitle", { phase: say(/** @type {Word} */ (state.phase)) }),
    how: tell("combatHow"),
  };
}

/** @param {OpenSession} session @param {MatchSnapshot} state @param {History} history @returns {Due} */
function matchDue(session, state, history) {
  const { turn, mode } = state;
  const hand = state.you.hand ?? [];
  const isLive = mode === "live";
  if (
    isLive &&
    hand.length === 0 &&
    state.you.handSize > 0 &&
    state.phase === "mulligan" &&
    desk.mayAct
  ) {
    return {
      kind: "hand",
      words: tell("handTitle"),
      how: tell("handHow", { cards: state.you.handSize }),
    };
  }
  if (session.drew) {
    const missing = session.replace.size - session.drew.length;
    return { kind: "drew", words: tell("drewTitle"), how: tell("drewHow", { cards: missing }) };
  }
  if (
    state.phase === "mulligan" &&
    hand.length > 0 &&
    mode !== "analysis" &&
    !session.hasChangedHand &&
    !hasChangedHand(history)
  ) {
    return { kind: "mulligan", words: tell("mulliganTitle"), how: tell("mulliganHow") };
  }
  if (state.phase === "draw")
    return { kind: "draw", words: tell("drawTitle", { turn }), how: tell("drawHow") };
  if (state.sideToAct === "you")
    return { kind: "you", words: tell("youTitle", { turn }), how: youHow(session) };
  return { kind: "enemy", words: tell("enemyTitle", { turn }), how: enemyHow(session) };
}

/** @param {OpenSession} session */
function youHow(session) {
  if (session.card) return tell("cardChosenHow", { card: session.card.name });
  if (session.tile) return tell("ownTileHow", { tile: session.tile });
  return tell(session.best ? "youHow" : "youHowAlone");
}

/** @param {OpenSession} session */
function enemyHow(session) {
  if (session.card) return tell("cardChosenHow", { card: session.card.name });
  if (session.tile) return tell("enemyTileHow", { tile: session.tile });
  return tell("enemyHow");
}
