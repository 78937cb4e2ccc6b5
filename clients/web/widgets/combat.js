// @ts-check
// Mage Knight combats: enemies, the hero, wounds to come, choices.

import { h } from "../shared/dom.js";
import { mark } from "../shared/marks.js";
import { say } from "../shared/words.js";
import { enemyName } from "./enemy_names.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/wire").CombatEnemy} CombatEnemy
 * @typedef {import("../shared/wire").EnemyThreat} EnemyThreat
 */

/** @type {Record<string, import("../shared/words.js").Word>} */
const PHASES = {
  rangedSiege: "rangedSiege",
  block: "block",
  assignDamage: "assignDamage",
  attack: "attack",
  over: "combatOver",
};

/** @param {Documents} documents */
export function foes(documents) {
  const { state, threat } = documents;
  if (!state?.enemies) return null;
  return h(
    "section",
    { class: "foes", "aria-label": say("foes"), key: "board" },
    state.enemies.map((enemy) =>
      foe(
        enemy,
        enemyName(state, enemy.instanceId),
        threat?.enemies?.find((one) => one.enemy === enemy.instanceId),
      ),
    ),
  );
}

/** "arcaneImmunity" as "arcane immunity", "elusive:8" as "elusive 8". @param {string} ability */
function abilityWords(ability) {
  return ability
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(":", " ")
    .toLowerCase();
}

/** @param {CombatEnemy} enemy @param {string} name @param {EnemyThreat | undefined} threat */
function foe(enemy, name, threat) {
  const change = enemy.armor - enemy.baseArmor;
  const defeated = enemy.defeated ? " foe-defeated" : "";
  const blocked = enemy.blocked ? " foe-blocked" : "";
  return h(
    "article",
    {
      class: `foe panel side-enemy${defeated}${blocked}`,
      key: enemy.instanceId,
      enter: "card",
    },
    h("h3", { class: "foe-name" }, name),
    h(
      "p",
      { class: "foe-armor", flash: enemy.armor },
      mark("shield"),
      h("span", { class: "number" }, enemy.armor),
      change !== 0 && h("span", { class: change < 0 ? "up" : "down" }, ` (${enemy.baseArmor})`),
      h("span", { class: "for-readers" }, say("armor")),
    ),
    h(
      "ul",
      { class: "foe-attacks" },
      enemy.attacks.map((attack, index) => {
        const danger = threat?.attacks.find((one) => one.attackIndex === index);
        const what = attack.summons
          ? say("summons", { color: attack.summons })
          : `${attack.value} ${elementWord(attack.element)}`;
        return h(
          "li",
          { key: index, class: attack.blocked ? "attack-blocked" : "attack-open" },
          mark("sword"),
          h("span", null, what),
          attack.blocked && h("span", { class: "dim" }, say("blocked")),
          !attack.blocked &&
            danger &&
            h(
              "span",
              { class: "foe-wounds" },
              mark("drop"),
              h("span", { class: "number" }, danger.wounds),
              h("span", { class: "for-readers" }, say("wounds")),
              h("span", { class: "dim" }, ` ${say("needBlock", { needed: danger.neededBlock })}`),
            ),
        );
      }),
    ),
    h(
      "p",
      { class: "foe-traits dim" },
      [
        // The attack says what it summons.
        ...enemy.abilities.filter((one) => one !== "summon").map(abilityWords),
        ...enemy.resistances.map((one) => `${say("resists")} ${one}`),
      ].join(" · "),
    ),
    h(
      "p",
      { class: "foe-fame" },
      enemy.defeated ? [mark("skull"), ` ${say("defeated")} · `] : "",
      `${say("fame")} ${enemy.fame}`,
    ),
  );
}

/** @param {string} element */
function elementWord(element) {
  return element === "physical" || element === "fire" || element === "ice" || element === "coldFire"
    ? say(element)
    : element;
}

/** @param {Documents} documents */
export function heroScore(documents) {
  const { state } = documents;
  if (!state?.hero) return null;
  const { hero } = state;
  return h(
    "section",
    { class: "panel widget-score widget-hero", "aria-label": say("hero"), key: "score" },
    h(
      "div",
      { class: "score-side side-you" },
      h("p", { class: "score-name" }, say("fame")),
      h("p", { class: "score-total number", flash: hero.fame }, hero.fame),
      h("p", { class: "score-cards dim" }, `+${state.fameGained}`),
    ),
    h(
      "div",
      { class: "score-middle" },
      h(
        "p",
        { class: "score-phase", flash: state.phase },
        say(PHASES[state.phase] ?? "combatOver"),
      ),
      h("p", { class: "dim" }, `${say("armor")} ${hero.armor}`),
      hero.knockedOut && h("p", { class: "danger" }, say("knockedOut")),
    ),
    h(
      "div",
      { class: "score-side side-enemy" },
      h("p", { class: "score-name" }, say("wounds")),
      h("p", { class: "score-total number", flash: hero.wounds }, hero.wounds),
      h("p", { class: "score-cards dim" }, `/ ${hero.handLimit}`),
    ),
  );
}

/** @param {Documents} documents */
export function woundsToCome(documents) {
  const { threat } = documents;
  if (!threat?.total) return null;
  const knockOut =
    threat.knockOut === "certain"
      ? say("knockOutCertain")
      : threat.knockOut === "possible"
        ? say("knockOutPossible")
        : null;
  return h(
    "section",
    { class: "panel widget-threat", "aria-label": say("woundsToCome"), key: "threat" },
    h("h2", { class: "panel-title" }, say("woundsToCome")),
    h(
      "p",
      { class: "threat-reply", flash: threat.total.hand },
      mark("drop"),
      h("span", { class: "number" }, ` ${threat.total.hand}`),
      threat.worst.hand > threat.total.hand &&
        h("span", { class: "dim" }, ` · ${say("atWorst")} ${threat.worst.hand}`),
    ),
    threat.total.discard > 0 && h("p", null, `${say("poison")}: ${threat.total.discard}`),
    threat.paralysis && h("p", { class: "danger" }, say("paralysis")),
    knockOut && h("p", { class: "danger" }, knockOut),
  );
}

/** @param {Documents} documents */
export function choices(documents) {
  const pending = documents.state?.pendingChoice;
  if (!pending) return null;
  return h(
    "section",
    { class: "panel widget-choices", "aria-label": say("choices"), key: "choices", enter: "card" },
    h("h2", { class: "panel-title" }, say("choices")),
    h("p", null, pending.description),
    h(
      "ol",
      { class: "choice-options" },
      pending.options.map((option) => h("li", { key: option.option }, option.label)),
    ),
  );
}
