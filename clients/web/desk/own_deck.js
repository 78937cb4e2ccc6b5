// @ts-check
// Your deck in a match: which cards are left in it, and how likely each is drawn next.

import { h } from "../shared/dom.js";
import { percent } from "../shared/words.js";
import { bar } from "../widgets/threat.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("./catalogue.js").Named} Named
 * @typedef {{card: Named, copies: number}} Left
 */

/** The decks of a match as they were told last, for an export names them. @param {string} sessionId */
export async function decksOf(sessionId) {
  const { content } = await desk.request("session/export", { sessionId, format: "text" });
  /** @param {string} side */
  const last = (side) =>
    content
      .split("\n")
      .flatMap((line) => line.match(`^${side} (?:deck|setDeck) (.*)$`)?.[1] ?? [])
      .at(-1);
  return { you: last("you"), enemy: last("enemy") };
}

export class OwnDeck {
  /** The whole deck; empty while it is not known. @type {Named[]} */
  cards = [];
  /** The number of corrections of decks for which it was asked. */
  #askedAt = -1;

  /** @param {OpenSession} session */
  constructor(session) {
    this.session = session;
  }

  /** Asks for the deck at the beginning, and again after it was corrected. */
  async check() {
    const { entries } = this.session.documents.history ?? { entries: [] };
    const corrections = entries.filter((entry) => entry.action === "setDeck").length;
    if (this.#askedAt === corrections || desk.role === "stream" || this.session.isCombat) return;
    this.#askedAt = corrections;
    try {
      const { you } = await decksOf(this.session.id);
      this.cards = you ? (await desk.request("decks/validate", { cards: you })).cards : [];
    } catch {
      // Without the deck there are no odds.
    }
    desk.redraw();
  }

  /** The cards that are still in the deck, the most copies first. @returns {Left[]} */
  get left() {
    const { state, observation } = this.session.documents;
    if (!state?.you?.hand || this.cards.length === 0) return [];
    const counts = new Map(this.cards.map((card) => [card.id, { card, copies: 0 }]));
    for (const { id } of this.cards) add(counts, id, 1);
    for (const { id } of state.you.hand) add(counts, id, -1);
    // A card that was entered wrong is no longer one of the deck.
    for (const { side, origin, card } of observation?.observations ?? [])
      if (side === "you" && origin === "deck") add(counts, card.id, -1);
    return [...counts.values()]
      .filter(({ copies }) => copies > 0)
      .sort(
        (one, other) => other.copies - one.copies || one.card.name.localeCompare(other.card.name),
      );
  }
}

/** @param {Map<string, Left>} counts @param {string} id @param {number} number */
function add(counts, id, number) {
  const one = counts.get(id);
  if (one) one.copies += number;
}

/** What is left of your deck; while a draw is due, a click reports the card. @param {OpenSession} session */
export function deckLeft(session) {
  const { left } = session.deck;
  if (left.length === 0 || session.state?.phase === "over") return null;
  const all = left.reduce((sum, { copies }) => sum + copies, 0);
  const isDue = session.open && session.due.kind === "draw";
  return h(
    "section",
    { class: "panel deck-left", "aria-label": tell("deckLeft"), key: "deck-left" },
    h(
      "h2",
      { class: "panel-title" },
      tell("deckLeft"),
      h("span", { class: "dim aside" }, tell("nextDraw")),
    ),
    h(
      "ul",
      { class: "odds" },
      left.map(({ card, copies }) =>
        h(
          "li",
          { class: "odds-card", key: card.id, "data-shows": card.id },
          isDue
            ? h(
                "button",
                {
                  type: "button",
                  class: "odds-name",
                  "data-left": card.id,
                  onclick: () => session.draw(card),
                },
                `${copies > 1 ? `${copies} × ` : ""}${card.name}`,
              )
            : h("span", { class: "odds-name" }, `${copies > 1 ? `${copies} × ` : ""}${card.name}`),
          bar(copies / all),
          h("span", { class: "number" }, percent(copies / all)),
        ),
      ),
    ),
  );
}
