// @ts-check
// Keyboard shortcuts: which keys act and which are typed text, and the list of all keys.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { dialogIsOpen } from "./dialog.js";
import { explainFocused, hidePopover } from "./popover.js";
import { tell } from "./words.js";

/** @typedef {import("./table.js").OpenSession} OpenSession */

const SETTING = "qbcoach.desk.keys";

/** Shortcuts can be turned off, because dictation software may type single letters. */
let areOn = localStorage.getItem(SETTING) !== "off";

/** @param {EventTarget | null} target */
function isText(target) {
  return target instanceof HTMLInputElement
    ? !["checkbox", "radio", "button", "file"].includes(target.type)
    : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/**
 * Takes back the last act, or does it again. In a field with text Ctrl+Z is about the text.
 * @param {OpenSession | null} session
 * @param {KeyboardEvent} event
 */
function undoKey(session, event) {
  const key = event.key.toLowerCase();
  if (!session?.open || event.altKey || (key !== "z" && key !== "y")) return false;
  const { target } = event;
  if (isText(target) && /** @type {HTMLInputElement} */ (target).value !== "") return false;
  if (key === "y" || event.shiftKey) session.redo();
  else session.undo();
  return true;
}

/**
 * @param {() => OpenSession | null} openSession
 * @param {(session: OpenSession, event: KeyboardEvent) => boolean} pageKey whether the open page has
 *   used the key
 */
export function listen(openSession, pageKey) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    // Works everywhere: it is pressed when something must not be seen.
    if (event.key === "F8" && desk.mayAct) {
      event.preventDefault();
      desk.hideOverlays();
      return;
    }
    if (dialogIsOpen()) return;
    const session = desk.route.page === "session" ? openSession() : null;
    if (event.ctrlKey || event.metaKey) {
      if (undoKey(session, event)) event.preventDefault();
      return;
    }
    if (event.altKey) return;
    if (event.key === "Escape") {
      if (!hidePopover()) session?.back();
      return;
    }
    if (!areOn || isText(event.target)) return;
    if (event.key === "?") {
      keysDialog();
    } else if (event.key.toLowerCase() === "i" && explainFocused()) {
      // The card is explained.
    } else if (!session || !pageKey(session, event)) {
      return;
    }
    event.preventDefault();
  });
}

export function keysDialog() {
  const rows = /** @type {const} */ ([
    "keyArrows",
    "keyEnter",
    "keyLetters",
    "keyDigits",
    "keyA",
    "keyP",
    "keyD",
    "keyM",
    "keyN",
    "keyU",
    "keyRedo",
    "keyI",
    "keyR",
    "keyH",
    "keyF",
    "keyHistory",
    "keyE",
    "keyWatch",
    "keyHide",
    "keyEscape",
    "keyHelp",
  ]);
  desk.open({
    label: tell("keysTitle"),
    draw: () => [
      h(
        "dl",
        { class: "key-list", key: "keys" },
        rows
          .map((row) => {
            const [key, ...what] = tell(row).split(" — ");
            return [h("dt", { key }, h("kbd", null, key)), h("dd", { key: row }, what.join(" — "))];
          })
          .flat(),
      ),
      h(
        "label",
        { class: "check", key: "on" },
        h("input", { type: "checkbox", name: "keys", checked: areOn, onchange: toggle }),
        tell("keysOn"),
      ),
    ],
  });
}

/** @param {import("../shared/dom.js").FieldEvent} event */
function toggle(event) {
  areOn = event.target.checked;
  localStorage.setItem(SETTING, areOn ? "on" : "off");
  desk.redraw();
}
