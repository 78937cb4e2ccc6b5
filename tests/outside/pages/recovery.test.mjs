// The overlay reconnects by itself, whichever side starts first or is restarted. It marks
// old data meanwhile, and then shows the right session.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { closePage, eventually, openPage, startBrowser } from "./support/browser.mjs";
import { Daemon, pagesFolder, temporaryFolder } from "./support/daemon.mjs";
import { equalsSnapshot, openOverlay, shows } from "./support/overlay.mjs";
import { Match } from "./support/player.mjs";

const browser = await startBrowser();
const PLAYER = { audience: "player" };

async function notice(page) {
  return (await page.textContent("#notice")).trim();
}

async function says(page, pattern) {
  await eventually(page, async () => assert.match(await notice(page), pattern));
}

/** Whether the page is marked as old, and whether it is visible. */
function marks(page) {
  return page.evaluate(() => ({
    stale: document.documentElement.classList.contains("stale"),
    visible: getComputedStyle(document.getElementById("overlay")).visibility === "visible",
  }));
}

async function marked(page, expected) {
  await eventually(page, async () => assert.deepEqual(await marks(page), expected));
}

async function steps(match, number) {
  for (let step = 0; step < number; step += 1) assert.ok(await match.step());
}

test("after a kill of the daemon the overlay reconnects and equals the snapshot", async () => {
  const daemon = await Daemon.started();
  const match = await Match.begin(daemon, "live", 71);
  const page = await openOverlay(browser, daemon, PLAYER);
  await steps(match, 6);
  await equalsSnapshot(page, daemon, match.id);
  assert.equal(await notice(page), "");
  for (let death = 0; death < 2; death += 1) {
    await daemon.kill();
    await says(page, /^Connection lost · \d+ s old$/);
    await marked(page, { stale: true, visible: true });
    await daemon.start();
    // Actions before the page has reconnected are shown, too.
    await steps(match, 2);
    await equalsSnapshot(page, daemon, match.id);
    await marked(page, { stale: false, visible: true });
    assert.equal(await notice(page), "");
    await steps(match, 2);
    await equalsSnapshot(page, daemon, match.id);
  }
  await closePage(page);
  await daemon.kill();
});

test("old data is hidden after `blank` seconds, until the daemon is back", async () => {
  const daemon = await Daemon.started();
  const match = await Match.begin(daemon, "live", 72);
  const page = await openOverlay(browser, daemon, { ...PLAYER, blank: 1 });
  await equalsSnapshot(page, daemon, match.id);
  await daemon.kill();
  await marked(page, { stale: true, visible: false });
  await daemon.start();
  await marked(page, { stale: false, visible: true });
  await equalsSnapshot(page, daemon, match.id);
  await closePage(page);
  await daemon.kill();
});

test("an overlay loaded before the daemon starts shows the match once there is one", async () => {
  // Another server sends the files and ends before the daemon starts, as a cache would.
  const files = createServer(async (request, response) => {
    const name = request.url.startsWith("/overlay")
      ? "overlay.html"
      : request.url.replace("/web/", "");
    const kind = { html: "text/html", css: "text/css", js: "text/javascript" }[
      path.extname(name).slice(1)
    ];
    if (!kind) return response.writeHead(404).end();
    response
      .writeHead(200, { "content-type": kind })
      .end(await readFile(path.join(pagesFolder, name)));
  });
  files.listen(0, "127.0.0.1");
  await once(files, "listening");
  const daemon = await Daemon.prepared({ port: files.address().port });
  const page = await openOverlay(browser, daemon, PLAYER);
  await says(page, /^Looking for qbcoach$/);
  files.close();
  files.closeAllConnections();
  await daemon.start();
  await says(page, /^Waiting for a match$/);
  const match = await Match.begin(daemon, "live", 73);
  await equalsSnapshot(page, daemon, match.id);
  await closePage(page);
  await daemon.kill();
});

test("the local file made by the desk waits for the daemon, then opens the overlay", async () => {
  const daemon = await Daemon.started();
  const desk = await openPage(browser, `${daemon.address}/#/overlay`);
  const saved = desk.waitForEvent("download");
  await desk.locator('[data-action="local-file"]').click();
  const file = path.join(await temporaryFolder(), "overlay.html");
  await (await saved).saveAs(file);
  await closePage(desk);
  await daemon.kill();
  const page = await openPage(browser, pathToFileURL(file).href);
  assert.equal(new URL(page.url()).protocol, "file:");
  await daemon.start();
  const match = await Match.begin(daemon, "live", 76);
  await page.waitForURL(`${daemon.address}/overlay`);
  await shows(page, match.id, 0);
  await closePage(page);
  await daemon.kill();
});

