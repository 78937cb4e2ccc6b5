// Updates that come while somebody types take neither the focus nor a letter.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, eventually, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { Desk } from "./support/desk.mjs";
import { Match } from "./support/player.mjs";

const browser = await startBrowser();
const daemon = await Daemon.started();

const yourMove = ({ seq, sideToAct, phase }) => seq >= 4 && sideToAct === "you" && phase === "play";

async function yourMoveAt(seed) {
  const match = await Match.begin(daemon, "live", seed);
  while (!yourMove(match.now)) assert.ok(await match.step());
  const desk = await Desk.openSession(browser, daemon, match.id);
  await desk.reaches(match.now.seq, "you");
  return { match, desk };
}

/** Another client corrects a tile, which changes every document of the session. */
async function disturb(match, desk, rank) {
  await daemon.act(match.id, {
    type: "resync",
    tiles: [{ tile: "BOT-3", owner: "enemy", rank, card: null }],
  });
  match.now = await desk.snapshot();
  await desk.reaches(match.now.seq);
}

/** The focused field: its text, and what of it is selected. */
const field = ({ page }) =>
  page.evaluate(() => {
    const { id, name, value, selectionStart, selectionEnd } = document.activeElement;
    return { field: id || name, value, selectionStart, selectionEnd };
  });

for (const { what, key, selector, typed } of [
  { what: "dialog of the hand", key: "h", selector: "#fix-hand", typed: "craw" },
  { what: "dialog of a tile", key: "f", selector: "#fix-tile-card", typed: "levri" },
  { what: "power of a tile", key: "f", selector: "dialog input[name=power]", typed: "12" },
  { what: "field for a card", key: "d", selector: "#finder", typed: "zzq" },
]) {
  test(`an update leaves the ${what} as it was typed`, async () => {
    const { match, desk } = await yourMoveAt(520);
    const { page } = desk;
    await desk.goTo("TOP-3");
    await desk.press(key);
    await page.waitForSelector(selector);
    await desk.tabTo(selector);
    await desk.press("Control+a", "Delete");
    const [first, ...rest] = typed;
    await desk.type(first);
    const element = await page.$(selector);
    for (const [index, letter] of rest.entries()) {
      await disturb(match, desk, 1 + (index % 3));
      await desk.type(letter);
    }
    await desk.press("Shift+ArrowLeft");
    const before = await field(desk);
    await disturb(match, desk, 1);
    await eventually(page, async () =>
      assert.equal((await desk.board()).seq, String(match.now.seq)),
    );
    assert.deepEqual(await field(desk), before);
    assert.equal(before.value, typed);
    assert.equal(before.selectionEnd - before.selectionStart, 1);
    assert.ok(await element.evaluate((one) => one.isConnected && one === document.activeElement));
    await closePage(page);
  });
}

/** The text that was refused is selected in its field, so that the next letters replace it. */
async function refuses(desk, id, typed) {
  await desk.focusComes(`#${id}`);
  await desk.press("Control+a");
  await desk.type(typed);
  await desk.press("Enter");
  await desk.page.waitForSelector(`#${id}[aria-invalid="true"]`);
  await eventually(desk.page, async () =>
    assert.deepEqual(await field(desk), {
      field: id,
      value: typed,
      selectionStart: 0,
      selectionEnd: typed.length,
    }),
  );
}

test("text that is no card of your hand is refused and selected, and nothing is chosen", async () => {
  const { match, desk } = await yourMoveAt(525);
  const { page } = desk;
  await desk.press("d");
  await refuses(desk, "finder", "qqq");
  assert.equal(await page.locator(".tile-legal, .tile-illegal").count(), 0);
  // A card, but not one of yours: neither is it chosen, nor are others offered.
  const names = new Map((await daemon.ask("cards/list")).cards.map(({ id, name }) => [id, name]));
  const other = match.enemyDeck.find((id) => !match.now.you.hand.some((held) => held.id === id));
  await refuses(desk, "finder", names.get(other));
  assert.match(await page.textContent("#finder-refusal"), /not in this hand/);
  assert.equal(await page.locator(".tile-legal, [data-suggestion]").count(), 0);
  await closePage(page);
});

