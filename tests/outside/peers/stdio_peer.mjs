// Plays a match through vscode-jsonrpc, the library of VS Code's language clients:
// node stdio_peer.mjs FOLDER-WITH-NODE-MODULES PROGRAM
// The last line printed is `done`; any error ends the script with a stack trace.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";

const [folder, program] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(folder), "here.js"));
const rpc = require("vscode-jsonrpc/node");

const daemon = spawn(program, ["stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const ended = once(daemon, "exit");
const connection = rpc.createMessageConnection(
  new rpc.StreamMessageReader(daemon.stdout),
  new rpc.StreamMessageWriter(daemon.stdin),
);
connection.onError(([error]) => {
  throw error;
});
connection.listen();

const ask = (method, ...rest) => connection.sendRequest(method, ...rest);

const greeting = await ask("initialize", { clientInfo: { name: "vscode-jsonrpc" } });
assert.equal(greeting.serverInfo.name, "qbcoach");
await connection.sendNotification("initialized", {});

const { sessionId } = await ask("session/create", { mode: "simulated", seed: 7 });
for (const side of ["you", "enemy"]) {
  const action = { type: "mulligan", side, replace: [] };
  await ask("match/act", { sessionId, action });
}
const { actions } = await ask("match/actions", { sessionId });
const { seq } = await ask("match/act", { sessionId, action: actions[0].action });
assert.equal((await ask("session/get", { sessionId })).seq, seq);

// The library understands the progress notifications of a long request.
const hand = ["001", "003", "005", "007", "019"];
const hard = (await ask("session/create", { mode: "analysis", you: { hand } })).sessionId;
const progress = [];
const type = new rpc.ProgressType();
connection.onProgress(type, "advice", (value) => progress.push(value.kind));
const advice = await ask("coach/recommend", { sessionId: hard, workDoneToken: "advice" });
assert.ok(advice.moves.length > 0);
assert.equal(progress[0], "begin");
assert.ok(progress.includes("report"));
assert.equal(progress.at(-1), "end");

// A request is cancelled at its first progress; every card in hand makes it a long one.
const every = Array.from({ length: 145 }, (_, index) => String(index + 1).padStart(3, "0"));
const lane = "y3,y3,y3,e3,e3";
const position = `${lane}/${lane}/${lane} you`;
const setup = { mode: "analysis", position, you: { hand: every }, enemy: { hand: 8 } };
const harder = (await ask("session/create", setup)).sessionId;
const cancelling = new rpc.CancellationTokenSource();
connection.onProgress(type, "cancelled", () => cancelling.cancel());
const params = { sessionId: harder, top: 1, workDoneToken: "cancelled" };
const cancelled = await ask("coach/recommend", params, cancelling.token).catch((error) => error);
assert.equal(cancelled.code, -32800);

// An error has the code and the data that the daemon sent.
const refused = await ask("match/act", { sessionId, action: { type: "dance" } }).catch(
  (error) => error,
);
assert.ok(refused instanceof rpc.ResponseError);
assert.equal(refused.code, rpc.ErrorCodes.InvalidParams);
assert.ok(refused.data.reason.includes("dance"));

assert.equal(await ask("shutdown"), null);
await connection.sendNotification("exit");
const [code] = await ended;
assert.equal(code, 0);
connection.dispose();
console.log("done");
