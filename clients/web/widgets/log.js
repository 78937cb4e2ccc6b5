// @ts-check
// The latest actions, the newest first.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** @typedef {import("../shared/session.js").Documents} Documents */

const MOST = 10;

/** @param {Documents} documents */
export function log(documents) {
  const { history } = documents;
  if (!history) return null;
  const newest = history.entries.slice(-MOST).reverse();
  return h(
    "section",
    { class: "panel widget-log", "aria-label": say("log"), key: "log" },
    h("h2", { class: "panel-title" }, say("log")),
    newest.length === 0
      ? h("p", { class: "dim" }, say("nothingYet"))
      : h(
          "ol",
          { class: "log-lines" },
          newest.map((entry) =>
            h(
              "li",
              { class: `log-line side-${entry.side ?? "neutral"}`, key: entry.seq, enter: "line" },
              h("span", { class: "log-turn number" }, entry.turn),
              h("span", { class: "log-text" }, entry.text),
            ),
          ),
        ),
  );
}
