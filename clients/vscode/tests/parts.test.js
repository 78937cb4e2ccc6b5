"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { parseAddress } = require("../src/address");
const addresses = require("./addresses.json");
const { mayPlayUnseenCards, namesIn } = require("../src/choices");
const { html } = require("../src/markup");
const { hasMovedOn, wordsOf } = require("../src/refusal");
const { Restarts } = require("../src/restarts");
const { statusText } = require("../src/status");

test("addresses are those of every client", () => {
  for (const { text, websocket, tcp, local } of addresses.right) {
    const expected = websocket ? { url: websocket } : (tcp ?? { path: local });
    assert.deepEqual(parseAddress(text, "linux"), expected, text);
  }
});

test("a local name is a pipe on Windows", () => {
  const pipe = { path: "\\\\.\\pipe\\qbcoach" };
  assert.deepEqual(parseAddress("pipe:qbcoach", "win32"), pipe);
  assert.deepEqual(parseAddress("\\\\.\\pipe\\qbcoach", "win32"), pipe);
});

for (const wrong of addresses.wrong) {
  test(`${wrong} is not an address, and the error shows the right form`, () => {
    assert.throws(() => parseAddress(wrong), /tcp:\/\/HOST:PORT/);
  });
}

test("values in a template are escaped, markup is not", () => {
  const hostile = `<img src=x onerror="alert('1')">&`;
  const inner = html`<b title="${hostile}">${hostile}</b>`;
  const escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;";
  assert.equal(
    html`<p>${[inner, undefined, null, 0]}</p>`.text,
    `<p><b title="${escaped}">${escaped}</b>0</p>`,
  );
});

test("a daemon that keeps ending is started four times in three minutes, and again later", () => {
  let now = 0;
  const restarts = new Restarts(() => now);
  const allowed = [0, 1, 2, 3, 4].map(() => restarts.allowed());
  assert.deepEqual(allowed, [true, true, true, true, false]);
  now = 180_000;
  assert.equal(restarts.allowed(), true);
});

test("the text of an error is the daemon's reason and hint, if it sent them", () => {
  const refused = Object.assign(new Error("illegal action"), {
    code: 1002,
    data: { reason: "no room", hint: "look" },
  });
  assert.equal(wordsOf(refused), "no room (look)");
  assert.equal(wordsOf(new Error("gone")), "gone");
  assert.equal(hasMovedOn({ code: 1005 }), true);
  assert.equal(hasMovedOn(refused), false);
});

test("names are split at commas", () => {
  assert.deepEqual(namesIn(" Crawler, 001,,Security Officer "), [
    "Crawler",
    "001",
    "Security Officer",
  ]);
});

test("a card must be named if the hand of the side to act is not known", () => {
  const state = (fields) => ({
    game: "queens-blood",
    mode: "live",
    sideToAct: "enemy",
    enemy: { hand: [], handSize: 5 },
    you: { hand: [{}], handSize: 1 },
    ...fields,
  });
  assert.equal(mayPlayUnseenCards(state({})), true);
  assert.equal(mayPlayUnseenCards(state({ sideToAct: "you" })), false);
  assert.equal(mayPlayUnseenCards(state({ mode: "analysis", sideToAct: "you" })), true);
  assert.equal(mayPlayUnseenCards({ game: "mage-knight" }), false);
  assert.equal(mayPlayUnseenCards(undefined), false);
});

test("the status bar shows score and turn, and whether they are old", () => {
  const match = (fields) => ({
    documents: {
      state: {
        game: "queens-blood",
        turn: 3,
        phase: "play",
        sideToAct: "you",
        score: { totalYou: 11, totalEnemy: 7, winner: "you" },
        ...fields,
      },
    },
  });
  assert.equal(statusText({ documents: {} }), "qbcoach: no session");
  assert.equal(statusText(match({})), "qbcoach: 11–7, turn 3, your turn");
  assert.equal(
    statusText(match({ sideToAct: "enemy" })),
    "qbcoach: 11–7, turn 3, the enemy’s turn",
  );
  assert.equal(statusText(match({ phase: "draw" })), "qbcoach: 11–7, turn 3, report your draw");
  assert.equal(statusText(match({ phase: "over" })), "qbcoach: 11–7, over, you win");
  assert.equal(
    statusText({ ...match({}), stale: "it ended" }),
    "qbcoach: 11–7, turn 3, your turn (old: it ended)",
  );
  const combat = { game: "mage-knight", phase: "block", fameGained: 2 };
  assert.equal(statusText({ documents: { state: combat } }), "qbcoach: fame +2, phase: block");
});
