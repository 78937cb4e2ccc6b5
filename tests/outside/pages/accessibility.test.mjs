// axe finds no serious violation on the overlay, in any theme and palette.
//
// The overlay is transparent and the game behind it may be black or white, so contrast is
// checked over both. The theme glass is for dark games only, because it is nearly
// transparent. axe cannot check gradients, so both end colours are checked instead.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GRADIENT_ENDS, PALETTES, THEMES, dress, faults } from "./support/axe.mjs";
import { closePage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { openOverlay, shows } from "./support/overlay.mjs";
import { Combat, Match } from "./support/player.mjs";

const GAME_COLOURS = {
  night: ["#000", "#fff"],
  paper: ["#000", "#fff"],
  glass: ["#000", "#555"],
  contrast: ["#000", "#fff"],
};

const browser = await startBrowser();
const daemon = await Daemon.started();
const match = await Match.begin(daemon, "live", 401);
while (match.now.seq < 14 || match.now.sideToAct !== "you" || match.now.phase !== "play")
  assert.ok(await match.step());
const combat = await Combat.begin(daemon, 402);
await combat.step();

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
      await page.waitForSelector(".widget-advice .advice-move");
      await dress(page, `html { background: ${GAME_COLOURS[theme][0]} }`);
      const found = new Set(await faults(page));
      for (const palette of PALETTES) {
        await page.evaluate((chosen) => {
          const { classList } = document.documentElement;
          classList.remove(...[...classList].filter((word) => word.startsWith("palette-")));
          classList.add(`palette-${chosen}`);
        }, palette);
        for (const colour of GAME_COLOURS[theme]) {
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
