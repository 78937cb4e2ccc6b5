"use strict";

const { isMatch } = require("./snapshot");

/** @typedef {import("./shared/documents").State} State */

/** @param {State} state */
function turnText(state) {
  if (!isMatch(state)) return `phase: ${state.phase}`;
  if (state.phase === "over") {
    if (!state.score.winner) return "over, a draw";
    return state.score.winner === "you" ? "over, you win" : "over, the enemy wins";
  }
  const turn = `turn ${state.turn}`;
  if (state.phase === "draw") return `${turn}, report your draw`;
  return state.sideToAct === "you" ? `${turn}, your turn` : `${turn}, the enemy’s turn`;
}

/** @param {State} state */
function scoreText(state) {
  if (!isMatch(state)) return `fame +${state.fameGained}`;
  return `${state.score.totalYou}–${state.score.totalEnemy}`;
}

/**
 * The text of the status bar.
 *
 * @param {{documents: {state?: State}, stale?: string}} coach
 */
function statusText(coach) {
  const state = coach.documents.state;
  const what = state === undefined ? "no session" : `${scoreText(state)}, ${turnText(state)}`;
  return coach.stale === undefined ? `qbcoach: ${what}` : `qbcoach: ${what} (old: ${coach.stale})`;
}

module.exports = { statusText, turnText };
