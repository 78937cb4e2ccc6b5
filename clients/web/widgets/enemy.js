// @ts-check
// The enemy's cards: those seen, and those it may still hold.

import { h } from "../shared/dom.js";
import { percent, say } from "../shared/words.js";
import { bar } from "./threat.js";

/** @typedef {import("../shared/session.js").Documents} Documents */

const MOST = 8;
/** Rarer cards would be shown as 0 %. */
const LEAST = 0.005;

/**
 * @param {Documents} documents
 * @param {((card: import("../shared/wire").CardName) => void) | null} [choose] what a click on a
 *   card does
 */
export function enemy(documents, choose = null) {
  const { observation, hand } = documents;
  if (!observation?.deck) return null;
  const isOver = documents.state?.phase === "over";
  const odds = [...(isOver ? [] : (hand?.marginals ?? []))]
    .filter(({ probability }) => probability >= LEAST)
    .sort((one, other) => other.probability - one.probability)
    .slice(0, MOST);
  const seen = [...observation.enemyBoardCards, ...observation.enemyDestroyedCards].sort(
    (one, other) => one.turnObserved - other.turnObserved,
  );
  return h(
    "section",
    { class: "panel widget-enemy", "aria-label": say("enemyCards"), key: "enemy" },
    h(
      "h2",
      { class: "panel-title" },
      say("enemyCards"),
      h(
        "span",
        { class: "dim enemy-deck" },
        observation.deck.mode === "known" ? say("knownDeck") : say("unknownDeck"),
      ),
    ),
    odds.length > 0 && h("h3", { class: "enemy-part", key: "remaining" }, say("remaining")),
    h(
      "ul",
      { class: "odds", key: "odds" },
      odds.map(({ card, probability }) =>
        h(
          "li",
          { class: "odds-card", key: card.id, "data-shows": card.id },
          choose
            ? h(
                "button",
                {
                  type: "button",
                  class: "odds-name",
                  "data-held": card.id,
                  onclick: () => choose(card),
                },
                card.name,
              )
            : h("span", { class: "odds-name" }, card.name),
          bar(probability),
          h("span", { class: "number" }, percent(probability)),
        ),
      ),
    ),
    h("h3", { class: "enemy-part" }, say("seen")),
    seen.length === 0
      ? h("p", { class: "dim" }, say("nothingSeen"))
      : h(
          "ul",
          { class: "seen" },
          seen.map((one, index) =>
            h(
              "li",
              {
                class: one.destroyedOnTurn ? "seen-gone" : "seen-here",
                key: `${one.card.id}-${index}`,
                "data-shows": one.card.id,
                enter: "line",
              },
              one.card.name,
              one.destroyedOnTurn && h("span", { class: "for-readers" }, ` ${say("destroyed")}`),
            ),
          ),
        ),
  );
}
