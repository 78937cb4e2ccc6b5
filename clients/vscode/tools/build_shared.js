"use strict";

// Fills src/shared with the sources that the extension shares with the web pages:
//
//   node tools/build_shared.js [FOLDER]
//
// FOLDER is clients/web/shared by default. The pages are ES modules and the extension is
// CommonJS, so scripts are translated; types are copied. src/shared is not in version
// control: `vsce package`, `npm run check` and `npm test` make it.

const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

const source = path.resolve(process.argv[2] ?? path.join(__dirname, "../../web/shared"));
const target = path.join(__dirname, "../src/shared");

fs.mkdirSync(target, { recursive: true });
for (const name of ["documents.d.ts", "wire.d.ts"]) {
  fs.copyFileSync(path.join(source, name), path.join(target, name));
}
const script = fs.readFileSync(path.join(source, "patch.js"), "utf8").replace("// @ts-check\n", "");
const { outputText } = ts.transpileModule(script, {
  compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
});
// The types of the source are checked with the pages; the translation would not pass.
const header =
  "// @ts-nocheck\n// Made by tools/build_shared.js from clients/web/shared/patch.js.\n";
fs.writeFileSync(path.join(target, "patch.js"), header + outputText);
