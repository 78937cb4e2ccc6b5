// A real Chromium, one for each test file, and how tests wait for a page.

import assert from "node:assert/strict";
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after } from "node:test";

const libraries = process.env.PAGES_LIBRARIES;
if (!libraries) throw new Error("PAGES_LIBRARIES must name what tests/pages/prepare has made");
export const require = createRequire(path.join(path.resolve(libraries), "here.js"));
const { chromium } = require("playwright-core");

/** However slow the machine is: what has not come by then does not come. */
export const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 30_000);

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function program() {
  const names = [process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  for (const name of names.filter(Boolean)) {
    for (const folder of path.isAbsolute(name) ? [""] : folders) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // The next one, then.
      }
    }
  }
  throw new Error("there is no Chromium: tests/pages/prepare gets one, or name it in CHROMIUM");
}

/** The browser of a test file, closed when the file is done. */
export async function startBrowser(moreFlags = []) {
  const browser = await chromium.launch({ executablePath: program(), headless: true, args: [...FLAGS, ...moreFlags] });
  after(() => browser.close());
  return browser;
}

/** A page with a profile of its own. Whatever goes wrong in it fails the test that asks `faultless`. */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, ...options.context });
  context.setDefaultTimeout(PATIENCE_MS);
  if (options.before) await context.addInitScript(options.before);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  await options.prepare?.(page);
  await page.goto(address);
  return page;
}

export async function closePage(page) {
  const { faults } = page;
  await page.context().close();
  assert.deepEqual(faults, [], "the page threw");
}

/**
 * Asks again and again until the check passes; its last complaint is the test's.
 * Every round goes through the page, so nothing spins.
 */
export async function eventually(page, check) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (complaint) {
      if (Date.now() > end) throw complaint;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }
}
