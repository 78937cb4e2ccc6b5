// An assistant with the official client for Node.js, through a daemon that is killed under it:
// node node_client.mjs FOLDER-WITH-NODE-MODULES PROGRAM DATA-FOLDER
// The last line printed is `done`; any error ends the script with a stack trace.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program, data] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(folder), "here.js"));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
const { ResourceUpdatedNotificationSchema } = await load("@modelcontextprotocol/sdk/types.js");

/// Starts a daemon and waits until it listens.
async function startDaemon(listen) {
  const options = ["--listen", listen, "--data-dir", data, "--coach-nodes", "500"];
  const daemon = spawn(program, ["serve", ...options], { stdio: ["ignore", "ignore", "pipe"] });
  process.once("exit", () => daemon.kill("SIGKILL"));
  let said = "";
  // It is read to its end: a daemon that cannot write its log stops.
  const ready = new Promise((resolve, reject) => {
    daemon.stderr.on("data", (chunk) => {
      said += chunk;
      const line = said
        .split("\n")
        .find((line) => line.startsWith('{"ready"') && line.endsWith("}"));
      if (line) resolve(JSON.parse(line).listen);
    });
    daemon.once("exit", () => reject(new Error(`the daemon ended: ${said}`)));
  });
  return { daemon, address: await ready };
}

let { daemon, address } = await startDaemon("127.0.0.1:0");
const transport = new StdioClientTransport({
  command: program,
  args: ["mcp", "--connect", `ws://${address}`],
});
const client = new Client({ name: "test", version: "1" });
await client.connect(transport);

/// Words of the daemon's own that no person should meet: methods, fields, ids of enemies.
const METHOD =
  /\b(session|match|coach|prediction|observation|cards|decks|puzzles|opponents|combat|server|overlay)\/[a-z]+/i;
const INTERNAL = /\bseq\b|\bjson\b|\brpc\b|\bparams?\b|enemy_\d|unit_\d|[a-z][A-Z]/;
function checkWords(text) {
  const words = text.replace(/qbcoach:\/\/\S+/g, "");
  assert.doesNotMatch(words, METHOD);
  assert.doesNotMatch(words, INTERNAL);
}

/// What a schema says in words: descriptions, and the names of inputs.
function words(schema) {
  const inner = Object.values(schema ?? {}).filter((value) => typeof value === "object" && value);
  const names = Object.keys(schema?.properties ?? {});
  return [schema?.description ?? "", ...names, ...inner.map(words)].join(" ");
}

const used = new Set();
/// Calls a tool; checks the length and the words of its answer.
async function ask(name, input = {}, options = {}) {
  used.add(name);
  const result = await client.callTool({ name, arguments: input }, undefined, options);
  const text = result.content[0].text;
  const bytes = Buffer.byteLength(JSON.stringify(result));
  const isMore = input.more || input.draw || (input.count ?? 0) > 3;
  assert.ok(bytes < 4096 || isMore, `${name} answers ${bytes} bytes: ${text}`);
  checkWords(text);
  return { text, data: result.structuredContent, refused: result.isError === true };
}
const done = async (...call) => {
  const answer = await ask(...call);
  assert.equal(answer.refused, false, answer.text);
  return answer;
};
const refused = async (...call) => {
  const answer = await ask(...call);
  assert.equal(answer.refused, true, answer.text);
  assert.match(answer.text, /Nothing was changed\.$/);
  return answer;
};

// What there is.
const { tools } = await client.listTools();
for (const tool of tools) {
  checkWords(
    `${tool.title} ${tool.description} ${words(tool.inputSchema)} ${words(tool.outputSchema)}`,
  );
  assert.equal(tool.inputSchema.type, "object");
  assert.equal(typeof tool.annotations.readOnlyHint, "boolean");
}
const { prompts } = await client.listPrompts();
assert.deepEqual(
  prompts.map((prompt) => prompt.name),
  ["coach_me", "review_my_match", "explain_card"],
);
for (const { name } of prompts) {
  const prompt = await client.getPrompt({ name, arguments: { card: "Zu", opponent: "Ned" } });
  checkWords(prompt.messages[0].content.text);
}
await assert.rejects(client.getPrompt({ name: "explain_card" }));
const completed = await client.complete({
  ref: { type: "ref/prompt", name: "explain_card" },
  argument: { name: "card", value: "crawl" },
});
assert.ok(completed.completion.values.includes("Crawler"));

