"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { applyPatch, PatchError } = require("../src/shared/patch");

const DOCUMENT = { seq: 3, hand: ["a", "b"], "a/b": { "c~d": 1 }, card: null };

const FITTING = [
  ["replace a field", [{ op: "replace", path: "/seq", value: 4 }], { seq: 4 }],
  ["replace in a list", [{ op: "replace", path: "/hand/1", value: "x" }], { hand: ["a", "x"] }],
  ["add a field", [{ op: "add", path: "/card", value: { id: "019" } }], { card: { id: "019" } }],
  ["insert into a list", [{ op: "add", path: "/hand/1", value: "x" }], { hand: ["a", "x", "b"] }],
  ["append to a list", [{ op: "add", path: "/hand/-", value: "x" }], { hand: ["a", "b", "x"] }],
  ["append by number", [{ op: "add", path: "/hand/2", value: "x" }], { hand: ["a", "b", "x"] }],
  ["remove from a list", [{ op: "remove", path: "/hand/0" }], { hand: ["b"] }],
  [
    "remove an item, then replace the next one",
    [
      { op: "remove", path: "/hand/0" },
      { op: "replace", path: "/hand/0", value: "y" },
    ],
    { hand: ["y"] },
  ],
  [
    "address names with slash and tilde",
    [{ op: "replace", path: "/a~1b/c~0d", value: 2 }],
    { "a/b": { "c~d": 2 } },
  ],
];

for (const [name, patch, changed] of FITTING) {
  test(`a patch can ${name}`, () => {
    assert.deepEqual(applyPatch(DOCUMENT, patch), { ...DOCUMENT, ...changed });
  });
}

test("a patch can replace the whole document", () => {
  assert.deepEqual(applyPatch(DOCUMENT, [{ op: "replace", path: "", value: { seq: 9 } }]), {
    seq: 9,
  });
});

const UNFIT = [
  ["a field that is not there", { op: "replace", path: "/nothing", value: 1 }],
  ["a path through null", { op: "add", path: "/card/name/x", value: 1 }],
  ["an index beyond the end", { op: "add", path: "/hand/4", value: 1 }],
  ["an index that is not a number", { op: "add", path: "/hand/one", value: 1 }],
  ["a removed index beyond the end", { op: "remove", path: "/hand/2" }],
  ["an inherited field", { op: "replace", path: "/toString", value: 1 }],
  ["the prototype", { op: "add", path: "/__proto__", value: { polluted: true } }],
  ["an operation that the daemon never sends", { op: "move", path: "/seq" }],
  ["a path that is no JSON pointer", { op: "replace", path: "seq", value: 1 }],
];

for (const [name, operation] of UNFIT) {
  test(`a patch with ${name} is refused and changes nothing`, () => {
    const before = structuredClone(DOCUMENT);
    const first = { op: "replace", path: "/seq", value: 99 };
    assert.throws(() => applyPatch(DOCUMENT, [first, operation]), PatchError);
    assert.deepEqual(DOCUMENT, before);
    assert.equal({}.polluted, undefined);
  });
}
