// @ts-check
// Keyboard shortcuts of the match page.

import { desk } from "./app.js";
import { chooseOwn, handIn, markAdvice } from "./own.js";
import { rematch } from "./rematch.js";

/** @typedef {import("./table.js").OpenSession} OpenSession */

/**
 * Opens a dialog for corrections, which is loaded when it is first needed.
 * @param {OpenSession} session
 * @param {"fixHandDialog" | "fixTileDialog" | "fixDeckDialog"} name
 */
export async function openFix(session, name) {
  try {
    (await import("./fix.js"))[name](session);
  } catch {
    // The file could not be loaded: the connection is lost, which the page shows already.
  }
}

/**
 * The same for what can be done with a position.
 * @param {OpenSession} session
 * @param {"analyse" | "changeHands" | "shareDialog"} name
 */
export async function openPosition(session, name) {
  try {
    await (await import("./analyse.js"))[name](session);
  } catch {
    // As above.
  }
}

/**
 * Returns false if the key does nothing on this page.
 * @param {OpenSession} session
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function matchKey(session, event) {
  const { key } = event;
  const { kind } = session.due;
  if (session.watch && watchKey(session, key)) return true;
  if (key === "[" || key === ",") session.past.step(-1);
  else if (key === "]") session.past.step(1);
  else if (key.toLowerCase() === "e" && kind !== "enemy" && desk.role !== "stream")
    desk.openExport(session.id);
  else if (!session.open) return false;
  else if (/^[0-9]$/.test(key)) digitKey(session, Number(key));
  else return letterKey(session, key, kind);
  return true;
}

/**
 * A digit chooses a card; once a card is chosen, the tile that is marked with the digit.
 * @param {OpenSession} session
 * @param {number} digit
 */
function digitKey(session, digit) {
  const number = digit === 0 ? 10 : digit;
  const tile = session.card ? session.lit[number - 1] : undefined;
  if (session.card && tile) session.play(session.card, tile);
  else if (digit > 0) chooseOwn(session, digit - 1);
}

/** @param {OpenSession} session @param {string} key @param {string} kind */
function letterKey(session, key, kind) {
  const letter = key.toLowerCase();
  if (letter === "u") session.undo();
  else if (letter === "p" && (kind === "you" || kind === "enemy")) session.pass();
  else if (letter === "r" && kind === "over" && session.match.mode !== "analysis") rematch(session);
  else if (letter === "h" && session.match.mode === "live") openFix(session, "fixHandDialog");
  else if (letter === "f") openFix(session, "fixTileDialog");
  else if (letter === "m" && kind === "mulligan") handIn(session);
  else if (letter === "a" && kind === "mulligan") markAdvice(session);
  else if (letter === "a" && kind === "you") session.playAdvice();
  else if (key === "/" || letter === "d") focusFinder();
  else if (/^\p{L}$/u.test(key)) return typeInFinder(session, key, kind);
  else return false;
  return true;
}

/** @param {OpenSession} session @param {string} key */
function watchKey(session, key) {
  const { watch } = session;
  // Space presses the focused button, unless that is a tile.
  if (
    key === " " &&
    !(document.activeElement instanceof HTMLButtonElement && !document.activeElement.dataset.tile)
  ) {
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

/** Shows the text at once, because the next letter may come before the next drawing. @param {string} text */
function showInFinder(text) {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("finder"));
  if (field) field.value = text;
}

/**
 * A letter without a function of its own starts the search for a card.
 * @param {OpenSession} session
 * @param {string} letter
 * @param {string} kind
 */
function typeInFinder(session, letter, kind) {
  if (!document.getElementById("finder")) return false;
  const tile =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.tile : undefined;
  if (kind === "enemy" && tile && !session.card) session.tile = tile;
  Object.assign(session.finder, { text: letter, active: 0, open: true });
  showInFinder(letter);
  focusFinder();
  desk.redraw();
  return true;
}
