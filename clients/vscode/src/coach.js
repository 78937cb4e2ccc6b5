"use strict";

const { applyPatch, PatchError } = require("./patch");

/** @typedef {import("./wire").Connection} Connection */
/** @typedef {import("./wire").Documents} Documents */
/** @typedef {import("./wire").Update} Update */
/** @typedef {import("./wire").UpdateParams} UpdateParams */

/** @type {import("./wire").Topic[]} */
const TOPICS = ["state", "threat", "coach"];

/**
 * One session of a daemon, followed: the documents it pushes, and what can be done.
 * It outlives the connection's end; `resume` goes on where it was.
 */
class Coach {
  /** @type {string | undefined} */
  sessionId;
  /** @type {Documents} */
  documents = {};
  /** Why the documents may be old, in words for people. @type {string | undefined} */
  stale;
  /** @type {string | undefined} */
  #subscription;
  /** Updates that came before the answer that names their subscription. @type {UpdateParams[] | undefined} */
  #early;
  /** One change of what is followed after the other. @type {Promise<unknown>} */
  #following = Promise.resolve();
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #connection;

  /** @param {Connection} connection */
  constructor(connection) {
    this.#connection = connection;
    connection.onNotification("session/update", (params) => this.#take(params));
  }

  /** @param {() => void} listener called after every change */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  #changed() {
    for (const listener of this.#listeners) listener();
  }

  /**
   * @param {string} method
   * @param {object} [params]
   */
  ask(method, params = {}) {
    return this.#connection.sendRequest(method, params);
  }

  /** @returns {Promise<import("./wire").SessionRow[]>} */
  async sessions() {
    return (await this.ask("session/list")).sessions;
  }

  /** @param {object} setup */
  async create(setup) {
    const { sessionId } = await this.ask("session/create", setup);
    await this.open(sessionId);
  }

  /** @param {string} sessionId */
  open(sessionId) {
    return this.#inTurn(() => this.#follow(sessionId));
  }

  /**
   * After a new connection: the subscriptions of the old one are gone.
   *
   * @returns {Promise<"resumed" | "gone" | "idle">}
   */
  resume() {
    return this.#inTurn(async () => {
      this.#subscription = undefined;
      this.stale = undefined;
      const sessionId = this.sessionId;
      if (sessionId === undefined) {
        this.#changed();
        return "idle";
      }
      const isThere = (await this.sessions()).some((row) => row.sessionId === sessionId);
      if (isThere) await this.#follow(sessionId);
      else this.#forget();
      return isThere ? "resumed" : "gone";
    });
  }

  /** @param {string} reason */
  lost(reason) {
    this.stale = reason;
    this.#changed();
  }

  #forget() {
    this.sessionId = undefined;
    this.documents = {};
    this.#changed();
  }

  /**
   * @template T
   * @param {() => Promise<T>} step
   * @returns {Promise<T>}
   */
  #inTurn(step) {
    const done = this.#following.then(step);
    this.#following = done.catch(() => undefined);
    return done;
  }

  /** @param {string} sessionId */
  async #follow(sessionId) {
    const old = this.#subscription;
    /** @type {UpdateParams[]} */
    const early = [];
    this.#early = early;
    try {
      this.#subscription = await this.ask("session/subscribe", { sessionId, topics: TOPICS });
    } finally {
      this.#early = undefined;
    }
    if (sessionId !== this.sessionId) this.documents = {};
    this.sessionId = sessionId;
    this.stale = undefined;
    early.forEach((params) => this.#take(params));
    this.#changed();
    if (old !== undefined) await this.ask("session/unsubscribe", { subscription: old });
  }

  /** @param {UpdateParams} params */
  #take(params) {
    if (params.subscription !== this.#subscription) {
      this.#early?.push(params);
      return;
    }
    if (params.result === undefined) {
      this.#subscription = undefined;
      this.lost(params.error ?? "the subscription has ended");
      return;
    }
    try {
      this.#apply(params.result);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      this.#resync();
      return;
    }
    this.#changed();
  }

  /** @param {Update} update */
  #apply(update) {
    const { topic, kind, data } = update;
    if (kind === "snapshot") {
      this.documents[topic] = data;
      return;
    }
    const base = this.documents[topic];
    if (base === undefined || base.seq !== update.baseSeq) {
      throw new PatchError(`a patch against event ${update.baseSeq} of ${topic}`);
    }
    this.documents[topic] = /** @type {any} */ (applyPatch(base, data));
  }

  /** A new subscription begins with whole documents. */
  #resync() {
    const sessionId = this.sessionId;
    if (sessionId === undefined) return;
    this.open(sessionId).catch((error) => this.lost(String(error.message)));
  }

  #current() {
    if (this.sessionId === undefined) {
      throw new Error("no session is open: begin one with “qbcoach: New Session”");
    }
    return this.sessionId;
  }

  /**
   * @param {string[]} [cards] what if the side to act held these
   * @returns {Promise<import("./wire").Actions>}
   */
  async actions(cards) {
    return this.ask("match/actions", { sessionId: this.#current(), cards });
  }

  /**
   * @param {import("./wire").Action} action
   * @param {number} [ifSeq] refuse if the session is not at this event any more
   * @returns {Promise<import("./wire").Acted>}
   */
  async act(action, ifSeq) {
    return this.ask("match/act", { sessionId: this.#current(), action, ifSeq });
  }

  /** @returns {Promise<import("./wire").Acted>} */
  async undo() {
    return this.ask("session/undo", { sessionId: this.#current() });
  }

  /**
   * @param {string} query
   * @returns {Promise<import("./wire").CardDetails[]>}
   */
  async searchCards(query) {
    return (await this.ask("cards/search", { query, limit: 50 })).cards;
  }

  /** @returns {Promise<import("./wire").Deck[]>} */
  async decks() {
    return (await this.ask("decks/list")).decks;
  }
}

module.exports = { Coach };
