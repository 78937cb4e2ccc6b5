"use strict";

/** @typedef {{code?: number, message?: string, data?: {reason?: string, hint?: string}}} Failure */

/** Error code of the protocol: the session is not at the event that the request expected. */
const MOVED_ON = 1005;

/** @param {unknown} error */
function hasMovedOn(error) {
  return /** @type {Failure | undefined} */ (error)?.code === MOVED_ON;
}

/**
 * The text of an error for the user: the daemon's reason and hint, if it has sent them.
 *
 * @param {unknown} error
 */
function wordsOf(error) {
  const failure = /** @type {Failure | undefined} */ (error);
  const reason = failure?.data?.reason ?? failure?.message ?? String(error);
  const hint = failure?.data?.hint;
  return hint === undefined ? reason : `${reason} (${hint})`;
}

module.exports = { hasMovedOn, wordsOf };
