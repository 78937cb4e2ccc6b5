// @ts-check
// The review of a match: the course of the win chance to click through, and the chosen
// move beside the best one.

import { h } from "../shared/dom.js";
import { inWords, percent } from "../shared/words.js";
import { desk, refusalOf } from "./app.js";
import { tellReview as tell } from "./words.js";
import { board } from "../widgets/board.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("../shared/wire").MatchReview} MatchReview
 * @typedef {import("../shared/wire").ReviewedMove} ReviewedMove
 * @typedef {{
 *   played: import("../shared/wire").MatchSnapshot, best: import("../shared/wire").Preview | null,
 * }} Pair
 */

const WIDTH = 400;
const HEIGHT = 120;

class Review {
  /** @type {MatchReview | null} */
  result = null;
  /** @type {string | null} */
  failure = null;
  busy = false;
  /** The `seq` of the chosen move. @type {number | null} */
  chosen = null;

  /** @param {OpenSession} session */
  constructor(session) {
    this.session = session;
  }

  async ask() {
    this.busy = true;
    this.failure = null;
    desk.redraw();
    try {
      this.result = await desk.request("coach/review", { sessionId: this.session.id });
      const first = this.result.turningPoints[0];
      const move = this.result.moves.find((one) => one.seq === first);
      if (move) this.choose(move);
      desk.announce(inWords(this.result.message));
    } catch (caught) {
      this.failure = refusalOf(caught).text;
    }
    this.busy = false;
    desk.redraw();
  }

  /** The boards after the played and after the best move. @type {Map<number, Pair>} */
  #pairs = new Map();

  /** @param {ReviewedMove} move */
  choose(move) {
    this.chosen = move.seq;
    this.#askPair(move);
    this.session.past.show(this.before(move));
    desk.redraw();
  }

  /** One move earlier or later. @param {number} steps */
  step(steps) {
    const moves = this.result?.moves ?? [];
    const at = moves.findIndex((move) => move.seq === this.chosen);
    const next = moves[Math.max(0, Math.min(moves.length - 1, at + steps))];
    if (next) this.choose(next);
  }

  get move() {
    return this.result?.moves.find((move) => move.seq === this.chosen) ?? null;
  }

  get pair() {
    return this.#pairs.get(this.chosen ?? -1) ?? null;
  }

  /** @param {ReviewedMove} move */
  async #askPair(move) {
    if (this.#pairs.has(move.seq)) return;
    const sessionId = this.session.id;
    const seq = this.before(move);
    try {
      const played = await desk.request("session/get", { sessionId, seq: move.seq });
      const action = move.best?.action;
      const isBest = !action || move.best?.label === move.label;
      const best = isBest ? null : await desk.request("match/preview", { sessionId, seq, action });
      if ("board" in played) this.#pairs.set(move.seq, { played, best });
    } catch {
      // Without the boards the words are shown alone.
    }
    desk.redraw();
  }

  /** The event before a move: there its position is. @param {ReviewedMove} move */
  before(move) {
    const { entries } = this.session.past;
    const index = entries.findIndex((entry) => entry.seq === move.seq);
    return entries[index - 1]?.seq ?? 0;
  }

  /** Opens an analysis of the position before a move. @param {ReviewedMove} move */
  async tryIt(move) {
    const { id } = this.session;
    try {
      const seq = this.before(move);
      const state = await desk.request("session/get", { sessionId: id, seq });
      const { openAnalysis } = await import("./analyse.js");
      if ("position" in state)
        await openAnalysis(state, tell("title", { id, turn: move.turn, label: move.label }));
    } catch (caught) {
      this.failure = refusalOf(caught).text;
      desk.redraw();
    }
  }
}

/** @type {WeakMap<OpenSession, Review>} */
const reviews = new WeakMap();

/** The panel of a match that has moves. @param {OpenSession} session */
export function review(session) {
  if (desk.role === "stream" || session.past.entries.length < 2) return null;
  const known = reviews.get(session) ?? new Review(session);
  reviews.set(session, known);
  const { result, busy, failure } = known;
  return h(
    "section",
    { class: "panel widget-review", "aria-label": tell("review"), key: "review" },
    h("h2", { class: "panel-title" }, tell("review")),
    result && h("p", { class: "review-message" }, result.message),
    result && course(known, result),
    result && chosen(known, result),
    result && moves(known, result),
    failure && h("p", { class: "refusal", role: "alert" }, failure),
    h(
      "button",
      {
        type: "button",
        class: "small",
        "data-action": "review",
        "aria-disabled": busy ? "true" : null,
        onclick: () => !busy && known.ask(),
      },
      tell(busy ? "busy" : result ? "again" : "ask"),
    ),
  );
}

