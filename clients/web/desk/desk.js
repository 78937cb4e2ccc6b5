// @ts-check
// The desk: one page to run matches from, by mouse or keyboard.

import { draw, h } from "../shared/dom.js";
import { onceAFrame } from "../shared/frame.js";
import { appearance, dress } from "./appearance.js";
import { desk } from "./app.js";
import { drawDialog } from "./dialog.js";
import { keysDialog, listen } from "./keys.js";
import { styled } from "./style.js";
import { tell } from "./words.js";

const header = /** @type {HTMLElement} */ (document.getElementById("header"));
const line = /** @type {HTMLElement} */ (document.getElementById("line"));
const page = /** @type {HTMLElement} */ (document.getElementById("page"));

const TABLE_SHEETS = ["widgets/board.css", "widgets/panels.css", "desk/match.css"];
/** Parts are loaded when they are needed first. */
const LOAD = {
  list: () => styled(import("./list.js"), "desk/start.css"),
  studio: () => styled(import("./studio.js"), "desk/start.css"),
  table: () => import("./table.js"),
  match: () => styled(import("./match.js"), ...TABLE_SHEETS),
  combat: () => styled(import("./combat.js"), ...TABLE_SHEETS),
  watch: () => import("./watch.js"),
};

/** @type {Map<string, any>} */
const parts = new Map();

/**
 * @template {keyof typeof LOAD} Name
 * @param {Name} name
 * @returns {Awaited<ReturnType<typeof LOAD[Name]>> | null} null until it is there
 */
function part(name) {
  if (!parts.has(name)) {
    parts.set(name, null);
    LOAD[name]().then(
      (loaded) => {
        parts.set(name, loaded);
        routed();
        redraw();
      },
      // The line is lost; it is asked for again with the next drawing.
      () => setTimeout(() => (parts.delete(name), redraw()), 1000),
    );
  }
  return parts.get(name);
}

/** @typedef {import("./table.js").Table} Table */

/** @type {Table | null} */
let table = null;
let role = desk.role;

/** The session of the address, and only that, is followed. */
function routed() {
  const id = desk.route.page === "session" ? desk.route.sessionId ?? null : table?.id ?? null;
  if (table && table.id !== id) {
    table.end();
    table = null;
  }
  if (!table && id && desk.isKnown) {
    const made = part("table");
    const watch = desk.toWatch.has(id) ? part("watch") : undefined;
    if (!made || watch === null) return;
    table = new made.Table(id);
    if (watch) table.watch = new watch.Watch(table);
    desk.toWatch.delete(id);
  } else if (table && role !== desk.role) {
    table.again();
  }
  role = desk.role;
  if (desk.route.page === "session") table?.focusDue();
}

function drawHeader() {
  const link = (/** @type {string} */ href, /** @type {string} */ label, /** @type {boolean} */ isHere, /** @type {string} */ name) =>
    h("a", { href: `#/${href}`, "data-nav": name, "aria-current": isHere ? "page" : null }, label);
  draw(
    header,
    h(
      "div",
      { class: "header-inside" },
      h("p", { class: "brand" }, "qbcoach", h("span", { class: "dim" }, ` ${desk.version}`)),
      h("nav", { "aria-label": tell("pages") }, link("", tell("sessions"), desk.route.page === "sessions", "sessions"), table && link(`session/${table.id}`, tell("session", { id: table.id }), desk.route.page === "session", "session"), link("overlay", tell("overlay"), desk.route.page === "overlay", "overlay")),
      !desk.mayAct && h("p", { class: "role", role: "status" }, tell(desk.role === "view" ? "roleView" : "roleStream")),
      appearance(),
      h("button", { type: "button", class: "small", "data-action": "keys", onclick: keysDialog }, tell("keys"), h("kbd", { "aria-hidden": "true" }, "?")),
    ),
  );
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let clock;

function drawLine() {
  const { state, lostAt } = desk.connection;
  const isLost = state !== "open";
  const seconds = Math.floor((performance.now() - lostAt) / 1000);
  const text = !isLost ? desk.refused && tell("refused", { reason: desk.refused }) : state === "connecting" ? null : tell("lineLost", { seconds });
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
  if (desk.route.page === "overlay") return part("studio")?.studioPage() ?? loading;
  if (desk.route.page === "sessions") return part("list")?.sessionsPage() ?? loading;
  if (table?.gone) return missing(table.gone);
  if (!table?.state) return loading;
  return (table.isCombat ? part("combat")?.combatPage(table) : part("match")?.matchPage(table)) ?? loading;
}

/** @param {Table} open @param {KeyboardEvent} event */
function pageKey(open, event) {
  return (open.isCombat ? part("combat")?.combatKey(open, event) : part("match")?.matchKey(open, event)) ?? false;
}

/** @param {string} reason */
function missing(reason) {
  return h("section", { class: "panel missing", key: "missing" }, h("h1", { class: "panel-title" }, tell("missing")), h("p", null, reason), h("a", { href: "#/" }, tell("toSessions")));
}

/** Whether the focus may go elsewhere by itself: never out of what somebody is typing. */
function mayTakeFocus() {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || activeElement === page) return true;
  if (desk.dialog) return activeElement.closest("dialog") !== null;
  const isTyping = activeElement.matches("input:not([type=checkbox]), textarea, select") && activeElement.id !== "finder";
  return !isTyping && activeElement.closest("#page, #header nav") !== null;
}

const redraw = onceAFrame(() => {
  const before = document.activeElement;
  drawHeader();
  drawLine();
  draw(page, pageNow());
  drawDialog();
  if (desk.focus) {
    const next = /** @type {HTMLElement | null} */ (document.querySelector(desk.focus));
    if (next) {
      if (mayTakeFocus()) next.focus({ preventScroll: next.matches("[data-tile]") });
      desk.focus = null;
    }
  }
  // What had the focus is gone: it goes to the nearest thing that stands for it.
  if (before && !before.isConnected && document.activeElement === document.body && !desk.dialog) {
    const next = document.querySelector('[data-tile][tabindex="0"], [data-choice]') ?? page;
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  }
  document.title = table?.state && desk.route.page === "session" ? `${table.due.words} · qbcoach` : "qbcoach desk";
});

dress();
listen(() => table, pageKey);
desk.begin(redraw, routed);
