"use strict";

// Match texts with the real vscode-languageclient and the real daemon.

const assert = require("node:assert/strict");
const { once } = require("node:events");
const { test } = require("node:test");
const { editor, window, workspace, Uri } = require("vscode");
const { markup } = require("../src/match_board");
const { LANGUAGE, MatchFiles, serverOptions } = require("../src/match_files");

const PATIENCE_MS = 30_000;

/** @param {string} text */
function document(text) {
  return {
    uri: Uri.file("/match.qb"),
    fileName: "/match.qb",
    languageId: LANGUAGE,
    version: 1,
    getText: () => text,
  };
}

/** Waits until the check holds. @param {() => boolean} check */
async function until(check) {
  const end = AbortSignal.timeout(PATIENCE_MS);
  while (!check()) {
    await new Promise((resolve, reject) => {
      const seen = editor.seen.event(() => resolve(seen.dispose()));
      once(end, "abort").then(() => reject(new Error("the marks did not come")));
    });
  }
}

test("a match text is marked, and the board follows the line", async () => {
  editor.settings = { path: process.env.QBCOACH };
  const open = document("you play Crawlr MID-1\n");
  workspace.textDocuments = [open];
  const files = new MatchFiles(window.createOutputChannel());
  await files.start(undefined);
  await until(() => (editor.marks.get("file:///match.qb") ?? []).length === 1);
  const [mark] = editor.marks.get("file:///match.qb");
  assert.equal(mark.code, "unknownCard");
  assert.match(mark.message, /019 Crawler/u);
  const offered = files.client?.initializeResult?.capabilities;
  assert.equal(offered?.positionEncoding, "utf-16");
  assert.equal(await files.boardOf(open, 0), undefined);
  await files.stop();
  workspace.textDocuments = [];
});

test("the panel follows the cursor", async () => {
  Object.assign(editor, { settings: { path: process.env.QBCOACH }, panels: [] });
  const open = document("# before\nyou play Crawler MID-1\nenemy play Crawler TOP-5\n\n");
  workspace.textDocuments = [open];
  const files = new MatchFiles(window.createOutputChannel());
  await files.start(undefined);
  const at = (line) => ({ document: open, selection: { active: { line, character: 0 } } });
  window.activeTextEditor = at(1);
  // Without a panel a move of the cursor shows nothing.
  files.cursorMoved(at(2));
  assert.equal(editor.panels.length, 0);
  await files.showBoard({ subscriptions: [] });
  const [panel] = editor.panels;
  const shows = (words) => until(() => panel.webview.html.includes(words));
  await shows("you 2, enemy 0");
  files.cursorMoved(at(2));
  await shows("you 2, enemy 2");
  // A line that is no event shows the board before it, and the first line none.
  files.cursorMoved(at(0));
  await shows("No move before this line");
  files.cursorMoved(at(3));
  await shows("you 2, enemy 2");
  panel.close();
  files.cursorMoved(at(0));
  await files.stop();
  assert.match(panel.webview.html, /you 2, enemy 2/u);
  window.activeTextEditor = undefined;
  workspace.textDocuments = [];
});

test("the daemon of the settings is asked through qbcoach lsp", () => {
  assert.deepEqual(serverOptions({ path: "qbcoach", server: "" }).args, ["lsp"]);
  const other = serverOptions({ path: "qbcoach", server: "tcp://127.0.0.1:7118" });
  assert.deepEqual(other.args, ["lsp", "--connect", "tcp://127.0.0.1:7118"]);
});

test("a board is drawn as it is, and words cannot become markup", () => {
  const shown = markup("**you 1, enemy 0** <b>\n\n```text\n+--<+\n```");
  assert.match(shown, /<b>you 1, enemy 0<\/b> &lt;b&gt;/u);
  assert.match(shown, /<pre>\+--&lt;\+\n<\/pre>/u);
});
