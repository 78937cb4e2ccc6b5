// @ts-check
// The page for overlays: the address for OBS, the look of all overlays with a live preview,
// and the poll of the viewers.

import { h } from "../shared/dom.js";
import { languages } from "../shared/words.js";
import { TOPICS_OF, USUAL, USUAL_FOR_PLAYERS } from "../overlay/look.js";
import { PALETTES, THEMES } from "./appearance.js";
import { desk, refusalOf } from "./app.js";
import { copy } from "./exchange.js";
import { refusalText } from "./finder.js";
import { localFile } from "./local_file.js";
import { placesForm } from "./places.js";
import { pollPanel } from "./poll.js";
import { previewPanel } from "./stage.js";
import { tell, tellStudio } from "./words.js";

/** @typedef {import("../shared/wire").OverlayLook} OverlayLook */

const WIDGETS = Object.keys(TOPICS_OF);

/** What fits a whole page, and what fits a small source. @type {Record<"whole" | "compact" | "boardOnly", string[]>} */
const LAYOUTS = {
  whole: [],
  compact: ["strip", "poll"],
  boardOnly: ["board"],
};

/** What is set up here and not applied yet; null while it is what the overlays have. @type {OverlayLook | null} */
let draft = null;
/** What is typed, which need not be a number yet. */
const typed = { scale: "", delay: "" };
/** Only for the address. */
const own = { token: "", audience: "stream" };
let word = "";
/** @type {import("./app.js").Refusal | null} */
let refusal = null;

/** The look that is being set up. It begins with what the overlays have. @returns {OverlayLook} */
function look() {
  if (draft) return draft;
  const { scale, delayMs } = desk.look;
  typed.scale = scale ? String(scale) : "";
  typed.delay = delayMs ? String(delayMs / 1000) : "";
  return desk.look;
}

/** @param {Partial<OverlayLook>} change */
function set(change) {
  draft = { ...look(), ...change };
  word = "";
  refusal = null;
  desk.redraw();
}

/** The address of every overlay: what it shows is set here and changes live. */
function bareAddress() {
  const address = new URL("/overlay", location.href);
  address.hash = "";
  address.search = "";
  if (own.token) address.searchParams.set("token", own.token);
  return address.href;
}

/** An address that keeps its settings, whatever is applied later. */
function ownAddress() {
  const address = new URL(bareAddress());
  const now = look();
  const parts = {
    widgets: (now.widgets ?? []).join(","),
    theme: now.theme,
    palette: now.palette,
    scale: typed.scale,
    delayMs: now.delayMs,
    audience: own.audience === "player" ? "player" : "",
    session: now.session,
    language: now.language,
    anim: now.animate === undefined || now.animate === null ? "" : now.animate ? "1" : "0",
    name: now.streamer,
    chance: now.winChance ? "1" : "",
  };
  for (const [name, value] of Object.entries(parts)) {
    if (value !== "" && value !== null && value !== undefined)
      address.searchParams.set(name, String(value));
  }
  // Commas need not be escaped in a query and are easier to read.
  return address.href.replaceAll("%2C", ",");
}

/** The widgets that are shown if none are named. */
function usual() {
  return own.audience === "player" ? USUAL_FOR_PLAYERS : USUAL;
}

function ticked() {
  const { widgets } = look();
  return widgets && widgets.length > 0 ? widgets : usual();
}

/** @param {string[]} widgets */
function setWidgets(widgets) {
  const isUsual =
    widgets.length === usual().length && widgets.every((one) => usual().includes(one));
  set({ widgets: isUsual || widgets.length === 0 ? null : widgets });
}

/** @param {string} widget */
function toggle(widget) {
  const now = ticked();
  setWidgets(WIDGETS.filter((one) => (one === widget) !== now.includes(one)));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(value: string) => void} change
 */
