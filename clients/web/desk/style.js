// @ts-check
// Style sheets of parts that are loaded when they are needed.

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** @param {string} name */
function sheet(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/web/${name}`;
  document.head.append(link);
  return new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
}

/**
 * The part once its sheets are in force, so that nothing is shown without them.
 * @template Part
 * @param {Promise<Part>} part
 * @param {...string} names
 * @returns {Promise<Part>}
 */
export async function styled(part, ...names) {
  for (const name of names) {
    if (!sheets.has(name)) sheets.set(name, sheet(name));
  }
  await Promise.all(names.map((name) => sheets.get(name)));
  return part;
}
