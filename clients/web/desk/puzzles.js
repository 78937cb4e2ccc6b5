// @ts-check
// Puzzles: find the best move of a position, shipped or from your own mistakes.

import { h } from "../shared/dom.js";
import { inWords, percent, say } from "../shared/words.js";
import { board, tileWords } from "../widgets/board.js";
import { cost } from "../widgets/hand.js";
import { desk, refusalOf } from "./app.js";
import { refusalText } from "./finder.js";
import { summaries } from "./learn.js";
import { tellLearn as tell } from "./words.js";

/**
 * @typedef {import("../shared/wire").Puzzle} Puzzle
 * @typedef {import("../shared/wire").Puzzles} Puzzles
 * @typedef {import("../shared/wire").PuzzleVerdict} Verdict
 * @typedef {import("../shared/documents").State} State
 */

/** @type {Puzzles | null} */
let list = null;
/** @type {Puzzle | null} */
let shown = null;
/** The puzzle that was asked for. */
let asked = "";
/** The chosen card of the hand. @type {number | null} */
let chosen = null;
/** @type {Verdict | null} */
let verdict = null;
/** @type {import("./app.js").Refusal | null} */
let refusal = null;
let isBusy = false;

/** Your own mistakes, the costliest first. */
function ownMistakes() {
  return Object.entries(summaries())
    .flatMap(([session, { marked }]) =>
      marked.map((move) => ({ puzzle: `${session}-${move.seq}`, loss: move.loss })),
    )
    .sort((one, other) => other.loss - one.loss);
}

async function readList() {
  try {
    list = await desk.request("puzzles/list");
  } catch (caught) {
    refusal = refusalOf(caught);
  }
  desk.redraw();
}

/** @param {string} puzzle */
async function open(puzzle) {
  asked = puzzle;
  chosen = null;
  verdict = null;
  refusal = null;
  try {
    const got = await desk.request("puzzles/get", { puzzle });
    if (asked !== puzzle) return;
    shown = got;
    desk.announce(tell("whatDoYouPlay"));
  } catch (caught) {
    if (asked !== puzzle) return;
    shown = null;
    refusal = refusalOf(caught);
  }
  desk.redraw();
}

/** The tiles on which the chosen card may be played. */
function legalTiles() {
  const card = chosen === null ? undefined : shown?.hand[chosen];
  const tiles = (shown?.actions ?? []).flatMap(({ action }) =>
    action.type === "play" && action.card === card?.id ? [action.tile] : [],
  );
  return new Set(card ? tiles : []);
}

/** @param {{card?: string, tile?: string}} move without a card, a pass */
async function answer(move) {
  if (!shown || verdict || isBusy || !desk.mayAct) return;
  isBusy = true;
  desk.redraw();
  try {
    const judged = await desk.request("puzzles/answer", { puzzle: shown.puzzle, ...move });
    // The link to the next puzzle leads where this list says.
    await readList();
    verdict = judged;
    desk.announce(verdictWords(verdict));
    desk.focus = '[data-action="next-puzzle"]';
  } catch (caught) {
    refusal = refusalOf(caught);
  }
  isBusy = false;
  desk.redraw();
}

/** A move in words. @param {string} label */
function nameOf(label) {
  return label === "pass" ? say("pass") : inWords(label);
}

/** @param {Verdict} one */
function verdictWords(one) {
  return one.right
    ? tell("right", { chance: percent(one.winChance) })
    : tell("wrong", {
        move: nameOf(one.label),
        chance: percent(one.winChance),
        best: nameOf(one.best.label),
        bestChance: percent(one.bestWinChance),
      });
}

/** The puzzle after this one. */
function nextPuzzle() {
  const own = ownMistakes().map(({ puzzle }) => puzzle);
  if (shown && own.includes(shown.puzzle)) {
    const next = own[own.indexOf(shown.puzzle) + 1];
    if (next) return next;
  }
  return list?.next ?? list?.puzzles[0]?.puzzle ?? "p001";
}

