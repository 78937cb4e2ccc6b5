// @ts-check
// A session that the desk follows: its documents, and the requests sent for it.

import { Session } from "../shared/session.js";
import { WinCourse } from "../shared/win_course.js";
import { desk, refusalOf } from "./app.js";
import { tell } from "./words.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/session.js").Topic} Topic
 * @typedef {import("./app.js").Refusal} Refusal
 * @typedef {import("./app.js").Failed} Failed
 * @typedef {import("../shared/wire").MatchSnapshot} MatchSnapshot
 * @typedef {import("../shared/wire").ActionInput} ActionInput
 * @typedef {{type: "undo"} | {type: "redo"}} Undo
 * @typedef {{
 *   at: "tile" | "hand" | "finder" | "banner", tile?: string, words?: string,
 * }} Origin where an action was begun; a refusal is shown there
 * @typedef {{
 *   action: ActionInput | Undo, words: string, seq: number, state: "lost" | "notDone",
 * }} Unsure
 */

/** @type {Topic[]} */
const TOPICS = ["state", "observation", "threat", "coach", "evaluation", "hand", "history"];

/** Error code of the protocol: the session is not at the event that the request expected. */
const STALE = 1005;

export class FollowedSession {
  /** @type {Session | null} */
  #session = null;
  /** The last documents of a session that is no longer subscribed to. @type {Documents} */
  #still = {};
  /**
   * The snapshot of an answer, until the subscription has it as well. On a slow machine the
   * documents of the turn before may come first, and nobody should wait for them.
   * @type {import("../shared/documents").State | null}
   */
  #ahead = null;
  /** Why the session cannot be shown. @type {string | null} */
  gone = null;
  #isEnded = false;
  /** @type {(Refusal & Origin) | null} */
  refusal = null;
  /** An action sent before the connection was lost, of which no answer came. @type {Unsure | null} */
  unsure = null;
  busy = false;
  /** Whether something was undone here that can be done again. */
  canRedo = false;
  /** Set at the answer to your mulligan, before the history contains it. */
  hasChangedHand = false;
  /** @type {import("./watch.js").Watch | null} */
  watch = null;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.winCourse = new WinCourse(desk.connection, () => desk.redraw());
  }

  /** The documents with the course of your win chance. */
  get documentsWithChance() {
    const { documents } = this;
    const { state, coach } = documents;
    const isWanted = state?.score && desk.role !== "stream";
    this.winCourse.want(
      isWanted ? { sessionId: this.id, seq: state.seq, audience: "player" } : null,
    );
    const { chances, latest } = this.winCourse;
    // The coach searches longer than it is done for the course.
    const now = coach && coach.seq === state?.seq ? coach.winChance : undefined;
    return { ...documents, chances, chance: now ?? latest };
  }

  /** A document has changed. @param {Topic} _topic */
  changed(_topic) {}

  /** An action is sent. */
  sending() {}

  /** What became of an unsure action is known. */
  settled() {}

  /** Whether this desk may act in the session now. */
  get open() {
    return desk.mayAct && !this.closed && this.state !== undefined;
  }

  follow() {
    const audience = desk.role === "stream" ? "stream" : "player";
    const topics = audience === "stream" ? TOPICS.filter((topic) => topic !== "coach") : TOPICS;
    this.#session = new Session(
      desk.connection,
      { sessionId: this.id, topics, audience },
      { changed: (_, topic) => this.changed(topic), failed: (failure) => this.#ended(failure) },
    );
  }

  /** Subscribes again, because the role of the connection has changed. */
  again() {
    this.#session?.end();
    this.#ahead = null;
    this.follow();
  }

  end() {
    this.#session?.end();
    this.watch?.pause();
  }

  /** The daemon ended the subscription; a closed session can still be read. @param {Failed} failure */
  async #ended(failure) {
    this.#still = { ...this.documents };
    this.#session?.end();
    this.#session = null;
    this.watch?.pause();
    try {
      const [state, history] = await Promise.all([
        desk.request("session/get", { sessionId: this.id }),
        desk.request("session/history", { sessionId: this.id }),
      ]);
      Object.assign(this.#still, { state, history });
      this.#isEnded = true;
    } catch {
      this.gone = failure.message;
    }
    desk.redraw();
  }

  /** Opens a closed session again. */
  async reopen() {
    try {
      await desk.request("session/reopen", { sessionId: this.id });
      this.#session?.end();
      this.#isEnded = false;
      this.follow();
      await desk.list();
    } catch (failure) {
      this.refusal = { ...refusalOf(failure), at: "banner" };
    }
    desk.redraw();
  }

  /** @returns {Documents} */
  get documents() {
    const documents = this.#session?.documents ?? this.#still;
    const isAhead = this.#ahead && this.#ahead.seq > (documents.state?.seq ?? -1);
    return isAhead && this.#ahead ? { ...documents, state: this.#ahead } : documents;
  }

  get state() {
    return this.documents.state;
  }

  /** The snapshot of a match, once there is one. */
  get match() {
    return /** @type {MatchSnapshot} */ (this.state);
  }

  /** The event that is shown; -1 before the first snapshot. */
  get seq() {
    return this.state?.seq ?? -1;
  }

  get closed() {
    return (
      this.#isEnded ||
      desk.sessions.some((session) => session.sessionId === this.id && session.closed)
    );
  }

  get isCombat() {
    return this.state?.game === "mage-knight";
  }

  /**
   * Sends an action; the daemon refuses it if the session is not at the event shown.
   * @param {ActionInput} action
   * @param {Origin} origin
   * @returns {Promise<boolean>} whether it was carried out
   */
  act(action, origin) {
    return this.#send(action, origin);
  }

  async undo() {
    this.hasChangedHand = false;
    const done = await this.#send({ type: "undo" }, { at: "banner", words: tell("undo") });
    if (done) this.canRedo = true;
    return done;
  }

  redo() {
    return this.#send({ type: "redo" }, { at: "banner", words: tell("redo") });
  }

  /** @param {ActionInput | Undo} action @param {Origin} origin */
  async #send(action, { at, tile, words = action.type }) {
    if (!this.open || this.busy) return false;
    const { seq } = this;
    this.refusal = null;
    this.unsure = null;
    this.sending();
    this.busy = true;
    let done = false;
    try {
      const params = { sessionId: this.id, ifSeq: seq };
      const answer = await (action.type === "undo" || action.type === "redo"
        ? desk.request(`session/${action.type}`, params)
        : desk.request("match/act", { ...params, action }));
      this.#ahead = /** @type {import("../shared/documents").State} */ (answer.snapshot);
      this.changed("state");
      done = true;
      this.canRedo = action.type === "redo" && this.canRedo;
    } catch (caught) {
      const failure = /** @type {Failed} */ (caught);
      if (failure.lost) {
        this.unsure = { action, words, seq, state: "lost" };
      } else {
        const refusal =
          failure.code === STALE ? { text: tell("movedOn"), hint: "" } : refusalOf(failure);
        this.refusal = { ...refusal, at, tile };
        if (at === "finder") desk.select = "#finder";
        if (action.type === "redo") this.canRedo = false;
        desk.announce([refusal.text, refusal.hint].filter(Boolean).join(". "));
      }
    }
    this.busy = false;
    desk.redraw();
    return done;
  }

  /** After a reconnect: finds out from the history whether the unsure action was carried out. */
  checkUnsure() {
    const { unsure } = this;
    const { state, history } = this.documents;
    if (!unsure || !state || desk.connection.state !== "open") return;
    if (state.seq === unsure.seq) {
      unsure.state = "notDone";
    } else if (history?.seq === state.seq) {
      const wasIt = history.entries.some(
        (entry) => entry.seq === unsure.seq + 1 && entry.action === unsure.action.type,
      );
      desk.announce(
        wasIt || unsure.action.type === "undo" || unsure.action.type === "redo"
          ? tell("wasDone", { what: unsure.words })
          : tell("movedOn"),
      );
      this.unsure = null;
      this.settled();
    }
  }

  sendAgain() {
    const { unsure } = this;
    if (!unsure) return;
    if (unsure.action.type === "undo") this.undo();
    else if (unsure.action.type === "redo") this.redo();
    else this.act(unsure.action, { at: "banner", words: unsure.words });
  }

  forgetUnsure() {
    this.unsure = null;
    desk.redraw();
  }
}
