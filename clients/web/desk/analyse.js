// @ts-check
// Positions to look at: opened from a moment of a match, and written as one line.

import { h } from "../shared/dom.js";
import { desk, refusalOf } from "./app.js";
import { copy } from "./exchange.js";
import { tell } from "./words.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("../shared/wire").MatchSnapshot} MatchSnapshot
 * @typedef {{position: string, hand: string[], enemyHand: string[], rules?: string}} Shared
 */

/** The snapshot that is shown, now or in the past. @param {OpenSession} session */
function shownState(session) {
  const documents = session.past.moment?.documents ?? session.documents;
  return /** @type {MatchSnapshot} */ (documents.state);
}

/** @param {MatchSnapshot} state @param {string} title */
export async function openAnalysis(state, title) {
  const { sessionId } = await desk.request("session/create", {
    mode: "analysis",
    rules: state.rules,
    position: state.position,
    you: { hand: (state.you.hand ?? []).map((card) => card.id) },
    enemy: { hand: state.enemy.hand.map((card) => card.id), tag: state.enemy.tag ?? null },
    title,
  });
  desk.go(`session/${sessionId}`);
}

/** Opens the shown moment as an analysis. @param {OpenSession} session */
export async function analyse(session) {
  const state = shownState(session);
  try {
    await openAnalysis(state, tell("analysisOf", { id: session.id, turn: state.turn }));
  } catch (failure) {
    session.refusal = { ...refusalOf(failure), at: "banner" };
    desk.redraw();
  }
}

/** Opens the form with this position, to give it other hands. @param {OpenSession} session */
export async function changeHands(session) {
  const state = session.match;
  const { setDraft } = await import("./setup.js");
  setDraft({
    kind: "Analysis",
    position: state.position,
    hand: state.you.hand ?? [],
    enemyHand: state.enemy.hand,
    ...(typeof state.rules === "string" ? { rules: state.rules } : {}),
  });
  desk.focus = "#new-hand";
  desk.go("");
}

/**
 * A position with both hands as one line that people can send each other.
 * @param {MatchSnapshot} state
 */
export function lineOf(state) {
  const rules = typeof state.rules === "string" ? state.rules : "";
  /** @param {string} word @param {{id: string}[]} cards */
  const hand = (word, cards) =>
    cards.length > 0 ? `${word} ${cards.map((card) => card.id).join(" ")}` : "";
  return [
    state.position,
    hand("hand", state.you.hand ?? []),
    hand("enemy", state.enemy.hand),
    rules && `rules ${rules}`,
  ]
    .filter(Boolean)
    .join(" | ");
}

/** What a pasted line means; a position alone is one as well. @param {string} line @returns {Shared} */
export function readLine(line) {
  const [position = "", ...parts] = line.split("|").map((part) => part.trim());
  /** @param {string} word */
  const after = (word) => {
    const part = parts.find((one) => one.startsWith(`${word} `));
    return part ? part.slice(word.length + 1).trim() : undefined;
  };
  /** @param {string | undefined} cards */
  const list = (cards) => (cards ? cards.split(/[\s,]+/) : []);
  return {
    position,
    hand: list(after("hand")),
    enemyHand: list(after("enemy")),
    rules: after("rules"),
  };
}

/** Shows the line of the shown moment. @param {OpenSession} session */
export function shareDialog(session) {
  const line = lineOf(shownState(session));
  let word = "";
  desk.open({
    label: tell("shareTitle"),
    draw: () => [
      h("p", { class: "dim", key: "why" }, tell("shareWhy")),
      h("input", {
        id: "shared",
        class: "code",
        readonly: true,
        "aria-label": tell("shareTitle"),
        value: line,
        key: "line",
        onfocus: (event) => event.target.select(),
      }),
      h(
        "div",
        { class: "row", key: "buttons" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            "data-action": "copy-line",
            onclick: async () => ((word = await copy(line, "shared")), desk.redraw()),
          },
          tell("copy"),
        ),
        h("span", { class: "dim", role: "status" }, word),
      ),
    ],
  });
}
