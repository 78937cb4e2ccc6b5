// @ts-check
// The settings of an overlay: its address counts most, then what the desk has set, then
// the defaults here.

import { languages } from "../shared/words.js";

/**
 * @typedef {import("../shared/session.js").Topic} Topic
 * @typedef {{
 *   session: string | null, theme: string, palette: string, widgets: string[], scale: number,
 *   delayMs: number, animate: boolean, language: string, audience: "player" | "stream",
 *   blankAfter: number, token: string | null, isHidden: boolean, streamer: string | null,
 *   showsChance: boolean, chanceAudience: "player" | "stream",
 *   places: Record<string, import("../shared/wire").WidgetPlace>,
 * }} Look
 */

/** @type {Record<string, Topic[]>} */
export const TOPICS_OF = {
  strip: ["state", "history", "threat"],
  board: ["state", "evaluation"],
  threat: ["threat"],
  score: ["state", "evaluation"],
  advice: ["coach"],
  hand: ["state"],
  enemy: ["observation", "hand"],
  log: ["history"],
  course: ["history"],
  result: ["state"],
  poll: ["state"],
};

/** The result and the poll are shown when there is one. */
export const USUAL = ["score", "board", "result", "poll", "threat", "enemy", "log", "course"];
export const USUAL_FOR_PLAYERS = [
  "score",
  "board",
  "result",
  "poll",
  "threat",
  "advice",
  "hand",
  "enemy",
  "log",
  "course",
];

/** @param {string | null} text @param {number} least @param {number} most */
function numberOf(text, least, most) {
  const number = text === null || text === "" ? NaN : Number(text);
  return number >= least && number <= most ? number : undefined;
}

/** A name that can be part of a CSS class. @param {string | null | undefined} text */
function nameOf(text) {
  return text && /^[A-Za-z0-9-]{1,40}$/.test(text) ? text : undefined;
}

/** A name to be shown. @param {string | null | undefined} text */
function personOf(text) {
  return text?.trim() ? text.trim().slice(0, 40) : undefined;
}

/** The browser's language, which in OBS is that of OBS. */
function ownLanguage() {
  const [language = "en"] = navigator.language.split("-");
  return languages.includes(language) ? language : "en";
}

/** @param {string | null} text @param {boolean} usual */
function flagOf(text, usual) {
  return text === null ? usual : text !== "0";
}

/** @param {string | null} text */
function widgetsOf(text) {
  const names = (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => Object.hasOwn(TOPICS_OF, name));
  return names.length > 0 ? names : undefined;
}

/**
 * @param {URLSearchParams} address
 * @param {import("../shared/wire").OverlayLook} set what the desk has set
 * @returns {Look}
 */
export function lookOf(address, set) {
  const audience = address.get("audience") === "player" ? "player" : "stream";
  return {
    audience,
    session: address.get("session") || set.session || null,
    theme: nameOf(address.get("theme")) ?? nameOf(set.theme) ?? "night",
    palette: nameOf(address.get("palette")) ?? nameOf(set.palette) ?? "classic",
    widgets:
      widgetsOf(address.get("widgets")) ??
      widgetsOf((set.widgets ?? []).join(",")) ??
      (audience === "player" ? USUAL_FOR_PLAYERS : USUAL),
    scale: numberOf(address.get("scale"), 0.1, 10) ?? set.scale ?? 1,
    delayMs: numberOf(address.get("delayMs"), 0, 86400000) ?? set.delayMs ?? 0,
    animate: flagOf(address.get("anim"), set.animate ?? true),
    language: nameOf(address.get("language")) ?? nameOf(set.language) ?? ownLanguage(),
    blankAfter: numberOf(address.get("blank"), 0, 86400) ?? 20,
    token: address.get("token"),
    isHidden: set.hidden ?? false,
    streamer: personOf(address.get("name")) ?? personOf(set.streamer) ?? null,
    showsChance: audience === "player" || flagOf(address.get("chance"), set.winChance ?? false),
    // Asked for by its address, the chance needs a token that allows it; what the desk allows,
    // the daemon gives to viewers too.
    chanceAudience: address.get("chance") === "1" ? "player" : audience,
    places: set.places ?? {},
  };
}

/** `cb` is another name for `safe`, known from other overlays. @param {string} palette */
export function paletteClass(palette) {
  return `palette-${palette === "cb" ? "safe" : palette}`;
}

/** @param {Look} look @returns {Topic[]} */
export function topicsOf(look) {
  const topics = new Set(/** @type {Topic[]} */ (["state"]));
  for (const widget of look.widgets) {
    for (const topic of TOPICS_OF[widget] ?? []) topics.add(topic);
  }
  // The daemon does not send advice to the audience `stream`.
  if (look.audience === "stream") topics.delete("coach");
  return [...topics];
}
