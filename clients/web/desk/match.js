// @ts-check
// The page of a match: what is due, the board, your hand, and the coach's panel.

import { h } from "../shared/dom.js";
import { inWords, say } from "../shared/words.js";
import { board, LANES, tileWords } from "../widgets/board.js";
import { course } from "../widgets/course.js";
import { enemy } from "../widgets/enemy.js";
import { score } from "../widgets/score.js";
import { threat } from "../widgets/threat.js";
import { desk } from "./app.js";
import { distinct, found, weights } from "./catalogue.js";
import { counsel } from "./counsel.js";
import { finder, refusalText } from "./finder.js";
import { drewCards, handIn, openingHand, ownHand } from "./own.js";
import { deckLeft } from "./own_deck.js";
import { timeline } from "./past.js";
import { rematch } from "./rematch.js";
import { review, reviewBoards } from "./review.js";
import { tell } from "./words.js";

import { openFix, openPosition } from "./match_keys.js";

export { matchKey } from "./match_keys.js";

/**
 * @typedef {import("./table.js").OpenSession} OpenSession
 * @typedef {import("./due.js").Due} Due
 */

const LAST_COLUMN = 5;

/** "Play …", or only "Pass". @param {import("../shared/documents").Move} best */
function bestLabel(best) {
  return best.action.type === "pass" ? best.label : tell("playBest", { move: inWords(best.label) });
}

/** @param {OpenSession} session */
export function matchPage(session) {
  const { moment } = session.past;
  const documents = moment?.documents ?? session.documents;
  const due = session.due;
  const isOver = session.state?.phase === "over";
  const withChance = session.documentsWithChance;
  const seen = session.guess.hides ? session.documents : withChance;
  // A wide window has room beside the board, others have it below.
  const isWide = matchMedia("(min-width: 1601px)").matches;
  return h(
    "div",
    {
      class: `match due-${due.kind}${moment ? " in-past" : ""}`,
      key: `match-${session.id}`,
      "data-play": true,
    },
    h("h1", { class: "for-readers", id: "page-title" }, tell("matchTitle", { id: session.id })),
    h(
      "div",
      { class: "match-main" },
      banner(session, due),
      score(moment ? documents : seen, { chance: true }),
      h(
        "div",
        {
          class: "board-frame",
          id: "board",
          "data-session": session.id,
          "data-seq": documents.state?.seq ?? "",
          "data-phase": documents.state?.phase ?? "",
          "data-due": due.kind,
        },
        boardOf(session, documents),
        tileNote(session),
      ),
      reviewBoards(session),
      ownHand(session, documents),
      tools(session),
    ),
    h(
      "aside",
      { class: "match-side", "aria-label": tell("besides") },
      h(
        "div",
        { class: "side-part" },
        moment ? null : counsel(session),
        isOver && review(session),
        documents.state?.phase === "over" ? null : threat(documents),
      ),
      h(
        "div",
        { class: "side-part" },
        isWide && course(seen),
        isWide && timeline(session.past),
        moment ? null : deckLeft(session),
        moment ? null : enemy(documents, session.open ? (card) => chooseHeld(session, card) : null),
        !isOver && review(session),
      ),
    ),
    h("div", { class: "match-below" }, !isWide && timeline(session.past), !isWide && course(seen)),
  );
}

/** @param {OpenSession} session @param {Due} due */
export function banner(session, due) {
  return h(
    "section",
    {
      class: "panel banner",
      id: "banner",
      tabindex: "-1",
      "aria-label": tell("dueNow"),
      key: "banner",
    },
    h(
      "div",
      { class: "banner-words" },
      h("h2", { class: "banner-title" }, due.words),
      due.how && h("p", { class: "banner-how" }, due.how),
      session.guess.verdict &&
        h("p", { class: "banner-verdict", role: "status" }, session.guess.verdict),
    ),
    unsureBar(session),
    session.open && session.asksPass
      ? passQuestion(session)
      : session.open || session.past.moment || due.kind === "closed"
        ? offered(session, due)
        : null,
    session.watch?.draw(),
    session.refusal?.at === "banner" && refusalText(session.refusal),
  );
}

