"use strict";

const { adviceView } = require("./advice_view");
const { boardView, handView } = require("./board_view");
const { html, Markup } = require("./markup");
const { isMatch } = require("./snapshot");
const { turnText } = require("./status");
const { threatView } = require("./threat_view");

/** @typedef {import("./shared/documents").Documents} Documents */
/** @typedef {import("./shared/documents").State} State */

/** The commands that the panel links to; the editor allows no others. */
const LINKS = {
  "qbcoach.report": "Report a play",
  "qbcoach.draw": "Report your draw",
  "qbcoach.pass": "Pass",
  "qbcoach.undo": "Undo",
  "qbcoach.pickSession": "Pick a session",
  "qbcoach.newSession": "New session",
};

const STYLE = new Markup(`
  body { font: var(--vscode-font-weight) var(--vscode-font-size) var(--vscode-font-family); }
  table { border-collapse: collapse; margin: 0.5em 0; }
  caption { text-align: left; opacity: 0.8; }
  th, td { border: 1px solid var(--vscode-panel-border, currentColor); padding: 0.3em 0.5em; }
  .board td { min-width: 6em; height: 3em; vertical-align: top; }
  .board td.sum, .board th { min-width: 0; vertical-align: middle; }
  .you { border-left: 4px solid var(--vscode-charts-green, green); }
  .enemy { border-right: 4px double var(--vscode-charts-red, red); }
  .enhanced::after { content: "▲"; }
  .enfeebled::after { content: "▼"; }
  .stale { border: 2px dashed var(--vscode-editorWarning-foreground, orange); padding: 0.5em; }
  .message { font-weight: bold; }
  nav a { margin-right: 1em; }
`);

/** @param {State} state */
function stateView(state) {
  if (!isMatch(state)) return html`<pre>${state.text}</pre>`;
  return html`${boardView(state)}${handView(state)}`;
}

/** @param {Documents} documents */
function contentOf(documents) {
  if (documents.state === undefined) return html`<p>No session is open.</p>`;
  return html`<p class="turn">${turnText(documents.state)}</p>${stateView(documents.state)}
    ${adviceView(documents.coach)}${threatView(documents.threat)}`;
}

/**
 * The HTML of the panel. It has no scripts: its buttons are links to commands.
 *
 * @param {{sessionId?: string, documents: Documents, stale?: string}} coach
 * @param {string} nonce
 */
function page(coach, nonce) {
  const links = Object.entries(LINKS).map(
    ([command, label]) => html`<a href="command:${command}">${label}</a> `,
  );
  const stale =
    coach.stale === undefined
      ? undefined
      : html`
    <p class="stale" role="status">What you see may be old: ${coach.stale}</p>`;
  const title = coach.sessionId === undefined ? "qbcoach" : `qbcoach: session ${coach.sessionId}`;
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>${title}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><h1>${title}</h1>${stale}<nav aria-label="Commands">${links}</nav>
<main>${contentOf(coach.documents)}</main></body></html>`.text;
}

module.exports = { LINKS, page };
