// @ts-check
// The overlay: subscribes to one session, or to the newest, and draws it.

import { Connection } from "../shared/connection.js";
import { draw, h, setMotion } from "../shared/dom.js";
import { onceAFrame } from "../shared/frame.js";
import { Session } from "../shared/session.js";
import { WinCourse } from "../shared/win_course.js";
import { nameCards, say, setLanguage, setPlayer } from "../shared/words.js";
import { entryWords } from "../widgets/log.js";
import { lookOf, paletteClass, topicsOf } from "./look.js";
import { stage } from "./stage.js";

/**
 * @typedef {import("../shared/session.js").Documents} Documents
 * @typedef {import("../shared/wire").Roster} Roster
 * @typedef {import("../shared/wire").Overlay} Overlay
 * @typedef {import("../shared/wire").PollNow} PollNow
 */

/** `Failed.code` of a subscription that the daemon has ended. */
const ENDED = 0;
/** Error code of the protocol. */
const UNKNOWN_SESSION = 1001;

const address = new URLSearchParams(location.search);
const root = document.documentElement;
const box = /** @type {HTMLElement} */ (document.getElementById("overlay"));
const noticeBox = /** @type {HTMLElement} */ (document.getElementById("notice"));
const newsBox = /** @type {HTMLElement} */ (document.getElementById("news"));

/** The desk shows here what it has not applied yet, and says what that is. */
const isPreview = address.has("preview");
const connection = new Connection({ token: address.get("token") });
const winCourse = new WinCourse(connection, () => redraw());
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

/** The latest poll. @type {import("../shared/wire").Poll | null} */
let poll = null;
/** The review of the match that is over, by session and moment. */
let review = {
  of: "",
  /** @type {import("../shared/wire").ResultReview | null} */
  found: null,
};

/** The poll is shown with the moment it is about, however late the page sees that. */
function pollNow() {
  const isShown =
    poll && poll.sessionId === session?.id && poll.seq === session.documents.state?.seq;
  return isShown ? poll : null;
}

/** The documents with the win chance, where the audience may see it. @returns {Documents} */
function documentsNow() {
  const documents = session?.documents ?? {};
  const seq = documents.state?.score ? documents.state.seq : undefined;
  // The preview is the streamer's own page.
  const audience = isPreview ? "player" : look.chanceAudience;
  const wanted =
    session && look.showsChance && seq !== undefined
      ? { sessionId: session.id, seq, audience }
      : null;
  winCourse.want(wanted);
  const { chances, latest } = winCourse;
  return wanted
    ? { ...documents, chances, chance: documents.coach?.winChance ?? latest }
    : documents;
}

/** Asks for the review of a match that is over, once. */
function askReview() {
  const state = session?.documents.state;
  if (!session || !state?.score || state.phase !== "over" || !look.widgets.includes("result"))
    return;
  const of = `${session.id} ${state.seq}`;
  if (review.of === of || connection.state !== "open") return;
  review = { of, found: null };
  connection.request("coach/result", { sessionId: session.id }).then(
    (found) => {
      if (review.of === of) review.found = found;
      redraw();
    },
    // Without it the card shows the result alone; after a reconnect it is asked for again.
    (failure) => {
      if (failure.lost && review.of === of) review.of = "";
    },
  );
}

const redraw = onceAFrame(() => {
  const documents = documentsNow();
  const { state } = documents;
  const isForViewers = look.audience === "stream" || look.streamer !== null;
  setPlayer(isForViewers ? (look.streamer ?? state?.you?.name ?? say("player")) : null);
  askReview();
  const shown = { documents, poll: pollNow(), review: review.found, cards };
  const { classes, children } = stage(look, shown);
  box.className = classes;
  draw(box, children);
  box.dataset.seq = String(state?.seq ?? "");
  box.dataset.session = session?.id ?? "";
  const last = look.isHidden ? null : documents.history?.entries.at(-1);
  const news = last ? entryWords(last, state) : "";
  if (newsBox.textContent !== news) newsBox.textContent = news;
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
  setLanguage(look.language).then(redraw);
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
  draw(noticeBox, text && !look.isHidden && h("p", { class: "notice" }, text));
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
    if (topic === "overlay" && !isPreview) setLook(/** @type {Overlay} */ (data).look);
    if (topic === "poll") {
      poll = /** @type {PollNow} */ (data).poll ?? null;
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

/** @param {import("../shared/wire").OverlayLook} next */
function setLook(next) {
  set = next;
  look = lookOf(address, set);
  dress();
  follow();
  redraw();
}

if (isPreview) {
  addEventListener("message", ({ origin, source, data }) => {
    if (origin === location.origin && source === parent && data?.look) setLook(data.look);
  });
  parent.postMessage({ preview: "ready" }, location.origin);
}

connection.onState(askCards);
dress();
redraw();