/** @param {OpenSession} session */
function unsureBar(session) {
  const { unsure } = session;
  if (!unsure) return null;
  const text = tell(unsure.state === "lost" ? "unsureLost" : "unsureNotDone", {
    what: unsure.words,
  });
  return h(
    "div",
    { class: "unsure", role: "alert", key: "unsure" },
    h("p", null, text),
    unsure.state === "notDone" &&
      button("send-again", tell("sendAgain"), () => session.sendAgain(), "primary"),
    button("forget", tell("forget"), () => session.forgetUnsure()),
  );
}

/** @param {OpenSession} session */
function passQuestion(session) {
  const { coach } = session.documents;
  return h(
    "div",
    {
      class: "pass-question",
      role: "alertdialog",
      "aria-label": tell("passTitle"),
      "aria-describedby": "pass-why",
      key: "pass",
    },
    h(
      "p",
      { id: "pass-why" },
      h("strong", null, tell("passTitle")),
      ` ${tell("passWhy")}`,
      (coach?.notes ?? []).map((note) => ` ${note}`),
    ),
    h(
      "div",
      { class: "row" },
      button("confirm-pass", tell("passAnyway"), () => session.pass(), "danger-button", "P"),
      button("cancel-pass", tell("passNot"), () => session.back(), "", "Esc"),
    ),
  );
}

/** The controls for what is due, and no others. @param {OpenSession} session @param {Due} due */
function offered(session, due) {
  switch (due.kind) {
    case "past":
      return row(
        button("now", tell("toNow"), () => session.past.toNow(), "primary", "Esc"),
        button("step-back", tell("stepBack"), () => session.past.step(-1), "", "["),
        button("step-on", tell("stepOn"), () => session.past.step(1), "", "]"),
      );
    case "hand":
      return openingHand(session);
    case "mulligan": {
      const { size } = session.replace;
      const label = size === 0 ? tell("keepAll") : tell("change", { cards: size });
      return row(button("mulligan", label, () => handIn(session), "primary", "M"));
    }
    case "drew":
      return drewCards(session);
    case "draw":
      return row(cardFinder(session, tell("drawLabel")));
    case "over":
      return row(
        session.open &&
          session.match.mode !== "analysis" &&
          button("rematch", tell("rematch"), () => rematch(session), "primary", "R"),
      );
    case "closed":
      return row(
        desk.mayAct && button("reopen", tell("reopen"), () => session.reopen(), "primary"),
      );
    case "you":
      return row(
        session.best &&
          (session.guess.hides
            ? button("reveal", tell("reveal"), () => session.guess.reveal(), "", "A")
            : button(
                "play-best",
                bestLabel(session.best),
                () => session.playAdvice(),
                "primary",
                "A",
              )),
        cardFinder(session, tell("ownLabel")),
        button("pass", say("pass"), () => session.pass(), session.passIsSafe ? "safe" : "", "P"),
      );
    case "enemy":
      return row(
        cardFinder(
          session,
          session.tile ? tell("enemyLabelAt", { tile: session.tile }) : tell("enemyLabel"),
        ),
        button("pass", tell("enemyPassed"), () => session.pass(), "", "P"),
      );
    default:
      return null;
  }
}

/** @param {OpenSession} session @param {string} label */
function cardFinder(session, label) {
  const { documents } = session;
  const { hand } = documents;
  const state = session.match;
  const kind = session.due.kind;
  const own = state.you.hand ?? [];
  let cards = /** @type {import("./catalogue.js").Named[]} */ ([...desk.catalogue.cards.values()]);
  /** @type {Map<string, number> | undefined} */
  let likely;
  if (kind === "draw") {
    const { left } = session.deck;
    // Cards that are not in the deck are found only if none that is left fits.
    const own = left.map(({ card }) => card);
    const fits = own.length > 0 && found(own, session.finder.text).length > 0;
    cards = fits ? own : desk.catalogue.ordinary;
    likely = weights(own);
  }
  if (kind === "you" && own.length > 0 && state.mode !== "analysis") cards = distinct(own);
  if (kind === "enemy" && state.mode === "simulated") cards = distinct(state.enemy.hand);
  if (kind === "enemy" && state.mode === "live")
    likely = new Map((hand?.marginals ?? []).map((one) => [one.card.id, one.probability]));
  return finder({
    id: "finder",
    label,
    state: session.finder,
    cards,
    likely,
    first: session.tile ? session.playable.get(session.tile) : undefined,
    refusal: session.refusal?.at === "finder" ? session.refusal : null,
    back: () => session.back(),
    pick: (card) => {
      if (kind === "draw") {
        session.draw(card);
        return;
      }
      session.finder.text = card.name;
      session.choose(card, null);
    },
  });
}

