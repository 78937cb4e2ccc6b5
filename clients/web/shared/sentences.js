// @ts-check
// Sentences of the daemon in another language. They are found by their English words, as
// their numbers, cards and tiles differ from case to case.

/** What a value in braces looks like; others are any words. @type {Record<string, string>} */
const VALUES = {
  tile: "(?:TOP|MID|BOT)-[1-5]",
  lane: "TOP|MID|BOT",
  chance: "\\d[\\d.]* %",
  from: "\\d[\\d.]* %",
  number: "[−+]?\\d+",
  points: "\\d[\\d.]*",
  you: "\\d+",
  enemy: "\\d+",
};

/** Values that name several cards or tiles, with this between the last two. */
const LISTS = new Set(["cards", "tiles"]);
const AND = " and ";

/** How many sentences are remembered. */
const MOST_KNOWN = 5000;

/** @param {string} english @returns {RegExp} */
function pattern(english) {
  const parts = english.split(/\{(\w+)\}/);
  const source = parts.map((part, index) =>
    index % 2 === 0
      ? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      : `(?<${part}>${VALUES[part] ?? ".+?"})`,
  );
  return new RegExp(`^${source.join("")}$`, "iu");
}

/**
 * @param {Record<string, string>} sentences in another language by the English ones
 * @returns {(text: string) => string} what is not one of them stays as it is
 */
export function translator(sentences) {
  const { [AND]: and = AND, ...whole } = sentences;
  const all = Object.entries(whole).map(([english, own]) => ({ is: pattern(english), own }));
  /** @type {Map<string, string>} */
  const known = new Map();

  /** @param {string} text @returns {string | null} */
  const one = (text) => {
    for (const { is, own } of all) {
      const values = is.exec(text);
      if (values)
        return own.replace(/\{(\w+)\}/g, (_, name) => {
          const value = values.groups?.[name] ?? "";
          return LISTS.has(name) ? value.replace(AND, and) : translate(value);
        });
    }
    return null;
  };

  /** @param {string} text @returns {string} */
  const several = (text) =>
    text
      .split(/(?<=[.;]) /)
      .map((part) => {
        const [, words = "", stop = ""] = /^(.*?)([.;]?)$/su.exec(part) ?? [];
        return (one(words) ?? words) + stop;
      })
      .join(" ");

  /** @param {string} text @returns {string} */
  const translate = (text) => {
    let shown = known.get(text);
    if (shown === undefined) {
      const words = text.trim();
      shown = text.replace(words, () => one(words) ?? several(words));
      if (known.size > MOST_KNOWN) known.clear();
      known.set(text, shown);
    }
    return shown;
  };
  return translate;
}