function choice(name, label, value, options, change) {
  return h(
    "label",
    { class: "entry", key: name },
    label,
    h(
      "select",
      { name, value, onchange: (event) => change(event.target.value) },
      options.map(([option, text]) => h("option", { value: option, key: option }, text)),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {string} placeholder
 * @param {(value: string) => void} change
 */
function text(name, label, value, placeholder, change) {
  const isNumber = name === "scale" || name === "delay";
  return h(
    "label",
    { class: "entry", key: name },
    label,
    h("input", {
      name,
      type: "text",
      inputmode: isNumber ? "decimal" : null,
      maxlength: name === "streamer" ? 40 : null,
      autocomplete: "off",
      placeholder,
      value,
      oninput: (event) => change(event.target.value),
    }),
  );
}

/** @param {string} value @param {number} times @returns {number | null} */
function numberOf(value, times = 1) {
  const number = Number(value.replace(",", "."));
  return value.trim() === "" || Number.isNaN(number) ? null : number * times;
}

async function apply() {
  // What the header's button has hidden stays hidden.
  const next = { ...look(), hidden: desk.look.hidden ?? null };
  try {
    const { look: applied } = await desk.request("overlay/set", { look: next });
    desk.look = applied;
    draft = null;
    word = tellStudio("applied");
    refusal = null;
  } catch (failure) {
    const { text, hint } = refusalOf(failure);
    refusal = { text, hint };
  }
  desk.redraw();
}

/** @param {string} address @param {string} field */
async function copyAddress(address, field) {
  word = await copy(address, field);
  desk.redraw();
}

function addressPanel() {
  const address = bareAddress();
  return h(
    "section",
    { class: "panel", "aria-labelledby": "studio-title", key: "address" },
    h("h1", { class: "panel-title", id: "studio-title" }, tellStudio("studioTitle")),
    h("p", { class: "dim" }, tellStudio("studioWhy")),
    h(
      "div",
      { class: "entry wide" },
      h("label", { for: "address" }, tellStudio("address")),
      h("input", {
        id: "address",
        class: "code",
        readonly: true,
        value: address,
        onfocus: (event) => event.target.select(),
      }),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "primary",
          "data-action": "copy-address",
          onclick: () => copyAddress(address, "address"),
        },
        tell("copy"),
      ),
      h(
        "a",
        {
          class: "button",
          "data-action": "local-file",
          download: "qbcoach-overlay.html",
          href: `data:text/html;charset=utf-8,${encodeURIComponent(localFile(address))}`,
        },
        tellStudio("localFile"),
      ),
    ),
    h("p", { class: "dim" }, tellStudio("localFileWhy")),
    ownPanel(),
  );
}

/** For a second source that shall look different, or for the player's own screen. */
function ownPanel() {
  const address = ownAddress();
  return h(
    "details",
    { class: "own-address" },
    h("summary", null, tellStudio("ownTitle")),
    h("p", { class: "dim" }, tellStudio("ownWhy")),
    h(
      "div",
      { class: "fields" },
      choice(
        "audience",
        tellStudio("audience"),
        own.audience,
        [
          ["stream", tellStudio("audienceStream")],
          ["player", tellStudio("audiencePlayer")],
        ],
        (audience) => {
          own.audience = audience;
          set({});
        },
      ),
      text(
        "token",
        tellStudio("streamToken"),
        own.token,
        tellStudio("streamTokenHint"),
        (token) => {
          own.token = token;
          set({});
        },
      ),
    ),
    h(
      "div",
      { class: "entry wide" },
      h("label", { for: "own-address" }, tellStudio("ownAddress")),
      h("input", {
        id: "own-address",
        class: "code",
        readonly: true,
        value: address,
        onfocus: (event) => event.target.select(),
      }),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          "data-action": "copy-own",
          onclick: () => copyAddress(address, "own-address"),
        },
        tell("copy"),
      ),
    ),
  );
}

function widgetsForm() {
  return h(
    "fieldset",
    { class: "widgets-choice", key: "widgets" },
    h("legend", null, tellStudio("widgets")),
    h(
      "div",
      { class: "row layouts", role: "group", "aria-label": tellStudio("layouts") },
      Object.entries(LAYOUTS).map(([name, widgets]) =>
        h(
          "button",
          {
            type: "button",
            class: "small",
            key: name,
            "data-layout": name,
            onclick: () => setWidgets(widgets),
          },
          tellStudio(/** @type {keyof typeof LAYOUTS} */ (name)),
        ),
      ),
    ),
    WIDGETS.map((widget) =>
      h(
        "label",
        { class: "check", key: widget },
        h("input", {
          type: "checkbox",
          name: "widget",
          value: widget,
          checked: ticked().includes(widget),
          onchange: () => toggle(widget),
        }),
        tellStudio(/** @type {"widget_board"} */ (`widget_${widget}`)),
      ),
    ),
  );
}

