"use strict";

const { html } = require("./markup");

/** @typedef {import("./shared/documents").Advice} Advice */
/** @typedef {import("./shared/documents").Move} Move */

/** The win chance and the expected points; an action of a combat has a score. @param {Move} move */
function worth(move) {
  if (move.winChance === undefined) return move.moveScore.toFixed(2);
  const points = `${move.expectedMargin < 0 ? "−" : "+"}${Math.abs(move.expectedMargin).toFixed(1)}`;
  return `${Math.round(move.winChance * 100)} %, ${points} points`;
}

/** How the match may go on. @param {Move} move */
function line(move) {
  if (move.winChance === undefined || move.line.length < 2) return "";
  return html`<p class="line">Then: ${move.line.slice(1).join(", ")}</p>`;
}

/** @param {Move} move */
function moveView(move) {
  const reasons = move.reasons.map((reason) => html`<li>${reason.text}</li>`);
  return html`<li><b>${move.label}</b> <span class="quality">${move.quality}</span>
    ${worth(move)}<ul>${reasons}</ul>${line(move)}</li>`;
}

/** @param {Advice | undefined} advice */
function adviceView(advice) {
  if (advice === undefined) {
    return html`<section aria-labelledby="advice"><h2 id="advice">Advice</h2><p>Being worked out.</p></section>`;
  }
  /** @type {Move[]} */
  const all = advice.moves ?? [];
  const moves = all.map(moveView);
  const notes = (advice.notes ?? []).map((note) => html`<li>${note}</li>`);
  return html`<section aria-labelledby="advice">
    <h2 id="advice">Advice <small>after event ${advice.seq}${advice.thinking ? ", thinking…" : ""}</small></h2>
    <p class="message">${advice.message}</p><ol>${moves}</ol><ul class="notes">${notes}</ul></section>`;
}

module.exports = { adviceView };
