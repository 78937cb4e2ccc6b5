// @ts-check
// The overlay: subscribes to one session, or to the newest, and draws it.

import { Connection } from "../shared/connection.js";
import { draw, h, setMotion } from "../shared/dom.js";
import { onceAFrame } from "../shared/frame.js";
import { Session } from "../shared/session.js";
import { nameCards, say, setLanguage } from "../shared/words.js";
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

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/dom.js").Child} Child
 * @typedef {import("../shared/wire").Roster} Roster
 * @typedef {import("../shared/wire").Overlay} Overlay
 */

/** `Failed.code` of a subscription that the daemon has ended. */
const ENDED = 0;
/** Error code of the protocol. */
const UNKNOWN_SESSION = 1001;

const address = new URLSearchParams(location.search);
const root = document.documentElement;
const stage = /** @type {HTMLElement} */ (document.getElementById("overlay"));
const noticeBox = /** @type {HTMLElement} */ (document.getElementById("notice"));
const newsBox = /** @type {HTMLElement} */ (document.getElementById("news"));

const connection = new Connection({ token: address.get("token") });
/** What the desk has set. @type {import("../shared/wire").OverlayLook} */
let set = {};
let look = lookOf(address, set);
/** @type {string | null} */
let newest = null;
/** @type {Session | null} */
let session = null;
/** The params of the present subscription as JSON; another one is made only if they change. */
let asked = "";
/** @type {string | null} */
let refused = null;
/** @type {Map<string, import("../shared/wire").Card>} */
const cards = new Map();

/** The area of each widget. @type {Record<string, "score" | "board" | "side" | "below">} */
const AREAS = {
  score: "score",
  board: "board",
  threat: "side",
  advice: "side",
  hand: "side",
  enemy: "side",
  log: "below",
  course: "below",
};

/** @param {string} widget @param {Documents} documents */
function drawn(widget, documents) {
  const isCombat = documents.state?.game === "mage-knight";
  const context = { audience: look.audience, cards };
  switch (widget) {
    case "score":
      return isCombat ? heroScore(documents) : score(documents);
    case "board":
      return isCombat
        ? foes(documents)
        : board(documents, { heat: look.widgets.includes("threat") });
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
  /** @type {Map<string, Child[]>} */
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
  stage.className = [
    "overlay",
    only ? "only-one" : "",
    areas.has("side") ? "" : "no-side",
    main ? "" : "no-main",
  ]
    .filter(Boolean)
    .join(" ");
  draw(
    stage,
    [...areas].map(([area, shown]) => h("div", { class: `area area-${area}`, key: area }, shown)),
  );
  stage.dataset.seq = String(documents.state?.seq ?? "");
  stage.dataset.session = session?.id ?? "";
  const last = documents.history?.entries.at(-1);
  if (last && newsBox.textContent !== last.text) newsBox.textContent = last.text;
  drawNotice();
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
  nameCards(cards.values(), look.language);
  askCards();
}

/** Subscribes to the session and topics of the look, unless it has done so already. */
function follow() {
  const id = look.session ?? newest;
  const what = {
    sessionId: id ?? "",
    topics: topicsOf(look),
    audience: look.audience,
    delayMs: look.delayMs,
  };
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
        // A session that is gone shows nothing; the next update of the server tries again.
        const gone = failure.code === ENDED || failure.code === UNKNOWN_SESSION;
        refused = gone ? null : failure.message;
        if (gone) asked = "";
        // A closed session can be subscribed to again; a deleted one is an unknown session.
        if (failure.code === ENDED) setTimeout(follow, 500);
        redraw();
      },
    });
    session = begun;
    // The documents of the same session stay until the first update.
    if (before?.id === id) session.documents = { ...before.documents };
  }
  redraw();
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let clock;

/** Marks what is shown as old while the connection is lost, and hides it after `blankAfter` seconds. */
function drawNotice() {
  const lost = connection.state !== "open";
  const age = Math.floor((performance.now() - connection.lostAt) / 1000);
  root.classList.toggle("stale", lost && session !== null);
  root.classList.toggle(
    "blank",
    lost && session !== null && look.blankAfter > 0 && age >= look.blankAfter,
  );
  let text = null;
  if (lost)
    text =
      session === null || connection.state === "connecting"
        ? say("connecting")
        : say("lost", { seconds: age });
  else if (refused) text = refused;
  else if (!session?.documents.state)
    text = look.session ? say("waitingFor", { session: look.session }) : say("waiting");
  draw(noticeBox, text && h("p", { class: "notice" }, text));
  if (lost && !clock) clock = setInterval(drawNotice, 1000);
  if (!lost && clock) {
    clearInterval(clock);
    clock = undefined;
  }
}

connection.onState(() => drawNotice());

connection.follow({
  method: "server/subscribe",
  params: {},
  end: "server/unsubscribe",
  take: ({ topic, data }) => {
    if (topic === "sessions") newest = /** @type {Roster} */ (data).newest ?? null;
    if (topic === "overlay") {
      set = /** @type {Overlay} */ (data).look;
      look = lookOf(address, set);
      dress();
      redraw();
    }
    follow();
  },
  fail: (failure) => {
    refused = say("notAllowed", { reason: failure.message });
    drawNotice();
  },
});

/**
 * Asks for ranks and powers of cards, for the hand, and for their names in other languages.
 * Everything else is drawn without waiting for them.
 */
function askCards() {
  const isNeeded = look.audience === "player" || look.language === "ja";
  if (!isNeeded || connection.state !== "open" || cards.size > 0) return;
  connection.request("cards/list").then(
    ({ cards: all }) => {
      for (const card of all) cards.set(card.id, card);
      nameCards(all, look.language);
      redraw();
    },
    () => {},
  );
}

connection.onState(askCards);
dress();
redraw();
