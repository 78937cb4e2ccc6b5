"use strict";

const { applyPatch, PatchError } = require("./shared/patch");

/** @typedef {import("./shared/documents").Documents} Documents */
/** @typedef {import("./shared/documents").PatchOperation} PatchOperation */
/** @typedef {import("./shared/wire").ActionInput} ActionInput */
/** @typedef {import("./shared/wire").Methods} Methods */
/** @typedef {import("./shared/wire").SessionCreateParams} SessionCreateParams */
/** @typedef {import("./shared/wire").SessionUpdateParams} UpdateParams */
/** @typedef {import("./shared/wire").Update} Update */

/**
 * What a LanguageClient and a plain message connection have in common.
 *
 * @typedef {object} Connection
 * @property {<Result>(method: string, params?: object) => Promise<Result>} sendRequest
 * @property {(
 *   method: string, handler: (params: UpdateParams) => void,
 * ) => {dispose(): void}} onNotification
 */

/** @type {import("./shared/wire").Topic[]} */
const TOPICS = ["state", "threat", "coach"];

/**
 * A subscribed session: its documents, kept up to date, and requests about it. It
 * survives the end of the connection; `resume` subscribes again on a new one.
 */
class Coach {
  /** @type {string | undefined} */
  sessionId;
  /** @type {Documents} */
  documents = {};
  /** Why the documents may be old, as shown to the user. @type {string | undefined} */
  stale;
  /** @type {string | undefined} */
  #subscription;
  /**
   * Updates that came before the response with the id of their subscription.
   * @type {UpdateParams[] | undefined}
   */
  #early;
  /** Ends when the latest change of subscription is done; the next one waits for it. @type {Promise<unknown>} */
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
   * @template {keyof Methods} Method
   * @param {Method} method
   * @param {Methods[Method]["params"]} [params]
   * @returns {Promise<Methods[Method]["result"]>}
   */
  ask(method, params = {}) {
    return this.#connection.sendRequest(method, params);
  }

  async sessions() {
    return (await this.ask("session/list")).sessions;
  }

  /** @param {SessionCreateParams} setup */
  async create(setup) {
    const { sessionId } = await this.ask("session/create", setup);
    await this.open(sessionId);
  }

  /** @param {string} sessionId */
  open(sessionId) {
    return this.#inTurn(() => this.#follow(sessionId));
  }

  /**
   * Subscribes again on a new connection, because subscriptions end with the old one.
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
      this.#set(topic, data);
      return;
    }
    const base = this.documents[topic];
    if (base === undefined || base.seq !== update.baseSeq) {
      throw new PatchError(`a patch against event ${update.baseSeq} of ${topic}`);
    }
    this.#set(topic, applyPatch(base, /** @type {PatchOperation[]} */ (data)));
  }

  /**
   * The schema does not say which type belongs to which topic.
   *
   * @param {import("./shared/wire").Topic} topic
   * @param {unknown} document
   */
  #set(topic, document) {
    Object.assign(this.documents, { [topic]: document });
  }

  /** Subscribes again, because a new subscription begins with snapshots. */
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
   * @param {string[]} [cards] the actions as if the side to act held these cards
   */
  async actions(cards) {
    return this.ask("match/actions", { sessionId: this.#current(), cards });
  }

  /**
   * @param {ActionInput} action
   * @param {number} [ifSeq] the daemon refuses if the session is not at this event any more
   */
  async act(action, ifSeq) {
    return this.ask("match/act", { sessionId: this.#current(), action, ifSeq });
  }

  async undo() {
    return this.ask("session/undo", { sessionId: this.#current() });
  }

  /** @param {string} query */
  async searchCards(query) {
    return (await this.ask("cards/search", { query, limit: 50 })).cards;
  }

  async decks() {
    return (await this.ask("decks/list")).decks;
  }
}

module.exports = { Coach };
