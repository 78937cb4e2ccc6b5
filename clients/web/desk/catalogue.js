// @ts-check
// The cards and decks of the daemon, and the search for a card by a few letters.

/**
 * @typedef {import("../shared/wire").Card} Card
 * @typedef {import("../shared/wire").CardName} Named
 */

/** Names in other languages by the card's number, to find cards by them. @type {Map<string, string[]>} */
const otherNames = new Map();

/**
 * How well letters fit a card: 0 is best, null if they do not fit.
 * @param {Named} card
 * @param {string} letters
 */
function fit(card, letters) {
  const name = card.name.toLowerCase();
  for (const other of otherNames.get(card.id) ?? [])
    if (other.includes(letters)) return other === letters ? 0 : other.startsWith(letters) ? 1 : 4;
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
 * @param {Map<string, number>} [likely] weights by card: of equal fits the heavier goes first
 * @param {Set<string>} [first] cards that go before all others of equal fit; without letters,
 *   the only ones
 * @returns {T[]}
 */
export function found(cards, text, likely = new Map(), first) {
  const letters = text.trim().toLowerCase();
  return cards
    .filter((card) => letters !== "" || !first?.size || first.has(card.id))
    .map((card) => ({
      card,
      fits: letters === "" ? 0 : fit(card, letters),
      weight: likely.get(card.id) ?? -1,
    }))
    .filter(
      ({ fits, weight }) =>
        fits !== null && (letters !== "" || weight >= 0 || likely.size === 0 || first),
    )
    .sort(
      (one, other) =>
        (one.fits ?? 9) - (other.fits ?? 9) ||
        Number(first?.has(other.card.id) ?? false) - Number(first?.has(one.card.id) ?? false) ||
        other.weight - one.weight ||
        one.card.name.localeCompare(other.card.name),
    )
    .map(({ card }) => card);
}

/**
 * Weights that put the cards of this list first.
 * @param {Named[]} cards
 * @returns {Map<string, number> | undefined}
 */
export function weights(cards) {
  return cards.length > 0 ? new Map(cards.map((card) => [card.id, 0])) : undefined;
}

/**
 * The cards without the others, copy by copy.
 * @param {Named[]} cards
 * @param {Named[]} others
 */
export function without(cards, others) {
  const gone = others.map(({ id }) => id);
  return cards.filter(({ id }) => {
    const at = gone.indexOf(id);
    if (at >= 0) gone.splice(at, 1);
    return at < 0;
  });
}

/** Each card once. @param {Named[]} cards */
export function distinct(cards) {
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

export class Catalogue {
  /** @type {Map<string, Card>} */
  cards = new Map();
  /** Cards that a deck may contain, which tokens are not. @type {Card[]} */
  ordinary = [];
  /** @type {import("../shared/wire").Deck[]} */
  decks = [];
  /** @type {string[]} */
  presets = [];
  /** Null if the daemon has no method for it. @type {import("../shared/wire").CombatCatalogue | null} */
  combat = null;

  /** @param {import("../shared/connection.js").Connection} connection */
  async load(connection) {
    const [{ cards }, { decks }, greeting, combat] = await Promise.all([
      connection.request("cards/list"),
      connection.request("decks/list"),
      connection.request("initialize", { clientInfo: { name: "qbcoach desk" } }),
      // A daemon older than this page does not have this method.
      connection.request("combat/catalogue").catch(() => null),
    ]);
    this.cards = new Map(cards.map((card) => [card.id, card]));
    this.ordinary = cards.filter((card) => card.kind !== "token");
    for (const { id, names } of cards) otherNames.set(id, Object.values(names ?? {}));
    this.decks = decks;
    this.presets = greeting.capabilities.rules.presets;
    this.combat = combat;
  }
}
