// axe as the judge of a page, and the ways a page can be dressed.

import { readFileSync } from "node:fs";

import { require } from "./browser.mjs";

export const THEMES = ["night", "paper", "glass", "contrast"];
export const PALETTES = ["classic", "safe", "mono"];

/** axe cannot judge a gradient: each of these shows one end of all of them. */
export const GRADIENT_ENDS = [
  ".card { background: var(--side-deep) !important } .tile.side-you, .tile.side-enemy { background: color-mix(in srgb, var(--side-deep) 72%, var(--tile)) !important }",
  ".card { background: var(--card) !important } .tile { background: var(--tile) !important }",
];

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical faults, in words. */
export async function faults(page, rules) {
  await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"], ...(only && { runOnly: only }) });
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return grave.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`));
  }, rules);
}

/** Puts a style sheet beside the page's own; the next one takes its place. */
export async function dress(page, style) {
  await page.evaluate((text) => {
    const id = "test-style";
    const sheet = document.getElementById(id) ?? document.head.appendChild(Object.assign(document.createElement("style"), { id }));
    sheet.textContent = text;
  }, style);
}
