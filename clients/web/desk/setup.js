// @ts-check
// The form of a new session. What was typed is kept until the session is created, also
// when the connection is lost.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { desk, isLost, refusalOf } from "./app.js";
import { combatFields, combatParams } from "./combat_setup.js";
import { distinct, without } from "./catalogue.js";
import { chips, emptyFinder, finder, refusalText } from "./finder.js";
import { readLine } from "./analyse.js";
import { deckField, deckNow } from "./deck_form.js";
import { tellStart } from "./words.js";

/**
 * @typedef {import("./app.js").Refusal} Refusal
 * @typedef {import("./catalogue.js").Named} Named
 * @typedef {import("../shared/dom.js").FieldEvent} FieldEvent
 * @typedef {"Live" | "Simulated" | "Watch" | "Analysis" | "Combat" | "Import"} Kind
 * @typedef {import("../shared/wire").Side} Side
 * @typedef {import("../shared/wire").SessionCreateParams} CreateParams
 */

const KEPT = "qbcoach.desk.setup";
/** What the next match begins with: the last deck, opponent and rules. */
const LAST = "qbcoach.desk.last";
/** @type {Kind[]} */
const KINDS = ["Live", "Simulated", "Watch", "Analysis", "Combat", "Import"];

const blank = {
  kind: /** @type {Kind} */ ("Live"),
  youDeck: "",
  enemyDeck: "",
  enemyTag: "",
  hand: /** @type {Named[]} */ ([]),
  first: /** @type {Side} */ ("you"),
  // The console game's; other matches are played by the design document unless told otherwise.
  liveRules: "rebirth",
  rules: "canon",
  enemyHand: /** @type {Named[]} */ ([]),
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
    const last = JSON.parse(localStorage.getItem(LAST) ?? "{}");
    return { ...blank, ...last, ...JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return { ...blank };
  }
}

export const draft = kept();
const handFinder = emptyFinder();
const enemyHandFinder = emptyFinder();
/** @type {Refusal | null} */
let refusal = null;
let isBusy = false;
/** Names of opponents to complete. @type {string[] | null} */
let people = null;

async function readPeople() {
  people = [];
  try {
    const { opponents, people: met } = await desk.request("opponents/list");
    people = [...new Set([...opponents.map(({ tag }) => tag), ...met.map(({ name }) => name)])];
    desk.redraw();
  } catch {
    // Names can be typed in full.
  }
}

/** @param {Kind} kind */
export function chooseKind(kind) {
  refusal = null;
  setDraft({ kind });
  desk.focus = KIND_FIELDS[kind];
}

/** The first field of each form. @type {Record<Kind, string>} */
const KIND_FIELDS = {
  Live: "#new-youDeck",
  Simulated: "#new-youDeck",
  Watch: "#new-youDeck",
  Analysis: "#new-position",
  Combat: "#new-enemies",
  Import: "#new-content",
};

/** The field of the request that each of these is sent as. @type {Record<string, string>} */
const SENT_AS = {
  youDeck: "you.deck",
  enemyDeck: "enemy.deck",
  enemyTag: "enemy.tag",
  hand: "you.hand",
  enemyHand: "enemy.hand",
};

/** @param {Partial<typeof blank>} change */
export function setDraft(change) {
  Object.assign(draft, change);
  // What was refused is no longer there.
  if (Object.keys(change).some((name) => refusalAt(SENT_AS[name] ?? name))) refusal = null;
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
 *   rows?: number, onblur?: () => void, list?: string[],
 * }} options
 */
export function textField({ name, label, field = name, hint, type = "text", rows, onblur, list }) {
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
      : h("input", {
          ...attrs,
          type,
          inputmode: type === "number" ? "numeric" : null,
          list: list ? `${id}-list` : null,
        }),
    list &&
      h(
        "datalist",
        { id: `${id}-list` },
        list.map((value) => h("option", { value, key: value })),
      ),
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
    refusalText(refused, `${id}-refusal`),
  );
}

/**
 * @param {"first" | "rules" | "liveRules" | "cardSet"} name
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
/** @param {"rules" | "liveRules"} name */
const rules = (name = "rules") =>
  choice(
    name,
    tellStart("rules"),
    desk.catalogue.presets.length > 0 ? desk.catalogue.presets : ["canon", "rebirth"],
    (preset) =>
      preset === "canon" || preset === "rebirth" ? tellStart(`rules_${preset}`) : preset,
  );