/** @param {string} puzzle @param {number} solved @param {number} days */
function puzzleLink(puzzle, solved, days) {
  const words =
    solved === 0
      ? tell("notSolved", { puzzle })
      : days > 0
        ? tell("comesBack", { puzzle, days })
        : tell("isDue", { puzzle });
  return h(
    "li",
    { key: puzzle },
    h(
      "a",
      {
        href: `#/puzzles/${puzzle}`,
        class: `puzzle-link${solved > 0 ? " puzzle-solved" : ""}${solved > 0 && days === 0 ? " puzzle-due" : ""}`,
        title: words,
        "aria-label": words,
        "aria-current": shown?.puzzle === puzzle ? "true" : null,
      },
      puzzle,
      solved > 0 && days > 0 && " ✓",
    ),
  );
}

/** A state that the board can draw. @param {Puzzle} puzzle */
function stateOf(puzzle) {
  return /** @type {State} */ (
    /** @type {unknown} */ ({ board: puzzle.board, score: puzzle.score, phase: "play" })
  );
}

/** @param {Puzzle} puzzle */
function puzzleBoard(puzzle) {
  const legal = legalTiles();
  return board(
    { state: stateOf(puzzle) },
    {
      role: "grid",
      decorate: (tile) => {
        const isLegal = legal.has(tile.tile);
        const best = verdict?.best.action;
        const isBest = best?.type === "play" && best.tile === tile.tile;
        return {
          tag: "button",
          words: [tileWords(tile), isLegal ? tell("mayGo") : ""].filter(Boolean).join(", "),
          attrs: {
            type: "button",
            role: "gridcell",
            class: [isLegal ? "tile-legal" : "", isBest ? "tile-best" : ""].join(" "),
            tabindex: isLegal ? "0" : "-1",
            onclick: () => {
              const card = chosen === null ? undefined : puzzle.hand[chosen];
              if (isLegal && card) answer({ card: card.id, tile: tile.tile });
            },
          },
        };
      },
    },
  );
}

/** @param {string} title @param {Puzzle} puzzle @param {{board: import("../shared/wire").Board, score: import("../shared/wire").Score}} after @param {string} label */
function after(title, puzzle, after, label) {
  const state = { ...stateOf(puzzle), ...after };
  return h(
    "figure",
    { class: "review-side", key: title },
    h("figcaption", null, h("strong", null, title), ` ${label}`),
    board({ state: /** @type {State} */ (state) }, { plain: true, before: puzzle.score }),
  );
}

/** @param {Puzzle} puzzle @param {Verdict} one */
function judged(puzzle, one) {
  return h(
    "section",
    { class: "panel", role: "status", key: "verdict" },
    h(
      "h2",
      { class: `panel-title ${one.right ? "puzzle-right" : "puzzle-wrong"}` },
      tell(one.right ? "rightTitle" : "wrongTitle"),
    ),
    h("p", null, verdictWords(one), one.proved && ` ${tell("proved")}`),
    one.line.length > 1 &&
      h("p", { class: "dim" }, tell("line", { line: one.line.map(nameOf).join(" · ") })),
    h(
      "div",
      { class: "review-boards" },
      after(tell("yours"), puzzle, { board: one.board, score: one.score }, nameOf(one.label)),
      !one.right &&
        after(
          tell("best"),
          puzzle,
          { board: one.bestBoard, score: one.bestScore },
          nameOf(one.best.label),
        ),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        {
          class: "button primary",
          href: `#/puzzles/${nextPuzzle()}`,
          "data-action": "next-puzzle",
        },
        tell("next"),
      ),
      h(
        "button",
        { type: "button", "data-action": "again", onclick: () => open(puzzle.puzzle) },
        tell("again"),
      ),
    ),
  );
}

