// The start page: what this is, decks as people write them, what is remembered, and
// positions to look at.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, eventually, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { Desk } from "./support/desk.mjs";
import { Match } from "./support/player.mjs";

const browser = await startBrowser();
const daemon = await Daemon.started();

/** A shipped deck as people write it down. */
async function writtenDeck(tag) {
  const { cards } = await daemon.ask("decks/get", { tag });
  const counts = new Map();
  for (const { name } of cards) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, copies]) => `${copies} ${name}`);
}

const listed = async (id) =>
  (await daemon.ask("session/list")).sessions.find(({ sessionId }) => sessionId === id);

test("the first page says what this is, and a board moves until it is paused", async () => {
  const { page } = await Desk.open(browser, daemon);
  await page.waitForSelector(".demo .board");
  assert.match(await page.textContent(".first"), /coach/i);
  assert.equal(await page.locator("[data-way]").count(), 3);
  const first = await page.textContent(".demo figcaption span");
  await eventually(page, async () =>
    assert.notEqual(await page.textContent(".demo figcaption span"), first),
  );
  await page.locator('[data-action="demo-toggle"]').click();
  await page.locator('[data-way="Analysis"]').click();
  await page.waitForSelector("#new-position");
  await closePage(page);
});

test("a deck as people write it begins a match by the console's rules, and both are remembered", async () => {
  const { page } = await Desk.open(browser, daemon);
  await page.waitForSelector("#new-youDeck");
  await page.locator("#new-youDeck").fill((await writtenDeck("grave-robbers")).join("\n"));
  await page.locator("#new-enemyTag").fill("Chadley");
  await page.locator('[data-action="create"]').click();
  await page.waitForSelector("#board");
  const id = new URL(page.url()).hash.split("/").at(-1);
  const { rules, enemy } = await daemon.ask("session/get", { sessionId: id });
  assert.deepEqual({ rules, tag: enemy.tag }, { rules: "rebirth", tag: "Chadley" });
  const { content } = await daemon.ask("session/export", { sessionId: id, format: "text" });
  const { code } = await daemon.ask("decks/get", { tag: "grave-robbers" });
  const typed = content.match(/^you deck (.*)$/m)[1];
  assert.equal((await daemon.ask("decks/validate", { cards: typed })).code, code);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${daemon.address}/#/`);
  await page.reload();
  await page.waitForSelector("#new-youDeck");
  assert.match(await page.inputValue("#new-youDeck"), /^\d \w/);
  assert.equal(await page.inputValue("#new-enemyTag"), "Chadley");
  // The rules are listed once the daemon has named them.
  await eventually(page, async () =>
    assert.equal(await page.inputValue("#new-liveRules"), "rebirth"),
  );
  await closePage(page);
});

test("faults of a deck are said once, with their lines", async () => {
  const { page } = await Desk.open(browser, daemon);
  await page.waitForSelector("#new-youDeck");
  await page.locator("#new-youDeck").fill("2 Security Officer\n2 Crawlr\n1 Levrikn");
  await page.locator("#new-hand").focus();
  await page.waitForSelector(".faults");
  const said = await page.locator(".faults li").allTextContents();
  assert.equal(said.length, 2);
  assert.match(said[0], /^Line 2: .*Crawlr/);
  assert.match(said[1], /^Line 3: .*Levrikn/);
  await page.locator('[data-action="create"]').click();
  await page.waitForSelector(".refusal");
  const text = await page.textContent(".new");
  assert.equal(text.split("Line 2:").length - 1, 1);
  await closePage(page);
});

test("an empty form begins nothing", async () => {
  const before = (await daemon.ask("session/list")).sessions.length;
  const { page } = await Desk.open(browser, daemon);
  await page.waitForSelector("#new-youDeck");
  await page.locator('[data-action="create"]').click();
  await page.waitForSelector('#new-youDeck[aria-invalid="true"]');
  assert.equal((await daemon.ask("session/list")).sessions.length, before);
  await closePage(page);
});

test("what was refused is no longer said when its field has changed", async () => {
  const { page } = await Desk.open(browser, daemon);
  await page.waitForSelector("#new-youDeck");
  await page.locator('[data-action="create"]').click();
  await page.waitForSelector('#new-youDeck[aria-invalid="true"]');
  await page.locator("#new-youDeck").fill("grave-robbers");
  await page.waitForSelector('#new-youDeck:not([aria-invalid="true"])');
  assert.equal(await page.locator(".new .refusal, .new .refusal-hint").count(), 0);
  await closePage(page);
});

