// The rest of the desk: the page for overlays, polls, read-only roles, and names with markup.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, eventually, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { Desk } from "./support/desk.mjs";
import { openOverlay, shows } from "./support/overlay.mjs";
import { Match } from "./support/player.mjs";

const TOKENS = {
  control: "control-control-control",
  view: "view-view-view-view-view",
  stream: "stream-stream-stream",
};
const browser = await startBrowser();
const daemon = await Daemon.started();

/** Leaves only these widgets ticked; at first those are that an overlay has by itself. */
async function tick(page, widgets) {
  await page.waitForSelector("input[name=widget]:checked");
  const names = await page
    .locator("input[name=widget]")
    .evaluateAll((all) => all.map((one) => one.value));
  for (const name of [...names].sort((one) => (widgets.includes(one) ? -1 : 1)))
    await page.locator(`input[name=widget][value=${name}]`).setChecked(widgets.includes(name));
}

/** The frame of the preview, once its page is being loaded. */
function previewOf(page) {
  return eventually(page, async () => {
    const frame = page.frames().find((one) => one.url().includes("preview"));
    assert.ok(frame, "there is no preview");
    return frame;
  });
}

test("the copied address stays bare, and the preview shows what is set up", async () => {
  const match = await Match.begin(daemon, "simulated", 701);
  const { page } = await Desk.open(browser, daemon, { path: "overlay" });
  await tick(page, ["board", "score"]);
  await page.locator(".studio select[name=theme]").selectOption("paper");
  await page.locator(".studio select[name=palette]").selectOption("safe");
  await page.locator("select[name=session]").selectOption(match.id);
  await page.locator("input[name=scale]").fill("1.5");
  await page.locator("input[name=delay]").fill("2");
  await page.locator("input[name=streamer]").fill("Tifa");
  await page.locator(".own-address summary").click();
  await page.locator("select[name=audience]").selectOption("player");
  const wanted = {
    widgets: "board,score",
    theme: "paper",
    palette: "safe",
    session: match.id,
    audience: "player",
    scale: "1.5",
    delayMs: "2000",
    name: "Tifa",
  };
  await eventually(page, async () => {
    assert.equal(await page.inputValue("#address"), `${daemon.address}/overlay`);
    const address = new URL(await page.inputValue("#own-address"));
    assert.equal(address.origin + address.pathname, `${daemon.address}/overlay`);
    assert.deepEqual(Object.fromEntries(address.searchParams), wanted);
  });
  await eventually(page, async () => {
    const frame = page.frames().find((one) => one.url().includes("preview"));
    const classes = await frame.evaluate(() => document.documentElement.className);
    assert.match(classes, /theme-paper/);
    assert.match(classes, /palette-safe/);
    assert.ok(await frame.$(".board [data-tile]"));
    assert.equal(await frame.textContent(".score-side.side-you .score-name"), "Tifa");
  });
  // The stream sees nothing of it yet.
  assert.equal((await daemon.ask("overlay/get")).look.theme, null);
  await closePage(page);
});

