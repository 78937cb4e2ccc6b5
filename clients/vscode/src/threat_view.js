"use strict";

const { html } = require("./markup");

/** @typedef {import("./shared/documents").Threat} Threat */
/** @typedef {import("./shared/wire").MatchThreat} MatchThreat */
/** @typedef {import("./shared/wire").CombatThreat} CombatThreat */

const SHOWN_REPLIES = 5;

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
  const worst = [...threat.outcomes].sort((a, b) => b.resultingScore - a.resultingScore);
  const replies = worst.slice(0, SHOWN_REPLIES).map((outcome) => {
    const what = outcome.card ? `${outcome.card.name} to ${outcome.tile}` : "no move";
    const chance = `${(outcome.weight * 100).toFixed(1)}%`;
    return html`<li>${what}: ${chance}, score ${outcome.resultingScore.toFixed(2)}</li>`;
  });
  return html`<table class="threat"><caption>Pressure: how much the enemy’s reply moves a tile its way</caption>
    <thead><tr><th scope="col">Lane</th>${heads}<th scope="col">Lane</th></tr></thead>
    <tbody>${rows}</tbody></table>
    <h3>Its worst replies for you</h3><ol>${replies}</ol>`;
}

/** @param {CombatThreat} threat */
function combatThreatView(threat) {
  const rows = threat.enemies.map(
    (enemy) => html`<li>${enemy.name} (${enemy.enemy}): ${enemy.wounds.hand}
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
