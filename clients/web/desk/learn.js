// @ts-check
// What all your matches say: results by deck and opponent, accuracy over time, the
// costliest kinds of mistakes.

import { h } from "../shared/dom.js";
import { percent } from "../shared/words.js";
import { desk, refusalOf } from "./app.js";
import { decksOf } from "./own_deck.js";
import { tellLearn as tell } from "./words.js";

/**
 * @typedef {import("../shared/wire").ListedSession} Listed
 * @typedef {import("../shared/wire").MatchReview} MatchReview
 * @typedef {"passedTooEarly" | "highTileWasted" | "overkill" | "accessLost" | "fearedTooMuch"} Mistake
 * @typedef {{seq: number, label: string, best: string, loss: number, kind: Mistake | null}} Marked
 * @typedef {{
 *   seq: number, accuracy: number | null, loss: number, deck: string, marked: Marked[],
 * }} Summary what is kept of a review
 * @typedef {{won: number, drawn: number, lost: number}} Results
 */

const KEPT = "qbcoach.desk.reviews";
/** @type {Mistake[]} */
const KINDS = ["passedTooEarly", "highTileWasted", "overkill", "accessLost", "fearedTooMuch"];
/** So many latest matches are reviewed; a review takes seconds. */
const MOST = 50;
const WIDTH = 400;
const HEIGHT = 120;

/** The reviews that were made here, by session. @returns {Record<string, Summary>} */
export function summaries() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

let known = summaries();
/** How many are still to be reviewed, while that goes on. @type {number | null} */
let toGo = null;
/** @type {string | null} */
let failure = null;

/** The matches that count: yours, with moves. */
function matches() {
  return desk.sessions
    .filter(
      ({ game, mode, seq, title }) =>
        game === "queens-blood" && mode !== "analysis" && seq > 1 && !title.startsWith("Demo: "),
    )
    .slice(0, MOST);
}

/** @param {Listed} session */
function isKnown({ sessionId, seq }) {
  return known[sessionId]?.seq === seq;
}

/** @param {MatchReview} review @param {string} deck @returns {Summary} */
export function summaryOf(review, deck) {
  const marked = review.moves
    .filter(({ side, mark }) => side === "you" && mark)
    .map(({ seq, label, best, loss, reasons }) => ({
      seq,
      label,
      best: best?.label ?? "",
      loss,
      kind: KINDS.find((kind) => reasons.some(({ tag }) => tag === kind)) ?? null,
    }));
  const { accuracy = null, loss } = review.you;
  return { seq: review.seq, accuracy, loss, deck, marked };
}

/** The name of a deck that is known, or its cards. @param {string | undefined} text */
async function deckName(text) {
  if (!text) return tell("noDeck");
  const { code } = await desk.request("decks/validate", { cards: text });
  return desk.catalogue.decks.find((deck) => deck.code === code)?.name ?? code ?? text;
}

async function reviewAll() {
  if (toGo !== null) return;
  failure = null;
  const open = matches().filter((session) => !isKnown(session));
  toGo = open.length;
  for (const { sessionId } of open) {
    desk.redraw();
    try {
      const review = await desk.request("coach/review", { sessionId });
      const { you } = await decksOf(sessionId);
      known = { ...summaries(), [sessionId]: summaryOf(review, await deckName(you)) };
      localStorage.setItem(KEPT, JSON.stringify(known));
    } catch (caught) {
      failure = refusalOf(caught).text;
    }
    toGo -= 1;
  }
  toGo = null;
  desk.announce(tell("done"));
  desk.redraw();
}

/** @param {Listed[]} played @param {(session: Listed) => string} by */
function resultsBy(played, by) {
  /** @type {Map<string, Results>} */
  const results = new Map();
  for (const session of played) {
    if (!session.result) continue;
    const name = by(session);
    const one = results.get(name) ?? { won: 0, drawn: 0, lost: 0 };
    const { winner } = session.result;
    one[winner === "you" ? "won" : winner === "enemy" ? "lost" : "drawn"] += 1;
    results.set(name, one);
  }
  return [...results].sort(([, one], [, other]) => total(other) - total(one));
}

/** @param {Results} results */
function total({ won, drawn, lost }) {
  return won + drawn + lost;
}

/** @param {string} title @param {[string, Results][]} rows */
function resultTable(title, rows) {
  return h(
    "section",
    { class: "panel", key: title },
    h("h2", { class: "panel-title" }, title),
    rows.length === 0
      ? h("p", { class: "dim" }, tell("noResults"))
      : h(
          "table",
          { class: "results" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              [tell("name"), tell("won"), tell("drawn"), tell("lost")].map((word) =>
                h("th", { scope: "col", key: word }, word),
              ),
            ),
          ),
          h(
            "tbody",
            null,
            rows.map(([name, { won, drawn, lost }]) =>
              h(
                "tr",
                { key: name },
                h("th", { scope: "row" }, name),
                h("td", { class: "number" }, won),
                h("td", { class: "number" }, drawn),
                h("td", { class: "number" }, lost),
              ),
            ),
          ),
        ),
  );
}

