// @ts-check
// Your hand: choosing a card, the mulligan, and entering the opening hand.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { longestWord } from "../widgets/board.js";
import { cost } from "../widgets/hand.js";
import { desk } from "./app.js";
import { distinct, without } from "./catalogue.js";
import { chips, finder, refusalText } from "./finder.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("./catalogue.js").Named} Named
 * @typedef {import("../shared/session.js").Documents} Documents
 */

/** @param {OpenSession} session @param {Documents} documents */
export function ownHand(session, documents) {
  const you = documents.state?.you;
  if (!you) return null;
  const isMulligan = session.due.kind === "mulligan";
  const inside = !you.hand
    ? h("p", { class: "dim" }, say("handHidden"))
    : you.hand.length === 0
      ? h("p", { class: "dim" }, tell("noHand"))
      : h(
          "ul",
          { class: "own-cards" },
          you.hand.map((card, index) =>
            h("li", { key: `${card.id}-${index}` }, ownCard(session, card, index, isMulligan)),
          ),
        );
  return h(
    "section",
    { class: "panel own-hand", "aria-label": say("hand"), key: "hand" },
    h(
      "h2",
      { class: "panel-title" },
      say("hand"),
      h(
        "span",
        { class: "dim aside" },
        `${you.handSize} ${say("inHand")} · ${you.deckSize} ${say("inDeck")}`,
      ),
    ),
    inside,
    isMulligan && mulliganReasons(session),
    session.refusal?.at === "hand" && refusalText(session.refusal),
  );
}

/** @param {OpenSession} session @param {Named} card @param {number} index @param {boolean} isMulligan */
function ownCard(session, card, index, isMulligan) {
  const known = desk.catalogue.cards.get(card.id);
  const isChosen = isMulligan
    ? session.replace.has(index)
    : session.card?.id === card.id && (session.card.index ?? index) === index;
  const key = index < 9 ? String(index + 1) : "";
  const state = isMulligan && isChosen ? tell("goesBack") : "";
  return h(
    "button",
    {
      type: "button",
      class: [
        "own-card side-you",
        isChosen ? "chosen" : "",
        isMulligan ? "own-mulligan" : "",
        // A tile is chosen: the cards that may go there.
        session.due.kind === "you" &&
        session.tile &&
        session.playable.get(session.tile)?.has(card.id)
          ? "own-fits"
          : "",
      ]
        .filter(Boolean)
        .join(" "),
      "data-hand": index,
      "data-card": card.id,
      "data-shows": card.id,
      "aria-pressed": isChosen ? "true" : "false",
      "aria-keyshortcuts": key || null,
      draggable: session.due.kind === "you" ? "true" : null,
      onclick: () => chooseOwn(session, index),
      ondragstart: (event) => {
        event.dataTransfer?.setData("text/plain", card.name);
        if (!isChosen) chooseOwn(session, index);
      },
    },
    key && h("kbd", { "aria-hidden": "true" }, key),
    h("span", { class: "own-name", style: { "--longest": longestWord(card.name) } }, card.name),
    h(
      "span",
      { class: "own-foot" },
      known &&
        h(
          "span",
          { class: "hand-cost", title: say("rank", { rank: known.rank }) },
          cost(known.rank),
          h("span", { class: "for-readers" }, say("rank", { rank: known.rank })),
        ),
      state && h("span", { class: "own-back" }, state),
      known &&
        h(
          "span",
          { class: "own-power number" },
          h("span", { class: "for-readers" }, say("power", { power: "" })),
          known.power,
        ),
    ),
  );
}

/** @param {OpenSession} session @param {number} index */
export function chooseOwn(session, index) {
  const card = session.state?.you?.hand?.[index];
  if (!card || !session.open) return;
  const { kind } = session.due;
  if (kind === "mulligan") {
    if (!session.replace.delete(index)) session.replace.add(index);
    desk.announce(
      tell(session.replace.has(index) ? "goesBackWords" : "stays", { card: card.name }),
    );
    desk.redraw();
  } else if (kind === "you") {
    session.choose(card, index);
  } else {
    session.refusal = { at: "hand", text: tell("notYourTurn"), hint: session.due.words };
    desk.redraw();
  }
}

