// @ts-check
// Your hand: choosing, changing and telling it.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { cost } from "../widgets/hand.js";
import { desk } from "./app.js";
import { weights } from "./catalogue.js";
import { chips, finder, refusalText } from "./finder.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./catalogue.js").Named} Named
 */

/** @param {Table} table @param {import("../shared/session.js").Documents} documents */
export function ownHand(table, documents) {
  const { you } = documents.state ?? {};
  if (!you) return null;
  const isMulligan = table.due.kind === "mulligan";
  const inside = !you.hand
    ? h("p", { class: "dim" }, say("handHidden"))
    : you.hand.length === 0
      ? h("p", { class: "dim" }, tell("noHand"))
      : h("ul", { class: "own-cards" }, you.hand.map((/** @type {Named} */ card, /** @type {number} */ place) => h("li", { key: `${card.id}-${place}` }, ownCard(table, card, place, isMulligan))));
  return h(
    "section",
    { class: "panel own-hand", "aria-label": say("hand"), key: "hand" },
    h("h2", { class: "panel-title" }, say("hand"), h("span", { class: "dim aside" }, `${you.handSize} ${say("inHand")} · ${you.deckSize} ${say("inDeck")}`)),
    inside,
    isMulligan && mulliganReasons(table),
    table.refusal?.at === "hand" && refusalText(table.refusal),
  );
}

/** @param {Table} table @param {Named} card @param {number} place @param {boolean} isMulligan */
function ownCard(table, card, place, isMulligan) {
  const known = desk.catalogue.cards.get(card.id);
  const isChosen = isMulligan ? table.replace.has(place) : table.card?.id === card.id && (table.card.place ?? place) === place;
  const key = place < 9 ? String(place + 1) : "";
  const state = isMulligan && isChosen ? tell("goesBack") : "";
  return h(
    "button",
    {
      type: "button",
      class: `own-card side-you${isChosen ? " chosen" : ""}${isMulligan ? " own-mulligan" : ""}`,
      "data-hand": place,
      "data-card": card.id,
      "aria-pressed": isChosen ? "true" : "false",
      "aria-keyshortcuts": key || null,
      draggable: table.due.kind === "you" ? "true" : null,
      onclick: () => chooseOwn(table, place),
      ondragstart: (/** @type {DragEvent} */ event) => {
        event.dataTransfer?.setData("text/plain", card.name);
        if (!isChosen) chooseOwn(table, place);
      },
    },
    key && h("kbd", { "aria-hidden": "true" }, key),
    h("span", { class: "own-name" }, card.name),
    h("span", { class: "own-foot" }, known && h("span", { class: "hand-cost", title: say("rank", { rank: String(known.rank) }) }, cost(String(known.rank)), h("span", { class: "for-readers" }, say("rank", { rank: String(known.rank) }))), state && h("span", { class: "own-back" }, state), known?.power !== undefined && known.power !== null && h("span", { class: "own-power number" }, h("span", { class: "for-readers" }, say("power", { power: "" })), known.power)),
  );
}

/** @param {Table} table @param {number} place */
export function chooseOwn(table, place) {
  const card = table.state?.you?.hand?.[place];
  if (!card || !table.open) return;
  const { kind } = table.due;
  if (kind === "mulligan") {
    if (!table.replace.delete(place)) table.replace.add(place);
    desk.announce(tell(table.replace.has(place) ? "goesBackWords" : "stays", { card: card.name }));
    desk.redraw();
  } else if (kind === "you") {
    table.choose(card, place);
  } else {
    table.refusal = { at: "hand", text: tell("notYourTurn"), hint: table.due.words };
    desk.redraw();
  }
}

