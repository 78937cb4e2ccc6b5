// @ts-check
// Dialogs that correct the hand or a tile where the model differs from the real match.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { LANES } from "../widgets/board.js";
import { desk } from "./app.js";
import { dialogButtons } from "./dialog.js";
import { chips, emptyFinder, finder, refusalText } from "./finder.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("./catalogue.js").Named} Named
 * @typedef {import("../shared/wire").ActionInputResync} Resync
 */

const COLUMNS = [1, 2, 3, 4, 5];
const RANKS = ["0", "1", "2", "3"];

/** @param {OpenSession} session @param {import("./table.js").ActionInput} action @param {string} words */
async function correct(session, action, words) {
  const done = await session.act(action, { at: "banner", words });
  if (done || session.unsure) desk.closeDialog();
  desk.redraw();
}

/** @param {OpenSession} session */
export function fixHandDialog(session) {
  /** @type {Named[]} */
  const cards = [...(session.match.you.hand ?? [])];
  const state = emptyFinder();
  session.refusal = null;
  desk.focus = "#fix-hand";
  desk.open({
    label: tell("fixHandTitle"),
    draw: () => [
      h("p", { class: "dim", key: "why" }, tell("fixHandWhy")),
      chips({ cards, remove: (index) => (cards.splice(index, 1), desk.redraw()) }),
      finder({
        id: "fix-hand",
        label: tell("addCard"),
        state,
        cards: [...desk.catalogue.cards.values()],
        refusal: session.refusal,
        pick: (card) => {
          state.text = "";
          cards.push(card);
        },
      }),
      dialogButtons({
        label: tell("saveHand", { cards: cards.length }),
        action: "save-hand",
        run: () =>
          correct(
            session,
            { type: "setHand", cards: cards.map((card) => card.id) },
            tell("fixHand"),
          ),
      }),
    ],
  });
}

/** @param {OpenSession} session */
export function fixTileDialog(session) {
  const draft = {
    tile: session.tile ?? session.cursor,
    owner: /** @type {import("../shared/wire").Owner} */ ("neutral"),
    rank: "",
    card: /** @type {Named | null} */ (null),
    side: /** @type {import("../shared/wire").Side} */ ("you"),
  };
  const state = emptyFinder();
  const read = () => {
    const tile = session.match.board.tiles.find((one) => one.tile === draft.tile);
    if (!tile) return;
    Object.assign(draft, {
      owner: tile.owner,
      rank: String(tile.rank),
      card: tile.card,
      side: tile.card?.side ?? (tile.owner === "enemy" ? "enemy" : "you"),
    });
    state.text = tile.card?.name ?? "";
  };
  read();
  session.refusal = null;
  const save = () => {
    const typed = state.text.trim();
    const card = typed === "" ? null : typed === draft.card?.name ? draft.card.id : typed;
    /** @type {Resync["tiles"][number]} */
    const fixed = {
      tile: draft.tile,
      owner: draft.owner,
      rank: Number(draft.rank),
      card,
      ...(card ? { side: draft.side } : {}),
    };
    correct(session, { type: "resync", tiles: [fixed] }, tell("fixTile"));
  };
  desk.open({
    label: tell("fixTileTitle"),
    draw: () => [
      h("p", { class: "dim", key: "why" }, tell("fixTileWhy")),
      h(
        "div",
        { class: "fields", key: "fields" },
        select(
          "tile",
          tell("tile"),
          draft.tile,
          LANES.flatMap((lane) => COLUMNS.map((column) => `${lane}-${column}`)),
          (value) => ((draft.tile = value), read()),
        ),
        select(
          "owner",
          tell("owner"),
          draft.owner,
          ["you", "enemy", "neutral"],
          (value) => (draft.owner = value),
        ),
        select("rank", tell("rankLabel"), draft.rank, RANKS, (value) => (draft.rank = value)),
        select(
          "side",
          tell("cardSide"),
          draft.side,
          ["you", "enemy"],
          (value) => (draft.side = value),
        ),
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
      refusalText(session.refusal),
      dialogButtons({ label: tell("saveTile"), action: "save-tile", run: save }),
    ],
  });
}

/**
 * @template {string} Value
 * @param {string} name
 * @param {string} label
 * @param {Value} value
 * @param {Value[]} values
 * @param {(value: Value) => void} set
 */
function select(name, label, value, values, set) {
  /** @param {string} one */
  const word = (one) => (one === "you" || one === "enemy" || one === "neutral" ? say(one) : one);
  return h(
    "label",
    { class: "entry" },
    label,
    h(
      "select",
      {
        name,
        value,
        onchange: (event) => {
          set(/** @type {Value} */ (event.target.value));
          desk.redraw();
        },
      },
      values.map((one) => h("option", { value: one, key: one }, word(one))),
    ),
  );
}
