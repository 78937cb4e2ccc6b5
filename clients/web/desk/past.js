// @ts-check
// Stepping through what happened, without changing it.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

export class Timeline {
  /** The moment that is looked at, if it is not now. @type {{seq: number, documents: import("../shared/session.js").Documents} | null} */
  moment = null;
  #asked = 0;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Everything that stands, with the beginning in front. @returns {any[]} */
  get entries() {
    const acts = this.table.documents.history?.entries ?? [];
    return [{ seq: 0, turn: 1, side: null, text: tell("beginning") }, ...acts];
  }

  get place() {
    const { entries, moment } = this;
    return moment ? entries.findIndex((entry) => entry.seq === moment.seq) : entries.length - 1;
  }

  /** @param {number} steps */
  step(steps) {
    const { entries, place } = this;
    const next = Math.max(0, place + steps);
    if (next >= entries.length - 1) this.toNow();
    else this.show(entries[next].seq);
  }

  /** @param {number} seq */
  async show(seq) {
    const { table } = this;
    this.#asked += 1;
    const asked = this.#asked;
    table.watch?.pause();
    try {
      const what = { sessionId: table.id, seq };
      const maybe = (/** @type {string} */ method) => desk.request(method, what).catch(() => undefined);
      const [state, threat, evaluation] = await Promise.all([desk.request("session/get", what), maybe("prediction/threatMap"), maybe("coach/evaluate")]);
      if (asked !== this.#asked) return;
      this.moment = { seq, documents: { state, threat, evaluation } };
      setTimeout(showEntry, 100);
      desk.announce(tell("pastNow", { text: this.entries[this.place]?.text ?? "" }));
    } catch (failure) {
      table.refusal = { at: "banner", text: /** @type {Error} */ (failure).message };
    }
    desk.redraw();
  }

  /** What was taken back, or is now, is no past. */
  check() {
    const { entries, moment, place } = this;
    if (moment && (place < 0 || place === entries.length - 1)) this.toNow();
  }

  toNow() {
    this.#asked += 1;
    if (this.moment) desk.announce(tell("backToNow"));
    this.moment = null;
    desk.redraw();
  }
}

/** Brings the entry that is looked at into sight, without moving the page. */
function showEntry() {
  const entry = /** @type {HTMLElement | null} */ (document.querySelector(".timeline [aria-current]"));
  const list = entry?.closest("ol");
  if (entry && list) list.scrollTop += entry.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

/** What happened as a list to step through, the newest first. @param {Timeline} past */
export function timeline(past) {
  const { entries, place } = past;
  const last = entries.length - 1;
  return h(
    "section",
    { class: "panel widget-log timeline", "aria-label": say("log"), key: "log" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { class: "panel-title" }, say("log")),
      h("div", { class: "steps" }, step("step-back", "‹", tell("stepBack"), () => past.step(-1), place === 0), step("step-on", "›", tell("stepOn"), () => past.step(1), place === last), step("now", tell("now"), tell("toNow"), () => past.toNow(), !past.moment)),
    ),
    h(
      "ol",
      { class: "log-lines", tabindex: "0", "aria-label": say("log") },
      entries.map((entry, index) => ({ entry, index })).reverse().map(({ entry, index }) =>
        h(
          "li",
          { key: entry.seq, enter: "line" },
          h(
            "button",
            { type: "button", class: `log-line side-${entry.side ?? "neutral"}`, "data-entry": entry.seq, "aria-current": index === place ? "step" : null, onclick: () => (index === last ? past.toNow() : past.show(entry.seq)) },
            h("span", { class: "log-turn number" }, entry.turn),
            h("span", { class: "log-text" }, entry.text),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} action @param {string} sign @param {string} label @param {() => void} onclick @param {boolean} off */
function step(action, sign, label, onclick, off) {
  return h("button", { type: "button", class: "small", "data-action": action, "aria-label": label, title: label, "aria-disabled": off ? "true" : null, onclick: () => !off && onclick() }, sign);
}