test("text that is no card of the enemy is selected, and a suggestion is clicked instead", async () => {
  const match = await Match.begin(daemon, "live", 526, { enemy: { tag: "Chadley" } });
  while (!(match.now.sideToAct === "enemy" && match.now.phase === "play"))
    assert.ok(await match.step());
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await desk.reaches(match.now.seq, "enemy");
  const { tile } = match.now.board.tiles.find(
    ({ owner, card, rank }) => owner === "enemy" && !card && rank > 0,
  );
  await page.locator(`[data-tile="${tile}"]`).click();
  await refuses(desk, "finder", "zzz");
  await refuses(desk, "finder", "Securty Oficer");
  await page.locator('[data-suggestion="001 Security Officer"]').click();
  await desk.reaches(match.now.seq + 1);
  const played = (await desk.snapshot()).board.tiles.find((one) => one.tile === tile).card;
  assert.equal(played.id, "001");
  await closePage(page);
});

test("the opening hand takes cards of the deck only, and Enter once more marks none of them", async () => {
  const id = await daemon.create({ mode: "live", you: { deck: "grave-robbers" } });
  const { cards } = await daemon.ask("decks/get", { tag: "grave-robbers" });
  const desk = await Desk.openSession(browser, daemon, id);
  const { page } = desk;
  await page.waitForSelector(".deck-left");
  await refuses(desk, "finder", "zzz");
  assert.equal(await page.locator(".chip").count(), 0);
  // A card of which the deck has one copy is found once.
  const single = cards.find((card) => cards.filter((one) => one.id === card.id).length === 1);
  const enter = async (name) => {
    await desk.press("Control+a");
    await desk.type(name);
    await page.waitForSelector("#finder-list [data-card]");
    await desk.press("Enter");
  };
  await enter(single.name);
  await page.waitForSelector(".chip");
  await refuses(desk, "finder", single.name);
  assert.match(await page.textContent("#finder-refusal"), /deck/);
  // A removed card leaves the focus in the field.
  await page.locator(".chip button").click();
  await desk.focusComes("#finder");
  const hand = [...new Map(cards.map((card) => [card.id, card])).values()].slice(0, 5);
  for (const [index, card] of hand.entries()) {
    await enter(card.name);
    if (index < 4) await page.waitForSelector(`.chip >> nth=${index}`);
  }
  await desk.press("Enter");
  await desk.reaches(1, "mulligan");
  await desk.press("Enter");
  assert.equal(await page.locator('[data-hand][aria-pressed="true"]').count(), 0);
  // What comes for a card is one that is left in the deck.
  await desk.press("1", "m");
  await desk.focusComes("#finder");
  await page.locator("#finder").click();
  await page.waitForSelector("#finder-list [data-card]");
  const offered = await page
    .locator("#finder-list [data-card]")
    .evaluateAll((all) => all.map((one) => one.dataset.card));
  const left = [...cards];
  for (const card of hand)
    left.splice(
      left.findIndex((one) => one.id === card.id),
      1,
    );
  assert.deepEqual([...offered].sort(), [...new Set(left.map((card) => card.id))].sort());
  await closePage(page);
});

test("a dialog stays open when the end of the one before is announced late", async () => {
  const { desk } = await yourMoveAt(521);
  const { page } = desk;
  await desk.press("f");
  await page.waitForSelector("dialog[open] select[name=rank]");
  await desk.press("Escape");
  await page.waitForSelector("dialog:not([open])", { state: "attached" });
  await desk.press("h");
  await desk.focusComes("#fix-hand");
  await page.evaluate(() => document.getElementById("dialog").dispatchEvent(new Event("close")));
  await desk.type("cra");
  assert.equal((await field(desk)).value, "cra");
  await page.waitForSelector("#fix-hand-list [data-card]");
  await closePage(page);
});

