// @ts-check
// What a card does: its range drawn and its ability in words, beside whatever shows the card.

import { draw, h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { cost } from "../widgets/hand.js";
import { desk } from "./app.js";
import { tellCard } from "./words.js";

/** @typedef {import("../shared/wire").Card} Card */

/** How long the mouse rests on a card before it is explained. */
const PATIENCE_MS = 350;
const COLUMNS = ["E", "D", "C", "B", "A"];
const ROWS = [1, 2, 3, 4, 5];
const GAP = 8;

const box = document.createElement("div");
box.id = "popover";
box.setAttribute("role", "tooltip");
box.hidden = true;
document.body.append(box);

/** The element whose card is explained. @type {Element | null} */
let anchor = null;
/** The element that was pressed: whoever acts on a card need not have it explained. */
let pressed = /** @type {Element | null} */ (null);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {EventTarget | null} target */
function showing(target) {
  const element = target instanceof Element ? target.closest("[data-shows]") : null;
  // While a card is chosen, a tile shows what the card would do there.
  return element?.matches(".tile-legal, .tile-illegal") ? null : element;
}

/** @param {Element | null} element */
function explain(element) {
  clearTimeout(timer);
  if (anchor === element) return;
  anchor = element;
  drawPopover();
}

document.addEventListener("mouseover", (event) => {
  clearTimeout(timer);
  // Whoever reads the text may move the mouse over it.
  if (event.target instanceof Node && box.contains(event.target)) return;
  const element = showing(event.target);
  if (element !== pressed) pressed = null;
  if (element === anchor || (element && element === pressed)) return;
  if (!element) {
    timer = setTimeout(() => explain(null), PATIENCE_MS / 2);
    return;
  }
  timer = setTimeout(() => explain(element), PATIENCE_MS);
});
document.addEventListener("mousedown", (event) => {
  pressed = showing(event.target);
  explain(null);
});
document.addEventListener("scroll", () => explain(null), { passive: true });
// A finger that stays on a card.
document.addEventListener("contextmenu", (event) => {
  const element = showing(event.target);
  if (!element) return;
  event.preventDefault();
  explain(element);
});

/** Explains the card that has the focus, or hides the explanation. Returns false without a card. */
export function explainFocused() {
  const element = showing(document.activeElement);
  if (!element) return false;
  const isShown = anchor === element;
  explain(isShown ? null : element);
  const card = cardOf(element);
  if (card && !isShown) desk.announce(wordsOf(card));
  return true;
}

/** Hides the explanation; false if there was none. */
export function hidePopover() {
  const isShown = !box.hidden;
  explain(null);
  return isShown;
}

/** @param {Element} element */
function cardOf(element) {
  return desk.catalogue.cards.get(/** @type {HTMLElement} */ (element).dataset.shows ?? "");
}

/** @param {Card} card */
function wordsOf(card) {
  return [card.name, say("power", { power: card.power }), ...card.abilities].join(". ");
}

export function drawPopover() {
  if (!anchor?.isConnected) anchor = null;
  const card = anchor ? cardOf(anchor) : undefined;
  // The cards may come later than the mouse: the next drawing explains it then.
  if (!anchor || !card) {
    box.hidden = true;
    return;
  }
  box.hidden = false;
  draw(box, explained(card));
  place(anchor.getBoundingClientRect());
}

/** @param {DOMRect} beside */
function place(beside) {
  const { width, height } = box.getBoundingClientRect();
  // Beside a card of the hand are others, which must stay visible.
  const isAbove = anchor?.matches("[data-hand]") && beside.top - height - GAP > 0;
  const right = beside.right + GAP;
  const beyond = right + width < innerWidth ? right : Math.max(GAP, beside.left - width - GAP);
  const left = isAbove ? Math.min(beside.left, innerWidth - width - GAP) : beyond;
  const lowest = Math.max(GAP, innerHeight - height - GAP);
  const top = isAbove ? beside.top - height - GAP : Math.min(Math.max(GAP, beside.top), lowest);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}

/** @param {Card} card */
export function explained(card) {
  return h(
    "div",
    { class: "explained", key: card.id },
    h(
      "p",
      { class: "explained-head" },
      h("strong", null, card.name),
      h("span", { class: "hand-cost side-you" }, cost(card.rank)),
      h("span", { class: "number" }, card.power),
    ),
    h(
      "p",
      { class: "dim" },
      card.kind === "token"
        ? say("token")
        : tellCard(card.rarity === "legendary" ? "legendary" : "standard"),
      card.rank === "R" && ` · ${tellCard("replaces")}`,
    ),
    h(
      "div",
      { class: "explained-inside" },
      range(card),
      h(
        "div",
        { class: "explained-words" },
        card.abilities.length === 0
          ? h("p", { class: "dim" }, tellCard("noAbility"))
          : card.abilities.map((ability) => h("p", { key: ability }, ability)),
      ),
    ),
  );
}

/** The squares around the card as you play it. @param {Card} card */
function range(card) {
  const kinds = new Map(card.range.map((square) => [square.slice(0, 2), square.slice(2)]));
  const pawns = card.range.filter((square) => /[PX]$/.test(square)).length;
  const effects = card.range.filter((square) => /[EX]$/.test(square)).length;
  return h(
    "div",
    { class: "range", role: "img", "aria-label": tellCard("range", { pawns, effects }) },
    ROWS.flatMap((row) =>
      COLUMNS.map((column) => {
        const square = `${column}${row}`;
        const kind = square === "C3" ? "card" : (kinds.get(square) ?? "none");
        return h("span", { class: `square square-${kind}`, key: square });
      }),
    ),
  );
}
