// axe finds no serious violation on any page and dialog of the desk.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GRADIENT_ENDS, PALETTES, THEMES, dress, faults } from "./support/axe.mjs";
import { advised, closePage, openPage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { Combat, Match } from "./support/player.mjs";

const browser = await startBrowser();
const daemon = await Daemon.started();
const match = await Match.begin(daemon, "live", 401);
while (match.now.seq < 14 || match.now.sideToAct !== "you" || match.now.phase !== "play")
  assert.ok(await match.step());
const combat = await Combat.begin(daemon, 402);
await combat.step();
const opening = await Match.begin(daemon, "live", 403);
const enemysTurn = await Match.begin(daemon, "live", 404);
while (!(enemysTurn.now.sideToAct === "enemy" && enemysTurn.now.phase === "play"))
  assert.ok(await enemysTurn.step());

/** States of the desk: an address, a selector to wait for, and a step to take from there. */
const STATES = {
  "start page": { path: "", ready: '[data-action="create"]' },
  "list of sessions": { path: "", ready: ".session-list .listed" },
  "form of a simulated match": {
    path: "",
    ready: '[data-action="create"]',
    make: (page) => page.locator('input[name=kind][value="Simulated"]').check(),
  },
  "form of a position": {
    path: "",
    ready: '[data-action="create"]',
    make: (page) => page.locator('[data-way="Analysis"]').click(),
    made: "#new-enemyHand",
  },
  "form with faults in a deck": {
    path: "",
    ready: '[data-action="create"]',
    make: async (page) => {
      await page.locator("#new-youDeck").fill("2 Crawlr\n1 Mu");
      await page.locator("#new-hand").focus();
    },
    made: ".faults",
  },
  "card that is explained": {
    path: `session/${match.id}`,
    ready: '[data-action="play-best"]',
    make: (page) => page.hover('[data-hand="0"]'),
    made: "#popover:not([hidden])",
  },
  "dialog of a deck": {
    path: `session/${match.id}`,
    ready: '[data-action="fix-deck"]',
    make: (page) => page.locator('[data-action="fix-deck"]').click(),
    made: "dialog[open]",
  },
  "line of a position": {
    path: `session/${match.id}`,
    ready: '[data-action="share"]',
    make: (page) => page.locator('[data-action="share"]').click(),
    made: "dialog[open]",
  },
  "hidden advice": {
    path: `session/${match.id}`,
    ready: '[data-action="play-best"]',
    make: (page) => page.locator("input[name=guess]").check(),
    made: '[data-action="reveal"]',
  },
  "list of the likeliest cards": {
    path: `session/${enemysTurn.id}`,
    ready: '#board[data-due="enemy"]',
    make: (page) => page.locator('[data-tile="MID-5"]').click(),
    made: "#finder-list:not([hidden])",
  },
  "form of a combat": {
    path: "",
    ready: '[data-action="create"]',
    make: (page) => page.locator('input[name=kind][value="Combat"]').check(),
  },
  "form of an import": {
    path: "",
    ready: '[data-action="create"]',
    make: (page) => page.locator('input[name=kind][value="Import"]').check(),
  },
  "match that runs": { path: `session/${match.id}`, ready: '[data-action="play-best"]' },
  "match with a chosen card": {
    path: `session/${match.id}`,
    ready: '[data-action="play-best"]',
    make: (page) => page.keyboard.press("1"),
    made: ".tile-legal, .tile-illegal",
  },
  "question whether to pass": {
    path: `session/${match.id}`,
    ready: '[data-action="play-best"]',
    make: (page) => page.keyboard.press("p"),
    made: '[data-action="confirm-pass"]',
  },
  "match in the past": {
    path: `session/${match.id}`,
    ready: '[data-action="play-best"]',
    make: (page) => page.keyboard.press("["),
    made: '#board[data-due="past"]',
  },
  "dialog of the keys": {
    path: `session/${match.id}`,
    ready: '[data-action="play-best"]',
    make: (page) => page.keyboard.press("?"),
    made: "dialog[open]",
  },
  "dialog of the hand": {
    path: `session/${match.id}`,
    ready: '[data-action="play-best"]',
    make: (page) => page.keyboard.press("h"),
    made: "dialog[open]",
  },
  "dialog of a tile": {
    path: `session/${match.id}`,
    ready: '[data-action="play-best"]',
    make: (page) => page.keyboard.press("f"),
    made: "dialog[open]",
  },
  "dialog of the export": {
    path: `session/${match.id}`,
    ready: '[data-action="play-best"]',
    make: (page) => page.keyboard.press("e"),
    made: "dialog[open]",
  },
  mulligan: { path: `session/${opening.id}`, ready: '[data-action="mulligan"]' },
  combat: { path: `session/${combat.id}`, ready: "[data-choice]" },
  "overlay's address": { path: "overlay", ready: "#address" },
  "places of the widgets": {
    path: "overlay",
    ready: ".places summary",
    make: async (page) => {
      await page.locator(".places summary").click();
      await page.locator(".own-address summary").click();
      await page.locator("input[name=placed][value=board]").check();
    },
    made: "[data-place=board] input[name=opacity]",
  },
  "poll of the viewers": {
    path: "overlay",
    ready: '[data-action="poll-open"]',
    // The page asks about the match on air.
    make: async () => {
      await daemon.look({ session: match.id });
      await daemon.ask("poll/open", { sessionId: match.id, reveal: "hand" });
    },
    made: ".poll-rows",
  },
  "session that is gone": { path: "session/s999", ready: ".missing" },
};

for (const [name, { path, ready, make, made }] of Object.entries(STATES)) {
  test(`the desk's ${name} is accessible`, async () => {
    const page = await openPage(browser, `${daemon.address}/#/${path}`);
    await page.waitForSelector(ready);
    if (path === `session/${match.id}`) {
      await advised(page);
      await page.waitForFunction(() => document.activeElement?.matches("[data-tile]"));
    }
    await make?.(page);
    if (made) await page.waitForSelector(made);
    assert.deepEqual(await faults(page), []);
    await closePage(page);
  });
}

test("a running match at the desk has enough contrast in every theme and palette", async () => {
  const page = await openPage(browser, `${daemon.address}/#/session/${match.id}`);
  await page.waitForSelector('[data-action="play-best"]');
  const found = new Set();
  for (const theme of THEMES) {
    for (const palette of PALETTES) {
      await page.locator("#header select[name=theme]").selectOption(theme);
      await page.locator("#header select[name=palette]").selectOption(palette);
      for (const end of GRADIENT_ENDS) {
        await dress(page, end);
        for (const fault of await faults(page, ["color-contrast"]))
          found.add(`${theme} ${palette}: ${fault}`);
      }
    }
  }
  assert.deepEqual([...found], []);
  await closePage(page);
});
