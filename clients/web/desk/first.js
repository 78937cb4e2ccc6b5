// @ts-check
// The top of the start page: what this is, a match that moves, and the ways in.

import { h } from "../shared/dom.js";
import { inWords } from "../shared/words.js";
import { board } from "../widgets/board.js";
import { desk } from "./app.js";
import { tellStart } from "./words.js";

/**
 * @typedef {import("../shared/wire").DemoMove} DemoMove
 * @typedef {import("./setup.js").Kind} Kind
 */

const PACE_MS = 1600;
/** The last board stays longer. */
const REST = 4;

/** @type {DemoMove[] | null} */
let moves = null;
let at = 0;
let isPaused = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

async function read() {
  moves = [];
  try {
    ({ moves } = await desk.request("server/demo"));
  } catch {
    // Without the demonstration the page says the same in words.
    moves = null;
  }
  if (moves && isPaused) at = Math.max(0, moves.length - 3);
  go();
  desk.redraw();
}

function go() {
  clearTimeout(timer);
  if (isPaused || !moves?.length) return;
  const isLast = at === moves.length - 1;
  timer = setTimeout(
    () => {
      if (desk.route.page === "sessions" && !document.hidden) {
        at = isLast ? 0 : at + 1;
        desk.redraw();
      }
      go();
    },
    isLast ? PACE_MS * REST : PACE_MS,
  );
}

/** @param {(kind: Kind) => void} choose @param {Kind} kind the chosen one */
export function firstPart(choose, kind) {
  if (!moves && desk.isKnown) read();
  return h(
    "section",
    { class: "panel first", "aria-labelledby": "first-title", key: "first" },
    h(
      "div",
      { class: "first-words" },
      h("h1", { class: "first-title", id: "first-title" }, tellStart("firstTitle")),
      h("p", { class: "first-what" }, tellStart("firstWhat")),
      desk.mayAct &&
        h(
          "div",
          { class: "ways", role: "group", "aria-label": tellStart("ways") },
          way("Live", kind, choose),
          way("Simulated", kind, choose),
          way("Analysis", kind, choose),
        ),
    ),
    demo(),
  );
}

/** @param {"Live" | "Simulated" | "Analysis"} kind @param {Kind} now @param {(kind: Kind) => void} choose */
function way(kind, now, choose) {
  return h(
    "button",
    {
      type: "button",
      class: `way${kind === now ? " primary" : ""}`,
      key: kind,
      "data-way": kind,
      "aria-pressed": kind === now ? "true" : "false",
      onclick: () => choose(kind),
    },
    h("strong", null, tellStart(`way${kind}`)),
    h("span", { class: "dim" }, tellStart(`why${kind}`)),
  );
}

function demo() {
  const move = moves?.[at];
  if (!move) return null;
  const state = /** @type {import("../shared/documents").State} */ (
    /** @type {unknown} */ ({ board: move.board, score: move.score, phase: "play" })
  );
  return h(
    "figure",
    { class: "demo", key: "demo" },
    // The board moves by itself, which screen readers should not read out.
    h("div", { "aria-hidden": "true" }, board({ state }, { plain: true })),
    h(
      "figcaption",
      { class: "dim" },
      h(
        "button",
        {
          type: "button",
          class: "small",
          "data-action": "demo-toggle",
          onclick: () => {
            isPaused = !isPaused;
            go();
            desk.redraw();
          },
        },
        tellStart(isPaused ? "demoRun" : "demoPause"),
      ),
      h(
        "span",
        null,
        tellStart("demo", {
          move: inWords(move.label),
          points: `${move.score.totalYou}–${move.score.totalEnemy}`,
        }),
      ),
    ),
  );
}
