"use strict";

// The extension with the real vscode-languageclient and a real daemon. Only the editor is
// a fake: NODE_PATH is tests/fake, so `require("vscode")` finds it.

const assert = require("node:assert/strict");
const fs = require("node:fs");
const net = require("node:net");
const path = require("node:path");
const { test } = require("node:test");
const { Uri, commands, editor } = require("vscode");
const extension = require("../src/extension");
const { PROGRAM, messageConnection, servingDaemon, temporaryFolder, until } = require("./support");

const manifest = require("../package.json");

function keeper() {
  const kept = new Map();
  return {
    get: (key) => kept.get(key),
    update: (key, value) => kept.set(key, value),
    store: async (key, value) => kept.set(key, value),
    delete: async (key) => kept.delete(key),
  };
}

/** The storage of an editor window, which survives deactivation. */
function editorWindow(test) {
  const folder = temporaryFolder(test);
  return { folder, workspaceState: keeper(), secrets: keeper() };
}

/** Activates the extension in a window until the end of the test. */
function activate(test, { folder, workspaceState, secrets }, settings) {
  Object.assign(editor, { settings, answers: [], asked: [], messages: [], panels: [], log: [] });
  const subscriptions = [];
  extension.activate({
    subscriptions,
    workspaceState,
    secrets,
    storageUri: Uri.file(path.join(folder, "storage")),
    globalStorageUri: Uri.file(path.join(folder, "global")),
    extension: { packageJSON: manifest },
  });
  let isActive = true;
  const deactivate = async () => {
    if (!isActive) return;
    isActive = false;
    await extension.deactivate();
    subscriptions.forEach((subscription) => subscription.dispose());
  };
  test.after(deactivate);
  return deactivate;
}

/** A wrapper of the daemon that writes its process id to a file, so that a test can kill it. */
function traceable(folder) {
  const program = path.join(folder, "daemon");
  const script = `#!/bin/sh\necho $$ > "${folder}/pid"\nexec "${PROGRAM}" "$@"\n`;
  fs.writeFileSync(program, script, { mode: 0o755 });
  return { program, pid: () => Number(fs.readFileSync(path.join(folder, "pid"), "utf8")) };
}

const run = (name) => commands.executeCommand(`qbcoach.${name}`);
const seen = (what, isSo) => until(what, isSo, (look) => editor.seen.event(look));
const status = (text) => seen(`the status bar says ${text}`, () => editor.statusBar.text === text);
const shown = (text) =>
  seen(`the panel shows ${text}`, () => editor.panels.at(-1)?.webview.html.includes(text));

const choose =
  (label) =>
  ({ items }) => {
    const found = items.find((item) => item.label === label);
    assert.ok(found, `${label} is not among ${items.map((item) => item.label).join(", ")}`);
    return found;
  };
const type = (text) => () => text;
/** Types into the list of cards and accepts the card once the daemon has found it. */
const search = (text, name) => (question) => {
  question.type(text);
  const card = () => question.items().find((item) => item.label === name);
  seen(`${name} is found`, card).then(question.accept);
};

async function beginLive(hand, firstPlayer = "You begin") {
  editor.answers.push(choose("A live match"), choose(firstPlayer), choose("Not known"), type(hand));
  await run("newSession");
  await shown(hand.split(",")[0]);
}

test("plays, draws, passes and undo can be reported", async (t) => {
  activate(t, editorWindow(t), { path: PROGRAM });
  await run("showBoard");
  await shown("No session is open");
  await beginLive("Crawler, Levrikon, 001, 002, 021");
  await status("qbcoach: 0–0, turn 1, your turn");

  editor.answers.push(choose("Crawler to MID-1"));
  await run("report");
  await status("qbcoach: 2–0, turn 2, the enemy’s turn");
  await shown("<b>Crawler</b>");

  editor.answers.push(
    choose("Play a card…"),
    search("archdr", "Archdragon"),
    choose("Archdragon to MID-5"),
  );
  await run("report");
  await status("qbcoach: 0–3, turn 3, report your draw");

  editor.answers.push(search("riot", "Riot Trooper"));
  await run("report");
  await status("qbcoach: 0–3, turn 3, your turn");
  await shown("<h3>Likely replies</h3>");
  await shown('<span class="quality">best</span>');

  await run("pass");
  await status("qbcoach: 0–3, turn 4, the enemy’s turn");
  await run("undo");
  await status("qbcoach: 0–3, turn 3, your turn");
  assert.deepEqual(editor.messages, []);
});

