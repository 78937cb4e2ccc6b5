// A real Chromium, one for each test file, and waiting for a page.

import assert from "node:assert/strict";
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after } from "node:test";

const libraries = process.env.PAGES_LIBRARIES;
if (!libraries)
  throw new Error(
    "PAGES_LIBRARIES must be the folder `pages` that tests/outside/pages/prepare has made",
  );
export const require = createRequire(path.join(path.resolve(libraries), "here.js"));
const { chromium } = require("playwright-core");

/** Long enough for a slow machine. */
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
  const names = [
    process.env.CHROMIUM,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
  ];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  for (const name of names.filter(Boolean)) {
    for (const folder of path.isAbsolute(name) ? [""] : folders) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not a program: try the next one.
      }
    }
  }
  throw new Error(
    "there is no Chromium: tests/outside/pages/prepare gets one, or name it in CHROMIUM",
  );
}

/** Starts the browser of a test file; it is closed after the last test. */
export async function startBrowser(moreFlags = []) {
  const browser = await chromium.launch({
    executablePath: program(),
    headless: true,
    args: [...FLAGS, ...moreFlags],
  });
  after(() => browser.close());
  return browser;
}

/** Opens a page with a profile of its own. `closePage` fails if one of its scripts threw an error. */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1920, height: 1080 },
    ...options.context,
  });
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

/** Waits until the page has drawn what was asked for before. */
export function drawn(page) {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Waits until the page shows advice that the coach will not change any more. */
export async function advised(page) {
  await page.waitForSelector(".advice-move");
  await page.waitForSelector(".thinking", { state: "detached" });
}

/**
 * Repeats the check until it passes; after the timeout, throws its last error.
 * Each round waits for a frame of the page.
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
