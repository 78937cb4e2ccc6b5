"use strict";

/** @typedef {import("./wire").PatchOperation} PatchOperation */

/** The patch does not fit the document: ask for a whole one. */
class PatchError extends Error {}

/** @param {string} path */
function steps(path) {
  if (path === "") return [];
  if (!path.startsWith("/")) throw new PatchError(`${path} is no JSON pointer`);
  const unescape = (/** @type {string} */ step) => step.replace(/~1/g, "/").replace(/~0/g, "~");
  return path.slice(1).split("/").map(unescape);
}

/**
 * @param {any} parent
 * @param {string} step
 * @param {string} path
 */
function child(parent, step, path) {
  if (parent === null || typeof parent !== "object" || !Object.hasOwn(parent, step)) {
    throw new PatchError(`${path} is not in the document`);
  }
  return parent[step];
}

/**
 * @param {unknown[]} list
 * @param {string} step
 * @param {string} path
 */
function insertionPlace(list, step, path) {
  if (step === "-") return list.length;
  const place = /^(0|[1-9][0-9]*)$/.test(step) ? Number(step) : Infinity;
  if (place > list.length) throw new PatchError(`${path} is beyond the end of a list`);
  return place;
}

/**
 * @param {any} document
 * @param {PatchOperation} operation
 */
function applyOne(document, operation) {
  const { op, path } = operation;
  const way = steps(path);
  const last = way.pop();
  if (last === undefined) {
    if (op === "remove") throw new PatchError("a whole document cannot be removed");
    return operation.value;
  }
  const parent = way.reduce((inside, step) => child(inside, step, path), document);
  if (op === "add") {
    if (Array.isArray(parent)) {
      parent.splice(insertionPlace(parent, last, path), 0, operation.value);
    } else if (parent !== null && typeof parent === "object" && last !== "__proto__") {
      parent[last] = operation.value;
    } else {
      throw new PatchError(`${path} is not in the document`);
    }
    return document;
  }
  child(parent, last, path);
  if (op === "replace") parent[last] = operation.value;
  else if (op !== "remove") throw new PatchError(`${op} is no operation of this protocol`);
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return document;
}

/**
 * Applies the part of RFC 6902 that the daemon sends: add, remove, replace. The
 * document given stays as it is, so that a patch that fails leaves no half of it.
 *
 * @template T
 * @param {T} document
 * @param {PatchOperation[]} patch
 * @returns {T}
 */
function applyPatch(document, patch) {
  return patch.reduce(applyOne, structuredClone(document));
}

module.exports = { applyPatch, PatchError };
