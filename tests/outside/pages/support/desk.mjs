// The desk, used by keyboard only.

import assert from "node:assert/strict";

import { drawn, eventually, openPage } from "./browser.mjs";

const LANES = ["TOP", "MID", "BOT"];
const MOST_TABS = 80;
const MOST_FOUND = 8;

export class Desk {
  static async open(browser, daemon, { path = "", token, ...options } = {}) {
    const desk = new Desk();
    desk.daemon = daemon;
    const query = token ? `?token=${token}` : "";
    desk.page = await openPage(browser, `${daemon.address}/${query}#/${path}`, options);
    return desk;
  }

  static async openSession(browser, daemon, id, options = {}) {
    const desk = await Desk.open(browser, daemon, { path: `session/${id}`, ...options });
    desk.id = id;
    await desk.page.waitForSelector(`#board[data-session="${id}"][data-due]`);
    return desk;
  }

  press(...keys) {
    return keys.reduce(
      (before, key) => before.then(() => this.page.keyboard.press(key)),
      Promise.resolve(),
    );
  }

  type(text) {
    return this.page.keyboard.type(text);
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(selector) {
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await this.hasFocus(selector)) return;
      await this.press("Tab");
    }
    assert.fail(`${selector} cannot be reached by Tab`);
  }

  hasFocus(selector) {
    return this.page.evaluate(
      (wanted) => document.activeElement?.matches(wanted) ?? false,
      selector,
    );
  }

  async focusComes(selector) {
    await eventually(this.page, async () =>
      assert.ok(
        await this.hasFocus(selector),
        `${selector} has no focus, but ${await this.focused()}`,
      ),
    );
  }

  /** The beginning of the focused element's HTML. */
  focused() {
    return this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
  }

  board() {
    return this.page.evaluate(() => ({ ...document.getElementById("board").dataset }));
  }

  /** Waits until the board shows the event and, if given, what is due. */
  async reaches(seq, due) {
    await this.page.waitForSelector(
      `#board[data-seq="${seq}"]${due ? `[data-due="${due}"]` : ""}`,
      { state: "attached" },
    );
  }

  async snapshot() {
    return this.daemon.ask("session/get", { sessionId: this.id });
  }

  /** Moves the focus to a tile with the arrow keys. */
  async goTo(tile) {
    await this.focusComes("[data-tile]");
    const at = await this.page.evaluate(() => document.activeElement.dataset.tile);
    const indices = (of) => [LANES.indexOf(of.split("-")[0]), Number(of.split("-")[1])];
    const [[row, column], [toRow, toColumn]] = [indices(at), indices(tile)];
    const keys = [
      ...Array(Math.abs(toRow - row)).fill(toRow > row ? "ArrowDown" : "ArrowUp"),
      ...Array(Math.abs(toColumn - column)).fill(toColumn > column ? "ArrowRight" : "ArrowLeft"),
    ];
    await this.press(...keys);
    await this.focusComes(`[data-tile="${tile}"]`);
  }

  /** Types three letters, goes to the card with arrow keys if others come first, presses Enter. */
  async find(field, card) {
    await this.focusComes(field);
    await this.type(card.name.slice(0, 3));
    await drawn(this.page);
    // The list is empty until the daemon has sent the cards.
    await this.page.waitForSelector(`${field}-list [data-card]`);
    if (!(await this.chooses(field, card.id))) {
      await this.type(card.name.slice(3));
      assert.ok(await this.chooses(field, card.id), `${card.name} is not found`);
    }
    await this.press("Enter");
  }

  /** Goes down the list to the card; false if the list does not contain it. */
  async chooses(field, card) {
    const chosen = () =>
      this.page.evaluate(
        (list) => document.querySelector(`${list} [aria-selected="true"]`)?.dataset.card ?? null,
        `${field}-list`,
      );
    await drawn(this.page);
    for (let step = 0; step < MOST_FOUND; step += 1) {
      if ((await chosen()) === card) return true;
      await this.press("ArrowDown");
      await drawn(this.page);
    }
    return false;
  }

  /** Reports one action of a live match. */
  async report(action, names) {
    const { seq, sideToAct, you } = await this.snapshot();
    const card = action.card && { id: action.card, name: names.get(action.card) };
    if (action.type === "draw") {
      await this.reaches(seq, "draw");
      await this.find("#finder", card);
    } else if (action.type === "pass") {
      await this.reaches(seq, sideToAct);
      await this.focusComes("[data-tile]");
      await this.press("p");
      if (sideToAct === "you") {
        await eventually(this.page, async () =>
          assert.ok(
            (await this.hasFocus('[data-action="confirm-pass"]')) ||
              (await this.page.locator(`#board[data-seq="${seq + 1}"]`).count()) > 0,
          ),
        );
        if ((await this.page.locator(".pass-question").count()) > 0) await this.press("p");
      }
    } else if (sideToAct === "you") {
      await this.reaches(seq, "you");
      await this.focusComes("[data-tile]");
      await this.press(String(you.hand.findIndex(({ id }) => id === action.card) + 1));
      await this.page.waitForSelector(".tile-legal");
      await this.goTo(action.tile);
      await this.press("Enter");
    } else {
      await this.reaches(seq, "enemy");
      await this.goTo(action.tile);
      await this.press("Enter");
      await this.find("#finder", card);
    }
    await this.reaches(seq + 1);
  }
}
