// @ts-check
// The keyboard: what is a key and what is typed, and one key that tells all others.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const SETTING = "qbcoach.desk.keys";

/** Single letters can be in the way of those who speak to their computer. */
let areOn = localStorage.getItem(SETTING) !== "off";

/** @param {EventTarget | null} target */
function isText(target) {
  return target instanceof HTMLInputElement ? !["checkbox", "radio", "button", "file"].includes(target.type) : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/**
 * @param {() => Table | null} tableOf
 * @param {(table: Table, event: KeyboardEvent) => boolean} pageKey whether the page that is open has taken a key
 */
export function listen(tableOf, pageKey) {
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
    } else if (!table || !pageKey(table, event)) {
      return;
    }
    event.preventDefault();
  });
}

export function keysDialog() {
  const rows = /** @type {const} */ (["keyArrows", "keyEnter", "keyLetters", "keyDigits", "keyA", "keyP", "keyD", "keyM", "keyN", "keyU", "keyH", "keyF", "keyHistory", "keyE", "keyWatch", "keyEscape", "keyHelp"]);
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