test("the opening hand of the form has cards of the deck only, each as often as the deck", async () => {
  const { page } = await Desk.open(browser, daemon);
  await page.waitForSelector("#new-youDeck");
  const lines = await writtenDeck("grave-robbers");
  await page.locator("#new-youDeck").fill(lines.join("\n"));
  await page.locator("#new-hand").click();
  await page.waitForSelector("#new-hand-list [data-card]");
  const offered = () => page.locator("#new-hand-list .found-name").allTextContents();
  const names = lines.map((line) => line.replace(/^\d /, ""));
  await eventually(page, async () =>
    assert.deepEqual((await offered()).toSorted(), names.toSorted()),
  );
  const single = lines.find((line) => line.startsWith("1 ")).slice(2);
  await page.locator("#new-hand-list .found-name", { hasText: single }).click();
  await page.waitForSelector(".chip");
  await page.locator("#new-hand").fill(single);
  await page.locator("#new-hand").press("Enter");
  await page.waitForSelector("#new-hand-refusal");
  assert.equal(await page.locator(".chip").count(), 1);
  await closePage(page);
});

test("the list of matches follows a match", async () => {
  const match = await Match.begin(daemon, "live", 585);
  const { page } = await Desk.open(browser, daemon);
  const turn = () => page.textContent(`[data-session="${match.id}"]`);
  await eventually(page, async () => assert.match(await turn(), /turn 1 /));
  while (match.now.turn < 3) assert.ok(await match.step());
  await eventually(page, async () => assert.match(await turn(), /turn 3 /));
  await closePage(page);
});

test("a deck is kept under a name and forgotten again", async () => {
  const { page } = await Desk.open(browser, daemon);
  await page.waitForSelector("#new-youDeck");
  const lines = await writtenDeck("grave-robbers");
  // One card more and one less than the shipped deck, so that it is another one.
  const other = (await writtenDeck("field-medics"))[0].replace(/^\d/, "1");
  const changed = [lines[0].replace(/^2/, "1"), ...lines.slice(1)];
  if (changed[0] !== lines[0]) changed.push(other);
  await page.locator("#new-youDeck").fill(changed.join("\n"));
  await page.locator("#new-hand").focus();
  await page.locator("#save-deck-name").fill("My Own");
  await page.locator('[data-action="keep-deck"]').click();
  await page.waitForSelector('[data-action="forget-deck"]');
  const own = (await daemon.ask("decks/list")).decks.filter((deck) => deck.own);
  assert.deepEqual(
    own.map(({ tag, name }) => ({ tag, name })),
    [{ tag: "my-own", name: "My Own" }],
  );
  await page.locator('[data-action="forget-deck"]').click();
  await eventually(page, async () =>
    assert.equal((await daemon.ask("decks/list")).decks.filter((deck) => deck.own).length, 0),
  );
  await closePage(page);
});

test("closing a running match is asked for, and can be undone", async () => {
  const match = await Match.begin(daemon, "live", 580);
  const { page } = await Desk.open(browser, daemon);
  const button = (action) => page.locator(`[data-session="${match.id}"] [data-action="${action}"]`);
  await button("close").click();
  assert.equal((await listed(match.id)).closed, false);
  await button("close").click();
  await button("reopen").waitFor();
  assert.equal((await listed(match.id)).closed, true);
  await button("reopen").click();
  await button("close").waitFor();
  assert.equal((await listed(match.id)).closed, false);
  await closePage(page);
});

test("an import and an analysis do not go on air by themselves", async () => {
  const match = await Match.begin(daemon, "live", 581);
  await match.step();
  const { content } = await daemon.ask("session/export", { sessionId: match.id, format: "text" });
  const { page } = await Desk.open(browser, daemon);
  await page.waitForSelector(`[data-session="${match.id}"] .on-air`);
  const imported = (await daemon.ask("session/import", { content })).sessionId;
  const analysis = await daemon.create({ mode: "analysis" });
  await page.waitForSelector(`[data-session="${analysis}"]`);
  await page.waitForSelector(`[data-session="${match.id}"] .on-air`);
  for (const id of [imported, analysis])
    assert.equal(await page.locator(`[data-session="${id}"] .on-air`).count(), 0);
  await closePage(page);
});

test("a position is shared as one line and opened with both hands", async () => {
  const match = await Match.begin(daemon, "simulated", 582);
  while (match.now.seq < 6) assert.ok(await match.step());
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await page.locator('[data-action="share"]').click();
  await page.waitForSelector("#shared");
  const line = await page.inputValue("#shared");
  assert.ok(!line.includes("\n"));
  await desk.press("Escape");
  await page.goto(`${daemon.address}/#/`);
  await page.locator('[data-way="Analysis"]').click();
  await page.locator("#new-position").fill(line);
  await page.locator('[data-action="create"]').click();
  await page.waitForSelector("#board");
  const id = new URL(page.url()).hash.split("/").at(-1);
  const opened = await daemon.ask("session/get", { sessionId: id });
  const kept = ({ position, you, enemy }) => ({ position, you: you.hand, enemy: enemy.hand });
  assert.equal(opened.mode, "analysis");
  assert.deepEqual(kept(opened), kept(match.now));
  await closePage(page);
});

