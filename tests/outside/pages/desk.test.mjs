// The desk: a match can be run by keyboard alone, and the daemon records what was entered.

import assert from "node:assert/strict";
import { test } from "node:test";

import { advised, closePage, eventually, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { Desk } from "./support/desk.mjs";
import { Chance, Match } from "./support/player.mjs";

const browser = await startBrowser();
const daemon = await Daemon.started();
const names = new Map((await daemon.ask("cards/list")).cards.map(({ id, name }) => [id, name]));
const named = (id) => ({ id, name: names.get(id) });

/** An export without the random seed, which differs between sessions. */
async function exported(sessionId) {
  const { content } = await daemon.ask("session/export", { sessionId, format: "text" });
  return content.replace(/^seed \d+$/m, "seed");
}

/** A live match, played until the snapshot passes the check. */
async function liveMatch(seed, isThere) {
  const match = await Match.begin(daemon, "live", seed);
  while (!isThere(match.now)) assert.ok(await match.step());
  return match;
}

const yourMove = ({ seq, sideToAct, phase }) => seq >= 4 && sideToAct === "you" && phase === "play";

test("a whole live match is reported by keyboard alone", async () => {
  const desk = await Desk.open(browser, daemon);
  const { page } = desk;
  const params = {
    mode: "live",
    // The console game's, unless told otherwise.
    rules: "rebirth",
    firstPlayer: "you",
    you: { deck: "grave-robbers" },
    enemy: { deck: "field-medics", tag: "Chadley" },
    title: "By hand",
  };
  const deckOf = async (tag) => (await daemon.ask("decks/get", { tag })).cards.map(({ id }) => id);
  const deck = await deckOf("grave-robbers");
  params.you.hand = deck.slice(0, 5);

  await page.waitForSelector("#new-youDeck");
  await desk.tabTo("#new-youDeck");
  await desk.type("grave-robbers");
  await desk.tabTo("#new-hand");
  for (const id of params.you.hand) await desk.find("#new-hand", named(id));
  await desk.tabTo("#new-enemyTag");
  await desk.type("Chadley");
  await desk.tabTo("input[name=title]");
  await desk.type("By hand");
  await desk.tabTo("#new-enemyDeck");
  await desk.type("field-medics");
  await desk.tabTo('[data-action="create"]');
  await desk.press("Enter");
  await page.waitForSelector("#board");
  desk.id = new URL(page.url()).hash.split("/").at(-1);
  await desk.reaches(0, "mulligan");

  const reported = [
    { type: "mulligan", side: "you", replace: [params.you.hand[1]], drew: [deck[5]] },
  ];
  await desk.press("2", "m");
  await desk.reaches(0, "drew");
  await desk.find("#finder", named(deck[5]));
  await desk.reaches(1, "you");

  const match = await Match.of(daemon, desk.id, {
    mode: "live",
    keepsHand: true,
    deck,
    unseen: [...deck.slice(6), deck[1]],
    enemyDeck: await deckOf("field-medics"),
    chance: new Chance(5),
  });
  for (;;) {
    const action = await match.idea();
    if (!action) break;
    await desk.report(action, names);
    reported.push(action);
    if (action.type === "draw") match.unseen.splice(match.unseen.indexOf(action.card), 1);
    match.now = await desk.snapshot();
    assert.equal(match.now.seq, reported.length, "each action is carried out once");
  }
  assert.ok(
    reported.length > 12 && reported.some(({ type }) => type === "draw"),
    "the match was too short for this test",
  );
  await desk.reaches(reported.length, "over");

  const reference = await daemon.create(params);
  for (const action of reported) await daemon.act(reference, action);
  assert.equal(await exported(desk.id), await exported(reference));
  await closePage(page);
});

test("U undoes the last action", async () => {
  const match = await liveMatch(502, yourMove);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const before = await daemon.ask("session/get", { sessionId: match.id, seq: match.now.seq - 1 });
  await desk.reaches(match.now.seq, "you");
  await desk.press("u");
  await desk.reaches(match.now.seq + 1);
  assert.equal((await desk.snapshot()).position, before.position);
  await closePage(desk.page);
});

test("A plays the advice", async () => {
  const match = await Match.begin(daemon, "live", 503);
  const desk = await Desk.openSession(browser, daemon, match.id);
  await desk.reaches(0, "mulligan");
  await desk.press("m");
  await desk.reaches(1, "you");
  match.now = await desk.snapshot();
  const [best] = (await daemon.ask("coach/recommend", { sessionId: match.id, top: 1 })).moves;
  await desk.page.waitForSelector('[data-action="play-best"]');
  // The coach thinks on after its first advice.
  await eventually(desk.page, async () =>
    assert.equal(await desk.page.textContent(".advice-move"), best.label),
  );
  await desk.page.waitForSelector(".thinking", { state: "detached" });
  await desk.focusComes("[data-tile]");
  await desk.press("a");
  await desk.reaches(match.now.seq + 1, "enemy");
  const { entries } = await daemon.ask("session/history", { sessionId: match.id });
  const { card, tile } = entries.at(-1);
  assert.deepEqual({ card: card.id, tile }, { card: best.action.card, tile: best.action.tile });
  await closePage(desk.page);
});

test("F corrects a tile, H the hand", async () => {
  const match = await liveMatch(504, yourMove);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  const { seq } = match.now;
  const wasHand = match.now.you.hand.map(({ id }) => id);
  await desk.reaches(seq, "you");
  await desk.goTo("BOT-3");
  await desk.press("f");
  await page.waitForSelector("dialog[open] select[name=rank]");
  await desk.tabTo("select[name=owner]");
  await desk.type("enemy");
  await desk.tabTo("select[name=rank]");
  await desk.type("2");
  await desk.tabTo("#fix-tile-card");
  await desk.press("Control+a", "Delete");
  await desk.tabTo('[data-action="save-tile"]');
  await desk.press("Enter");
  await desk.reaches(seq + 1);
  const fixed = (await desk.snapshot()).board.tiles.find(({ tile }) => tile === "BOT-3");
  assert.deepEqual(
    { owner: fixed.owner, rank: fixed.rank, card: fixed.card },
    { owner: "enemy", rank: 2, card: null },
  );

  const wanted = match.unseen[0];
  await page.waitForSelector("dialog:not([open])", { state: "attached" });
  await desk.tabTo('[data-action="fix-hand"]');
  await desk.press("Enter");
  await desk.find("#fix-hand", named(wanted));
  await desk.tabTo('[data-action="save-hand"]');
  await desk.press("Enter");
  await desk.reaches(seq + 2);
  assert.deepEqual(
    (await desk.snapshot()).you.hand.map(({ id }) => id).sort(),
    [...wasHand, wanted].sort(),
  );
  await closePage(page);
});

test("a refusal is shown at the tile it is about, and nothing is changed", async () => {
  const match = await liveMatch(505, yourMove);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const before = await exported(match.id);
  await desk.reaches(match.now.seq, "you");
  await desk.focusComes("[data-tile]");
  await desk.press("1");
  await desk.page.waitForSelector(".tile-legal, .tile-illegal");
  const illegal = await desk.page.getAttribute(".tile-illegal", "data-tile");
  await desk.goTo(illegal);
  await desk.press("Enter");
  const note = desk.page.locator(`[data-note="${illegal}"]`);
  await note.waitFor();
  const refusal = await daemon
    .act(match.id, { type: "play", card: match.now.you.hand[0].id, tile: illegal })
    .catch(({ data }) => data.reason);
  assert.equal(await note.textContent(), refusal);
  assert.equal(await note.getAttribute("role"), "alert");
  assert.equal(await exported(match.id), before);
  await closePage(desk.page);
});

test("an unknown card is refused at its field, and the typed text stays", async () => {
  const match = await liveMatch(506, ({ phase }) => phase === "draw");
  const desk = await Desk.openSession(browser, daemon, match.id);
  await desk.reaches(match.now.seq, "draw");
  await desk.focusComes("#finder");
  await desk.type("Xyzzyq");
  await desk.press("Enter");
  await desk.page.waitForSelector("#finder-refusal");
  assert.match(await desk.page.textContent("#finder-refusal"), /Xyzzyq/);
  assert.equal(await desk.page.inputValue("#finder"), "Xyzzyq");
  assert.equal((await desk.snapshot()).seq, match.now.seq);
  await closePage(desk.page);
});

test("the win chance and its course are shown during the match", async () => {
  const match = await liveMatch(511, (now) => now.seq >= 9 && yourMove(now));
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await desk.reaches(match.now.seq, "you");
  await advised(page);
  const { chances } = await daemon.ask("coach/chances", { sessionId: match.id });
  assert.ok(chances.length >= 3);
  await eventually(page, async () => {
    const points = await page.getAttribute(".widget-course .course-worth", "points");
    assert.equal(points.split(" ").length, chances.length);
  });
  const { winChance } = await daemon.ask("coach/recommend", { sessionId: match.id });
  const shown = await page.textContent(".widget-score .chance-number");
  assert.equal(shown, `${Math.round(winChance * 100)} %`);
  // It stays while the enemy plays.
  await page.locator('[data-action="play-best"]').click();
  await page.waitForSelector('#board[data-due="enemy"], [data-action="confirm-pass"]');
  if ((await desk.board()).due === "you")
    await page.locator('[data-action="confirm-pass"]').click();
  await desk.reaches(match.now.seq + 1, "enemy");
  await page.waitForSelector(".widget-score .chance-line");
  await closePage(page);
});

test("two desks on one session stay equal", async () => {
  const match = await Match.begin(daemon, "simulated", 507);
  const desks = [
    await Desk.openSession(browser, daemon, match.id),
    await Desk.openSession(browser, daemon, match.id),
  ];
  const shown = ({ page }) =>
    page.evaluate(() => ({
      tiles: [...document.querySelectorAll("[data-tile]")].map((tile) => tile.textContent),
      hand: [...document.querySelectorAll("[data-hand]")].map((card) => card.textContent),
      log: [...document.querySelectorAll("[data-entry]")].map((line) => line.textContent),
      due: document.querySelector(".banner-title").textContent,
      advice: document.querySelector(".advice-move")?.textContent,
    }));
  for (let step = 0; step < 8; step += 1) {
    assert.ok(await match.step());
    for (const desk of desks) await desk.reaches(match.now.seq);
    await eventually(desks[0].page, async () =>
      assert.deepEqual(await shown(desks[0]), await shown(desks[1])),
    );
  }
  for (const { page } of desks) await closePage(page);
});

test("a match against the coach is played from the desk to its end", async () => {
  const desk = await Desk.open(browser, daemon);
  const { page } = desk;
  await page.locator('input[name=kind][value="Simulated"]').check();
  await page.locator("#new-seed").fill("42");
  await page.locator('[data-action="create"]').click();
  await page.waitForSelector("#board");
  desk.id = new URL(page.url()).hash.split("/").at(-1);
  for (;;) {
    await page.waitForSelector(
      '#board:is([data-due="mulligan"], [data-due="you"], [data-due="over"])',
    );
    const { seq, due } = await desk.board();
    if (due === "over") break;
    if (due === "mulligan") {
      await desk.press("m");
    } else {
      await page.locator('[data-action="play-best"]').click();
      // A pass that is not proved safe has to be confirmed.
      await page
        .locator(`#board:not([data-seq="${seq}"]), [data-action="confirm-pass"]`)
        .first()
        .waitFor();
      if ((await desk.board()).seq === seq)
        await page.locator('[data-action="confirm-pass"]').click();
    }
    await page.locator(`#board:not([data-seq="${seq}"])`).waitFor();
  }
  await page.waitForSelector('#board[data-due="over"]');
  await closePage(page);
});

test("looking at the past step by step changes nothing", async () => {
  const match = await liveMatch(509, yourMove);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const before = await exported(match.id);
  const { entries } = await daemon.ask("session/history", { sessionId: match.id });
  await desk.reaches(match.now.seq, "you");
  await desk.focusComes("[data-tile]");
  // The history comes in an update of its own, a little after the board.
  await desk.page.waitForSelector(`[data-entry="${entries.at(-1).seq}"]`);
  const tiles = () =>
    desk.page
      .locator("[data-tile]")
      .evaluateAll((all) =>
        all.map((tile) => tile.querySelector(".card-name")?.textContent ?? null),
      );
  for (const { seq } of [...entries.slice(0, -1)].reverse()) {
    await desk.press("[");
    await desk.reaches(seq, "past");
    const then = await daemon.ask("session/get", { sessionId: match.id, seq });
    assert.deepEqual(
      await tiles(),
      then.board.tiles.map(({ card }) => card?.name ?? null),
    );
  }
  await desk.press("]");
  await desk.press("p", "a", "1");
  await desk.press("Escape");
  await desk.reaches(match.now.seq, "you");
  assert.equal(await exported(match.id), before);
  await closePage(desk.page);
});

test("an export of the desk can be imported at the desk", async () => {
  const match = await liveMatch(510, yourMove);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await desk.reaches(match.now.seq, "you");
  await desk.focusComes("[data-tile]");
  for (const format of ["text", "jsonl"]) {
    await desk.press("e");
    await page.locator(`dialog[open] input[value="${format}"]`).check();
    const { content } = await daemon.ask("session/export", { sessionId: match.id, format });
    await eventually(page, async () => assert.equal(await page.inputValue("#exported"), content));
    await desk.press("Escape");
    await page.waitForSelector("dialog:not([open])", { state: "attached" });
    await page.goto(`${daemon.address}/#/`);
    await page.locator('input[name=kind][value="Import"]').check();
    await page.locator("#new-content").fill(content);
    await page.locator('[data-action="create"]').click();
    await page.waitForSelector(
      `#board[data-seq="${match.now.seq}"]:not([data-session="${match.id}"])`,
    );
    const imported = new URL(page.url()).hash.split("/").at(-1);
    assert.notEqual(imported, match.id);
    assert.equal(await exported(imported), await exported(match.id));
    await page.goto(`${daemon.address}/#/session/${match.id}`);
    await page.waitForSelector(`#board[data-session="${match.id}"]`);
    await desk.focusComes("[data-tile]");
  }
  await closePage(page);
});
