// @ts-check
// The page of a match: what is due, the board, your hand, the coach beside it.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { board, LANES, tileWords } from "../widgets/board.js";
import { course } from "../widgets/course.js";
import { enemy } from "../widgets/enemy.js";
import { score } from "../widgets/score.js";
import { threat } from "../widgets/threat.js";
import { desk } from "./app.js";
import { weights } from "./catalogue.js";
import { counsel } from "./counsel.js";
import { finder, refusalText } from "./finder.js";
import { fixHandDialog, fixTileDialog } from "./fix.js";
import { drewCards, handIn, openingHand, ownHand } from "./own.js";
import { timeline } from "./past.js";
import { tell } from "./words.js";

export { matchKey } from "./match_keys.js";

/** @typedef {import("./table.js").Table} Table */

const LAST_COLUMN = 5;

/** A pass has no card to play. @param {any} best */
function bestLabel(best) {
  return best.action.type === "pass" ? best.label : tell("playBest", { move: best.label });
}

/** @param {Table} table */
export function matchPage(table) {
  const { moment } = table.past;
  const documents = moment?.documents ?? table.documents;
  const due = table.due;
  return h(
    "div",
    { class: `match due-${due.kind}${moment ? " in-past" : ""}`, key: `match-${table.id}`, "data-play": true },
    h("h1", { class: "for-readers", id: "page-title" }, tell("matchTitle", { id: table.id })),
    h(
      "div",
      { class: "match-main" },
      banner(table, due),
      score(documents),
      h("div", { class: "board-frame", id: "board", "data-seq": documents.state?.seq ?? "", "data-phase": documents.state?.phase ?? "", "data-due": due.kind }, boardOf(table, documents), tileNote(table)),
      ownHand(table, documents),
      tools(table),
    ),
    h("aside", { class: "match-side", "aria-label": tell("besides") }, h("div", { class: "side-part" }, moment ? null : counsel(table), documents.state?.phase === "over" ? null : threat(documents)), h("div", { class: "side-part" }, timeline(table.past), moment ? null : enemy(documents), course(table.documents))),
  );
}

/** @param {Table} table @param {import("./due.js").Due} due */
export function banner(table, due) {
  return h(
    "section",
    { class: "panel banner", id: "banner", "aria-label": tell("dueNow"), key: "banner" },
    h("div", { class: "banner-words" }, h("h2", { class: "banner-title" }, due.words), due.how && h("p", { class: "banner-how" }, due.how)),
    unsureBar(table),
    table.open && table.asksPass ? passQuestion(table) : table.open || table.past.moment ? offered(table, due) : null,
    table.watch?.draw(),
    table.refusal?.at === "banner" && refusalText(table.refusal),
  );
}

/** @param {Table} table */
function unsureBar(table) {
  const { unsure } = table;
  if (!unsure) return null;
  const text = tell(unsure.state === "lost" ? "unsureLost" : "unsureNotDone", { what: unsure.words });
  return h(
    "div",
    { class: "unsure", role: "alert", key: "unsure" },
    h("p", null, text),
    unsure.state === "notDone" && button("send-again", tell("sendAgain"), () => table.sendAgain(), "primary"),
    button("forget", tell("forget"), () => table.forgetUnsure()),
  );
}

/** @param {Table} table */
function passQuestion(table) {
  const { evaluation, coach } = table.documents;
  const proof = evaluation?.locks?.match.proof ?? "";
  return h(
    "div",
    { class: "pass-question", role: "alertdialog", "aria-label": tell("passTitle"), "aria-describedby": "pass-why", key: "pass" },
    h("p", { id: "pass-why" }, h("strong", null, tell("passTitle")), ` ${tell("passWhy", { proof })}`, (coach?.notes ?? []).map((/** @type {string} */ note) => ` ${note}`)),
    h("div", { class: "row" }, button("confirm-pass", tell("passAnyway"), () => table.pass(), "danger-button", "P"), button("cancel-pass", tell("passNot"), () => table.back(), "", "Esc")),
  );
}

/** Only what is due. @param {Table} table @param {import("./due.js").Due} due */
function offered(table, due) {
  switch (due.kind) {
    case "past":
      return row(button("now", tell("toNow"), () => table.past.toNow(), "primary", "Esc"), button("step-back", tell("stepBack"), () => table.past.step(-1), "", "["), button("step-on", tell("stepOn"), () => table.past.step(1), "", "]"));
    case "hand":
      return openingHand(table);
    case "mulligan": {
      const { size } = table.replace;
      const label = size === 0 ? tell("keepAll") : tell("change", { cards: size });
      return row(button("mulligan", label, () => handIn(table), "primary", "M"));
    }
    case "drew":
      return drewCards(table);
    case "draw":
      return row(cardFinder(table, tell("drawLabel")));
    case "you":
      return row(
        table.best && button("play-best", bestLabel(table.best), () => table.playAdvice(), "primary", "A"),
        cardFinder(table, tell("ownLabel")),
        button("pass", say("pass"), () => table.pass(), table.passIsSafe ? "safe" : "", "P"),
      );
    case "enemy":
      return row(cardFinder(table, table.tile ? tell("enemyLabelAt", { tile: table.tile }) : tell("enemyLabel")), button("pass", tell("enemyPassed"), () => table.pass(), "", "P"));
    default:
      return null;
  }
}

