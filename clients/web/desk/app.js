// @ts-check
// What all parts of the desk share: the line to the daemon, its sessions, the page that is open.

import { Connection } from "../shared/connection.js";
import { Catalogue } from "./catalogue.js";

/**
 * @typedef {import("../shared/dom.js").Child} Child
 * @typedef {import("../shared/connection.js").Failed} Failed
 * @typedef {{text: string, hint?: string, field?: string}} Refusal
 * @typedef {{label: string, draw: () => Child[], closed?: () => void}} Dialog
 * @typedef {{page: "sessions" | "session" | "overlay", sessionId?: string}} Route
 */

const LIST_EVERY_MS = 5000;

/** What the daemon refused, for the place where it belongs. @param {any} failure @returns {Refusal} */
export function refusalOf(failure) {
  return { text: failure.message, hint: failure.hint, field: failure.data?.field };
}

/** @param {string} hash @returns {Route} */
function routeOf(hash) {
  const [, page, id] = hash.split("/");
  if (page === "overlay") return { page: "overlay" };
  if (page === "session" && id) return { page: "session", sessionId: decodeURIComponent(id) };
  return { page: "sessions" };
}

class Desk {
  address = new URLSearchParams(location.search);
  token = this.address.get("token");
  connection = new Connection({ token: this.token });
  catalogue = new Catalogue();
  /** @type {"control" | "view" | "stream"} */
  role = "control";
  /** Whether the daemon has told who we are to it. */
  isKnown = false;
  version = "";
  /** @type {any[]} */
  sessions = [];
  /** @type {string | null} */
  newest = null;
  /** What is set for all overlays. @type {any} */
  look = {};
  /** @type {string | null} */
  refused = null;
  route = routeOf(location.hash);
  /** @type {Dialog | null} */
  dialog = null;
  /** What gets the focus after the next drawing. @type {string | null} */
  focus = null;
  /** Sessions that are to play themselves once they are open. @type {Set<string>} */
  toWatch = new Set();
  redraw = () => {};
  /** @type {() => void} */
  #routed = () => {};
  #listing = false;

  /** @param {() => void} redraw @param {() => void} routed */
  begin(redraw, routed) {
    this.redraw = redraw;
    this.#routed = routed;
    addEventListener("hashchange", () => {
      this.route = routeOf(location.hash);
      this.closeDialog();
      routed();
      redraw();
    });
    this.connection.onState((state) => {
      if (state === "open") this.#greet();
      redraw();
    });
    this.connection.follow({
      method: "server/subscribe",
      params: {},
      end: "server/unsubscribe",
      take: ({ topic, data }) => {
        if (topic === "sessions") {
          this.newest = data.newest;
          this.list();
        }
        if (topic === "overlay") this.look = data.look;
        redraw();
      },
      fail: (failure) => {
        this.refused = failure.message;
        redraw();
      },
    });
    setInterval(() => this.route.page === "sessions" && this.list(), LIST_EVERY_MS);
    routed();
    redraw();
  }

  async #greet() {
    try {
      const info = await this.connection.request("server/info");
      this.role = info.role;
      this.isKnown = true;
      this.version = info.serverInfo.version;
      this.refused = null;
      this.#routed();
      await this.catalogue.load(this.connection);
    } catch (failure) {
      const failed = /** @type {Failed} */ (failure);
      if (!failed.lost) this.refused = failed.message;
    }
    this.redraw();
  }

  get mayAct() {
    return this.role === "control";
  }

  async list() {
    if (this.#listing || this.connection.state !== "open") return;
    this.#listing = true;
    try {
      const { sessions } = await this.connection.request("session/list");
      this.sessions = sessions.reverse();
    } catch {
      // The next news of the daemon asks again.
    }
    this.#listing = false;
    this.redraw();
  }

  /** @param {string} method @param {object} [params] */
  request(method, params) {
    return this.connection.request(method, params);
  }

  /** @param {string} path */
  go(path) {
    location.hash = `#/${path}`;
  }

  /** @param {Dialog} dialog */
  open(dialog) {
    this.dialog = dialog;
    this.redraw();
  }

  closeDialog() {
    const { dialog } = this;
    if (!dialog) return;
    this.dialog = null;
    dialog.closed?.();
    this.redraw();
  }

  /** Your deck in a session begun here: what you draw is looked for there first. @param {string} sessionId @param {import("./catalogue.js").Named[]} cards */
  keepDeck(sessionId, cards) {
    sessionStorage.setItem(`qbcoach.desk.deck.${sessionId}`, JSON.stringify(cards));
  }

  /** @param {string} sessionId @returns {import("./catalogue.js").Named[]} */
  deckOf(sessionId) {
    try {
      return JSON.parse(sessionStorage.getItem(`qbcoach.desk.deck.${sessionId}`) ?? "[]");
    } catch {
      return [];
    }
  }

  /** @param {string} sessionId */
  async openExport(sessionId) {
    try {
      const { exportDialog } = await import("./exchange.js");
      exportDialog(sessionId);
    } catch {
      // The line is lost, and says so.
    }
  }

  /** At once where it can be: the next key may come before the next drawing. @param {string} selector */
  focusOn(selector) {
    const element = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    if (element) element.focus();
    else this.focus = selector;
  }

  /** For those who listen rather than look. @param {string} text */
  announce(text) {
    const box = document.getElementById("news");
    if (box && text) box.textContent = text;
  }
}

export const desk = new Desk();
