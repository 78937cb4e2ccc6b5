// @ts-check
// State that all parts of the desk share: the connection to the daemon, the sessions,
// the page that is open.

import { Connection } from "../shared/connection.js";
import { Catalogue } from "./catalogue.js";
import { nameAll, tell } from "./words.js";

/**
 * @typedef {import("../shared/dom.js").Child} Child
 * @typedef {import("../shared/connection.js").Failed} Failed
 * @typedef {import("../shared/wire").Methods} Methods
 * @typedef {import("../shared/wire").Roster} Roster
 * @typedef {import("../shared/wire").Overlay} Overlay
 * @typedef {import("../shared/wire").PollNow} PollNow
 * @typedef {{text: string, hint?: string, field?: string, suggestions?: string[]}} Refusal
 * @typedef {{label: string, draw: () => Child[], closed?: () => void}} Dialog
 * @typedef {{
 *   page: "sessions" | "session" | "overlay" | "learn" | "puzzles" | "text", sessionId?: string,
 *   puzzle?: string,
 * }} Route
 */

const LIST_EVERY_MS = 5000;

/**
 * The daemon's words as a sentence: what was typed in quotes, cards without their numbers.
 * @param {string} text
 */
function sentence(text) {
  const said = text
    .replace(/`([^`]*)`/g, "“$1”")
    .replace(/\b(\d{3}) (?=\p{Lu})/gu, (all, id) => (desk.catalogue.cards.has(id) ? "" : all));
  return said.replace(/^./gmu, (first) => first.toUpperCase());
}

/** The daemon's refusal as the desk shows it. @param {unknown} caught @returns {Refusal} */
export function refusalOf(caught) {
  const { message, hint, data } = /** @type {Failed} */ (caught);
  return {
    text: sentence(message),
    // Hints that name a method or an action are for authors of clients.
    hint: hint && !/`\w+\/\w+`|\{type:/.test(hint) ? sentence(hint) : undefined,
    field: data?.field,
    suggestions: data?.suggestions,
  };
}

/**
 * Whether a request failed because the connection was lost, so that it is not known
 * whether the request was carried out.
 * @param {unknown} caught
 */
export function isLost(caught) {
  return /** @type {Failed} */ (caught).lost;
}

/** @param {string} hash @returns {Route} */
function routeOf(hash) {
  const [, page, id] = hash.split("/");
  if (page === "overlay" || page === "learn" || page === "text") return { page };
  if (page === "puzzles") return { page, puzzle: id && decodeURIComponent(id) };
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
  /** Whether the daemon has answered with our role. */
  isKnown = false;
  version = "";
  /** @type {import("../shared/wire").ListedSession[]} */
  sessions = [];
  /** @type {string | null} */
  newest = null;
  /** The settings for all overlays. @type {import("../shared/wire").OverlayLook} */
  look = {};
  /** Whether the daemon has said what they are. */
  isLookKnown = false;
  /** The latest poll of the viewers. @type {import("../shared/wire").Poll | null} */
  poll = null;
  /** @type {string | null} */
  refused = null;
  route = routeOf(location.hash);
  /** @type {Dialog | null} */
  dialog = null;
  /** Selector of the element that gets the focus after the next drawing. @type {string | null} */
  focus = null;
  /** Selector of the field whose text is selected after the next drawing. @type {string | null} */
  select = null;
  /** Ids of sessions that play themselves once they are open. @type {Set<string>} */
  toWatch = new Set();
  /** Whether advice is hidden until you have made your move. */
  guesses = localStorage.getItem("qbcoach.desk.guess") === "on";
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
          this.newest = /** @type {Roster} */ (data).newest ?? null;
          this.list();
        }
        if (topic === "overlay") {
          this.look = /** @type {Overlay} */ (data).look;
          this.isLookKnown = true;
        }
        if (topic === "poll") this.poll = /** @type {PollNow} */ (data).poll ?? null;
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
      nameAll(this.catalogue.cards.values());
    } catch (failure) {
      if (!isLost(failure)) this.refused = refusalOf(failure).text;
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
      // The next update of the server asks again.
    }
    this.#listing = false;
    this.redraw();
  }

  /**
   * @template {keyof Methods} Method
   * @param {Method} method
   * @param {Methods[Method]["params"]} [params]
   */
  request(method, params) {
    return this.connection.request(method, params);
  }

  /** Whether overlays show this session. @param {string} id */
  isOnAir(id) {
    return (this.look.session ?? this.newest) === id;
  }

  /** Hides all overlays at once, or shows them again. */
  async hideOverlays() {
    if (!this.mayAct) return;
    try {
      const { look } = await this.request("overlay/hide", { hidden: !this.look.hidden });
      this.look = look;
      this.announce(tell(look.hidden ? "overlaysHidden" : "overlaysShown"));
    } catch {
      // The page shows already that the connection is lost.
    }
    this.redraw();
  }

  /** @param {string} path */
  go(path) {
    location.hash = `#/${path}`;
  }

  /** @param {boolean} on */
  setGuesses(on) {
    this.guesses = on;
    localStorage.setItem("qbcoach.desk.guess", on ? "on" : "off");
    this.redraw();
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

  /** @param {string} sessionId */
  async openExport(sessionId) {
    try {
      const { exportDialog } = await import("./exchange.js");
      exportDialog(sessionId);
    } catch {
      // The file could not be loaded: the connection is lost, which the page shows already.
    }
  }

  /**
   * Moves the focus at once if the element exists, because the next key may come before
   * the next drawing.
   * @param {string} selector
   */
  focusOn(selector) {
    const element = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    if (element) element.focus();
    else this.focus = selector;
  }

  /** Text for screen readers. @param {string} text */
  announce(text) {
    const box = document.getElementById("news");
    if (box && text) box.textContent = text;
  }
}

export const desk = new Desk();