/** @param {OpenSession} session */
function mulliganReasons(session) {
  const { mulligan } = session;
  if (!mulligan) return null;
  if (!mulligan.replace)
    return mulligan.message
      ? h(
          "p",
          { class: "dim" },
          mulligan.message.charAt(0).toUpperCase() + mulligan.message.slice(1),
        )
      : null;
  const words =
    mulligan.replace.length === 0
      ? tell("coachKeeps")
      : tell("coachChanges", {
          cards: mulligan.replace.map((card) => card.name).join(", "),
        });
  return h(
    "div",
    { class: "mulligan-advice", key: "mulligan" },
    h(
      "p",
      null,
      h("strong", null, words),
      " ",
      mulligan.replace.length > 0 &&
        h(
          "button",
          {
            type: "button",
            class: "small",
            "data-action": "mark-advice",
            onclick: () => markAdvice(session),
          },
          tell("markAdvice"),
          h("kbd", { "aria-hidden": "true" }, "A"),
        ),
    ),
    h(
      "ul",
      { class: "reasons" },
      (mulligan.reasons ?? []).map((reason, index) =>
        h(
          "li",
          { key: index, class: reason.verdict === "keep" ? "reason-for" : "reason-against" },
          reason.text,
        ),
      ),
    ),
  );
}

/** Marks the cards the coach would put back. @param {OpenSession} session */
export function markAdvice(session) {
  const wanted = (session.mulligan?.replace ?? []).map((card) => card.id);
  session.replace.clear();
  (session.match.you.hand ?? []).forEach((card, index) => {
    const found = wanted.indexOf(card.id);
    if (found >= 0) {
      wanted.splice(found, 1);
      session.replace.add(index);
    }
  });
  desk.focus = '[data-action="mulligan"]';
  desk.redraw();
}

/**
 * Does the mulligan with the marked cards. In a live match the cards drawn for them have
 * to be entered first.
 * @param {OpenSession} session
 */
export function handIn(session) {
  const hand = session.match.you.hand ?? [];
  const replace = hand.filter((_, index) => session.replace.has(index)).map((card) => card.id);
  if (
    session.match.mode === "live" &&
    replace.length > 0 &&
    (session.drew?.length ?? 0) < replace.length
  ) {
    session.drew ??= [];
    desk.focus = "#finder";
    desk.announce(`${session.due.words}. ${session.due.how}`);
    desk.redraw();
    return;
  }
  const drew = session.drew?.map((card) => card.id);
  const words = tell("mulliganWords");
  session
    .act(
      { type: "mulligan", side: "you", replace, ...(drew ? { drew } : {}) },
      { at: drew ? "finder" : "hand", words },
    )
    .then((done) => {
      if (!done) return;
      session.hasChangedHand = true;
      session.drew = null;
      session.replace.clear();
      session.focusDue();
      desk.redraw();
    });
}

/**
 * The cards of your deck for a finder, without those that are elsewhere; all cards where the
 * deck is not known.
 * @param {OpenSession} session
 * @param {Named[]} elsewhere
 */
function ownCards(session, elsewhere) {
  const { cards } = session.deck;
  if (cards.length === 0) return { cards: desk.catalogue.ordinary };
  return { cards: distinct(without(cards, elsewhere)), from: /** @type {"deck"} */ ("deck") };
}

/** @param {OpenSession} session */
export function drewCards(session) {
  const drew = session.drew ?? [];
  return h(
    "div",
    { class: "row offered", key: "offered" },
    chips({
      cards: drew,
      field: "finder",
      remove: (index) => (drew.splice(index, 1), desk.redraw()),
    }),
    finder({
      id: "finder",
      label: tell("drewLabel", { cards: session.replace.size - drew.length }),
      state: session.finder,
      ...ownCards(session, [...(session.match.you.hand ?? []), ...drew]),
      refusal: session.refusal?.at === "finder" ? session.refusal : null,
      back: () => session.back(),
      pick: (card) => {
        session.finder.text = "";
        drew.push(card);
        if (drew.length >= session.replace.size) handIn(session);
      },
    }),
  );
}

/** The field for the opening hand of a live match, while it is not known. @param {OpenSession} session */
export function openingHand(session) {
  const entered = session.opening;
  const most = session.match.you.handSize;
  const give = () =>
    session.act(
      { type: "setHand", cards: entered.map((card) => card.id) },
      { at: "finder", words: tell("fixHand") },
    );
  return h(
    "div",
    { class: "row offered", key: "offered" },
    chips({
      cards: entered,
      field: "finder",
      remove: (index) => (entered.splice(index, 1), desk.redraw()),
    }),
    finder({
      id: "finder",
      label: tell("openingLabel", { cards: Math.max(0, most - entered.length) }),
      state: session.finder,
      ...ownCards(session, entered),
      refusal: session.refusal?.at === "finder" ? session.refusal : null,
      pick: (card) => {
        session.finder.text = "";
        entered.push(card);
        if (entered.length >= most) give();
      },
    }),
    h("button", { type: "button", "data-action": "give-hand", onclick: give }, tell("giveHand")),
  );
}
