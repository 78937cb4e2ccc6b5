"use strict";

const { html } = require("./markup");

/** @typedef {import("./shared/wire").MatchSnapshot} MatchSnapshot */
/** @typedef {import("./shared/wire").Tile} Tile */
/** @typedef {import("./shared/wire").LaneScore} LaneScore */

/** @param {Tile} tile */
function tileView(tile) {
  const owner = tile.owner === "neutral" ? "" : tile.owner;
  const pawns = "●".repeat(tile.rank);
  const star =
    tile.effectSources.length > 0
      ? html`<span class="effect" title="under the effect of ${tile.effectSources.join(", ")}">★</span>`
      : undefined;
  const card = tile.card;
  const held = !card
    ? undefined
    : html`
    <div class="card"><b>${card.name}</b> <span class="power ${card.status}">${card.power}</span></div>`;
  return html`<td class="${tile.owner}" title="${tile.tile}">
    <div class="pawns">${owner} ${pawns} ${star}</div>${held}</td>`;
}

/** @param {LaneScore} lane */
function pointsText(lane) {
  if (!lane.winner) return "drawn";
  return lane.winner === "you" ? `yours, ${lane.lanePoints}` : `the enemy’s, ${lane.lanePoints}`;
}

/**
 * @param {MatchSnapshot} state
 * @param {LaneScore} lane
 */
function laneView(state, lane) {
  const tiles = state.board.tiles.filter((tile) => tile.tile.startsWith(`${lane.lane}-`));
  return html`<tr><th scope="row">${lane.lane}</th><td class="sum">${lane.powerYou}</td>
    ${tiles.map(tileView)}
    <td class="sum">${lane.powerEnemy}</td><td>${pointsText(lane)}</td></tr>`;
}

/** @param {MatchSnapshot} state */
function boardView(state) {
  const columns = state.board.tiles.length / state.score.lanes.length;
  const heads = Array.from(
    { length: columns },
    (_, column) => html`<th scope="col">${column + 1}</th>`,
  );
  return html`<table class="board">
    <caption>Board after event ${state.seq}</caption>
    <thead><tr><th scope="col">Lane</th><th scope="col">You</th>${heads}
      <th scope="col">Enemy</th><th scope="col">Points</th></tr></thead>
    <tbody>${state.score.lanes.map((lane) => laneView(state, lane))}</tbody>
  </table>`;
}

/** @param {MatchSnapshot} state */
function handView(state) {
  const cards = state.you.hand ?? [];
  const names = cards.map((card) => html`<li>${card.name} <small>${card.id}</small></li>`);
  const enemy = state.enemy.tag ?? "The enemy";
  return html`<section aria-labelledby="hand"><h2 id="hand">Hands</h2>
    <p>You hold ${state.you.handSize}, ${state.you.deckSize} in the deck.</p><ul class="hand">${names}</ul>
    <p>${enemy} holds ${state.enemy.handSize}, ${state.enemy.deckSize} in the deck.</p></section>`;
}

module.exports = { boardView, handView };