test("the panel has table headings, no scripts, and a content security policy", async (t) => {
  activate(t, editorWindow(t), { path: PROGRAM });
  await run("showBoard");
  await beginLive("Crawler, Levrikon, 001, 002, 021");
  const [panel] = editor.panels;
  const html = panel.webview.html;
  assert.match(html, /<html lang="en">/);
  assert.match(html, /<caption>Board after event 0<\/caption>/);
  assert.equal(html.match(/<th scope="row">(TOP|MID|BOT)<\/th><td class="sum">/g).length, 3);
  assert.match(html, /content="default-src 'none'; style-src 'nonce-[^']+'"/);
  assert.ok(!/<script|onload|onerror=|https?:/i.test(html));
  assert.equal(panel.options.enableScripts, false);
  const linked = [...html.matchAll(/href="command:([^"]+)"/g)].map(([, command]) => command);
  assert.deepEqual(linked, panel.options.enableCommandUris);
  assert.ok(linked.every((command) => editor.commands.has(command)));
});

test("a refusal is shown with the daemon's reason and hint", async (t) => {
  activate(t, editorWindow(t), { path: PROGRAM });
  await run("showBoard");
  await run("undo");
  await run("pickSession");
  editor.answers.push(choose("A live match"), choose("You begin"), choose("Not known"));
  editor.answers.push(type("Crawlr, 001"), ({ value }) => value.replace("Crawlr", "Crawler"));
  await run("newSession");
  await run("draw").catch(() => undefined);
  const texts = editor.messages.map(({ text }) => text);
  assert.match(texts[0], /no session is open: begin one/);
  assert.match(texts[1], /no session yet: “qbcoach: New Session”/);
  assert.match(texts[2], /there is no card `Crawlr`; did you mean 019 Crawler\?/);
  await status("qbcoach: 0–0, turn 1, your turn");
});

test("a killed daemon is started again, and the session is resumed with a message", async (t) => {
  const opened = editorWindow(t);
  const { program, pid } = traceable(opened.folder);
  activate(t, opened, { path: program });
  await run("showBoard");
  await beginLive("Crawler, Levrikon, 001, 002, 021");
  editor.answers.push(choose("Crawler to MID-1"));
  await run("report");
  await status("qbcoach: 2–0, turn 2, the enemy’s turn");

  const old = pid();
  process.kill(old, "SIGKILL");
  await shown("What you see may be old: the daemon has ended and is started again");
  const isBack = ({ text }) =>
    text === "The connection to qbcoach is back: session s1 goes on where it was.";
  await seen("a message says that the connection is back", () => editor.messages.some(isBack));
  assert.notEqual(pid(), old);
  await status("qbcoach: 2–0, turn 2, the enemy’s turn");
  await run("pass");
  await status("qbcoach: 2–0, turn 3, report your draw");
});

test("if the daemon cannot be started again, the panel and the error say what to do", async (t) => {
  const opened = editorWindow(t);
  const { program, pid } = traceable(opened.folder);
  activate(t, opened, { path: program });
  await run("showBoard");
  await beginLive("Crawler, Levrikon, 001, 002, 021");
  fs.rmSync(program);
  process.kill(pid(), "SIGKILL");
  await shown("could not be started again; “qbcoach: Connect” tries once more");
  await run("pass");
  assert.match(editor.messages.at(-1).text, /“qbcoach: Connect” tries once more/);
  traceable(opened.folder);
  await run("connect");
  await status("qbcoach: 0–0, turn 1, your turn");
});

test("a window that is opened again shows its last session", async (t) => {
  const opened = editorWindow(t);
  const deactivate = activate(t, opened, { path: PROGRAM });
  await run("showBoard");
  await beginLive("Crawler, Levrikon, 001, 002, 021");
  editor.answers.push(choose("Analysis"));
  await run("newSession");
  await shown("session s2");
  editor.answers.push(choose("s1"));
  await run("pickSession");
  await shown("session s1");
  await deactivate();

  activate(t, opened, { path: PROGRAM });
  await run("showBoard");
  await shown("session s1");
  await shown("Levrikon");
});

test("the error names a program that does not exist, and connecting works after a fix", async (t) => {
  activate(t, editorWindow(t), { path: "no-such-program" });
  await run("showBoard");
  assert.ok(
    editor.messages.some(({ text }) =>
      /no-such-program could not be started .* set qbcoach.path/s.test(text),
    ),
  );
  editor.settings = { path: PROGRAM };
  await run("connect");
  await shown("No session is open");
});

