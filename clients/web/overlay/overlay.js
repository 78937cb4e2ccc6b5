// @ts-check
// The overlay: follows one session, or the newest, and draws what it is told.

import { Connection } from "../shared/connection.js";
import { draw, h, setMotion } from "../shared/dom.js";
import { onceAFrame } from "../shared/frame.js";
import { Session } from "../shared/session.js";
import { say, setLanguage } from "../shared/words.js";
import { advice } from "../widgets/advice.js";
import { board } from "../widgets/board.js";
import { choices, foes, heroScore, woundsToCome } from "../widgets/combat.js";
import { course } from "../widgets/course.js";
import { enemy } from "../widgets/enemy.js";
import { hand } from "../widgets/hand.js";
import { log } from "../widgets/log.js";
import { score } from "../widgets/score.js";
import { threat } from "../widgets/threat.js";
import { lookOf, paletteClass, topicsOf } from "./look.js";

/** @typedef {import("../shared/session.js").Documents} Documents */

/** Codes of failures: a subscription that the daemon ended, and PROTOCOL's 1001. */
const ENDED = 0;
const UNKNOWN_SESSION = 1001;

const address = new URLSearchParams(location.search);
const root = document.documentElement;
const stage = /** @type {HTMLElement} */ (document.getElementById("overlay"));
const noticeBox = /** @type {HTMLElement} */ (document.getElementById("notice"));
const newsBox = /** @type {HTMLElement} */ (document.getElementById("news"));

const connection = new Connection({ token: address.get("token") });
/** What the desk has set. @type {any} */
let set = {};
let look = lookOf(address, set);
/** @type {string | null} */
let newest = null;
/** @type {Session | null} */
let session = null;
/** What the session was asked for, so that it is asked again only if that changes. */
let asked = "";
/** @type {string | null} */
let refused = null;
/** @type {Map<string, any>} */
const cards = new Map();

/** Where each widget stands. @type {Record<string, "score" | "board" | "side" | "below">} */
const AREAS = { score: "score", board: "board", threat: "side", advice: "side", hand: "side", enemy: "side", log: "below", course: "below" };

/** @param {string} widget @param {Documents} documents */
function drawn(widget, documents) {
  const isCombat = documents.state?.game === "mage-knight";
  const context = { audience: look.audience, cards };
  switch (widget) {
    case "score":
      return isCombat ? heroScore(documents) : score(documents);
    case "board":
      return isCombat ? foes(documents) : board(documents, { heat: look.widgets.includes("threat") });
    case "threat":
      return isCombat ? [woundsToCome(documents), choices(documents)] : threat(documents);
    case "advice":
      return advice(documents, context);
    case "hand":
      return hand(documents, context);
    case "enemy":
      return isCombat ? null : enemy(documents);
    case "log":
      return log(documents);
    case "course":
      return isCombat ? null : course(documents);
    default:
      return null;
  }
}

const redraw = onceAFrame(() => {
  const documents = session?.documents ?? {};
  /** @type {Map<string, any[]>} */
  const areas = new Map();
  if (documents.state) {
    for (const widget of look.widgets) {
      const area = AREAS[widget] ?? "side";
      const shown = [drawn(widget, documents)].flat().filter(Boolean);
      if (shown.length > 0) areas.set(area, [...(areas.get(area) ?? []), ...shown]);
    }
  }
  const main = areas.has("score") || areas.has("board") || areas.has("below");
  const only = areas.size === 1 && [...areas.values()][0]?.length === 1;
  stage.className = ["overlay", only ? "only-one" : "", areas.has("side") ? "" : "no-side", main ? "" : "no-main"].filter(Boolean).join(" ");
  draw(stage, [...areas].map(([area, shown]) => h("div", { class: `area area-${area}`, key: area }, shown)));
  stage.dataset.seq = String(documents.state?.seq ?? "");
  stage.dataset.session = session?.id ?? "";
  const last = documents.history?.entries.at(-1);
  if (last && newsBox.textContent !== last.text) newsBox.textContent = last.text;
  tellNotice();
});

function dress() {
  const names = [`theme-${look.theme}`, paletteClass(look.palette)];
  for (const name of [...root.classList]) {
    if (/^(theme|palette)-/.test(name) && !names.includes(name)) root.classList.remove(name);
  }
  root.classList.add(...names);
  root.style.setProperty("--scale", String(look.scale));
  setMotion(look.animate);
  setLanguage(look.language);
}

/** Follows what the look says, if it does not already. */
function follow() {
  const id = look.session ?? newest;
  const what = { sessionId: id ?? "", topics: topicsOf(look), audience: look.audience, delayMs: look.delayMs };
  const wanted = id === null ? "" : JSON.stringify(what);
  if (wanted === asked) return;
  asked = wanted;
  refused = null;
  const before = session;
  before?.end();
  session = null;
  if (id !== null) {
    const begun = new Session(connection, what, {
      changed: redraw,
      failed: (failure) => {
        begun.end();
        if (session !== begun) return;
        session = null;
        // A session that is gone shows nothing, and is looked for again with the next news.
        const gone = failure.code === ENDED || failure.code === UNKNOWN_SESSION;
        refused = gone ? null : failure.message;
        if (gone) asked = "";
        // A closed one can still be read; a deleted one will say that it is not known.
        if (failure.code === ENDED) setTimeout(follow, 500);
        redraw();
      },
    });
    session = begun;
    // The same session goes on showing what it did until its first word comes.
    if (before?.id === id) session.documents = { ...before.documents };
  }
  redraw();
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let clock;

/** A mark when what is shown may be old; nothing rather than what is long gone. */
function tellNotice() {
  const lost = connection.state !== "open";
  const age = Math.floor((performance.now() - connection.lostAt) / 1000);
  root.classList.toggle("stale", lost && session !== null);
  root.classList.toggle("blank", lost && session !== null && look.blankAfter > 0 && age >= look.blankAfter);
  let text = null;
  if (lost) text = session === null || connection.state === "connecting" ? say("connecting") : say("lost", { seconds: age });
  else if (refused) text = refused;
  else if (!session?.documents.state) text = look.session ? say("waitingFor", { session: look.session }) : say("waiting");
  draw(noticeBox, text && h("p", { class: "notice" }, text));
  if (lost && !clock) clock = setInterval(tellNotice, 1000);
  if (!lost && clock) {
    clearInterval(clock);
    clock = undefined;
  }
}

connection.onState(() => tellNotice());

connection.follow({
  method: "server/subscribe",
  params: {},
  end: "server/unsubscribe",
  take: ({ topic, data }) => {
    if (topic === "sessions") newest = data.newest;
    if (topic === "overlay") {
      set = data.look;
      look = lookOf(address, set);
      dress();
      redraw();
    }
    follow();
  },
  fail: (failure) => {
    refused = say("notAllowed", { reason: failure.message });
    tellNotice();
  },
});

// What cards cost and are worth, for the hand; the rest does not wait for it.
if (address.get("audience") === "player") {
  connection.onState((state) => {
    if (state !== "open" || cards.size > 0) return;
    connection.request("cards/list").then(
      ({ cards: all }) => {
        for (const card of all) cards.set(card.id, card);
        redraw();
      },
      () => {},
    );
  });
}

dress();
redraw();
