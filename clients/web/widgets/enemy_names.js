// @ts-check
// The names of the enemies of a combat: people read no ids.

/** @typedef {import("../shared/session.js").Documents} Documents */

/**
 * "Prowlers 1": the name of an enemy, with a number if there are several of the name.
 * @param {Documents["state"]} state
 * @param {string} id
 */
export function enemyName(state, id) {
  const enemies = state?.enemies ?? [];
  const enemy = enemies.find((one) => one.instanceId === id);
  if (!enemy) return id;
  const same = enemies.filter((one) => one.name === enemy.name);
  return same.length === 1 ? enemy.name : `${enemy.name} ${same.indexOf(enemy) + 1}`;
}

/**
 * "the attack of" where an enemy has only one, else "attack 1 of": people count from 1.
 * @param {string} text
 * @param {Documents["state"]} state
 */
function withAttackNumbers(text, state) {
  return text.replace(/attack (\d+) of ([^()]*?\((enemy_\d+)\))/g, (_, attack, enemy, id) => {
    const attacks = state?.enemies?.find((one) => one.instanceId === id)?.attacks.length ?? 1;
    const which = attacks === 1 ? "the attack" : `attack ${Number(attack) + 1}`;
    return `${which} of ${enemy}`;
  });
}

/**
 * A text of the daemon about a combat, with "Prowlers 1" where it says "Prowlers (enemy_0)".
 * @param {string} text
 * @param {Documents["state"]} state
 */
export function withEnemyNames(text, state) {
  return withAttackNumbers(text, state).replace(
    /([^();:,]*?) ?\((enemy_\d+)\)/g,
    (whole, before, id) => {
      const name = state?.enemies?.find((one) => one.instanceId === id)?.name;
      if (!name || !before.endsWith(name)) return whole;
      return before.slice(0, before.length - name.length) + enemyName(state, id);
    },
  );
}