function lookPanel() {
  const now = look();
  const usualOption = /** @type {[string, string]} */ (["", tellStudio("themeDefault")]);
  /** @param {string[]} names */
  const named = (names) => names.map((name) => /** @type {[string, string]} */ ([name, name]));
  return h(
    "section",
    { class: "panel", "aria-labelledby": "look-title", key: "look" },
    h("h2", { class: "panel-title", id: "look-title" }, tellStudio("lookTitle")),
    h("p", { class: "dim" }, tellStudio("lookWhy")),
    widgetsForm(),
    h(
      "div",
      { class: "fields" },
      text(
        "streamer",
        tellStudio("streamer"),
        now.streamer ?? "",
        tellStudio("streamerHint"),
        (name) => set({ streamer: name.trim() ? name : null }),
      ),
      choice(
        "session",
        tellStudio("sessionLabel"),
        now.session ?? "",
        [
          ["", tellStudio("newest")],
          ...desk.sessions.map(
            (one) =>
              /** @type {[string, string]} */ ([
                one.sessionId,
                `${one.sessionId} ${one.title}`.trim(),
              ]),
          ),
        ],
        (session) => set({ session: session || null }),
      ),
      choice("theme", tell("theme"), now.theme ?? "", [usualOption, ...named(THEMES)], (theme) =>
        set({ theme: theme || null }),
      ),
      choice(
        "palette",
        tell("palette"),
        now.palette ?? "",
        [usualOption, ...named(PALETTES)],
        (palette) => set({ palette: palette || null }),
      ),
      choice(
        "language",
        tellStudio("language"),
        now.language ?? "",
        [usualOption, ...named(languages)],
        (language) => set({ language: language || null }),
      ),
      choice(
        "anim",
        tellStudio("animate"),
        now.animate === false ? "0" : "",
        [
          ["", tellStudio("yes")],
          ["0", tellStudio("no")],
        ],
        (animate) => set({ animate: animate === "0" ? false : null }),
      ),
      text("scale", tellStudio("scale"), typed.scale, "1", (value) => {
        typed.scale = value;
        set({ scale: numberOf(value) });
      }),
      text("delay", tellStudio("delay"), typed.delay, "0", (value) => {
        typed.delay = value;
        const delay = numberOf(value, 1000);
        set({ delayMs: delay === null ? null : Math.round(delay) });
      }),
    ),
    h(
      "label",
      { class: "check", key: "chance" },
      h("input", {
        type: "checkbox",
        name: "winChance",
        checked: now.winChance ?? false,
        onchange: (event) => set({ winChance: event.target.checked || null }),
      }),
      tellStudio("winChance"),
    ),
    placesForm(ticked(), now.places ?? {}, (update) => {
      const places = update(look().places ?? {});
      set({ places: Object.keys(places).length > 0 ? places : null });
    }),
    desk.mayAct &&
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "primary", "data-action": "apply-look", onclick: apply },
          tellStudio("applyLive"),
        ),
        h(
          "button",
          { type: "button", "data-action": "hide", onclick: () => desk.hideOverlays() },
          tellStudio(desk.look.hidden ? "showAll" : "hideAll"),
          h("kbd", { "aria-hidden": "true" }, "F8"),
        ),
      ),
    h("p", { class: "dim", role: "status" }, word),
    refusalText(refusal),
  );
}

export function studioPage() {
  return h(
    "div",
    { class: "studio", key: "studio" },
    h("div", { class: "studio-forms", key: "forms" }, addressPanel(), lookPanel()),
    h(
      "div",
      { class: "studio-shown", key: "shown" },
      previewPanel(look(), own.token || desk.token, (widget, place) =>
        set({ places: { ...(look().places ?? {}), [widget]: place } }),
      ),
      pollPanel(desk.look.session ?? desk.newest),
      sizes(),
    ),
  );
}

function sizes() {
  return h(
    "details",
    { class: "panel", key: "sizes" },
    h("summary", null, tellStudio("sizesTitle")),
    h(
      "ul",
      { class: "sizes dim" },
      h("li", null, tellStudio("sizeAll")),
      h("li", null, tellStudio("sizeStrip")),
      h("li", null, tellStudio("sizeBoard")),
      h("li", null, tellStudio("sizePanels")),
    ),
  );
}
