// @ts-check
// What the enemy may do next.

import { h } from "../shared/dom.js";
import { percent, say, signed } from "../shared/words.js";

/** @typedef {import("../shared/session.js").Documents} Documents */

/**
 * The play that is best for the enemy; the likelier one of equals.
 * @param {any} threat
 */
export function worstReply(threat) {
  /** @type {any} */
  let worst = null;
  for (const outcome of threat?.outcomes ?? []) {
    if (!outcome.card) continue;
    const isWorse = !worst || outcome.resultingScore > worst.resultingScore;
    const isLikelier = worst && outcome.resultingScore === worst.resultingScore && outcome.weight > worst.weight;
    if (isWorse || isLikelier) worst = outcome;
  }
  return worst;
}

/** The play the enemy is likeliest to make. @param {any} threat */
function likeliestReply(threat) {
  /** @type {any[]} */
  const outcomes = threat?.outcomes ?? [];
  return outcomes.reduce((best, one) => (one.card && (!best || one.weight > best.weight) ? one : best), null);
}

/** @param {Documents} documents */
export function threat(documents) {
  const { threat: map } = documents;
  if (!map?.outcomes) return null;
  const reply = worstReply(map);
  const likely = likeliestReply(map);
  const lanes = Object.entries(map.lanePressure ?? {});
  const order = ["TOP", "MID", "BOT"];
  lanes.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return h(
    "section",
    { class: "panel widget-threat", "aria-label": say("threat"), key: "threat" },
    h("h2", { class: "panel-title" }, say("worstReply")),
    reply
      ? h(
          "p",
          { class: "threat-reply", flash: `${reply.card.id}${reply.tile}` },
          h("strong", null, reply.card.name),
          ` → ${reply.tile} `,
          h("span", { class: "threat-chance number" }, percent(reply.weight)),
        )
      : h("p", { class: "dim" }, say("safe")),
    likely &&
      likely !== reply &&
      h("p", { class: "threat-likely" }, `${say("likeliest")}: `, h("strong", null, likely.card.name), ` → ${likely.tile} `, h("span", { class: "number" }, percent(likely.weight))),
    reply &&
      h(
        "p",
        { class: "dim threat-scores" },
        `${say("worthThen")}: ${say("atWorst")} ${signed(-map.bestEnemyScore, 1)}, ${say("expected")} ${signed(-map.expectedBestReply, 1)}`,
      ),
    lanes.length > 0 &&
      h(
        "ul",
        { class: "lane-bars" },
        lanes.map(([lane, pressure]) => h("li", { class: "lane-bar", key: lane }, h("span", null, lane), bar(pressure / 8), h("span", { class: "number" }, signed(-pressure, 1)))),
      ),
  );
}

/** @param {number} share */
export function bar(share) {
  const width = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return h("span", { class: "bar", "aria-hidden": "true" }, h("span", { class: "bar-fill", style: { width: `${width}%` } }));
}
