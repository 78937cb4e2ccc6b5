// @ts-check
// The texts that both pages show, by language, the daemon's sentences, and the names of cards
// in other languages. Other texts of the daemon are shown as they are.

import { both as en } from "../words/both.en.js";
import { setTexts } from "./dom.js";

/** @typedef {keyof typeof en} Word */

/** @typedef {Record<Word, string>} Texts */

/**
 * The texts that are loaded. Japanese has names of cards, and English words around them.
 * @type {Record<string, Texts>}
 */
const loaded = { en, ja: en };

export const languages = ["en", "de", "ja"];

/** How many texts with names are remembered. */
const MOST_KNOWN = 5000;

const SHORT_NAME = 3;

let chosen = "en";

/** @typedef {(text: string) => string} Change */

/** What the daemon's sentences are in the chosen language. @type {Record<string, Change>} */
const sentences = {};
/** Puts other names of cards into a text. @type {Change} */
let named = (text) => text;

/** A sentence of the daemon in the language of the page, for a text that contains it. @type {Change} */
export function inWords(text) {
  return sentences[chosen]?.(text) ?? text;
}

/**
 * Until other texts have come, the English ones are shown.
 * @param {string | null | undefined} language
 * @returns {Promise<void>} when they have come
 */
export async function setLanguage(language) {
  chosen = language && languages.includes(language) ? language : "en";
  try {
    if (chosen === "de" && !sentences.de) {
      const [{ both }, { coach }, { translator }] = await Promise.all([
        import("../words/both.de.js"),
        import("../words/coach.de.js"),
        import("./sentences.js"),
      ]);
      loaded.de = both;
      sentences.de = translator(coach);
    }
  } catch {
    // The connection is lost; the next change of the language tries again.
  }
  document.documentElement.lang = loaded[chosen] ? chosen : "en";
}

/**
 * @param {Word} word
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(word, values = {}) {
  const own = loaded[chosen] ?? en;
  return fill(own[word] ?? en[word], values);
}

/** The text with its `{names}` replaced. @param {string} text @param {Record<string, string | number>} values */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}

/**
 * Shows the names of these cards in a language; null shows them as they come.
 * @param {Iterable<{name: string, names?: Record<string, string>}> | null} cards
 * @param {string} language
 */
export function nameCards(cards, language) {
  const names = new Map();
  for (const { name, names: others } of cards ?? [])
    if (others?.[language]) names.set(name, others[language]);
  if (names.size === 0) {
    named = (text) => text;
    return;
  }
  // A short name is a word of other languages too ("Zu"): it counts only where a card can be
  // meant.
  const short = `(?=$| (?:to|on|auf) |[,.:]| ·)`;
  // The longest first, because a name may begin with another one.
  const all = [...names.keys()].sort((one, other) => other.length - one.length);
  const escaped = all.map(
    (name) =>
      name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + (name.length <= SHORT_NAME ? short : ""),
  );
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${escaped.join("|")})(?![\\p{L}\\d])`, "gu");
  /** @type {Map<string, string>} */
  const known = new Map();
  named = (text) => {
    let shown = known.get(text);
    if (shown === undefined) {
      shown = text.replace(pattern, (name) => names.get(name) ?? name);
      if (known.size > MOST_KNOWN) known.clear();
      known.set(text, shown);
    }
    return shown;
  };
}

setTexts((text) => named(inWords(text)));

/** @type {string | null} */
let player = null;

/** What viewers read instead of "You"; null for the player's own pages. @param {string | null} name */
export function setPlayer(name) {
  player = name;
}

/** Whether the page speaks of the player by name. */
export function isForViewers() {
  return player !== null;
}

/**
 * The name of a side.
 * @param {"you" | "enemy"} side
 * @param {{enemy?: {tag?: string | null} | null} | null} [state]
 */
export function nameOf(side, state) {
  if (side === "enemy") return state?.enemy?.tag || say("enemy");
  return player ?? say("you");
}

/** @param {number} share @returns {string} */
export function percent(share) {
  const value = share * 100;
  return value > 0 && value < 1 ? "<1 %" : `${Math.round(value)} %`;
}

/** A difference with its sign. @param {number} number @param {number} [digits] @returns {string} */
export function signed(number, digits = 0) {
  const text = Math.abs(number).toFixed(digits);
  if (Number(text) === 0) return text;
  return number < 0 ? `−${text}` : `+${text}`;
}