test("a widget is dragged, scaled and faded, and F8 hides everything", async () => {
  const match = await Match.begin(daemon, "live", 704);
  const overlay = await openOverlay(browser, daemon);
  await shows(overlay, match.id, 0);
  const desk = await Desk.open(browser, daemon, { path: "overlay" });
  const { page } = desk;
  await page.waitForSelector(".preview-layer");
  const frame = await previewOf(page);
  await frame.waitForSelector(".widget-score");
  // By mouse: the score goes half the height of the page down.
  const layer = await page.locator(".preview-layer").boundingBox();
  const at = (x, y) => [layer.x + layer.width * x, layer.y + layer.height * y];
  await page.mouse.move(...at(0.3, 0.04));
  await page.mouse.down();
  await page.mouse.move(...at(0.3, 0.3));
  await page.mouse.move(...at(0.3, 0.54));
  await page.mouse.up();
  await frame.waitForSelector(".placed-score");
  // By keyboard: it is faded and enlarged with the sliders.
  await page.locator(".places summary").focus();
  await desk.press("Enter");
  const slider = (name) => page.locator(`[data-place=score] input[name=${name}]`);
  await slider("opacity").focus();
  await desk.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft");
  await slider("scale").focus();
  await desk.press("ArrowRight", "ArrowRight");
  await page.locator('[data-action="apply-look"]').click();
  await eventually(overlay, async () => {
    const placed = await overlay.locator(".placed-score").evaluate((box) => ({
      opacity: getComputedStyle(box).opacity,
      zoom: getComputedStyle(box).zoom,
      top: Math.round((box.getBoundingClientRect().top / innerHeight) * 10),
    }));
    assert.deepEqual(placed, { opacity: "0.8", zoom: "1.1", top: 5 });
  });
  assert.equal(await overlay.locator(".area .widget-score").count(), 0);
  await page.keyboard.press("F8");
  await overlay.waitForSelector("#overlay:empty", { state: "attached" });
  await page.waitForSelector('[data-action="show-overlays"]');
  await page.goto(`${daemon.address}/#/session/${match.id}`);
  await page.waitForSelector("#board[data-due]");
  await page.keyboard.press("F8");
  await overlay.waitForSelector(".board");
  await daemon.look({});
  await closePage(page);
  await closePage(overlay);
});

test("viewers are asked, vote and see the votes, and the match goes on", async () => {
  const own = await Daemon.started();
  const match = await Match.begin(own, "live", 705);
  while (match.now.seq < 6 || match.now.sideToAct !== "you" || match.now.phase !== "play")
    await match.step();
  const overlay = await openOverlay(browser, own);
  const { page } = await Desk.openSession(browser, own, match.id);
  await page.locator('[data-action="poll"]').click();
  await page.locator('[data-action="poll-open"]').click();
  await overlay.waitForSelector(".widget-poll");
  for (const [voter, option] of [
    ["tifa", 1],
    ["barret", 2],
    ["tifa", 2],
  ])
    await own.ask("poll/vote", { voter, option });
  await eventually(overlay, async () =>
    assert.deepEqual((await overlay.locator(".poll-votes").allTextContents()).slice(0, 2), [
      "0",
      "2",
    ]),
  );
  // Only lanes are asked for: no card of the hand is on the page.
  const shown = await overlay.textContent("#overlay .widget-poll");
  for (const { name } of match.now.you.hand) assert.ok(!shown.includes(name), name);
  assert.ok((await overlay.textContent(".poll-how")).includes("!vote 2"));
  // A bot with another prefix says what its viewers type.
  await own.ask("poll/open", { sessionId: match.id, command: "?vote" });
  await eventually(overlay, async () =>
    assert.ok((await overlay.textContent(".poll-how")).includes("?vote 2")),
  );
  await page.locator('[data-action="poll-close"]').click();
  await overlay.waitForSelector(".widget-poll.poll-closed");
  await match.step();
  await shows(overlay, match.id, match.now.seq);
  await eventually(overlay, async () =>
    assert.equal(await overlay.locator(".widget-poll").count(), 0),
  );
  // A poll is not kept over a restart, and the pages go on without it.
  await own.kill();
  await own.start();
  await shows(overlay, match.id, match.now.seq);
  await eventually(page, async () => assert.equal(await page.locator(".poll-rows").count(), 0));
  await closePage(page);
  await closePage(overlay);
  await own.kill();
});

test("a look applied at the desk changes every overlay at once", async () => {
  const match = await Match.begin(daemon, "live", 702);
  const overlay = await openOverlay(browser, daemon);
  await shows(overlay, match.id, 0);
  const { page } = await Desk.open(browser, daemon, { path: "overlay" });
  await page.locator(".studio select[name=theme]").selectOption("contrast");
  await tick(page, ["score"]);
  await page.locator('[data-action="apply-look"]').click();
  await overlay.waitForSelector("html.theme-contrast", { state: "attached" });
  await eventually(overlay, async () =>
    assert.equal(await overlay.locator("#overlay .board").count(), 0),
  );
  await closePage(page);
  await daemon.look({});
  const sessions = await Desk.open(browser, daemon);
  const [first] = (await daemon.ask("session/list")).sessions;
  await sessions.page.locator(`[data-session="${first.sessionId}"] [data-action="air"]`).click();
  await shows(overlay, first.sessionId, first.seq);
  await closePage(sessions.page);
  await closePage(overlay);
});