// Questions before there is a match are answered with what to ask.
assert.match((await refused("best_move")).text, /no match yet/);
assert.match((await done("look_up_card", { card: "crawler" })).text, /019 Crawler/);
const which = await refused("look_up_card", { card: "chocobo" });
assert.deepEqual(which.data.candidates, [
  "107 Chocobo & Moogle",
  "108 Fat Chocobo",
  "109 Posh Chocobo",
  "135 Chocobo Jockey",
]);
const deck = await done("read_deck", { deck: "QB1-H8PA5AZ9F5G7QX" });
assert.equal(deck.data.legal, true);
await done("read_deck");

// A match of twenty turns, told turn by turn. The opening hand and every draw are of one deck.
const HAND = ["Security Officer", "Security Officer", "Riot Trooper", "Levrikon", "Crawler"];
const DRAWS = [
  "Grasslands Wolf",
  "Elphadunk",
  "Crawler",
  "Levrikon",
  "Grasslands Wolf",
  "Ogre",
  "Elphadunk",
  "Riot Trooper",
  "Landworm",
  "Hell Rider II",
];
const ENEMY = [
  "Crawler",
  "Levrikon",
  "Security Officer",
  "Grasslands Wolf",
  "Elphadunk",
  "Archdragon",
  "Capparwire",
  "Ogre",
  "Riot Trooper",
  "Zu",
];
const setup = { your_hand: HAND, your_deck: "QB1-H8PA5AZ9F5G7QX", opponent: "Ned" };
const first = await done("start_match", setup);
const told = ["keep"];
await done("report", { lines: "keep" });
for (let turn = 1, draws = 0; turn <= 20; turn++) {
  const isYours = turn % 2 === 1;
  if (isYours && turn > 1 && draws < DRAWS.length) {
    const line = `You drew ${DRAWS[draws++]}.`;
    await done("report", { lines: line });
    told.push(line);
  }
  if (turn === 5) {
    for (const name of ["enemy_threat", "is_it_locked", "show_match", "best_move"]) {
      await done(name, name === "best_move" ? { effort: "quick" } : {});
    }
    await done("enemy_threat", { card: "Zu" });
    await done("show_match", { draw: true });
  }
  const legal = await done("legal_moves", isYours ? {} : { cards: ENEMY });
  const plays = legal.data.plays.filter((play) => turn % 3 !== 0 && play.tiles.length > 0);
  const [play] = plays;
  const name = play?.card.split(" ").slice(1).join(" ");
  let line;
  if (!play) {
    line = isYours ? "You pass." : "The enemy passes.";
  } else {
    line = isYours
      ? `You play ${name} to ${play.tiles[0]}.`
      : `The enemy plays ${name} on ${play.tiles[0]}`;
    if (!isYours) ENEMY.splice(ENEMY.indexOf(name), 1);
  }
  const reported = await done("report", { lines: line });
  told.push(line);
  assert.equal(reported.data.turn, reported.data.over ? turn : turn + 1, line);
  if (reported.data.over) {
    assert.equal(turn, 20, "the match ends too early");
  }
}
const ended = await done("show_match");
assert.equal(ended.data.turn >= 20, true);

// The same match told in one go, with a mistake in the middle: nothing is changed, and who
// follows the match hears nothing.
const again = await done("start_match", setup);
const second = again.data.match;
assert.notEqual(second, first.data.match);
const board = `qbcoach://matches/${second}/board`;
let heard = 0;
let listener = () => {};
client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
  assert.equal(params.uri, board);
  heard++;
  listener();
});
const nextUpdate = () => new Promise((resolve) => (listener = resolve));
await client.subscribeResource({ uri: board });
await assert.rejects(client.subscribeResource({ uri: "qbcoach://matches/s99/board" }));
await assert.rejects(client.subscribeResource({ uri: "qbcoach://rules/queens-blood" }));

const middle = Math.floor(told.length / 2);
for (const [mistake, why] of [
  ["you play Crawlr MID-1", /no card `Crawlr`/],
  ["you play chocobo MID-1", /Ask which one is meant/],
  ["the enemy plays Zu to MID-9", /Line \d+/],
  ["somebody does something", /Line \d+/],
  ["undo", /not something that happened/],
]) {
  const lines = told.toSpliced(middle, 0, mistake).join("\n");
  const answer = await refused("report", { lines });
  assert.match(answer.text, why);
  assert.equal(answer.data.line, middle + 1);
  assert.equal((await done("show_match")).data.steps, 0);
}
assert.equal(heard, 0);
const updated = nextUpdate();
const whole = await done("report", { lines: `# told in one go\n\n${told.join("\n")}\n` });
await updated;
assert.equal(whole.data.happened.length, told.length);
assert.equal(whole.data.steps, told.length);
const [now, before] = [await done("show_match"), ended];
assert.deepEqual({ ...now.data, match: "" }, { ...before.data, match: "" });

