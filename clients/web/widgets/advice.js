// @ts-check
// The best move with its win chance, its reasons and how the match may go on.

import { h } from "../shared/dom.js";
import { inWords, percent, say, signed } from "../shared/words.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/documents").Advice} Advice
 * @typedef {import("../shared/documents").Move} Move
 */

const REASONS = 3;
const QUALITIES = ["best", "good", "playable", "risky", "losing"];
const OTHERS = 3;
/** How many moves of the line are shown after the advised one. */
const LINE = 3;

/** @param {Documents} documents @param {{audience: string}} context */
export function advice(documents, context) {
  const { coach } = documents;
  if (context.audience === "stream") return panel(h("p", { class: "dim" }, say("adviceHidden")));
  if (!coach) return null;
  const [best, ...others] = coach.moves ?? [];
  if (!best) return panel(h("p", { class: "dim" }, coach.message || say("noAdvice")));
  return panel(
    ...bestMove(coach, best, REASONS),
    others.length > 0 &&
      h(
        "ol",
        { class: "advice-others dim" },
        others
          .slice(0, OTHERS)
          .map((move) =>
            h(
              "li",
              { key: move.label },
              h("span", null, move.label),
              h("span", { class: "number" }, worth(move)),
            ),
          ),
      ),
  );
}

/**
 * The best move: what it is, how likely it wins, why, and what may follow.
 * @param {Advice} coach @param {Move} best @param {number} reasons
 * @returns {import("../shared/dom.js").Child[]}
 */
export function bestMove(coach, best, reasons) {
  const then = best.winChance === undefined ? [] : best.line.slice(1, 1 + LINE);
  return [
    h(
      "p",
      { class: `advice-move quality-${best.quality}`, key: "move", flash: best.label },
      best.label,
    ),
    chanceBar(coach),
    h(
      "p",
      { class: "advice-quality", key: "quality" },
      best.winChance === undefined ? qualityWord(best) : say("points", { points: worth(best) }),
      best.claim === "proved" && ` · ${say("proved")}`,
      coach.thinking && h("span", { class: "dim thinking" }, ` · ${say("thinking")}`),
    ),
    h(
      "ul",
      { class: "reasons", key: "reasons" },
      best.reasons.slice(0, reasons).map((reason) =>
        h(
          "li",
          {
            key: reason.tag + reason.text,
            class: reason.weight < 0 ? "reason-against" : "reason-for",
          },
          reason.text,
        ),
      ),
    ),
    then.length > 0 &&
      h(
        "p",
        { class: "dim advice-line", key: "line" },
        `${say("line")}: ${then.map(inWords).join(" · ")}`,
      ),
  ];
}

/** How good a move is. @param {Move} move */
export function qualityWord(move) {
  const isKnown = QUALITIES.includes(move.quality);
  const word = /** @type {import("../shared/words.js").Word} */ (`quality_${move.quality}`);
  return isKnown ? say(word) : move.quality;
}

/** The win chance and the expected points of a move, the same for every row. @param {Move} move */
export function worth(move) {
  if (move.winChance === undefined) return signed(move.moveScore, 1);
  return `${percent(move.winChance)} · ${signed(move.expectedMargin, 1)}`;
}

/** Your win chance as a bar. @param {{winChance?: number} | undefined} coach */
export function chanceBar(coach) {
  if (coach?.winChance === undefined) return null;
  const chance = percent(coach.winChance);
  return h(
    "div",
    {
      class: "chance-bar",
      role: "img",
      "aria-label": `${say("winChance")} ${chance}`,
      key: "chance",
    },
    h("span", { class: "chance-you", style: { width: `${(coach.winChance * 100).toFixed(1)}%` } }),
  );
}

/** @param {...import("../shared/dom.js").Child} inside */
function panel(...inside) {
  return h(
    "section",
    { class: "panel widget-advice", "aria-label": say("advice"), key: "advice" },
    h("h2", { class: "panel-title" }, say("advice")),
    inside,
  );
}