/** The board after the chosen move beside the board after the best one. @param {OpenSession} session */
export function reviewBoards(session) {
  const known = reviews.get(session);
  const { move, pair } = known ?? {};
  if (!known || !move || !pair || session.past.moment?.seq !== known.before(move)) return null;
  const state = session.past.moment.documents.state;
  /**
   * @param {string} title
   * @param {string} label
   * @param {{board: import("../shared/wire").Board, score: import("../shared/wire").Score}} after
   * @param {string} kind
   */
  const side = (title, label, after, kind) =>
    h(
      "figure",
      { class: `review-side ${kind}`, key: kind },
      h("figcaption", null, h("strong", null, title), ` ${label}`),
      board(
        { state: /** @type {import("../shared/documents").State} */ ({ ...state, ...after }) },
        { plain: true, before: state?.score },
      ),
    );
  return h(
    "section",
    { class: "panel review-boards", "aria-label": tell("boards"), key: "review-boards" },
    side(tell("played"), move.label, pair.played, `mark-${move.mark ?? "none"}`),
    pair.best
      ? side(tell("best"), move.best?.label ?? "", pair.best, "review-best")
      : h("p", { class: "dim" }, tell("wasBest")),
  );
}

/** @param {Review} known @param {MatchReview} result */
function course(known, result) {
  const points = [...result.moves.map((move) => move.winBefore), result.end];
  const x = (/** @type {number} */ index) => ((index + 0.5) * WIDTH) / points.length;
  const y = (/** @type {number} */ share) => 6 + (1 - share) * (HEIGHT - 12);
  return h(
    "svg",
    {
      class: "course-graph review-course",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": tell("course"),
    },
    h("line", { class: "course-zero", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5), key: "half" }),
    h("polyline", {
      class: "course-worth",
      key: "line",
      points: points
        .map((share, index) => `${x(index).toFixed(1)},${y(share).toFixed(1)}`)
        .join(" "),
    }),
    result.moves.map((move, index) =>
      h("circle", {
        key: `move-${move.seq}`,
        class: `review-point mark-${move.mark ?? "none"}${known.chosen === move.seq ? " chosen" : ""}`,
        cx: x(index).toFixed(1),
        cy: y(move.winBefore).toFixed(1),
        r: move.mark ? 6 : 4,
        onclick: () => known.choose(move),
      }),
    ),
  );
}

/** @param {Review} known @param {MatchReview} result */
function chosen(known, result) {
  const move = result.moves.find((each) => each.seq === known.chosen);
  if (!move) return null;
  return h(
    "div",
    { class: "review-move", key: "chosen" },
    h(
      "dl",
      { class: "review-pair" },
      h("dt", null, tell("played")),
      h(
        "dd",
        { class: `mark-${move.mark ?? "none"}` },
        move.label,
        move.mark && ` (${tell(move.mark)})`,
      ),
      h("dt", null, tell("best")),
      h("dd", null, move.best?.label ?? move.label),
    ),
    h(
      "p",
      { class: "dim" },
      tell("chance", { before: percent(move.winBefore), after: percent(move.winAfter) }),
    ),
    h(
      "ul",
      { class: "reasons" },
      move.reasons.map((reason) => h("li", { key: reason.tag + reason.text }, reason.text)),
    ),
    move.line.length > 0 &&
      h("p", { class: "dim" }, tell("line", { line: move.line.map(inWords).join(", ") })),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "small",
          "data-action": "review-back",
          "aria-label": tell("earlier"),
          onclick: () => known.step(-1),
        },
        "‹",
      ),
      h(
        "button",
        {
          type: "button",
          class: "small",
          "data-action": "review-next",
          "aria-label": tell("later"),
          onclick: () => known.step(1),
        },
        "›",
      ),
      desk.mayAct &&
        h(
          "button",
          {
            type: "button",
            class: "small",
            "data-action": "review-try",
            onclick: () => known.tryIt(move),
          },
          tell("tryIt"),
        ),
    ),
  );
}

/** @param {Review} known @param {MatchReview} result */
function moves(known, result) {
  const luck = result.luck.you - result.luck.enemy;
  return [
    h(
      "ol",
      { class: "review-moves", key: "moves", tabindex: "0", "aria-label": tell("moves") },
      result.moves.map((move) =>
        h(
          "li",
          { key: move.seq },
          h(
            "button",
            {
              type: "button",
              class: `log-line side-${move.side}`,
              "data-reviewed": move.seq,
              "aria-current": known.chosen === move.seq ? "step" : null,
              onclick: () => known.choose(move),
            },
            h("span", { class: "log-turn number" }, move.turn),
            h("span", { class: "log-text" }, move.label),
            h("span", { class: `number mark-${move.mark ?? "none"}` }, percent(move.winAfter)),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "dim", key: "sums" },
      tell("sums", {
        start: percent(result.start),
        you: percent(result.you.loss),
        enemy: percent(result.enemy.loss),
        luck: `${luck < 0 ? "−" : "+"}${percent(Math.abs(luck))}`,
        end: percent(result.end),
      }),
    ),
  ];
}
