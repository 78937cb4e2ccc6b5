// axe finds no serious fault on the pages, in any dress.
//
// An overlay has no background of its own: it lies over a game that may be black or
// white. So its contrasts are judged over both; glass lets so much through that it is
// for dark games only. Where a surface is a gradient, which axe cannot judge, both of
// its ends are.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { closePage, openPage, require, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { openOverlay, shows } from "./support/overlay.mjs";
import { Combat, Match } from "./support/player.mjs";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const THEMES = ["night", "paper", "glass", "contrast"];
const PALETTES = ["classic", "safe", "mono"];
const GAMES = { night: ["#000", "#fff"], paper: ["#000", "#fff"], glass: ["#000", "#555"], contrast: ["#000", "#fff"] };
const GRADIENT_ENDS = [".card { background: var(--side-deep) !important } .tile.side-you, .tile.side-enemy { background: color-mix(in srgb, var(--side-deep) 72%, var(--tile)) !important }", ".card { background: var(--card) !important } .tile { background: var(--tile) !important }"];

const browser = await startBrowser();
const daemon = await Daemon.started();
const match = await Match.begin(daemon, "live", 401);
while (match.now.seq < 14 || match.now.sideToAct !== "you" || match.now.phase !== "play") assert.ok(await match.step());
const combat = await Combat.begin(daemon, 402);
await combat.step();
const opening = await Match.begin(daemon, "live", 403);

/** Serious and critical faults, in words. */
async function faults(page, rules) {
  await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"], ...(only && { runOnly: only }) });
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return grave.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`));
  }, rules);
}

/** Puts a style sheet beside the page's own; the next one takes its place. */
async function dress(page, style) {
  await page.evaluate((text) => {
    const id = "test-style";
    const sheet = document.getElementById(id) ?? document.head.appendChild(Object.assign(document.createElement("style"), { id }));
    sheet.textContent = text;
  }, style);
}

for (const theme of THEMES) {
  for (const [name, session, seq, ends] of [
    ["match", match.id, match.now.seq, GRADIENT_ENDS],
    ["combat", combat.id, combat.now.seq, [""]],
  ]) {
    test(`the overlay of a ${name} in ${theme} can be read in every palette over any game`, async () => {
      const page = await openOverlay(browser, daemon, { session, audience: "player", theme, anim: 0 });
      await shows(page, session, seq);
      await page.waitForSelector(".widget-advice .advice-move");
      await dress(page, `html { background: ${GAMES[theme][0]} }`);
      const found = new Set(await faults(page));
      for (const palette of PALETTES) {
        await page.evaluate((chosen) => {
          const { classList } = document.documentElement;
          classList.remove(...[...classList].filter((word) => word.startsWith("palette-")));
          classList.add(`palette-${chosen}`);
        }, palette);
        for (const game of GAMES[theme]) {
          for (const end of ends) {
            await dress(page, `html { background: ${game} !important } ${end}`);
            for (const fault of await faults(page, ["color-contrast"])) found.add(`${palette} over ${game}: ${fault}`);
          }
        }
      }
      assert.deepEqual([...found], []);
      await closePage(page);
    });
  }
}

/** Where the desk is looked at: an address, what shows that it is there, and a step further. */
const STATES = {
  "start page": { path: "", ready: '[data-action="create"]' },
  "list of sessions": { path: "", ready: ".session-list .listed" },
  "form of a simulated match": { path: "", ready: '[data-action="create"]', make: (page) => page.locator('input[name=kind][value="Simulated"]').check() },
  "form of a combat": { path: "", ready: '[data-action="create"]', make: (page) => page.locator('input[name=kind][value="Combat"]').check() },
  "form of an import": { path: "", ready: '[data-action="create"]', make: (page) => page.locator('input[name=kind][value="Import"]').check() },
  "match that runs": { path: `session/${match.id}`, ready: '[data-action="play-best"]' },
  "match with a chosen card": { path: `session/${match.id}`, ready: '[data-action="play-best"]', make: (page) => page.keyboard.press("1"), made: ".tile-legal, .tile-illegal" },
  "question whether to pass": { path: `session/${match.id}`, ready: '[data-action="play-best"]', make: (page) => page.keyboard.press("p"), made: '[data-action="confirm-pass"]' },
  "match in the past": { path: `session/${match.id}`, ready: '[data-action="play-best"]', make: (page) => page.keyboard.press("["), made: '#board[data-due="past"]' },
  "dialog of the keys": { path: `session/${match.id}`, ready: '[data-action="play-best"]', make: (page) => page.keyboard.press("?"), made: "dialog[open]" },
  "dialog of the hand": { path: `session/${match.id}`, ready: '[data-action="play-best"]', make: (page) => page.keyboard.press("h"), made: "dialog[open]" },
  "dialog of a tile": { path: `session/${match.id}`, ready: '[data-action="play-best"]', make: (page) => page.keyboard.press("f"), made: "dialog[open]" },
  "dialog of the export": { path: `session/${match.id}`, ready: '[data-action="play-best"]', make: (page) => page.keyboard.press("e"), made: "dialog[open]" },
  "mulligan": { path: `session/${opening.id}`, ready: '[data-action="mulligan"]' },
  "combat": { path: `session/${combat.id}`, ready: "[data-choice]" },
  "overlay's address": { path: "overlay", ready: "#address" },
  "session that is gone": { path: "session/s999", ready: ".missing" },
};

for (const [name, { path, ready, make, made }] of Object.entries(STATES)) {
  test(`the desk's ${name} can be used by everybody`, async () => {
    const page = await openPage(browser, `${daemon.address}/#/${path}`);
    await page.waitForSelector(ready);
    if (path === `session/${match.id}`) await page.waitForFunction(() => document.activeElement?.matches("[data-tile]"));
    await make?.(page);
    if (made) await page.waitForSelector(made);
    assert.deepEqual(await faults(page), []);
    await closePage(page);
  });
}

test("a running match at the desk can be read in every theme and palette", async () => {
  const page = await openPage(browser, `${daemon.address}/#/session/${match.id}`);
  await page.waitForSelector('[data-action="play-best"]');
  const found = new Set();
  for (const theme of THEMES) {
    for (const palette of PALETTES) {
      await page.locator("#header select[name=theme]").selectOption(theme);
      await page.locator("#header select[name=palette]").selectOption(palette);
      for (const end of GRADIENT_ENDS) {
        await dress(page, end);
        for (const fault of await faults(page, ["color-contrast"])) found.add(`${theme} ${palette}: ${fault}`);
      }
    }
  }
  assert.deepEqual([...found], []);
  await closePage(page);
});