/** @param {Table} table */
function mulliganReasons(table) {
  const { mulligan } = table;
  if (!mulligan) return null;
  if (!mulligan.replace) return mulligan.message ? h("p", { class: "dim" }, mulligan.message) : null;
  const words = mulligan.replace.length === 0 ? tell("coachKeeps") : tell("coachChanges", { cards: mulligan.replace.map((/** @type {Named} */ card) => card.name).join(", ") });
  return h(
    "div",
    { class: "mulligan-advice", key: "mulligan" },
    h("p", null, h("strong", null, words), " ", mulligan.replace.length > 0 && h("button", { type: "button", class: "small", "data-action": "mark-advice", onclick: () => markAdvice(table) }, tell("markAdvice"), h("kbd", { "aria-hidden": "true" }, "A"))),
    h("ul", { class: "reasons" }, mulligan.reasons.map((/** @type {any} */ reason, /** @type {number} */ place) => h("li", { key: place, class: reason.verdict === "keep" ? "reason-for" : "reason-against" }, reason.text))),
  );
}

/** Marks the cards the coach would put back. @param {Table} table */
export function markAdvice(table) {
  const wanted = (table.mulligan?.replace ?? []).map((/** @type {Named} */ card) => card.id);
  table.replace.clear();
  (table.state.you.hand ?? []).forEach((/** @type {Named} */ card, /** @type {number} */ place) => {
    const found = wanted.indexOf(card.id);
    if (found >= 0) {
      wanted.splice(found, 1);
      table.replace.add(place);
    }
  });
  desk.focus = '[data-action="mulligan"]';
  desk.redraw();
}

/** Puts the marked cards back; at a real table it has to be told what came for them. @param {Table} table */
export function handIn(table) {
  const { hand } = table.state.you;
  const replace = [...table.replace].sort().map((place) => hand[place].id);
  if (table.state.mode === "live" && replace.length > 0 && (table.drew?.length ?? 0) < replace.length) {
    table.drew ??= [];
    desk.focus = "#finder";
    desk.announce(`${table.due.words}. ${table.due.how}`);
    desk.redraw();
    return;
  }
  const drew = table.drew?.map((card) => card.id);
  const words = tell("mulliganWords");
  table.act({ type: "mulligan", side: "you", replace, ...(drew ? { drew } : {}) }, { at: "hand", words }).then((done) => {
    if (!done) return;
    table.hasChangedHand = true;
    table.drew = null;
    table.replace.clear();
    table.focusDue();
    desk.redraw();
  });
}

/** @param {Table} table */
export function drewCards(table) {
  const drew = table.drew ?? [];
  return h(
    "div",
    { class: "row offered", key: "offered" },
    chips({ cards: drew, remove: (place) => (drew.splice(place, 1), desk.redraw()) }),
    finder({
      id: "finder",
      label: tell("drewLabel", { cards: table.replace.size - drew.length }),
      state: table.finder,
      cards: desk.catalogue.ordinary,
      likely: weights(desk.deckOf(table.id)),
      back: () => table.back(),
      pick: (card) => {
        table.finder.text = "";
        drew.push(card);
        if (drew.length >= table.replace.size) handIn(table);
      },
    }),
  );
}

/** The opening hand of a real table that was not told yet. @param {Table} table */
export function openingHand(table) {
  const told = table.opening;
  const most = table.state.you.handSize;
  const give = () => table.act({ type: "setHand", cards: told.map((card) => card.id) }, { at: "finder", words: tell("fixHand") });
  return h(
    "div",
    { class: "row offered", key: "offered" },
    chips({ cards: told, remove: (place) => (told.splice(place, 1), desk.redraw()) }),
    finder({
      id: "finder",
      label: tell("openingLabel", { cards: Math.max(0, most - told.length) }),
      state: table.finder,
      cards: desk.catalogue.ordinary,
      likely: weights(desk.deckOf(table.id)),
      refusal: table.refusal?.at === "finder" ? table.refusal : null,
      pick: (card) => {
        table.finder.text = "";
        told.push(card);
        if (told.length >= most) give();
      },
    }),
    h("button", { type: "button", "data-action": "give-hand", onclick: give }, tell("giveHand")),
  );
}
