// The pages are plain JavaScript, and every type in them fits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { require } from "./support/browser.mjs";

const ts = require("typescript");
const settings = fileURLToPath(new URL("tsconfig.json", import.meta.url));

/** What the compiler looked at and what it says. */
function judged() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => assert.fail(String(fault.messageText)) };
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(settings, {}, host);
  const program = ts.createProgram(fileNames, options);
  const found = [...errors, ...ts.getPreEmitDiagnostics(program)];
  const words = ts.formatDiagnostics(found, { getCanonicalFileName: (name) => name, getCurrentDirectory: ts.sys.getCurrentDirectory, getNewLine: () => "\n" });
  return { files: fileNames, words };
}

const { files, words } = judged();

test("TypeScript finds nothing wrong in the pages", () => {
  assert.ok(files.length > 10, "there is something to look at");
  assert.equal(words, "");
});

test("every script asks to be checked", () => {
  for (const file of files) assert.match(ts.sys.readFile(file), /^\/\/ @ts-check\n/, file);
});
