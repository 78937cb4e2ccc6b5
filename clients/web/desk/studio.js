// @ts-check
// The page that puts together an overlay's address, with a preview.

import { h } from "../shared/dom.js";
import { languages } from "../shared/words.js";
import { TOPICS_OF, USUAL, USUAL_FOR_PLAYERS } from "../overlay/look.js";
import { PALETTES, THEMES } from "./appearance.js";
import { desk, refusalOf } from "./app.js";
import { copy } from "./exchange.js";
import { refusalText } from "./finder.js";
import { localFile } from "./local_file.js";
import { tell, tellStudio } from "./words.js";

const WIDGETS = Object.keys(TOPICS_OF);
const SIZES = ["1920x1080", "1280x720", "800x600", "1600x720", "480x600"];

const draft = {
  widgets: /** @type {string[]} */ ([]),
  theme: "",
  palette: "",
  scale: "",
  delay: "",
  audience: "stream",
  session: "",
  language: "",
  anim: "",
  token: "",
  size: "1920x1080",
};
let word = "";
/** @type {import("./app.js").Refusal | null} */
let refusal = null;

/** @param {string | null} token */
function addressWith(token) {
  const address = new URL("/overlay", location.href);
  address.hash = "";
  const parts = {
    widgets: draft.widgets.join(","),
    theme: draft.theme,
    palette: draft.palette,
    scale: draft.scale,
    delayMs: delayMs() ?? "",
    audience: draft.audience === "player" ? "player" : "",
    session: draft.session,
    language: draft.language,
    anim: draft.anim,
    token: token ?? "",
  };
  for (const [name, value] of Object.entries(parts)) {
    if (value !== "") address.searchParams.set(name, String(value));
  }
  // Commas need not be escaped in a query and are easier to read.
  return address.href.replaceAll("%2C", ",");
}

function delayMs() {
  const seconds = Number(draft.delay);
  return draft.delay.trim() !== "" && seconds >= 0 ? Math.round(seconds * 1000) : undefined;
}

/** @param {Partial<typeof draft>} change */
function set(change) {
  Object.assign(draft, change);
  word = "";
  refusal = null;
  desk.redraw();
}

/** The widgets that are shown if the address names none. */
function usual() {
  return draft.audience === "player" ? USUAL_FOR_PLAYERS : USUAL;
}

/** The ticked widgets. */
function ticked() {
  return draft.widgets.length > 0 ? draft.widgets : usual();
}

/** @param {string} widget */
function toggle(widget) {
  const now = ticked();
  const widgets = WIDGETS.filter((one) => (one === widget) !== now.includes(one));
  const isUsual =
    widgets.length === usual().length && widgets.every((one) => usual().includes(one));
  set({ widgets: isUsual ? [] : widgets });
}

/**
 * @param {"theme" | "palette" | "audience" | "session" | "language" | "anim" | "size"} name
 * @param {string} label
 * @param {[string, string][]} options
 */
function choice(name, label, options) {
  return h(
    "label",
    { class: "entry", key: name },
    label,
    h(
      "select",
      {
        name,
        value: draft[name],
        onchange: (event) => set({ [name]: event.target.value }),
      },
      options.map(([value, text]) => h("option", { value, key: value }, text)),
    ),
  );
}

/** @param {"scale" | "delay" | "token"} name @param {string} label @param {string} placeholder */
function text(name, label, placeholder) {
  return h(
    "label",
    { class: "entry", key: name },
    label,
    h("input", {
      name,
      type: "text",
      inputmode: name === "token" ? null : "decimal",
      autocomplete: "off",
      placeholder,
      value: draft[name],
      oninput: (event) => set({ [name]: event.target.value }),
    }),
  );
}