/** The accuracy of each reviewed match, the oldest first. @param {Listed[]} reviewed */
function accuracy(reviewed) {
  const points = [...reviewed]
    .reverse()
    .map((session) => ({ session, accuracy: known[session.sessionId]?.accuracy ?? null }))
    .filter((point) => point.accuracy !== null);
  const x = (/** @type {number} */ index) => ((index + 0.5) * WIDTH) / points.length;
  const y = (/** @type {number} */ value) => 6 + (1 - value / 100) * (HEIGHT - 12);
  const average =
    points.reduce((sum, point) => sum + (point.accuracy ?? 0), 0) / Math.max(1, points.length);
  return h(
    "section",
    { class: "panel", key: "accuracy" },
    h(
      "h2",
      { class: "panel-title" },
      tell("accuracy"),
      points.length > 0 && h("span", { class: "aside number" }, `${Math.round(average)} %`),
    ),
    points.length === 0
      ? h("p", { class: "dim" }, tell("notReviewed"))
      : h(
          "svg",
          {
            class: "course-graph review-course",
            viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
            role: "img",
            "aria-label": tell("accuracyOf", {
              matches: points.length,
              average: Math.round(average),
            }),
          },
          h("line", { class: "course-zero", x1: 0, x2: WIDTH, y1: y(50), y2: y(50), key: "half" }),
          h("polyline", {
            class: "course-worth",
            key: "line",
            points: points
              .map((point, index) => `${x(index).toFixed(1)},${y(point.accuracy ?? 0).toFixed(1)}`)
              .join(" "),
          }),
          points.map(({ session, accuracy: value }, index) =>
            h("circle", {
              key: session.sessionId,
              class: "review-point",
              cx: x(index).toFixed(1),
              cy: y(value ?? 0).toFixed(1),
              r: 4,
              onclick: () => desk.go(`session/${session.sessionId}`),
            }),
          ),
        ),
  );
}

/** @param {Listed[]} reviewed */
function mistakes(reviewed) {
  const marked = reviewed.flatMap(({ sessionId }) => known[sessionId]?.marked ?? []);
  const sums = KINDS.map((kind) => {
    const of = marked.filter((move) => move.kind === kind);
    return { kind, number: of.length, loss: of.reduce((sum, move) => sum + move.loss, 0) };
  })
    .filter(({ number }) => number > 0)
    .sort((one, other) => other.loss - one.loss);
  return h(
    "section",
    { class: "panel", key: "mistakes" },
    h("h2", { class: "panel-title" }, tell("mistakes")),
    sums.length === 0
      ? h("p", { class: "dim" }, tell(reviewed.length > 0 ? "noMistakes" : "notReviewed"))
      : h(
          "ul",
          { class: "mistakes" },
          sums.map(({ kind, number, loss }) =>
            h(
              "li",
              { key: kind },
              h("strong", null, tell(kind)),
              h("span", { class: "dim" }, ` ${tell("times", { number })}`),
              h("span", { class: "number" }, `−${percent(loss)}`),
            ),
          ),
        ),
  );
}

export function learnPage() {
  const played = matches();
  const reviewed = played.filter(isKnown);
  const open = played.length - reviewed.length;
  return h(
    "div",
    { class: "learn-page", key: "learn" },
    h(
      "section",
      { class: "panel learn-head", key: "head" },
      h("h1", { class: "panel-title" }, tell("title")),
      h("p", null, tell("why")),
      h(
        "div",
        { class: "row" },
        open > 0 &&
          h(
            "button",
            {
              type: "button",
              class: "primary",
              "data-action": "review-all",
              "aria-disabled": toGo === null ? null : "true",
              onclick: reviewAll,
            },
            toGo === null ? tell("reviewAll", { matches: open }) : tell("busy", { matches: toGo }),
          ),
        h("a", { class: "button", href: "#/puzzles" }, tell("practise")),
      ),
      failure && h("p", { class: "refusal", role: "alert" }, failure),
      played.length === 0 && h("p", { class: "dim" }, tell("noMatches")),
    ),
    resultTable(
      tell("byOpponent"),
      resultsBy(played, ({ opponent }) => opponent || tell("unnamed")),
    ),
    resultTable(
      tell("byDeck"),
      resultsBy(reviewed, ({ sessionId }) => known[sessionId]?.deck ?? tell("noDeck")),
    ),
    accuracy(reviewed),
    mistakes(reviewed),
  );
}
