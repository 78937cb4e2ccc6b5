"use strict";

/** @typedef {{url: string} | {host: string, port: number} | {path: string}} Address */

const HOST_AND_PORT = /^(\[[^\]\s@/\\?[]+\]|[^:\s@/\\?[\]]+):([0-9]+)$/;
const HOST = /^(\[[^\]\s@/\\?[]+\]|[^:\s@/\\?[\]]+)$/;

/**
 * @param {string} text
 * @returns {{host: string, port: number} | undefined}
 */
function hostAndPort(text) {
  const found = HOST_AND_PORT.exec(text);
  const port = Number(found?.[2]);
  if (found === null || port < 1 || port > 65535) return undefined;
  return { host: (found[1] ?? "").replace(/^\[|\]$/g, ""), port };
}

/**
 * Where a local socket is: a path, or on Windows the name of a pipe.
 *
 * @param {string} name
 * @param {string} platform
 */
function localPath(name, platform) {
  if (platform !== "win32" || /^[\\/]{2}\.[\\/]pipe[\\/]/i.test(name)) return name;
  return `\\\\.\\pipe\\${name}`;
}

/**
 * Parses the address of a running daemon. The section “Addresses” of protocol/README.md
 * describes the addresses that every client reads.
 *
 * @param {string} text
 * @param {string} [platform]
 * @returns {Address}
 */
function parseAddress(text, platform = process.platform) {
  const trimmed = text.trim();
  const wrong = new Error(
    `“${text}” is not the address of a daemon: set qbcoach.server to HOST:PORT, ` +
      "ws://HOST:PORT, tcp://HOST:PORT, unix:PATH or pipe:NAME",
  );
  const web = /^(ws|http)(s?):\/\/([^/?]*)(.*)$/.exec(trimmed);
  if (web !== null) {
    const [, , secure, authority = "", rest] = web;
    const isHost = HOST.test(authority) || hostAndPort(authority) !== undefined;
    if (!isHost || /\s/.test(trimmed)) throw wrong;
    return { url: `ws${secure}://${authority}${rest}` };
  }
  if (trimmed.startsWith("tcp://")) {
    const address = hostAndPort(trimmed.slice("tcp://".length).replace(/\/$/, ""));
    if (address === undefined) throw wrong;
    return address;
  }
  const local = /^(?:unix|pipe):(.*)$/.exec(trimmed);
  if (local !== null) {
    const name = (local[1] ?? "").replace(/^\/\/(?!\.)/, "");
    if (name === "") throw wrong;
    return { path: localPath(name, platform) };
  }
  if (trimmed.includes("://")) throw wrong;
  if (hostAndPort(trimmed) !== undefined) return { url: `ws://${trimmed}` };
  if (!/[\\/]/.test(trimmed)) throw wrong;
  return { path: localPath(trimmed, platform) };
}

module.exports = { parseAddress };
