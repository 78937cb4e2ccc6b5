// @ts-check
// What the hero holds besides the hand, and the actions grouped by what they use.

import { h } from "../shared/dom.js";
import { enemyName } from "../widgets/enemy_names.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("../shared/documents").Offer} Offer
 * @typedef {import("../shared/wire").Holdings} Holdings
 */

/** "2 red mana, 1 blue crystal". @param {Holdings["mana"]} mana */
function manaWords(mana) {
  /** @type {[Record<string, number>, string][]} */
  const sources = [
    [mana.tokens, tell("manaTokens")],
    [mana.crystals, tell("manaCrystals")],
    [mana.dice, tell("manaDice")],
  ];
  const parts = sources.flatMap(([amounts, noun]) =>
    Object.entries(amounts).map(([color, amount]) => `${amount} ${color} ${noun}`),
  );
  return parts.length > 0 ? parts.join(", ") : tell("noMana");
}

/** "4 fire ranged attack, 2 block". @param {Holdings["pool"]} pool */
function poolWords(pool) {
  const plain = (/** @type {string} */ element) => (element === "physical" ? "" : `${element} `);
  const of = (/** @type {string | null | undefined} */ card) => (card ? ` (${card})` : "");
  return [
    ...pool.attack.map(
      ({ amount, element, kind, special }) =>
        `${amount} ${plain(element)}${kind === "melee" ? "" : `${kind} `}${tell("poolAttack")}${of(special)}`,
    ),
    ...pool.block.map(
      ({ amount, element, special }) =>
        `${amount} ${plain(element)}${tell("poolBlock")}${of(special)}`,
    ),
  ].join(", ");
}

/** @param {import("../shared/session.js").Documents} documents */
export function holdings(documents) {
  const held = documents.state?.holdings;
  if (!held) return null;
  const pool = poolWords(held.pool);
  return h(
    "section",
    { class: "panel holdings", "aria-label": tell("holdings"), key: "holdings" },
    h("h2", { class: "panel-title" }, tell("holdings")),
    h("p", { "data-mana": true }, `${tell(held.day ? "day" : "night")}: ${manaWords(held.mana)}`),
    pool && h("p", { "data-pool": true }, `${tell("pool")}: ${pool}`),
    h(
      "ul",
      null,
      held.units.map((unit) =>
        h(
          "li",
          { key: unit.unitId, "data-unit": unit.unitId },
          h("strong", null, unit.name),
          ` ${tell("unitState", { armor: unit.armor, state: unitState(unit) })}`,
        ),
      ),
      held.skills.map((skill, index) =>
        h(
          "li",
          { key: `${skill.id}-${index}` },
          h("strong", null, skill.name),
          skill.used ? ` ${tell("used")}` : "",
        ),
      ),
      held.boons.map((boon, index) => h("li", { key: `boon-${index}`, class: "dim" }, boon)),
    ),
  );
}

/** @param {Holdings["units"][number]} unit */
function unitState(unit) {
  if (unit.health !== "unhurt") return unit.health;
  return tell(unit.spent ? "spent" : "ready");
}

/**
 * The offers in groups: one for each card, unit and skill, one for each enemy, the rest.
 * Each keeps its index, which is its key.
 * @param {OpenSession} session
 * @returns {{name: string, offers: {offer: Offer, index: number}[]}[]}
 */
export function grouped(session) {
  const { state } = session;
  /** @type {Map<string, {offer: Offer, index: number}[]>} */
  const groups = new Map();
  session.actions.forEach((offer, index) => {
    const name = state?.holdings ? groupName(state, offer) : "";
    groups.set(name, [...(groups.get(name) ?? []), { offer, index }]);
  });
  return [...groups].map(([name, offers]) => ({ name, offers }));
}

/** @param {NonNullable<OpenSession["state"]>} state @param {Offer} offer */
function groupName(state, { action }) {
  const nameOf = (/** @type {string} */ id) => enemyName(state, id);
  if (action.card)
    return state.hero?.hand?.find((card) => card.id === action.card)?.name ?? action.card;
  if (action.type === "activateUnit")
    return state.holdings?.units.find((unit) => unit.unitId === action.unit)?.name ?? action.unit;
  if (action.skill)
    return state.holdings?.skills.find((skill) => skill.id === action.skill)?.name ?? action.skill;
  if (action.enemies) return action.enemies.map(nameOf).join(", ");
  if (action.enemy) return nameOf(action.enemy);
  return action.type === "endPhase" ? tell("phaseGroup") : "";
}
