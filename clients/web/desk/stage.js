// @ts-check
// The preview of the overlays: it shows what is being set up, and its widgets can be dragged
// to their places.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { tellStudio } from "./words.js";

/**
 * @typedef {import("../shared/wire").OverlayLook} OverlayLook
 * @typedef {import("../shared/wire").WidgetPlace} WidgetPlace
 */

const SIZES = ["1920x1080", "1280x720", "800x600", "1600x720", "1280x150"];

let size = "1920x1080";
let isBusy = false;
/** The look that the preview shows; it is told again when the page has loaded. @type {OverlayLook} */
let shown = {};
/** The dragged widget, and where in it the pointer is. @type {{widget: string, dx: number, dy: number, place: WidgetPlace} | null} */
let dragged = null;

/** @returns {HTMLIFrameElement | null} */
function frame() {
  return /** @type {HTMLIFrameElement | null} */ (document.querySelector(".preview-frame"));
}

function showLook() {
  const look = { ...shown, hidden: null };
  frame()?.contentWindow?.postMessage({ look }, location.origin);
}

addEventListener("message", ({ origin, data }) => {
  if (origin === location.origin && data?.preview === "ready") showLook();
});

/** The name of the widget that an element of the overlay belongs to. @param {Element | null | undefined} element */
function widgetOf(element) {
  const box = element?.closest(".placed, .panel, .board, .foes");
  const placed = element?.closest(".placed");
  if (placed)
    return { name: /** @type {HTMLElement} */ (placed).dataset.widget ?? "", box: placed };
  if (!box) return null;
  if (box.matches(".board, .foes") || box.closest(".foes")) return { name: "board", box };
  const named = /widget-([a-z]+)/.exec(box.className)?.[1];
  return named ? { name: named, box } : null;
}

/** The pointer's place in pixels of the overlay's page. @param {PointerEvent} event */
function pointOf(event) {
  const layer = /** @type {HTMLElement} */ (event.currentTarget);
  const rect = layer.getBoundingClientRect();
  const [width = 1920, height = 1080] = size.split("x").map(Number);
  return {
    x: ((event.clientX - rect.left) / rect.width) * width,
    y: ((event.clientY - rect.top) / rect.height) * height,
    width,
    height,
  };
}

/** @param {PointerEvent} event */
function grab(event) {
  const page = frame()?.contentDocument;
  const at = pointOf(event);
  const found = widgetOf(page?.elementFromPoint(at.x, at.y));
  if (!found) return;
  const rect = found.box.getBoundingClientRect();
  const place = shown.places?.[found.name] ?? {
    x: (rect.left / at.width) * 100,
    y: (rect.top / at.height) * 100,
    width: Math.min(100, Math.max(5, Math.round((rect.width / at.width) * 100))),
  };
  dragged = { widget: found.name, dx: at.x - rect.left, dy: at.y - rect.top, place };
  /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
  event.preventDefault();
}

/** @param {PointerEvent} event @param {(widget: string, place: WidgetPlace) => void} move */
function drag(event, move) {
  if (!dragged) return;
  const at = pointOf(event);
  const share = (/** @type {number} */ part, /** @type {number} */ all) =>
    Math.min(99, Math.max(0, Math.round((part / all) * 1000) / 10));
  dragged.place = {
    ...dragged.place,
    x: share(at.x - dragged.dx, at.width),
    y: share(at.y - dragged.dy, at.height),
  };
  move(dragged.widget, dragged.place);
}

/** @param {string | null} token */
function address(token) {
  const page = new URL("/overlay", location.href);
  page.hash = "";
  page.search = "";
  page.searchParams.set("preview", "1");
  if (token) page.searchParams.set("token", token);
  return page.href;
}

/**
 * @param {OverlayLook} look
 * @param {string | null} token
 * @param {(widget: string, place: WidgetPlace) => void} move
 */
export function previewPanel(look, token, move) {
  if (JSON.stringify(look) !== JSON.stringify(shown)) {
    shown = look;
    showLook();
  }
  const [width = 1920, height = 1080] = size.split("x").map(Number);
  return h(
    "section",
    { class: "panel preview", "aria-labelledby": "preview-title", key: "preview" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { class: "panel-title", id: "preview-title" }, tellStudio("preview")),
      h(
        "label",
        { class: "entry inline" },
        tellStudio("previewSize"),
        h(
          "select",
          {
            name: "size",
            value: size,
            onchange: (event) => {
              size = event.target.value;
              desk.redraw();
            },
          },
          SIZES.map((one) => h("option", { value: one, key: one }, one.replace("x", " × "))),
        ),
      ),
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          name: "busy",
          checked: isBusy,
          onchange: (event) => {
            isBusy = event.target.checked;
            desk.redraw();
          },
        }),
        tellStudio("previewBusy"),
      ),
    ),
    h(
      "div",
      {
        class: `preview-stage${isBusy ? " preview-busy" : ""}`,
        style: { "--source-width": width, "--source-height": height },
      },
      h("iframe", {
        class: "preview-frame",
        title: tellStudio("preview"),
        src: address(token),
        width,
        height,
        tabindex: "-1",
      }),
      h("div", {
        class: "preview-layer",
        title: tellStudio("dragHint"),
        onpointerdown: grab,
        onpointermove: (/** @type {PointerEvent} */ event) => drag(event, move),
        onpointerup: () => (dragged = null),
      }),
    ),
    h("p", { class: "hint" }, tellStudio("dragHint")),
  );
}
