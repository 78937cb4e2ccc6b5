// @ts-check
// What is due now, in words and with its key. The daemon leads; nothing is guessed.

import { say } from "../shared/words.js";
import { phaseWords } from "../widgets/score.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

/**
 * @typedef {"waiting" | "past" | "closed" | "hand" | "mulligan" | "drew" | "draw" | "you" | "enemy" | "over" | "choice" | "combat"} DueKind
 * @typedef {{kind: DueKind, words: string, how: string}} Due
 */

/** @param {any} history */
function hasChangedHand(history) {
  return history?.entries.some((/** @type {any} */ entry) => entry.action === "mulligan" && entry.side === "you") ?? false;
}

/** @param {import("./table.js").Table} table @returns {Due} */
export function dueOf(table) {
  const { state, history } = table.documents;
  if (!state) return { kind: "waiting", words: tell("loading"), how: "" };
  if (table.past.moment) return { kind: "past", words: tell("pastTitle", { place: table.past.place, all: table.past.entries.length - 1, text: table.past.entries[table.past.place]?.text ?? "" }), how: tell("pastHow") };
  if (state.phase === "over") return { kind: "over", words: state.score ? phaseWords(state) : tell("combatOver"), how: tell(table.closed ? "closedHow" : "overHow") };
  if (table.closed) return { kind: "closed", words: tell("closedTitle"), how: tell("closedHow") };
  const due = table.isCombat ? combatDue(state) : matchDue(table, state, history);
  return desk.mayAct ? due : { ...due, how: tell("readOnlyHow") };
}

/** @param {any} state @returns {Due} */
function combatDue(state) {
  if (state.pendingChoice) return { kind: "choice", words: tell("choiceTitle", { what: state.pendingChoice.description }), how: tell("choiceHow") };
  return { kind: "combat", words: tell("combatTitle", { phase: say(state.phase) }), how: tell("combatHow") };
}

/** @param {import("./table.js").Table} table @param {any} state @param {any} history @returns {Due} */
function matchDue(table, state, history) {
  const { turn, mode } = state;
  const hand = state.you.hand ?? [];
  const isLive = mode === "live";
  if (isLive && hand.length === 0 && state.you.handSize > 0 && state.phase === "mulligan" && desk.mayAct) {
    return { kind: "hand", words: tell("handTitle"), how: tell("handHow", { cards: state.you.handSize }) };
  }
  if (table.drew) {
    const missing = table.replace.size - table.drew.length;
    return { kind: "drew", words: tell("drewTitle"), how: tell("drewHow", { cards: missing }) };
  }
  if (state.phase === "mulligan" && hand.length > 0 && mode !== "analysis" && !table.hasChangedHand && !hasChangedHand(history)) {
    return { kind: "mulligan", words: tell("mulliganTitle"), how: tell("mulliganHow") };
  }
  if (state.phase === "draw") return { kind: "draw", words: tell("drawTitle", { turn }), how: tell("drawHow") };
  if (state.sideToAct === "you") return { kind: "you", words: tell("youTitle", { turn }), how: youHow(table) };
  return { kind: "enemy", words: tell("enemyTitle", { turn }), how: enemyHow(table) };
}

/** @param {import("./table.js").Table} table */
function youHow(table) {
  if (table.card) return tell("cardChosenHow", { card: table.card.name });
  if (table.tile) return tell("ownTileHow", { tile: table.tile });
  return tell(table.best ? "youHow" : "youHowAlone");
}

/** @param {import("./table.js").Table} table */
function enemyHow(table) {
  if (table.card) return tell("cardChosenHow", { card: table.card.name });
  if (table.tile) return tell("enemyTileHow", { tile: table.tile });
  return tell("enemyHow");
}
