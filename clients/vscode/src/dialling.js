"use strict";

const net = require("node:net");
const { setTimeout: pause } = require("node:timers/promises");
const { openWebSocket } = require("./web_socket");

/** @typedef {import("./address").Address} Address */

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/** @typedef {import("vscode-languageclient/node").StreamInfo} StreamInfo */
/** @typedef {import("vscode-languageclient/node").MessageTransports} MessageTransports */

/**
 * @param {Address} address
 * @param {AbortSignal} signal
 * @returns {Promise<StreamInfo | MessageTransports>}
 */
function dialOnce(address, signal) {
  if ("url" in address) return openWebSocket(address.url, signal);
  return new Promise((resolve, reject) => {
    const socket = net.connect(address);
    const giveUp = () => socket.destroy(new Error("the attempt to connect was given up"));
    signal.addEventListener("abort", giveUp, { once: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", giveUp);
      socket.removeListener("error", reject);
      resolve({ reader: socket, writer: socket, detached: true });
    });
  });
}

/**
 * Connects to a daemon and tries again until it succeeds or is aborted. The pause grows
 * after each failure and is partly random, so that clients do not reconnect in step.
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
