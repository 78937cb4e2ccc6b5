// axe finds no serious fault on the overlay, in any dress.
//
// An overlay has no background of its own: it lies over a game that may be black or
// white. So its contrasts are judged over both; glass lets so much through that it is
// for dark games only. Where a surface is a gradient, which axe cannot judge, both of
// its ends are.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GRADIENT_ENDS, PALETTES, THEMES, dress, faults } from "./support/axe.mjs";
import { closePage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { openOverlay, shows } from "./support/overlay.mjs";
import { Combat, Match } from "./support/player.mjs";

const GAMES = { night: ["#000", "#fff"], paper: ["#000", "#fff"], glass: ["#000", "#555"], contrast: ["#000", "#fff"] };

const browser = await startBrowser();
const daemon = await Daemon.started();
const match = await Match.begin(daemon, "live", 401);
while (match.now.seq < 14 || match.now.sideToAct !== "you" || match.now.phase !== "play") assert.ok(await match.step());
const combat = await Combat.begin(daemon, 402);
await combat.step();

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
