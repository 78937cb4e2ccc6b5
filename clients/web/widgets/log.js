// @ts-check
// The latest actions, the newest first.

import { h } from "../shared/dom.js";
import { isForViewers, nameOf, say } from "../shared/words.js";
import { withEnemyNames } from "./enemy_names.js";

/** @typedef {import("../shared/session.js").Documents} Documents */

const MOST = 10;

/**
 * An action in words. Viewers read the names of the players, and what the daemon says of "you"
 * is said again here.
 * @param {import("../shared/wire").MatchEntry | import("../shared/wire").CombatEntry} entry
 * @param {Documents["state"]} state
 * @returns {string}
 */
export function entryWords(entry, state) {
  if (state?.game === "mage-knight") return withEnemyNames(entry.text, state);
  if (!isForViewers()) return entry.text;
  if (!entry.side) return say("nameCorrected");
  const values = {
    name: nameOf(entry.side, state),
    card: entry.card?.name ?? "",
    tile: entry.tile ?? "",
  };
  switch (entry.action) {
    case "play":
      return say("namePlays", values);
    case "pass":
      return say("namePasses", values);
    case "draw":
      return say("nameDraws", values);
    case "mulligan":
      return say(/ whole hand/.test(entry.text) ? "nameKept" : "namePutBack", values);
    default:
      return say("nameCorrected");
  }
}

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
              h("span", { class: "log-text" }, entryWords(entry, documents.state)),
            ),
          ),
        ),
  );
}
