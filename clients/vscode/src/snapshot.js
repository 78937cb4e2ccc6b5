"use strict";

/** @typedef {import("./shared/documents").State} State */
/** @typedef {import("./shared/wire").MatchSnapshot} MatchSnapshot */

/**
 * Whether a snapshot is of a match of Queen's Blood, not of a Mage Knight combat.
 *
 * @param {State} state
 * @returns {state is Extract<State, MatchSnapshot>}
 */
function isMatch(state) {
  return state.game === "queens-blood";
}

module.exports = { isMatch };
