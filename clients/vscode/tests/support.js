"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const readline = require("node:readline");
const rpc = require("vscode-jsonrpc/node");

const PATIENCE_MS = 60_000;
const PROGRAM = process.env.QBCOACH ?? "qbcoach";

/** A folder that is deleted after the test. */
function temporaryFolder(test) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "qbcoach-vscode-"));
  test.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Waits until `isSo` returns something; it is called again whenever `listen` calls its listener. */
function until(what, isSo, listen) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`timeout while waiting until ${what}`)),
      PATIENCE_MS,
    );
    const look = () => {
      const found = isSo();
      if (found === undefined || found === false) return;
      clearTimeout(late);
      resolve(found);
    };
    listen(look);
    look();
  });
}

/** A JSON-RPC connection over two streams. */
function messageConnection(input, output) {
  const reader = new rpc.StreamMessageReader(input);
  // Otherwise a daemon killed in the middle of a message would leave a timer running.
  reader.partialMessageTimeout = 0;
  const connection = rpc.createMessageConnection(reader, new rpc.StreamMessageWriter(output));
  connection.listen();
  return connection;
}

/** Starts `qbcoach stdio` and connects to it. */
function stdioDaemon(test, ...options) {
  const child = spawn(PROGRAM, ["stdio", ...options], { stdio: ["pipe", "pipe", "ignore"] });
  const connection = messageConnection(child.stdout, child.stdin);
  test.after(() => {
    connection.dispose();
    child.kill("SIGKILL");
  });
  return { child, connection };
}

/** Starts `qbcoach serve`; `ready` is the line that it prints when it listens. */
async function servingDaemon(test, ...options) {
  const listen = options.includes("--listen") ? [] : ["--listen", "127.0.0.1:0"];
  const child = spawn(PROGRAM, ["serve", ...listen, ...options], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  test.after(() => child.kill("SIGKILL"));
  const lines = readline.createInterface({ input: child.stderr });
  const ready = await new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("the daemon ended before it was ready")));
    lines.on("line", (line) => {
      if (line.startsWith("{") && JSON.parse(line).ready) resolve(JSON.parse(line));
    });
  });
  return { child, ready };
}

module.exports = {
  PROGRAM,
  messageConnection,
  rpc,
  servingDaemon,
  stdioDaemon,
  temporaryFolder,
  until,
};
