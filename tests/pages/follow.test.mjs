// The overlay follows a session and shows what the daemon says, after every turn.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { equalsSnapshot, openOverlay, sameDrawing, shows } from "./support/overlay.mjs";
import { Combat, Match } from "./support/player.mjs";

const browser = await startBrowser();
const daemon = await Daemon.started();
const PLAYER = { audience: "player" };

/** Plays to the end while a page follows; it must be right at every step. */
async function check(game, options) {
  const page = await openOverlay(browser, daemon, { ...PLAYER, session: game.id });
  await equalsSnapshot(page, daemon, game.id);
  let steps = 0;
  while (steps < 60 && (await game.step(options))) {
    steps += 1;
    await equalsSnapshot(page, daemon, game.id);
  }
  assert.ok(steps >= 5, `only ${steps} steps were played`);
  const fresh = await openOverlay(browser, daemon, { ...PLAYER, session: game.id });
  await shows(fresh, game.id, game.now.seq);
  await sameDrawing(page, fresh);
  await closePage(fresh);
  await closePage(page);
}

test("a simulated match is shown as it is after every turn", async () => {
  await check(await Match.begin(daemon, "simulated", 11));
});

test("a live match is shown as it is after every report", async () => {
  await check(await Match.begin(daemon, "live", 5));
});

test("steps back and boards that are set right are shown as they are", async () => {
  await check(await Match.begin(daemon, "live", 23), { corrections: true });
});

test("a Mage Knight combat is shown as it is after every action", async () => {
  await check(await Combat.begin(daemon, 3));
});

test("two pages on one session stay equal", async () => {
  const match = await Match.begin(daemon, "simulated", 31);
  const pages = [await openOverlay(browser, daemon, { session: match.id }), await openOverlay(browser, daemon)];
  for (let step = 0; step < 15 && (await match.step({ corrections: true })); step += 1) {
    for (const page of pages) await shows(page, match.id, match.now.seq);
    await sameDrawing(...pages);
  }
  for (const page of pages) await closePage(page);
});

test("a page that stalled for two hundred acts catches up", async () => {
  const match = await Match.begin(daemon, "simulated", 47);
  const page = await openOverlay(browser, daemon, { ...PLAYER, session: match.id });
  await equalsSnapshot(page, daemon, match.id);
  const tools = await page.context().newCDPSession(page);
  await tools.send("Debugger.enable");
  const paused = new Promise((resolve) => tools.once("Debugger.paused", resolve));
  await tools.send("Debugger.pause");
  // The pause begins with the next thing the page does: taking this.
  await match.step();
  await paused;
  const from = match.now.seq;
  while (match.now.seq < from + 200) {
    if (!(await match.step({ corrections: true }))) assert.ok(await match.take({ type: "undo", count: 2 }));
  }
  await tools.send("Debugger.resume");
  await tools.send("Debugger.disable");
  await equalsSnapshot(page, daemon, match.id);
  await closePage(page);
});
