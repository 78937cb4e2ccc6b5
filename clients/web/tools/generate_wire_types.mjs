#!/usr/bin/env node
// Writes shared/wire.d.ts, the types of the protocol, from protocol/openrpc.json:
//
//   node clients/web/tools/generate_wire_types.mjs           writes the file
//   node clients/web/tools/generate_wire_types.mjs --check   fails if the file is not current
//
// The OpenRPC document contains every schema of protocol/schemas, so nothing else is
// read. The layout is the one that prettier would choose.

import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";

const DOCUMENT = new URL("../../../protocol/openrpc.json", import.meta.url);
export const WIRE_TYPES = fileURLToPath(new URL("../shared/wire.d.ts", import.meta.url));

const WIDTH = 100;
const PRIMITIVES = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

const HEADER = `// The types of the wire protocol: params, results and notifications.
// Generated from protocol/openrpc.json by clients/web/tools/generate_wire_types.mjs;
// do not edit. Results may contain more fields than these, for example \`warnings\`.
`;

const capitalised = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** `prediction/threatMap` becomes `PredictionThreatMap`. */
const typeName = (text) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalised)
    .join("");

const fieldName = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** Whether an object has named fields, as opposed to any names with one type of value. */
const isRecord = (schema) =>
  schema.type === "object" && typeof schema.additionalProperties !== "object";

/** The string constant that distinguishes one alternative from the others. */
function variantName(schema) {
  const fields = Object.values(schema.properties ?? {});
  const constant = fields.find((field) => typeof field.const === "string")?.const;
  return constant === undefined ? "Record" : typeName(constant);
}

/** A doc comment, wrapped. */
function comment(text, indent = "") {
  if (!text) return "";
  const oneLine = `${indent}/** ${text} */`;
  if (oneLine.length <= WIDTH) return `${oneLine}\n`;
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`;
    if (indent.length + 2 + line.length > WIDTH) lines.push(` ${word}`);
    else lines[lines.length - 1] = line;
  }
  return `${indent}/**\n${lines.map((line) => `${indent} *${line}\n`).join("")}${indent} */\n`;
}

/** The members of a union, one on each line if they do not fit into one. */
function union(start, members, indent) {
  const oneLine = `${start} ${members.join(" | ")};`;
  if (oneLine.length <= WIDTH || members.length === 1) return `${oneLine}\n`;
  const nextLine = `${indent}  ${members.join(" | ")};`;
  if (nextLine.length <= WIDTH) return `${start}\n${nextLine}\n`;
  return `${start}\n${members.map((member) => `${indent}  | ${member}`).join("\n")};\n`;
}

class Types {
  /** The text of each type by its name, in the order of their first use. */
  #texts = new Map();

  constructor(schemas) {
    this.schemas = schemas;
  }

  get text() {
    return [...this.#texts.values()].join("\n");
  }

  define(name, schema) {
    if (this.#texts.has(name)) return;
    // The name is taken before the fields are read: a type may refer to itself.
    this.#texts.set(name, "");
    const head = comment(schema.description);
    const body = isRecord(schema)
      ? this.record(`export interface ${name}`, schema, name)
      : union(`export type ${name} =`, this.members(schema, name), "");
    this.#texts.set(name, head + body);
  }

  record(start, schema, name) {
    const required = new Set(schema.required ?? []);
    let fields = "";
    for (const [field, kind] of Object.entries(schema.properties ?? {})) {
      const mark = required.has(field) ? "" : "?";
      const members = this.members(kind, name + capitalised(field));
      fields += comment(kind.description, "  ");
      fields += union(`  ${fieldName(field)}${mark}:`, members, "  ");
    }
    if (schema.additionalProperties === true) fields += "  [field: string]: unknown;\n";
    return fields === "" ? `${start} {}\n` : `${start} {\n${fields}}\n`;
  }

  /** The alternatives of a schema; `name` is for records that have none of their own. */
  members(schema, name) {
    if (schema === true) return ["unknown"];
    if (schema.$ref) {
      const target = schema.$ref.split("/").at(-1);
      this.define(target, this.schemas[target]);
      return [target];
    }
    if (schema.allOf?.length === 1) return this.members(schema.allOf[0], name);
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts) {
      const isNamed = (part) => part.type === "object" && isRecord(part);
      const all = parts.map((part) =>
        this.members(part, isNamed(part) ? name + variantName(part) : name),
      );
      return [...new Set(all.flat())];
    }
    if (schema.const !== undefined) return [JSON.stringify(schema.const)];
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
    if (Array.isArray(schema.type)) {
      return [...new Set(schema.type.flatMap((type) => this.members({ ...schema, type }, name)))];
    }
    return [this.plain(schema, name)];
  }

  plain(schema, name) {
    const { type } = schema;
    if (type === undefined) return "unknown";
    if (Object.hasOwn(PRIMITIVES, type)) return PRIMITIVES[type];
    if (type === "array") {
      if (schema.maxItems === 0) return "[]";
      const items = this.members(schema.items ?? true, `${name}Item`);
      return items.length === 1 ? `${items[0]}[]` : `(${items.join(" | ")})[]`;
    }
    if (type !== "object") throw new Error(`${name}: there is no type ${type}`);
    if (isRecord(schema)) {
      if (this.schemas[name]) throw new Error(`two types are called ${name}`);
      this.define(name, schema);
      return name;
    }
    const values = this.members(schema.additionalProperties, `${name}Value`);
    return `Record<string, ${values.join(" | ")}>`;
  }
}

/** The params of a method or notification as one object. */
function paramsOf({ name, params }) {
  const described = ({ description, schema }) =>
    description && typeof schema === "object" ? { description, ...schema } : schema;
  return {
    type: "object",
    description: `Params of \`${name}\`.`,
    properties: Object.fromEntries(params.map((param) => [param.name, described(param)])),
    required: params.filter((param) => param.required).map((param) => param.name),
  };
}

/** The text of wire.d.ts. */
export async function wireTypes() {
  const document = JSON.parse(await readFile(DOCUMENT, "utf8"));
  const types = new Types(document.components.schemas);
  const params = (entry) => {
    if (entry.params.length === 0) return "NoParams";
    const name = `${typeName(entry.name)}Params`;
    types.define(name, paramsOf(entry));
    return name;
  };
  types.define("NoParams", { type: "object", description: "Of methods that need no params." });
  let methods = "";
  for (const method of document.methods.filter((one) => one.result)) {
    const result = types.members(method.result.schema, `${typeName(method.name)}Result`);
    methods += `${comment(method.summary, "  ")}  ${fieldName(method.name)}: {\n`;
    methods += `    params: ${params(method)};\n    result: ${result.join(" | ")};\n  };\n`;
  }
  let notifications = "";
  for (const notification of document["x-serverNotifications"]) {
    notifications += comment(notification.summary, "  ");
    notifications += `  ${fieldName(notification.name)}: ${params(notification)};\n`;
  }
  return [
    HEADER,
    types.text,
    `/** Every method by its name. */\nexport interface Methods {\n${methods}}\n`,
    `/** The params of every notification that the daemon sends. */\nexport interface Notifications {\n${notifications}}\n`,
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await wireTypes();
  const current = await readFile(WIRE_TYPES, "utf8").catch(() => "");
  if (text === current) {
    console.log("wire.d.ts is current");
  } else if (process.argv.includes("--check")) {
    console.error("wire.d.ts is out of date: run clients/web/tools/generate_wire_types.mjs");
    process.exitCode = 1;
  } else {
    await writeFile(WIRE_TYPES, text);
    console.log("wire.d.ts was written");
  }
}
