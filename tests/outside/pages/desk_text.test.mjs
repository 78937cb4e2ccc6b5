// The desk's editor for match texts: marks, suggestions, the board of the line, an analysis.

import assert from "node:assert/strict";
import { test } from "node:test";

import { faults } from "./support/axe.mjs";
import { closePage, eventually, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { Desk } from "./support/desk.mjs";

const browser = await startBrowser();
const daemon = await Daemon.started();

test("a match is typed with marks, suggestions and the board of the line", async () => {
  const desk = await Desk.open(browser, daemon, { path: "text" });
  const { page } = desk;
  await page.locator("#match-text").click();
  await desk.type("you play Crawlr MID-1");
  await page.waitForSelector('.text-faults [data-code="unknownCard"]');
  await page.waitForSelector('.text-gutter [data-mark="fault"]');
  await page.locator("#match-text").fill("you play Crawler ");
  await page.locator('[data-item="MID-1"]').click();
  await eventually(page, async () => {
    assert.equal(await page.locator("#match-text").inputValue(), "you play Crawler MID-1 ");
    assert.match((await page.locator(".text-board").textContent()) ?? "", /Crawler/u);
    // The marks come by themselves, before or after the board.
    assert.equal(await page.locator(".text-faults li").count(), 0);
  });
  await page.locator('[data-action="format-text"]').click();
  await eventually(page, async () =>
    assert.equal(await page.locator("#match-text").inputValue(), "you play Crawler MID-1\n"),
  );
  assert.deepEqual(await faults(page), []);
  await page.locator('[data-action="open-text"]').click();
  await page.waitForSelector("#board");
  const id = new URL(page.url()).hash.split("/").at(-1);
  const { mode, seq } = await daemon.ask("session/get", { sessionId: id });
  assert.deepEqual([mode, seq], ["analysis", 1]);
  await closePage(page);
});

test("the editor is loaded only when it is opened", async () => {
  const loaded = [];
  const prepare = (page) => page.on("request", (request) => loaded.push(request.url()));
  const desk = await Desk.open(browser, daemon, { prepare });
  await desk.page.waitForSelector('[data-nav="text"]');
  assert.equal(loaded.filter((address) => address.includes("match_text")).length, 0);
  await desk.page.locator('[data-nav="text"]').click();
  await desk.page.waitForSelector("#match-text");
  assert.ok(loaded.some((address) => address.includes("match_text.js")));
  await closePage(desk.page);
});
