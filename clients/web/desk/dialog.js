// @ts-check
// One dialog at a time. The browser keeps the focus inside and restores it afterwards.

import { draw, h } from "../shared/dom.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

const box = /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));

/** The dialog that the box shows. @type {import("./app.js").Dialog | null} */
let shown = null;

// The browser sends this event later, on a busy machine when another dialog is open already,
// which must stay.
box.addEventListener("close", () => dialogIsOpen());

/** Whether a dialog is open. One that the browser has closed is over before it says so. */
export function dialogIsOpen() {
  if (!box.open && shown && desk.dialog === shown) desk.closeDialog();
  return desk.dialog !== null;
}

box.addEventListener("click", (event) => {
  // A click on the backdrop has the dialog itself as its target.
  if (event.target === box) box.close();
});

export function drawDialog() {
  const { dialog } = desk;
  if (!dialog) {
    shown = null;
    if (box.open) box.close();
    draw(box, []);
    return;
  }
  box.setAttribute("aria-labelledby", "dialog-title");
  draw(
    box,
    h(
      "div",
      { class: "dialog-inside panel", key: dialog.label },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { class: "panel-title", id: "dialog-title" }, dialog.label),
        h(
          "button",
          {
            type: "button",
            class: "small",
            "data-action": "close-dialog",
            "aria-label": tell("closeDialog"),
            onclick: () => box.close(),
          },
          "×",
        ),
      ),
      dialog.draw(),
    ),
  );
  const isNew = shown !== dialog;
  shown = dialog;
  if (box.open && !isNew) return;
  if (!box.open) box.showModal();
  const first = /** @type {HTMLElement | null} */ (
    box.querySelector("input:not([type=checkbox]), select, textarea")
  );
  first?.focus();
}

/** @param {{label: string, action: string, run: () => void, kind?: string}} main */
export function dialogButtons({ label, action, run, kind = "primary" }) {
  return h(
    "div",
    { class: "row dialog-buttons", key: "buttons" },
    h("button", { type: "button", class: kind, "data-action": action, onclick: run }, label),
    h(
      "button",
      { type: "button", "data-action": "cancel", onclick: () => box.close() },
      tell("cancel"),
    ),
  );
}
