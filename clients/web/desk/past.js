// @ts-check
// Looking at earlier moments of a session without changing it.

import { h } from "../shared/dom.js";
import { withEnemyNames } from "../widgets/enemy_names.js";
import { inWords, say } from "../shared/words.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/documents").Entry} Entry
 * @typedef {Pick<Entry, "seq" | "turn" | "side" | "text">} ListedEntry
 * @typedef {{seq: number, documents: Documents}} Moment
 */

export class Timeline {
  /** The earlier moment that is shown; null for now. @type {Moment | null} */
  moment = null;
  #asked = 0;

  /** @param {import("./table.js").OpenSession} session */
  constructor(session) {
    this.session = session;
  }

  /** The entries of the history after one for the beginning. @returns {ListedEntry[]} */
  get entries() {
    const acts = this.session.documents.history?.entries ?? [];
    return [{ seq: 0, turn: 1, text: tell("beginning") }, ...acts];
  }

  get index() {
    const { entries, moment } = this;
    return moment ? entries.findIndex((entry) => entry.seq === moment.seq) : entries.length - 1;
  }

  /** @param {number} steps */
  step(steps) {
    const { entries, index } = this;
    const next = Math.max(0, index + steps);
    if (next >= entries.length - 1) this.toNow();
    else this.show(entries[next]?.seq ?? 0);
  }

  /** @param {number} seq */
  async show(seq) {
    const { session } = this;
    this.#asked += 1;
    const asked = this.#asked;
    session.watch?.pause();
    try {
      const what = { sessionId: session.id, seq };
      const [state, threat, evaluation] = await Promise.all([
        desk.request("session/get", what),
        desk.request("prediction/threatMap", what).catch(() => undefined),
        desk.request("coach/evaluate", what).catch(() => undefined),
      ]);
      if (asked !== this.#asked) return;
      this.moment = { seq, documents: { state, threat, evaluation } };
      setTimeout(showEntry, 100);
      desk.announce(tell("pastNow", { text: inWords(this.entries[this.index]?.text ?? "") }));
    } catch (failure) {
      session.refusal = { at: "banner", text: /** @type {Error} */ (failure).message };
    }
    desk.redraw();
  }

  /** Returns to now if the moment was undone or has become the latest one. */
  check() {
    const { entries, moment, index } = this;
    if (moment && (index < 0 || index === entries.length - 1)) this.toNow();
  }

  toNow() {
    this.#asked += 1;
    if (this.moment) desk.announce(tell("backToNow"));
    this.moment = null;
    desk.redraw();
  }
}

/** Scrolls the list, but not the page, to the entry that is shown. */
function showEntry() {
  const entry = /** @type {HTMLElement | null} */ (
    document.querySelector(".timeline [aria-current]")
  );
  const list = entry?.closest("ol");
  if (entry && list)
    list.scrollTop +=
      entry.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

/** The history as a list of buttons, the newest entry first. @param {Timeline} past */
export function timeline(past) {
  const { entries, index: current } = past;
  const last = entries.length - 1;
  return h(
    "section",
    { class: "panel widget-log timeline", "aria-label": say("log"), key: "log" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { class: "panel-title" }, say("log")),
      h(
        "div",
        { class: "steps" },
        step("step-back", "‹", tell("stepBack"), () => past.step(-1), current === 0),
        step("step-on", "›", tell("stepOn"), () => past.step(1), current === last),
        step("now", tell("now"), tell("toNow"), () => past.toNow(), !past.moment),
      ),
    ),
    h(
      "ol",
      { class: "log-lines", tabindex: "0", "aria-label": say("log") },
      entries
        .map((entry, index) => ({ entry, index }))
        .reverse()
        .map(({ entry, index }) =>
          h(
            "li",
            { key: entry.seq, enter: "line" },
            h(
              "button",
              {
                type: "button",
                class: `log-line side-${entry.side ?? "neutral"}`,
                "data-entry": entry.seq,
                "aria-current": index === current ? "step" : null,
                onclick: () => (index === last ? past.toNow() : past.show(entry.seq)),
              },
              h("span", { class: "log-turn number" }, entry.turn),
              h("span", { class: "log-text" }, withEnemyNames(entry.text, past.session.state)),
            ),
          ),
        ),
    ),
  );
}

/**
 * @param {string} action
 * @param {string} sign
 * @param {string} label
 * @param {() => void} onclick
 * @param {boolean} off
 */
function step(action, sign, label, onclick, off) {
  return h(
    "button",
    {
      type: "button",
      class: "small",
      "data-action": action,
      "aria-label": label,
      title: label,
      "aria-disabled": off ? "true" : null,
      onclick: () => !off && onclick(),
    },
    sign,
  );
}
