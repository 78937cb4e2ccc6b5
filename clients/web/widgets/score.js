// @ts-check
// Who leads, whose turn it is, what is locked.

import { h } from "../shared/dom.js";
import { mark } from "../shared/marks.js";
import { say, signed } from "../shared/words.js";

/** @typedef {import("../shared/session.js").Documents} Documents */

/** @param {any} state @returns {string} */
export function phaseWords(state) {
  if (state.phase === "over") {
    const { winner } = state.score;
    return winner === "you" ? say("youWin") : winner === "enemy" ? say("enemyWins") : say("tied");
  }
  if (state.phase === "mulligan") return say("mulligan");
  if (state.phase === "draw") return say("drawDue");
  return state.sideToAct === "you" ? say("yourTurn") : say("enemyTurn");
}

/** @param {Documents} documents */
export function score(documents) {
  const { state, evaluation } = documents;
  if (!state?.score) return null;
  const match = evaluation?.locks?.match;
  return h(
    "section",
    { class: "panel widget-score", "aria-label": say("score"), key: "score" },
    total("you", state, match),
    h(
      "div",
      { class: "score-middle" },
      h("p", { class: "score-phase", flash: `${state.turn}${state.phase}${state.sideToAct}` }, phaseWords(state)),
      h("p", { class: "dim score-turn" }, say("turn", { turn: state.turn }), ` · ${say("margin")} ${signed(state.score.margin)}`),
    ),
    total("enemy", state, match),
  );
}

/** @param {"you" | "enemy"} side @param {any} state @param {any} match */
function total(side, state, match) {
  const points = side === "you" ? state.score.totalYou : state.score.totalEnemy;
  const cards = state[side];
  const acts = state.phase !== "over" && state.sideToAct === side;
  const name = side === "enemy" && cards.tag ? cards.tag : say(side);
  return h(
    "div",
    { class: `score-side side-${side}${acts ? " score-acts" : ""}${state.score.winner === side ? " score-leads" : ""}` },
    h("p", { class: "score-name" }, name, match?.locked === side && h("span", { class: "score-lock", title: match.proof }, mark("lock"), h("span", { class: "for-readers" }, say("locked")))),
    h("p", { class: "score-total number", flash: points }, points),
    h("p", { class: "score-cards dim" }, `${cards.handSize} ${say("inHand")} · ${cards.deckSize} ${say("inDeck")}`),
  );
}
