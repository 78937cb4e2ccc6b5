// The pages are plain JavaScript with JSDoc types, which the TypeScript compiler checks.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { WIRE_TYPES, wireTypes } from "../../../clients/web/tools/generate_wire_types.mjs";
import { require } from "./support/browser.mjs";

const ts = require("typescript");
const settings = fileURLToPath(new URL("tsconfig.json", import.meta.url));

/** The files that the compiler has checked, and its messages. */
function compiled() {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (fault) => assert.fail(String(fault.messageText)),
  };
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(settings, {}, host);
  const program = ts.createProgram(fileNames, options);
  const found = [...errors, ...ts.getPreEmitDiagnostics(program)];
  const messages = ts.formatDiagnostics(found, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getNewLine: () => "\n",
  });
  return { files: fileNames, messages, program };
}

/** The types in a file that switch type checking off, with their lines. */
function uncheckedTypes(source) {
  const found = [];
  const visit = (node) => {
    const isAny =
      node.kind === ts.SyntaxKind.AnyKeyword || node.kind === ts.SyntaxKind.JSDocAllType;
    const isName = ts.isTypeReferenceNode(node) && /^(Object|Function)$/.test(node.getText(source));
    if (isAny || isName) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${source.fileName}:${line + 1}`);
    }
    node.jsDoc?.forEach(visit);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const { files, messages, program } = compiled();

test("TypeScript finds no error in the pages", () => {
  assert.ok(files.length > 10, "the compiler has found the files");
  assert.equal(messages, "");
});

test("every script starts with @ts-check", () => {
  for (const file of files) assert.match(ts.sys.readFile(file), /^\/\/ @ts-check\n/, file);
});

test("no type is any, Object or Function", () => {
  const all = [...files, WIRE_TYPES].map((file) => program.getSourceFile(file));
  assert.deepEqual(all.flatMap(uncheckedTypes), []);
});

test("wire.d.ts is what its generator makes of the protocol's schemas", async () => {
  assert.equal(await readFile(WIRE_TYPES, "utf8"), await wireTypes());
});
