// @ts-check
// The card at the end: who won, how well it was played, and where it turned.

import { h } from "../shared/dom.js";
import { nameOf, percent, say, signed } from "../shared/words.js";
import { phaseWords } from "./score.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/wire").ResultReview} ResultReview
 * @typedef {import("../shared/words.js").Word} Word
 */

const WIDTH = 400;
const HEIGHT = 90;

/** @param {Documents} documents @param {ResultReview | null} review null until it has come */
export function result(documents, review) {
  const { state } = documents;
  if (state?.phase !== "over") return null;
  return state.score ? matchResult(state, review) : combatResult(state);
}

/** @param {import("../shared/wire").MatchSnapshot} state @param {ResultReview | null} review */
function matchResult(state, review) {
  const winner = state.score.winner ?? "neutral";
  return card(
    `side-${winner}`,
    h("p", { class: "result-who" }, phaseWords(state)),
    h(
      "p",
      { class: "result-score" },
      points("you", state.score.totalYou, state),
      points("enemy", state.score.totalEnemy, state),
    ),
    review ? judged(review, state) : h("p", { class: "dim" }, say("reviewing")),
  );
}

/** @param {import("../shared/wire").CombatSnapshot} state */
function combatResult(state) {
  return card(
    "side-you",
    h("p", { class: "result-who" }, say(state.hero.knockedOut ? "knockedOut" : "combatOver")),
    h("p", null, `${say("fame")} +${state.fameGained} · ${say("wounds")} ${state.hero.wounds}`),
  );
}

/** @param {"you" | "enemy"} side @param {number} total @param {import("../shared/wire").MatchSnapshot} state */
function points(side, total, state) {
  return h(
    "span",
    { class: `result-side side-${side}` },
    h("span", { class: "result-name" }, nameOf(side, state)),
    h("span", { class: "number result-total" }, total),
  );
}

/** @param {string} kind @param {...import("../shared/dom.js").Child} inside */
function card(kind, ...inside) {
  return h(
    "section",
    {
      class: `panel widget-result ${kind}`,
      "aria-label": say("result"),
      key: "result",
      enter: "card",
    },
    inside,
  );
}

/** The review in a line, and its course. @param {ResultReview} review @param {import("../shared/wire").MatchSnapshot} state */
function judged(review, state) {
  return h(
    "div",
    { class: "result-review", key: "review" },
    h("p", { class: "result-line" }, reviewWords(review, state)),
    review.turning &&
      h(
        "p",
        { class: "result-turning" },
        say("turningPoint", {
          turn: review.turning.turn,
          move: review.turning.label,
          name: nameOf(review.turning.side, state),
          loss: percent(review.turning.loss),
        }),
      ),
    graph(review.chances),
  );
}

/** "Accuracy 71 %, 1 blunder." @param {ResultReview} review @param {import("../shared/wire").MatchSnapshot} state */
export function reviewWords(review, state) {
  /** @type {[number, Word, Word][]} */
  const marks = [
    [review.blunders, "blunderOne", "blunders"],
    [review.mistakes, "mistakeOne", "mistakes"],
    [review.inaccuracies, "inaccuracyOne", "inaccuracies"],
  ];
  const made = marks
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => (count === 1 ? say(one) : say(many, { count })));
  const parts = [made.length > 0 ? made.join(", ") : say("noMistakes")];
  if (typeof review.accuracyYou === "number")
    parts.unshift(`${say("accuracy")} ${percent(review.accuracyYou / 100)}`);
  if (Math.abs(review.luck) >= 0.05) {
    const name = nameOf(review.luck > 0 ? "you" : "enemy", state);
    parts.push(say("luckHelped", { name, luck: `${signed(Math.abs(review.luck) * 100)}\u00a0%` }));
  }
  return parts.join(" · ");
}

/** The win chance from the first move to the last. @param {number[]} chances */
function graph(chances) {
  if (chances.length < 2) return null;
  const step = WIDTH / (chances.length - 1);
  const y = (/** @type {number} */ chance) => ((1 - chance) * (HEIGHT - 4) + 2).toFixed(1);
  const line = chances.map((chance, index) => `${(index * step).toFixed(1)},${y(chance)}`);
  const last = chances.at(-1) ?? 0.5;
  return h(
    "svg",
    {
      class: "result-graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `${say("winChance")} ${percent(chances[0] ?? 0.5)} → ${percent(last)}`,
    },
    h("line", { class: "course-zero", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    h("polyline", { class: "course-worth", points: line.join(" ") }),
  );
}
