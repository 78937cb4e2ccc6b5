// @ts-check
// The frame of the desk: header, connection notice, the open page, dialogs, focus.

import { draw, h } from "../shared/dom.js";
import { onceAFrame } from "../shared/frame.js";
import { appearance, dress } from "./appearance.js";
import { desk } from "./app.js";
import { drawDialog } from "./dialog.js";
import { keysDialog, listen } from "./keys.js";
import { drawPopover } from "./popover.js";
import { styled } from "./style.js";
import { loadWords, tell } from "./words.js";

const header = /** @type {HTMLElement} */ (document.getElementById("header"));
const line = /** @type {HTMLElement} */ (document.getElementById("line"));
const page = /** @type {HTMLElement} */ (document.getElementById("page"));

const TABLE_SHEETS = [
  "widgets/board.css",
  "widgets/panels.css",
  "desk/match.css",
  "desk/review.css",
];
/** Parts of the desk that are loaded when they are first needed. */
const LOAD = {
  list: () => styled(import("./list.js"), "widgets/board.css", "desk/start.css"),
  studio: () => styled(import("./studio.js"), "desk/start.css"),
  learn: () => styled(import("./learn.js"), ...TABLE_SHEETS, "desk/start.css"),
  puzzles: () => styled(import("./puzzles.js"), ...TABLE_SHEETS),
  text: () => styled(import("./match_text.js"), "desk/match_text.css"),
  table: () => import("./table.js"),
  match: () => styled(import("./match.js"), ...TABLE_SHEETS),
  combat: () => styled(import("./combat.js"), ...TABLE_SHEETS, "widgets/combat.css"),
  watch: () => import("./watch.js"),
};

/** @type {{[Name in keyof typeof LOAD]?: Awaited<ReturnType<typeof LOAD[Name]>> | null}} */
const parts = {};

/**
 * @template {keyof typeof LOAD} Name
 * @param {Name} name
 * @returns {(typeof parts)[Name] | null} null until it is loaded
 */
function part(name) {
  if (!(name in parts)) {
    parts[name] = null;
    LOAD[name]().then(
      (loaded) => {
        Object.assign(parts, { [name]: loaded });
        routed();
        redraw();
      },
      // The connection is lost: the next drawing loads the part again.
      () => setTimeout(() => (delete parts[name], redraw()), 1000),
    );
  }
  return parts[name] ?? null;
}

/** @typedef {import("./table.js").OpenSession} OpenSession */

/** @type {OpenSession | null} */
let session = null;
let role = desk.role;
/** The address for which the focus was set. */
let focusedFor = "";

/** Opens the session of the address and closes any other. */
function routed() {
  const id = desk.route.page === "session" ? (desk.route.sessionId ?? null) : (session?.id ?? null);
  if (session && session.id !== id) {
    session.end();
    session = null;
  }
  if (!session && id && desk.isKnown) {
    const made = part("table");
    const watch = desk.toWatch.has(id) ? part("watch") : undefined;
    if (!made || watch === null) return;
    session = new made.OpenSession(id);
    if (watch) session.watch = new watch.Watch(session);
    desk.toWatch.delete(id);
  } else if (session && role !== desk.role) {
    session.again();
  }
  role = desk.role;
  // Once for each address: a reconnect must not take the focus from somebody who types.
  const here = `${desk.route.page} ${desk.route.sessionId ?? ""}`;
  if (desk.route.page === "session" && session && here !== focusedFor) session.focusDue();
  if (session || desk.route.page !== "session") focusedFor = here;
}

