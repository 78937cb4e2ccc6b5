// @ts-check
// The next match against the same opponent, with the same decks and rules.

import { desk, refusalOf } from "./app.js";
import { decksOf } from "./own_deck.js";

/** @param {import("./table.js").OpenSession} session */
export async function rematch(session) {
  const { mode, rules, enemy } = session.match;
  const listed = desk.sessions.find((one) => one.sessionId === session.id);
  try {
    const decks = await decksOf(session.id);
    const { sessionId } = await desk.request("session/create", {
      mode,
      rules,
      title: listed?.title || null,
      you: { deck: decks.you ?? null },
      enemy: { deck: mode === "simulated" ? (decks.enemy ?? null) : null, tag: enemy.tag ?? null },
      ...(mode === "simulated" ? { autoplay: ["enemy"] } : {}),
    });
    desk.go(`session/${sessionId}`);
  } catch (failure) {
    session.refusal = { ...refusalOf(failure), at: "banner" };
    desk.redraw();
  }
}
