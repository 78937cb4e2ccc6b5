// @ts-check
// The start page: the sessions of the daemon, and the form for a new one.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { refusalText } from "./finder.js";
import { firstPart } from "./first.js";
import { chooseKind, draft, newSession } from "./setup.js";
import { tellStart } from "./start_words.js";
import { tell } from "./words.js";

/** The act that awaits a second click, with its session. @type {string | null} */
let isAsked = null;
/** How many sessions are listed before the others are asked for. */
const SHOWN = 12;
let showsAll = false;
/** @type {{id: string, text: string} | null} */
let refusal = null;

export function sessionsPage() {
  return h(
    "div",
    { class: "sessions-page", key: "sessions" },
    firstPart(chooseKind, draft.kind),
    desk.mayAct && newSession(),
    h(
      "section",
      { class: "panel sessions", "aria-labelledby": "sessions-title", key: "list" },
      h("h2", { class: "panel-title", id: "sessions-title" }, tell("sessions")),
      desk.sessions.length === 0
        ? h("p", { class: "dim" }, tellStart("nothingListed"))
        : h(
            "ul",
            { class: "session-list" },
            (showsAll ? desk.sessions : desk.sessions.slice(0, SHOWN)).map(listed),
          ),
      desk.sessions.length > SHOWN &&
        !showsAll &&
        h(
          "button",
          {
            type: "button",
            "data-action": "all-sessions",
            onclick: () => ((showsAll = true), desk.redraw()),
          },
          tellStart("allSessions", { sessions: desk.sessions.length }),
        ),
    ),
  );
}

/** @param {import("../shared/wire").ListedSession} session */
function listed(session) {
  const id = session.sessionId;
  const isOnAir = desk.look.session === id;
  const isNewest = !desk.look.session && desk.newest === id;
  const state = session.closed
    ? tellStart("stateClosed")
    : session.over
      ? tellStart("stateOver")
      : tellStart("stateRuns");
  const name = session.title || tellStart("untitled", { mode: tellStart(`mode_${session.mode}`) });
  return h(
    "li",
    { class: "listed", key: id, "data-session": id },
    h(
      "div",
      { class: "listed-what" },
      h("a", { class: "listed-name", href: `#/session/${id}` }, name),
      h(
        "p",
        { class: "dim" },
        h("span", { class: "number" }, id),
        ` · ${tellStart(`mode_${session.mode}`)} · ${tellStart("turnOf", { turn: session.turn })}`,
        ` · ${state}${resultWords(session.result)} · ${timeWords(session.updatedAt)}`,
      ),
      (isOnAir || isNewest) &&
        h("p", { class: "on-air" }, tellStart(isOnAir ? "onAir" : "newestOnAir")),
    ),
    desk.mayAct &&
      h(
        "div",
        { class: "row", role: "group", "aria-label": name },
        act("air", isOnAir ? tellStart("takeOff") : tellStart("putOnAir"), id, () =>
          desk.request("overlay/set", { look: { ...desk.look, session: isOnAir ? null : id } }),
        ),
        session.closed
          ? act("reopen", tellStart("reopenSession"), id, () =>
              desk.request("session/reopen", { sessionId: id }),
            )
          : act(
              "close",
              tellStart(isAsked === `close ${id}` ? "reallyClose" : "closeSession"),
              id,
              () => close(id, session.over),
              isAsked === `close ${id}` ? "danger-button" : "",
            ),
        act(
          "delete",
          tellStart(isAsked === `delete ${id}` ? "reallyDelete" : "deleteSession"),
          id,
          () => remove(id),
          isAsked === `delete ${id}` ? "danger-button" : "",
        ),
      ),
    refusal?.id === id && refusalText(refusal),
  );
}

/**
 * @param {string} action
 * @param {string} label
 * @param {string} id
 * @param {() => Promise<unknown>} run
 * @param {string} [kind]
 */
function act(action, label, id, run, kind = "") {
  const onclick = async () => {
    if (isAsked !== `${action} ${id}`) isAsked = null;
    refusal = null;
    try {
      await run();
    } catch (failure) {
      refusal = { id, text: /** @type {Error} */ (failure).message };
    }
    desk.list();
    desk.redraw();
  };
  return h(
    "button",
    {
      type: "button",
      class: `small ${kind}`,
      "data-action": action,
      key: action,
      onclick,
      onblur: action === "delete" || action === "close" ? () => forget(`${action} ${id}`) : null,
    },
    label,
  );
}

/** @param {string} asked */
function forget(asked) {
  if (isAsked !== asked) return;
  isAsked = null;
  desk.redraw();
}

/** Closes a match that runs at the second click. @param {string} id @param {boolean} isOver */
async function close(id, isOver) {
  if (!isOver && isAsked !== `close ${id}`) {
    isAsked = `close ${id}`;
    desk.announce(tellStart("reallyClose"));
    return;
  }
  isAsked = null;
  await desk.request("session/close", { sessionId: id });
}

/** @param {import("../shared/wire").MatchResult | null | undefined} result */
function resultWords(result) {
  return result ? ` ${result.totalYou}–${result.totalEnemy}` : "";
}

/** Deletes at the second click, because it cannot be undone. @param {string} id */
async function remove(id) {
  if (isAsked !== `delete ${id}`) {
    isAsked = `delete ${id}`;
    desk.announce(tellStart("reallyDelete"));
    return;
  }
  isAsked = null;
  await desk.request("session/delete", { sessionId: id });
  // Otherwise overlays would wait for a session that does not exist.
  if (desk.look.session === id)
    await desk.request("overlay/set", { look: { ...desk.look, session: null } });
}

/** @param {string} time */
function timeWords(time) {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString();
}
