// @ts-check
// The page of a Mage Knight combat: choices first, every action with its number.

import { h } from "../shared/dom.js";
import { foes, heroScore, woundsToCome } from "../widgets/combat.js";
import { hand } from "../widgets/hand.js";
import { desk } from "./app.js";
import { pointsOf } from "./combat_setup.js";
import { counsel } from "./counsel.js";
import { banner, button } from "./match.js";
import { timeline } from "./past.js";
import { tell } from "./words.js";

/** @param {import("./table.js").Table} table */
export function combatPage(table) {
  const { moment } = table.past;
  const documents = moment?.documents ?? table.documents;
  const due = table.due;
  return h(
    "div",
    { class: `match combat due-${due.kind}${moment ? " in-past" : ""}`, key: `combat-${table.id}`, "data-play": true },
    h("h1", { class: "for-readers" }, tell("combatPage", { id: table.id })),
    h(
      "div",
      { class: "match-main" },
      banner(table, due),
      heroScore(documents),
      h("div", { class: "foes-frame", id: "board", "data-seq": documents.state?.seq ?? "", "data-phase": documents.state?.phase ?? "", "data-due": due.kind }, foes(documents)),
      !moment && table.open && due.kind !== "over" && choicesOf(table),
      hand(documents, { audience: "player", cards: new Map() }),
      h("div", { class: "row tools", role: "group", "aria-label": tell("tools"), key: "tools" }, table.open && button("undo", tell("undo"), () => table.undo(), "", "U"), desk.role !== "stream" && button("export", tell("export"), () => desk.openExport(table.id), "", "E")),
    ),
    h("aside", { class: "match-side", "aria-label": tell("besides") }, h("div", { class: "side-part" }, moment ? null : counsel(table)), h("div", { class: "side-part" }, woundsToCome(documents), modifiers(documents), timeline(table.past))),
  );
}

/** @param {import("./table.js").Table} table */
function choicesOf(table) {
  const pending = table.state.pendingChoice;
  return h(
    "section",
    { class: "panel choices", "aria-label": tell("actions"), key: "choices" },
    h("h2", { class: "panel-title" }, tell(pending ? "options" : "actions")),
    h(
      "ol",
      { class: "choice-list" },
      table.actions.map((offer, place) => {
        const key = offer.action.type === "endPhase" ? "N" : place < 9 ? String(place + 1) : place === 9 ? "0" : "";
        const isBest = table.best && JSON.stringify(table.best.action) === JSON.stringify(offer.action);
        return h(
          "li",
          { key: offer.label },
          h(
            "button",
            { type: "button", class: isBest ? "primary" : "", "data-choice": place, "data-type": offer.action.type, "aria-keyshortcuts": key || null, onclick: () => take(table, offer) },
            key && h("kbd", { "aria-hidden": "true" }, key),
            h("span", null, offer.label),
          ),
        );
      }),
    ),
    table.actions.some((offer) => offer.action.attack || offer.action.block) &&
      h(
        "label",
        { class: "entry own-points", key: "points" },
        tell("ownPoints"),
        h("input", { name: "own-points", type: "text", autocomplete: "off", placeholder: tell("pointsHint"), value: table.points, oninput: (/** @type {any} */ event) => ((table.points = event.target.value), desk.redraw()) }),
      ),
  );
}

/** An offer, with the points that are on the table where they were typed. @param {import("./table.js").Table} table @param {any} offer */
function take(table, offer) {
  const points = pointsOf(table.points);
  const { action } = offer;
  const said = points.length === 0 ? {} : action.attack ? { attack: points } : action.block ? { block: points } : {};
  return table.act({ ...action, ...said }, { at: "banner", words: offer.label }).then((done) => {
    if (done) table.points = "";
    desk.redraw();
  });
}

/** What cards have changed for the combat. @param {import("../shared/session.js").Documents} documents */
function modifiers(documents) {
  const list = documents.state?.modifiers ?? [];
  if (list.length === 0) return null;
  return h("section", { class: "panel", "aria-label": tell("modifiers"), key: "modifiers" }, h("h2", { class: "panel-title" }, tell("modifiers")), h("ul", null, list.map((/** @type {any} */ one, /** @type {number} */ place) => h("li", { key: place }, h("strong", null, one.card), ` ${one.enemy ?? one.scope}: ${one.description}`))));
}

/** Whether the key meant something. @param {import("./table.js").Table} table @param {KeyboardEvent} event */
export function combatKey(table, { key }) {
  if (key === "[") table.past.step(-1);
  else if (key === "]") table.past.step(1);
  else if (key.toLowerCase() === "e" && desk.role !== "stream") desk.openExport(table.id);
  else if (!table.open) return false;
  else if (/^[0-9]$/.test(key)) {
    const offer = table.actions[key === "0" ? 9 : Number(key) - 1];
    if (offer) take(table, offer);
  } else if (key.toLowerCase() === "n") {
    const offer = table.actions.find(({ action }) => action.type === "endPhase");
    if (offer) take(table, offer);
  } else if (key.toLowerCase() === "a") table.playAdvice();
  else if (key.toLowerCase() === "u") table.undo();
  else return false;
  return true;
}
