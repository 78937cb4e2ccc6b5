"use strict";

const { html } = require("./markup");

/** @typedef {import("./wire").Advice} Advice */
/** @typedef {import("./wire").Move} Move */

const SHOWN_MOVES = 5;

/** @param {Move} move */
function moveView(move) {
  const reasons = move.reasons.map((reason) => html`<li>${reason.text}</li>`);
  return html`<li><b>${move.label}</b> <span class="quality">${move.quality}</span>
    ${move.moveScore.toFixed(2)}<ul>${reasons}</ul></li>`;
}

/** @param {Advice | undefined} advice */
function adviceView(advice) {
  if (advice === undefined) {
    return html`<section aria-labelledby="advice"><h2 id="advice">Advice</h2><p>Being worked out.</p></section>`;
  }
  const moves = advice.moves.slice(0, SHOWN_MOVES).map(moveView);
  const left = advice.moves.length - moves.length;
  const more = left > 0 ? html`<p>${left} more moves are legal.</p>` : undefined;
  const notes = (advice.notes ?? []).map((note) => html`<li>${note}</li>`);
  return html`<section aria-labelledby="advice">
    <h2 id="advice">Advice <small>after event ${advice.seq}</small></h2>
    <p class="message">${advice.message}</p><ol>${moves}</ol>${more}<ul class="notes">${notes}</ul></section>`;
}

module.exports = { adviceView };