test("the next dialog stays open even if it was asked for before that announcement", async () => {
  const { desk } = await yourMoveAt(522);
  const { page } = desk;
  await desk.press("f");
  await page.waitForSelector("dialog[open] select[name=rank]");
  // Closing and opening in one task: the event of the closing comes after both.
  await page.evaluate(() => {
    document.querySelector('dialog [data-action="cancel"]').click();
    document.querySelector('[data-action="fix-hand"]').click();
  });
  await desk.focusComes("#fix-hand");
  await desk.type("cra");
  assert.equal((await field(desk)).value, "cra");
  await closePage(page);
});

test("the first letter on the board is in the field before the second can come", async () => {
  const match = await Match.begin(daemon, "live", 523);
  while (!(match.now.sideToAct === "enemy" && match.now.phase === "play"))
    assert.ok(await match.step());
  const desk = await Desk.openSession(browser, daemon, match.id);
  await desk.reaches(match.now.seq, "enemy");
  await desk.focusComes("[data-tile]");
  const value = await desk.page.evaluate(() => {
    const options = { key: "z", bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", options));
    return [document.activeElement.id, document.getElementById("finder").value];
  });
  assert.deepEqual(value, ["finder", "z"]);
  await closePage(desk.page);
});

test("an element with the focus is not moved when others change places around it", async () => {
  const desk = await Desk.open(browser, daemon);
  const seen = await desk.page.evaluate(async () => {
    const { draw, h } = await import("/web/shared/dom.js");
    const box = document.body.appendChild(document.createElement("div"));
    const show = (...keys) =>
      draw(
        box,
        keys.map((key) => h("button", { key, id: `b-${key}` }, key)),
      );
    const order = () => [...box.children].map(({ textContent }) => textContent).join("");
    show("a", "b", "c", "d");
    const focused = document.getElementById("b-c");
    focused.focus();
    let blurs = 0;
    focused.addEventListener("blur", () => (blurs += 1));
    const orders = [];
    for (const keys of ["cabd", "dcba", "xcy", "abcd", "dc"]) {
      show(...keys);
      orders.push(order());
    }
    return { orders, blurs, isFocused: document.activeElement === focused };
  });
  assert.deepEqual(seen, {
    orders: ["cabd", "dcba", "xcy", "abcd", "dc"],
    blurs: 0,
    isFocused: true,
  });
  await closePage(desk.page);
});

test("the board answers before the documents of the turn before have come", async () => {
  const match = await Match.begin(daemon, "live", 524);
  while (!yourMove(match.now)) assert.ok(await match.step());
  // The line holds every update of a session back, but lets answers pass.
  let isHeld = false;
  const held = [];
  let release = () => {};
  const prepare = (page) =>
    page.routeWebSocket(/\/rpc/, (line) => {
      const server = line.connectToServer();
      line.onMessage((message) => server.send(message));
      server.onMessage((message) => {
        if (isHeld && String(message).includes('"session/update"')) held.push(message);
        else line.send(message);
      });
      release = () => {
        isHeld = false;
        for (const message of held.splice(0)) line.send(message);
      };
    });
  const desk = await Desk.openSession(browser, daemon, match.id, { prepare });
  await desk.reaches(match.now.seq, "you");
  await desk.focusComes("[data-tile]");
  isHeld = true;
  await desk.press("p");
  // A pass that the coach does not advise is asked about; a second one too many would be the
  // enemy's.
  const asked = desk.page.locator('[data-action="confirm-pass"]');
  const passed = desk.page.locator('#board[data-due="enemy"]');
  await asked.or(passed).first().waitFor();
  if ((await passed.count()) === 0) await desk.press("p");
  await passed.waitFor();
  assert.equal((await desk.board()).seq, String(match.now.seq + 1));
  release();
  await desk.reaches(match.now.seq + 1, "enemy");
  await closePage(desk.page);
});
