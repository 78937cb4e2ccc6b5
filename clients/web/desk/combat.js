// @ts-check
// The page of a Mage Knight combat: every action has a number key.

import { h } from "../shared/dom.js";
import { foes, heroScore, woundsToCome } from "../widgets/combat.js";
import { enemyName } from "../widgets/enemy_names.js";
import { hand } from "../widgets/hand.js";
import { desk } from "./app.js";
import { combatCounsel, heldBlocks, inWords } from "./combat_counsel.js";
import { grouped, holdings } from "./combat_held.js";
import { pointsOf } from "./combat_setup.js";
import { banner, button } from "./match.js";
import { timeline } from "./past.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("../shared/documents").Offer} Offer
 */

/** @param {OpenSession} session */
export function combatPage(session) {
  const { moment } = session.past;
  const documents = moment?.documents ?? session.documents;
  const due = session.due;
  return h(
    "div",
    {
      class: `match combat due-${due.kind}${moment ? " in-past" : ""}`,
      key: `combat-${session.id}`,
      "data-play": true,
    },
    h("h1", { class: "for-readers" }, tell("combatPage", { id: session.id })),
    h(
      "div",
      { class: "match-main" },
      banner(session, due),
      heroScore(documents),
      h(
        "div",
        {
          class: "foes-frame",
          id: "board",
          "data-session": session.id,
          "data-seq": documents.state?.seq ?? "",
          "data-phase": documents.state?.phase ?? "",
          "data-due": due.kind,
        },
        foes(documents),
      ),
      !moment && session.open && due.kind !== "over" && choicesOf(session),
      hand(documents, { audience: "player", cards: new Map() }),
      holdings(documents),
      h(
        "div",
        { class: "row tools", role: "group", "aria-label": tell("tools"), key: "tools" },
        session.open && button("undo", tell("undo"), () => session.undo(), "", "U"),
        desk.role !== "stream" &&
          button("export", tell("export"), () => desk.openExport(session.id), "", "E"),
      ),
    ),
    h(
      "aside",
      { class: "match-side", "aria-label": tell("besides") },
      h("div", { class: "side-part" }, moment ? null : combatCounsel(session)),
      h(
        "div",
        { class: "side-part" },
        woundsToCome(documents),
        moment || desk.role === "stream" ? null : heldBlocks(session),
        modifiers(documents),
        timeline(session.past),
      ),
    ),
  );
}

/** @param {OpenSession} session */
function choicesOf(session) {
  const pending = session.state?.pendingChoice;
  return h(
    "section",
    { class: "panel choices", "aria-label": tell("actions"), key: "choices" },
    h("h2", { class: "panel-title" }, tell(pending ? "options" : "actions")),
    grouped(session).flatMap(({ name, offers }) => [
      name && h("h3", { class: "choice-group", key: `group-${name}` }, name),
      h(
        "ol",
        { class: "choice-list", key: `offers-${name}` },
        offers.map(({ offer, index }) => choice(session, offer, index)),
      ),
    ]),
    session.actions.some((offer) => offer.action.attack || offer.action.block) &&
      h(
        "label",
        { class: "entry own-points", key: "points" },
        tell("ownPoints"),
        h("input", {
          name: "own-points",
          type: "text",
          autocomplete: "off",
          placeholder: tell("pointsHint"),
          value: session.points,
          oninput: (event) => {
            session.points = event.target.value;
            desk.redraw();
          },
        }),
      ),
  );
}

/** One offered action as a button. @param {OpenSession} session @param {Offer} offer @param {number} index */
function choice(session, offer, index) {
  const key =
    offer.action.type === "endPhase" ? "N" : index < 9 ? String(index + 1) : index === 9 ? "0" : "";
  const isBest =
    session.best && JSON.stringify(session.best.action) === JSON.stringify(offer.action);
  return h(
    "li",
    { key: `${index}-${offer.label}` },
    h(
      "button",
      {
        type: "button",
        class: isBest ? "primary" : "",
        "data-choice": index,
        "data-type": offer.action.type,
        "aria-keyshortcuts": key || null,
        onclick: () => take(session, offer),
      },
      key && h("kbd", { "aria-hidden": "true" }, key),
      h("span", null, inWords(session.state, offer.label)),
    ),
  );
}

/**
 * Sends an offered action. Points that were typed replace those of the offer.
 * @param {OpenSession} session
 * @param {Offer} offer
 */
function take(session, offer) {
  const points = pointsOf(session.points);
  const { action } = offer;
  const typed =
    points.length === 0
      ? {}
      : action.attack
        ? { attack: points }
        : action.block
          ? { block: points }
          : {};
  return session.act({ ...action, ...typed }, { at: "banner", words: offer.label }).then((done) => {
    if (done) session.points = "";
    desk.redraw();
  });
}

/** The effects of cards that are in force. @param {import("../shared/session.js").Documents} documents */
function modifiers(documents) {
  const list = documents.state?.modifiers ?? [];
  if (list.length === 0) return null;
  return h(
    "section",
    { class: "panel", "aria-label": tell("modifiers"), key: "modifiers" },
    h("h2", { class: "panel-title" }, tell("modifiers")),
    h(
      "ul",
      null,
      list.map((one, index) =>
        h(
          "li",
          { key: index },
          h("strong", null, one.card),
          ` ${one.enemy ? enemyName(documents.state, one.enemy) : one.scope}: ${one.description}`,
        ),
      ),
    ),
  );
}

/** Returns false if the key does nothing on this page. @param {OpenSession} session @param {KeyboardEvent} event */
export function combatKey(session, { key }) {
  if (key === "[") session.past.step(-1);
  else if (key === "]") session.past.step(1);
  else if (key.toLowerCase() === "e" && desk.role !== "stream") desk.openExport(session.id);
  else if (!session.open) return false;
  else if (/^[0-9]$/.test(key)) {
    const offer = session.actions[key === "0" ? 9 : Number(key) - 1];
    if (offer) take(session, offer);
  } else if (key.toLowerCase() === "n") {
    const offer = session.actions.find(({ action }) => action.type === "endPhase");
    if (offer) take(session, offer);
  } else if (key.toLowerCase() === "a") session.playAdvice();
  else if (key.toLowerCase() === "u") session.undo();
  else return false;
  return true;
}
