// The audience `stream` gets neither the hand nor draws nor advice, in the page or in messages.

import assert from "node:assert/strict";
import { test } from "node:test";

import { advised, closePage, eventually, openPage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { equalsSnapshot, openOverlay, shows } from "./support/overlay.mjs";
import { Combat, Match } from "./support/player.mjs";

const TOKENS = {
  control: "control-control-control",
  view: "view-view-view-view-view",
  stream: "stream-stream-stream",
};
const browser = await startBrowser();
const daemon = await Daemon.started({ tokens: TOKENS });
const ALL_WIDGETS = "score,board,threat,advice,hand,enemy,log,course";

/** The list of all cards names every card, but says nothing about a match. */
const isCatalogue = (message) => message.includes('"result":{"cards":[{"id":"001"');

/** An overlay and all messages that its WebSocket receives. */
async function openRecorded(parameters) {
  const received = [];
  const prepare = (page) => {
    page.on("websocket", (socket) =>
      socket.on(
        "framereceived",
        ({ payload }) => isCatalogue(String(payload)) || received.push(String(payload)),
      ),
    );
  };
  const page = await openOverlay(browser, daemon, parameters, { prepare });
  return { page, received };
}

function whole(page) {
  return page.evaluate(() => document.documentElement.outerHTML);
}

/** Asserts that the secrets are neither in the page nor in a message. */
async function hides({ page, received }, secrets) {
  const shown = await whole(page);
  for (const secret of secrets) {
    assert.ok(!shown.includes(secret), `the page shows ${secret}`);
    const leak = received.find((message) => message.includes(secret));
    assert.equal(leak, undefined, `${secret} was sent`);
  }
}

test("a stream overlay never receives your hand, your draws or the advice", async () => {
  const match = await Match.begin(daemon, "live", 101);
  const names = new Map((await daemon.ask("cards/list")).cards.map(({ id, name }) => [id, name]));
  const session = match.id;
  // A token that allows no more, an address that asks for no more, and an address that
  // asks for more than its token allows.
  const streams = [
    await openRecorded({ token: TOKENS.stream, session, widgets: ALL_WIDGETS }),
    await openRecorded({ token: TOKENS.control, session, widgets: ALL_WIDGETS }),
    await openRecorded({ token: TOKENS.stream, session, audience: "player", widgets: ALL_WIDGETS }),
  ];
  const player = await openOverlay(browser, daemon, {
    token: TOKENS.view,
    session,
    audience: "player",
  });
  const [byToken, byPage] = streams;
  const shownPublicly = new Set();
  let draws = 0;
  let advised = 0;
  // A hand entered with setHand is secret, too.
  await match.take({ type: "setHand", cards: match.chance.some(match.deck, 5) });
  for (let step = 0; step < 60; step += 1) {
    if (step > 0) {
      const action = await match.idea();
      if (!action) break;
      const isOwn = action.type === "play" && match.now.sideToAct === "you";
      if (isOwn) shownPublicly.add(action.card);
      if (action.type === "draw") draws += 1;
      assert.ok(await match.take(action), JSON.stringify(action));
    }
    await equalsSnapshot(byToken.page, daemon, session, TOKENS.stream);
    await shows(byPage.page, session, match.now.seq);
    const secret = match.deck
      .filter((id) => !shownPublicly.has(id))
      .flatMap((id) => [names.get(id), `"${id}"`]);
    const advice =
      match.now.sideToAct === "you" && match.now.phase === "play"
        ? (await daemon.ask("coach/recommend", { sessionId: session, top: 1 })).moves[0]
        : null;
    const label = advice?.action.type === "play" ? [advice.label] : [];
    for (const stream of streams) await hides(stream, [...secret, ...label]);
    await equalsSnapshot(player, daemon, session);
    if (!advice) continue;
    advised += 1;
    await eventually(player, async () =>
      assert.equal(await player.textContent(".advice-move"), advice.label),
    );
  }
  assert.ok(
    draws >= 3 && advised >= 3 && shownPublicly.size >= 3,
    "the match was too short for this test",
  );
  const [drawn] = (await daemon.ask("session/history", { sessionId: session })).entries.filter(
    ({ action }) => action === "draw",
  );
  assert.ok(drawn.text.includes(drawn.card.name), "draws are in the player's history");
  assert.match(await byPage.page.textContent(".widget-hand"), /kept from the stream/);
  assert.match(await byPage.page.textContent(".widget-advice"), /kept from the stream/);
  for (const { page } of streams) await closePage(page);
  await closePage(player);
});

test("viewers get the win chance and its course only with the streamer's leave", async () => {
  const match = await Match.begin(daemon, "live", 104);
  while (match.now.seq < 8 || match.now.sideToAct !== "you" || match.now.phase !== "play")
    assert.ok(await match.step());
  const session = match.id;
  const viewer = await openRecorded({ token: TOKENS.stream, session, widgets: ALL_WIDGETS });
  await equalsSnapshot(viewer.page, daemon, session, TOKENS.stream);
  const asStream = { sessionId: session, audience: "stream" };
  const asksForViewers = [
    () => daemon.ask("coach/chances", { sessionId: session }, TOKENS.stream),
    () => daemon.ask("coach/chances", asStream, TOKENS.control),
  ];
  for (const ask of asksForViewers) await assert.rejects(ask, { code: 1009 });
  assert.equal(await viewer.page.locator(".chance-line, .course-worth").count(), 0);
  const number = /"winChance":[\d.]/;
  assert.ok(!viewer.received.some((message) => number.test(message)));
  await daemon.look({ winChance: true });
  const { chances } = await daemon.ask("coach/chances", asStream);
  assert.ok(chances.length >= 3);
  await viewer.page.waitForSelector(".widget-score .chance-line");
  await eventually(viewer.page, async () => {
    const shown = await viewer.page.textContent(".widget-score .chance-number");
    assert.equal(shown, `${Math.round(chances.at(-1).winChance * 100)} %`);
    const points = await viewer.page.getAttribute(".course-worth", "points");
    assert.equal(points.split(" ").length, chances.length);
  });
  // The number comes alone, without the advice.
  const { entries } = await daemon.ask("session/history", { sessionId: session });
  const played = entries.flatMap(({ action, card }) => (action === "play" ? [card.id] : []));
  const secret = match.now.you.hand.filter(({ id }) => !played.includes(id));
  assert.ok(secret.length > 0);
  await hides(
    viewer,
    secret.map(({ id }) => `"${id}"`),
  );
  await daemon.look({});
  await viewer.page.waitForSelector(".chance-line", { state: "detached" });
  await closePage(viewer.page);
});

test("viewers see the win chance that the player sees", async () => {
  const match = await Match.begin(daemon, "live", 105);
  while (match.now.seq < 6 || match.now.sideToAct !== "you" || match.now.phase !== "play")
    assert.ok(await match.step());
  const session = match.id;
  await daemon.look({ winChance: true });
  const desk = await openPage(
    browser,
    `${daemon.address}/?token=${TOKENS.control}#/session/${session}`,
  );
  await advised(desk);
  const viewer = await openRecorded({ token: TOKENS.stream, session, widgets: ALL_WIDGETS });
  const chance = (page) => page.textContent(".widget-score .chance-number");
  const coach = await daemon.ask("coach/recommend", { sessionId: session });
  const number = `${Math.round(coach.winChance * 100)} %`;
  for (const page of [desk, viewer.page])
    await eventually(page, async () => assert.equal(await chance(page), number));
  // It stays while the enemy is to move.
  await daemon.act(session, coach.moves[0].action);
  for (const page of [desk, viewer.page]) {
    await page.waitForSelector(".widget-score");
    await eventually(page, async () => assert.equal(await chance(page), number));
  }
  await daemon.look({});
  await closePage(viewer.page);
  await closePage(desk);
});

test("a stream overlay never receives the hand of a hero", async () => {
  const combat = await Combat.begin(daemon, 102);
  const stream = await openRecorded({
    token: TOKENS.control,
    session: combat.id,
    widgets: ALL_WIDGETS,
  });
  await equalsSnapshot(stream.page, daemon, combat.id, TOKENS.stream);
  await hides(
    stream,
    combat.now.hero.hand.flatMap(({ id, name }) => [`"${id}"`, name]),
  );
  await closePage(stream.page);
});

test("an overlay without a token says that it needs one, and shows nothing", async () => {
  const match = await Match.begin(daemon, "live", 103);
  const { page, received } = await openRecorded({ session: match.id });
  await eventually(page, async () => assert.match(await page.textContent("#notice"), /token/));
  assert.equal(await page.locator("#overlay .board").count(), 0);
  assert.ok(!received.join().includes("snapshot"));
  await closePage(page);
});
