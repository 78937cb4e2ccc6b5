// The daemon refuses requests of pages from other origins and serves its own pages.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";

import { closePage, eventually, openPage, startBrowser } from "./support/browser.mjs";
import { Daemon } from "./support/daemon.mjs";
import { openOverlay, shows } from "./support/overlay.mjs";

const browser = await startBrowser([
  // A name that resolves to this machine without the daemon knowing it, as in DNS rebinding.
  "--host-resolver-rules=MAP foreign.example 127.0.0.1",
  // Newer browsers keep such pages from this machine by themselves, which would hide
  // whether the daemon refuses them.
  "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets",
]);
const daemon = await Daemon.started();
const sessionId = await daemon.create({ mode: "live" });

const elsewhere = createServer((request, response) => {
  const frame = request.url === "/frame" ? `<iframe src="${daemon.address}/overlay"></iframe>` : "";
  response
    .writeHead(200, { "content-type": "text/html" })
    .end(`<!doctype html><title>elsewhere</title>${frame}`);
});
elsewhere.listen(0, "127.0.0.1");
await once(elsewhere, "listening");
after(() => elsewhere.close());
const foreign = `http://127.0.0.1:${elsewhere.address().port}`;

const CREATE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "session/create",
  params: { mode: "analysis" },
});

/** Tries every way in which a page can send a request to the daemon. */
function attempts(page, address) {
  return page.evaluate(
    async ({ http, body }) => {
      const socket = (path) =>
        new Promise((resolve) => {
          const line = new WebSocket(`${http.replace("http", "ws")}${path}`);
          line.onopen = () =>
            line.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "session/list" }));
          line.onmessage = () => resolve("answered");
          line.onclose = () => resolve("refused");
          // Where the page's own policy forbids the connection, nothing is closed.
          line.onerror = () => resolve("refused");
        });
      const post = (options) =>
        fetch(`${http}/rpc`, { method: "POST", body, ...options }).then(
          (answer) => (answer.ok ? "answered" : "refused"),
          () => "refused",
        );
      const json = { "content-type": "application/json" };
      return {
        socket: await socket("/rpc"),
        tap: await socket("/tap"),
        post: await post({ headers: json }),
        // The browser sends this without a preflight, so the daemon itself must refuse it.
        simple: await post({ mode: "no-cors", headers: { "content-type": "text/plain" } }),
        read: await fetch(`${http}/overlay`).then(
          (answer) => (answer.ok ? "answered" : "refused"),
          () => "refused",
        ),
      };
    },
    { http: address, body: CREATE },
  );
}

const sessions = async () => (await daemon.ask("session/list")).sessions.length;
const REFUSED = {
  socket: "refused",
  tap: "refused",
  post: "refused",
  simple: "refused",
  read: "refused",
};

test("requests of a page from another port are refused", async () => {
  const before = await sessions();
  const page = await openPage(browser, foreign);
  assert.deepEqual(await attempts(page, daemon.address), REFUSED);
  assert.equal(await sessions(), before);
  await closePage(page);
});

test("a page from another port cannot frame the overlay", async () => {
  const page = await openPage(browser, `${foreign}/frame`);
  await eventually(page, async () => assert.match(page.frames()[1]?.url() ?? "", /^chrome-error:/));
  await closePage(page);
});

test("requests of a page without an origin are refused", async () => {
  const before = await sessions();
  const page = await openPage(browser, "data:text/html,<title>nowhere</title>");
  assert.deepEqual(await attempts(page, daemon.address), REFUSED);
  assert.equal(await sessions(), before);
  await closePage(page);
});

test("a page asked for by a host name that is not the daemon's is refused", async () => {
  const page = await openPage(browser, `http://foreign.example:${daemon.port}/overlay`);
  assert.equal(await page.locator("#overlay").count(), 0);
  assert.match(await page.textContent("body"), /not allowed/);
  assert.deepEqual(await attempts(page, `http://foreign.example:${daemon.port}`), REFUSED);
  await closePage(page);
});

test("requests of a page whose host name now leads to the daemon are refused", async () => {
  const address = `http://foreign.example:${daemon.port}`;
  // The page came from its own server, so no policy of the daemon's holds it back.
  const prepare = (page) =>
    page.route(`${address}/`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>rebound</title>" }),
    );
  const page = await openPage(browser, `${address}/`, { prepare });
  assert.equal(await page.title(), "rebound");
  const before = await sessions();
  const statuses = [];
  page.on("response", (response) => statuses.push(response.status()));
  assert.deepEqual(await attempts(page, address), REFUSED);
  // The browser reports a response on another channel than the page's own answer.
  await eventually(page, async () =>
    assert.deepEqual(statuses, [403, 403, 403], "the daemon itself has refused"),
  );
  assert.equal(await sessions(), before);
  await closePage(page);
});

for (const host of ["127.0.0.1", "localhost"]) {
  test(`the daemon's own page works as ${host}`, async () => {
    const address = `http://${host}:${daemon.port}`;
    const page = await openOverlay(browser, { address });
    // The analyses that the attempts create do not go on air.
    await shows(page, sessionId, 0);
    const got = await attempts(page, address);
    assert.deepEqual(got, {
      socket: "answered",
      tap: "answered",
      post: "answered",
      simple: "refused",
      read: "answered",
    });
    await closePage(page);
  });
}

test("the daemon's own page may frame the overlay", async () => {
  const page = await openOverlay(browser, daemon, { session: sessionId });
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement("iframe"), { src: "/overlay" })),
  );
  await eventually(page, async () => assert.ok(await page.frames()[1]?.$("#overlay .board")));
  await closePage(page);
});
