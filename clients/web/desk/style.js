// @ts-check
// Loads the style sheets of a part of the desk together with the part.

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
 * Resolves when the style sheets are loaded too, so that nothing is shown without them.
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
