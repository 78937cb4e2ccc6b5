// @ts-check
// The review of a match: the course of the win chance to click through, and the chosen
// move beside the best one.

import { h } from "../shared/dom.js";
import { desk, refusalOf } from "./app.js";
import { teller } from "./words.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("../shared/wire").MatchReview} MatchReview
 * @typedef {import("../shared/wire").ReviewedMove} ReviewedMove
 */

const tell = teller({
  review: "Review",
  ask: "Review this match",
  again: "Review again",
  busy: "Going through the match…",
  course: "Win chance, move by move",
  moves: "Moves",
  you: "you",
  enemy: "enemy",
  played: "Played",
  best: "Best",
  chance: "win chance {before} → {after}",
  line: "Expected: {line}",
  show: "Show the position",
  tryIt: "Try it from here",
  title: "{id}, turn {turn}: {label}",
  sums: "start {start} · your losses −{you} · the enemy's +{enemy} · luck {luck} · end {end}",
});

const WIDTH = 400;
const HEIGHT = 120;

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 100)}%`;
}

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
      this.chosen = this.result.turningPoints[0] ?? null;
      desk.announce(this.result.message);
    } catch (caught) {
      this.failure = refusalOf(caught).text;
    }
    this.busy = false;
    desk.redraw();
  }

  /** @param {ReviewedMove} move */
  choose(move) {
    this.chosen = move.seq;
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
      if (!("position" in state)) return;
      const { sessionId } = await desk.request("session/create", {
        mode: "analysis",
        rules: state.rules,
        position: state.position,
        you: { hand: (state.you.hand ?? []).map((card) => card.id) },
        title: tell("title", { id, turn: move.turn, label: move.label }),
      });
      desk.go(`session/${sessionId}`);
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
      h("dd", { class: `mark-${move.mark ?? "none"}` }, move.label, move.mark && ` (${move.mark})`),
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
    move.line.length > 0 && h("p", { class: "dim" }, tell("line", { line: move.line.join(", ") })),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "small",
          "data-action": "review-show",
          onclick: () => known.session.past.show(known.before(move)),
        },
        tell("show"),
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
