"use strict";

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * The page with a board, from the text that the daemon shows under the pointer: bold
 * words, and a drawing between fences.
 *
 * @param {string | undefined} board
 */
function markup(board) {
  const head =
    '<!doctype html><meta http-equiv="Content-Security-Policy" ' +
    "content=\"default-src 'none'; style-src 'unsafe-inline'\">" +
    "<style>pre { font-family: var(--vscode-editor-font-family, monospace); }</style>";
  if (board === undefined) return `${head}<p>No move before this line.</p>`;
  const parts = board.split(/```(?:text)?\n?/u).map((part, index) => {
    if (index % 2 === 1) return `<pre>${escaped(part)}</pre>`;
    const words = escaped(part.trim()).replaceAll(/\*\*(.*?)\*\*/gu, "<b>$1</b>");
    return words === "" ? "" : `<p>${words}</p>`;
  });
  return head + parts.join("");
}

module.exports = { markup };
