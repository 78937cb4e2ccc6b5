// @ts-check
// The cards and decks of the daemon, and how a few letters find one.

/**
 * @typedef {{id: string, name: string, kind?: string, rank?: string, power?: number | null}} Card
 * @typedef {{id: string, name: string}} Named
 */

/** How well letters fit a card; the smaller the better, none if not at all. @param {Named} card @param {string} letters */
function fit(card, letters) {
  const name = card.name.toLowerCase();
  if (card.id === letters || name === letters) return 0;
  if (name.startsWith(letters)) return 1;
  if (name.split(/[^a-z0-9]+/).some((word) => word.startsWith(letters))) return 2;
  if (card.id.startsWith(letters)) return 3;
  return name.includes(letters) ? 4 : null;
}

/**
 * @template {Named} T
 * @param {T[]} cards
 * @param {string} text
 * @param {Map<string, number>} [likely] cards that go first among equals
 * @param {Set<string>} [first] cards that go before even those
 * @returns {T[]}
 */
export function found(cards, text, likely = new Map(), first = new Set()) {
  const letters = text.trim().toLowerCase();
  return cards
    .map((card) => ({ card, fits: letters === "" ? 0 : fit(card, letters), weight: likely.get(card.id) ?? -1 }))
    .filter(({ fits, weight }) => fits !== null && (letters !== "" || weight >= 0 || likely.size === 0))
    .sort((one, other) => (one.fits ?? 9) - (other.fits ?? 9) || Number(first.has(other.card.id)) - Number(first.has(one.card.id)) || other.weight - one.weight || one.card.name.localeCompare(other.card.name))
    .map(({ card }) => card);
}

/** Cards that go first because they are of this list. @param {Named[]} cards @returns {Map<string, number> | undefined} */
export function weights(cards) {
  return cards.length > 0 ? new Map(cards.map((card) => [card.id, 0])) : undefined;
}

export class Catalogue {
  /** @type {Map<string, Card>} */
  cards = new Map();
  /** Those that a deck may hold. @type {Card[]} */
  ordinary = [];
  /** @type {{tag: string, name: string, style?: string, cards: Named[]}[]} */
  decks = [];
  /** @type {string[]} */
  presets = [];
  /** Of combats, where the daemon tells. @type {{enemies: Named[], cards: Named[]} | null} */
  combat = null;

  /** @param {import("../shared/connection.js").Connection} connection */
  async load(connection) {
    const [{ cards }, { decks }, greeting, combat] = await Promise.all([
      connection.request("cards/list"),
      connection.request("decks/list"),
      connection.request("initialize", { clientInfo: { name: "qbcoach desk" } }),
      // A daemon that is older than this page does not know it.
      connection.request("combat/catalogue").catch(() => null),
    ]);
    this.cards = new Map(cards.map((/** @type {Card} */ card) => [card.id, card]));
    this.ordinary = cards.filter((/** @type {Card} */ card) => card.kind !== "token");
    this.decks = decks;
    this.presets = greeting.capabilities.rules.presets;
    this.combat = combat;
  }
}