function drawHeader() {
  const link = (
    /** @type {string} */ href,
    /** @type {string} */ label,
    /** @type {boolean} */ isHere,
    /** @type {string} */ name,
  ) =>
    h(
      "a",
      { href: `#/${href}`, "data-nav": name, key: name, "aria-current": isHere ? "page" : null },
      label,
    );
  draw(
    header,
    h(
      "div",
      { class: "header-inside" },
      h("p", { class: "brand" }, "qbcoach", h("span", { class: "dim" }, ` ${desk.version}`)),
      h(
        "nav",
        { "aria-label": tell("pages") },
        link("", tell("sessions"), desk.route.page === "sessions", "sessions"),
        session &&
          link(
            `session/${session.id}`,
            tell("session", { id: session.id }),
            desk.route.page === "session",
            "session",
          ),
        desk.role !== "stream" &&
          link("puzzles", tell("puzzles"), desk.route.page === "puzzles", "puzzles"),
        desk.role !== "stream" &&
          link("learn", tell("learn"), desk.route.page === "learn", "learn"),
        desk.role !== "stream" && link("text", tell("text"), desk.route.page === "text", "text"),
        link("overlay", tell("overlay"), desk.route.page === "overlay", "overlay"),
      ),
      !desk.mayAct &&
        h(
          "p",
          { class: "role", role: "status" },
          tell(desk.role === "view" ? "roleView" : "roleStream"),
        ),
      desk.look.hidden &&
        h(
          "button",
          {
            type: "button",
            class: "small danger-button",
            "data-action": "show-overlays",
            key: "hidden",
            onclick: () => desk.hideOverlays(),
          },
          tell("overlaysHidden"),
          h("kbd", { "aria-hidden": "true" }, "F8"),
        ),
      appearance(),
      h(
        "button",
        { type: "button", class: "small", "data-action": "keys", onclick: keysDialog },
        tell("keys"),
        h("kbd", { "aria-hidden": "true" }, "?"),
      ),
    ),
  );
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let clock;

function drawLine() {
  const { state, lostAt } = desk.connection;
  const isLost = state !== "open";
  const seconds = Math.floor((performance.now() - lostAt) / 1000);
  const text = !isLost
    ? desk.refused && tell("refused", { reason: desk.refused })
    : state === "connecting"
      ? null
      : tell("lineLost", { seconds });
  draw(line, text && h("p", { class: "line-lost" }, text));
  document.documentElement.classList.toggle("line-broken", state === "lost");
  if (isLost && !clock) clock = setInterval(drawLine, 1000);
  if (!isLost && clock) {
    clearInterval(clock);
    clock = undefined;
  }
}

function pageNow() {
  const loading = h("p", { class: "loading dim", key: "loading" }, tell("loading"));
  // A change made before the settings have come would begin with none of them.
  if (desk.route.page === "overlay")
    return (desk.isLookKnown && part("studio")?.studioPage()) || loading;
  if (desk.route.page === "learn") return part("learn")?.learnPage() ?? loading;
  if (desk.route.page === "puzzles") return part("puzzles")?.puzzlesPage() ?? loading;
  if (desk.route.page === "text") return part("text")?.textPage() ?? loading;
  if (desk.route.page === "sessions") return part("list")?.sessionsPage() ?? loading;
  if (session?.gone) return missing(session.gone);
  if (!session?.state) return loading;
  return (
    (session.isCombat ? part("combat")?.combatPage(session) : part("match")?.matchPage(session)) ??
    loading
  );
}

/** @param {OpenSession} open @param {KeyboardEvent} event */
function pageKey(open, event) {
  return (
    (open.isCombat
      ? part("combat")?.combatKey(open, event)
      : part("match")?.matchKey(open, event)) ?? false
  );
}

/** @param {string} reason */
function missing(reason) {
  return h(
    "section",
    { class: "panel missing", key: "missing" },
    h("h1", { class: "panel-title" }, tell("missing")),
    h("p", null, reason),
    h("a", { href: "#/" }, tell("toSessions")),
  );
}

/** Whether the desk may move the focus: not while somebody types in a field. */
function mayTakeFocus() {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || activeElement === page) return true;
  if (desk.dialog) return activeElement.closest("dialog") !== null;
  const isTyping =
    activeElement.matches("input:not([type=checkbox]), textarea, select") &&
    activeElement.id !== "finder";
  return !isTyping && activeElement.closest("#page, #header nav") !== null;
}

const redraw = onceAFrame(() => {
  const before = document.activeElement;
  drawHeader();
  drawLine();
  draw(page, pageNow());
  drawDialog();
  drawPopover();
  if (desk.focus) {
    const next = /** @type {HTMLElement | null} */ (document.querySelector(desk.focus));
    if (next) {
      if (mayTakeFocus()) next.focus({ preventScroll: next.matches("[data-tile]") });
      desk.focus = null;
    }
  }
  if (desk.select) {
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector(desk.select));
    // What was refused is overwritten by the next letter.
    if (field && document.activeElement === field) field.select();
    desk.select = null;
  }
  // The focused element was removed: the board, the choices or the page take the focus.
  if (before && !before.isConnected && document.activeElement === document.body && !desk.dialog) {
    const next = document.querySelector('[data-tile][tabindex="0"], [data-choice]') ?? page;
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  }
  document.title =
    session?.state && desk.route.page === "session"
      ? `${session.due.words} · qbcoach`
      : "qbcoach desk";
});

dress();
listen(() => session, pageKey);
loadWords().then(redraw);
desk.begin(redraw, routed);