const title = () => textField({ name: "title", label: tellStart("titleLabel") });
const seed = () =>
  textField({
    name: "seed",
    label: tellStart("seed"),
    hint: tellStart("seedHint"),
    type: "number",
  });

/**
 * @param {"hand" | "enemyHand"} name
 * @param {string} label
 * @param {string} field
 */
function handField(name, label, field) {
  const state = name === "hand" ? handFinder : enemyHandFinder;
  const id = `new-${name}`;
  const isAnalysis = draft.kind === "Analysis";
  const deck = isAnalysis ? [] : deckNow();
  const hasDeck = !isAnalysis && draft.youDeck.trim() !== "";
  const all = isAnalysis ? [...desk.catalogue.cards.values()] : desk.catalogue.ordinary;
  return h(
    "div",
    { class: "entry wide", key: name },
    finder({
      id,
      label,
      state,
      // The list of a deck that was just typed comes when the daemon has read it.
      cards:
        deck.length > 0
          ? distinct(without(deck, draft.hand))
          : hasDeck && state.text === ""
            ? []
            : all,
      from: "deck",
      refusal: refusalAt(field),
      opens: hasDeck,
      pick: (card) => {
        state.text = "";
        setDraft({ [name]: [...draft[name], card] });
      },
    }),
    chips({
      cards: draft[name],
      field: id,
      remove: (index) => setDraft({ [name]: draft[name].filter((_, one) => one !== index) }),
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
        handField("hand", tellStart("yourHand"), "you.hand"),
        textField({
          name: "enemyTag",
          label: tellStart("enemyTag"),
          field: "enemy.tag",
          list: people ?? [],
        }),
        firstPlayer(),
        rules("liveRules"),
        title(),
        deckField("enemyDeck", tellStart("enemyDeck"), "enemy.deck"),
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
        handField("hand", tellStart("handYou"), "you.hand"),
        handField("enemyHand", tellStart("handEnemy"), "enemy.hand"),
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
        rules: draft.liveRules,
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
    case "Analysis": {
      const line = readLine(draft.position);
      const ids = (/** @type {Named[]} */ cards) => cards.map((card) => card.id);
      return filled({
        ...match,
        // A position says itself whose turn it is.
        firstPlayer: line.position ? undefined : match.firstPlayer,
        rules: line.rules ?? match.rules,
        mode: "analysis",
        position: line.position,
        you: filled({ hand: draft.hand.length > 0 ? ids(draft.hand) : line.hand }),
        enemy: filled({ hand: draft.enemyHand.length > 0 ? ids(draft.enemyHand) : line.enemyHand }),
      });
    }
    default:
      return filled({ ...combatParams(), seed: seedNumber, title: draft.title.trim() });
  }
}

/** Keeps what the next match most likely begins with. */
function remember() {
  const { kind, youDeck, enemyTag, liveRules } = draft;
  if (kind !== "Live") return;
  localStorage.setItem(LAST, JSON.stringify({ youDeck, enemyTag, liveRules }));
}

/** What a form cannot do without. @returns {Refusal | null} */
function missing() {
  const { kind, youDeck, hand, content } = draft;
  if (kind === "Live" && youDeck.trim() === "" && hand.length === 0)
    return { text: tellStart("deckMissing"), field: "you.deck" };
  if (kind === "Import" && content.trim() === "")
    return { text: tellStart("contentMissing"), field: "content" };
  return null;
}

/** @param {Event} [event] */
async function create(event) {
  event?.preventDefault();
  if (isBusy) return;
  refusal = missing();
  if (refusal) {
    desk.focus = '.new [aria-invalid="true"]';
    desk.announce(refusal.text);
    desk.redraw();
    return;
  }
  isBusy = true;
  try {
    const isImport = draft.kind === "Import";
    const { sessionId } = await (isImport
      ? desk.request("session/import", { content: draft.content })
      : desk.request("session/create", paramsNow()));
    if (draft.kind === "Watch") desk.toWatch.add(sessionId);
    remember();
    setDraft({ hand: [], enemyHand: [], content: "", title: "", position: "" });
    handFinder.text = "";
    enemyHandFinder.text = "";
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
  if (!people && desk.isKnown) readPeople();
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
