"use strict";

const MOST = 4;
const WINDOW_MS = 180_000;

/** How often a daemon that keeps ending is started again before it is left alone. */
class Restarts {
  /** @type {number[]} */
  #times = [];
  #clock;

  /** @param {() => number} clock in milliseconds */
  constructor(clock = Date.now) {
    this.#clock = clock;
  }

  /** Notes one restart, if there may be another. */
  allowed() {
    const now = this.#clock();
    this.#times = this.#times.filter((time) => now - time < WINDOW_MS);
    if (this.#times.length >= MOST) return false;
    this.#times.push(now);
    return true;
  }
}

module.exports = { Restarts };
