// @ts-check
// RFC 6902 patches, as far as the daemon sends them: add, remove and replace.

/**
 * @typedef {{op: "add" | "replace", path: string, value: any} | {op: "remove", path: string}} Operation
 */

/** A patch that does not fit its document: ask for a new snapshot. */
export class PatchError extends Error {}

/** @param {string} path @returns {string[]} */
function steps(path) {
  if (path === "") return [];
  if (!path.startsWith("/")) throw new PatchError(`${path} is no path`);
  return path.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** @param {any[]} list @param {string} step @param {number} most @returns {number} */
function placeIn(list, step, most) {
  const place = step === "-" ? list.length : Number(step);
  if (!/^(0|[1-9]\d*|-)$/.test(step) || place > most) throw new PatchError(`there is no place ${step}`);
  return place;
}

/**
 * The document after the operations; it is changed in place.
 * @param {any} document
 * @param {Operation[]} operations
 * @returns {any}
 */
export function applyPatch(document, operations) {
  let whole = document;
  for (const operation of operations) {
    const path = steps(operation.path);
    const last = path.pop();
    if (last === undefined) {
      if (operation.op === "remove") throw new PatchError("a document cannot be removed");
      whole = operation.value;
      continue;
    }
    let parent = whole;
    for (const step of path) {
      parent = Array.isArray(parent) ? parent[placeIn(parent, step, parent.length - 1)] : parent?.[step];
    }
    if (Array.isArray(parent)) changeList(parent, last, operation);
    else changeObject(parent, last, operation);
  }
  return whole;
}

/** @param {any[]} list @param {string} step @param {Operation} operation */
function changeList(list, step, operation) {
  switch (operation.op) {
    case "add":
      list.splice(placeIn(list, step, list.length), 0, operation.value);
      break;
    case "replace":
      list[placeIn(list, step, list.length - 1)] = operation.value;
      break;
    case "remove":
      list.splice(placeIn(list, step, list.length - 1), 1);
      break;
    default:
      throw new PatchError("an operation that is not known");
  }
}

/** @param {any} object @param {string} name @param {Operation} operation */
function changeObject(object, name, operation) {
  if (object === null || typeof object !== "object") throw new PatchError(`nothing to change at ${operation.path}`);
  if (operation.op !== "add" && !Object.hasOwn(object, name)) throw new PatchError(`there is no ${operation.path}`);
  if (operation.op === "remove") delete object[name];
  else if (operation.op === "add" || operation.op === "replace") object[name] = operation.value;
  else throw new PatchError("an operation that is not known");
}
