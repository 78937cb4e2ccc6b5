// @ts-check
// A graph of the match: the lead after each action as bars, your win chance as a line.

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
  const span = Math.max(LEAST_SPAN, ...entries.map((entry) => Math.abs(entry.margin)));
  const step = WIDTH / Math.max(entries.length, 12);
  const y = (/** @type {number} */ value) => MIDDLE - (value / span) * (MIDDLE - 4);
  const last = entries.at(-1);
  const latest = documents.chance ?? documents.coach?.winChance;
  // The chance before a move stands where the action before it does.
  const chances = documents.chances ?? [];
  const line = chances.map(({ seq, winChance: found }, at) => {
    // The coach searches longer for the latest than it is done for the course.
    const winChance = at === chances.length - 1 ? (latest ?? found) : found;
    const index = entries.findIndex((entry) => entry.seq >= seq);
    const x = seq === 0 ? 0 : ((index < 0 ? entries.length : index + 1) - 0.5) * step;
    return `${Math.max(0, x).toFixed(1)},${(4 + (1 - winChance) * (HEIGHT - 8)).toFixed(1)}`;
  });
  const words = [
    last ? `${say("margin")} ${signed(last.margin)}` : say("nothingYet"),
    latest === undefined ? "" : `${say("winChance")} ${percent(latest)}`,
  ];
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
          h("span", { class: "course-lead" }, ` ${words[0]}`),
          words[1] && h("span", { class: "course-chance-now" }, ` ${words[1]}`),
        ),
    ),
    h(
      "svg",
      {
        class: "course-graph",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": words.filter(Boolean).join(", "),
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
      line.length > 1 &&
        h("polyline", { class: "course-worth", points: line.join(" "), key: "chance" }),
    ),
  );
}
