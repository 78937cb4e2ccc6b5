// @ts-check
// The open session, with what the user has chosen in it and what may be done.

import { inWords } from "../shared/words.js";
import { desk, refusalOf } from "./app.js";
import { dueOf } from "./due.js";
import { emptyFinder } from "./finder.js";
import { FollowedSession } from "./followed.js";
import { Guess } from "./counsel.js";
import { OwnDeck } from "./own_deck.js";
import { Timeline } from "./past.js";
import { Preview } from "./preview.js";
import { tell } from "./words.js";

/**
 * @typedef {import("../shared/session.js").Topic} Topic
 * @typedef {import("./catalogue.js").Named} Named
 * @typedef {import("../shared/documents").Move} Move
 * @typedef {import("../shared/documents").Offer} Offer
 * @typedef {import("../shared/wire").MulliganAdvice} MulliganAdvice
 */

export class OpenSession extends FollowedSession {
  /** The event for which choices were dropped. */
  #movedAt = -1;
  /** The chosen card and its index in the hand. @type {(Named & {index: number | null}) | null} */
  card = null;
  /** The chosen tile. @type {string | null} */
  tile = null;
  /** The tile that the keyboard is on. */
  cursor = "MID-3";
  /** The tiles on which the chosen card may be played. @type {Set<string> | null} */
  offers = null;
  /** Ids of playable cards by tile, for a hand that is not known. @type {Map<string, Set<string>>} */
  playable = new Map();
  finder = emptyFinder();
  asksPass = false;
  showsThreat = true;
  /** Indices in the hand of the cards to replace at the mulligan. @type {Set<number>} */
  replace = new Set();
  /** The cards drawn for them, while they are entered. @type {Named[] | null} */
  drew = null;
  /** The opening hand, while it is entered. @type {Named[]} */
  opening = [];
  /** @type {Partial<MulliganAdvice & {message: string}> | null} */
  mulligan = null;
  /** The legal actions of a combat. @type {Offer[]} */
  actions = [];
  /** The points of the next attack or block, as they are typed. */
  points = "";
  /** The event up to which screen readers have been informed. */
  #announced = -1;
  /** The kind of what was last due. */
  #due = "";

  /** @param {string} id */
  constructor(id) {
    super(id);
    this.past = new Timeline(this);
    this.preview = new Preview(this);
    this.guess = new Guess(this);
    this.deck = new OwnDeck(this);
    this.follow();
  }

  /** Whether this desk may act in the session now. */
  get open() {
    return desk.mayAct && !this.closed && !this.past.moment && this.state !== undefined;
  }

  get due() {
    return dueOf(this);
  }

  /** @param {Topic} topic */
  changed(topic) {
    if (topic === "state" && this.#movedAt !== this.seq) {
      this.#movedAt = this.seq;
      this.#moved();
    }
    if (topic === "history" || topic === "state") {
      this.checkUnsure();
      this.#announce();
      this.#lead();
    }
    if (topic === "history") {
      this.past.check();
      this.deck.check();
    }
    this.watch?.changed();
    desk.redraw();
  }

  sending() {
    this.asksPass = false;
  }

  settled() {
    this.finder = emptyFinder();
  }