test("a read-only role cannot change a match by mouse or keyboard", async () => {
  const guarded = await Daemon.started({ tokens: TOKENS });
  const match = await Match.begin(guarded, "live", 703);
  while (match.now.seq < 5 || match.now.sideToAct !== "you" || match.now.phase !== "play")
    await match.step();
  const desk = await Desk.openSession(browser, guarded, match.id, { token: TOKENS.view });
  const { page } = desk;
  await page.waitForSelector("#header .role");
  await desk.reaches(match.now.seq);
  const buttons = await page
    .locator("[data-action]")
    .evaluateAll((all) => all.map((button) => button.dataset.action));
  for (const action of ["undo", "pass", "play-best", "fix-tile", "fix-hand", "mulligan"])
    assert.ok(!buttons.includes(action), action);
  await page.locator('[data-tile="MID-1"]').click();
  for (const key of ["a", "p", "p", "u", "1", "Enter", "f", "h", "m"]) await desk.press(key);
  assert.equal((await guarded.ask("session/get", { sessionId: match.id })).seq, match.now.seq);
  await page.goto(`${guarded.address}/?token=${TOKENS.view}#/`);
  await page.waitForSelector(".session-list");
  assert.equal(
    await page
      .locator('[data-action="create"], [data-action="delete"], [data-action="air"]')
      .count(),
    0,
  );
  await closePage(page);
  const stream = await Desk.openSession(browser, guarded, match.id, { token: TOKENS.stream });
  await stream.reaches(match.now.seq);
  const shown = await stream.page.evaluate(() => document.documentElement.outerHTML);
  const { entries } = await guarded.ask("session/history", { sessionId: match.id });
  const played = new Set(
    entries.flatMap(({ action, card }) => (action === "play" ? [card.name] : [])),
  );
  const secret = match.now.you.hand.filter(({ name }) => !played.has(name));
  assert.ok(secret.length > 0);
  for (const { name } of secret)
    assert.ok(!shown.includes(name), `the page of a stream shows ${name}`);
  await closePage(stream.page);
  await guarded.kill();
});

test("markup in names is shown as text on both pages", async () => {
  const harm = `<img src=x onerror="document.title='harmed'"><script>"'&amp;`;
  const sessionId = await daemon.create({
    mode: "live",
    title: harm,
    enemy: { tag: harm },
    you: { hand: ["001", "002", "003", "007", "019"] },
  });
  const desk = await Desk.openSession(browser, daemon, sessionId);
  const overlay = await openOverlay(browser, daemon, { session: sessionId, audience: "player" });
  await shows(overlay, sessionId, 0);
  await eventually(overlay, async () =>
    assert.equal(await overlay.textContent(".score-side.side-enemy .score-name"), harm),
  );
  await eventually(desk.page, async () =>
    assert.ok((await desk.page.textContent("#page")).includes(harm)),
  );
  await desk.page.goto(`${daemon.address}/#/`);
  await eventually(desk.page, async () =>
    assert.equal(await desk.page.textContent(`[data-session="${sessionId}"] .listed-name`), harm),
  );
  await desk.page.goto(`${daemon.address}/#/overlay`);
  await eventually(desk.page, async () =>
    assert.ok((await desk.page.textContent("select[name=session]")).includes(harm)),
  );
  for (const page of [desk.page, overlay]) {
    assert.equal(await page.locator("img, main script, #page script").count(), 0);
    assert.notEqual(await page.title(), "harmed");
  }
  await closePage(desk.page);
  await closePage(overlay);
});
