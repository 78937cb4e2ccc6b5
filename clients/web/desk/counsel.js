// @ts-check
// The coach beside the board: the best move and why, others, what is locked, whether to pass.

import { h } from "../shared/dom.js";
import { mark } from "../shared/marks.js";
import { say, signed } from "../shared/words.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

const REASONS = 4;
const OTHERS = 4;

/** @param {import("./table.js").Table} table */
export function counsel(table) {
  if (desk.role === "stream") return null;
  const { coach, state } = table.documents;
  const isCurrent = coach && state && coach.seq === state.seq;
  const [best, ...others] = isCurrent ? coach.moves ?? [] : [];
  return h(
    "section",
    { class: "panel widget-advice", "aria-label": say("advice"), key: "advice" },
    h("h2", { class: "panel-title" }, say("advice")),
    best
      ? [
          h("p", { class: `advice-move quality-${best.quality}`, key: "move", flash: best.label }, best.label),
          h("p", { class: "advice-quality", key: "quality" }, best.quality, best.marginAfter === undefined ? "" : ` · ${say("margin")} ${signed(best.marginAfter)}`),
          h("ul", { class: "reasons", key: "reasons" }, (best.reasons ?? []).slice(0, REASONS).map((/** @type {any} */ reason) => h("li", { key: reason.tag + reason.text, class: reason.weight < 0 ? "reason-against" : "reason-for" }, reason.text))),
        ]
      : h("p", { class: "dim", key: "none" }, isCurrent ? coach.message || say("noAdvice") : tell("thinking")),
    others.length > 0 &&
      h(
        "ol",
        { class: "other-moves", key: "others", "aria-label": tell("otherMoves") },
        others.slice(0, OTHERS).map((/** @type {any} */ move) =>
          h(
            "li",
            { key: move.label },
            h("button", { type: "button", "data-move": move.rank, "aria-disabled": table.mayPlayAdvice ? null : "true", onclick: () => table.playAdvice(move) }, h("span", null, move.label), h("span", { class: "dim" }, move.quality), h("span", { class: "number" }, signed(move.moveScore, 1))),
          ),
        ),
      ),
    locks(table),
  );
}

/** @param {import("./table.js").Table} table */
function locks(table) {
  const { evaluation, state, coach } = table.documents;
  const found = evaluation?.locks;
  if (!found || state.phase === "over") return null;
  const isSafe = table.passIsSafe;
  const notes = coach?.seq === state.seq ? coach.notes ?? [] : [];
  return h(
    "div",
    { class: "locks", key: "locks" },
    h(
      "p",
      { class: `pass-advice ${isSafe ? "pass-safe" : "pass-unsafe"}` },
      mark(isSafe ? "lock" : "down"),
      h("span", null, h("strong", null, tell(isSafe ? "passSafe" : "passUnsafe")), ` ${found.match.proof}`),
    ),
    h(
      "dl",
      { class: "lane-locks" },
      found.lanes.map((/** @type {any} */ lane) => [
        h("dt", { key: `${lane.lane}-name`, class: lane.locked ? `side-${lane.locked}` : "side-neutral" }, lane.locked && mark("lock"), lane.lane),
        h("dd", { key: lane.lane, class: "dim" }, lane.locked ? h("span", { title: lane.proof }, say("lockedFor", { side: say(lane.locked) })) : lane.proof),
      ]).flat(),
    ),
    notes.map((/** @type {string} */ note) => h("p", { class: "dim", key: note }, note)),
  );
}