// Undo, redo, corrections; all or nothing, too.
await done("undo", { steps: 2 });
await done("redo");
await refused("undo", { steps: 1000 });
const steps = (await done("show_match")).data.steps;
await refused("correct", {
  tiles: [{ tile: "MID-3", owner: "you", rank: 2 }],
  your_hand: ["Nobody at all"],
});
await refused("correct");
assert.equal((await done("show_match")).data.steps, steps);
await done("correct", {
  tiles: [{ tile: "TOP-3", owner: "you", rank: 2, card: "none" }],
  enemy_deck: "unknown",
});

// Wrong inputs are named.
assert.match((await refused("report", { lines: 7 })).text, /inputs do not fit/);
assert.match((await refused("report", { line: "pass" })).text, /unknown input `line`/);
assert.match((await refused("report", { lines: "# nothing" })).text, /1 to 200 lines/);
assert.match((await refused("show_match", { match: "s99" })).text, /no match `s99`/);
await assert.rejects(client.callTool({ name: "no_such_tool", arguments: {} }));

// Resources.
const read = async (uri) => (await client.readResource({ uri })).contents[0].text;
assert.match(await read("qbcoach://rules/queens-blood"), /pawn/i);
assert.match(await read("qbcoach://rules/mage-knight"), /wound/i);
assert.match(await read("qbcoach://cards/Great%20Malboro"), /055 Great Malboro/);
assert.match(await read(`qbcoach://matches/${second}/text`), /you play/);
assert.match(await read(board), /Your hand: /);
const forViewers = await read(`qbcoach://matches/${second}/stream`);
assert.doesNotMatch(forViewers, /Your hand/);
await assert.rejects(read("qbcoach://cards/chocobo"));
await assert.rejects(read("qbcoach://nowhere"));
const { resources } = await client.listResources();
assert.ok(resources.some((resource) => resource.uri === board));
assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 5);

// Long work reports progress and can be cancelled.
const reviewed = [];
const review = await done(
  "review_match",
  { effort: "quick" },
  { onprogress: ({ progress }) => reviewed.push(progress) },
);
assert.ok(reviewed.length > 0);
assert.deepEqual(
  reviewed,
  reviewed.toSorted((a, b) => a - b),
);
const parts = review.data;
const sum = parts.start - parts.you.lost + parts.enemy.lost + parts.you.luck - parts.enemy.luck;
assert.ok(Math.abs(sum - parts.end) < 1e-9);
const abort = new AbortController();
const cancelled = client.callTool(
  { name: "review_match", arguments: { effort: "long" } },
  undefined,
  {
    signal: abort.signal,
    onprogress: () => abort.abort(),
    timeout: 120_000,
  },
);
await assert.rejects(cancelled);
await done("show_match");

// Practice and combats.
const puzzle = await done("puzzle");
assert.equal(
  (await done("puzzle", { puzzle: "p001", answer: "Security Officer m2" })).data.right,
  true,
);
await refused("puzzle", { answer: "pass" });
await refused("puzzle", { puzzle: puzzle.data.puzzle, answer: "nonsense" });
const combat = await done("start_combat", {
  enemies: ["Prowlers"],
  hand: ["Swiftness", "March"],
  cards: "printed",
  mana: ["white"],
});
await refused("start_combat", { enemies: ["Prowlrs"] });
await refused("report", { lines: "you pass" });
await done("enemy_threat");
await done("best_move");
const listed = await done("legal_moves");
assert.deepEqual(listed.data.actions, combat.data.actions);
await refused("combat_step", { number: 99 });
const stepped = await done("combat_step", { number: listed.data.actions.length });
assert.equal(stepped.data.steps, 1);
await done("undo");
await refused("combat_step", { number: 1 });

// The daemon is killed and started again: the match goes on, and the answer says so.
await done("continue_match", { match: second });
assert.equal((await done("continue_match")).data.current, second);
await done("undo", { steps: 3 });
const kept = (await done("show_match")).data;
daemon.kill("SIGKILL");
await once(daemon, "exit");
const asked = ask("show_match");
({ daemon } = await startDaemon(address));
const back = await asked;
assert.match(back.text, /connection to the coach was lost and is back/);
assert.deepEqual(back.data, kept);
const news = nextUpdate();
await done("redo");
await news;
await client.unsubscribeResource({ uri: board });

assert.deepEqual([...used].sort(), tools.map((tool) => tool.name).sort(), "every tool was called");
await client.close();
daemon.kill();
await once(daemon, "exit");
console.log("done");