/** @param {Table} table @param {string} label */
function cardFinder(table, label) {
  const { documents } = table;
  const { state, hand } = documents;
  const kind = table.due.kind;
  const own = state.you.hand ?? [];
  const enemyHand = state.enemy.hand ?? [];
  let cards = /** @type {import("./catalogue.js").Named[]} */ ([...desk.catalogue.cards.values()]);
  /** @type {Map<string, number> | undefined} */
  let likely;
  if (kind === "draw") {
    cards = desk.catalogue.ordinary;
    likely = weights(desk.deckOf(table.id));
  }
  if (kind === "you" && own.length > 0 && state.mode !== "analysis") cards = distinct(own);
  if (kind === "enemy" && state.mode === "simulated") cards = distinct(enemyHand);
  if (kind === "enemy" && state.mode === "live") likely = new Map((hand?.marginals ?? []).map((/** @type {any} */ one) => [one.card.id, one.probability]));
  return finder({
    id: "finder",
    label,
    state: table.finder,
    cards,
    likely,
    first: table.tile ? table.playable.get(table.tile) : undefined,
    refusal: table.refusal?.at === "finder" ? table.refusal : null,
    back: () => table.back(),
    pick: (card) => {
      if (kind === "draw") {
        table.act({ type: "draw", card: card.id }, { at: "finder", words: tell("drawWords", { card: card.name }) });
        return;
      }
      table.finder.text = card.name;
      table.choose(card, null);
    },
  });
}

/** @param {import("./catalogue.js").Named[]} cards */
function distinct(cards) {
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

/** @param {...import("../shared/dom.js").Child} children */
function row(...children) {
  return h("div", { class: "row offered", key: "offered" }, children);
}

/** @param {string} action @param {string} label @param {() => void} onclick @param {string} [kind] @param {string} [key] */
export function button(action, label, onclick, kind = "", key = "") {
  return h("button", { type: "button", class: kind, "data-action": action, key: action, "aria-keyshortcuts": key || null, onclick }, h("span", null, label), key && h("kbd", { "aria-hidden": "true" }, key));
}

/** @param {Table} table @param {import("../shared/session.js").Documents} documents */
function boardOf(table, documents) {
  const { card, offers, cursor } = table;
  const best = table.open && !card && table.due.kind === "you" ? table.best?.action : undefined;
  return board(documents, {
    role: "grid",
    heat: table.showsThreat && !card && documents.state?.phase !== "over",
    decorate: (tile) => {
      const isLegal = offers?.has(tile.tile);
      const says = [tileWords(tile), card && offers ? tell(isLegal ? "legal" : "illegal", { card: card.name }) : "", tile.tile === best?.tile ? tell("bestHere") : ""];
      const classes = [card && offers ? (isLegal ? "tile-legal" : "tile-illegal") : "", tile.tile === table.tile ? "tile-target" : "", tile.tile === best?.tile ? "tile-best" : ""];
      return {
        tag: "button",
        words: says.filter(Boolean).join(", "),
        attrs: {
          type: "button",
          role: "gridcell",
          class: classes.filter(Boolean).join(" "),
          tabindex: tile.tile === cursor ? "0" : "-1",
          "aria-selected": tile.tile === table.tile ? "true" : "false",
          onclick: () => table.pick(tile.tile),
          onfocus: () => (table.cursor = tile.tile),
          onkeydown: (/** @type {KeyboardEvent} */ event) => moveOver(table, tile.tile, event),
          ondragover: (/** @type {DragEvent} */ event) => table.card && event.preventDefault(),
          ondrop: (/** @type {DragEvent} */ event) => {
            event.preventDefault();
            if (table.card) table.play(table.card, tile.tile);
          },
        },
        inside: [tile.tile === best?.tile && h("span", { class: "best-mark", "aria-hidden": "true", key: "best" }, "A")],
      };
    },
  });
}

/** @param {Table} table @param {string} from @param {KeyboardEvent} event */
function moveOver(table, from, event) {
  const [lane = "", column = ""] = from.split("-");
  let row = LANES.indexOf(lane);
  let place = Number(column);
  if (event.key === "ArrowUp") row -= 1;
  else if (event.key === "ArrowDown") row += 1;
  else if (event.key === "ArrowLeft") place -= 1;
  else if (event.key === "ArrowRight") place += 1;
  else if (event.key === "Home") place = 1;
  else if (event.key === "End") place = LAST_COLUMN;
  else return;
  event.preventDefault();
  if (row < 0 || row >= LANES.length || place < 1 || place > LAST_COLUMN) return;
  table.cursor = `${LANES[row]}-${place}`;
  desk.focusOn(`[data-tile="${table.cursor}"]`);
  desk.redraw();
}

/** The daemon's refusal, at the tile it is about. @param {Table} table */
function tileNote(table) {
  const { refusal } = table;
  if (refusal?.at !== "tile" || !refusal.tile) return null;
  const [lane = "", column = ""] = refusal.tile.split("-");
  const x = 10 + (Number(column) - 0.5) * 16;
  const y = ((LANES.indexOf(lane) + 0.62) / LANES.length) * 100;
  return h("div", { class: "tile-note", role: "alert", "data-note": refusal.tile, key: `note-${refusal.tile}`, style: { left: `${Math.min(82, Math.max(18, x))}%`, top: `${y}%` } }, refusal.text);
}

/** @param {Table} table */
function tools(table) {
  const { state } = table;
  return h(
    "div",
    { class: "row tools", role: "group", "aria-label": tell("tools"), key: "tools" },
    table.open && button("undo", tell("undo"), () => table.undo(), "", "U"),
    table.open && state?.mode === "live" && button("fix-hand", tell("fixHand"), () => fixHandDialog(table), "", "H"),
    table.open && button("fix-tile", tell("fixTile"), () => fixTileDialog(table), "", "F"),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "threat", checked: table.showsThreat, onchange: (/** @type {any} */ event) => ((table.showsThreat = event.target.checked), desk.redraw()) }), tell("showThreat")),
    desk.role !== "stream" && button("export", tell("export"), () => desk.openExport(table.id), "", "E"),
  );
}