  #moved() {
    const state = this.match;
    this.card = null;
    this.tile = null;
    this.offers = null;
    this.asksPass = false;
    this.refusal = null;
    this.preview.forget();
    // Our own action was made of what was typed; another client's leaves the text alone.
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
    else if (this.open && state.phase === "play") this.#askPlayable();
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
      if (seq === this.seq) this.actions = actions;
    } catch {
      this.actions = [];
    }
    desk.redraw();
  }

  async #askPlayable() {
    const { seq, sideToAct } = this.match;
    try {
      const answer = await desk.request("match/actions", {
        sessionId: this.id,
        side: sideToAct,
        cards: this.#mayPlay(),
      });
      if (this.seq !== seq) return;
      for (const { action } of answer.actions) {
        if (action.type !== "play") continue;
        const cards = this.playable.get(action.tile) ?? new Set();
        this.playable.set(action.tile, cards.add(action.card));
      }
      desk.redraw();
    } catch {
      // Without the answer the finder puts no cards first.
    }
  }

  /** The cards that the side to act may have. */
  #mayPlay() {
    const { mode, sideToAct, you, enemy } = this.match;
    const hand = sideToAct === "you" ? you.hand : mode === "simulated" ? enemy.hand : null;
    const isKnown = hand && hand.length > 0 && mode !== "analysis";
    return isKnown ? hand.map((card) => card.id) : [...desk.catalogue.cards.keys()];
  }

  /** Informs screen readers once state and history are at the same event. */
  #announce() {
    const { state, history } = this.documents;
    if (!state || history?.seq !== state.seq || this.#announced === state.seq) return;
    const last = history.entries.at(-1);
    desk.announce(
      [this.#announced >= 0 && last ? `${inWords(last.text)}.` : "", this.due.words].join(" "),
    );
    this.#announced = state.seq;
  }

  /** Moves the focus if something else is due now, unless the user has begun something. */
  #lead() {
    const { kind } = this.due;
    if (kind === this.#due) return;
    this.#due = kind;
    if (!this.tile && !this.card && this.finder.text === "") this.focusDue();
  }

  /** Moves the focus to the control for what is due. */
  focusDue() {
    const { kind } = this.due;
    if (kind === "draw" || kind === "hand" || kind === "drew") desk.focus = "#finder";
    // Not a card: Enter after the last card of the hand would mark it.
    else if (kind === "mulligan") desk.focus = "#banner";
    else if (this.isCombat) desk.focus = "[data-choice]";
    else desk.focus = `[data-tile="${this.cursor}"]`;
  }

  /** @param {Named} card @param {number | null} [index] in the hand */
  async choose(card, index = null) {
    if (!this.open) return;
    this.refusal = null;
    this.asksPass = false;
    if (this.tile) {
      await this.play(card, this.tile);
      return;
    }
    const isAgain = this.card?.id === card.id && this.card.index === index;
    this.card = isAgain ? null : { id: card.id, name: card.name, index };
    this.offers = null;
    desk.redraw();
    if (this.card) await this.#askOffers(this.card.id);
  }

  /** @param {string} card */
  async #askOffers(card) {
    const { seq, sideToAct } = this.match;
    try {
      const answer = await desk.request("match/actions", {
        sessionId: this.id,
        side: sideToAct,
        cards: [card],
      });
      if (answer.seq !== seq || this.card?.id !== card) return;
      const tiles = answer.actions.flatMap(({ action }) =>
        action.type === "play" ? [action.tile] : [],
      );
      this.offers = new Set(tiles);
      if (!this.offers.has(this.cursor)) this.cursor = tiles[0] ?? this.cursor;
      desk.focus = `[data-tile="${this.cursor}"]`;
      if (this.offers.has(this.cursor)) this.preview.look(this.cursor);
      desk.announce(
        tiles.length > 0
          ? tell("mayGo", { card: this.card?.name ?? "", tiles: tiles.join(", ") })
          : tell("mayNotGo", { card: this.card?.name ?? "" }),
      );
    } catch (failure) {
      if (this.card?.id === card) {
        this.refusal = { ...refusalOf(failure), at: "finder" };
        desk.select = "#finder";
      }
    }
    desk.redraw();
  }

  /** @param {{id: string, name?: string}} card @param {string} tile */
  async play(card, tile) {
    const side = this.match.sideToAct;
    if (side === "you") this.guess.judge(card.id, tile);
    const words = tell("playWords", { card: card.name ?? card.id, tile });
    const action = /** @type {const} */ ({ type: "play", side, card: card.id, tile });
    const done = await this.act(action, { at: "tile", tile, words });
    if (!done && this.finder.text !== "") {
      desk.select = "#finder";
      desk.redraw();
    }
    return done;
  }

  /** Reports the card you drew. @param {Named} card */
  draw(card) {
    return this.act(
      { type: "draw", card: card.id },
      { at: "finder", words: tell("drawWords", { card: card.name }) },
    );
  }

  /** The lit tiles, in the order of their numbers. */
  get lit() {
    return [...(this.offers ?? [])];
  }

  /**
   * Chooses a tile, or plays the chosen card there. A finger cannot hover, so its first touch
   * only shows what the play does.
   * @param {string} tile
   * @param {boolean} [isTouch]
   */
  pick(tile, isTouch = false) {
    this.cursor = tile;
    const { kind } = this.due;
    if (this.open && (kind === "you" || kind === "enemy" || kind === "mulligan")) {
      if (this.card && isTouch && this.offers?.has(tile) && this.preview.tile !== tile) {
        this.preview.look(tile);
      } else if (this.card) {
        this.play(this.card, tile);
      } else {
        this.refusal = null;
        this.tile = this.tile === tile ? null : tile;
        if (this.tile && (kind === "enemy" || this.match.mode === "analysis")) {
          // The list of the likeliest cards that may lie there.
          Object.assign(this.finder, { open: true, active: 0 });
          desk.focusOn("#finder");
        }
      }
    }
    desk.redraw();
  }

  /** Whether passing now is proved to be safe. */
  get passIsSafe() {
    return this.documents.evaluation?.locks?.match.locked === "you";
  }

  /** Whether you should think again before you pass: not where the coach advises it. */
  get passNeedsAsking() {
    const { state } = this.documents;
    const isYours = state?.sideToAct === "you" && state.phase !== "over";
    return isYours && !this.passIsSafe && this.best?.action.type !== "pass";
  }

  /** Passes; your own pass needs a second press where the coach has a better move. */
  pass() {
    const state = this.match;
    if (!this.open || state.phase === "over" || state.phase === "draw") return;
    if (this.passNeedsAsking && !this.asksPass) {
      this.asksPass = true;
      desk.focus = '[data-action="confirm-pass"]';
      desk.announce(tell("passAsk"));
      desk.redraw();
      return;
    }
    this.act({ type: "pass", side: state.sideToAct }, { at: "banner", words: tell("pass") });
  }

  /** The coach's best move, if the advice is for the event shown. @returns {Move | undefined} */
  get best() {
    const { coach, state } = this.documents;
    return coach && state && coach.seq === state.seq ? coach.moves?.[0] : undefined;
  }

  get mayPlayAdvice() {
    const { kind } = this.due;
    return this.open && (kind === "you" || kind === "combat" || kind === "choice");
  }

  /** Shows an advised move on the board; Enter plays it. @param {Move} move */
  async propose(move) {
    if (!this.mayPlayAdvice) return;
    if (move.action.type !== "play") return this.playAdvice(move);
    const { card, tile } = move.action;
    const hand = this.match.you.hand ?? [];
    const index = hand.findIndex((one) => one.id === card);
    this.tile = null;
    this.card = { id: card, name: hand[index]?.name ?? card, index: index < 0 ? null : index };
    this.offers = null;
    this.cursor = tile;
    await this.#askOffers(card);
  }

  /** @param {Move} [move] the best one when left out */
  playAdvice(move = this.best) {
    if (!move || !this.mayPlayAdvice) return;
    if (this.guess.hides) return this.guess.reveal();
    const { action, label } = move;
    const tile = action.type === "play" ? action.tile : undefined;
    if (action.type === "pass") this.pass();
    else this.act(action, { at: tile ? "tile" : "banner", tile, words: label });
  }

  /** Leaves the past, or drops what was chosen and typed. */
  back() {
    this.preview.tile = null;
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
