// @ts-check
// Theme and palette of the desk itself, kept in this browser.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { LANGUAGES, NAMES, chooseLanguage, language, nameAll, tell } from "./words.js";

const SETTING = "qbcoach.desk.look";
export const THEMES = ["night", "paper", "contrast"];
export const PALETTES = ["classic", "safe", "mono"];

/** @returns {{theme: string, palette: string}} */
function kept() {
  try {
    const { theme, palette } = JSON.parse(localStorage.getItem(SETTING) ?? "{}");
    return {
      theme: THEMES.includes(theme) ? theme : "night",
      palette: PALETTES.includes(palette) ? palette : "classic",
    };
  } catch {
    return { theme: "night", palette: "classic" };
  }
}

const look = kept();

export function dress() {
  document.documentElement.className = `desk theme-${look.theme} palette-${look.palette}`;
}

/** @param {"theme" | "palette"} name @param {string[]} values */
function choice(name, values) {
  /** @param {import("../shared/dom.js").FieldEvent} event */
  const onchange = (event) => {
    look[name] = event.target.value;
    localStorage.setItem(SETTING, JSON.stringify(look));
    dress();
    desk.redraw();
  };
  return h(
    "label",
    { class: "entry inline", title: tell(name) },
    h("span", null, tell(name)),
    h(
      "select",
      { name, value: look[name], onchange },
      values.map((value) => h("option", { value, key: value }, value)),
    ),
  );
}

/** @param {"words" | "names"} name @param {string} label @param {Record<string, string>} values */
function languageChoice(name, label, values) {
  return h(
    "label",
    { class: "entry inline language", key: name, title: label },
    h("span", null, label),
    h(
      "select",
      {
        name,
        value: language[name],
        onchange: async (event) => {
          await chooseLanguage({ [name]: event.target.value });
          nameAll(desk.catalogue.cards.values());
          desk.redraw();
        },
      },
      Object.entries(values).map(([value, word]) => h("option", { value, key: value }, word)),
    ),
  );
}

export function appearance() {
  return h(
    "div",
    { class: "appearance", role: "group", "aria-label": tell("appearance") },
    choice("theme", THEMES),
    choice("palette", PALETTES),
    languageChoice("words", tell("language"), LANGUAGES),
    languageChoice("names", tell("cardNames"), NAMES),
  );
}
