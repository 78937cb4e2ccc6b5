// @ts-check
// The board after a play that is not made yet: its pawns, the cards it changes, the lanes.

import { desk } from "./app.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/wire").Preview} Answer
 */

export class Preview {
  /** The answers for this event, by card and tile. @type {Map<string, Answer | null>} */
  #known = new Map();
  /** The tile that is looked at. @type {string | null} */
  tile = null;

  /** @param {OpenSession} session */
  constructor(session) {
    this.session = session;
  }

  /** Something has happened: the answers are about an earlier board. */
  forget() {
    this.#known.clear();
    this.tile = null;
  }

  /** @param {string} tile */
  #key(tile) {
    return `${this.session.card?.id} ${tile}`;
  }

  /** Looks at the chosen card on this tile. @param {string | null} tile */
  async look(tile) {
    const { session } = this;
    const { card } = session;
    if (this.tile === tile) return;
    this.tile = tile;
    desk.redraw();
    if (!tile || !card || !session.offers?.has(tile)) return;
    const key = this.#key(tile);
    if (this.#known.has(key)) return;
    this.#known.set(key, null);
    const { seq, sideToAct } = session.match;
    try {
      const answer = await desk.request("match/preview", {
        sessionId: session.id,
        action: { type: "play", side: sideToAct, card: card.id, tile },
      });
      if (answer.seq === session.seq && seq === answer.seq) this.#known.set(key, answer);
    } catch {
      // Without an answer the board stays as it is.
      this.#known.delete(key);
    }
    desk.redraw();
  }

  /** The board and score after the play, if a card and a tile for it are chosen. */
  get shown() {
    const { session, tile } = this;
    if (!tile || !session.card || !session.offers?.has(tile) || !session.open) return null;
    return this.#known.get(this.#key(tile)) ?? null;
  }

  /** The documents with the board after the play. @param {Documents} documents @returns {Documents} */
  on(documents) {
    const { shown } = this;
    const { state } = documents;
    if (!shown || !state?.board) return documents;
    return { ...documents, state: { ...state, board: shown.board, score: shown.score } };
  }

  /** The tiles that the play changes. @returns {Set<string>} */
  changed() {
    const { shown, session } = this;
    const before = new Map(session.match.board?.tiles.map((tile) => [tile.tile, tile]));
    const tiles = (shown?.board.tiles ?? []).filter((tile) => {
      const was = before.get(tile.tile);
      return (
        was?.owner !== tile.owner ||
        was.rank !== tile.rank ||
        was.card?.id !== tile.card?.id ||
        was.card?.power !== tile.card?.power
      );
    });
    return new Set(tiles.map((tile) => tile.tile));
  }
}
