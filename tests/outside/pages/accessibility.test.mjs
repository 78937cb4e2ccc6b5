// axe finds no serious violation on the overlay, in any theme and palette.
//
// The overlay is transparent and the game behind it may be black or white, so contrast is
// checked over both, and over busy pictures. axe cannot check gradients, so both end colours
// are checked instead.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GRADIENT_ENDS, PALETTES, THEMES, dress, faults } from "./support/axe.mjs";
import { advised, closePage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { PICTURES, cut, faint, tooSmall } from "./support/legible.mjs";
import { openOverlay, shows } from "./support/overlay.mjs";
import { Combat, Match } from "./support/player.mjs";

const GAME_COLOURS = ["#000", "#fff"];

const browser = await startBrowser();
const daemon = await Daemon.started();
const match = await Match.begin(daemon, "live", 401);
while (match.now.seq < 14 || match.now.sideToAct !== "you" || match.now.phase !== "play")
  assert.ok(await match.step());
const combat = await Combat.begin(daemon, 402);
await combat.step();
const over = await Match.begin(daemon, "live", 403);
while (await over.step());
await daemon.ask("poll/open", { sessionId: match.id, reveal: "hand" });
await daemon.ask("poll/vote", { voter: "tifa", option: 1 });

for (const theme of THEMES) {
  for (const [name, session, seq, ends] of [
    ["match", match.id, match.now.seq, GRADIENT_ENDS],
    ["combat", combat.id, combat.now.seq, [""]],
  ]) {
    test(`the overlay of a ${name} in ${theme} has enough contrast in every palette`, async () => {
      const page = await openOverlay(browser, daemon, {
        session,
        audience: "player",
        theme,
        anim: 0,
      });
      await shows(page, session, seq);
      await advised(page);
      await dress(page, `html { background: ${GAME_COLOURS[0]} }`);
      const found = new Set(await faults(page));
      for (const palette of PALETTES) {
        await page.evaluate((chosen) => {
          const { classList } = document.documentElement;
          classList.remove(...[...classList].filter((word) => word.startsWith("palette-")));
          classList.add(`palette-${chosen}`);
        }, palette);
        for (const colour of GAME_COLOURS) {
          for (const end of ends) {
            await dress(page, `html { background: ${colour} !important } ${end}`);
            for (const fault of await faults(page, ["color-contrast"]))
              found.add(`${palette} over ${colour}: ${fault}`);
          }
        }
      }
      assert.deepEqual([...found], []);
      await closePage(page);
    });
  }
}

/** What a stream may show, with the selector that says that it is there. */
const STATES = {
  "a match with a poll": [{ session: match.id }, match, ".widget-poll"],
  "a match for the player": [{ session: match.id, audience: "player" }, match, ".advice-move"],
  "a strip": [
    { session: match.id, widgets: "strip", chance: 1, name: "A Streamer" },
    match,
    ".widget-strip .chance-line",
  ],
  "a result": [{ session: over.id }, over, ".result-line"],
  "a combat": [{ session: combat.id }, combat, ".foe"],
};

/** Opens an overlay over a window of this size. */
async function opened(name, more, size = [1920, 1080]) {
  const [parameters, game, ready] = STATES[name];
  const [width, height] = size;
  const page = await openOverlay(
    browser,
    daemon,
    { ...parameters, anim: 0, ...more },
    { context: { viewport: { width, height } } },
  );
  await shows(page, game.id, game.now.seq);
  await page.waitForSelector(ready);
  if (parameters.audience === "player") await advised(page);
  if (more.language) await page.waitForSelector(`html[lang="${more.language}"]`);
  return page;
}

for (const name of Object.keys(STATES)) {
  test(`the overlay of ${name} is legible over busy pictures and cuts nothing`, async () => {
    const ruler = await browser.newPage();
    const found = [];
    for (const theme of THEMES) {
      const page = await opened(name, { theme });
      found.push(...(await tooSmall(page, 20)), ...(await cut(page)));
      for (const [picture, paint] of Object.entries(PICTURES))
        for (const fault of await faint(page, ruler, paint))
          found.push(`${theme} over ${picture}: ${fault}`);
      found.push(...(await faults(page)).filter((fault) => !fault.startsWith("color-contrast")));
      await closePage(page);
    }
    // German words are longer.
    for (const size of [
      [1280, 720],
      [800, 600],
    ]) {
      const page = await opened(name, { language: "de" }, size);
      for (const fault of await cut(page)) found.push(`${size.join("×")}: ${fault}`);
      // 20 pixels at 1080p are so many here.
      found.push(...(await tooSmall(page, (20 * Math.min(size[1], 720)) / 1080)));
      await closePage(page);
    }
    assert.deepEqual(found, []);
    await ruler.close();
  });
}
