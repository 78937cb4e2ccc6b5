"use strict";

/** @typedef {{host: string, port: number} | {path: string}} Address */

/**
 * Where a running daemon listens: `tcp://HOST:PORT`, or the path of a Unix socket.
 *
 * @param {string} text
 * @returns {Address}
 */
function parseAddress(text) {
  if (!text.includes("://")) return { path: text };
  const found = /^tcp:\/\/(\[[^\]]+\]|[^:/]+):([0-9]{1,5})\/?$/.exec(text);
  const port = Number(found?.[2]);
  if (found === null || port < 1 || port > 65535) {
    throw new Error(`“${text}” is no address: set qbcoach.server to tcp://HOST:PORT or to the path of a socket`);
  }
  return { host: found[1].replace(/^\[|\]$/g, ""), port };
}

module.exports = { parseAddress };
