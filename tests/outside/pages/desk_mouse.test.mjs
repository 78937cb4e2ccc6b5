// Everything by mouse as well as by keyboard, in few clicks and keys; cards explain themselves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { advised, closePage, eventually, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { Desk } from "./support/desk.mjs";
import { Match } from "./support/player.mjs";

const MOST_CLICKS = 6;
const MOST_KEYS = 12;

const browser = await startBrowser();
const daemon = await Daemon.started();
const names = new Map((await daemon.ask("cards/list")).cards.map(({ id, name }) => [id, name]));

/** A live match in which your draw is due, so that a round begins. */
async function roundBegins(seed) {
  const match = await Match.begin(daemon, "live", seed);
  while (match.now.phase !== "draw") assert.ok(await match.step());
  return match;
}

test(`a round is reported with at most ${MOST_CLICKS} clicks`, async () => {
  const match = await roundBegins(540);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  let clicks = 0;
  const click = async (selector) => {
    clicks += 1;
    await page.locator(selector).first().click();
  };
  await desk.reaches(match.now.seq, "draw");
  await click("[data-left]");
  await desk.reaches(match.now.seq + 1, "you");
  const { actions } = await daemon.ask("match/actions", { sessionId: match.id });
  const play = actions.find(({ action }) => action.type === "play");
  assert.ok(play, "the match has no play for this test");
  await click(`[data-hand][data-card="${play.action.card}"]`);
  await page.waitForSelector(`[data-tile="${play.action.tile}"].tile-legal`);
  await click(`[data-tile="${play.action.tile}"]`);
  await desk.reaches(match.now.seq + 2, "enemy");
  // The enemy's tile offers what may lie there, the likeliest first.
  const tile = (await desk.snapshot()).board.tiles.find(
    ({ owner, card, rank }) => owner === "enemy" && !card && rank > 0,
  ).tile;
  await click(`[data-tile="${tile}"]`);
  await page.waitForSelector("#finder-list [data-card]");
  await eventually(page, async () => {
    const offered = await page
      .locator("#finder-list [data-card]")
      .evaluateAll((all) => all.map((one) => one.dataset.card));
    const legal = await daemon.ask("match/actions", {
      sessionId: match.id,
      side: "enemy",
      cards: offered,
    });
    const there = new Set(
      legal.actions.flatMap(({ action }) => (action.tile === tile ? [action.card] : [])),
    );
    assert.deepEqual(
      offered.filter((card) => !there.has(card)),
      [],
      "only legal cards are offered",
    );
  });
  await click("#finder-list [data-card]");
  await desk.reaches(match.now.seq + 3);
  assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
  await closePage(page);
});

test(`a round is reported with at most ${MOST_KEYS} keys`, async () => {
  const match = await roundBegins(541);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  let keys = 0;
  const press = async (...list) => {
    keys += list.length;
    await desk.press(...list);
  };
  /** Three letters and Enter, or more letters where three fit several cards. */
  const find = async (id) => {
    await desk.focusComes("#finder");
    await press(...names.get(id).slice(0, 3).toLowerCase());
    await eventually(page, async () =>
      assert.equal(await page.getAttribute('#finder-list [aria-selected="true"]', "data-card"), id),
    );
    await press("Enter");
  };
  await desk.reaches(match.now.seq, "draw");
  await page.waitForSelector("[data-left]");
  await find(await page.getAttribute("[data-left]", "data-left"));
  await desk.reaches(match.now.seq + 1, "you");
  const { actions } = await daemon.ask("match/actions", { sessionId: match.id });
  const { card, tile } = actions.find(({ action }) => action.type === "play").action;
  const { you } = await desk.snapshot();
  await desk.focusComes("[data-tile]");
  await press(String(you.hand.findIndex(({ id }) => id === card) + 1));
  await page.waitForSelector(`[data-tile="${tile}"].tile-legal .lit-mark`);
  await press(await page.textContent(`[data-tile="${tile}"] .lit-mark`));
  await desk.reaches(match.now.seq + 2, "enemy");
  await desk.focusComes("[data-tile]");
  await press("d");
  // The first enemy card that three letters find.
  const legal = await daemon.ask("match/actions", {
    sessionId: match.id,
    side: "enemy",
    cards: [...new Set(match.enemyDeck)],
  });
  const enemys = legal.actions.find(({ action }) => action.type === "play").action.card;
  await find(enemys);
  await page.waitForSelector(".tile-legal .lit-mark");
  await press("1");
  await desk.reaches(match.now.seq + 3);
  assert.ok(keys <= MOST_KEYS, `${keys} keys`);
  await closePage(page);
});

test("a card that the enemy may hold can be clicked", async () => {
  const match = await Match.begin(daemon, "live", 542);
  while (!(match.now.sideToAct === "enemy" && match.now.phase === "play"))
    assert.ok(await match.step());
  const desk = await Desk.openSession(browser, daemon, match.id);
  await desk.reaches(match.now.seq, "enemy");
  await desk.page.locator("[data-held]").first().click();
  await desk.page.waitForSelector(".tile-legal, .tile-illegal");
  await closePage(desk.page);
});

