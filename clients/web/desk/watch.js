// @ts-check
// A match that plays itself: the desk plays the coach's best moves for you, and the
// daemon plays the enemy.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

const PACES = [500, 1000, 2000, 4000];

export class Watch {
  isRunning = true;
  pace = 2000;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import("./table.js").OpenSession} session */
  constructor(session) {
    this.session = session;
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
    this.session.past.toNow();
    this.changed();
    desk.redraw();
  }

  async step() {
    const { session } = this;
    const { kind } = session.due;
    if (kind === "over") return this.pause();
    if (kind === "mulligan" && session.mulligan?.replace) {
      const replace = session.mulligan.replace.map((card) => card.id);
      await session.act({ type: "mulligan", side: "you", replace }, { at: "banner" });
    } else if (session.best) {
      await session.act(session.best.action, { at: "banner", words: session.best.label });
    }
    // If the advice was not ready, the next step tries again.
    this.changed();
  }

  draw() {
    return h(
      "div",
      { class: "row watch", role: "group", "aria-label": tell("watching"), key: "watch" },
      h(
        "button",
        {
          type: "button",
          "data-action": "watch-toggle",
          class: "primary",
          onclick: () => (this.isRunning ? this.pause() : this.run()),
        },
        tell(this.isRunning ? "watchPause" : "watchRun"),
        h("kbd", { "aria-hidden": "true" }, "Space"),
      ),
      h(
        "button",
        { type: "button", "data-action": "watch-step", onclick: () => (this.pause(), this.step()) },
        tell("watchStep"),
        h("kbd", { "aria-hidden": "true" }, "."),
      ),
      h(
        "label",
        { class: "entry inline" },
        tell("pace"),
        h(
          "select",
          {
            name: "pace",
            value: String(this.pace),
            onchange: (event) => {
              this.pace = Number(event.target.value);
              this.changed();
              desk.redraw();
            },
          },
          PACES.map((pace) =>
            h(
              "option",
              { value: String(pace), key: pace },
              tell("paceSeconds", { seconds: pace / 1000 }),
            ),
          ),
        ),
      ),
    );
  }
}
