// @ts-check
// A plain editor for match texts: marks at lines with faults, suggestions where the cursor
// is, and the board after the line of the cursor. It speaks the language of match files over
// the connection that the page has anyway.

import { h } from "../shared/dom.js";
import { desk, refusalOf } from "./app.js";
import { tell } from "./words.js";

/**
 * @typedef {import("../shared/language").Place} Place
 * @typedef {import("../shared/language").Mark} Mark
 * @typedef {import("../shared/language").Item} Item
 */

const KEPT = "qbcoach.desk.text";
const URI = "qbcoach:///desk/match.qb";
const FIELD = "match-text";
/** So many suggestions are shown. */
const MOST = 8;

let text = localStorage.getItem(KEPT) ?? "";
let version = 0;
/** @type {Mark[]} */
let marks = [];
/** @type {Item[]} */
let items = [];
/** The board after the line of the cursor, drawn. @type {string | null} */
let board = null;
/** @type {import("./app.js").Refusal | null} */
let refusal = null;
/** Whether the daemon has the text open on this connection. */
let isOpen = false;
let isListening = false;
/** Counts questions, so that a late answer about an older text is dropped. */
let asked = 0;

const textDocument = { uri: URI };

function field() {
  return /** @type {HTMLTextAreaElement | null} */ (document.getElementById(FIELD));
}

