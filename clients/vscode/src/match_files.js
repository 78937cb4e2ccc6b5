"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { markup } = require("./match_board");

const LANGUAGE = "qb";
/** A board is asked for when the cursor rests. */
const REST_MS = 80;

/**
 * The program that answers about match texts: one of its own, or one that passes
 * everything on to the daemon of the settings, so that an overlay can show what is open.
 *
 * @param {{ path: string, server: string }} settings
 */
function serverOptions({ path, server }) {
  const args = server === "" ? ["lsp"] : ["lsp", "--connect", server];
  return { command: path, args };
}

/** Match texts in the editor, and the board of the line under the cursor in a panel. */
class MatchFiles {
  /** @type {LanguageClient | undefined} */
  #client;
  /** @type {vscode.WebviewPanel | undefined} */
  #panel;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  #channel;

  /** @param {vscode.LogOutputChannel} channel */
  constructor(channel) {
    this.#channel = channel;
  }

  get client() {
    return this.#client;
  }

  /** @param {string | undefined} token */
  async start(token) {
    await this.stop();
    const settings = vscode.workspace.getConfiguration("qbcoach");
    const server = serverOptions({
      path: settings.get("path", "qbcoach"),
      server: settings.get("server", ""),
    });
    const client = new LanguageClient("qbcoach.matchFiles", "qbcoach match files", server, {
      documentSelector: [{ language: LANGUAGE }],
      initializationOptions: { token, hints: settings.get("hints", {}) },
      outputChannel: this.#channel,
    });
    this.#client = client;
    await client.start();
  }

  async stop() {
    const client = this.#client;
    this.#client = undefined;
    if (client?.isRunning()) await client.stop();
  }

  /** @param {vscode.ExtensionContext} context */
  async showBoard(context) {
    if (this.#panel === undefined) {
      this.#panel = vscode.window.createWebviewPanel(
        "qbcoach.matchBoard",
        "Match board",
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: false, localResourceRoots: [] },
      );
      this.#panel.onDidDispose(() => (this.#panel = undefined), undefined, context.subscriptions);
    }
    await this.follow(vscode.window.activeTextEditor);
  }

  /**
   * Shows the board after the line of the cursor when the cursor rests.
   *
   * @param {vscode.TextEditor | undefined} editor
   */
  cursorMoved(editor) {
    if (this.#panel === undefined || editor?.document.languageId !== LANGUAGE) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.follow(editor).catch((error) => this.#channel.warn(String(error)));
    }, REST_MS);
  }

  /** @param {vscode.TextEditor | undefined} editor */
  async follow(editor) {
    const panel = this.#panel;
    if (panel === undefined || editor?.document.languageId !== LANGUAGE) return;
    const board = await this.boardOf(editor.document, editor.selection.active.line);
    panel.webview.html = markup(board);
  }

  /**
   * The board after a line; above lines that are no event, after the last one before.
   *
   * @param {vscode.TextDocument} document
   * @param {number} line
   */
  async boardOf(document, line) {
    const client = this.#client;
    if (client === undefined) return undefined;
    const textDocument = { uri: document.uri.toString() };
    for (let at = line; at >= 0; at -= 1) {
      const position = { line: at, character: 0 };
      const shown = await client.sendRequest("textDocument/hover", { textDocument, position });
      if (shown !== null) return shown.contents.value;
    }
    return undefined;
  }
}

module.exports = { MatchFiles, LANGUAGE, serverOptions };
