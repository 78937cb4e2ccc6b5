// @ts-check
// Where each widget of the overlays stands, how large and how faded it is.

import { h } from "../shared/dom.js";
import { usualWidth } from "../overlay/stage.js";
import { tellStudio } from "./words.js";

/**
 * @typedef {import("../shared/wire").WidgetPlace} WidgetPlace
 * @typedef {Record<string, WidgetPlace>} Places
 */

/** The sliders of a place: least, most and step. */
const SLIDERS = /** @type {const} */ ({
  x: [0, 100, 1],
  y: [0, 100, 1],
  width: [5, 100, 1],
  scale: [0.5, 3, 0.05],
  opacity: [0.1, 1, 0.05],
});

/** @param {string} widget @returns {Required<WidgetPlace>} */
function usualPlace(widget) {
  return { x: 2, y: 2, width: usualWidth(widget), scale: 1, opacity: 1 };
}

/**
 * @param {string[]} widgets those that are shown
 * @param {Places} places
 * @param {(update: (places: Places) => Places) => void} change is given the places of that
 *   moment: two changes may follow each other before the form is drawn again
 */
export function placesForm(widgets, places, change) {
  return h(
    "details",
    { class: "places", key: "places" },
    h("summary", null, tellStudio("placesTitle")),
    h("p", { class: "dim" }, tellStudio("placesWhy")),
    widgets.map((widget) => {
      const place = places[widget];
      const name = tellStudio(/** @type {"widget_board"} */ (`widget_${widget}`));
      return h(
        "fieldset",
        { class: "place", key: widget, "data-place": widget },
        h("legend", null, name),
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            name: "placed",
            value: widget,
            checked: place !== undefined,
            onchange: (event) =>
              change(({ [widget]: _, ...others }) =>
                event.target.checked ? { ...others, [widget]: usualPlace(widget) } : others,
              ),
          }),
          tellStudio("placed"),
        ),
        place &&
          h(
            "div",
            { class: "sliders" },
            Object.entries(SLIDERS).map(([part, [least, most, step]]) =>
              slider(
                /** @type {keyof WidgetPlace} */ (part),
                { least, most, step },
                { ...usualPlace(widget), ...place },
                (value) =>
                  change((now) => ({
                    ...now,
                    [widget]: { ...(now[widget] ?? place), [part]: value },
                  })),
              ),
            ),
          ),
      );
    }),
  );
}

/**
 * @param {keyof WidgetPlace} part
 * @param {{least: number, most: number, step: number}} range
 * @param {Required<WidgetPlace>} place
 * @param {(value: number) => void} change
 */
function slider(part, { least, most, step }, place, change) {
  const value = place[part] ?? least;
  const isShare = part === "scale" || part === "opacity";
  return h(
    "label",
    { class: "slider", key: part },
    h("span", null, tellStudio(/** @type {"place_x"} */ (`place_${part}`))),
    h("input", {
      type: "range",
      name: part,
      min: least,
      max: most,
      step,
      value: String(value),
      oninput: (event) => change(Number(event.target.value)),
    }),
    h("span", { class: "number" }, `${Math.round(isShare ? value * 100 : value)} %`),
  );
}
