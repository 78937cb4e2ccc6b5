"use strict";

// A fake of the parts of the `vscode` module that the extension and vscode-languageclient
// use. Tests answer questions through `editor` and read there what a user would see.

class Disposable {
  constructor(dispose) {
    this.dispose = dispose ?? (() => {});
  }
}

class EventEmitter {
  #listeners = new Set();
  event = (listener, self, disposables) => {
    const bound = self === undefined ? listener : listener.bind(self);
    this.#listeners.add(bound);
    const disposable = new Disposable(() => this.#listeners.delete(bound));
    disposables?.push(disposable);
    return disposable;
  };
  fire(value) {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose() {
    this.#listeners.clear();
  }
}

class Uri {
  constructor(fsPath) {
    Object.assign(this, { scheme: "file", fsPath, path: fsPath });
  }
  static file(path) {
    return new Uri(path);
  }
  static parse(text) {
    return new Uri(text.replace(/^file:\/\//, ""));
  }
  toString() {
    return `file://${this.fsPath}`;
  }
}

const configurationChanged = new EventEmitter();

/** The state of the fake editor, for tests to set and read. */
const editor = {
  settings: {},
  /** Functions that answer the next questions, in order; each gets the items or options. */
  answers: [],
  /** The questions that were asked. */
  asked: [],
  messages: [],
  panels: [],
  statusBar: undefined,
  log: [],
  commands: new Map(),
  /** The marks in documents, by address. */
  marks: new Map(),
  /** Fires whenever something visible has changed. */
  seen: new EventEmitter(),
  configure(settings) {
    editor.settings = settings;
    configurationChanged.fire({ affectsConfiguration: (section) => section === "qbcoach" });
  },
};

function say(kind) {
  return async (text) => {
    editor.messages.push({ kind, text });
    editor.seen.fire();
    return undefined;
  };
}

function answer(question) {
  editor.asked.push(question);
  const next = editor.answers.shift();
  if (next === undefined) throw new Error(`the test has no answer to ${JSON.stringify(question)}`);
  return next(question);
}

function quickPick() {
  const changed = new EventEmitter();
  const accepted = new EventEmitter();
  const hidden = new EventEmitter();
  let items = [];
  return {
    selectedItems: [],
    get items() {
      return items;
    },
    set items(found) {
      items = found;
      editor.seen.fire();
    },
    onDidChangeValue: changed.event,
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    show() {
      answer({
        title: this.title,
        type: (text) => changed.fire(text),
        items: () => items,
        accept: (item) => {
          this.selectedItems = [item];
          accepted.fire();
        },
        hide: () => hidden.fire(),
      });
    },
    dispose: () => {},
  };
}

function webviewPanel(viewType, title, column, options) {
  const disposed = new EventEmitter();
  let html = "";
  const panel = {
    viewType,
    title,
    options,
    webview: {
      get html() {
        return html;
      },
      set html(text) {
        html = text;
        editor.seen.fire();
      },
    },
    reveal: () => {},
    onDidDispose: disposed.event,
    close: () => disposed.fire(),
  };
  editor.panels.push(panel);
  return panel;
}

function statusBarItem() {
  let text = "";
  editor.statusBar = {
    get text() {
      return text;
    },
    set text(shown) {
      text = shown;
      editor.seen.fire();
    },
    show: () => {},
    dispose: () => {},
  };
  return editor.statusBar;
}

function outputChannel() {
  const write = (text) => {
    editor.log.push(text);
    editor.seen.fire();
  };
  return {
    logLevel: 3,
    onDidChangeLogLevel: new EventEmitter().event,
    append: write,
    appendLine: write,
    trace: write,
    debug: write,
    info: write,
    warn: write,
    error: write,
    show: () => {},
    clear: () => {},
    dispose: () => {},
  };
}

const never = new EventEmitter().event;

const window = {
  activeTextEditor: undefined,
  visibleTextEditors: [],
  tabGroups: { all: [], onDidChangeTabs: never },
  onDidChangeActiveTextEditor: never,
  onDidChangeVisibleTextEditors: never,
  onDidChangeTextEditorSelection: never,
  createOutputChannel: outputChannel,
  createStatusBarItem: statusBarItem,
  createWebviewPanel: webviewPanel,
  createQuickPick: quickPick,
  showQuickPick: async (items, options) => answer({ ...options, items }),
  showInputBox: async (options) => answer(options),
  showErrorMessage: say("error"),
  showWarningMessage: say("warning"),
  showInformationMessage: say("information"),
};

const workspace = {
  workspaceFolders: undefined,
  textDocuments: [],
  notebookDocuments: [],
  onDidChangeConfiguration: configurationChanged.event,
  getConfiguration: () => ({ get: (name, otherwise) => editor.settings[name] ?? otherwise }),
};
for (const event of [
  "OpenTextDocument",
  "CloseTextDocument",
  "ChangeTextDocument",
  "SaveTextDocument",
  "ChangeWorkspaceFolders",
  "OpenNotebookDocument",
  "CloseNotebookDocument",
]) {
  workspace[`onDid${event}`] = never;
}

const commands = {
  registerCommand(name, run) {
    editor.commands.set(name, run);
    return new Disposable(() => editor.commands.delete(name));
  },
  executeCommand: async (name, ...rest) => editor.commands.get(name)(...rest),
};

// Names that vscode-languageclient needs while it is loaded, for features of language
// servers that the daemon does not have.
const classes = [
  "CallHierarchyItem",
  "CancellationError",
  "CodeAction",
  "CodeLens",
  "CompletionItem",
  "Diagnostic",
  "DocumentLink",
  "InlayHint",
  "SymbolInformation",
  "TypeHierarchyItem",
];
const unusedClasses = Object.fromEntries(classes.map((name) => [name, class {}]));
const kinds = [
  "CodeActionKind",
  "CompletionItemKind",
  "CompletionItemTag",
  "DiagnosticSeverity",
  "SymbolKind",
  "SymbolTag",
  "InlayHintKind",
];
const unusedKinds = Object.fromEntries(kinds.map((name) => [name, {}]));
/** Kinds of code actions are joined with dots. */
const actionKind = { append: () => actionKind };
unusedKinds.CodeActionKind = { Empty: actionKind };

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(startLine, startCharacter, endLine, endCharacter) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

// What the daemon offers is registered here; only marks are kept.
const languages = new Proxy(
  {
    match: (selector, document) =>
      selector.some(({ language }) => language === document.languageId) ? 10 : 0,
    createDiagnosticCollection: () => ({
      set(uri, marks) {
        editor.marks.set(uri.toString(), marks);
        editor.seen.fire();
      },
      delete: (uri) => editor.marks.delete(uri.toString()),
      clear: () => editor.marks.clear(),
      dispose: () => {},
    }),
  },
  { get: (own, name) => own[name] ?? (() => new Disposable()) },
);

module.exports = {
  ...unusedClasses,
  ...unusedKinds,
  Disposable,
  EventEmitter,
  Uri,
  commands,
  editor,
  window,
  workspace,
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  ViewColumn: { Beside: -2 },
  env: { appName: "a test", language: "en" },
  languages,
  Position,
  Range,
  Diagnostic,
  SemanticTokensLegend: class {},
  CancellationTokenSource: class {
    token = { isCancellationRequested: false, onCancellationRequested: never };
    cancel() {}
    dispose() {}
  },
  version: "1.91.0",
};
