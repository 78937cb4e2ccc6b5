"use strict";

const { randomBytes } = require("node:crypto");
const fs = require("node:fs");
const { setTimeout: pause } = require("node:timers/promises");
const vscode = require("vscode");
const { Coach } = require("./coach");
const { SESSION_COMMANDS } = require("./commands");
const { daemonClient } = require("./daemon_client");
const { LANGUAGE, MatchFiles } = require("./match_files");
const { LINKS, page } = require("./page");
const { wordsOf } = require("./refusal");
const { statusText } = require("./status");

const RETRY_MS = 1_000;
const SESSION_KEY = "session";
const TOKEN_KEY = "token";

/** The extension while it is active: one daemon, one session, one panel. */
class Desk {
  /** @type {ReturnType<typeof daemonClient> | undefined} */
  #daemon;
  /** @type {Coach | undefined} */
  #coach;
  /** @type {vscode.WebviewPanel | undefined} */
  #panel;
  /** @type {Promise<void> | undefined} */
  #connecting;
  #context;
  #channel = vscode.window.createOutputChannel("qbcoach", { log: true });
  #status = vscode.window.createStatusBarItem("qbcoach", vscode.StatusBarAlignment.Left);

  /** @param {vscode.ExtensionContext} context */
  constructor(context) {
    this.#context = context;
    this.#status.name = "qbcoach";
    this.#status.command = "qbcoach.showBoard";
    this.#status.text = "qbcoach: not connected";
    this.#status.show();
    context.subscriptions.push(this.#channel, this.#status);
  }

  async #settings() {
    const settings = vscode.workspace.getConfiguration("qbcoach");
    // The folder of this workspace, because two daemons cannot share a data folder.
    const folder = (this.#context.storageUri ?? this.#context.globalStorageUri).fsPath;
    fs.mkdirSync(folder, { recursive: true });
    return {
      path: settings.get("path", "qbcoach"),
      server: settings.get("server", ""),
      dataFolder: folder,
      token: await this.#context.secrets.get(TOKEN_KEY),
      version: this.#context.extension.packageJSON.version,
    };
  }

  /** Connects, or waits for the connection that is being made. */
  connected() {
    this.#connecting ??= this.#connect().catch((error) => {
      this.#connecting = undefined;
      throw error;
    });
    return this.#connecting;
  }

  async #connect() {
    const settings = await this.#settings();
    let isFirst = true;
    const daemon = daemonClient(settings, this.#channel, {
      onRunning: () => {
        if (isFirst) isFirst = false;
        else this.#recover();
      },
      onLost: (reason) => this.#coach?.lost(reason),
      onFailed: () => this.#tryAgain(),
    });
    this.#daemon = daemon;
    const coach = new Coach(daemon.client);
    this.#coach = coach;
    coach.onChange(() => this.#show(coach));
    try {
      await daemon.start();
      await this.#openLast(coach);
    } catch (error) {
      await daemon.stop();
      const reason = wordsOf(error);
      throw new Error(
        settings.server === ""
          ? `${settings.path} could not be started (${reason}): ` +
              "set qbcoach.path to the program; its log is in the output “qbcoach”"
          : `${settings.server} does not answer as it should (${reason}): ` +
              "check qbcoach.server and “qbcoach: Set Token”",
      );
    }
  }

  /** @param {Coach} coach */
  async #openLast(coach) {
    const last = this.#context.workspaceState.get(SESSION_KEY);
    const sessions = await coach.sessions();
    const known =
      sessions.find((row) => row.sessionId === last) ??
      sessions.filter((row) => !row.closed).at(-1);
    await (known === undefined ? coach.resume() : coach.open(known.sessionId));
  }

  /** Reconnects with a new client, because one that failed to start cannot be started again. */
  async #tryAgain() {
    const failed = this.#daemon;
    await pause(RETRY_MS);
    if (failed !== this.#daemon) return;
    try {
      await this.reconnect();
      this.#showReconnected(this.#coach?.sessionId === undefined ? "gone" : "resumed");
    } catch (error) {
      this.#channel.warn(wordsOf(error));
      this.#tryAgain();
    }
  }

  /** @param {"resumed" | "gone" | "idle"} outcome */
  #showReconnected(outcome) {
    const now = {
      resumed: `session ${this.#coach?.sessionId} goes on where it was`,
      gone: "the session is not there any more; pick another one",
      idle: "no session was open",
    };
    vscode.window.showInformationMessage(`The connection to qbcoach is back: ${now[outcome]}.`);
  }

  async #recover() {
    const coach = this.#coach;
    if (coach === undefined) return;
    try {
      this.#showReconnected(await coach.resume());
    } catch (error) {
      coach.lost(wordsOf(error));
    }
  }

  /** @param {Coach} coach */
  #show(coach) {
    if (coach !== this.#coach) return;
    this.#status.text = statusText(coach);
    this.#status.accessibilityInformation = { label: statusText(coach) };
    if (coach.sessionId !== undefined)
      this.#context.workspaceState.update(SESSION_KEY, coach.sessionId);
    if (this.#panel !== undefined)
      this.#panel.webview.html = page(coach, randomBytes(16).toString("base64"));
  }

  async showBoard() {
    if (this.#panel === undefined) {
      const options = {
        enableScripts: false,
        enableCommandUris: Object.keys(LINKS),
        localResourceRoots: [],
      };
      this.#panel = vscode.window.createWebviewPanel(
        "qbcoach.board",
        "qbcoach",
        vscode.ViewColumn.Beside,
        options,
      );
      this.#panel.onDidDispose(
        () => (this.#panel = undefined),
        undefined,
        this.#context.subscriptions,
      );
    }
    this.#panel.reveal(undefined, true);
    const connecting = this.connected();
    if (this.#coach !== undefined) this.#show(this.#coach);
    await connecting;
  }

  /** @param {(coach: Coach) => Promise<void>} command */
  async run(command) {
    await this.connected();
    const coach = this.#coach;
    if (coach === undefined) return;
    try {
      await command(coach);
    } catch (error) {
      // The reason for the lost connection is more useful than the failed request.
      throw coach.stale === undefined ? error : new Error(coach.stale);
    }
  }

  async setToken() {
    const token = await vscode.window.showInputBox({
      title: "The daemon’s token",
      prompt: "empty for none",
      password: true,
    });
    if (token === undefined) return;
    if (token === "") await this.#context.secrets.delete(TOKEN_KEY);
    else await this.#context.secrets.store(TOKEN_KEY, token);
    await this.reconnect();
  }

  async reconnect() {
    await this.disconnect();
    await this.connected();
  }

  async disconnect() {
    const connecting = this.#connecting;
    const daemon = this.#daemon;
    this.#connecting = undefined;
    this.#daemon = undefined;
    this.#coach = undefined;
    await daemon?.stop();
    await connecting?.catch(() => undefined);
  }
}

