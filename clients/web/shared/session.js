// @ts-check
// One session as the daemon tells it: a document for each topic, kept up to date.

import { applyPatch } from "./patch.js";

/**
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {import("./connection.js").Failed} Failed
 * @typedef {"state" | "observation" | "threat" | "coach" | "evaluation" | "hand" | "history"} Topic
 * @typedef {Partial<Record<Topic, any>>} Documents
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
   * @param {{sessionId: string, topics: Topic[], audience: "player" | "stream", delayMs?: number}} what
   * @param {{changed: (documents: Documents, topic: Topic) => void, failed: (failure: Failed) => void}} listener
   */
  constructor(connection, what, listener) {
    this.id = what.sessionId;
    /** @type {import("./connection.js").Following} */
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
   * Whether the update fits what was there before.
   * @param {{topic: Topic, seq: number, kind: "snapshot" | "patch", baseSeq?: number, data: any}} update
   * @returns {boolean}
   */
  #take({ topic, seq, kind, baseSeq, data }) {
    if (kind === "snapshot") {
      this.documents[topic] = data;
    } else {
      if (this.#seqs[topic] !== baseSeq) return false;
      try {
        this.documents[topic] = applyPatch(this.documents[topic], data);
      } catch {
        return false;
      }
    }
    this.#seqs[topic] = seq;
    return true;
  }

  end() {
    this.#end();
  }
}
