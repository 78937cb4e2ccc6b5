// An overlay runs for hours beside a game: it must not leak memory or animate without a change.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, eventually, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { openOverlay, shows } from "./support/overlay.mjs";
import { Match } from "./support/player.mjs";

const browser = await startBrowser(["--js-flags=--expose-gc"]);
const daemon = await Daemon.started();

/** Counts animations, requested frames and messages; runs before the page's own scripts. */
function countMotion() {
  const counts = { motions: 0, frames: 0, updates: 0 };
  Object.assign(globalThis, { counts });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...rest) {
    counts.motions += 1;
    return animate.apply(this, rest);
  };
  for (const kind of ["animationstart", "transitionrun"])
    document.addEventListener(kind, () => (counts.motions += 1), true);
  const nextFrame = globalThis.requestAnimationFrame.bind(globalThis);
  Object.assign(globalThis, { nextFrame });
  globalThis.requestAnimationFrame = (run) => {
    counts.frames += 1;
    return nextFrame(run);
  };
  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(...rest) {
      super(...rest);
      this.addEventListener("message", () => (counts.updates += 1));
    }
  };
}

const counts = (page) => page.evaluate(() => globalThis.counts);

async function settled(page) {
  await eventually(page, async () =>
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0),
  );
}

/** Plays matches one after the other and deletes each, so that measurements are comparable. */
async function shortSessions(page, number) {
  for (let played = 0; played < number; played += 1) {
    const match = await Match.begin(daemon, "simulated", 200 + (played % 5), {
      autoplay: ["enemy"],
    });
    // Only live matches go on air by themselves.
    await daemon.look({ session: match.id });
    await shows(page, match.id, match.now.seq);
    while (await match.step()) await shows(page, match.id, match.now.seq);
    await daemon.ask("session/delete", { sessionId: match.id });
  }
}

/** Measures the page with a new session, once all widgets are drawn. */
async function withEmptySession(page, weigh) {
  const empty = await Match.begin(daemon, "simulated", 7);
  await daemon.look({ session: empty.id });
  await shows(page, empty.id, 0);
  // A locator, because a handle would keep the element in memory.
  await page
    .locator(
      ".widget-threat ~ .widget-advice ~ .widget-hand ~ .widget-enemy .odds-card:nth-child(8)",
    )
    .waitFor();
  await settled(page);
  const weight = await weigh();
  await daemon.ask("session/delete", { sessionId: empty.id });
  return weight;
}

async function weighed(tools) {
  await tools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await tools.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners, documents } = await tools.send("Memory.getDOMCounters");
  return { kilobytes: Math.round(usedSize / 1024), nodes, listeners: jsEventListeners, documents };
}

test("many matches do not make the page grow", async (context) => {
  const page = await openOverlay(browser, daemon, { audience: "player" }, { before: countMotion });
  const tools = await page.context().newCDPSession(page);
  await tools.send("HeapProfiler.enable");
  const updates = async () => (await counts(page)).updates;
  const playUntil = async (least) => {
    while ((await updates()) < least) await shortSessions(page, 1);
  };
  await playUntil(500);
  const early = await withEmptySession(page, () => weighed(tools));
  await playUntil(1500);
  // The garbage of the last drawing may be collected a moment later; a leak never is.
  const late = await withEmptySession(page, () =>
    eventually(page, async () => {
      const weight = await weighed(tools);
      const growth = `${JSON.stringify(early)} became ${JSON.stringify(weight)}`;
      assert.ok(weight.kilobytes <= early.kilobytes * 1.1 + 256, `the heap grows: ${growth}`);
      assert.ok(weight.nodes <= early.nodes + 20, `the document grows: ${growth}`);
      assert.ok(weight.listeners <= early.listeners, `listeners are left behind: ${growth}`);
      assert.equal(weight.documents, early.documents);
      return weight;
    }),
  );
  context.diagnostic(
    `after a third ${JSON.stringify(early)}, after ${await updates()} updates ${JSON.stringify(late)}`,
  );
  await closePage(page);
});

test("no animation runs and no frame is requested while nothing changes", async () => {
  const match = await Match.begin(daemon, "simulated", 211);
  const page = await openOverlay(browser, daemon, { session: match.id }, { before: countMotion });
  // A page that is drawn for the first time has nothing to animate, so it must have drawn the
  // beginning before anything changes.
  await shows(page, match.id, 0);
  for (let step = 0; step < 6; step += 1) {
    await match.step();
    await shows(page, match.id, match.now.seq);
  }
  assert.ok((await counts(page)).motions > 0, "changes are animated");
  await settled(page);
  await eventually(page, async () => {
    const [before, after] = await page.evaluate(async () => {
      const asked = globalThis.counts.frames;
      for (let frame = 0; frame < 40; frame += 1) await new Promise(globalThis.nextFrame);
      return [asked, globalThis.counts.frames];
    });
    assert.equal(after, before);
  });
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await closePage(page);
});

for (const [how, parameters, context] of [
  ["?anim=0", { anim: 0 }, {}],
  ["prefers-reduced-motion", {}, { reducedMotion: "reduce" }],
]) {
  test(`with ${how} nothing is animated`, async () => {
    const match = await Match.begin(daemon, "simulated", 212);
    const page = await openOverlay(
      browser,
      daemon,
      { session: match.id, ...parameters },
      { before: countMotion, context },
    );
    await shows(page, match.id, 0);
    while (await match.step()) await shows(page, match.id, match.now.seq);
    assert.equal((await counts(page)).motions, 0);
    await closePage(page);
  });
}
