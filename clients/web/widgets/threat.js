// @ts-check
// The enemy's likeliest replies, the risk beside them, and the pressure on each lane.

import { h } from "../shared/dom.js";
import { percent, say, signed } from "../shared/words.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/documents").Threat} Threat
 * @typedef {import("../shared/wire").ShownOutcome} Outcome
 * @typedef {Outcome & {card: import("../shared/wire").CardName, tile: string}} Reply
 */

/** The outcomes in which the enemy plays a card. @param {Threat | undefined} threat */
function repliesOf(threat) {
  /** @type {Outcome[]} */
  const outcomes = threat?.outcomes ?? [];
  return /** @type {Reply[]} */ (outcomes.filter((outcome) => outcome.card));
}

/** Rarer replies are not shown. */
const LIKELY_ENOUGH = 0.03;
/** How many likely replies are listed. */
const SHOWN = 3;

/**
 * The play that is best for the enemy, of those that are likely enough; the likelier one of
 * equals.
 * @param {Threat | undefined} threat
 */
export function worstReply(threat) {
  /** @type {Reply | null} */
  let worst = null;
  for (const outcome of repliesOf(threat)) {
    if (outcome.weight < LIKELY_ENOUGH) continue;
    const isWorse = !worst || outcome.resultingScore > worst.resultingScore;
    const isLikelier =
      worst && outcome.resultingScore === worst.resultingScore && outcome.weight > worst.weight;
    if (isWorse || isLikelier) worst = outcome;
  }
  return worst;
}

/** The likeliest replies, a pass included. @param {Threat} threat @returns {Outcome[]} */
export function likelyReplies(threat) {
  const likely = (threat.outcomes ?? []).filter((outcome) => outcome.weight >= LIKELY_ENOUGH);
  return likely.sort((one, other) => other.weight - one.weight).slice(0, SHOWN);
}

/** @param {Documents} documents */
export function threat(documents) {
  const { threat: map } = documents;
  if (!map?.outcomes) return null;
  const likely = likelyReplies(map);
  const worst = worstReply(map);
  const lanes = Object.entries(map.lanePressure ?? {});
  const order = ["TOP", "MID", "BOT"];
  lanes.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return h(
    "section",
    { class: "panel widget-threat", "aria-label": say("threat"), key: "threat" },
    h("h2", { class: "panel-title" }, say("likelyReplies")),
    likely.length === 0
      ? h("p", { class: "dim" }, say(map.outcomes.length > 0 ? "noneLikely" : "safe"))
      : h(
          "ul",
          { class: "likely-replies" },
          likely.map((outcome) => replyLine(outcome)),
        ),
    worst &&
      !likely.includes(worst) &&
      h(
        "p",
        { class: "threat-risk" },
        `${say("risk")}: `,
        h("strong", null, worst.card.name),
        ` → ${worst.tile} `,
        h("span", { class: "number" }, percent(worst.weight)),
      ),
    likely.length > 0 &&
      map.basis &&
      h(
        "p",
        { class: "dim threat-scores" },
        `${say("worthThen")}: ${say("atWorst")} ${signed(-map.bestEnemyScore, 1)}, `,
        `${say("expected")} ${signed(-map.expectedBestReply, 1)}`,
      ),
    lanes.length > 0 &&
      h(
        "ul",
        { class: "lane-bars" },
        lanes.map(([lane, pressure]) =>
          h(
            "li",
            { class: "lane-bar", key: lane },
            h("span", null, lane),
            bar(pressure / 8),
            h("span", { class: "number" }, signed(-pressure, 1)),
          ),
        ),
      ),
  );
}

/** @param {Outcome} outcome */
function replyLine({ card, tile, weight }) {
  return h(
    "li",
    { class: "threat-reply", key: `${card?.id ?? "pass"}${tile ?? ""}` },
    h("strong", { "data-shows": card?.id ?? null }, card?.name ?? say("pass")),
    tile && ` → ${tile}`,
    " ",
    h("span", { class: "threat-chance number" }, percent(weight)),
  );
}

/** @param {number} share */
export function bar(share) {
  const width = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return h(
    "span",
    { class: "bar", "aria-hidden": "true" },
    h("span", { class: "bar-fill", style: { width: `${width}%` } }),
  );
}
