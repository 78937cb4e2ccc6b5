// @ts-check
// A subscribed session: one document for each topic, kept up to date by patches.

import { applyPatch } from "./patch.js";

/**
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {import("./connection.js").Failed} Failed
 * @typedef {import("./connection.js").Following<"session/subscribe">} Following
 * @typedef {import("./wire").Topic} Topic
 * @typedef {import("./wire").Update} Update
 * @typedef {import("./documents").Documents} Documents
 * @typedef {import("./documents").PatchOperation} PatchOperation
 */

export class Session {
  /** @type {Documents} */
  documents = {};
  /** @type {Partial<Record<Topic, number>>} */
  #seqs = {};
  /** @type {() => void} */
  #end;

  /**
   * @param {Connection} connection
   * @param {import("./wire").SessionSubscribeParams} what
   * @param {{
   *   changed: (documents: Documents, topic: Topic) => void,
   *   failed: (failure: Failed) => void,
   * }} listener
   */
  constructor(connection, what, listener) {
    this.id = what.sessionId;
    /** @type {Following} */
    const following = {
      method: "session/subscribe",
      params: what,
      end: "session/unsubscribe",
      take: (update) => {
        if (!this.#take(update)) {
          connection.again(following);
          return;
        }
        listener.changed(this.documents, update.topic);
      },
      fail: listener.failed,
    };
    this.#end = connection.follow(following);
  }

  /**
   * Returns false if the update does not fit the document that is there.
   * @param {Update} update
   * @returns {boolean}
   */
  #take({ topic, seq, kind, baseSeq, data }) {
    if (kind === "snapshot") {
      this.#set(topic, data);
    } else {
      if (this.#seqs[topic] !== baseSeq) return false;
      try {
        const patch = /** @type {PatchOperation[]} */ (data);
        this.#set(topic, applyPatch(this.documents[topic], patch));
      } catch {
        return false;
      }
    }
    this.#seqs[topic] = seq;
    return true;
  }

  /** The schema does not say which type belongs to which topic. @param {Topic} topic @param {unknown} document */
  #set(topic, document) {
    Object.assign(this.documents, { [topic]: document });
  }

  end() {
    this.#end();
  }
}
