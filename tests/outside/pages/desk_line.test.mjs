// A lost connection does no harm at the desk: typed text stays, and no action is sent twice.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, eventually, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { Desk } from "./support/desk.mjs";
import { Match } from "./support/player.mjs";

const browser = await startBrowser();
const daemon = await Daemon.started();
const names = new Map((await daemon.ask("cards/list")).cards.map(({ id, name }) => [id, name]));

/** A live match in which your draw has to be reported. */
async function dueDraw(seed) {
  const match = await Match.begin(daemon, "live", seed);
  while (match.now.phase !== "draw") assert.ok(await match.step());
  const [id] = match.unseen;
  return { match, card: { id, name: names.get(id) } };
}

const seqNow = async ({ id }) => (await daemon.ask("session/get", { sessionId: id })).seq;

test("text typed while the daemon is down stays and can be sent after the restart", async () => {
  const { match, card } = await dueDraw(601);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await desk.reaches(match.now.seq, "draw");
  await desk.focusComes("#finder");
  await desk.type(card.name.slice(0, 2));
  await daemon.kill();
  await page.waitForSelector("#line .line-lost");
  await desk.type(card.name.slice(2));
  assert.equal(await page.inputValue("#finder"), card.name);
  await desk.press("Enter");
  await page.waitForSelector(".unsure");
  assert.match(await page.textContent(".unsure"), new RegExp(card.name));
  await daemon.start();
  await page.waitForSelector('[data-action="send-again"]');
  assert.equal(await seqNow(match), match.now.seq, "no action was carried out in the meantime");
  await desk.tabTo('[data-action="send-again"]');
  await desk.press("Enter");
  await desk.reaches(match.now.seq + 1, "you");
  // The new board may come before the answer to the request.
  await page.waitForSelector(".unsure", { state: "detached" });
  const { entries, seq } = await daemon.ask("session/history", { sessionId: match.id });
  assert.equal(seq, match.now.seq + 1);
  assert.equal(entries.at(-1).card.id, card.id);
  await closePage(page);
});

test("the form of a new session keeps its text when the daemon is killed", async () => {
  const desk = await Desk.open(browser, daemon);
  const { page } = desk;
  await page.locator("#new-youDeck").fill("starter-footsoldiers");
  await page.locator("input[name=title]").fill("Kept");
  await daemon.kill();
  await page.waitForSelector("#line .line-lost");
  await page.locator("#new-enemyTag").fill("Chadley");
  await daemon.start();
  await eventually(page, async () =>
    assert.equal(await page.locator("#line .line-lost").count(), 0),
  );
  const typed = await Promise.all(
    ["#new-youDeck", "input[name=title]", "#new-enemyTag"].map((field) => page.inputValue(field)),
  );
  assert.deepEqual(typed, ["starter-footsoldiers", "Kept", "Chadley"]);
  await page.locator('[data-action="create"]').click();
  await page.waitForSelector("#board");
  await closePage(page);
});

test("an action whose answer was lost is found in the history and not sent again", async () => {
  const { match, card } = await dueDraw(605);
  let isArmed = true;
  let acts = 0;
  const prepare = (page) =>
    page.routeWebSocket(/\/rpc/, (line) => {
      const server = line.connectToServer();
      let isCut = false;
      line.onMessage((message) => {
        const isAct = String(message).includes('"match/act"');
        if (isAct) acts += 1;
        server.send(message);
        if (!isAct || !isArmed) return;
        isArmed = false;
        isCut = true;
      });
      server.onMessage(async (message) => {
        if (!isCut) line.send(message);
        else await line.close({ code: 4000, reason: "cut" });
      });
    });
  const desk = await Desk.openSession(browser, daemon, match.id, { prepare });
  await desk.reaches(match.now.seq, "draw");
  await desk.find("#finder", card);
  await desk.reaches(match.now.seq + 1, "you");
  await eventually(desk.page, async () =>
    assert.equal(await desk.page.locator(".unsure").count(), 0),
  );
  assert.equal(acts, 1);
  assert.equal(await seqNow(match), match.now.seq + 1);
  await closePage(desk.page);
});

test("an action sent by two desks at once is carried out once", async () => {
  const { match, card } = await dueDraw(604);
  const [one, other] = [
    await Desk.openSession(browser, daemon, match.id),
    await Desk.openSession(browser, daemon, match.id),
  ];
  for (const desk of [one, other]) {
    await desk.reaches(match.now.seq, "draw");
    await desk.focusComes("#finder");
    await desk.type(card.name);
  }
  await Promise.all([one.press("Enter"), other.press("Enter")]);
  for (const desk of [one, other]) await desk.reaches(match.now.seq + 1, "you");
  assert.equal(await seqNow(match), match.now.seq + 1);
  for (const { page } of [one, other]) await closePage(page);
});