test("a chosen card shows on a tile what it would do there, and nothing is played", async () => {
  const match = await Match.begin(daemon, "live", 543);
  while (match.now.seq < 4 || match.now.sideToAct !== "you" || match.now.phase !== "play")
    assert.ok(await match.step());
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await desk.reaches(match.now.seq, "you");
  const { actions } = await daemon.ask("match/actions", { sessionId: match.id });
  const { action } = actions.find((one) => one.action.type === "play");
  await page.locator(`[data-hand][data-card="${action.card}"]`).first().click();
  await page.waitForSelector(`[data-tile="${action.tile}"].tile-legal`);
  await page.hover(`[data-tile="${action.tile}"]`);
  const after = await daemon.ask("match/preview", { sessionId: match.id, action });
  await page.waitForSelector(".tile-changed");
  await eventually(page, async () => {
    const shown = await page.evaluate(() => ({
      names: [...document.querySelectorAll("#board [data-tile]")].map(
        (tile) => tile.querySelector(".card-name")?.textContent ?? null,
      ),
      lanes: [...document.querySelectorAll("#board .medallion")].map((one) =>
        Number(one.textContent),
      ),
    }));
    assert.deepEqual(shown, {
      names: after.board.tiles.map(({ card }) => card?.name ?? null),
      lanes: after.score.lanes.flatMap(({ powerYou, powerEnemy }) => [powerYou, powerEnemy]),
    });
  });
  await desk.press("Escape");
  assert.equal((await desk.snapshot()).seq, match.now.seq);
  await page.waitForSelector(".tile-changed", { state: "detached" });
  await closePage(page);
});

test("a card explains itself to the mouse and to the key I", async () => {
  const match = await Match.begin(daemon, "live", 544);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  const card = await daemon.ask("cards/get", { card: match.now.you.hand[0].id });
  const drawn = (square) => page.locator(`#popover .square-${square}`).count();
  const check = async () => {
    await page.waitForSelector("#popover:not([hidden])");
    const text = await page.textContent("#popover");
    for (const part of [card.name, String(card.power), ...card.abilities])
      assert.ok(text.includes(part), part);
    const squares = (kind) => card.range.filter((square) => square.endsWith(kind)).length;
    assert.deepEqual(
      [await drawn("P"), await drawn("E"), await drawn("X"), await drawn("card")],
      [squares("P"), squares("E"), squares("X"), 1],
    );
  };
  // What comes later may move the hand away from the mouse.
  await page.waitForSelector(".mulligan-advice");
  await page.hover('[data-hand="0"]');
  await check();
  await page.mouse.move(2, 2);
  await page.waitForSelector("#popover", { state: "hidden" });
  await desk.tabTo('[data-hand="0"]');
  await desk.press("i");
  await check();
  await desk.press("Escape");
  await page.waitForSelector("#popover", { state: "hidden" });
  await closePage(page);
});

test("Ctrl+Z and Ctrl+Y undo and redo, also from an empty field", async () => {
  const match = await roundBegins(545);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  const { seq, position } = match.now;
  await desk.reaches(seq, "draw");
  await desk.focusComes("#finder");
  await desk.press("Control+z");
  await desk.reaches(seq + 1);
  assert.notEqual((await desk.snapshot()).position, position);
  await page.waitForSelector('[data-action="redo"]');
  await desk.press("Control+y");
  await desk.reaches(seq + 2, "draw");
  assert.equal((await desk.snapshot()).position, position);
  // With text in the field Ctrl+Z is about the text.
  await desk.focusComes("#finder");
  await desk.type("cr");
  await desk.press("Control+z");
  assert.equal((await desk.snapshot()).seq, seq + 2);
  await closePage(page);
});

test("the enemy's last play is marked", async () => {
  const match = await Match.begin(daemon, "live", 546);
  let last = null;
  while (!(last && match.now.sideToAct === "you" && match.now.phase === "play")) {
    assert.ok(await match.step());
    const { entries } = await daemon.ask("session/history", { sessionId: match.id });
    const move = entries.findLast(({ side, action }) => side === "enemy" && action !== "mulligan");
    last = move?.action === "play" ? move.tile : null;
  }
  const desk = await Desk.openSession(browser, daemon, match.id);
  await desk.page.waitForSelector(`[data-tile="${last}"].tile-last`);
  assert.equal(await desk.page.locator(".tile-last").count(), 1);
  await closePage(desk.page);
});

test("an alternative is shown on the board before it is played", async () => {
  const match = await Match.begin(daemon, "live", 547);
  while (match.now.seq < 4 || match.now.sideToAct !== "you" || match.now.phase !== "play")
    assert.ok(await match.step());
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await desk.reaches(match.now.seq, "you");
  await advised(page);
  const move = page.locator("[data-move]").filter({ hasText: " to " }).first();
  const label = await move.locator("span").first().textContent();
  await move.click();
  const tile = label.split(" to ").at(-1);
  await desk.focusComes(`[data-tile="${tile}"]`);
  assert.equal((await desk.snapshot()).seq, match.now.seq, "nothing was played");
  await desk.press("Enter");
  await desk.reaches(match.now.seq + 1, "enemy");
  await closePage(page);
});