/** @param {...import("../shared/dom.js").Child} children */
function row(...children) {
  return h("div", { class: "row offered", key: "offered" }, children);
}

/**
 * @param {string} action
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [kind]
 * @param {string} [key]
 */
export function button(action, label, onclick, kind = "", key = "") {
  return h(
    "button",
    {
      type: "button",
      class: kind,
      "data-action": action,
      key: action,
      "aria-keyshortcuts": key || null,
      onclick,
    },
    h("span", null, label),
    key && h("kbd", { "aria-hidden": "true" }, key),
  );
}

/** A card of the enemy that may be there, chosen by mouse. @param {OpenSession} session @param {import("./catalogue.js").Named} card */
function chooseHeld(session, card) {
  if (session.due.kind !== "enemy") {
    session.refusal = { at: "banner", text: tell("notEnemysTurn") };
    desk.redraw();
    return;
  }
  session.choose(card, null);
}

/** The tile of the enemy's last play. @param {import("../shared/session.js").Documents} documents @param {number} seq */
function lastEnemyTile(documents, seq) {
  const entries = documents.history?.entries ?? [];
  const moves = entries.filter(
    (entry) => entry.seq <= seq && (entry.action === "play" || entry.action === "pass"),
  );
  const last = moves.filter((entry) => entry.side === "enemy").at(-1);
  return last?.action === "play" ? last.tile : undefined;
}

/** @param {OpenSession} session @param {import("../shared/session.js").Documents} documents */
function boardOf(session, documents) {
  const { card, offers, cursor, preview } = session;
  const best =
    session.open && !card && session.due.kind === "you" && !session.guess.hides
      ? session.best?.action
      : undefined;
  const bestTile = best?.type === "play" ? best.tile : undefined;
  const lastTile = lastEnemyTile(session.documents, documents.state?.seq ?? 0);
  const isAfter = preview.shown !== null;
  const changed = isAfter ? preview.changed() : new Set();
  const lit = session.lit;
  return board(preview.on(documents), {
    role: "grid",
    // What the enemy may do is worked out a little later than the board.
    heat:
      session.showsThreat &&
      !card &&
      documents.state?.phase !== "over" &&
      documents.threat?.seq === documents.state?.seq,
    before: isAfter ? documents.state?.score : undefined,
    decorate: (tile) => {
      const isLegal = offers?.has(tile.tile);
      const number = lit.indexOf(tile.tile) + 1;
      const says = [
        tileWords(tile),
        card && offers ? tell(isLegal ? "legal" : "illegal", { card: card.name }) : "",
        tile.tile === bestTile ? tell("bestHere") : "",
        tile.tile === lastTile ? tell("lastHere") : "",
      ];
      const classes = [
        card && offers ? (isLegal ? "tile-legal" : "tile-illegal") : "",
        tile.tile === session.tile ? "tile-target" : "",
        tile.tile === bestTile ? "tile-best" : "",
        tile.tile === lastTile ? "tile-last" : "",
        changed.has(tile.tile) ? "tile-changed" : "",
      ];
      return {
        tag: "button",
        words: says.filter(Boolean).join(", "),
        attrs: {
          type: "button",
          role: "gridcell",
          class: classes.filter(Boolean).join(" "),
          tabindex: tile.tile === cursor ? "0" : "-1",
          "aria-selected": tile.tile === session.tile ? "true" : "false",
          onclick: (event) =>
            session.pick(tile.tile, /** @type {PointerEvent} */ (event).pointerType === "touch"),
          onfocus: () => {
            session.cursor = tile.tile;
            if (session.card) preview.look(tile.tile);
          },
          onmouseenter: () => session.card && preview.look(tile.tile),
          onkeydown: (event) => moveOver(session, tile.tile, event),
          ondragover: (event) => session.card && event.preventDefault(),
          ondrop: (event) => {
            event.preventDefault();
            if (session.card) session.play(session.card, tile.tile);
          },
        },
        inside: [
          tile.tile === bestTile &&
            h("span", { class: "best-mark", "aria-hidden": "true", key: "best" }, "A"),
          tile.tile === lastTile &&
            !card &&
            h("span", { class: "last-mark", "aria-hidden": "true", key: "last" }, tell("last")),
          card &&
            number > 0 &&
            number < 11 &&
            h("kbd", { class: "lit-mark", "aria-hidden": "true", key: "lit" }, number % 10),
        ],
      };
    },
  });
}

