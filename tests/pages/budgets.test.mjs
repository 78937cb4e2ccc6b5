// What the pages may cost: bytes, time to the first board, time from a push to the eye.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closePage, openPage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { openOverlay, shows } from "./support/overlay.mjs";
import { Match } from "./support/player.mjs";

const MOST_BYTES = 150_000;
// Tests share their machine with others. So the quick ones tell what a page needs, and
// the middle one only that nothing is broken.
const FIRST_BOARD_MS = 300;
const FRAME_MS = 17;
const BUSY = 10;

const browser = await startBrowser();
const daemon = await Daemon.started();
const match = await Match.begin(daemon, "simulated", 301);

const middle = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
const share = (numbers, part) => [...numbers].sort((one, other) => one - other)[Math.ceil(numbers.length * part) - 1];
const milliseconds = (numbers) => numbers.map((number) => number.toFixed(1)).join(" ");

for (const [name, address] of [
  ["overlay", "/overlay"],
  ["desk", "/"],
]) {
  test(`the ${name} weighs less than ${MOST_BYTES} bytes, all in all`, async (context) => {
    const served = [];
    const prepare = (page) => page.on("response", (response) => served.push(response));
    const page = await openPage(browser, `${daemon.address}${address}`, { prepare });
    await page.waitForLoadState("networkidle");
    let bytes = 0;
    for (const response of served) {
      assert.equal(response.status(), 200, response.url());
      bytes += (await response.body()).length;
    }
    context.diagnostic(`${name}: ${bytes} bytes in ${served.length} files`);
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
    await closePage(page);
  });
}

/** Notes when the first board has been painted. */
function noteFirstBoard() {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(".board [data-tile]")) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { firstBoard: performance.now() })));
  });
  watcher.observe(document, { childList: true, subtree: true });
}

test(`the first board is painted within ${FIRST_BOARD_MS} ms`, async (context) => {
  const times = [];
  for (let run = 0; run < 5; run += 1) {
    const page = await openOverlay(browser, daemon, {}, { before: noteFirstBoard });
    const handle = await page.waitForFunction(() => globalThis.firstBoard);
    times.push(await handle.jsonValue());
    await closePage(page);
  }
  context.diagnostic(`first board after ${milliseconds(times)} ms, median ${middle(times).toFixed(1)} ms`);
  assert.ok(Math.min(...times) < FIRST_BOARD_MS, milliseconds(times));
  assert.ok(middle(times) < FIRST_BOARD_MS * BUSY, milliseconds(times));
});

/** Notes how long each change took from the message to the frame that shows it. */
function notePushes() {
  const pushes = [];
  let cameAt = 0;
  Object.assign(globalThis, { pushes });
  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(...rest) {
      super(...rest);
      this.addEventListener("message", ({ data }) => {
        if (data.includes('"topic":"state"')) cameAt = performance.now();
      });
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    const painted = new MessageChannel();
    painted.port1.onmessage = ({ data }) => pushes.push(performance.now() - data);
    // The change is made in a frame's own time, so what comes next follows its painting.
    const watcher = new MutationObserver(() => painted.port2.postMessage(cameAt));
    watcher.observe(document.getElementById("overlay"), { attributeFilter: ["data-seq"] });
  });
}

test(`a push is on the screen within a frame`, async (context) => {
  const page = await openOverlay(browser, daemon, { session: match.id }, { before: notePushes });
  await shows(page, match.id, 0);
  for (let round = 0; round < 2; round += 1) {
    while (await match.step()) await shows(page, match.id, match.now.seq);
    while (match.now.seq > 0 && (await match.take({ type: "undo", count: 1 }))) await shows(page, match.id, match.now.seq);
  }
  const times = await page.evaluate(() => globalThis.pushes);
  const quick = share(times, 0.1);
  context.diagnostic(`${times.length} pushes: one of ten within ${quick.toFixed(1)} ms, median ${middle(times).toFixed(1)} ms, 99 of 100 within ${share(times, 0.99).toFixed(1)} ms`);
  assert.ok(times.length > 50, `only ${times.length} pushes`);
  assert.ok(quick < FRAME_MS, `${quick} ms`);
  assert.ok(middle(times) < FRAME_MS * BUSY, `${middle(times)} ms`);
  await closePage(page);
});