async function apply() {
  const look = {
    session: draft.session || null,
    theme: draft.theme || null,
    palette: draft.palette || null,
    widgets: draft.widgets.length > 0 ? draft.widgets : null,
    scale: draft.scale === "" ? null : Number(draft.scale),
    delayMs: delayMs() ?? null,
    animate: draft.anim === "" ? null : draft.anim === "1",
    language: draft.language || null,
  };
  try {
    await desk.request("overlay/set", { look });
    word = tellStudio("applied");
    refusal = null;
  } catch (failure) {
    const { text, hint } = refusalOf(failure);
    refusal = { text, hint };
  }
  desk.redraw();
}

export function studioPage() {
  const address = addressWith(draft.token || null);
  const usual = /** @type {[string, string]} */ (["", tellStudio("themeDefault")]);
  /** @param {string[]} names */
  const named = (names) => names.map((name) => /** @type {[string, string]} */ ([name, name]));
  return h(
    "div",
    { class: "studio", key: "studio" },
    h(
      "section",
      { class: "panel", "aria-labelledby": "studio-title", key: "form" },
      h("h1", { class: "panel-title", id: "studio-title" }, tellStudio("studioTitle")),
      h("p", { class: "dim" }, tellStudio("studioWhy")),
      h(
        "fieldset",
        { class: "widgets-choice" },
        h("legend", null, tellStudio("widgets")),
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
            widget,
          ),
        ),
        h("p", { class: "hint" }, tellStudio("widgetsHint")),
      ),
      h(
        "div",
        { class: "fields" },
        choice("session", tellStudio("sessionLabel"), [
          ["", tellStudio("newest")],
          ...desk.sessions.map(
            (one) =>
              /** @type {[string, string]} */ ([
                one.sessionId,
                `${one.sessionId} ${one.title}`.trim(),
              ]),
          ),
        ]),
        choice("audience", tellStudio("audience"), [
          ["stream", tellStudio("audienceStream")],
          ["player", tellStudio("audiencePlayer")],
        ]),
        choice("theme", tell("theme"), [usual, ...named(THEMES)]),
        choice("palette", tell("palette"), [usual, ...named(PALETTES)]),
        choice("language", tellStudio("language"), [usual, ...named(languages)]),
        choice("anim", tellStudio("animate"), [
          usual,
          ["1", tellStudio("yes")],
          ["0", tellStudio("no")],
        ]),
        text("scale", tellStudio("scale"), "1"),
        text("delay", tellStudio("delay"), "0"),
        text("token", tellStudio("streamToken"), tellStudio("streamTokenHint")),
      ),
      h(
        "div",
        { class: "entry wide", key: "address" },
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
            onclick: async () => ((word = await copy(address, "address")), desk.redraw()),
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
        desk.mayAct &&
          h(
            "button",
            { type: "button", "data-action": "apply-look", onclick: apply },
            tellStudio("applyLive"),
          ),
      ),
      h("p", { class: "dim" }, tellStudio("localFileWhy")),
      h("p", { class: "dim", role: "status" }, word),
      refusalText(refusal),
    ),
    h(
      "section",
      { class: "panel preview", "aria-labelledby": "preview-title", key: "preview" },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { class: "panel-title", id: "preview-title" }, tellStudio("preview")),
        choice(
          "size",
          tellStudio("previewSize"),
          SIZES.map((size) => [size, size.replace("x", " × ")]),
        ),
      ),
      frame(),
      h("h3", { class: "panel-title" }, tellStudio("sizesTitle")),
      h(
        "ul",
        { class: "sizes dim" },
        h("li", null, tellStudio("sizeAll")),
        h("li", null, tellStudio("sizeBoard")),
        h("li", null, tellStudio("sizeScore")),
        h("li", null, tellStudio("sizePanels")),
      ),
    ),
  );
}

/** The overlay at the size of the OBS source, scaled to fit. */
function frame() {
  const [width = 1920, height = 1080] = draft.size.split("x").map(Number);
  return h(
    "div",
    { class: "preview-stage", style: { "--source-width": width, "--source-height": height } },
    h("iframe", {
      class: "preview-frame",
      title: tellStudio("preview"),
      src: addressWith(draft.token || desk.token),
      width,
      height,
      tabindex: "-1",
    }),
  );
}