/** @param {OpenSession} session @param {string} from @param {KeyboardEvent} event */
function moveOver(session, from, event) {
  const [lane = "", column = ""] = from.split("-");
  let row = LANES.indexOf(lane);
  let at = Number(column);
  if (event.key === "ArrowUp") row -= 1;
  else if (event.key === "ArrowDown") row += 1;
  else if (event.key === "ArrowLeft") at -= 1;
  else if (event.key === "ArrowRight") at += 1;
  else if (event.key === "Home") at = 1;
  else if (event.key === "End") at = LAST_COLUMN;
  else return;
  event.preventDefault();
  if (row < 0 || row >= LANES.length || at < 1 || at > LAST_COLUMN) return;
  session.cursor = `${LANES[row]}-${at}`;
  desk.focusOn(`[data-tile="${session.cursor}"]`);
  desk.redraw();
}

/** The daemon's refusal, shown at the tile it is about. @param {OpenSession} session */
function tileNote(session) {
  const { refusal } = session;
  if (refusal?.at !== "tile" || !refusal.tile) return null;
  const [lane = "", column = ""] = refusal.tile.split("-");
  const x = 10 + (Number(column) - 0.5) * 16;
  const y = ((LANES.indexOf(lane) + 0.62) / LANES.length) * 100;
  return h(
    "div",
    {
      class: "tile-note",
      role: "alert",
      "data-note": refusal.tile,
      key: `note-${refusal.tile}`,
      style: { left: `${Math.min(82, Math.max(18, x))}%`, top: `${y}%` },
    },
    refusal.text,
  );
}

/** @param {OpenSession} session */
async function openPoll(session) {
  try {
    const { pollPanel } = await import("./poll.js");
    desk.open({ label: tell("askViewers"), draw: () => [pollPanel(session.id)] });
  } catch {
    // The file could not be loaded: the connection is lost, which the page shows already.
  }
}

/** @param {OpenSession} session */
function tools(session) {
  const { state } = session;
  return h(
    "div",
    { class: "row tools", role: "group", "aria-label": tell("tools"), key: "tools" },
    session.open && button("undo", tell("undo"), () => session.undo(), "", "U"),
    session.open &&
      session.canRedo &&
      button("redo", tell("redo"), () => session.redo(), "", "Ctrl+Y"),
    session.open &&
      state?.mode === "live" &&
      button("fix-hand", tell("fixHand"), () => openFix(session, "fixHandDialog"), "", "H"),
    session.open &&
      button("fix-tile", tell("fixTile"), () => openFix(session, "fixTileDialog"), "", "F"),
    session.open &&
      state?.mode === "live" &&
      button("fix-deck", tell("fixDeck"), () => openFix(session, "fixDeckDialog")),
    desk.mayAct &&
      state?.phase !== "mulligan" &&
      button("analyse", tell("analyse"), () => openPosition(session, "analyse")),
    session.open &&
      state?.mode === "analysis" &&
      button("change-hands", tell("changeHands"), () => openPosition(session, "changeHands")),
    desk.mayAct &&
      !desk.isOnAir(session.id) &&
      button("air", tell("putOnAir"), () =>
        desk.request("overlay/set", { look: { ...desk.look, session: session.id } }),
      ),
    session.open &&
      desk.isOnAir(session.id) &&
      button("poll", tell("askViewers"), () => openPoll(session)),
    desk.role !== "stream" &&
      button("share", tell("share"), () => openPosition(session, "shareDialog")),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        name: "threat",
        checked: session.showsThreat,
        onchange: (event) => {
          session.showsThreat = event.target.checked;
          desk.redraw();
        },
      }),
      tell("showThreat"),
    ),
    desk.mayAct &&
      state?.mode !== "analysis" &&
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          name: "guess",
          checked: desk.guesses,
          onchange: (event) => desk.setGuesses(event.target.checked),
        }),
        tell("guessFirst"),
      ),
    desk.role !== "stream" &&
      button("export", tell("export"), () => desk.openExport(session.id), "", "E"),
  );
}
