// @ts-check
// A text field that finds a card by a few letters of its name.

import { h } from "../shared/dom.js";
import { cost } from "../widgets/hand.js";
import { desk, isLost, refusalOf } from "./app.js";
import { found } from "./catalogue.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./catalogue.js").Named} Named
 * `marked` is the card that was shown as chosen for the text: when better numbers change the
 * order of the list, it stays the one that Enter takes.
 * @typedef {{
 *   text: string, active: number, open: boolean, marked?: {text: string, card: string} | null,
 *   refused?: import("./app.js").Refusal | null,
 * }} FinderState `refused` is why the text is no card
 * @typedef {{
 *   id: string, label: string, state: FinderState, cards: Named[],
 *   likely?: Map<string, number>, first?: Set<string>,
 *   pick: (card: Named) => void, back?: () => void, placeholder?: string,
 *   refusal?: import("./app.js").Refusal | null, hidesLabel?: boolean, opens?: boolean,
 *   from?: "hand" | "deck",
 * }} FinderOptions
 */

const MOST = 8;
/** Without letters the list is what can be clicked, as long as a deck. */
const MOST_OFFERED = 15;

/** @returns {FinderState} */
export function emptyFinder() {
  return { text: "", active: 0, open: false };
}

/** The place in a list of the card that Enter takes. @param {FinderState} state @param {Named[]} cards */
function placeOf({ text, active, marked }, cards) {
  const at =
    text !== "" && marked?.text === text ? cards.findIndex((card) => card.id === marked.card) : -1;
  return at >= 0 ? at : Math.min(active, cards.length - 1);
}

/**
 * Text that fits none of the cards: the daemon knows more names, and says which are similar.
 * What is no card stays in its field, selected, so that the next letters replace it.
 * @param {FinderOptions} options
 * @param {(card: Named) => void} take
 */
async function askFor({ id, state, cards, from = "hand" }, take) {
  const text = state.text.trim();
  /** @type {import("./app.js").Refusal} */
  let refused = { text: tell("noSuchCard", { text }) };
  try {
    const { id: number, name } = await desk.request("cards/get", { card: text });
    if (state.text.trim() !== text) return;
    if (cards.some((card) => card.id === number)) return take({ id: number, name });
    refused = { text: tell(from === "deck" ? "notInDeck" : "notInHand", { card: name }) };
  } catch (failure) {
    // Without a connection, which the page shows already, the text waits.
    if (isLost(failure) || state.text.trim() !== text) return;
    const near = refusalOf(failure).suggestions ?? [];
    refused.suggestions = near.filter((one) => cards.some((card) => one.startsWith(`${card.id} `)));
  }
  state.refused = refused;
  desk.select = `#${id}`;
  desk.announce(refused.text);
  desk.redraw();
}

