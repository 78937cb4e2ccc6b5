// @ts-check
// Keyboard shortcuts: which keys act and which are typed text, and the list of all keys.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
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
 * @param {() => OpenSession | null} openSession
 * @param {(session: OpenSession, event: KeyboardEvent) => boolean} pageKey whether the open page has
 *   used the key
 */
export function listen(openSession, pageKey) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || desk.dialog)
      return;
    const session = desk.route.page === "session" ? openSession() : null;
    if (event.key === "Escape") {
      session?.back();
      return;
    }
    if (!areOn || isText(event.target)) return;
    if (event.key === "?") {
      keysDialog();
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
    "keyH",
    "keyF",
    "keyHistory",
    "keyE",
    "keyWatch",
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