test("after the daemon lost its sessions the overlay shows the newest one", async () => {
  const daemon = await Daemon.started();
  await daemon.create({ mode: "analysis" });
  const old = await Match.begin(daemon, "live", 74);
  const page = await openOverlay(browser, daemon, PLAYER);
  await equalsSnapshot(page, daemon, old.id);
  for (let round = 0; round < 4; round += 1) {
    await daemon.kill();
    await daemon.forget();
    await daemon.start();
    const match = await Match.begin(daemon, "live", 75 + round);
    await equalsSnapshot(page, daemon, match.id);
  }
  await closePage(page);
  await daemon.kill();
});

test("without `session` the overlay shows the newest session, also after deletions", async () => {
  const daemon = await Daemon.started();
  const page = await openOverlay(browser, daemon, PLAYER);
  await says(page, /^Waiting for a match$/);
  const first = await Match.begin(daemon, "live", 81);
  await equalsSnapshot(page, daemon, first.id);
  const second = await Match.begin(daemon, "live", 82);
  await equalsSnapshot(page, daemon, second.id);
  await daemon.ask("session/delete", { sessionId: second.id });
  await equalsSnapshot(page, daemon, first.id);
  await steps(first, 2);
  await equalsSnapshot(page, daemon, first.id);
  await daemon.ask("session/delete", { sessionId: first.id });
  await says(page, /^Waiting for a match$/);
  assert.equal(await page.locator("#overlay .panel, #overlay .board").count(), 0);
  const third = await Match.begin(daemon, "live", 83);
  await equalsSnapshot(page, daemon, third.id);
  await closePage(page);
  await daemon.kill();
});

test("with `session` the overlay waits for that session and shows no other", async () => {
  const daemon = await Daemon.started();
  const page = await openOverlay(browser, daemon, { ...PLAYER, session: "s2" });
  const first = await Match.begin(daemon, "live", 84);
  assert.equal(first.id, "s1");
  await says(page, /^Waiting for session s2$/);
  const second = await Match.begin(daemon, "live", 85);
  await equalsSnapshot(page, daemon, second.id);
  await Match.begin(daemon, "live", 86);
  await steps(second, 2);
  await equalsSnapshot(page, daemon, second.id);
  await closePage(page);
  await daemon.kill();
});

test("settings of the desk change an overlay at once, unless its address overrides them", async () => {
  const daemon = await Daemon.started();
  const one = await Match.begin(daemon, "live", 91);
  const two = await Match.begin(daemon, "live", 92);
  const page = await openOverlay(browser, daemon);
  const fixed = await openOverlay(browser, daemon, {
    theme: "contrast",
    widgets: "board",
    scale: 2,
    session: one.id,
  });
  await shows(page, two.id, 0);
  await shows(fixed, one.id, 0);
  const seen = (of) =>
    of.evaluate(() => ({
      classes: [...document.documentElement.classList].sort(),
      scale: document.documentElement.style.getPropertyValue("--scale"),
      widgets: [...document.querySelectorAll("#overlay .area > *")].map(
        (widget) => widget.classList[1] ?? widget.classList[0],
      ),
      session: document.getElementById("overlay").dataset.session,
      language: document.documentElement.lang,
    }));
  const all = ["widget-score", "board", "widget-threat", "widget-enemy", "widget-log"];
  const usual = {
    classes: ["palette-classic", "theme-night"],
    scale: "1",
    widgets: all,
    session: two.id,
    language: "en",
  };
  const wanted = {
    classes: ["palette-classic", "theme-contrast"],
    scale: "2",
    widgets: ["board"],
    session: one.id,
    language: "en",
  };
  const check = async (look, changed, changedFixed = {}) => {
    await daemon.look(look);
    await eventually(page, async () =>
      assert.deepEqual(await seen(page), { ...usual, ...changed }),
    );
    await eventually(fixed, async () =>
      assert.deepEqual(await seen(fixed), { ...wanted, ...changedFixed }),
    );
  };
  await check({}, {});
  await check({ theme: "paper" }, { classes: ["palette-classic", "theme-paper"] });
  await check(
    { palette: "safe" },
    { classes: ["palette-safe", "theme-night"] },
    { classes: ["palette-safe", "theme-contrast"] },
  );
  await check({ scale: 1.5 }, { scale: "1.5" });
  await check({ widgets: ["log", "score"] }, { widgets: ["widget-log", "widget-score"] });
  await check({ session: one.id }, { session: one.id });
  await check({ language: "de" }, { language: "de" }, { language: "de" });
  // The settings survive a kill of the daemon.
  await daemon.kill();
  await marked(page, { stale: true, visible: true });
  await daemon.start();
  await marked(page, { stale: false, visible: true });
  await check({}, {});
  await closePage(page);
  await closePage(fixed);
  await daemon.kill();
});
