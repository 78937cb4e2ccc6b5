// The overlay shows the same as the daemon's snapshot after every action.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, eventually, startBrowser } from "./support/browser.mjs";
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

test("the strip follows a match, and at the end a card has the result and its review", async () => {
  const match = await Match.begin(daemon, "live", 37, {
    you: { name: "Marle" },
    enemy: { tag: "Chadley" },
  });
  const card = (await daemon.ask("cards/get", { card: "019" })).names.ja;
  const strip = await openOverlay(browser, daemon, {
    session: match.id,
    widgets: "strip",
    language: "ja",
  });
  await daemon.act(match.id, { type: "setHand", cards: ["019", "001", "002", "007", "021"] });
  await daemon.act(match.id, { type: "play", card: "019", tile: "MID-1" });
  await eventually(strip, async () => {
    assert.equal(await strip.textContent(".strip-side.side-you .score-name"), "Marle");
    assert.match(await strip.textContent(".strip-line.side-you"), new RegExp(`Marle.*${card}`));
    assert.ok(await strip.locator(".strip-line.side-enemy .number").count());
  });
  await closePage(strip);
  const page = await openOverlay(browser, daemon, { session: match.id, language: "de" });
  await page.waitForSelector(".widget-threat");
  await daemon.act(match.id, { type: "pass", side: "enemy" });
  await daemon.act(match.id, { type: "draw", card: "008" });
  await daemon.act(match.id, { type: "pass", side: "you" });
  await page.waitForSelector(".widget-result .result-line");
  await page.waitForSelector('html[lang="de"]');
  await eventually(page, async () => {
    assert.equal(await page.textContent(".result-who"), "Marle gewinnt");
    assert.match(await page.textContent(".result-line"), /^Genauigkeit \d+ %/);
  });
  assert.equal(await page.locator(".widget-threat, .ghost, .arrow").count(), 0);
  await closePage(page);
});

test("two overlays of one session stay equal", async () => {
  const match = await Match.begin(daemon, "live", 31);
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
