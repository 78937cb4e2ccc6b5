// @ts-check
// A field that finds a card by a few letters: type, Enter.

import { h } from "../shared/dom.js";
import { cost } from "../widgets/hand.js";
import { desk } from "./app.js";
import { found } from "./catalogue.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./catalogue.js").Named} Named
 * @typedef {{text: string, active: number, open: boolean}} FinderState
 * @typedef {{
 *   id: string, label: string, state: FinderState, cards: Named[], likely?: Map<string, number>, first?: Set<string>,
 *   pick: (card: {id: string, name: string}) => void, back?: () => void, placeholder?: string,
 *   refusal?: import("./app.js").Refusal | null, hidesLabel?: boolean
 * }} FinderOptions
 */

const MOST = 8;

/** @returns {FinderState} */
export function emptyFinder() {
  return { text: "", active: 0, open: false };
}

/** @param {FinderOptions} options */
export function finder(options) {
  const { id, state } = options;
  const shown = state.open ? found(options.cards, state.text, options.likely, options.first).slice(0, MOST) : [];
  const active = Math.min(state.active, shown.length - 1);
  const listed = `${id}-list`;
  const set = (/** @type {Partial<FinderState>} */ change) => {
    Object.assign(state, change);
    desk.redraw();
  };
  const take = (/** @type {{id: string, name: string}} */ card) => {
    Object.assign(state, { active: 0, open: false });
    options.pick(card);
    // The next letters may come before the next drawing.
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (field) field.value = state.text;
    desk.redraw();
  };
  /** @param {KeyboardEvent} event */
  const onkeydown = (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      set(state.open ? { active: (active + step + shown.length) % Math.max(1, shown.length) } : { open: true, active: 0 });
    } else if (event.key === "Enter") {
      event.preventDefault();
      // What fast fingers typed since the last drawing counts.
      const now = found(options.cards, state.text, options.likely, options.first);
      const card = now[Math.max(0, Math.min(state.active, now.length - 1))];
      if (card && (state.text.trim() !== "" || state.open)) take(card);
      // The daemon knows best what no card is called.
      else if (state.text.trim() !== "") take({ id: state.text.trim(), name: state.text.trim() });
    } else if (event.key === "Escape") {
      if (state.text !== "" || state.open) {
        event.preventDefault();
        event.stopPropagation();
        set({ text: "", open: false, active: 0 });
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
      "aria-activedescendant": shown.length > 0 ? `${id}-${shown[active]?.id}` : null,
      "aria-invalid": options.refusal ? "true" : null,
      "aria-describedby": options.refusal ? `${id}-refusal` : null,
      oninput: (/** @type {any} */ event) => set({ text: event.target.value, active: 0, open: true }),
      onkeydown,
      onblur: () => set({ open: false }),
    }),
    h(
      "ul",
      { id: listed, role: "listbox", class: "found", "aria-label": options.label, hidden: shown.length === 0 },
      shown.map((card, place) => {
        const known = desk.catalogue.cards.get(card.id);
        const chance = options.likely?.get(card.id);
        return h(
          "li",
          {
            id: `${id}-${card.id}`,
            key: `${card.id}-${place}`,
            role: "option",
            "aria-selected": place === active ? "true" : "false",
            "data-card": card.id,
            // The field would lose the focus before the click came.
            onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
            onclick: () => take(card),
          },
          h("span", { class: "found-name" }, card.name),
          chance !== undefined && chance > 0 && h("span", { class: "dim" }, `${Math.round(chance * 100)} %`),
          known?.rank !== undefined && h("span", { class: "hand-cost" }, cost(String(known.rank))),
          known?.power !== undefined && known.power !== null && h("span", { class: "number" }, known.power),
        );
      }),
    ),
    refusalText(options.refusal, `${id}-refusal`),
  );
}

/** Says at a field why it was refused. @param {import("./app.js").Refusal | null | undefined} refusal @param {string} [id] */
export function refusalText(refusal, id) {
  if (!refusal) return null;
  return h("p", { class: "refusal", id, role: "alert", key: "refusal" }, refusal.text, refusal.hint && h("span", { class: "refusal-hint" }, refusal.hint));
}

/** A list of cards with a finder below it. @param {{cards: Named[], remove: (place: number) => void}} list */
export function chips({ cards, remove }) {
  return h(
    "ul",
    { class: "chips" },
    cards.map((card, place) =>
      h("li", { class: "chip", key: `${card.id}-${place}` }, card.name, h("button", { type: "button", "aria-label": tell("removeCard", { card: card.name }), onclick: () => remove(place) }, "×")),
    ),
  );
}
