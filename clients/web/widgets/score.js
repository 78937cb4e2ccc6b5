// @ts-check
// The totals, whose turn it is, and which side has locked the match.

import { h } from "../shared/dom.js";
import { mark } from "../shared/marks.js";
import { isForViewers, nameOf, percent, say, signed } from "../shared/words.js";
import { chanceBar } from "./advice.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/wire").MatchSnapshot} MatchSnapshot
 */

/** @param {MatchSnapshot} state @returns {string} */
export function phaseWords(state) {
  if (state.phase === "over") {
    const { winner } = state.score;
    if (!winner) return say("tied");
    if (isForViewers()) return say("nameWins", { name: nameOf(winner, state) });
    return winner === "you" ? say("youWin") : say("enemyWins");
  }
  if (state.phase === "mulligan") return say("mulligan");
  if (isForViewers()) {
    const name = nameOf(state.phase === "draw" ? "you" : state.sideToAct, state);
    return say(state.phase === "draw" ? "drawOfName" : "turnOfName", { name });
  }
  if (state.phase === "draw") return say("drawDue");
  return state.sideToAct === "you" ? say("yourTurn") : say("enemyTurn");
}

/**
 * @param {Documents} documents
 * @param {{chance?: boolean}} [options] whether the win chance is shown as well
 */
export function score(documents, { chance = false } = {}) {
  const { state, evaluation } = documents;
  if (!state?.score) return null;
  const lock = evaluation?.locks?.match;
  return h(
    "section",
    { class: "panel widget-score", "aria-label": say("score"), key: "score" },
    total("you", state, lock),
    h(
      "div",
      { class: "score-middle" },
      h(
        "p",
        { class: "score-phase", flash: `${state.turn}${state.phase}${state.sideToAct}` },
        phaseWords(state),
      ),
      h(
        "p",
        { class: "dim score-turn" },
        say("turn", { turn: state.turn }),
        ` · ${say("margin")} ${signed(state.score.margin)}`,
      ),
      chance && chanceLine(documents),
    ),
    total("enemy", state, lock),
  );
}

/** The win chance as a bar with its number, where the audience may see it. @param {Documents} documents */
export function chanceLine({ chance, coach, state }) {
  const winChance = chance ?? coach?.winChance;
  if (state?.phase === "over" || winChance === undefined) return null;
  return h(
    "div",
    { class: "chance-line", key: "chance" },
    chanceBar({ winChance }),
    h("span", { class: "number chance-number" }, percent(winChance)),
  );
}

/**
 * @param {"you" | "enemy"} side
 * @param {MatchSnapshot} state
 * @param {import("../shared/wire").Lock | undefined} lock
 */
function total(side, state, lock) {
  const points = side === "you" ? state.score.totalYou : state.score.totalEnemy;
  const { handSize, deckSize } = state[side];
  const acts = state.phase !== "over" && state.sideToAct === side;
  const name = nameOf(side, state);
  const leads = state.score.winner === side;
  return h(
    "div",
    {
      class: `score-side side-${side}${acts ? " score-acts" : ""}${leads ? " score-leads" : ""}`,
    },
    h(
      "p",
      { class: "score-name" },
      name,
      lock?.locked === side &&
        h(
          "span",
          { class: "score-lock", title: lock.proof },
          mark("lock"),
          h("span", { class: "for-readers" }, say("locked")),
        ),
    ),
    h("p", { class: "score-total number", flash: points }, points),
    h(
      "p",
      { class: "score-cards dim" },
      `${handSize} ${say("inHand")} · ${deckSize} ${say("inDeck")}`,
    ),
  );
}
