"use strict";

// `Coach` with a real daemon, over vscode-jsonrpc.

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Coach } = require("../src/coach");
const { page } = require("../src/page");
const { rpc, stdioDaemon, temporaryFolder, until } = require("./support");

const HAND = ["001", "019", "007", "002", "021"];

/** Waits until all documents are at the event. */
function current(coach, seq) {
  const isCurrent = () =>
    ["state", "threat", "coach"].every((topic) => coach.documents[topic]?.seq === seq) &&
    !coach.documents.coach.thinking;
  return until(`every document is at event ${seq}`, isCurrent, (look) => coach.onChange(look));
}

test("documents updated by patches equal the daemon's answers", async (t) => {
  const { connection } = stdioDaemon(t);
  const coach = new Coach(connection);
  await coach.create({ you: { hand: HAND }, enemy: { deck: "swarm" } });
  await current(coach, 0);
  const actions = [
    { type: "play", card: "019", tile: "m1" },
    { type: "play", side: "enemy", card: "001", tile: "m5" },
    { type: "draw", card: "Riot Trooper" },
    { type: "play", card: "001", tile: "t1" },
    { type: "pass" },
  ];
  for (const action of actions) {
    const { seq } = await coach.act(action);
    await current(coach, seq);
    const { sessionId } = coach;
    assert.deepEqual(coach.documents.state, await coach.ask("session/get", { sessionId }));
    assert.deepEqual(
      coach.documents.threat,
      await coach.ask("prediction/threatMap", { sessionId }),
    );
    const advice = await coach.ask("coach/recommend", { sessionId }).catch(() => undefined);
    if (advice !== undefined) assert.deepEqual(coach.documents.coach, advice);
  }
  const { seq } = await coach.undo();
  await current(coach, seq);
  assert.deepEqual(
    coach.documents.state,
    await coach.ask("session/get", { sessionId: coach.sessionId }),
  );
});

test("every listed action can be sent back as it is", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ mode: "simulated", seed: 7 });
  for (let move = 0; move < 6; move += 1) {
    const { actions, seq } = await coach.actions();
    assert.equal((await coach.act(actions[0].action, seq)).seq, seq + 1);
  }
});

test("a card of an unknown hand is found by part of its name, and its tiles are listed", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ firstPlayer: "enemy", you: { hand: HAND } });
  const [card] = await coach.searchCards("crawl");
  assert.equal(card.name, "Crawler");
  const { actions } = await coach.actions([card.id]);
  const tiles = actions
    .filter(({ action }) => action.type === "play")
    .map(({ action }) => action.tile);
  assert.deepEqual(tiles, ["TOP-5", "MID-5", "BOT-5"]);
});

test("a patch that does not fit leads to a new subscription", async (t) => {
  const { connection } = stdioDaemon(t);
  let methods = [];
  const watched = {
    sendRequest: (method, params) => {
      methods.push(method);
      return connection.sendRequest(method, params);
    },
    onNotification: (method, handler) => connection.onNotification(method, handler),
  };
  const coach = new Coach(watched);
  await coach.create({ you: { hand: HAND } });
  await current(coach, 0);
  // As if an update had been lost.
  coach.documents.state.seq = 17;
  methods = [];
  const { seq } = await coach.act({ type: "play", card: "019", tile: "m1" });
  await current(coach, seq);
  assert.ok(methods.includes("session/subscribe"));
  assert.deepEqual(
    coach.documents.state,
    await coach.ask("session/get", { sessionId: coach.sessionId }),
  );
});

test("a deleted session keeps showing its last state, marked as old", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ you: { hand: HAND } });
  await current(coach, 0);
  await coach.ask("session/delete", { sessionId: coach.sessionId });
  const stale = await until(
    "it is stale",
    () => coach.stale,
    (look) => coach.onChange(look),
  );
  assert.match(stale, /deleted/);
  assert.equal(coach.documents.state.seq, 0);
});

test("an unknown session is refused, and the open one stays open", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ you: { hand: HAND } });
  await assert.rejects(coach.open("s99"), { code: 1001 });
  const { seq } = await coach.act({ type: "play", card: "019", tile: "m1" });
  await current(coach, seq);
  assert.equal(coach.sessionId, "s1");
});

test("opening another session drops the documents of the one before", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ you: { hand: HAND } });
  await current(coach, 0);
  await coach.create({ game: "mage-knight", setup: { enemies: ["prowlers"], hand: ["tremor"] } });
  await until(
    "the threat of the combat has come",
    () => coach.documents.threat,
    (look) => coach.onChange(look),
  );
  assert.equal(coach.documents.state.game, "mage-knight");
  assert.match(page(coach, "x"), /Prowlers/);
  assert.ok(!page(coach, "x").includes("Levrikon"));
});

test("the error of an action without a session says what to do", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await assert.rejects(coach.act({ type: "pass" }), /New Session/);
});

test("an action from an outdated list is refused with code 1005", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ you: { hand: HAND } });
  const { actions, seq } = await coach.actions();
  await coach.act(actions[0].action);
  await assert.rejects(coach.act(actions[1].action, seq), { code: 1005 });
});

test("after a kill and restart of the daemon the session is resumed", async (t) => {
  const folder = temporaryFolder(t);
  const first = stdioDaemon(t, "--data-dir", folder);
  // The connection is replaced behind the same object, as in the editor's client.
  let now = first.connection;
  const handlers = [];
  const client = {
    sendRequest: (method, params) => now.sendRequest(method, params),
    onNotification: (method, handler) => {
      handlers.push([method, handler]);
      return now.onNotification(method, handler);
    },
  };
  const coach = new Coach(client);
  await coach.create({ you: { hand: HAND } });
  const { seq, snapshot } = await coach.act({ type: "play", card: "019", tile: "m1" });
  await current(coach, seq);
  const ended = new Promise((resolve) => first.child.once("exit", resolve));
  first.child.kill("SIGKILL");
  await ended;
  coach.lost("it was killed");
  assert.match(page(coach, "x"), /may be old: it was killed/);
  now = stdioDaemon(t, "--data-dir", folder).connection;
  for (const [method, handler] of handlers) now.onNotification(method, handler);
  assert.equal(await coach.resume(), "resumed");
  assert.equal(coach.stale, undefined);
  assert.deepEqual(coach.documents.state, snapshot);
  const next = await coach.act({ type: "pass" });
  await current(coach, next.seq);
});

test("resume reports that the daemon does not have the session any more", async (t) => {
  const first = stdioDaemon(t);
  const coach = new Coach({
    sendRequest: (method, params) => now.sendRequest(method, params),
    onNotification: () => new rpc.Emitter().event(() => {}),
  });
  let now = first.connection;
  await coach.create({ you: { hand: HAND } });
  now = stdioDaemon(t).connection;
  assert.equal(await coach.resume(), "gone");
  assert.equal(coach.sessionId, undefined);
});
