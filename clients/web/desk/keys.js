// @ts-check
// The keyboard: every thing that is due has a key, and all keys are told by one.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { take } from "./combat.js";
import { exportDialog } from "./exchange.js";
import { fixHandDialog, fixTileDialog } from "./fix.js";
import { chooseOwn, handIn, markAdvice } from "./own.js";
import { tell } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const SETTING = "qbcoach.desk.keys";

/** Single letters can be in the way of those who speak to their computer. */
let areOn = localStorage.getItem(SETTING) !== "off";

/** @param {EventTarget | null} target */
function isText(target) {
  return target instanceof HTMLInputElement ? !["checkbox", "radio", "button", "file"].includes(target.type) : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** @param {() => Table | null} tableOf */
export function listen(tableOf) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || desk.dialog) return;
    const table = desk.route.page === "session" ? tableOf() : null;
    if (event.key === "Escape") {
      table?.back();
      return;
    }
    if (!areOn || isText(event.target)) return;
    if (event.key === "?") {
      keysDialog();
    } else if (!table || !(table.isCombat ? combatKey(table, event.key) : matchKey(table, event))) {
      return;
    }
    event.preventDefault();
  });
}

/** Whether the key meant something. @param {Table} table @param {KeyboardEvent} event @returns {boolean} */
function matchKey(table, event) {
  const { key } = event;
  const { kind } = table.due;
  if (table.watch && watchKey(table, key)) return true;
  if (key === "[" || key === ",") table.past.step(-1);
  else if (key === "]") table.past.step(1);
  else if (key.toLowerCase() === "e" && kind !== "enemy" && desk.role !== "stream") exportDialog(table.id);
  else if (!table.open) return false;
  else if (/^[1-9]$/.test(key)) chooseOwn(table, Number(key) - 1);
  else return letterKey(table, key, kind);
  return true;
}

/** @param {Table} table @param {string} key @param {string} kind */
function letterKey(table, key, kind) {
  const letter = key.toLowerCase();
  if (letter === "u") table.undo();
  else if (letter === "p" && (kind === "you" || kind === "enemy")) table.pass();
  else if (letter === "h" && table.state.mode === "live") fixHandDialog(table);
  else if (letter === "f") fixTileDialog(table);
  else if (letter === "m" && kind === "mulligan") handIn(table);
  else if (letter === "a" && kind === "mulligan") markAdvice(table);
  else if (letter === "a" && kind === "you") table.playAdvice();
  else if (key === "/" || letter === "d") focusFinder();
  else if (/^\p{L}$/u.test(key)) return typeInFinder(table, key, kind);
  else return false;
  return true;
}

/** @param {Table} table @param {string} key */
function watchKey(table, key) {
  const { watch } = table;
  // Space on a button is that button's.
  if (key === " " && !(document.activeElement instanceof HTMLButtonElement && !document.activeElement.dataset.tile)) {
    if (watch?.isRunning) watch.pause();
    else watch?.run();
  } else if (key === ".") {
    watch?.pause();
    watch?.step();
  } else {
    return false;
  }
  return true;
}

function focusFinder() {
  document.getElementById("finder")?.focus();
}

/** A letter that is no key begins a card's name. @param {Table} table @param {string} letter @param {string} kind */
function typeInFinder(table, letter, kind) {
  if (!document.getElementById("finder")) return false;
  const tile = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.tile : undefined;
  if (kind === "enemy" && tile && !table.card) table.tile = tile;
  Object.assign(table.finder, { text: letter, active: 0, open: true });
  focusFinder();
  desk.redraw();
  return true;
}

/** @param {Table} table @param {string} key */
function combatKey(table, key) {
  if (key === "[") table.past.step(-1);
  else if (key === "]") table.past.step(1);
  else if (!table.open) return false;
  else if (/^[0-9]$/.test(key)) {
    const offer = table.actions[key === "0" ? 9 : Number(key) - 1];
    if (offer) take(table, offer);
  } else if (key.toLowerCase() === "a") table.playAdvice();
  else if (key.toLowerCase() === "u") table.undo();
  else return false;
  return true;
}

export function keysDialog() {
  const rows = /** @type {const} */ (["keyArrows", "keyEnter", "keyLetters", "keyDigits", "keyA", "keyP", "keyD", "keyM", "keyU", "keyH", "keyF", "keyHistory", "keyE", "keyWatch", "keyEscape", "keyHelp"]);
  desk.open({
    label: tell("keysTitle"),
    draw: () => [
      h(
        "dl",
        { class: "key-list", key: "keys" },
        rows.map((row) => {
          const [key, ...what] = tell(row).split(" — ");
          return [h("dt", { key }, h("kbd", null, key)), h("dd", { key: row }, what.join(" — "))];
        }).flat(),
      ),
      h("label", { class: "check", key: "on" }, h("input", { type: "checkbox", name: "keys", checked: areOn, onchange: toggle }), tell("keysOn")),
    ],
  });
}

/** @param {any} event */
function toggle(event) {
  areOn = event.target.checked;
  localStorage.setItem(SETTING, areOn ? "on" : "off");
  desk.redraw();
}
