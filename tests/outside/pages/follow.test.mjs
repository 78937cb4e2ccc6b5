// The overlay shows the same as the daemon's snapshot after every action.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { equalsSnapshot, openOverlay, sameDrawing, shows } from "./support/overlay.mjs";
import { Combat, Match } from "./support/player.mjs";

const browser = await startBrowser();
const daemon = await Daemon.started();
const PLAYER = { audience: "player" };

/** Plays to the end and compares the page with the snapshot after every step. */
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

test("the overlay of a simulated match equals the snapshot after every move", async () => {
  await check(await Match.begin(daemon, "simulated", 11));
});

test("the overlay of a live match equals the snapshot after every report", async () => {
  await check(await Match.begin(daemon, "live", 5));
});

test("the overlay equals the snapshot after undo and corrections", async () => {
  await check(await Match.begin(daemon, "live", 23), { corrections: true });
});

test("the overlay of a combat equals the snapshot after every action", async () => {
  await check(await Combat.begin(daemon, 3));
});

test("two overlays of one session stay equal", async () => {
  const match = await Match.begin(daemon, "simulated", 31);
  const pages = [
    await openOverlay(browser, daemon, { session: match.id }),
    await openOverlay(browser, daemon),
  ];
  for (let step = 0; step < 15 && (await match.step({ corrections: true })); step += 1) {
    for (const page of pages) await shows(page, match.id, match.now.seq);
    await sameDrawing(...pages);
  }
  for (const page of pages) await closePage(page);
});

test("an overlay that was paused for two hundred actions catches up", async () => {
  const match = await Match.begin(daemon, "simulated", 47);
  const page = await openOverlay(browser, daemon, { ...PLAYER, session: match.id });
  await equalsSnapshot(page, daemon, match.id);
  const tools = await page.context().newCDPSession(page);
  await tools.send("Debugger.enable");
  const paused = new Promise((resolve) => tools.once("Debugger.paused", resolve));
  await tools.send("Debugger.pause");
  // The page pauses when it runs the next script, which is for this update.
  await match.step();
  await paused;
  const from = match.now.seq;
  while (match.now.seq < from + 200) {
    if (!(await match.step({ corrections: true })))
      assert.ok(await match.take({ type: "undo", count: 2 }));
  }
  await tools.send("Debugger.resume");
  await tools.send("Debugger.disable");
  await equalsSnapshot(page, daemon, match.id);
  await closePage(page);
});
