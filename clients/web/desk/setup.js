// @ts-check
// The form of a new session. What was typed is kept until the session is created, also
// when the connection is lost.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { desk, isLost, refusalOf } from "./app.js";
import { combatFields, combatParams } from "./combat_setup.js";
import { weights } from "./catalogue.js";
import { chips, emptyFinder, finder, refusalText } from "./finder.js";
import { tellStart } from "./start_words.js";

/**
 * @typedef {import("./app.js").Refusal} Refusal
 * @typedef {import("./catalogue.js").Named} Named
 * @typedef {import("../shared/dom.js").FieldEvent} FieldEvent
 * @typedef {"Live" | "Simulated" | "Watch" | "Analysis" | "Combat" | "Import"} Kind
 * @typedef {import("../shared/wire").Side} Side
 * @typedef {import("../shared/wire").SessionCreateParams} CreateParams
 */

const KEPT = "qbcoach.desk.setup";
/** @type {Kind[]} */
const KINDS = ["Live", "Simulated", "Watch", "Analysis", "Combat", "Import"];

const blank = {
  kind: /** @type {Kind} */ ("Live"),
  youDeck: "",
  enemyDeck: "",
  enemyTag: "",
  hand: /** @type {Named[]} */ ([]),
  first: /** @type {Side} */ ("you"),
  rules: "canon",
  seed: "",
  title: "",
  position: "",
  enemies: "",
  combatHand: "",
  armor: "",
  handLimit: "",
  fame: "",
  pointsRanged: "",
  pointsBlock: "",
  pointsAttack: "",
  fortified: false,
  mana: "",
  crystals: "",
  dice: "",
  units: "",
  skills: "",
  night: false,
  cardSet: "seed",
  content: "",
};

