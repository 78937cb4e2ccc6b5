// @ts-check
// The part of the new session form for Mage Knight combats.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { distinct } from "./catalogue.js";
import { emptyFinder, finder } from "./finder.js";
import { draft, filled, setDraft, textField } from "./setup.js";
import { tellStart } from "./start_words.js";
import { tell } from "./words.js";

const KINDS = ["melee", "ranged", "siege"];
const finders = {
  enemies: emptyFinder(),
  combatHand: emptyFinder(),
  units: emptyFinder(),
  skills: emptyFinder(),
};

/** @param {string} text */
function listOf(text) {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/**
 * "4 fire ranged, 3" as points. A part without a number is sent as it is, so that the
 * daemon's refusal shows it.
 * @param {string} text
 * @returns {import("../shared/wire").AttackPoints[]}
 */
export function pointsOf(text) {
  return listOf(text).map((part) => {
    const words = part.split(/\s+/);
    const amount = Number(words.find((word) => /^\d+$/.test(word)) ?? NaN);
    const others = words.filter((word) => !/^\d+$/.test(word));
    const points = filled({
      amount: Number.isNaN(amount) ? part : amount,
      kind: others.find((word) => KINDS.includes(word)),
      element: others.find((word) => !KINDS.includes(word)),
    });
    return /** @type {import("../shared/wire").AttackPoints} */ (points);
  });
}

/**
 * A finder that adds to a field, if the daemon has a catalogue to complete from.
 * @param {"enemies" | "combatHand" | "units" | "skills"} name
 * @param {"enemies" | "cards" | "units" | "skills"} part
 */
function adder(name, part) {
  const catalogue = desk.catalogue.combat;
  if (!catalogue?.[part]) return null;
  // The hand takes the cards of both kinds of combats.
  const known =
    part === "cards" ? [...catalogue.cards, ...(catalogue.deeds ?? [])] : catalogue[part];
  const state = finders[name];
  return h(
    "div",
    { class: "entry", key: `${name}-add` },
    finder({
      id: `add-${name}`,
      label:
        part === "enemies"
          ? tellStart("addEnemy")
          : part === "units"
            ? tellStart("addUnit")
            : part === "skills"
              ? tellStart("addSkill")
              : tell("addCard"),
      state,
      // A card that is in both card sets has two entries.
      cards: distinct(known),
      pick: (card) => {
        state.text = "";
        setDraft({ [name]: [...listOf(draft[name]), card.id].join(", ") });
      },
    }),
  );
}

/** @param {...import("../shared/dom.js").Child} more */
export function combatFields(...more) {
  return [
    textField({
      name: "enemies",
      label: tellStart("enemies"),
      field: "setup.enemies",
      hint: tellStart("enemiesHint"),
      rows: 2,
    }),
    adder("enemies", "enemies"),
    textField({
      name: "combatHand",
      label: tellStart("cards"),
      field: "setup.hand",
      hint: tellStart("cardsHint"),
      rows: 2,
    }),
    adder("combatHand", "cards"),
    textField({
      name: "mana",
      label: tellStart("mana"),
      field: "setup.mana.tokens",
      hint: tellStart("manaHint"),
    }),
    textField({ name: "crystals", label: tellStart("crystals"), field: "setup.mana.crystals" }),
    textField({ name: "dice", label: tellStart("dice"), field: "setup.mana.dice" }),
    textField({
      name: "units",
      label: tellStart("units"),
      field: "setup.units",
      hint: tellStart("unitsHint"),
    }),
    adder("units", "units"),
    textField({ name: "skills", label: tellStart("skills"), field: "setup.skills" }),
    adder("skills", "skills"),
    h(
      "label",
      { class: "check", key: "night" },
      h("input", {
        type: "checkbox",
        name: "night",
        checked: draft.night,
        onchange: (event) => setDraft({ night: event.target.checked }),
      }),
      tellStart("night"),
    ),
    textField({
      name: "armor",
      label: tellStart("armor"),
      field: "setup.hero.armor",
      type: "number",
    }),
    textField({
      name: "handLimit",
      label: tellStart("handLimit"),
      field: "setup.hero.handLimit",
      type: "number",
    }),
    textField({ name: "fame", label: tellStart("fame"), field: "setup.hero.fame", type: "number" }),
    textField({
      name: "pointsRanged",
      label: tellStart("pointsRanged"),
      field: "setup.hero.points.rangedSiege",
      hint: tell("pointsHint"),
    }),
    textField({
      name: "pointsBlock",
      label: tellStart("pointsBlock"),
      field: "setup.hero.points.block",
    }),
    textField({
      name: "pointsAttack",
      label: tellStart("pointsAttack"),
      field: "setup.hero.points.attack",
    }),
    h(
      "label",
      { class: "check", key: "fortified" },
      h("input", {
        type: "checkbox",
        name: "fortified",
        checked: draft.fortified,
        onchange: (event) => setDraft({ fortified: event.target.checked }),
      }),
      tellStart("fortified"),
    ),
    ...more,
  ];
}

export function combatParams() {
  const points = filled({
    rangedSiege: pointsOf(draft.pointsRanged),
    block: pointsOf(draft.pointsBlock),
    attack: pointsOf(draft.pointsAttack),
  });
  const number = (/** @type {string} */ text) => (text.trim() === "" ? undefined : Number(text));
  const hero = filled({
    armor: number(draft.armor),
    handLimit: number(draft.handLimit),
    fame: number(draft.fame),
    points: Object.keys(points).length > 0 ? points : undefined,
  });
  const mana = filled({
    tokens: listOf(draft.mana),
    crystals: listOf(draft.crystals),
    dice: listOf(draft.dice),
  });
  const held = filled({
    mana: Object.keys(mana).length > 0 ? mana : undefined,
    units: listOf(draft.units),
    skills: listOf(draft.skills),
    day: draft.night ? false : undefined,
  });
  return {
    game: "mage-knight",
    rules: draft.cardSet,
    setup: {
      enemies: listOf(draft.enemies),
      hand: listOf(draft.combatHand),
      hero,
      fortifiedSite: draft.fortified,
      ...held,
    },
  };
}