/** The place of the cursor. @returns {Place} */
function cursor() {
  const before = text.slice(0, field()?.selectionStart ?? text.length);
  const lines = before.split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** @param {Place} place */
function indexOf({ line, character }) {
  const lines = text.split("\n");
  return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
}

function listen() {
  if (isListening) return;
  isListening = true;
  desk.connection.onNotice("textDocument/publishDiagnostics", (params) => {
    if (params.uri !== URI || params.version !== version) return;
    marks = params.diagnostics;
    desk.redraw();
  });
  desk.connection.onState((state) => {
    isOpen = false;
    if (state === "open" && desk.route.page === "text") send();
  });
}

/** Tells the daemon the text as it is now, and asks about the place of the cursor. */
function send() {
  version += 1;
  localStorage.setItem(KEPT, text);
  if (isOpen) {
    desk.connection.notify("textDocument/didChange", {
      textDocument: { ...textDocument, version },
      contentChanges: [{ text }],
    });
  } else {
    isOpen = desk.connection.notify("textDocument/didOpen", {
      textDocument: { ...textDocument, languageId: "qb", version, text },
    });
  }
  ask();
}

/** Asks for suggestions and for the board where the cursor is. */
async function ask() {
  asked += 1;
  const own = asked;
  const position = cursor();
  try {
    const [list, shown] = await Promise.all([
      desk.connection.ask("textDocument/completion", { textDocument, position }),
      boardBefore(position.line),
    ]);
    if (own !== asked) return;
    const typed = (/** @type {Item} */ item) =>
      text
        .slice(indexOf(item.textEdit.range.start), indexOf(item.textEdit.range.end))
        .toLowerCase();
    items = list.items
      .filter((/** @type {Item} */ item) => item.filterText.toLowerCase().startsWith(typed(item)))
      .sort((/** @type {Item} */ a, /** @type {Item} */ b) => (a.sortText < b.sortText ? -1 : 1));
    board = shown;
    refusal = null;
  } catch (caught) {
    if (own !== asked) return;
    items = [];
    refusal = refusalOf(caught);
  }
  desk.redraw();
}

/** The board after a line, or after the last event above it. @param {number} line */
async function boardBefore(line) {
  for (let at = line; at >= 0; at -= 1) {
    const position = { line: at, character: 0 };
    const shown = await desk.connection.ask("textDocument/hover", { textDocument, position });
    const drawing = shown?.contents.value.match(/```text\n([^]*?)```/u);
    if (drawing?.[1]) return drawing[1];
  }
  return null;
}

/** @param {Item} item */
function accept(item) {
  const { range, newText } = item.textEdit;
  const start = indexOf(range.start);
  const word = newText.startsWith("-") ? newText : `${newText} `;
  text = text.slice(0, start) + word + text.slice(indexOf(range.end));
  const box = field();
  if (box) {
    box.value = text;
    box.focus();
    box.setSelectionRange(start + word.length, start + word.length);
  }
  send();
}

async function format() {
  const options = { tabSize: 4, insertSpaces: true };
  const edits = await desk.connection.ask("textDocument/formatting", { textDocument, options });
  for (const edit of edits.reverse()) {
    const start = indexOf(edit.range.start);
    text = text.slice(0, start) + edit.newText + text.slice(indexOf(edit.range.end));
  }
  const box = field();
  if (box) box.value = text;
  send();
}

/** Opens the text as an analysis that follows what is typed. */
async function openSession() {
  const { sessionId } = await desk.request("qbcoach/session", { uri: URI });
  desk.go(`session/${sessionId}`);
}

/** @param {() => Promise<void>} run */
function tried(run) {
  return () =>
    run().catch((caught) => {
      refusal = refusalOf(caught);
      desk.redraw();
    });
}

function gutter() {
  const lines = text.split("\n");
  return h(
    "pre",
    { class: "text-gutter", id: "text-gutter", "aria-hidden": "true", key: "gutter" },
    lines.map((_, line) => {
      const found = marks.filter((mark) => mark.range.start.line === line);
      const worst = Math.min(...found.map((mark) => mark.severity), 9);
      const kind = worst === 1 ? "fault" : worst === 2 ? "odd" : null;
      return h(
        "span",
        { "data-mark": kind, key: String(line) },
        `${kind ? "●" : " "}${String(line + 1).padStart(3)}\n`,
      );
    }),
  );
}

function faults() {
  return h(
    "ul",
    { class: "text-faults", "aria-label": tell("textFaults"), key: "faults" },
    marks.map((mark, index) =>
      h(
        "li",
        { "data-code": mark.code, key: String(index) },
        tell("textFault", { line: mark.range.start.line + 1, text: mark.message }),
      ),
    ),
  );
}

function suggestions() {
  return h(
    "div",
    { class: "row text-items", role: "group", "aria-label": tell("textItems"), key: "items" },
    items.slice(0, MOST).map((item) =>
      h(
        "button",
        {
          type: "button",
          class: "small",
          "data-item": item.label,
          title: item.detail ?? null,
          key: item.label,
          onclick: () => accept(item),
        },
        item.label,
      ),
    ),
  );
}

export function textPage() {
  listen();
  if (!isOpen && desk.connection.state === "open") setTimeout(send);
  return h(
    "section",
    { class: "panel text-page", key: "text" },
    h("h1", { class: "panel-title" }, tell("textTitle")),
    h("p", { class: "dim" }, tell("textHow")),
    h(
      "div",
      { class: "text-editor", key: "editor" },
      gutter(),
      h("textarea", {
        id: FIELD,
        class: "code",
        rows: 20,
        spellcheck: "false",
        "aria-label": tell("textTitle"),
        value: text,
        key: "field",
        oninput: (/** @type {Event} */ event) => {
          text = /** @type {HTMLTextAreaElement} */ (event.target).value;
          send();
        },
        onkeyup: (/** @type {KeyboardEvent} */ event) => {
          if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") ask();
        },
        onclick: () => ask(),
        onscroll: (/** @type {Event} */ event) => {
          const beside = document.getElementById("text-gutter");
          if (beside) beside.scrollTop = /** @type {HTMLElement} */ (event.target).scrollTop;
        },
      }),
    ),
    suggestions(),
    faults(),
    refusal && h("p", { class: "refusal", role: "alert", key: "refusal" }, refusal.text),
    h(
      "div",
      { class: "row", key: "buttons" },
      h(
        "button",
        { type: "button", "data-action": "format-text", onclick: tried(format) },
        tell("textFormat"),
      ),
      desk.mayAct &&
        h(
          "button",
          {
            type: "button",
            class: "primary",
            "data-action": "open-text",
            onclick: tried(openSession),
          },
          tell("textOpen"),
        ),
    ),
    board &&
      h("pre", { class: "text-board", "aria-label": tell("textBoard"), key: "board" }, board),
  );
}