/** @returns {typeof blank} */
function kept() {
  try {
    return { ...blank, ...JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return { ...blank };
  }
}

export const draft = kept();
const handFinder = emptyFinder();
/** @type {Refusal | null} */
let refusal = null;
/** The daemon's verdict on each deck that was typed. @type {Record<string, string>} */
const verdicts = {};
/** Your deck as the daemon understood it. @type {Named[]} */
let ownDeck = [];
let isBusy = false;
/** @param {Partial<typeof blank>} change */
export function setDraft(change) {
  Object.assign(draft, change);
  sessionStorage.setItem(KEPT, JSON.stringify(draft));
  desk.redraw();
}

/** The refusal, if it is about this field of the request. @param {string} field */
export function refusalAt(field) {
  return refusal?.field === field ||
    refusal?.field?.startsWith(`${field}[`) ||
    refusal?.field?.startsWith(`${field}.`)
    ? refusal
    : null;
}

/**
 * @param {{
 *   name: keyof typeof blank, label: string, field?: string, hint?: string, type?: string,
 *   rows?: number, onblur?: () => void,
 * }} options
 */
export function textField({ name, label, field = name, hint, type = "text", rows, onblur }) {
  const refused = refusalAt(field);
  const id = `new-${name}`;
  const attrs = {
    id,
    name,
    value: String(draft[name]),
    autocomplete: "off",
    spellcheck: "false",
    "aria-invalid": refused ? "true" : null,
    "aria-describedby": refused ? `${id}-refusal` : hint ? `${id}-hint` : null,
    oninput: (/** @type {FieldEvent} */ event) => setDraft({ [name]: event.target.value }),
    onblur,
  };
  return h(
    "div",
    { class: `entry${rows ? " wide" : ""}`, key: name },
    h("label", { for: id }, label),
    rows
      ? h("textarea", { ...attrs, rows })
      : h("input", { ...attrs, type, inputmode: type === "number" ? "numeric" : null }),
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
    refusalText(refused, `${id}-refusal`),
  );
}

/** @param {"youDeck" | "enemyDeck"} name @param {string} label @param {string} field */
function deckField(name, label, field) {
  const { decks } = desk.catalogue;
  const isShipped = decks.some((deck) => deck.tag === draft[name]);
  return h(
    "div",
    { class: "deck-field", key: name },
    textField({
      name,
      label,
      field,
      hint: verdicts[name] ?? tellStart("deckHint"),
      rows: 2,
      onblur: () => judge(name),
    }),
    h(
      "label",
      { class: "entry" },
      h("span", null, tellStart("shippedDeck")),
      h(
        "select",
        {
          name: `${name}-shipped`,
          value: isShipped ? draft[name] : "",
          onchange: (event) => {
            setDraft({ [name]: event.target.value });
            judge(name);
          },
        },
        h("option", { value: "", key: "" }, "—"),
        decks.map((deck) => h("option", { value: deck.tag, key: deck.tag }, deck.name)),
      ),
    ),
  );
}

/** Asks the daemon whether the deck can be used. @param {"youDeck" | "enemyDeck"} name */
async function judge(name) {
  const typed = draft[name].trim();
  delete verdicts[name];
  if (name === "youDeck") ownDeck = [];
  if (typed !== "") {
    try {
      const { ok, cards, faults, code } = await desk.request("decks/validate", {
        cards: typed,
        rules: draft.rules,
      });
      if (name === "youDeck") ownDeck = cards;
      verdicts[name] = [
        ok ? tellStart("deckGood", { cards: cards.length }) : faults.join("; "),
        code ? tellStart("deckCode", { code }) : "",
      ].join(" ");
    } catch (failure) {
      if (!isLost(failure)) verdicts[name] = refusalOf(failure).text;
    }
  }
  desk.redraw();
}

/**
 * @param {"first" | "rules" | "cardSet"} name
 * @param {string} label
 * @param {string[]} values
 * @param {(value: string) => string} word
 */
function choice(name, label, values, word) {
  return h(
    "div",
    { class: "entry", key: name },
    h("label", { for: `new-${name}` }, label),
    h(
      "select",
      {
        id: `new-${name}`,
        name,
        value: draft[name],
        onchange: (event) => setDraft({ [name]: event.target.value }),
      },
      values.map((value) => h("option", { value, key: value }, word(value))),
    ),
    refusalText(refusalAt(name)),
  );
}

const firstPlayer = () =>
  choice("first", tellStart("firstPlayer"), ["you", "enemy"], (side) =>
    say(side === "you" ? "you" : "enemy"),
  );
const rules = () =>
  choice(
    "rules",
    tellStart("rules"),
    desk.catalogue.presets.length > 0 ? desk.catalogue.presets : ["canon"],
    (preset) => preset,
  );
const title = () => textField({ name: "title", label: tellStart("titleLabel") });
const seed = () =>
  textField({
    name: "seed",
    label: tellStart("seed"),
    hint: tellStart("seedHint"),
    type: "number",
  });

/** Your deck, if it is known already. */
function deckNow() {
  return desk.catalogue.decks.find((deck) => deck.tag === draft.youDeck.trim())?.cards ?? ownDeck;
}

function handField() {
  return h(
    "div",
    { class: "entry wide", key: "hand" },
    finder({
      id: "new-hand",
      label: tellStart("yourHand"),
      state: handFinder,
      cards: desk.catalogue.ordinary,
      likely: weights(deckNow()),
      refusal: refusalAt("you.hand"),
      pick: (card) => {
        handFinder.text = "";
        setDraft({ hand: [...draft.hand, card] });
      },
    }),
    chips({
      cards: draft.hand,
      remove: (index) => setDraft({ hand: draft.hand.filter((_, one) => one !== index) }),
    }),
  );
}

function importFields() {
  /** @param {FieldEvent} event */
  const take = async (event) => {
    const [file] = event.target.files ?? [];
    if (file) setDraft({ content: await file.text() });
  };
  return [
    textField({ name: "content", label: tellStart("importText"), rows: 10 }),
    h(
      "div",
      { class: "entry", key: "file" },
      h("label", { for: "import-file" }, tellStart("importFile")),
      h("input", {
        id: "import-file",
        type: "file",
        name: "file",
        accept: ".txt,.jsonl,.json",
        onchange: take,
      }),
    ),
  ];
}

function fields() {
  switch (draft.kind) {
    case "Live":
      return [
        deckField("youDeck", tellStart("yourDeck"), "you.deck"),
        handField(),
        deckField("enemyDeck", tellStart("enemyDeck"), "enemy.deck"),
        textField({ name: "enemyTag", label: tellStart("enemyTag"), field: "enemy.tag" }),
        firstPlayer(),
        rules(),
        title(),
      ];
    case "Simulated":
    case "Watch":
      return [
        deckField("youDeck", tellStart("yourDeck"), "you.deck"),
        deckField("enemyDeck", tellStart("enemyDeckPlain"), "enemy.deck"),
        firstPlayer(),
        rules(),
        seed(),
        title(),
      ];
    case "Analysis":
      return [
        textField({
          name: "position",
          label: tellStart("position"),
          hint: tellStart("positionHint"),
          rows: 2,
        }),
        firstPlayer(),
        rules(),
        title(),
      ];
    case "Combat":
      return combatFields(
        choice("cardSet", tellStart("cardSet"), ["seed", "printed"], (set) =>
          set === "seed" ? tellStart("designDocument") : set,
        ),
        seed(),
        title(),
      );
    default:
      return importFields();
  }
}

/**
 * The params without those that are empty.
 * @template {object} Params
 * @param {Params} params
 * @returns {Partial<Params>}
 */
export function filled(params) {
  return /** @type {Partial<Params>} */ (
    Object.fromEntries(
      Object.entries(params).filter(
        ([, value]) =>
          value !== "" &&
          value !== undefined &&
          value !== null &&
          !(Array.isArray(value) && value.length === 0),
      ),
    )
  );
}

/** @returns {CreateParams} */
function paramsNow() {
  const seedNumber = draft.seed.trim() === "" ? undefined : Number(draft.seed);
  const match = { rules: draft.rules, firstPlayer: draft.first, title: draft.title.trim() };
  const decks = {
    you: filled({ deck: draft.youDeck.trim() }),
    enemy: filled({ deck: draft.enemyDeck.trim() }),
  };
  switch (draft.kind) {
    case "Live":
      return filled({
        ...match,
        title:
          match.title ||
          (draft.enemyTag.trim() && tellStart("against", { tag: draft.enemyTag.trim() })),
        mode: "live",
        you: { ...decks.you, ...filled({ hand: draft.hand.map((card) => card.id) }) },
        enemy: { ...decks.enemy, ...filled({ tag: draft.enemyTag.trim() }) },
      });
    case "Simulated":
    case "Watch":
      return filled({
        ...match,
        ...decks,
        mode: "simulated",
        autoplay: ["enemy"],
        seed: seedNumber,
      });
    case "Analysis":
      return filled({ ...match, mode: "analysis", position: draft.position.trim() });
    default:
      return filled({ ...combatParams(), seed: seedNumber, title: draft.title.trim() });
  }
}

/** @param {Event} [event] */
async function create(event) {
  event?.preventDefault();
  if (isBusy) return;
  isBusy = true;
  refusal = null;
  try {
    const isImport = draft.kind === "Import";
    const { sessionId } = await (isImport
      ? desk.request("session/import", { content: draft.content })
      : desk.request("session/create", paramsNow()));
    if (draft.kind === "Watch") desk.toWatch.add(sessionId);
    if (deckNow().length > 0) desk.keepDeck(sessionId, deckNow());
    setDraft({ hand: [], content: "", title: "", enemyTag: "" });
    handFinder.text = "";
    desk.go(`session/${sessionId}`);
  } catch (failure) {
    // If the connection was lost, the session may have been created; the list shows it.
    refusal = isLost(failure) ? { text: tellStart("createLost") } : refusalOf(failure);
    if (refusal.field) desk.focus = '.new [aria-invalid="true"]';
    desk.announce(refusal.text);
  }
  isBusy = false;
  desk.redraw();
}

export function newSession() {
  const isPlaced = refusal?.field !== undefined;
  return h(
    "form",
    {
      class: "panel new",
      "aria-labelledby": "new-heading",
      onsubmit: create,
      novalidate: true,
      key: "new",
    },
    h("h2", { class: "panel-title", id: "new-heading" }, tellStart("newTitle")),
    h(
      "fieldset",
      { class: "kinds" },
      h("legend", { class: "for-readers" }, tellStart("newTitle")),
      KINDS.map((kind) =>
        h(
          "label",
          { class: "kind", key: kind },
          h("input", {
            type: "radio",
            name: "kind",
            value: kind,
            checked: draft.kind === kind,
            onchange: () => ((refusal = null), setDraft({ kind })),
          }),
          h("span", null, tellStart(`kind${kind}`)),
        ),
      ),
    ),
    h("p", { class: "dim" }, tellStart(`why${draft.kind}`)),
    h("div", { class: "fields", key: draft.kind }, fields()),
    refusal && !isPlaced && refusalText(refusal),
    refusal && isPlaced && h("p", { class: "refusal-hint", key: "hint" }, tellStart("mendField")),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "submit", class: "primary", "data-action": "create" },
        tellStart(
          draft.kind === "Watch" ? "createWatch" : draft.kind === "Import" ? "importRun" : "create",
        ),
      ),
    ),
  );
}
