// @ts-check
// Dialogs that correct the hand or a tile where the model differs from the real match.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { LANES } from "../widgets/board.js";
import { desk } from "./app.js";
import { dialogButtons } from "./dialog.js";
import { chips, emptyFinder, finder, refusalText } from "./finder.js";
import { decksOf } from "./own_deck.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("./catalogue.js").Named} Named
 * @typedef {import("../shared/wire").ActionInputResync} Resync
 */

const COLUMNS = [1, 2, 3, 4, 5];
const RANKS = ["0", "1", "2", "3"];

/** @param {OpenSession} session @param {import("./followed.js").ActionInput} action @param {string} words */
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
      chips({
        cards,
        field: "fix-hand",
        remove: (index) => (cards.splice(index, 1), desk.redraw()),
      }),
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

/**
 * @typedef {{
 *   owner: import("../shared/wire").Owner, rank: string, card: Named | null, name: string,
 *   side: import("../shared/wire").Side, power: string,
 * }} TileDraft
 */

/** The tile as it is. @param {OpenSession} session @param {string} name @returns {TileDraft} */
function tileNow(session, name) {
  const tile = session.match.board.tiles.find((one) => one.tile === name);
  const card = tile?.card ?? null;
  return {
    owner: tile?.owner ?? "neutral",
    rank: String(tile?.rank ?? 0),
    card,
    name: card?.name ?? "",
    side: card?.side ?? (tile?.owner === "enemy" ? "enemy" : "you"),
    power: card ? String(card.power) : "",
  };
}

/** What `resync` takes. @param {OpenSession} session @param {string} name @param {TileDraft} draft */
function corrected(session, name, draft) {
  const now = session.match.board.tiles.find((one) => one.tile === name)?.card;
  const typed = draft.name.trim();
  const card = typed === "" ? null : typed === draft.card?.name ? draft.card.id : typed;
  /** @type {Resync["tiles"][number]} */
  const fixed = { tile: name, owner: draft.owner, rank: Number(draft.rank), card };
  if (!card) return fixed;
  const isSame = now?.id === card && now.side === draft.side;
  const printed = desk.catalogue.cards.get(card)?.power ?? 0;
  const power = draft.power.trim() === "" ? NaN : Number(draft.power);
  // Effects of other cards stay: only the lasting change is told.
  const [shown, delta] = isSame ? [now.power, now.powerDelta] : [printed, 0];
  const powerDelta = Number.isInteger(power) ? delta + power - shown : undefined;
  return { ...fixed, side: draft.side, ...(powerDelta === undefined ? {} : { powerDelta }) };
}

/** Corrects one tile or several. @param {OpenSession} session */
export function fixTileDialog(session) {
  let tile = session.tile ?? session.cursor;
  /** @type {Map<string, TileDraft>} */
  const drafts = new Map();
  const state = emptyFinder();
  /** The draft of the chosen tile. */
  const now = () => drafts.get(tile) ?? tileNow(session, tile);
  /** @param {Partial<TileDraft>} change */
  const set = (change) => {
    drafts.set(tile, { ...now(), ...change });
    desk.redraw();
  };
  /** @param {string} name */
  const turnTo = (name) => {
    tile = name;
    state.text = now().name;
    state.open = false;
  };
  turnTo(tile);
  session.refusal = null;
  const save = () => {
    if (!drafts.has(tile)) drafts.set(tile, now());
    const tiles = [...drafts].map(([name, draft]) => corrected(session, name, draft));
    correct(session, { type: "resync", tiles }, tell("fixTile"));
  };
  desk.open({
    label: tell("fixTileTitle"),
    draw: () => {
      const draft = now();
      // What was typed without being picked counts as well.
      if (state.text !== draft.name) drafts.set(tile, { ...draft, name: state.text });
      const others = [...drafts.keys()].filter((name) => name !== tile);
      return [
        h("p", { class: "dim", key: "why" }, tell("fixTileWhy")),
        h(
          "div",
          { class: "fields", key: "fields" },
          select(
            "tile",
            tell("tile"),
            tile,
            LANES.flatMap((lane) => COLUMNS.map((column) => `${lane}-${column}`)),
            turnTo,
          ),
          select("owner", tell("owner"), draft.owner, ["you", "enemy", "neutral"], (owner) =>
            set({ owner }),
          ),
          select("rank", tell("rankLabel"), draft.rank, RANKS, (rank) => set({ rank })),
          select("side", tell("cardSide"), draft.side, ["you", "enemy"], (side) => set({ side })),
          h(
            "label",
            { class: "entry", key: "power" },
            tell("powerLabel"),
            h("input", {
              type: "text",
              name: "power",
              inputmode: "numeric",
              autocomplete: "off",
              value: draft.power,
              placeholder: tell("noCard"),
              oninput: (event) => set({ power: event.target.value }),
            }),
          ),
        ),
        finder({
          id: "fix-tile-card",
          label: tell("cardThere"),
          placeholder: tell("noCard"),
          state,
          opens: false,
          cards: [...desk.catalogue.cards.values()],
          pick: (card) => {
            state.text = card.name;
            const power = desk.catalogue.cards.get(card.id)?.power;
            set({ card, name: card.name, power: String(power ?? "") });
          },
        }),
        others.length > 0 &&
          h("p", { class: "dim", key: "others" }, tell("alsoFixed", { tiles: others.join(", ") })),
        refusalText(session.refusal),
        dialogButtons({
          label:
            others.length > 0 ? tell("saveTiles", { tiles: others.length + 1 }) : tell("saveTile"),
          action: "save-tile",
          run: save,
        }),
      ];
    },
  });
}

/** Corrects a deck that was entered wrong. @param {OpenSession} session */
export function fixDeckDialog(session) {
  let side = /** @type {import("../shared/wire").Side} */ ("you");
  /** @type {Record<string, string>} */
  const typed = { you: "", enemy: "" };
  session.refusal = null;
  decksOf(session.id).then(
    (decks) => {
      typed.you ||= (decks.you ?? "").replaceAll(", ", "\n");
      typed.enemy ||= (decks.enemy ?? "").replaceAll(", ", "\n");
      desk.redraw();
    },
    () => {},
  );
  desk.open({
    label: tell("fixDeckTitle"),
    draw: () => [
      h("p", { class: "dim", key: "why" }, tell("fixDeckWhy")),
      select("deckSide", tell("deckOf"), side, ["you", "enemy"], (value) => (side = value)),
      h(
        "div",
        { class: "entry", key: "deck" },
        h("label", { for: "fix-deck" }, tell("deckList")),
        h("textarea", {
          id: "fix-deck",
          rows: 10,
          spellcheck: "false",
          value: typed[side],
          oninput: (event) => (typed[side] = event.target.value),
        }),
      ),
      refusalText(session.refusal),
      dialogButtons({
        label: tell("saveDeck"),
        action: "save-deck",
        run: () =>
          correct(
            session,
            { type: "setDeck", side, deck: (typed[side] ?? "").trim() || [] },
            tell("fixDeck"),
          ),
      }),
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
    { class: "entry", key: name },
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
