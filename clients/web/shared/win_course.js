// @ts-check
// The course of your win chance, asked for once for each event that is shown.

/**
 * @typedef {import("./wire").ChanceOfTurn} ChanceOfTurn
 * @typedef {{sessionId: string, seq: number, audience: "player" | "stream"}} Wanted
 */

export class WinCourse {
  #asked = "";
  #session = "";
  /** One for each of your turns so far. @type {ChanceOfTurn[]} */
  chances = [];

  /** @param {import("./connection.js").Connection} connection @param {() => void} changed */
  constructor(connection, changed) {
    this.connection = connection;
    this.changed = changed;
  }

  /** The latest chance; between your turns it stays. */
  get latest() {
    return this.chances.at(-1)?.winChance;
  }

  /** Null where it must not be shown. @param {Wanted | null} wanted */
  want(wanted) {
    const asked = wanted ? JSON.stringify(wanted) : "";
    if (asked === this.#asked || (wanted && this.connection.state !== "open")) return;
    this.#asked = asked;
    if (wanted?.sessionId !== this.#session) this.chances = [];
    this.#session = wanted?.sessionId ?? "";
    if (!wanted) return;
    this.connection.request("coach/chances", wanted).then(
      ({ chances }) => this.#take(asked, chances),
      // The daemon keeps them from this audience, or the match has none.
      (failure) => (failure.lost ? (this.#asked = "") : this.#take(asked, [])),
    );
  }

  /** @param {string} asked @param {ChanceOfTurn[]} chances */
  #take(asked, chances) {
    if (asked !== this.#asked) return;
    this.chances = chances;
    this.changed();
  }
}
