"use strict";

/** @typedef {import("./wire").Actions} Actions */
/** @typedef {import("./wire").Snapshot} Snapshot */

/**
 * What the daemon lists, ready for a list to pick from.
 *
 * @param {Actions} answer
 */
function actionChoices(answer) {
  return answer.actions.map(({ action, label }) => ({ label, action }));
}

/**
 * Whether cards that nobody has seen may be played: then the daemon's list of
 * actions leaves them out, and the card has to be named first.
 *
 * @param {Snapshot | undefined} state
 */
function mayPlayUnseenCards(state) {
  if (state === undefined || state.game !== "queens-blood") return false;
  if (state.mode === "analysis") return true;
  const player = state[state.sideToAct];
  return (player.hand ?? []).length < player.handSize;
}

/** @param {import("./wire").CardDetails[]} cards */
function cardChoices(cards) {
  return cards.map((card) => ({
    label: card.name,
    description: `${card.id}, rank ${card.rank}, power ${card.power}`,
    // The daemon decides what fits what was typed; the editor must not filter again.
    alwaysShow: true,
    card: card.id,
  }));
}

/** @param {import("./wire").SessionRow[]} sessions */
function sessionChoices(sessions) {
  const newestFirst = [...sessions].reverse();
  return newestFirst.map((row) => ({
    label: row.title === "" ? row.sessionId : `${row.sessionId}: ${row.title}`,
    description: `${row.game}, ${row.mode}, turn ${row.turn}${row.over ? ", over" : ""}${row.closed ? ", closed" : ""}`,
    sessionId: row.sessionId,
  }));
}

/** @param {import("./wire").Deck[]} decks */
function deckChoices(decks) {
  const known = decks.map((deck) => ({ label: deck.name, description: deck.tag, detail: deck.style, tag: deck.tag }));
  return [{ label: "Not known", description: "guessed from what is played", detail: "", tag: undefined }, ...known];
}

/** Card names or numbers with commas between. @param {string} text */
function namesIn(text) {
  return text.split(",").map((name) => name.trim()).filter((name) => name !== "");
}

module.exports = { actionChoices, cardChoices, deckChoices, mayPlayUnseenCards, namesIn, sessionChoices };
