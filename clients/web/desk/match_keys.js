// @ts-check
// The keys of a match: every thing that is due has one.

import { desk } from "./app.js";
import { fixHandDialog, fixTileDialog } from "./fix.js";
import { chooseOwn, handIn, markAdvice } from "./own.js";

/** @typedef {import("./table.js").Table} Table */

/** Whether the key meant something. @param {Table} table @param {KeyboardEvent} event @returns {boolean} */
export function matchKey(table, event) {
  const { key } = event;
  const { kind } = table.due;
  if (table.watch && watchKey(table, key)) return true;
  if (key === "[" || key === ",") table.past.step(-1);
  else if (key === "]") table.past.step(1);
  else if (key.toLowerCase() === "e" && kind !== "enemy" && desk.role !== "stream") desk.openExport(table.id);
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
