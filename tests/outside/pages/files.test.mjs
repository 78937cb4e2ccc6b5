// The files of the pages: the daemon serves all of them, and nothing comes from another host.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";

import { closePage, openPage, startBrowser } from "./support/browser.mjs";
import { Daemon, pagesFolder, repository } from "./support/daemon.mjs";
import { Match } from "./support/player.mjs";

const entries = await readdir(pagesFolder, { recursive: true });
const files = entries.filter((name) => /\.(html|css|js|svg)$/.test(name)).sort();

test("every file of clients/web is in the daemon's list, and nothing else", async () => {
  const source = await readFile(path.join(repository, "src/daemon/doors/pages.rs"), "utf8");
  const [, list] = source.match(/^files! \{\n([^}]*)\}/m);
  assert.deepEqual(
    [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name),
    files,
  );
});

test("the daemon serves every file without comments, with its type and a strict policy", async () => {
  const daemon = await Daemon.started();
  const types = { html: "text/html", css: "text/css", js: "text/javascript", svg: "image/svg+xml" };
  for (const name of files) {
    const answer = await fetch(`${daemon.address}/web/${name}`);
    assert.equal(answer.status, 200, name);
    assert.ok(
      answer.headers.get("content-type").startsWith(types[path.extname(name).slice(1)]),
      name,
    );
    assert.match(
      answer.headers.get("content-security-policy"),
      /default-src 'none'; script-src 'self';/,
      name,
    );
    assert.deepEqual(
      code(await answer.text()),
      code(await readFile(path.join(pagesFolder, name), "utf8")),
      name,
    );
  }
  await daemon.kill();
});

/** The lines of a file without comments and indents. */
function code(text) {
  const lines = text.replace(/\/\*[^]*?\*\//g, "").split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("//"));
}

test("no file names another host", async () => {
  // The name of the SVG namespace, which no browser fetches.
  const namespace = "http://www.w3.org/2000/svg";
  for (const name of files) {
    const text = (await readFile(path.join(pagesFolder, name), "utf8")).replaceAll(namespace, "");
    const foreign = text.match(
      /(?:https?|wss?):\/\/[^\s"'`)]+|(?:src|href|url)\s*[=(]\s*["']?\/\/[^\s"')]+/g,
    );
    assert.equal(foreign, null, name);
  }
});

test("both pages send requests to the daemon only", async () => {
  const browser = await startBrowser();
  const daemon = await Daemon.started();
  const match = await Match.begin(daemon, "simulated", 1);
  for (const address of ["/overlay", "/", `/#/session/${match.id}`, "/#/overlay"]) {
    const asked = [];
    const prepare = (page) => {
      page.on("request", (request) => asked.push(request.url()));
      page.on("websocket", (socket) => asked.push(socket.url()));
    };
    const page = await openPage(browser, `${daemon.address}${address}`, { prepare });
    await page.waitForLoadState("networkidle");
    const hosts = new Set(
      asked
        .map((url) => new URL(url))
        .filter(({ protocol }) => protocol !== "data:")
        .map(({ host }) => host),
    );
    assert.deepEqual([...hosts], [`127.0.0.1:${daemon.port}`], address);
    await closePage(page);
  }
  await daemon.kill();
});
