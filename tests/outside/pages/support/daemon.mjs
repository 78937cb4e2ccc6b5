// The real daemon with a data folder of its own, and requests to it over HTTP.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const program = process.env.QBCOACH;
if (!program) throw new Error("QBCOACH must be the path of the daemon's program");

/** An error response of the daemon. */
export class Refused extends Error {
  constructor({ code, message, data }) {
    super(`${message}: ${data?.reason}`);
    Object.assign(this, { code, data });
  }
}

const folders = new Set();
const daemons = new Set();

after(async () => {
  await Promise.all([...daemons].map((daemon) => daemon.kill()));
  await Promise.all([...folders].map((folder) => rm(folder, { recursive: true, force: true })));
});

export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "qbcoach-pages-"));
  folders.add(folder);
  return folder;
}

/** A port that is free now. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

export class Daemon {
  #child = null;
  #ids = 0;

  /** A daemon that is not started yet. `tokens` are `{role: token}`. */
  static async prepared({ port = 0, tokens = null } = {}) {
    const daemon = new Daemon();
    daemon.port = port;
    daemon.folder = await temporaryFolder();
    daemon.arguments = [];
    if (tokens) {
      const file = path.join(daemon.folder, "tokens");
      const lines = Object.entries(tokens).map(([role, token]) => `${role} ${token}\n`);
      await writeFile(file, lines.join(""), { mode: 0o600 });
      daemon.arguments = ["--token-file", file];
      daemon.token = tokens.control;
    }
    return daemon;
  }

  static async started(options) {
    const daemon = await Daemon.prepared(options);
    await daemon.start();
    return daemon;
  }

  /** Starts the daemon; if it ran before, on the same port and with the same data. */
  async start() {
    const data = path.join(this.folder, "data");
    const pages = process.env.QBCOACH_PAGES ? ["--pages", process.env.QBCOACH_PAGES] : [];
    const flags = [
      "serve",
      "--listen",
      `127.0.0.1:${this.port}`,
      // The debug build of the daemon takes long for a whole search.
      "--coach-nodes",
      "5000",
      "--data-dir",
      data,
      ...pages,
      ...this.arguments,
    ];
    const child = spawn(program, flags, { stdio: ["ignore", "ignore", "pipe"] });
    const ended = once(child, "exit");
    const lines = [];
    this.#child = { child, ended };
    daemons.add(this);
    const ready = new Promise((resolve, reject) => {
      createInterface({ input: child.stderr }).on("line", (line) => {
        lines.push(line);
        if (line.startsWith('{"ready":true')) resolve(JSON.parse(line));
      });
      ended.then(() =>
        reject(new Error(`the daemon ended before it was ready:\n${lines.join("\n")}`)),
      );
    });
    const { listen } = await ready;
    this.port = Number(listen.split(":").at(-1));
  }

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Kills the daemon with SIGKILL, so that it cannot clean up. */
  async kill() {
    if (!this.#child) return;
    const { child, ended } = this.#child;
    this.#child = null;
    daemons.delete(this);
    child.kill("SIGKILL");
    await ended;
  }

  /** Deletes the data folder. */
  async forget() {
    await rm(path.join(this.folder, "data"), { recursive: true, force: true });
  }

  async ask(method, params = {}, token = this.token) {
    this.#ids += 1;
    const headers = {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: this.#ids, method, params });
    const answer = await fetch(`${this.address}/rpc`, { method: "POST", headers, body });
    const { result, error } = await answer.json();
    if (error) throw new Refused(error);
    return result;
  }

  act(sessionId, action) {
    return this.ask("match/act", { sessionId, action });
  }

  async create(params) {
    const { sessionId } = await this.ask("session/create", params);
    return sessionId;
  }

  async look(look) {
    return this.ask("overlay/set", { look });
  }
}

export const repository = fileURLToPath(new URL("../../../..", import.meta.url));
export const pagesFolder = path.join(repository, "clients", "web");
