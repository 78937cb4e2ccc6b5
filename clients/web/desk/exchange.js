// @ts-check
// The dialog that exports a session as text, and copying to the clipboard.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { refusalText } from "./finder.js";
import { tell } from "./words.js";

/**
 * Copies the text; if the browser does not allow it, selects the field for Ctrl+C.
 * Returns what to show to the user.
 * @param {string} text
 * @param {string} field the id of the field that shows the text
 */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    desk.announce(tell("copied"));
    return tell("copied");
  } catch {
    const box = /** @type {HTMLInputElement | null} */ (document.getElementById(field));
    box?.focus();
    box?.select();
    return tell("copyByHand");
  }
}

/** @param {string} sessionId */
export function exportDialog(sessionId) {
  let format = /** @type {import("../shared/wire").ExportFormat} */ ("text");
  let content = "";
  let word = "";
  /** @type {import("./app.js").Refusal | null} */
  let refusal = null;
  const read = async () => {
    try {
      ({ content } = await desk.request("session/export", { sessionId, format }));
      refusal = null;
    } catch (failure) {
      refusal = { text: /** @type {Error} */ (failure).message };
    }
    desk.redraw();
  };
  /** @param {typeof format} value @param {string} label */
  const radio = (value, label) =>
    h(
      "label",
      { class: "check", key: value },
      h("input", {
        type: "radio",
        name: "format",
        value,
        checked: format === value,
        onchange: () => {
          format = value;
          word = "";
          read();
        },
      }),
      label,
    );
  read();
  desk.open({
    label: tell("exportTitle", { id: sessionId }),
    draw: () => [
      h(
        "div",
        { class: "row", role: "radiogroup", "aria-label": tell("exported"), key: "formats" },
        radio("text", tell("exportText")),
        radio("jsonl", tell("exportJsonl")),
      ),
      h("textarea", {
        id: "exported",
        class: "code",
        "aria-label": tell("exported"),
        readonly: true,
        rows: 14,
        value: content,
        key: "content",
      }),
      refusalText(refusal),
      h(
        "div",
        { class: "row", key: "buttons" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            "data-action": "copy-export",
            onclick: async () => ((word = await copy(content, "exported")), desk.redraw()),
          },
          tell("copy"),
        ),
        h(
          "a",
          {
            class: "button",
            "data-action": "download",
            download: `${sessionId}.${format === "text" ? "txt" : "jsonl"}`,
            href: `data:text/plain;charset=utf-8,${encodeURIComponent(content)}`,
          },
          tell("download"),
        ),
        h("span", { class: "dim", role: "status" }, word),
      ),
    ],
  });
}
