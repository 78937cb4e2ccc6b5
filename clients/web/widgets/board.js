// @ts-check
// The board: cards, powers, pawns, lane scores, and the enemy's threat over it.

import { h } from "../shared/dom.js";
import { mark, pawns } from "../shared/marks.js";
import { nameOf, percent, say, signed } from "../shared/words.js";
import { worstReply } from "./threat.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/dom.js").Attributes} Attributes
 * @typedef {import("../shared/dom.js").Child} Child
 * @typedef {import("../shared/wire").Tile} Tile
 * @typedef {import("../shared/wire").LaneScore} LaneScore
 * @typedef {import("../shared/wire").LaneLock} LaneLock
 * @typedef {import("./threat.js").Reply} Reply
 * @typedef {{attrs?: Attributes, inside?: Child[], tag?: string, words?: string}} Decoration
 * `plain` is a picture beside the real board, without names for its tiles; `before` is the
 * score that changes are shown against.
 * @typedef {{
 *   heat?: boolean,
 *   role?: "table" | "grid",
 *   decorate?: (tile: Tile) => Decoration,
 *   plain?: boolean,
 *   before?: import("../shared/wire").Score,
 * }} BoardOptions
 */

export const LANES = ["TOP", "MID", "BOT"];
const COLUMNS = [1, 2, 3, 4, 5];
/** Sizes in hundredths of the board's width, the same as in the style sheet. */
const SCORE_WIDTH = 10;
const TILE_WIDTH = 16;
const ROW_HEIGHT = 15;
/** The pressure at which a tile is coloured most. */
const FULL_HEAT = 6;

/** @param {Documents} documents @param {BoardOptions} [options] */
export function board(documents, options = {}) {
  const { state, threat, evaluation } = documents;
  if (!state?.board) return null;
  const tiles = new Map(state.board.tiles.map((tile) => [tile.tile, tile]));
  const reply = options.heat ? worstReply(threat) : null;
  const rows = LANES.map((lane) => {
    const score = state.score.lanes.find((one) => one.lane === lane);
    const before = options.before?.lanes.find((one) => one.lane === lane);
    const lock = evaluation?.locks?.lanes.find((one) => one.lane === lane);
    return h(
      "div",
      { class: "board-row", role: "row", "data-lane": lane, key: lane },
      laneScore(lane, "you", score, lock, before),
      COLUMNS.map((column) => {
        const tile = tiles.get(`${lane}-${column}`);
        if (!tile) return null;
        const pressure = options.heat ? (threat?.tilePressure?.[tile.tile] ?? 0) : 0;
        return tileOf(tile, pressure, reply?.tile === tile.tile ? reply : null, options);
      }),
      laneScore(lane, "enemy", score, lock, before),
    );
  });
  return h(
    "div",
    { class: "board", role: options.role ?? "table", "aria-label": say("board"), key: "board" },
    rows,
    reply && !reply.tile.endsWith("5") && arrow(reply),
  );
}

/**
 * @param {string} lane
 * @param {"you" | "enemy"} side
 * @param {LaneScore | undefined} score
 * @param {LaneLock | undefined} lock
 * @param {LaneScore | undefined} before
 */
function laneScore(lane, side, score, lock, before) {
  const power = side === "you" ? score?.powerYou : score?.powerEnemy;
  const was = side === "you" ? before?.powerYou : before?.powerEnemy;
  const change = was === undefined ? 0 : (power ?? 0) - was;
  const standing = score?.winner === side ? "wins" : score?.winner ? "loses" : "even";
  const isLocked = lock?.locked === side;
  const words = `${lane} ${nameOf(side)} ${power}${isLocked ? `, ${say("locked")}` : ""}`;
  return h(
    "div",
    {
      class: `lane-score side-${side} lane-${standing}${isLocked ? " lane-locked" : ""}`,
      role: "rowheader",
      "aria-label": words,
      title: isLocked ? lock?.proof : null,
      key: `${lane}-${side}`,
    },
    h("span", { class: "medallion number", flash: power }, power),
    change !== 0 &&
      h("span", { class: `lane-change number ${change > 0 ? "up" : "down"}` }, signed(change)),
    isLocked && h("span", { class: "lane-lock", enter: "ghost" }, mark("lock")),
  );
}

