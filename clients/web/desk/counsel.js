// @ts-check
// The coach's panel: the best move with its reasons, other moves, locks, and whether
// passing is safe.

import { h } from "../shared/dom.js";
import { mark } from "../shared/marks.js";
import { inWords, percent, say } from "../shared/words.js";
import { bestMove, qualityWord, worth } from "../widgets/advice.js";
import { desk } from "./app.js";
import { tell } from "./words.js";

/** @typedef {import("./table.js").OpenSession} OpenSession */

const REASONS = 4;
const OTHERS = 4;

/** Hidden advice: you make your move first, then you see what the coach thinks of it. */
export class Guess {
  /** The event for which the advice was asked to be shown. */
  #revealed = -1;
  /** What your last move was worth. @type {string | null} */
  verdict = null;

  /** @param {import("./table.js").OpenSession} session */
  constructor(session) {
    this.session = session;
  }

  /** Whether the advice waits until you have made your move. */
  get hides() {
    const { session } = this;
    return desk.guesses && session.due.kind === "you" && this.#revealed !== session.seq;
  }

  reveal() {
    this.#revealed = this.session.seq;
    desk.redraw();
  }

  /** Compares your move with the coach's. @param {string} card @param {string} tile */
  judge(card, tile) {
    const { best, documents } = this.session;
    this.verdict = null;
    if (!this.hides || !best) return;
    const moves = /** @type {import("../shared/documents").Move[]} */ (
      documents.coach?.moves ?? []
    );
    const made = moves.find(
      ({ action }) => action.type === "play" && action.card === card && action.tile === tile,
    );
    const values = {
      move: inWords(best.label),
      best: percent(best.winChance ?? 0),
      chance: percent(made?.winChance ?? 0),
    };
    this.verdict = tell(made === best ? "guessRight" : made ? "guessNear" : "guessWrong", values);
  }
}

/** @param {OpenSession} session */
export function counsel(session) {
  const { coach, state } = session.documents;
  // After the end there is a review instead.
  if (desk.role === "stream" || state?.phase === "over") return null;
  const isCurrent = coach && state && coach.seq === state.seq;
  const [best, ...others] = isCurrent && !session.guess.hides ? (coach.moves ?? []) : [];
  return h(
    "section",
    { class: "panel widget-advice", "aria-label": say("advice"), key: "advice" },
    h("h2", { class: "panel-title" }, say("advice")),
    best && coach
      ? bestMove(coach, best, REASONS)
      : h(
          "p",
          { class: "dim", key: "none" },
          session.guess.hides
            ? tell("guessNow")
            : isCurrent
              ? coach.message || say("noAdvice")
              : tell("thinking"),
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
                title: tell("showMove"),
                onclick: () => session.propose(move),
              },
              h("span", null, move.label),
              h("span", { class: "dim" }, qualityWord(move)),
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