/** @type {Desk | undefined} */
let desk;
/** @type {MatchFiles | undefined} */
let matchFiles;

/**
 * Starts to help with match texts as soon as one is open, and not before.
 *
 * @param {vscode.ExtensionContext} context
 */
function helpWithMatchFiles(context) {
  const channel = vscode.window.createOutputChannel("qbcoach match files", { log: true });
  const files = new MatchFiles(channel);
  matchFiles = files;
  let isStarted = false;
  const start = async () => {
    isStarted = true;
    await files.start(await context.secrets.get(TOKEN_KEY));
  };
  /** @param {vscode.TextDocument} document */
  const opened = (document) => {
    if (document.languageId !== LANGUAGE || isStarted) return;
    start().catch((error) => {
      isStarted = false;
      vscode.window.showErrorMessage(`qbcoach: ${wordsOf(error)}`);
    });
  };
  context.subscriptions.push(
    channel,
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.window.onDidChangeTextEditorSelection((moved) => files.cursorMoved(moved.textEditor)),
    command("matchBoard", () => files.showBoard(context)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (isStarted && change.affectsConfiguration("qbcoach"))
        start().catch((error) => channel.warn(wordsOf(error)));
    }),
  );
  vscode.workspace.textDocuments.forEach(opened);
}

/**
 * @param {string} name
 * @param {() => Promise<void>} run
 */
function command(name, run) {
  return vscode.commands.registerCommand(`qbcoach.${name}`, () =>
    run().catch((error) => {
      vscode.window.showErrorMessage(`qbcoach: ${wordsOf(error)}`);
    }),
  );
}

/** @param {vscode.ExtensionContext} context */
function activate(context) {
  const opened = new Desk(context);
  desk = opened;
  context.subscriptions.push(
    command("showBoard", () => opened.showBoard()),
    command("connect", () => opened.reconnect()),
    command("setToken", () => opened.setToken()),
    ...Object.entries(SESSION_COMMANDS).map(([name, run]) => command(name, () => opened.run(run))),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("qbcoach")) vscode.commands.executeCommand("qbcoach.connect");
    }),
  );
  helpWithMatchFiles(context);
}

async function deactivate() {
  await Promise.all([desk?.disconnect(), matchFiles?.stop()]);
  desk = undefined;
  matchFiles = undefined;
}

module.exports = { activate, deactivate };
