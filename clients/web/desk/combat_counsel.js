// @ts-check
// The coach's panel of a combat: the best action with its line, other actions, and what can
// be blocked with what one holds.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { bestMove, worth } from "../widgets/advice.js";
import { enemyName } from "../widgets/enemy_names.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("../shared/session.js").Documents} Documents
 */

const REASONS = 4;
const OTHERS = 4;

/**
 * A sentence of the daemon with "Prowlers 1" instead of "Prowlers (enemy_0)", and "the
 * attack" where an enemy has only one.
 * @param {Documents["state"]} state
 * @param {string} text
 */
export function inWords(state, text) {
  const numbered = (/** @type {string} */ name, /** @type {string} */ id) => {
    const known = enemyName(state, id);
    return known === id ? name : known;
  };
  return text
    .replace(/attack (\d+) of ([^()]*?) \((enemy_\d+)\)/g, (_, attack, name, id) => {
      const enemy = state?.enemies?.find((one) => one.instanceId === id);
      const which =
        (enemy?.attacks.length ?? 1) === 1
          ? tell("theAttack")
          : tell("attackNumber", { number: Number(attack) + 1 });
      return tell("attackOf", { attack: which, enemy: numbered(name, id) });
    })
    .replace(/([A-Z][^()]*?) \((enemy_\d+)\)/g, (whole, name, id) => {
      const known = enemyName(state, id);
      if (known === id) return name;
      const plain = known.replace(/ \d+$/, "");
      // The words before the name belong to the sentence.
      return name.endsWith(plain) ? name.slice(0, -plain.length) + known : whole;
    });
}

/** All sentences of a document in words. @template T @param {Documents["state"]} state @param {T} document @returns {T} */
function told(state, document) {
  return JSON.parse(JSON.stringify(document), (_, value) =>
    typeof value === "string" ? inWords(state, value) : value,
  );
}

/** @param {OpenSession} session */
export function combatCounsel(session) {
  if (desk.role === "stream") return null;
  const { state } = session.documents;
  const current = session.documents.coach;
  const coach = current && state && current.seq === state.seq ? told(state, current) : undefined;
  const [best, ...others] = coach?.moves ?? [];
  return h(
    "section",
    { class: "panel widget-advice", "aria-label": say("advice"), key: "advice" },
    h("h2", { class: "panel-title" }, say("advice")),
    best && coach
      ? [
          ...bestMove(coach, best, REASONS),
          session.mayPlayAdvice &&
            h(
              "button",
              {
                type: "button",
                class: "primary",
                key: "play",
                "data-action": "play-best",
                "aria-keyshortcuts": "A",
                onclick: () => session.playAdvice(),
              },
              tell("doThis"),
              h("kbd", { "aria-hidden": "true" }, "A"),
            ),
          ...then(best.line),
          coach.certainty !== "exact" &&
            h(
              "p",
              { class: "dim", key: "certainty", "data-certainty": coach.certainty },
              tell(coach.certainty === "sampled" ? "sampledAdvice" : "boundedAdvice"),
            ),
        ]
      : h("p", { class: "dim", key: "none" }, coach ? coach.message : tell("thinking")),
    others.length > 0 &&
      h(
        "ol",
        { class: "other-moves", key: "others", "aria-label": tell("otherMoves") },
        others.slice(0, OTHERS).map((move) =>
          h(
            "li",
            { key: `${move.rank}-${move.label}` },
            h(
              "button",
              {
                type: "button",
                "data-move": move.rank,
                "aria-disabled": session.mayPlayAdvice ? null : "true",
                onclick: () => session.playAdvice(move),
              },
              h("span", null, move.label),
              h("span", { class: "dim" }, move.quality),
              h("span", { class: "number" }, worth(move)),
            ),
          ),
        ),
      ),
    (coach?.notes ?? []).map((note) => h("p", { class: "dim", key: note }, note)),
  );
}

/** What comes after the best action. @param {string[]} line */
function then(line) {
  if (line.length === 0) return [];
  return [
    h("h3", { class: "choice-group", key: "then" }, tell("thenDo")),
    h(
      "ol",
      { class: "advised-line", key: "line" },
      line.map((step, index) => h("li", { key: `${index}-${step}` }, step)),
    ),
  ];
}

/** What can be blocked with what the hero holds, attack by attack. @param {OpenSession} session */
export function heldBlocks(session) {
  const { coach, state } = session.documents;
  const blocks = coach && state && coach.seq === state.seq ? (coach.blocks ?? []) : [];
  if (blocks.length === 0) return null;
  return h(
    "section",
    { class: "panel held-blocks", "aria-label": tell("heldBlocks"), key: "held-blocks" },
    h("h2", { class: "panel-title" }, tell("heldBlocks")),
    h(
      "ul",
      null,
      blocks.map((block) =>
        h(
          "li",
          {
            key: `${block.enemy}-${block.attackIndex}`,
            class: block.enough ? "reason-for" : "reason-against",
          },
          h("strong", null, enemyName(state, block.enemy)),
          ` ${tell(block.enough ? "blockEnough" : "blockShort", {
            most: block.most,
            needed: block.needed,
          })}`,
          block.with.length > 0 && h("span", { class: "dim" }, ` ${block.with.join(", ")}`),
        ),
      ),
    ),
  );
}
