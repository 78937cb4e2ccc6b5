"use strict";

// The client's own code against a real daemon, through vscode-jsonrpc.

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Coach } = require("../src/coach");
const { page } = require("../src/page");
const { rpc, stdioDaemon, temporaryFolder, until } = require("./support");

const HAND = ["001", "019", "007", "002", "021"];

/** Waits until each document is as new as the session. */
function current(coach, seq) {
  const isCurrent = () => ["state", "threat", "coach"].every((topic) => coach.documents[topic]?.seq === seq);
  return until(`every document tells event ${seq}`, isCurrent, (look) => coach.onChange(look));
}

test("documents followed by patches equal what the daemon answers when asked", async (t) => {
  const { connection } = stdioDaemon(t);
  const coach = new Coach(connection);
  await coach.create({ you: { hand: HAND }, enemy: { deck: "swarm" } });
  await current(coach, 0);
  const happens = [
    { type: "play", card: "019", tile: "m1" },
    { type: "play", side: "enemy", card: "001", tile: "m5" },
    { type: "draw", card: "Riot Trooper" },
    { type: "play", card: "001", tile: "t1" },
    { type: "pass" },
  ];
  for (const action of happens) {
    const { seq } = await coach.act(action);
    await current(coach, seq);
    const { sessionId } = coach;
    assert.deepEqual(coach.documents.state, await coach.ask("session/get", { sessionId }));
    assert.deepEqual(coach.documents.threat, await coach.ask("prediction/threatMap", { sessionId }));
    const advice = await coach.ask("coach/recommend", { sessionId }).catch(() => undefined);
    if (advice !== undefined) assert.deepEqual(coach.documents.coach, advice);
  }
  const { seq } = await coach.undo();
  await current(coach, seq);
  assert.deepEqual(coach.documents.state, await coach.ask("session/get", { sessionId: coach.sessionId }));
});

test("every action the daemon lists can be sent back as it is", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ mode: "simulated", seed: 7 });
  for (let move = 0; move < 6; move += 1) {
    const { actions, seq } = await coach.actions();
    assert.equal((await coach.act(actions[0].action, seq)).seq, seq + 1);
  }
});

test("cards for an unseen hand are found by a part of their name and then placed", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ firstPlayer: "enemy", you: { hand: HAND } });
  const [card] = await coach.searchCards("crawl");
  assert.equal(card.name, "Crawler");
  const { actions } = await coach.actions([card.id]);
  const places = actions.filter(({ action }) => action.type === "play").map(({ action }) => action.tile);
  assert.deepEqual(places, ["TOP-5", "MID-5", "BOT-5"]);
});

test("a patch against another document than ours asks for whole ones", async (t) => {
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
  // As if an update had been lost on the way.
  coach.documents.state.seq = 17;
  methods = [];
  const { seq } = await coach.act({ type: "play", card: "019", tile: "m1" });
  await current(coach, seq);
  assert.ok(methods.includes("session/subscribe"));
  assert.deepEqual(coach.documents.state, await coach.ask("session/get", { sessionId: coach.sessionId }));
});

test("a session that is deleted leaves its last state, marked as old", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ you: { hand: HAND } });
  await current(coach, 0);
  await coach.ask("session/delete", { sessionId: coach.sessionId });
  const stale = await until("it is stale", () => coach.stale, (look) => coach.onChange(look));
  assert.match(stale, /deleted/);
  assert.equal(coach.documents.state.seq, 0);
});

test("a session that is not there is refused, and the one followed stays", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ you: { hand: HAND } });
  await assert.rejects(coach.open("s99"), { code: 1001 });
  const { seq } = await coach.act({ type: "play", card: "019", tile: "m1" });
  await current(coach, seq);
  assert.equal(coach.sessionId, "s1");
});

test("another session opened shows nothing of the one before", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ you: { hand: HAND } });
  await current(coach, 0);
  await coach.create({ game: "mage-knight", setup: { enemies: ["prowlers"], hand: ["tremor"] } });
  await until("the combat is told", () => coach.documents.threat, (look) => coach.onChange(look));
  assert.equal(coach.documents.state.game, "mage-knight");
  assert.match(page(coach, "x"), /Prowlers/);
  assert.ok(!page(coach, "x").includes("Levrikon"));
});

test("without a session, acting says what to do", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await assert.rejects(coach.act({ type: "pass" }), /New Session/);
});

test("a stale list of actions is refused as moved on", async (t) => {
  const coach = new Coach(stdioDaemon(t).connection);
  await coach.create({ you: { hand: HAND } });
  const { actions, seq } = await coach.actions();
  await coach.act(actions[0].action);
  await assert.rejects(coach.act(actions[1].action, seq), { code: 1005 });
});

test("a killed daemon's successor goes on with the same session", async (t) => {
  const folder = temporaryFolder(t);
  const first = stdioDaemon(t, "--data-dir", folder);
  // One connection after the other behind the same face, as the editor's client has it.
  let now = first.connection;
  const handlers = [];
  const face = {
    sendRequest: (method, params) => now.sendRequest(method, params),
    onNotification: (method, handler) => {
      handlers.push([method, handler]);
      return now.onNotification(method, handler);
    },
  };
  const coach = new Coach(face);
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

test("a daemon that forgot the session is told from one that kept it", async (t) => {
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
