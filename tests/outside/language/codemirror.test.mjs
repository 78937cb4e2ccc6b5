// CodeMirror's own client for language servers against the WebSocket door, in Chromium.
// LANGUAGE_LIBRARIES is the folder `node` that tests/outside/language/prepare has made.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";

import { closePage, openPage, startBrowser } from "../pages/support/browser.mjs";
import { Daemon, repository } from "../pages/support/daemon.mjs";

const libraries = path.resolve(process.env.LANGUAGE_LIBRARIES ?? "");
const { buildSync } = createRequire(path.join(libraries, "here.js"))("esbuild");
const { outputFiles } = buildSync({
  entryPoints: [path.join(repository, "tests/outside/language/codemirror.js")],
  nodePaths: [path.join(libraries, "node_modules")],
  bundle: true,
  write: false,
  format: "iife",
});
const browser = await startBrowser();
const daemon = await Daemon.started();

test("faults are marked and cards completed", async () => {
  const context = { bypassCSP: true };
  const page = await openPage(browser, `${daemon.address}/`, { context });
  await page.addScriptTag({ content: outputFiles[0].text });
  const address = `${daemon.address.replace("http", "ws")}/rpc`;
  const text = "you play Crawlr MID-1\nenemy pass\n";
  const offered = await page.evaluate(([to, doc]) => window.begin(to, doc), [address, text]);
  assert.equal(offered.positionEncoding, "utf-16");
  await page.waitForSelector(".cm-lintRange-error");
  assert.equal(await page.locator(".cm-lintRange-error").textContent(), "Crawlr");
  await page.evaluate(() => {
    const { view } = window;
    const doc = "you play ";
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: doc } });
    view.dispatch({ selection: { anchor: doc.length } });
    view.focus();
  });
  await page.keyboard.type("Cra");
  await page.keyboard.press("Control+Space");
  await page.waitForSelector(".cm-completionLabel:has-text('Crawler')");
  await closePage(page);
});
