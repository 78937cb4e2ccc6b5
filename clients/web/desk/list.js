// @ts-check
// The start page: the sessions of the daemon, and the form for a new one.

import { h } from "../shared/dom.js";
import { desk } from "./app.js";
import { refusalText } from "./finder.js";
import { newSession } from "./setup.js";
import { tellStart } from "./start_words.js";
import { tell } from "./words.js";

/** The session whose deletion awaits a second click. @type {string | null} */
let isAsked = null;
/** @type {{id: string, text: string} | null} */
let refusal = null;

export function sessionsPage() {
  return h(
    "div",
    { class: "sessions-page", key: "sessions" },
    h("h1", { class: "for-readers" }, tellStart("startTitle")),
    desk.mayAct && newSession(),
    h(
      "section",
      { class: "panel sessions", "aria-labelledby": "sessions-title", key: "list" },
      h("h2", { class: "panel-title", id: "sessions-title" }, tell("sessions")),
      desk.sessions.length === 0
        ? h("p", { class: "dim" }, tellStart("nothingListed"))
        : h("ul", { class: "session-list" }, desk.sessions.map(listed)),
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
  const name = session.title || tellStart("untitled", { mode: session.mode });
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
        ` · ${session.mode} · ${tellStart("turnOf", { turn: session.turn })}`,
        ` · ${state} · ${timeWords(session.updatedAt)}`,
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
        !session.closed &&
          act("close", tellStart("closeSession"), id, () =>
            desk.request("session/close", { sessionId: id }),
          ),
        act(
          "delete",
          tellStart(isAsked === id ? "reallyDelete" : "deleteSession"),
          id,
          () => remove(id),
          isAsked === id ? "danger-button" : "",
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
    if (action !== "delete") isAsked = null;
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
      onblur: action === "delete" ? () => forget(id) : null,
    },
    label,
  );
}

/** @param {string} id */
function forget(id) {
  if (isAsked !== id) return;
  isAsked = null;
  desk.redraw();
}

/** Deletes at the second click, because it cannot be undone. @param {string} id */
async function remove(id) {
  if (isAsked !== id) {
    isAsked = id;
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
