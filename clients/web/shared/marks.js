// @ts-check
// Shapes that carry the same information as colours.

import { h } from "./dom.js";

/** @typedef {import("./wire").Owner} Owner */

/** Your pawns are figures, the enemy's are diamonds, neutral ones are rings. @type {Record<Owner, string>} */
const PAWNS = {
  you: "M8 1.2a3.1 3.1 0 0 1 1.9 5.5c1.9 1 2.5 3.4 2.7 5.6H3.4c.2-2.2.8-4.6 2.7-5.6A3.1 3.1 0 0 1 8 1.2zM2.6 13h10.8v2H2.6z",
  enemy: "M8 .8 14.2 8 8 15.2 1.8 8zM8 4.2 4.9 8 8 11.8 11.1 8z",
  neutral: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3zm0 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
};

const SHAPES = {
  lock:
    "M8 1a3.5 3.5 0 0 0-3.5 3.5V7H3.5A1.5 1.5 0 0 0 2 8.5v5A1.5 1.5 0 0 0 3.5 15h9a1.5 1.5 0 0 0 1.5-1.5v-5" +
    "A1.5 1.5 0 0 0 12.5 7h-1V4.5A3.5 3.5 0 0 0 8 1zm0 2a1.5 1.5 0 0 1 1.5 1.5V7h-3V4.5A1.5 1.5 0 0 1 8 3z",
  up: "M8 2 14 10H10v4H6v-4H2z",
  down: "M8 14 2 6h4V2h4v4h4z",
  star: "m8 1 2.1 4.5 4.9.6-3.6 3.4.9 4.9L8 12l-4.3 2.4.9-4.9L1 6.1l4.9-.6z",
  token: "M8 1 15 8 8 15 1 8z",
  skull:
    "M8 1a6 6 0 0 0-6 6c0 2.2 1.2 3.7 2.5 4.5V14h7v-2.5C12.8 10.7 14 9.2 14 7a6 6 0 0 0-6-6z" +
    "M5.5 6a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zm5 0a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z",
  shield: "M8 1 14 3v5c0 3.5-2.5 6-6 7-3.5-1-6-3.5-6-7V3z",
  sword: "M14.5 1.5 13 6l-6.5 6.5-3-3L10 3zM3 10l3 3-1.2 1.2-.8-.8L2.5 15 1 13.5 2.6 12l-.8-.8z",
  drop: "M8 1c3 4 5 6.3 5 9a5 5 0 0 1-10 0c0-2.7 2-5 5-9z",
};

/** @param {string} path @param {string} className */
function shape(path, className) {
  return h(
    "svg",
    { class: `mark ${className}`, viewBox: "0 0 16 16", "aria-hidden": "true" },
    h("path", { d: path, "fill-rule": "evenodd" }),
  );
}

/** @param {Owner} owner */
export function pawn(owner) {
  return shape(PAWNS[owner], `pawn pawn-${owner}`);
}

/** @param {Owner} owner @param {number} rank */
export function pawns(owner, rank) {
  return h(
    "span",
    { class: `pawns side-${owner}`, "data-rank": rank },
    Array.from({ length: rank }, () => pawn(owner)),
  );
}

/** @param {keyof typeof SHAPES} name */
export function mark(name) {
  return shape(SHAPES[name], `mark-${name}`);
}
