"use strict";

const net = require("node:net");
const { setTimeout: pause } = require("node:timers/promises");

/** @typedef {import("./address").Address} Address */

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/**
 * @param {Address} address
 * @param {AbortSignal} signal
 * @returns {Promise<net.Socket>}
 */
function dialOnce(address, signal) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(address);
    const giveUp = () => socket.destroy(new Error("the attempt to connect was given up"));
    signal.addEventListener("abort", giveUp, { once: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", giveUp);
      socket.removeListener("error", reject);
      resolve(socket);
    });
  });
}

/**
 * Connects to a daemon, however long it takes to be there: waits a little longer
 * after each failure, and not in step with other clients of the same daemon.
 *
 * @param {Address} address
 * @param {AbortSignal} signal
 * @param {(error: Error) => void} onFailure
 */
async function dial(address, signal, onFailure) {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await dialOnce(address, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      onFailure(/** @type {Error} */ (error));
    }
    await pause(wait * (0.5 + Math.random() / 2), undefined, { signal });
  }
}

module.exports = { dial };
