"use strict";

const { once } = require("node:events");
const { CloseAction, ErrorAction, LanguageClient, State } = require("vscode-languageclient/node");
const { parseAddress } = require("./address");
const { dial } = require("./dialling");
const { Restarts } = require("./restarts");

/**
 * @typedef {object} Settings
 * @property {string} path the program
 * @property {string} server the address of a running daemon; empty to start one
 * @property {string} dataFolder where a daemon started here keeps its sessions
 * @property {string | undefined} token
 * @property {string} version of this extension
 */

/**
 * Changes of the connection.
 *
 * @typedef {object} Events
 * @property {() => void} onRunning
 * @property {(reason: string) => void} onLost the client may reconnect by itself
 * @property {() => void} onFailed the connection to a daemon elsewhere broke during
 *   `initialize` after a restart; this client is unusable then, and a new one is needed
 */

const PROTOCOL_VERSION = 2;

/**
 * Replaces the params of `initialize`: the daemon is not a language server and would warn
 * about the editor's capabilities and folders.
 *
 * @param {Settings} settings
 * @returns {import("vscode-languageclient/node").StaticFeature}
 */
function greeting({ token, version }) {
  return {
    fillInitializeParams(params) {
      for (const field of Object.keys(params)) Reflect.deleteProperty(params, field);
      const clientInfo = { name: "qbcoach for VS Code", version };
      Object.assign(params, { clientInfo, protocolVersion: PROTOCOL_VERSION, token });
    },
    fillClientCapabilities() {},
    initialize() {},
    getState: () => ({ kind: "static" }),
    clear() {},
  };
}

/**
 * Waits for the end of the process. The daemon answers `shutdown` before it ends, and
 * its data folder cannot be used by another daemon until it has ended.
 *
 * @param {import("node:child_process").ChildProcess | undefined} child
 */
async function endOf(child) {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  await once(child, "exit");
}

/**
 * A client for a daemon that it starts, or that runs elsewhere.
 *
 * @param {Settings} settings
 * @param {import("vscode").LogOutputChannel} outputChannel
 * @param {Events} events
 */
function daemonClient(settings, outputChannel, events) {
  const isOwn = settings.server === "";
  const leaving = new AbortController();
  const restarts = new Restarts();
  let isGreeted = false;
  let hasRun = false;

  /** @type {import("vscode-languageclient/node").ServerOptions} */
  const ownDaemon = {
    command: settings.path,
    // No `transport`: it would add the argument `--stdio`, which the daemon refuses.
    args: ["stdio", "--data-dir", settings.dataFolder],
  };
  const distantDaemon = () =>
    dial(parseAddress(settings.server), leaving.signal, (error) => {
      outputChannel.warn(`${settings.server}: ${error.message}`);
      events.onLost(`no daemon answers at ${settings.server} (${error.message}); trying again`);
    });

  /** @type {import("vscode-languageclient/node").ErrorHandler} */
  const errorHandler = {
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed() {
      const mayRestart = isGreeted && !leaving.signal.aborted && (!isOwn || restarts.allowed());
      isGreeted = false;
      if (mayRestart) {
        events.onLost(
          isOwn
            ? "the daemon has ended and is started again"
            : "the connection has ended; trying again",
        );
        return { action: CloseAction.Restart, handled: true };
      }
      events.onLost("the daemon has ended; “qbcoach: Connect” starts it again, its log says why");
      return { action: CloseAction.DoNotRestart, handled: true };
    },
  };

  const client = new LanguageClient("qbcoach", "qbcoach", isOwn ? ownDaemon : distantDaemon, {
    outputChannel,
    errorHandler,
    initializationFailedHandler: () => false,
  });
  client.registerFeature(greeting(settings));
  client.onDidChangeState(({ newState }) => {
    if (newState === State.StartFailed && hasRun && !leaving.signal.aborted) {
      if (isOwn)
        events.onLost(
          "the daemon could not be started again; “qbcoach: Connect” tries once more, " +
            "its log says why",
        );
      else events.onFailed();
    }
    if (newState !== State.Running) return;
    isGreeted = true;
    hasRun = true;
    events.onRunning();
  });

  return {
    client,
    start: () => client.start(),
    async stop() {
      leaving.abort();
      const ended = endOf(client.serverProcess);
      // A client that is not running cannot be stopped; its process ends when its input
      // is closed. `stop` fails if the daemon is gone already.
      if (client.isRunning())
        await client.stop().catch((error) => outputChannel.warn(error.message));
      await ended;
    },
  };
}

module.exports = { daemonClient };
