"use strict";

const MOST = 4;
const WINDOW_MS = 180_000;

/** Limits how often a daemon that keeps ending is started again. */
class Restarts {
  /** @type {number[]} */
  #times = [];
  #clock;

  /** @param {() => number} clock in milliseconds */
  constructor(clock = Date.now) {
    this.#clock = clock;
  }

  /** Whether another restart is allowed; if so, it is counted. */
  allowed() {
    const now = this.#clock();
    this.#times = this.#times.filter((time) => now - time < WINDOW_MS);
    if (this.#times.length >= MOST) return false;
    this.#times.push(now);
    return true;
  }
}

module.exports = { Restarts };
