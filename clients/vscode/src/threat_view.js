"use strict";

const { html } = require("./markup");

/** @typedef {import("./shared/documents").Threat} Threat */
/** @typedef {import("./shared/wire").MatchThreat} MatchThreat */
/** @typedef {import("./shared/wire").CombatThreat} CombatThreat */

const SHOWN_REPLIES = 5;
/** Rarer replies are not shown. */
const LIKELY_ENOUGH = 0.03;

/** @param {number} value */
function signed(value) {
  const text = value.toFixed(2);
  return value > 0 ? `+${text}` : text;
}

/** @param {MatchThreat} threat */
function matchThreatView(threat) {
  const lanes = Object.entries(threat.lanePressure);
  const rows = lanes.map(([lane, pressure]) => {
    const tiles = Object.entries(threat.tilePressure).filter(([tile]) =>
      tile.startsWith(`${lane}-`),
    );
    const cells = tiles.map(([tile, value]) => html`<td title="${tile}">${signed(value)}</td>`);
    return html`<tr><th scope="row">${lane}</th>${cells}<td class="sum">${signed(pressure)}</td></tr>`;
  });
  const columns = Object.keys(threat.tilePressure).length / Math.max(1, lanes.length);
  const heads = Array.from(
    { length: columns },
    (_, column) => html`<th scope="col">${column + 1}</th>`,
  );
  // The likely ones first; what hardly ever happens is not shown.
  const likely = threat.outcomes.filter((outcome) => outcome.weight >= LIKELY_ENOUGH);
  likely.sort((a, b) => b.weight - a.weight);
  const replies = likely.slice(0, SHOWN_REPLIES).map((outcome) => {
    const what = outcome.card ? `${outcome.card.name} to ${outcome.tile}` : "Pass";
    return html`<li>${what}: ${Math.round(outcome.weight * 100)} %</li>`;
  });
  const listed = replies.length > 0 ? html`<ol>${replies}</ol>` : html`<p>None is likely.</p>`;
  return html`<table class="threat"><caption>Points in danger: what the enemy’s reply takes on average</caption>
    <thead><tr><th scope="col">Lane</th>${heads}<th scope="col">Lane</th></tr></thead>
    <tbody>${rows}</tbody></table>
    <h3>Likely replies</h3>${listed}`;
}

/** @param {CombatThreat} threat */
function combatThreatView(threat) {
  const rows = threat.enemies.map(
    (enemy) => html`<li>${enemy.name}: ${enemy.wounds.hand}
    wounds to the hand, ${enemy.wounds.discard} to the discard pile</li>`,
  );
  return html`<ul>${rows}</ul><p>Knocked out: ${threat.knockOut}</p>`;
}

/** @param {Threat | undefined} threat */
function contentOf(threat) {
  if (threat === undefined) return html`<p>Being worked out.</p>`;
  if (threat.tilePressure) return matchThreatView(threat);
  if (threat.enemies) return combatThreatView(threat);
  return html`<p>${threat.message}</p>`;
}

/** @param {Threat | undefined} threat */
function threatView(threat) {
  const seq = threat === undefined ? undefined : html` <small>after event ${threat.seq}</small>`;
  return html`<section aria-labelledby="threat"><h2 id="threat">Threat${seq}</h2>${contentOf(threat)}</section>`;
}

module.exports = { threatView };
