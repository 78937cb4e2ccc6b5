// @ts-check
// The session that is open at the desk: what is shown, chosen, sent and refused.

import { Session } from "../shared/session.js";
import { desk, refusalOf } from "./app.js";
import { dueOf } from "./due.js";
import { emptyFinder } from "./finder.js";
import { Timeline } from "./past.js";
import { tell } from "./words.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/session.js").Topic} Topic
 * @typedef {import("./catalogue.js").Named} Named
 * @typedef {import("./app.js").Refusal} Refusal
 * @typedef {"tile" | "hand" | "finder" | "banner"} Place
 * @typedef {{action: any, words: string, seq: number, state: "lost" | "notDone"}} Unsure
 */

/** @type {Topic[]} */
const TOPICS = ["state", "observation", "threat", "coach", "evaluation", "hand", "history"];

/** An update that has not come by then was lost with the line. */
const LATEST_MS = 3000;

export class Table {
  /** @type {Session | null} */
  #session = null;
  /** @type {Documents} */
  #still = {};
  /** Why there is nothing to show. @type {string | null} */
  gone = null;
  #isEnded = false;
  /** @type {(Named & {place: number | null}) | null} */
  card = null;
  /** The tile a card is looked for. @type {string | null} */
  tile = null;
  /** Where the keyboard stands on the board. */
  cursor = "MID-3";
  /** Where the chosen card may go. @type {Set<string> | null} */
  offers = null;
  /** By tile: the cards of the data that may go there, for a hand nobody has seen. @type {Map<string, Set<string>>} */
  playable = new Map();
  /** @type {(Refusal & {at: Place, tile?: string}) | null} */
  refusal = null;
  finder = emptyFinder();
  asksPass = false;
  showsThreat = true;
  /** Places of the hand to change at the mulligan. @type {Set<number>} */
  replace = new Set();
  /** What came for them, while it is told. @type {Named[] | null} */
  drew = null;
  /** The opening hand while it is told. @type {Named[]} */
  opening = [];
  /** @type {any} */
  mulligan = null;
  /** Known before the history tells it. */
  hasChangedHand = false;
  /** What may be done in a combat. @type {any[]} */
  actions = [];
  /** The points of the next attack or block, as they are typed. */
  points = "";
  /** An act nobody knows the fate of. @type {Unsure | null} */
  unsure = null;
  busy = false;
  /** @type {import("./watch.js").Watch | null} */
  watch = null;
  /** @type {Set<() => void>} */
  #waiting = new Set();
  #told = -1;
  #due = "";

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.past = new Timeline(this);
    this.#follow();
  }

  #follow() {
    const audience = desk.role === "stream" ? "stream" : "player";
    const topics = audience === "stream" ? TOPICS.filter((topic) => topic !== "coach") : TOPICS;
    this.#session = new Session(
      desk.connection,
      { sessionId: this.id, topics, audience },
      { changed: (_, topic) => this.#changed(topic), failed: (failure) => this.#ended(failure) },
    );
  }

  /** Whoever may see more or less now asks again. */
  again() {
    this.#session?.end();
    this.#follow();
  }

  end() {
    this.#session?.end();
    this.watch?.pause();
  }

  /** A closed session is not followed any more, but can be read. @param {import("../shared/connection.js").Failed} failure */
  async #ended(failure) {
    this.#still = this.documents;
    this.#session?.end();
    this.#session = null;
    this.watch?.pause();
    try {
      const [state, history] = await Promise.all([desk.request("session/get", { sessionId: this.id }), desk.request("session/history", { sessionId: this.id })]);
      this.#still = { ...this.#still, state, history };
      this.#isEnded = true;
    } catch {
      this.gone = failure.message;
    }
    desk.redraw();
  }

  /** @returns {Documents} */
  get documents() {
    return this.#session?.documents ?? this.#still;
  }

  get state() {
    return this.documents.state;
  }

  get closed() {
    return this.#isEnded || desk.sessions.some((session) => session.sessionId === this.id && session.closed);
  }

  get isCombat() {
    return this.state?.game === "mage-knight";
  }

  get due() {
    return dueOf(this);
  }

  /** Whether this desk may do something here now. */
  get open() {
    return desk.mayAct && !this.closed && !this.past.moment && this.state !== undefined;
  }

  /** @param {Topic} topic */
  #changed(topic) {
    if (topic === "state") {
      this.#moved();
      for (const look of this.#waiting) look();
    }
    if (topic === "history" || topic === "state") {
      this.#checkUnsure();
      this.#announce();
      this.#lead();
    }
    if (topic === "history") this.past.check();
    this.watch?.changed();
    desk.redraw();
  }

  #moved() {
    const { state } = this;
    this.card = null;
    this.tile = null;
    this.offers = null;
    this.asksPass = false;
    this.refusal = null;
    // What was typed has arrived; what somebody else did leaves it alone.
    if (this.busy) this.finder = emptyFinder();
    if (state.phase !== "mulligan") {
      this.replace.clear();
      this.drew = null;
      this.mulligan = null;
    } else if (!this.mulligan?.replace && desk.role !== "stream") {
      this.#askMulligan();
    }
    this.playable.clear();
    if (this.isCombat) this.#askActions();
    else if (this.open && state.mode !== "simulated" && (state.sideToAct === "enemy" || state.mode === "analysis")) this.#askPlayable();
  }

  async #askMulligan() {
    this.mulligan = {};
    try {
      this.mulligan = await desk.request("coach/mulligan", { sessionId: this.id });
    } catch (failure) {
      this.mulligan = { message: /** @type {Error} */ (failure).message };
    }
    desk.redraw();
  }

  async #askActions() {
    if (desk.role === "stream") return;
    try {
      const { seq, actions } = await desk.request("match/actions", { sessionId: this.id });
      if (seq === this.state.seq) this.actions = actions;
    } catch {
      this.actions = [];
    }
    desk.redraw();
  }

  async #askPlayable() {
    const { seq, sideToAct } = this.state;
    try {
      const answer = await desk.request("match/actions", { sessionId: this.id, side: sideToAct, cards: [...desk.catalogue.cards.keys()] });
      if (this.state.seq !== seq) return;
      for (const { action } of answer.actions) {
        if (!action.tile) continue;
        const cards = this.playable.get(action.tile) ?? new Set();
        this.playable.set(action.tile, cards.add(action.card));
      }
      desk.redraw();
    } catch {
      // Then all cards are offered alike.
    }
  }

  /** What happened and what is due, once all of it is known. */
  #announce() {
    const { state, history } = this.documents;
    if (!state || history?.seq !== state.seq || this.#told === state.seq) return;
    const last = history.entries.at(-1);
    desk.announce([this.#told >= 0 && last ? `${last.text}.` : "", this.due.words].join(" "));
    this.#told = state.seq;
  }

  /** Whoever has begun something already is not disturbed. */
  #lead() {
    const { kind } = this.due;
    if (kind === this.#due) return;
    this.#due = kind;
    if (!this.tile && !this.card && this.finder.text === "") this.focusDue();
  }

  /** The keyboard goes to where the next thing is done. */
  focusDue() {
    const { kind } = this.due;
    if (kind === "draw" || kind === "hand" || kind === "drew") desk.focus = "#finder";
    else if (kind === "mulligan") desk.focus = '[data-hand="0"]';
    else if (this.isCombat) desk.focus = "[data-choice]";
    else desk.focus = `[data-tile="${this.cursor}"]`;
  }

  /**
   * Sends what was done. It counts only for the state that is shown.
   * @param {any} action
   * @param {{at: Place, tile?: string, words?: string}} where
   * @returns {Promise<boolean>}
   */
  act(action, where) {
    return this.#send("match/act", action, where);
  }

  undo() {
    this.hasChangedHand = false;
    return this.#send("session/undo", { type: "undo" }, { at: "banner", words: tell("undo") });
  }

  /** @param {string} method @param {any} action @param {{at: Place, tile?: string, words?: string}} where */
  async #send(method, action, where) {
    if (!this.open || this.busy) return false;
    const { seq } = this.state;
    this.refusal = null;
    this.unsure = null;
    this.asksPass = false;
    this.busy = true;
    let done = false;
    try {
      const params = { sessionId: this.id, ifSeq: seq };
      const answer = await desk.request(method, method === "match/act" ? { ...params, action } : params);
      await this.#shows(answer.seq);
      done = true;
    } catch (caught) {
      const failure = /** @type {import("./app.js").Failed} */ (caught);
      if (failure.lost) {
        this.unsure = { action, words: where.words ?? action.type, seq, state: "lost" };
      } else {
        const refusal = failure.code === 1005 ? { text: tell("movedOn") } : refusalOf(failure);
        this.refusal = { ...refusal, at: where.at, tile: where.tile };
        desk.announce([refusal.text, refusal.hint].filter(Boolean).join(". "));
      }
    }
    this.busy = false;
    desk.redraw();
    return done;
  }

  /** Until the page shows it the next act would count for a state that is gone. @param {number} seq @returns {Promise<void>} */
  #shows(seq) {
    if (this.state.seq >= seq) return Promise.resolve();
    return new Promise((resolve) => {
      const isThere = () => this.state.seq >= seq;
      const late = setTimeout(() => (this.#waiting.delete(look), resolve()), LATEST_MS);
      const look = () => {
        if (!isThere()) return;
        clearTimeout(late);
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  /** After the line came back: was it done? */
  #checkUnsure() {
    const { unsure } = this;
    const { state, history } = this.documents;
    if (!unsure || desk.connection.state !== "open") return;
    if (state.seq === unsure.seq) {
      unsure.state = "notDone";
    } else if (history?.seq === state.seq) {
      const wasIt = history.entries.some((/** @type {any} */ entry) => entry.seq === unsure.seq + 1 && entry.action === unsure.action.type);
      desk.announce(wasIt || unsure.action.type === "undo" ? tell("wasDone", { what: unsure.words }) : tell("movedOn"));
      this.unsure = null;
      this.finder = emptyFinder();
    }
  }

  sendAgain() {
    const { unsure } = this;
    if (!unsure) return;
    if (unsure.action.type === "undo") this.undo();
    else this.act(unsure.action, { at: "banner", words: unsure.words });
  }

  forgetUnsure() {
    this.unsure = null;
    desk.redraw();
  }

  /** @param {Named} card @param {number | null} [place] of the hand */
  async choose(card, place = null) {
    if (!this.open) return;
    this.refusal = null;
    this.asksPass = false;
    if (this.tile) {
      await this.play(card, this.tile);
      return;
    }
    const isAgain = this.card?.id === card.id && this.card.place === place;
    this.card = isAgain ? null : { id: card.id, name: card.name, place };
    this.offers = null;
    desk.redraw();
    if (this.card) await this.#askOffers(this.card.id);
  }

  /** @param {string} card */
  async #askOffers(card) {
    const { seq, sideToAct } = this.state;
    try {
      const answer = await desk.request("match/actions", { sessionId: this.id, side: sideToAct, cards: [card] });
      if (answer.seq !== seq || this.card?.id !== card) return;
      const tiles = answer.actions.map((/** @type {any} */ offer) => offer.action.tile).filter(Boolean);
      this.offers = new Set(tiles);
      if (tiles.length > 0 && !this.offers.has(this.cursor)) this.cursor = tiles[0];
      desk.focus = `[data-tile="${this.cursor}"]`;
      desk.announce(tiles.length > 0 ? tell("mayGo", { card: this.card?.name ?? "", tiles: tiles.join(", ") }) : tell("mayNotGo", { card: this.card?.name ?? "" }));
    } catch (failure) {
      if (this.card?.id === card) this.refusal = { ...refusalOf(failure), at: "finder" };
    }
    desk.redraw();
  }

  /** @param {{id: string, name?: string}} card @param {string} tile */
  play(card, tile) {
    const side = this.state.sideToAct;
    const words = tell("playWords", { card: card.name ?? card.id, tile });
    return this.act({ type: "play", side, card: card.id, tile }, { at: "tile", tile, words });
  }

  /** @param {string} tile */
  pick(tile) {
    this.cursor = tile;
    const { kind } = this.due;
    if (this.open && (kind === "you" || kind === "enemy" || kind === "mulligan")) {
      if (this.card) {
        this.play(this.card, tile);
      } else {
        this.refusal = null;
        this.tile = this.tile === tile ? null : tile;
        if (this.tile && (kind === "enemy" || this.state.mode === "analysis")) desk.focusOn("#finder");
      }
    }
    desk.redraw();
  }

  /** Whether passing now is proved to be safe. */
  get passIsSafe() {
    return this.documents.evaluation?.locks?.match.locked === "you";
  }

  /** Your own pass is asked for twice, unless the match is locked. */
  pass() {
    const { state } = this;
    if (!this.open || state.phase === "over" || state.phase === "draw") return;
    if (state.sideToAct === "you" && !this.passIsSafe && !this.asksPass) {
      this.asksPass = true;
      desk.focus = '[data-action="confirm-pass"]';
      desk.announce(tell("passAsk", { proof: this.documents.evaluation?.locks?.match.proof ?? "" }));
      desk.redraw();
      return;
    }
    this.act({ type: "pass", side: state.sideToAct }, { at: "banner", words: tell("pass") });
  }

  /** The move the coach puts first, if it is about what is shown. */
  get best() {
    const { coach, state } = this.documents;
    return coach && state && coach.seq === state.seq ? coach.moves?.[0] : undefined;
  }

  get mayPlayAdvice() {
    const { kind } = this.due;
    return this.open && (kind === "you" || kind === "combat" || kind === "choice");
  }

  /** @param {any} [move] the best one when left out */
  playAdvice(move = this.best) {
    if (!move || !this.mayPlayAdvice) return;
    if (move.action.type === "pass") this.pass();
    else this.act(move.action, { at: move.action.tile ? "tile" : "banner", tile: move.action.tile, words: move.label });
  }

  /** Steps back from whatever was begun. */
  back() {
    if (this.past.moment) this.past.toNow();
    else if (this.drew) this.drew = null;
    else if (this.asksPass) this.asksPass = false;
    this.card = null;
    this.tile = null;
    this.offers = null;
    this.refusal = null;
    this.asksPass = false;
    this.finder = emptyFinder();
    desk.focusOn(this.isCombat ? "[data-choice]" : `[data-tile="${this.cursor}"]`);
    desk.redraw();
  }
}