/** @param {Tile} tile @param {number} pressure @param {Reply | null} reply @param {BoardOptions} options */
function tileOf(tile, pressure, reply, options) {
  const extra = options.decorate?.(tile) ?? {};
  const heat = Math.min(1, Math.max(0, pressure) / FULL_HEAT);
  const hot = heat >= 0.08;
  const classes = [
    "tile",
    `side-${tile.owner}`,
    tile.card ? "tile-taken" : "tile-free",
    hot ? "tile-hot" : "",
    extra.attrs?.class ?? "",
  ];
  return h(
    extra.tag ?? "div",
    {
      role: "cell",
      ...extra.attrs,
      key: tile.tile,
      class: classes.filter(Boolean).join(" "),
      [options.plain ? "data-at" : "data-tile"]: tile.tile,
      "data-shows": tile.card?.id ?? null,
      "aria-label": extra.words ? null : tileWords(tile),
      style: hot ? { "--heat-share": heat.toFixed(3) } : {},
    },
    hot &&
      h("span", {
        class: "heat",
        "aria-hidden": "true",
        key: "heat",
        title: `${say("threat")} ${pressure.toFixed(1)}`,
      }),
    tile.card
      ? card(tile, tile.card)
      : h(
          "span",
          { class: "field", "aria-hidden": "true", key: "field" },
          tile.rank > 0 && pawns(tile.owner, tile.rank),
        ),
    tile.effectSources.length > 0 &&
      h(
        "span",
        {
          class: "effect-mark",
          "aria-hidden": "true",
          key: "effect",
          title: `${say("underEffect")}: ${tile.effectSources.join(", ")}`,
        },
        mark("star"),
      ),
    hot &&
      h(
        "span",
        { class: "heat-number number", "aria-hidden": "true", key: "heat-number" },
        signed(-pressure, 0),
      ),
    reply && ghost(reply),
    extra.words && h("span", { class: "for-readers", key: "words" }, extra.words),
    extra.inside,
  );
}

/** The tile in words, for screen readers. @param {Tile} tile @returns {string} */
export function tileWords(tile) {
  const owner = tile.owner === "neutral" ? say("neutral") : nameOf(tile.owner);
  const parts = [tile.tile, owner];
  if (tile.rank > 0) parts.push(say("rank", { rank: tile.rank }));
  if (tile.card) {
    parts.push(`${tile.card.name} ${say("power", { power: tile.card.power })}`);
    if (tile.card.status !== "neutral") parts.push(say(tile.card.status));
    if (tile.card.origin === "token") parts.push(say("token"));
  } else {
    parts.push(say("empty"));
  }
  if (tile.effectSources.length > 0) parts.push(say("underEffect"));
  return parts.join(", ");
}

/** @param {Tile} tile @param {import("../shared/wire").PlacedCard} shown */
function card(tile, shown) {
  const change = shown.power - shown.basePower;
  return h(
    "span",
    {
      class: `card side-${shown.side} card-${shown.status} card-${shown.origin}`,
      "aria-hidden": "true",
      key: `${shown.id}-${shown.side}`,
      enter: "card",
    },
    h("span", { class: "card-name", style: { "--longest": longestWord(shown.name) } }, shown.name),
    h(
      "span",
      { class: Math.abs(shown.power) > 9 ? "card-foot card-foot-full" : "card-foot" },
      tile.rank > 0 && pawns(tile.owner, tile.rank),
      shown.origin === "token" &&
        h("span", { class: "card-token", title: say("token") }, mark("token")),
      change !== 0 &&
        h(
          "span",
          { class: `card-change ${change > 0 ? "up" : "down"}`, key: "change" },
          mark(change > 0 ? "up" : "down"),
          h("span", { class: "number" }, Math.abs(change)),
        ),
      h("span", { class: "card-power number", key: "power", flash: shown.power }, shown.power),
    ),
  );
}

/** The length of a name's longest word, by which the font size is chosen. @param {string} name */
export function longestWord(name) {
  return Math.max(6, ...name.split(/[\s-]/).map((word) => word.length));
}

/** The card of the worst reply, faintly on its tile. @param {Reply} reply */
function ghost(reply) {
  return h(
    "span",
    {
      class: "ghost",
      "aria-hidden": "true",
      key: `ghost-${reply.card.id}`,
      enter: "ghost",
      title: say("risk"),
    },
    h(
      "span",
      { class: "ghost-name", style: { "--longest": longestWord(reply.card.name) } },
      reply.card.name,
    ),
    h("span", { class: "ghost-chance number" }, percent(reply.weight)),
  );
}

/** An arrow from the enemy's edge of the board to the tile; the tiles at the edge need none. @param {Reply} reply */
function arrow(reply) {
  const [lane = "", column] = reply.tile.split("-");
  const right = SCORE_WIDTH + Number(column) * TILE_WIDTH - 1;
  const y = (LANES.indexOf(lane) + 0.5) * ROW_HEIGHT;
  const from = SCORE_WIDTH + 5 * TILE_WIDTH + 2.4;
  const bend = (from + right) / 2;
  return h(
    "svg",
    {
      class: "arrow",
      viewBox: "0 0 100 45",
      "aria-hidden": "true",
      key: `arrow-${reply.tile}`,
      enter: "ghost",
    },
    h("path", {
      class: "arrow-line",
      d: `M${from} ${y - 5} Q${bend} ${y - 8} ${right + 1.2} ${y - 6.2}`,
    }),
    h("path", { class: "arrow-head", d: `M${right - 0.4} ${y - 5.8} l2.3 -1.7 l-0.1 2.7z` }),
  );
}
