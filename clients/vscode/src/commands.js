"use strict";

const vscode = require("vscode");
const choices = require("./choices");
const { hasMovedOn, wordsOf } = require("./refusal");

/** @typedef {import("./coach").Coach} Coach */
/** @typedef {import("./shared/wire").Actions} Actions */
/** @typedef {import("./shared/wire").AnyAction} AnyAction */
/** @typedef {ReturnType<typeof choices.cardChoices>[number]} CardChoice */

/**
 * A list of cards to pick from; the daemon searches for what is typed.
 *
 * @param {Coach} coach
 * @param {string} title
 * @returns {Promise<string | undefined>} the card's number
 */
function pickCard(coach, title) {
  /** @type {vscode.QuickPick<CardChoice>} */
  const pick = vscode.window.createQuickPick();
  pick.title = title;
  pick.placeholder = "a part of its name, or its number";
  let asked = 0;
  const look = async (/** @type {string} */ query) => {
    const mine = ++asked;
    const found = await coach.searchCards(query).catch(() => []);
    // The answer to an earlier query is ignored.
    if (mine === asked) pick.items = choices.cardChoices(found);
  };
  return new Promise((resolve) => {
    pick.onDidChangeValue(look);
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.card);
      pick.dispose();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    look("");
    pick.show();
  });
}

/**
 * @param {Coach} coach
 * @param {Actions} answer
 * @returns {Promise<AnyAction | undefined>}
 */
async function pickAction(coach, answer) {
  const whose = answer.sideToAct === "you" ? "Your move" : "The enemy’s move";
  const listed = choices.actionChoices(answer);
  /** @type {{label: string, action: AnyAction | undefined}[]} */
  const items = [...listed];
  if (choices.mayPlayUnseenCards(coach.documents.state))
    items.unshift({ label: "Play a card…", action: undefined });
  const picked = await vscode.window.showQuickPick(items, {
    title: whose,
    placeHolder: "what happened",
  });
  if (picked === undefined || picked.action !== undefined) return picked?.action;
  const card = await pickCard(coach, `${whose}: which card?`);
  if (card === undefined) return undefined;
  const plays = choices
    .actionChoices(await coach.actions([card]))
    .filter(({ action }) => action.type === "play");
  if (plays.length === 0)
    throw new Error("the card can be played nowhere now: check the card and the board");
  const play = await vscode.window.showQuickPick(plays, { title: whose, placeHolder: "where" });
  return play?.action;
}

/** Lets the user pick one of the legal actions, or the drawn card, and sends it. @param {Coach} coach */
async function report(coach) {
  const answer = await coach.actions();
  const state = coach.documents.state;
  if (answer.actions.length === 0 && state?.phase === "draw") {
    await draw(coach);
    return;
  }
  if (answer.actions.length === 0)
    throw new Error(
      "nothing can be played: the match is over; “qbcoach: Undo” undoes the last action",
    );
  const action = await pickAction(coach, answer);
  if (action === undefined) return;
  try {
    await coach.act(action, answer.seq);
  } catch (error) {
    if (!hasMovedOn(error)) throw error;
    vscode.window.showInformationMessage("The session has moved on meanwhile: choose again.");
    await report(coach);
  }
}

/** @param {Coach} coach */
async function draw(coach) {
  const card = await pickCard(coach, "Which card did you draw?");
  if (card !== undefined) await coach.act({ type: "draw", card });
}

/** @param {Coach} coach */
async function pass(coach) {
  await coach.act({ type: "pass" });
}

/** @param {Coach} coach */
async function undo(coach) {
  await coach.undo();
}

/** @type {{label: string, description: string, mode: import("./shared/wire").Mode}[]} */
const MODES = [
  { label: "A live match", description: "you report what happens", mode: "live" },
  { label: "Against the daemon", description: "it deals and plays the enemy", mode: "simulated" },
  { label: "Analysis", description: "any card, any order", mode: "analysis" },
];
/** @type {{label: string, firstPlayer: import("./shared/wire").Side}[]} */
const FIRST = [
  { label: "You begin", firstPlayer: "you" },
  { label: "The enemy begins", firstPlayer: "enemy" },
];

/** @param {Coach} coach */
async function newSession(coach) {
  const kind = await vscode.window.showQuickPick(MODES, { title: "New session" });
  if (kind === undefined) return;
  if (kind.mode !== "live") {
    await coach.create(
      kind.mode === "simulated" ? { mode: kind.mode, autoplay: ["enemy"] } : { mode: kind.mode },
    );
    return;
  }
  const first = await vscode.window.showQuickPick(FIRST, { title: "New session" });
  if (first === undefined) return;
  const deck = await vscode.window.showQuickPick(choices.deckChoices(await coach.decks()), {
    title: "The enemy’s deck",
  });
  if (deck === undefined) return;
  const { firstPlayer } = first;
  let value = "";
  for (;;) {
    const typed = await vscode.window.showInputBox({
      title: "Your opening hand",
      prompt: "names or numbers, commas between",
      value,
      ignoreFocusOut: true,
    });
    if (typed === undefined) return;
    value = typed;
    try {
      await coach.create({
        mode: "live",
        firstPlayer,
        you: { hand: choices.namesIn(typed) },
        enemy: { deck: deck.tag },
      });
      return;
    } catch (error) {
      vscode.window.showErrorMessage(wordsOf(error));
    }
  }
}

/** @param {Coach} coach */
async function pickSession(coach) {
  const items = choices.sessionChoices(await coach.sessions());
  if (items.length === 0)
    throw new Error("there is no session yet: “qbcoach: New Session” begins one");
  const picked = await vscode.window.showQuickPick(items, { title: "Sessions" });
  if (picked !== undefined) await coach.open(picked.sessionId);
}

/** Commands about a session, by the part of their names after `qbcoach.`. */
const SESSION_COMMANDS = { report, draw, pass, undo, newSession, pickSession };

module.exports = { SESSION_COMMANDS };
