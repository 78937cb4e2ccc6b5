// @ts-check
// Your hand, for audiences that may see it.

import { h } from "../shared/dom.js";
import { pawn } from "../shared/marks.js";
import { isForViewers, nameOf, say } from "../shared/words.js";

/** @typedef {import("../shared/session.js").Documents} Documents */

/**
 * @typedef {import("../shared/wire").Card} Card
 * @param {Documents} documents
 * @param {{audience: string, cards: Map<string, Card>}} context `cards` has the known ones by id
 */
export function hand(documents, context) {
  const { state } = documents;
  const own = state?.you ?? state?.hero;
  if (!own) return null;
  if (!own.hand)
    return panel(h("p", { class: "dim" }, say("handHidden"), ` ${own.handSize} ${say("inHand")}.`));
  return panel(
    h(
      "ul",
      { class: "hand-cards" },
      own.hand.map((card, index) => {
        const known = context.cards.get(card.id);
        return h(
          "li",
          { class: "hand-card side-you", key: `${card.id}-${index}`, enter: "line" },
          known &&
            h(
              "span",
              { class: "hand-cost", title: say("rank", { rank: known.rank }) },
              cost(known.rank),
            ),
          h("span", { class: "hand-name" }, card.name),
          known && h("span", { class: "hand-power number" }, known.power),
        );
      }),
    ),
  );
}

/** @param {string} rank */
export function cost(rank) {
  const number = Number(rank);
  if (!(number >= 1 && number <= 3))
    return h("span", { class: "cost-other" }, rank === "R" ? "↺" : rank);
  return h(
    "span",
    { class: "pawns" },
    Array.from({ length: number }, () => pawn("you")),
  );
}

function title() {
  return isForViewers() ? say("handOfName", { name: nameOf("you") }) : say("hand");
}

/** @param {...import("../shared/dom.js").Child} inside */
function panel(...inside) {
  return h(
    "section",
    { class: "panel widget-hand", "aria-label": title(), key: "hand" },
    h("h2", { class: "panel-title" }, title()),
    inside,
  );
}