test("a position knows the enemy's hand that was entered, and has no rematch when it is over", async () => {
  const id = await daemon.create({
    mode: "analysis",
    you: { hand: ["Crawler"] },
    enemy: { hand: ["Levrikon"] },
  });
  const desk = await Desk.openSession(browser, daemon, id);
  const { page } = desk;
  const held = () => page.locator(".widget-enemy .odds-card").allTextContents();
  await eventually(page, async () => assert.deepEqual(await held(), ["Levrikon100 %"]));
  for (const side of ["you", "enemy"]) await daemon.act(id, { type: "pass", side });
  await desk.reaches(2, "over");
  await eventually(page, async () => assert.deepEqual(await held(), []));
  assert.doesNotMatch(await page.textContent("#banner"), /rematch/i);
  await closePage(page);
});

test("a wrong deck is mended in the match, and several tiles with their power at once", async () => {
  const match = await Match.begin(daemon, "live", 583, { enemy: { tag: "Chadley" } });
  while (match.now.seq < 3) assert.ok(await match.step());
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await desk.reaches(match.now.seq);
  await page.locator('[data-action="fix-deck"]').click();
  await page.locator("dialog select[name=deckSide]").selectOption("enemy");
  await page.locator("#fix-deck").fill(match.enemyDeck.join("\n"));
  await page.locator('[data-action="save-deck"]').click();
  await desk.reaches(match.now.seq + 1);
  const { deck } = await daemon.ask("observation/get", { sessionId: match.id });
  assert.equal(deck.mode, "known");
  await page.waitForSelector("dialog:not([open])", { state: "attached" });
  await page.locator('[data-action="fix-tile"]').click();
  const { power: printed } = await daemon.ask("cards/get", { card: "Mu" });
  const field = page.locator("dialog input[name=power]");
  for (const [tile, power] of [
    ["TOP-3", "7"],
    ["BOT-3", "4"],
  ]) {
    await page.locator("dialog select[name=tile]").selectOption(tile);
    await page.locator("dialog select[name=owner]").selectOption("you");
    await page.locator("dialog select[name=rank]").selectOption("1");
    await page.locator("dialog select[name=side]").selectOption("you");
    await page.locator("#fix-tile-card").fill("Mu");
    await page.locator("#fix-tile-card").press("Enter");
    // The card's own power is drawn in the next frame.
    await eventually(page, async () => assert.equal(await field.inputValue(), String(printed)));
    await field.fill(power);
  }
  await page.locator('[data-action="save-tile"]').click();
  await desk.reaches(match.now.seq + 2);
  const tiles = (await desk.snapshot()).board.tiles;
  const power = (name) => tiles.find(({ tile }) => tile === name).card?.powerDelta;
  assert.deepEqual([power("TOP-3"), power("BOT-3")], [7 - printed, 4 - printed]);
  await page.waitForSelector('[data-entry]:has-text("TOP-3")');
  await closePage(page);
});

test("a card of yours that was entered wrong is exchanged in your hand and deck", async () => {
  const match = await Match.begin(daemon, "live", 586);
  const wrong = async () => {
    const { actions } = await daemon.ask("match/actions", { sessionId: match.id });
    return actions.find(({ action }) => action.type === "play")?.action;
  };
  while (match.now.sideToAct !== "you" || match.now.phase !== "play" || !(await wrong()))
    assert.ok(await match.step());
  const play = await wrong();
  const right = match.now.you.hand.find(({ id }) => id !== play.card);
  assert.ok(await match.take(play));
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await desk.reaches(match.now.seq);
  await page.locator('[data-action="fix-tile"]').click();
  await page.locator("dialog select[name=tile]").selectOption(play.tile);
  await page.locator("#fix-tile-card").fill(right.name);
  await page.locator("#fix-tile-card").press("Enter");
  await page.locator('[data-action="save-tile"]').click();
  await desk.reaches(match.now.seq + 1);
  const held = (await desk.snapshot()).you.hand.map(({ id }) => id);
  const before = [play.card, ...match.now.you.hand.map(({ id }) => id)];
  before.splice(before.indexOf(right.id), 1);
  assert.deepEqual(held.toSorted(), before.toSorted());
  // Your deck is without the card on the board and with as many as before.
  await eventually(page, async () => {
    const left = await page.locator(".deck-left .odds-name").allTextContents();
    const copies = (line) => Number(line.match(/^(\d) ×/)?.[1] ?? 1);
    const sum = left.reduce((all, line) => all + copies(line), 0);
    assert.equal(sum, (await desk.snapshot()).you.deckSize);
  });
  await closePage(page);
});

test("R begins a rematch with the same decks and opponent", async () => {
  const match = await Match.begin(daemon, "live", 584, { rules: "rebirth" });
  while (await match.step());
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await page.waitForSelector('[data-action="rematch"]');
  await desk.focusComes("[data-tile]");
  await desk.press("r");
  await page.waitForFunction((id) => !location.hash.endsWith(`/${id}`), match.id);
  await page.waitForSelector("#board");
  const id = new URL(page.url()).hash.split("/").at(-1);
  const { rules, enemy, mode, seq } = await daemon.ask("session/get", { sessionId: id });
  assert.deepEqual(
    { rules, tag: enemy.tag, mode, seq },
    { rules: "rebirth", tag: "Chadley", mode: "live", seq: 0 },
  );
  await closePage(page);
});
