// @ts-check
// The texts of the desk in the chosen language. They are all in the folder `words`; those
// that the overlay shows as well come from shared/words.js.

import { fill, nameCards, setLanguage } from "../shared/words.js";
import * as english from "../words/desk.en.js";

/** @typedef {typeof english} Texts */

/** @type {Texts} */
let texts = english;

/**
 * @template {keyof Texts} Page
 * @param {Page} page
 * @returns {(word: keyof Texts[Page], values?: Record<string, string | number>) => string}
 */
function teller(page) {
  return (word, values = {}) => fill(String(texts[page][word] ?? english[page][word]), values);
}

export const tell = teller("desk");
export const tellStart = teller("start");
export const tellStudio = teller("studio");
export const tellPoll = teller("poll");
export const tellReview = teller("review");
export const tellLearn = teller("learn");
export const tellCard = teller("card");

const SETTING = "qbcoach.desk.language";
/** Names of languages are written in the language itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" };
export const NAMES = { en: "English", ja: "日本語" };

/** @returns {{words: keyof typeof LANGUAGES, names: keyof typeof NAMES}} */
function kept() {
  const usual = navigator.language.startsWith("de") ? "de" : "en";
  try {
    const { words, names } = JSON.parse(localStorage.getItem(SETTING) ?? "{}");
    return {
      words: Object.hasOwn(LANGUAGES, words) ? words : usual,
      names: Object.hasOwn(NAMES, names) ? names : "en",
    };
  } catch {
    return { words: usual, names: "en" };
  }
}

/** The language of the desk's texts, and that of the cards' names. */
export const language = kept();

/** Loads the texts of the chosen language; English ones stay if they cannot be loaded. */
export async function loadWords() {
  if (language.words === "de") {
    try {
      texts = await import("../words/desk.de.js");
    } catch {
      return;
    }
  } else {
    texts = english;
  }
  await setLanguage(language.words);
}

/** @param {Iterable<import("../shared/wire").Card>} cards */
export function nameAll(cards) {
  nameCards(language.names === "en" ? null : cards, language.names);
}

/** @param {Partial<typeof language>} change */
export function chooseLanguage(change) {
  Object.assign(language, change);
  localStorage.setItem(SETTING, JSON.stringify(language));
  return loadWords();
}
