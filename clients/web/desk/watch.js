// @ts-check
// A match that plays itself: your moves are the coach's, the enemy's the daemon's own.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

const PACES = [500, 1000, 2000, 4000];

export class Watch {
  isRunning = true;
  pace = 2000;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  changed() {
    clearTimeout(this.#timer);
    if (this.isRunning) this.#timer = setTimeout(() => this.step(), this.pace);
  }

  pause() {
    this.isRunning = false;
    clearTimeout(this.#timer);
    desk.redraw();
  }

  run() {
    this.isRunning = true;
    this.table.past.toNow();
    this.changed();
    desk.redraw();
  }

  async step() {
    const { table } = this;
    const { kind } = table.due;
    if (kind === "over") return this.pause();
    if (kind === "mulligan" && table.mulligan?.replace) {
      const replace = table.mulligan.replace.map((/** @type {any} */ card) => card.id);
      await table.act({ type: "mulligan", side: "you", replace }, { at: "banner" });
    } else if (table.best) {
      await table.act(table.best.action, { at: "banner", words: table.best.label });
    }
    // What is not worked out yet is asked for again.
    this.changed();
  }

  draw() {
    return h(
      "div",
      { class: "row watch", role: "group", "aria-label": tell("watching"), key: "watch" },
      h("button", { type: "button", "data-action": "watch-toggle", class: "primary", onclick: () => (this.isRunning ? this.pause() : this.run()) }, tell(this.isRunning ? "watchPause" : "watchRun"), h("kbd", { "aria-hidden": "true" }, "Space")),
      h("button", { type: "button", "data-action": "watch-step", onclick: () => (this.pause(), this.step()) }, tell("watchStep"), h("kbd", { "aria-hidden": "true" }, ".")),
      h(
        "label",
        { class: "entry inline" },
        tell("pace"),
        h("select", { name: "pace", value: String(this.pace), onchange: (/** @type {any} */ event) => ((this.pace = Number(event.target.value)), this.changed(), desk.redraw()) }, PACES.map((pace) => h("option", { value: String(pace), key: pace }, tell("paceSeconds", { seconds: pace / 1000 })))),
      ),
    );
  }
}
