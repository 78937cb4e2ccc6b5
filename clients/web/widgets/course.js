// @ts-check
// A graph of the match: the lead after each action and the worth of the board, with the win
// chance of now.

import { h } from "../shared/dom.js";
import { percent, say, signed } from "../shared/words.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/wire").MatchEntry} MatchEntry
 */

const WIDTH = 400;
const HEIGHT = 120;
const MIDDLE = HEIGHT / 2;
/** The lead at the edge of the graph is never smaller than this. */
const LEAST_SPAN = 12;

/** @param {Documents} documents */
export function course(documents) {
  const { history } = documents;
  if (!history) return null;
  /** @type {MatchEntry[]} */
  const entries = history.entries.filter((entry) => entry.margin !== undefined);
  const span = Math.max(
    LEAST_SPAN,
    ...entries.map((entry) => Math.max(Math.abs(entry.margin), Math.abs(entry.eval))),
  );
  const step = WIDTH / Math.max(entries.length, 12);
  const y = (/** @type {number} */ value) => MIDDLE - (value / span) * (MIDDLE - 4);
  const last = entries.at(-1);
  const latest = documents.coach?.winChance;
  const course = entries.map(
    (entry, index) => `${((index + 0.5) * step).toFixed(1)},${y(entry.eval).toFixed(1)}`,
  );
  return h(
    "section",
    { class: "panel widget-course", "aria-label": say("course"), key: "course" },
    h(
      "h2",
      { class: "panel-title" },
      say("course"),
      last &&
        h(
          "span",
          { class: "course-now" },
          ` ${say("margin")} ${signed(last.margin)}`,
          latest !== undefined && ` · ${say("winChance")} ${percent(latest)}`,
        ),
    ),
    h(
      "svg",
      {
        class: "course-graph",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": last ? `${say("margin")} ${signed(last.margin)}` : say("nothingYet"),
      },
      entries.map((entry, index) => {
        const top = Math.min(MIDDLE, y(entry.margin));
        return h("rect", {
          key: `m${entry.seq}`,
          class: entry.margin >= 0 ? "course-you" : "course-enemy",
          x: (index * step + step * 0.15).toFixed(1),
          y: top.toFixed(1),
          width: (step * 0.7).toFixed(1),
          height: Math.max(1, Math.abs(y(entry.margin) - MIDDLE)).toFixed(1),
        });
      }),
      h("line", { class: "course-zero", x1: 0, x2: WIDTH, y1: MIDDLE, y2: MIDDLE, key: "zero" }),
      course.length > 1 &&
        h("polyline", { class: "course-worth", points: course.join(" "), key: "worth" }),
    ),
  );
}
