// Checks of a page with axe, and the themes and palettes to check.

import { readFileSync } from "node:fs";

import { require } from "./browser.mjs";

export const THEMES = ["night", "paper", "contrast"];
export const PALETTES = ["classic", "safe", "mono"];

/** axe cannot check gradients: each of these styles shows one end colour of all of them. */
export const GRADIENT_ENDS = [
  `.card { background: var(--side-deep) !important }
   .tile.side-you, .tile.side-enemy {
     background: color-mix(in srgb, var(--side-deep) 72%, var(--tile)) !important
   }`,
  ".card { background: var(--card) !important } .tile { background: var(--tile) !important }",
];

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** The serious and critical violations, as text. */
export async function faults(page, rules) {
  // What is just fading in has less contrast for a moment.
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { violations } = await globalThis.axe.run(document, {
      resultTypes: ["violations"],
      ...(only && { runOnly: only }),
    });
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return grave.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`),
    );
  }, rules);
}

/** Adds a style sheet to the page, or replaces the one added before. */
export async function dress(page, style) {
  await page.evaluate((text) => {
    const id = "test-style";
    const sheet =
      document.getElementById(id) ??
      document.head.appendChild(Object.assign(document.createElement("style"), { id }));
    sheet.textContent = text;
  }, style);
}
