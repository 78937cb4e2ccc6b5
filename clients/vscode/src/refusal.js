"use strict";

/** The session has moved on since it was looked at: look again. */
const MOVED_ON = 1005;

/** @param {any} error */
function hasMovedOn(error) {
  return error?.code === MOVED_ON;
}

/**
 * An error in words a person can act on; the daemon's own where it has them.
 *
 * @param {any} error
 */
function wordsOf(error) {
  const reason = error?.data?.reason ?? error?.message ?? String(error);
  const hint = error?.data?.hint;
  return hint === undefined ? reason : `${reason} (${hint})`;
}

module.exports = { hasMovedOn, wordsOf };
