// @ts-check
// RFC 6902 patches, limited to the operations that the daemon sends: add, remove and replace.

/** @typedef {import("./documents").PatchOperation} PatchOperation */

/** The patch does not fit the document; a new snapshot is needed. */
export class PatchError extends Error {}

/** @param {string} path @returns {string[]} */
function stepsOf(path) {
  if (path === "") return [];
  if (!path.startsWith("/")) throw new PatchError(`${path} is no JSON pointer`);
  return path
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** @param {unknown[]} list @param {string} step @param {number} end the first index that is not allowed */
function indexOf(list, step, end) {
  const index = step === "-" ? list.length : /^(0|[1-9]\d*)$/.test(step) ? Number(step) : end;
  if (index >= end) throw new PatchError(`the list has no index ${step}`);
  return index;
}

/**
 * @param {unknown[]} list
 * @param {string} step
 * @param {string[]} rest
 * @param {PatchOperation} operation
 */
function changedList(list, step, rest, operation) {
  const copy = [...list];
  const isLast = rest.length === 0;
  const adds = isLast && operation.op === "add";
  const index = indexOf(list, step, adds ? list.length + 1 : list.length);
  if (adds) copy.splice(index, 0, operation.value);
  else if (isLast && operation.op === "remove") copy.splice(index, 1);
  else copy[index] = changed(list[index], rest, operation);
  return copy;
}

/**
 * @param {Record<string, unknown>} object
 * @param {string} step
 * @param {string[]} rest
 * @param {PatchOperation} operation
 */
function changedObject(object, step, rest, operation) {
  const isLast = rest.length === 0;
  const adds = isLast && operation.op === "add" && step !== "__proto__";
  if (!adds && !Object.hasOwn(object, step))
    throw new PatchError(`${operation.path} is not in the document`);
  const copy = { ...object };
  if (isLast && operation.op === "remove") delete copy[step];
  else copy[step] = changed(object[step], rest, operation);
  return copy;
}

/**
 * The value with the operation applied below it. Only the lists and objects on the way
 * to the change are copied.
 * @param {unknown} value
 * @param {string[]} steps
 * @param {PatchOperation} operation
 * @returns {unknown}
 */
function changed(value, steps, operation) {
  const [step, ...rest] = steps;
  if (step === undefined) {
    if (operation.op === "remove") throw new PatchError("the whole document cannot be removed");
    return operation.value;
  }
  if (Array.isArray(value)) return changedList(value, step, rest, operation);
  if (value === null || typeof value !== "object")
    throw new PatchError(`${operation.path} is not in the document`);
  return changedObject(/** @type {Record<string, unknown>} */ (value), step, rest, operation);
}

/**
 * Returns the patched document. The document given is not changed, so a patch that
 * fails halfway leaves it as it was.
 * @template T
 * @param {T} document
 * @param {PatchOperation[]} operations
 * @returns {T}
 */
export function applyPatch(document, operations) {
  /** @type {unknown} */
  let whole = document;
  for (const operation of operations) {
    if (!["add", "remove", "replace"].includes(operation.op))
      throw new PatchError(`${operation.op} is not an operation of this protocol`);
    whole = changed(whole, stepsOf(operation.path), operation);
  }
  return /** @type {T} */ (whole);
}
