// @ts-check
// Corrections: the real table wins over what the desk shows.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { LANES } from "../widgets/board.js";
import { desk } from "./app.js";
import { dialogButtons } from "./dialog.js";
import { chips, emptyFinder, finder, refusalText } from "./finder.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./catalogue.js").Named} Named
 */

const COLUMNS = [1, 2, 3, 4, 5];
const RANKS = ["0", "1", "2", "3"];

/** @param {Table} table @param {any} action @param {string} words */
async function correct(table, action, words) {
  const done = await table.act(action, { at: "banner", words });
  if (done || table.unsure) desk.closeDialog();
  desk.redraw();
}

/** @param {Table} table */
export function fixHandDialog(table) {
  /** @type {Named[]} */
  const cards = [...(table.state.you.hand ?? [])];
  const state = emptyFinder();
  table.refusal = null;
  desk.focus = "#fix-hand";
  desk.open({
    label: tell("fixHandTitle"),
    draw: () => [
      h("p", { class: "dim", key: "why" }, tell("fixHandWhy")),
      chips({ cards, remove: (place) => (cards.splice(place, 1), desk.redraw()) }),
      finder({
        id: "fix-hand",
        label: tell("addCard"),
        state,
        cards: [...desk.catalogue.cards.values()],
        refusal: table.refusal,
        pick: (card) => {
          state.text = "";
          cards.push(card);
        },
      }),
      dialogButtons({ label: tell("saveHand", { cards: cards.length }), action: "save-hand", run: () => correct(table, { type: "setHand", cards: cards.map((card) => card.id) }, tell("fixHand")) }),
    ],
  });
}

/** @param {Table} table */
export function fixTileDialog(table) {
  const draft = { tile: table.tile ?? table.cursor, owner: "", rank: "", card: /** @type {Named | null} */ (null), side: "" };
  const state = emptyFinder();
  const read = () => {
    const tile = table.state.board.tiles.find((/** @type {any} */ one) => one.tile === draft.tile);
    Object.assign(draft, { owner: tile.owner, rank: String(tile.rank), card: tile.card, side: tile.card?.side ?? (tile.owner === "enemy" ? "enemy" : "you") });
    state.text = tile.card?.name ?? "";
  };
  read();
  table.refusal = null;
  const save = () => {
    const typed = state.text.trim();
    const card = typed === "" ? null : typed === draft.card?.name ? draft.card.id : typed;
    const fixed = { tile: draft.tile, owner: draft.owner, rank: Number(draft.rank), card, ...(card ? { side: draft.side } : {}) };
    correct(table, { type: "resync", tiles: [fixed] }, tell("fixTile"));
  };
  desk.open({
    label: tell("fixTileTitle"),
    draw: () => [
      h("p", { class: "dim", key: "why" }, tell("fixTileWhy")),
      h(
        "div",
        { class: "fields", key: "fields" },
        select("tile", tell("tile"), draft.tile, LANES.flatMap((lane) => COLUMNS.map((column) => `${lane}-${column}`)), (value) => ((draft.tile = value), read())),
        select("owner", tell("owner"), draft.owner, ["you", "enemy", "neutral"], (value) => (draft.owner = value)),
        select("rank", tell("rankLabel"), draft.rank, RANKS, (value) => (draft.rank = value)),
        select("side", tell("cardSide"), draft.side, ["you", "enemy"], (value) => (draft.side = value)),
      ),
      finder({
        id: "fix-tile-card",
        label: tell("cardThere"),
        placeholder: tell("noCard"),
        state,
        cards: [...desk.catalogue.cards.values()],
        pick: (card) => {
          draft.card = card;
          state.text = card.name;
        },
      }),
      refusalText(table.refusal),
      dialogButtons({ label: tell("saveTile"), action: "save-tile", run: save }),
    ],
  });
}

/** @param {string} name @param {string} label @param {string} value @param {string[]} values @param {(value: string) => void} set */
function select(name, label, value, values, set) {
  const word = (/** @type {string} */ one) => (one === "you" || one === "enemy" || one === "neutral" ? say(one) : one);
  return h(
    "label",
    { class: "entry" },
    label,
    h("select", { name, value, onchange: (/** @type {any} */ event) => (set(event.target.value), desk.redraw()) }, values.map((one) => h("option", { value: one, key: one }, word(one)))),
  );
}