/** @param {FinderOptions} options */
export function finder(options) {
  const { id, state } = options;
  const refusal = state.refused ?? options.refusal;
  const shown = state.open
    ? found(options.cards, state.text, options.likely, options.first).slice(
        0,
        state.text === "" ? MOST_OFFERED : MOST,
      )
    : [];
  const active = placeOf(state, shown);
  const chosen = shown[active];
  state.marked = chosen ? { text: state.text, card: chosen.id } : null;
  const listed = `${id}-list`;
  /** @param {Partial<FinderState>} change */
  const set = (change) => {
    Object.assign(state, change);
    desk.redraw();
  };
  /** @param {Named} card */
  const take = (card) => {
    Object.assign(state, { active: 0, open: false, refused: null });
    options.pick(card);
    // The field is changed at once, because the next letters may come before the next drawing.
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (field) field.value = state.text;
    desk.redraw();
  };
  /** @param {KeyboardEvent} event */
  const onkeydown = (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      set(
        state.open
          ? { active: (active + step + shown.length) % Math.max(1, shown.length), marked: null }
          : { open: true, active: 0 },
      );
    } else if (event.key === "Enter") {
      event.preventDefault();
      // Searched again, because letters may have been typed since the last drawing.
      const now = found(options.cards, state.text, options.likely, options.first);
      const card = now[Math.max(0, placeOf(state, now))];
      if (card && (state.text.trim() !== "" || state.open)) take(card);
      else if (state.text.trim() !== "") askFor(options, take);
    } else if (event.key === "Escape") {
      if (state.text !== "" || state.open) {
        event.preventDefault();
        event.stopPropagation();
        set({ text: "", open: false, active: 0, refused: null });
      } else if (options.back) {
        event.preventDefault();
        event.stopPropagation();
        options.back();
      }
    }
  };
  return h(
    "div",
    { class: "finder", key: id },
    h("label", { for: id, class: options.hidesLabel ? "for-readers" : "" }, options.label),
    h("input", {
      id,
      type: "text",
      role: "combobox",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: options.placeholder ?? tell("typeLetters"),
      value: state.text,
      "aria-expanded": shown.length > 0 ? "true" : "false",
      "aria-controls": listed,
      "aria-autocomplete": "list",
      "aria-activedescendant": chosen ? `${id}-${chosen.id}` : null,
      "aria-invalid": refusal ? "true" : null,
      "aria-describedby": refusal ? `${id}-refusal` : null,
      oninput: (event) => set({ text: event.target.value, active: 0, open: true, refused: null }),
      onkeydown,
      // Whoever clicks into the field has a mouse and wants to choose from a list.
      onclick: () => options.opens !== false && !state.open && set({ open: true, active: 0 }),
      onblur: () => set({ open: false }),
    }),
    h(
      "ul",
      {
        id: listed,
        role: "listbox",
        class: "found",
        "aria-label": options.label,
        hidden: shown.length === 0,
      },
      shown.map((card, index) => {
        const known = desk.catalogue.cards.get(card.id);
        const chance = options.likely?.get(card.id);
        return h(
          "li",
          {
            id: `${id}-${card.id}`,
            key: `${card.id}-${index}`,
            role: "option",
            "aria-selected": index === active ? "true" : "false",
            "data-card": card.id,
            "data-shows": known ? card.id : null,
            // Otherwise the field would lose the focus, and close the list, before the click.
            onmousedown: (event) => event.preventDefault(),
            onclick: () => take(card),
          },
          h("span", { class: "found-name" }, card.name),
          chance !== undefined &&
            chance > 0 &&
            h("span", { class: "dim" }, `${Math.round(chance * 100)} %`),
          known && h("span", { class: "hand-cost" }, cost(known.rank)),
          known && h("span", { class: "number" }, known.power),
        );
      }),
    ),
    refusalText(refusal, `${id}-refusal`, (suggestion) => {
      const [number = "", ...name] = suggestion.split(" ");
      take({ id: number, name: name.join(" ") });
    }),
  );
}

/**
 * Why the daemon refused something, to be shown at the field it is about.
 * @param {import("./app.js").Refusal | null | undefined} refusal
 * @param {string} [id]
 * @param {(suggestion: string) => void} [choose] takes a suggestion that is clicked
 */
export function refusalText(refusal, id, choose) {
  if (!refusal) return null;
  return h(
    "p",
    { class: "refusal", id, role: "alert", key: "refusal" },
    refusal.text,
    refusal.hint && h("span", { class: "refusal-hint" }, refusal.hint),
    choose &&
      (refusal.suggestions?.length ?? 0) > 0 &&
      h(
        "span",
        { class: "suggestions" },
        refusal.suggestions?.map((suggestion) =>
          h(
            "button",
            {
              type: "button",
              class: "small",
              key: suggestion,
              "data-suggestion": suggestion,
              onmousedown: (event) => event.preventDefault(),
              onclick: () => choose(suggestion),
            },
            suggestion.replace(/^\S+ /, ""),
          ),
        ),
      ),
  );
}

/**
 * Chosen cards, each with a button to remove it. The removed button had the focus, which
 * goes to the field then.
 * @param {{cards: Named[], remove: (index: number) => void, field?: string}} list
 */
export function chips({ cards, remove, field }) {
  return h(
    "ul",
    { class: "chips" },
    cards.map((card, index) =>
      h(
        "li",
        { class: "chip", key: `${card.id}-${index}` },
        card.name,
        h(
          "button",
          {
            type: "button",
            "aria-label": tell("removeCard", { card: card.name }),
            onclick: () => {
              remove(index);
              if (field) desk.focusOn(`#${field}`);
            },
          },
          "×",
        ),
      ),
    ),
  );
}
