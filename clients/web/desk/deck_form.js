// @ts-check
// The field for a deck: a list as people write it, a shipped deck, or one of your own.

import { h } from "../shared/dom.js";
import { desk, isLost, refusalOf } from "./app.js";
import { draft, refusalAt, setDraft, textField } from "./setup.js";
import { tellStart } from "./words.js";

/**
 * @typedef {import("./catalogue.js").Named} Named
 * @typedef {"youDeck" | "enemyDeck"} DeckName
 * @typedef {{ok: boolean, words: string[], code: string | null, cards: Named[]}} Verdict
 */

/** The daemon's verdict on each deck that was typed. @type {Partial<Record<DeckName, Verdict>>} */
const verdicts = {};
/** The name under which the deck is kept. */
let saveAs = "";
let saved = "";

/** Your deck, if it is known already. @returns {Named[]} */
export function deckNow() {
  const shipped = desk.catalogue.decks.find((deck) => deck.tag === draft.youDeck.trim());
  return shipped?.cards ?? verdicts.youDeck?.cards ?? [];
}

/** @param {DeckName} name @param {string} label @param {string} field */
export function deckField(name, label, field) {
  const { decks } = desk.catalogue;
  const isListed = decks.some((deck) => deck.tag === draft[name]);
  const verdict = verdicts[name];
  // The daemon says the same again when the session is begun.
  const isSaid = verdict && !verdict.ok && refusalAt(field);
  const own = decks.filter((deck) => deck.own);
  const shipped = decks.filter((deck) => !deck.own);
  /** @param {import("../shared/wire").Deck} deck */
  const option = (deck) => h("option", { value: deck.tag, key: deck.tag }, deck.name);
  return h(
    "div",
    { class: "deck-field", key: name },
    h(
      "div",
      { class: "entry", key: "typed" },
      textField({
        name,
        label,
        field,
        hint: verdict ? undefined : tellStart("deckHint"),
        rows: 3,
        onblur: () => judge(name),
      }),
      verdict &&
        !isSaid &&
        h(
          "div",
          { role: "status", key: "verdict" },
          h(
            "ul",
            { class: verdict.ok ? "hint" : "faults" },
            verdict.words.map((word) => h("li", { key: word }, word)),
          ),
        ),
    ),
    h(
      "div",
      { class: "entry", key: "choose" },
      h("label", { for: `${name}-shipped` }, tellStart("shippedDeck")),
      h(
        "select",
        {
          id: `${name}-shipped`,
          name: `${name}-shipped`,
          value: isListed ? draft[name] : "",
          onchange: (event) => {
            setDraft({ [name]: event.target.value });
            judge(name);
          },
        },
        h("option", { value: "", key: "" }, "—"),
        own.length > 0 &&
          h("optgroup", { label: tellStart("ownDecks"), key: "own" }, own.map(option)),
        h("optgroup", { label: tellStart("shippedDecks"), key: "shipped" }, shipped.map(option)),
      ),
      name === "youDeck" &&
        keeper(
          verdict,
          own.find((deck) => deck.tag === draft.youDeck.trim()),
        ),
    ),
  );
}

/**
 * Keeps a deck under a name, or forgets one that is kept.
 * @param {Verdict | undefined} verdict
 * @param {import("../shared/wire").Deck | undefined} own
 */
function keeper(verdict, own) {
  if (own)
    return h(
      "button",
      {
        type: "button",
        class: "small",
        "data-action": "forget-deck",
        key: "forget",
        onclick: () => forget(own.tag),
      },
      tellStart("forgetDeck", { name: own.name }),
    );
  const isNew = verdict?.ok && !desk.catalogue.decks.some((deck) => deck.code === verdict.code);
  if (!isNew) return saved ? h("p", { class: "hint", role: "status" }, saved) : null;
  return h(
    "div",
    { class: "keep-deck", key: "keep" },
    h("label", { for: "save-deck-name" }, tellStart("keepDeck")),
    h("input", {
      id: "save-deck-name",
      type: "text",
      autocomplete: "off",
      maxlength: "40",
      value: saveAs,
      oninput: (event) => (saveAs = event.target.value),
      // Enter keeps the deck; it does not begin the match.
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        keep();
      },
    }),
    h(
      "button",
      { type: "button", class: "small", "data-action": "keep-deck", onclick: keep },
      tellStart("keep"),
    ),
    saved && h("p", { class: "refusal", role: "alert" }, saved),
  );
}

/** A tag that the daemon takes. @param {string} name */
function tagOf(name) {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
}

async function keep() {
  const name = saveAs.trim();
  const tag = tagOf(name);
  if (tag === "") return;
  try {
    await desk.request("decks/save", {
      tag,
      name,
      deck: draft.youDeck.trim(),
      rules: draft.liveRules,
    });
    await readDecks();
    saveAs = "";
    saved = tellStart("kept", { name });
    setDraft({ youDeck: tag });
    judge("youDeck");
  } catch (failure) {
    saved = refusalOf(failure).text;
  }
  desk.redraw();
}

/** @param {string} tag */
async function forget(tag) {
  try {
    // The cards stay in the field.
    const deck = desk.catalogue.decks.find((one) => one.tag === tag);
    await desk.request("decks/delete", { tag });
    await readDecks();
    setDraft({ youDeck: listOf(deck?.cards ?? []) });
    saved = "";
    judge("youDeck");
  } catch (failure) {
    saved = refusalOf(failure).text;
  }
  desk.redraw();
}

/** The cards as people write them. @param {Named[]} cards */
function listOf(cards) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { name } of cards) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, copies]) => `${copies} ${name}`).join("\n");
}

async function readDecks() {
  ({ decks: desk.catalogue.decks } = await desk.request("decks/list"));
}

/** Asks the daemon whether the deck can be used. @param {DeckName} name */
export async function judge(name) {
  const typed = draft[name].trim();
  delete verdicts[name];
  if (typed !== "") {
    const rules = draft.kind === "Live" ? draft.liveRules : draft.rules;
    try {
      const { ok, cards, faults, code } = await desk.request("decks/validate", {
        cards: typed,
        rules,
      });
      const words = ok ? [tellStart("deckGood", { cards: cards.length })] : faults;
      if (ok && code) words.push(tellStart("deckCode", { code }));
      verdicts[name] = { ok, words, code: code ?? null, cards: ok ? cards : [] };
    } catch (failure) {
      if (!isLost(failure))
        verdicts[name] = {
          ok: false,
          words: refusalOf(failure).text.split("\n"),
          code: null,
          cards: [],
        };
    }
  }
  desk.redraw();
}
