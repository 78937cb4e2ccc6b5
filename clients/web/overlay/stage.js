// @ts-check
// Which widget is drawn where: in the areas of the page, or at a place of its own.

import { h } from "../shared/dom.js";
import { advice } from "../widgets/advice.js";
import { board } from "../widgets/board.js";
import { choices, foes, heroScore, woundsToCome } from "../widgets/combat.js";
import { course } from "../widgets/course.js";
import { enemy } from "../widgets/enemy.js";
import { hand } from "../widgets/hand.js";
import { log } from "../widgets/log.js";
import { poll } from "../widgets/poll.js";
import { result } from "../widgets/result.js";
import { score } from "../widgets/score.js";
import { strip } from "../widgets/strip.js";
import { threat } from "../widgets/threat.js";

/**
 * `poll` is that of the shown moment, `review` that of the shown match, if they are there.
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/dom.js").Child} Child
 * @typedef {import("../shared/wire").WidgetPlace} WidgetPlace
 * @typedef {import("./look.js").Look} Look
 * @typedef {{
 *   documents: Documents,
 *   poll: import("../shared/wire").Poll | null,
 *   review: import("../shared/wire").ResultReview | null,
 *   cards: Map<string, import("../shared/wire").Card>,
 * }} Shown
 */

/** The area of each widget. @type {Record<string, "score" | "board" | "side" | "below">} */
const AREAS = {
  score: "score",
  strip: "score",
  board: "board",
  result: "side",
  poll: "side",
  threat: "side",
  advice: "side",
  hand: "side",
  enemy: "side",
  log: "below",
  course: "below",
};

/** Looks ahead; not shown when the match is over. */
const BEFORE_THE_END = new Set(["threat", "advice", "hand", "poll", "enemy"]);

/** The width of a widget with a place of its own, in hundredths of the page's. @type {Record<string, number>} */
export const USUAL_WIDTHS = { strip: 64, score: 64, board: 64, log: 32, course: 32 };
const PANEL_WIDTH = 34;

/** @param {string} widget */
export function usualWidth(widget) {
  return USUAL_WIDTHS[widget] ?? PANEL_WIDTH;
}

/** @param {string} widget @param {Look} look @param {Shown} shown @returns {Child | Child[]} */
function drawn(widget, look, shown) {
  const { documents } = shown;
  const isCombat = documents.state?.game === "mage-knight";
  const context = { audience: look.audience, cards: shown.cards };
  const isOver = documents.state?.phase === "over";
  if (isOver && look.widgets.includes("result") && BEFORE_THE_END.has(widget)) return null;
  switch (widget) {
    case "strip":
      return isCombat ? heroScore(documents) : strip(documents);
    case "score":
      return isCombat ? heroScore(documents) : score(documents, { chance: look.showsChance });
    case "board":
      return isCombat
        ? foes(documents)
        : board(documents, { heat: look.widgets.includes("threat") && !isOver });
    case "result":
      return result(documents, shown.review);
    case "poll":
      return poll(shown.poll);
    case "threat":
      return isCombat ? [woundsToCome(documents), choices(documents)] : threat(documents);
    case "advice":
      return advice(documents, context);
    case "hand":
      return hand(documents, context);
    case "enemy":
      return isCombat ? null : enemy(documents);
    case "log":
      return log(documents);
    case "course":
      return isCombat || !hasCourse(documents) ? null : course(documents);
    default:
      return null;
  }
}

/** @param {Documents} documents */
function hasCourse({ history }) {
  return history?.entries.some((entry) => entry.margin !== undefined) ?? false;
}

/** @param {string} widget @param {WidgetPlace} place @param {Child[]} shown */
function placed(widget, place, shown) {
  const scale = place.scale ?? 1;
  return h(
    "div",
    {
      class: `placed placed-${widget}`,
      key: `placed-${widget}`,
      "data-widget": widget,
      style: {
        left: `${place.x}%`,
        top: `${place.y}%`,
        // The zoom enlarges the width, too.
        width: `${(place.width ?? usualWidth(widget)) / scale}%`,
        zoom: scale,
        opacity: place.opacity ?? 1,
      },
    },
    shown,
  );
}

/**
 * What the page shows, and the classes of its root.
 * @param {Look} look
 * @param {Shown} shown
 * @returns {{classes: string, children: Child[]}}
 */
export function stage(look, shown) {
  /** @type {Map<string, Child[]>} */
  const areas = new Map();
  /** @type {Child[]} */
  const free = [];
  if (shown.documents.state && !look.isHidden) {
    for (const widget of look.widgets) {
      const inside = [drawn(widget, look, shown)].flat().filter(Boolean);
      if (inside.length === 0) continue;
      const place = look.places[widget];
      const area = AREAS[widget] ?? "side";
      if (place) free.push(placed(widget, place, inside));
      else areas.set(area, [...(areas.get(area) ?? []), ...inside]);
    }
  }
  const main = areas.has("score") || areas.has("board") || areas.has("below");
  const only = areas.size === 1 && [...areas.values()][0]?.length === 1;
  const classes = ["overlay"];
  if (only) classes.push("only-one");
  if (!areas.has("side")) classes.push("no-side");
  if (!areas.has("board")) classes.push("no-board");
  if (!main) classes.push("no-main");
  return {
    classes: classes.join(" "),
    children: [
      ...[...areas].map(([area, inside]) =>
        h("div", { class: `area area-${area}`, key: area }, inside),
      ),
      ...free,
    ],
  };
}