/** @param {Puzzle} puzzle */
function hand(puzzle) {
  return h(
    "section",
    { class: "panel own-hand", "aria-label": say("hand"), key: "hand" },
    h("h2", { class: "panel-title" }, say("hand")),
    h(
      "ul",
      { class: "own-cards" },
      puzzle.hand.map((card, index) => {
        const known = desk.catalogue.cards.get(card.id);
        return h(
          "li",
          { key: `${card.id}-${index}` },
          h(
            "button",
            {
              type: "button",
              class: `own-card side-you${chosen === index ? " chosen" : ""}`,
              "data-hand": index,
              "data-shows": card.id,
              "aria-pressed": chosen === index ? "true" : "false",
              "aria-disabled": verdict ? "true" : null,
              onclick: () => {
                if (!verdict) chosen = chosen === index ? null : index;
                desk.redraw();
              },
            },
            h("span", { class: "own-name" }, card.name),
            h(
              "span",
              { class: "own-foot" },
              known && h("span", { class: "hand-cost" }, cost(known.rank)),
              known && h("span", { class: "own-power number" }, known.power),
            ),
          ),
        );
      }),
    ),
    h(
      "p",
      { class: "dim" },
      puzzle.enemyHand.length === puzzle.enemyHandSize
        ? tell("enemyHolds", { cards: puzzle.enemyHand.map((card) => card.name).join(", ") || "—" })
        : tell("enemyHidden", { cards: puzzle.enemyHandSize }),
      puzzle.enemyPassed && ` ${tell("enemyPassed")}`,
    ),
    !verdict &&
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", "data-action": "puzzle-pass", onclick: () => answer({}) },
          say("pass"),
        ),
        isBusy && h("span", { class: "dim", role: "status" }, tell("judging")),
      ),
  );
}

export function puzzlesPage() {
  if (!list && desk.isKnown) {
    list = { puzzles: [], next: null };
    readList().then(() => {
      if (!asked) open(desk.route.puzzle ?? nextPuzzle());
    });
  } else if (desk.route.puzzle && desk.route.puzzle !== asked && desk.isKnown) {
    open(desk.route.puzzle);
  }
  const own = ownMistakes();
  const solvedOf = new Map(list?.puzzles.map((one) => [one.puzzle, one]));
  return h(
    "div",
    { class: "match puzzles-page", key: "puzzles" },
    h(
      "div",
      { class: "match-main" },
      h(
        "section",
        { class: "panel banner", key: "head" },
        h(
          "div",
          { class: "banner-words" },
          h(
            "h1",
            { class: "banner-title" },
            shown ? tell("puzzleTitle", { puzzle: shown.puzzle }) : tell("puzzles"),
          ),
          h("p", { class: "banner-how" }, tell(chosen === null ? "puzzleHow" : "puzzleTile")),
        ),
        refusalText(refusal),
      ),
      shown &&
        h("div", { class: "board-frame", id: "puzzle-board", key: "board" }, puzzleBoard(shown)),
      shown && verdict && judged(shown, verdict),
      shown && hand(shown),
    ),
    h(
      "aside",
      { class: "match-side", "aria-label": tell("puzzles") },
      h(
        "section",
        { class: "panel", key: "own" },
        h("h2", { class: "panel-title" }, tell("ownMistakes")),
        own.length === 0
          ? h("p", { class: "dim" }, tell("noOwn"), " ", h("a", { href: "#/learn" }, tell("title")))
          : h(
              "ul",
              { class: "puzzle-list" },
              own.map(({ puzzle }) =>
                puzzleLink(
                  puzzle,
                  solvedOf.get(puzzle)?.solved ?? 0,
                  solvedOf.get(puzzle)?.daysLeft ?? 0,
                ),
              ),
            ),
      ),
      h(
        "section",
        { class: "panel", key: "shipped" },
        h("h2", { class: "panel-title" }, tell("shipped")),
        h(
          "ul",
          { class: "puzzle-list" },
          (list?.puzzles ?? [])
            .filter(({ puzzle }) => puzzle.startsWith("p"))
            .map(({ puzzle, solved, daysLeft }) => puzzleLink(puzzle, solved, daysLeft)),
        ),
      ),
    ),
  );
}
