// @ts-check
// The coach's panel: the best move with its reasons, other moves, locks, and whether
// passing is safe.

import { h } from "../shared/dom.js";
import { mark } from "../shared/marks.js";
import { say } from "../shared/words.js";
import { bestMove, worth } from "../widgets/advice.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

/** @typedef {import("./table.js").OpenSession} OpenSession */

const REASONS = 4;
const OTHERS = 4;

/** @param {OpenSession} session */
export function counsel(session) {
  if (desk.role === "stream") return null;
  const { coach, state } = session.documents;
  const isCurrent = coach && state && coach.seq === state.seq;
  const [best, ...others] = isCurrent ? (coach.moves ?? []) : [];
  return h(
    "section",
    { class: "panel widget-advice", "aria-label": say("advice"), key: "advice" },
    h("h2", { class: "panel-title" }, say("advice")),
    best && coach
      ? bestMove(coach, best, REASONS)
      : h(
          "p",
          { class: "dim", key: "none" },
          isCurrent ? coach.message || say("noAdvice") : tell("thinking"),
        ),
    others.length > 0 &&
      h(
        "ol",
        { class: "other-moves", key: "others", "aria-label": tell("otherMoves") },
        others.slice(0, OTHERS).map((move) =>
          h(
            "li",
            { key: move.label },
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
    locks(session),
  );
}

/** @param {OpenSession} session */
function locks(session) {
  const { evaluation, state, coach } = session.documents;
  const found = evaluation?.locks;
  if (!found || !state || state.phase === "over") return null;
  const isSafe = session.passIsSafe;
  const notes = coach?.seq === state.seq ? (coach.notes ?? []) : [];
  return h(
    "div",
    { class: "locks", key: "locks" },
    (isSafe || session.passNeedsAsking) &&
      h(
        "p",
        { class: `pass-advice ${isSafe ? "pass-safe" : "pass-unsafe"}` },
        mark(isSafe ? "lock" : "down"),
        h("strong", null, tell(isSafe ? "passSafe" : "passUnsafe")),
      ),
    h(
      "dl",
      { class: "lane-locks" },
      found.lanes
        .map((lane) => [
          h(
            "dt",
            {
              key: `${lane.lane}-name`,
              class: lane.locked ? `side-${lane.locked}` : "side-neutral",
            },
            lane.locked && mark("lock"),
            lane.lane,
          ),
          h(
            "dd",
            { key: lane.lane, class: "dim" },
            lane.locked
              ? h(
                  "span",
                  { title: lane.proof },
                  say(lane.locked === "you" ? "lockedYours" : "lockedTheirs"),
                )
              : lane.proof,
          ),
        ])
        .flat(),
    ),
    notes.map((note) => h("p", { class: "dim", key: note }, note)),
  );
}
