// Every page of the desk fits a phone, in both languages, and the header fits one line.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, drawn, openPage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { Combat, Match } from "./support/player.mjs";

const PHONE = { width: 390, height: 844 };

const browser = await startBrowser();
const daemon = await Daemon.started();
const match = await Match.begin(daemon, "live", 590);
while (match.now.seq < 10 || match.now.sideToAct !== "you" || match.now.phase !== "play")
  assert.ok(await match.step());
const opening = await Match.begin(daemon, "live", 591);
const over = await Match.begin(daemon, "live", 592);
while (await over.step());
const combat = await Combat.begin(daemon, 593);

/** An address of the desk, and what is there once it is drawn. */
const PAGES = {
  "start page": ["", ".session-list .listed"],
  match: [`session/${match.id}`, ".widget-course"],
  mulligan: [`session/${opening.id}`, '[data-action="mulligan"]'],
  "match that is over": [`session/${over.id}`, '[data-action="review"]'],
  combat: [`session/${combat.id}`, "[data-choice]"],
  "page for overlays": ["overlay", ".preview-layer"],
  "page to learn": ["learn", '[data-action="review-all"]'],
  "page of puzzles": ["puzzles/p001", "#puzzle-board"],
  "editor of texts": ["text", "#match-text"],
};

/** Buttons, links, fields and texts of which a part is beside the page. */
function beside(page) {
  return page.evaluate(() => {
    const most = document.documentElement.clientWidth;
    const found = document.documentElement.scrollWidth > most ? ["the page can be scrolled"] : [];
    for (const element of document.querySelectorAll(
      "button, a, input, select, textarea, p, h1, h2",
    )) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 0 && !element.closest(".for-readers") && (left < -1 || right > most + 1))
        found.push(element.outerHTML.slice(0, 120));
    }
    return found;
  });
}

for (const [name, [path, ready]] of Object.entries(PAGES)) {
  test(`the desk's ${name} fits a phone, in English and in German`, async () => {
    for (const locale of ["en-GB", "de-DE"]) {
      const page = await openPage(browser, `${daemon.address}/#/${path}`, {
        context: { viewport: PHONE, locale },
      });
      await page.waitForSelector(`html[lang="${locale.slice(0, 2)}"]`);
      await page.waitForSelector(ready);
      await drawn(page);
      assert.deepEqual(await beside(page), [], locale);
      await closePage(page);
    }
  });
}

test("the header fits one line of a small screen", async () => {
  for (const locale of ["en-GB", "de-DE"]) {
    const page = await openPage(browser, `${daemon.address}/#/session/${match.id}`, {
      context: { viewport: { width: 1280, height: 800 }, locale },
    });
    await page.waitForSelector(`html[lang="${locale.slice(0, 2)}"]`);
    await page.waitForSelector('[data-nav="session"]');
    await page.waitForSelector("#board");
    await drawn(page);
    const tops = await page.locator(".header-inside > *").evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return Math.round((top + height / 2) / 20);
      }),
    );
    assert.equal(new Set(tops).size, 1, `${locale}: ${tops}`);
    await closePage(page);
  }
});
