// @ts-check
// The form of a Mage Knight combat.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { emptyFinder, finder } from "./finder.js";
import { draft, filled, setDraft, textField } from "./setup.js";
import { tellStart } from "./start_words.js";
import { tell } from "./words.js";

const KINDS = ["melee", "ranged", "siege"];
const finders = { enemies: emptyFinder(), combatHand: emptyFinder() };

/** @param {string} text */
function listOf(text) {
  return text.split(/[,\n]/).map((part) => part.trim()).filter((part) => part !== "");
}

/** "4 fire ranged, 3" as points. @param {string} text */
export function pointsOf(text) {
  return listOf(text).map((part) => {
    const words = part.split(/\s+/);
    const amount = Number(words.find((word) => /^\d+$/.test(word)) ?? NaN);
    const others = words.filter((word) => !/^\d+$/.test(word));
    return filled({ amount: Number.isNaN(amount) ? part : amount, kind: others.find((word) => KINDS.includes(word)), element: others.find((word) => !KINDS.includes(word)) });
  });
}

/** Completion, where the daemon tells what there is. @param {"enemies" | "combatHand"} name @param {"enemies" | "cards"} part */
function adder(name, part) {
  const known = desk.catalogue.combat?.[part];
  if (!known) return null;
  const state = finders[name];
  return h(
    "div",
    { class: "entry", key: `${name}-add` },
    finder({
      id: `add-${name}`,
      label: part === "enemies" ? tellStart("addEnemy") : tell("addCard"),
      state,
      // A card of both sets is there twice.
      cards: [...new Map(known.map((one) => [one.id, one])).values()],
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
    textField({ name: "enemies", label: tellStart("enemies"), field: "setup.enemies", hint: tellStart("enemiesHint"), rows: 2 }),
    adder("enemies", "enemies"),
    textField({ name: "combatHand", label: tellStart("cards"), field: "setup.hand", hint: tellStart("cardsHint"), rows: 2 }),
    adder("combatHand", "cards"),
    textField({ name: "armor", label: tellStart("armor"), field: "setup.hero.armor", type: "number" }),
    textField({ name: "handLimit", label: tellStart("handLimit"), field: "setup.hero.handLimit", type: "number" }),
    textField({ name: "fame", label: tellStart("fame"), field: "setup.hero.fame", type: "number" }),
    textField({ name: "pointsRanged", label: tellStart("pointsRanged"), field: "setup.hero.points.rangedSiege", hint: tell("pointsHint") }),
    textField({ name: "pointsBlock", label: tellStart("pointsBlock"), field: "setup.hero.points.block" }),
    textField({ name: "pointsAttack", label: tellStart("pointsAttack"), field: "setup.hero.points.attack" }),
    h("label", { class: "check", key: "fortified" }, h("input", { type: "checkbox", name: "fortified", checked: draft.fortified, onchange: (/** @type {any} */ event) => setDraft({ fortified: event.target.checked }) }), tellStart("fortified")),
    ...more,
  ];
}

export function combatParams() {
  const points = filled({ rangedSiege: pointsOf(draft.pointsRanged), block: pointsOf(draft.pointsBlock), attack: pointsOf(draft.pointsAttack) });
  const number = (/** @type {string} */ text) => (text.trim() === "" ? undefined : Number(text));
  const hero = filled({ armor: number(draft.armor), handLimit: number(draft.handLimit), fame: number(draft.fame), points: Object.keys(points).length > 0 ? points : undefined });
  return { game: "mage-knight", rules: draft.cardSet, setup: { enemies: listOf(draft.enemies), hand: listOf(draft.combatHand), hero, fortifiedSite: draft.fortified } };
}
