"use strict";

const { isMatch } = require("./snapshot");

/** @typedef {import("./shared/documents").State} State */
/** @typedef {import("./shared/wire").Actions} Actions */

/**
 * The legal actions as items of a list to pick from.
 *
 * @param {Actions} answer
 */
function actionChoices(answer) {
  return answer.actions.map(({ action, label }) => ({ label, action }));
}

/**
 * Whether the side to act may play cards that are not known to be in its hand. The
 * daemon's list of actions does not contain them, so the card has to be named first.
 *
 * @param {State | undefined} state
 */
function mayPlayUnseenCards(state) {
  if (state === undefined || !isMatch(state)) return false;
  if (state.mode === "analysis") return true;
  const player = state[state.sideToAct];
  return (player.hand ?? []).length < player.handSize;
}

/** @param {import("./shared/wire").Card[]} cards */
function cardChoices(cards) {
  return cards.map((card) => ({
    label: card.name,
    description: `${card.id}, rank ${card.rank}, power ${card.power}`,
    // The daemon has searched for what was typed; the editor must not filter again.
    alwaysShow: true,
    card: card.id,
  }));
}

/** @param {import("./shared/wire").ListedSession[]} sessions */
function sessionChoices(sessions) {
  const newestFirst = [...sessions].reverse();
  return newestFirst.map((row) => ({
    label: row.title === "" ? row.sessionId : `${row.sessionId}: ${row.title}`,
    description: [
      row.game,
      row.mode,
      `turn ${row.turn}`,
      ...(row.over ? ["over"] : []),
      ...(row.closed ? ["closed"] : []),
    ].join(", "),
    sessionId: row.sessionId,
  }));
}

/** @param {import("./shared/wire").Deck[]} decks */
function deckChoices(decks) {
  const known = decks.map((deck) => ({
    label: deck.name,
    description: deck.tag,
    detail: deck.style,
    tag: deck.tag,
  }));
  return [
    { label: "Not known", description: "guessed from what is played", detail: "", tag: undefined },
    ...known,
  ];
}

/** Splits card names or numbers at commas. @param {string} text */
function namesIn(text) {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

module.exports = {
  actionChoices,
  cardChoices,
  deckChoices,
  mayPlayUnseenCards,
  namesIn,
  sessionChoices,
};
