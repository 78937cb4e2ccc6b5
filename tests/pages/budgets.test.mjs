// What the pages may cost: bytes, time to the first board, time from a push to the eye.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, openPage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { openOverlay, shows } from "./support/overlay.mjs";
import { Match } from "./support/player.mjs";

const MOST_BYTES = 150_000;
const FIRST_BOARD_MS = 300;
const FRAME_MS = 17;
/** What a page without anything takes while nobody else wants the processor. */
const NOTHING_MS = 40;

const browser = await startBrowser();
const daemon = await Daemon.started();
const match = await Match.begin(daemon, "simulated", 301);

const middle = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
const share = (numbers, part) => [...numbers].sort((one, other) => one - other)[Math.ceil(numbers.length * part) - 1];
const milliseconds = (numbers) => numbers.map((number) => number.toFixed(1)).join(" ");

for (const [name, most, address, ready] of [
  ["overlay", MOST_BYTES, "/overlay", ".board"],
  ["desk", MOST_BYTES, "/", '[data-action="create"]'],
  ["desk with a match", MOST_BYTES, `/#/session/${match.id}`, ".board"],
  ["desk with the overlay's address", MOST_BYTES, "/#/overlay", "#address"],
]) {
  test(`the ${name} weighs less than ${most} bytes, all in all`, async (context) => {
    const served = [];
    // The preview of an overlay is a page of its own.
    const prepare = (page) => page.on("response", (response) => response.frame() === page.mainFrame() && served.push(response));
    const page = await openPage(browser, `${daemon.address}${address}`, { prepare });
    await page.waitForSelector(ready);
    await page.waitForLoadState("networkidle");
    let bytes = 0;
    for (const response of served) {
      assert.equal(response.status(), 200, response.url());
      bytes += (await response.body()).length;
    }
    context.diagnostic(`${name}: ${bytes} bytes in ${served.length} files`);
    assert.ok(bytes < most, `${bytes} bytes`);
    await closePage(page);
  });
}

/** Notes when there was first something to see: a board, or a page without one. */
function noteFirstSight() {
  const isThere = () => (location.pathname === "/overlay" ? document.querySelector(".board [data-tile]") : document.body);
  const watcher = new MutationObserver(() => {
    if (!isThere()) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { firstSight: performance.now() })));
  });
  watcher.observe(document, { childList: true, subtree: true });
}

async function firstSight(path) {
  const page = await openPage(browser, `${daemon.address}${path}`, { before: noteFirstSight });
  const time = await (await page.waitForFunction(() => globalThis.firstSight)).jsonValue();
  await closePage(page);
  return time;
}

test(`the first board is painted within ${FIRST_BOARD_MS} ms`, async (context) => {
  const [boards, nothings] = [[], []];
  for (let run = 0; run < 5; run += 1) {
    nothings.push(await firstSight("/rpc"));
    boards.push(await firstSight("/overlay"));
  }
  context.diagnostic(`first board after ${milliseconds(boards)} ms, median ${middle(boards).toFixed(1)} ms`);
  context.diagnostic(`a page without anything after ${milliseconds(nothings)} ms, median ${middle(nothings).toFixed(1)} ms`);
  // Others may want the processor, too: then everything takes longer in proportion.
  const allowed = FIRST_BOARD_MS * Math.max(1, middle(nothings) / NOTHING_MS);
  assert.ok(middle(boards) < allowed, `${middle(boards)} of ${allowed} ms`);
});

/** Notes for each change how long it took from the message to the paint, and which frame it came in. */
function notePushes() {
  const pushes = [];
  let cameAt = 0;
  let frame = null;
  Object.assign(globalThis, { pushes });
  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(...rest) {
      super(...rest);
      this.addEventListener("message", ({ data }) => {
        if (!data.includes('"topic":"state"')) return;
        cameAt = performance.now();
        const next = { began: 0, isOver: false };
        frame = next;
        requestAnimationFrame(() => {
          next.began = performance.now();
          setTimeout(() => (next.isOver = true));
        });
      });
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    const painted = new MessageChannel();
    painted.port1.onmessage = ({ data }) => pushes.push({ ...data, whole: performance.now() - data.cameAt, drawing: performance.now() - data.began });
    const stage = document.getElementById("overlay");
    let seq = "";
    const watcher = new MutationObserver(() => {
      if (stage.dataset.seq === seq) return;
      seq = stage.dataset.seq;
      // A page that had something to draw anyway is due a bit earlier in the same frame.
      if (frame) painted.port2.postMessage({ cameAt, began: frame.began || performance.now(), isLate: frame.isOver });
    });
    watcher.observe(stage, { attributeFilter: ["data-seq"] });
  });
}

test("a push is drawn in the very next frame, and quickly", async (context) => {
  const page = await openOverlay(browser, daemon, { session: match.id }, { before: notePushes });
  await shows(page, match.id, 0);
  while (await match.step()) await shows(page, match.id, match.now.seq);
  for (let back = 0; back < 60 && (await match.take({ type: "undo", count: 1 })); back += 1) await shows(page, match.id, match.now.seq);
  const pushes = (await page.evaluate(() => globalThis.pushes)).slice(1);
  const whole = pushes.map((push) => push.whole);
  const drawing = pushes.map((push) => push.drawing);
  const told = (times) => `median ${middle(times).toFixed(1)} ms, 99 of 100 within ${share(times, 0.99).toFixed(1)} ms`;
  context.diagnostic(`${pushes.length} pushes, message to paint: ${told(whole)}; frame to paint: ${told(drawing)}`);
  assert.ok(pushes.length > 30, `only ${pushes.length} pushes`);
  assert.deepEqual(pushes.filter((push) => push.isLate), []);
  assert.ok(share(drawing, 0.1) < FRAME_MS, told(drawing));
  await closePage(page);
});