test("a data folder in use by another daemon is reported", async (t) => {
  const opened = editorWindow(t);
  const folder = path.join(opened.folder, "storage");
  await servingDaemon(t, "--data-dir", folder);
  activate(t, opened, { path: PROGRAM });
  await run("showBoard");
  assert.ok(editor.messages.some(({ text }) => /could not be started/.test(text)));
  await seen("the log has the reason", () =>
    editor.log.some((line) => /in use by another daemon/.test(line)),
  );
});

test("initialize has only params that the daemon knows", async (t) => {
  const opened = editorWindow(t);
  const log = path.join(opened.folder, "sent");
  const program = path.join(opened.folder, "daemon");
  fs.writeFileSync(program, `#!/bin/sh\ntee "${log}" | "${PROGRAM}" "$@"\n`, { mode: 0o755 });
  const deactivate = activate(t, opened, { path: program });
  await run("showBoard");
  await deactivate();
  const sent = fs.readFileSync(log, "utf8");
  const [first] = sent.split("\r\n\r\n").slice(1);
  const { method, params } = JSON.parse(first.slice(0, first.lastIndexOf("}") + 1));
  assert.equal(method, "initialize");
  assert.deepEqual(params, {
    clientInfo: { name: "qbcoach for VS Code", version: manifest.version },
    protocolVersion: 2,
  });
  assert.match(sent, /"method":"shutdown"/);
  assert.match(sent, /"method":"exit"/);
});

for (const door of ["tcp", "web", "socket"]) {
  test(`a daemon elsewhere is reached through ${door}, also after its restart`, async (t) => {
    const opened = editorWindow(t);
    const socket = path.join(opened.folder, "socket");
    const data = path.join(opened.folder, "data");
    const first = await servingDaemon(
      t,
      "--data-dir",
      data,
      "--tcp",
      "127.0.0.1:0",
      "--socket",
      socket,
    );
    const server = { tcp: `tcp://${first.ready.tcp}`, web: first.ready.listen, socket }[door];
    activate(t, opened, { path: "no-such-program", server });
    await run("showBoard");
    await beginLive("Crawler, Levrikon, 001, 002, 021");
    first.child.kill("SIGKILL");
    await shown("no daemon answers at");
    await servingDaemon(
      t,
      "--data-dir",
      data,
      "--tcp",
      first.ready.tcp,
      "--listen",
      first.ready.listen,
      "--socket",
      socket,
    );
    await seen("a message says that the connection is back", () =>
      editor.messages.some(({ text }) => /goes on where it was/.test(text)),
    );
    await status("qbcoach: 0–0, turn 1, your turn");
  });
}

test("a token is stored as a secret and sent to the daemon", async (t) => {
  const opened = editorWindow(t);
  const tokens = path.join(opened.folder, "tokens");
  fs.writeFileSync(tokens, "control 0123456789abcdef\n", { mode: 0o600 });
  const daemon = await servingDaemon(
    t,
    "--data-dir",
    ":memory:",
    "--tcp",
    "127.0.0.1:0",
    "--token-file",
    tokens,
  );
  activate(t, opened, { server: `tcp://${daemon.ready.tcp}` });
  await run("showBoard");
  assert.ok(editor.messages.some(({ text }) => /Set Token/.test(text)));
  editor.answers.push(type("0123456789abcdef"));
  await run("setToken");
  editor.answers.push(choose("Analysis"));
  await run("newSession");
  await shown("session s1");
});

test("markup in names is escaped", async (t) => {
  const hostile = "</td><script>alert(1)</script><img src=x onerror='alert(2)'>";
  const opened = editorWindow(t);
  const daemon = await servingDaemon(t, "--data-dir", ":memory:", "--tcp", "127.0.0.1:0");
  const [host, port] = daemon.ready.tcp.split(":");
  const socket = net.connect(Number(port), host);
  const stranger = messageConnection(socket, socket);
  t.after(() => stranger.dispose());
  t.after(() => socket.destroy());
  await stranger.sendRequest("session/create", {
    enemy: { tag: hostile },
    title: hostile,
    you: { hand: ["001"] },
  });
  activate(t, opened, { server: `tcp://${daemon.ready.tcp}` });
  await run("showBoard");
  await shown(
    "&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;",
  );
  assert.ok(!/<script|<img/.test(editor.panels[0].webview.html));
});

test("the registered commands are those of the manifest", async (t) => {
  activate(t, editorWindow(t), { path: PROGRAM });
  const promised = manifest.contributes.commands.map(({ command }) => command).sort();
  assert.deepEqual([...editor.commands.keys()].sort(), promised);
});
