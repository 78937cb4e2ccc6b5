"use strict";

/** @typedef {import("./wire").Snapshot} Snapshot */

/** @param {Snapshot} state */
function turnText(state) {
  if (state.game !== "queens-blood") return `phase: ${state.phase}`;
  if (state.phase === "over") {
    if (state.score.winner === null) return "over, a draw";
    return state.score.winner === "you" ? "over, you win" : "over, the enemy wins";
  }
  const turn = `turn ${state.turn}`;
  if (state.phase === "draw") return `${turn}, report your draw`;
  return state.sideToAct === "you" ? `${turn}, your turn` : `${turn}, the enemy’s turn`;
}

/** @param {Snapshot} state */
function scoreText(state) {
  if (state.game !== "queens-blood") return `fame +${state.fameGained}`;
  return `${state.score.totalYou}–${state.score.totalEnemy}`;
}

/**
 * What the status bar says.
 *
 * @param {{documents: {state?: Snapshot}, stale?: string}} coach
 */
function statusText(coach) {
  const state = coach.documents.state;
  const what = state === undefined ? "no session" : `${scoreText(state)}, ${turnText(state)}`;
  return coach.stale === undefined ? `qbcoach: ${what}` : `qbcoach: ${what} (old: ${coach.stale})`;
}

module.exports = { statusText, turnText };
