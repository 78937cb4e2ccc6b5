// @ts-check
// One line for a small source: totals, win chance, the last move, the likeliest reply.

import { h } from "../shared/dom.js";
import { nameOf, percent, say } from "../shared/words.js";
import { entryWords } from "./log.js";
import { chanceLine, phaseWords } from "./score.js";
import { likelyReplies } from "./threat.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/wire").MatchSnapshot} MatchSnapshot
 */

/** @param {Documents} documents */
export function strip(documents) {
  const { state, history, threat } = documents;
  if (!state?.score) return null;
  const last = history?.entries.findLast((entry) => entry.side);
  const [reply] = state.phase === "over" || !threat?.outcomes ? [] : likelyReplies(threat);
  return h(
    "section",
    { class: "panel widget-strip", "aria-label": say("score"), key: "strip" },
    total("you", state),
    h(
      "div",
      { class: "strip-middle" },
      h(
        "p",
        { class: "strip-phase", flash: `${state.turn}${state.phase}${state.sideToAct}` },
        phaseWords(state),
      ),
      chanceLine(documents),
    ),
    total("enemy", state),
    h(
      "div",
      { class: "strip-news" },
      last &&
        h(
          "p",
          { class: `strip-line side-${last.side}`, key: "last", flash: last.seq },
          h("span", { class: "dim" }, `${say("lastMove")} `),
          entryWords(last, state),
        ),
      reply &&
        h(
          "p",
          { class: "strip-line side-enemy", key: "next" },
          h("span", { class: "dim" }, `${say("nextReply")} `),
          reply.card ? `${reply.card.name} → ${reply.tile} ` : `${say("pass")} `,
          h("span", { class: "number" }, percent(reply.weight)),
        ),
    ),
  );
}

/** @param {"you" | "enemy"} side @param {MatchSnapshot} state */
function total(side, state) {
  const points = side === "you" ? state.score.totalYou : state.score.totalEnemy;
  const acts = state.phase !== "over" && state.sideToAct === side;
  return h(
    "div",
    { class: `strip-side side-${side}${acts ? " score-acts" : ""}` },
    h("p", { class: "score-name" }, nameOf(side, state)),
    h("p", { class: "strip-total number", flash: points }, points),
  );
}
