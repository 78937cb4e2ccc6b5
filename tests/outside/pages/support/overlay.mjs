// Reads the content of an overlay and compares it with the daemon's documents.

import assert from "node:assert/strict";

import { eventually, openPage } from "./browser.mjs";

/** Opens /overlay with these parameters. */
export function openOverlay(browser, daemon, parameters = {}, options = {}) {
  const address = new URL("/overlay", daemon.address);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return openPage(browser, address.href, options);
}

/** Waits until the page has drawn this event of this session. */
export async function shows(page, sessionId, seq) {
  await page
    .locator(`#overlay[data-session="${sessionId}"][data-seq="${seq}"]`)
    .waitFor({ state: "attached" });
}

/** The content of the page as plain data. */
export function readOverlay(page) {
  return page.evaluate(() => {
    const text = (element, selector) => element?.querySelector(selector)?.textContent ?? null;
    const word = (element, start) =>
      [...(element?.classList ?? [])].find((name) => name.startsWith(start))?.slice(start.length) ??
      null;
    const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
    const sides = (element) =>
      element && {
        name: element.querySelector(".score-name").firstChild.textContent,
        locked: element.querySelector(".score-lock") !== null,
        total: text(element, ".score-total"),
        cards: text(element, ".score-cards"),
        acts: element.classList.contains("score-acts"),
      };
    return {
      tiles: all("[data-tile]", (tile) => {
        const card = tile.querySelector(".card");
        return {
          tile: tile.dataset.tile,
          owner: word(tile, "side-"),
          rank: Number(tile.querySelector(".pawns")?.dataset.rank ?? 0),
          pawns: tile.querySelectorAll(".pawns .pawn").length,
          card: card && {
            name: text(card, ".card-name"),
            side: word(card, "side-"),
            power: Number(text(card, ".card-power")),
            change:
              Number(text(card, ".card-change .number") ?? 0) *
              (card.querySelector(".card-change.down") ? -1 : 1),
            status: ["enhanced", "enfeebled", "neutral"].find((status) =>
              card.classList.contains(`card-${status}`),
            ),
            token: card.classList.contains("card-token"),
          },
          effect: tile.querySelector(".effect-mark") !== null,
        };
      }),
      lanes: all(".board-row", (row) => {
        const [you, enemy] = ["you", "enemy"].map((side) =>
          row.querySelector(`.lane-score.side-${side}`),
        );
        const winner = you.classList.contains("lane-wins")
          ? "you"
          : enemy.classList.contains("lane-wins")
            ? "enemy"
            : null;
        const locked = you.classList.contains("lane-locked")
          ? "you"
          : enemy.classList.contains("lane-locked")
            ? "enemy"
            : null;
        return {
          lane: row.dataset.lane,
          powerYou: Number(text(you, ".medallion")),
          powerEnemy: Number(text(enemy, ".medallion")),
          winner,
          locked,
        };
      }),
      you: sides(document.querySelector(".widget-score .score-side.side-you")),
      enemy: sides(document.querySelector(".widget-score .score-side.side-enemy")),
      phase: text(document, ".score-phase"),
      turn: text(document, ".score-turn"),
      foes: all(".foe", (foe) => ({
        name: text(foe, ".foe-name"),
        armor: Number(text(foe, ".foe-armor .number")),
        attacks: [...foe.querySelectorAll(".foe-attacks > li")].map((attack) =>
          attack.classList.contains("attack-blocked"),
        ),
        blocked: foe.classList.contains("foe-blocked"),
        defeated: foe.classList.contains("foe-defeated"),
      })),
      options: all(".choice-options > li", (option) => option.textContent),
      hand: all(".hand-name", (name) => name.textContent),
      log: all(".log-line", (line) => ({
        turn: text(line, ".log-turn"),
        side: word(line, "side-"),
        text: text(line, ".log-text"),
      })),
    };
  });
}

/** The least number of history entries that the log shows, if there are so many. */
const LEAST_LINES = 8;

function signed(number) {
  return number < 0 ? `−${-number}` : number > 0 ? `+${number}` : "0";
}

function phaseWords({ phase, sideToAct, score }) {
  if (phase === "over") return { you: "You win", enemy: "Enemy wins" }[score.winner] ?? "A draw";
  if (phase === "mulligan") return "Mulligan";
  if (phase === "draw") return "Your draw";
  return sideToAct === "you" ? "Your turn" : "Enemy's turn";
}

const COMBAT_PHASES = {
  rangedSiege: "Ranged and siege",
  block: "Block",
  assignDamage: "Assign damage",
  attack: "Attack",
  over: "Combat over",
};

function logOf(history, lines) {
  const newest = history.entries.slice(-Math.max(lines, LEAST_LINES)).reverse();
  return newest.map(({ turn, side, text }) => ({
    turn: String(turn),
    side: side ?? "neutral",
    text,
  }));
}

function ofMatch(state, locks) {
  const lockOf = (lane) => locks.lanes.find((lock) => lock.lane === lane).locked;
  const side = (name) => ({
    name: name === "enemy" ? (state.enemy.tag ?? "Enemy") : "You",
    locked: locks.match.locked === name,
    total: String(name === "you" ? state.score.totalYou : state.score.totalEnemy),
    cards: `${state[name].handSize} in hand · ${state[name].deckSize} in deck`,
    acts: state.phase !== "over" && state.sideToAct === name,
  });
  return {
    tiles: state.board.tiles.map(({ tile, owner, rank, card, effectSources }) => ({
      tile,
      owner,
      rank,
      pawns: rank,
      card: card && {
        name: card.name,
        side: card.side,
        power: card.power,
        change: card.power - card.basePower,
        status: card.status,
        token: card.origin === "token",
      },
      effect: effectSources.length > 0,
    })),
    lanes: state.score.lanes.map(({ lane, powerYou, powerEnemy, winner }) => ({
      lane,
      powerYou,
      powerEnemy,
      winner,
      locked: lockOf(lane),
    })),
    you: side("you"),
    enemy: side("enemy"),
    phase: phaseWords(state),
    turn: `Turn ${state.turn} · lead ${signed(state.score.margin)}`,
    foes: [],
    options: [],
  };
}

function ofCombat(state) {
  return {
    tiles: [],
    lanes: [],
    you: {
      name: "Fame",
      locked: false,
      total: String(state.hero.fame),
      cards: `+${state.fameGained}`,
      acts: false,
    },
    enemy: {
      name: "Wounds",
      locked: false,
      total: String(state.hero.wounds),
      cards: `/ ${state.hero.handLimit}`,
      acts: false,
    },
    phase: COMBAT_PHASES[state.phase],
    turn: null,
    foes: state.enemies.map(({ name, armor, attacks, blocked, defeated }) => ({
      name,
      armor,
      attacks: attacks.map((attack) => attack.blocked),
      blocked,
      defeated,
    })),
    options: (state.pendingChoice?.options ?? []).map(({ label }) => label),
  };
}

/** The content that a page with all widgets should have; `lines` is the length of its log. */
function expected(state, locks, history, lines) {
  const hand = (state.you ?? state.hero).hand ?? [];
  const stage = state.game === "mage-knight" ? ofCombat(state) : ofMatch(state, locks);
  return { ...stage, hand: hand.map(({ name }) => name), log: logOf(history, lines) };
}

/** Waits until the page shows what the daemon answers to requests with this token. */
export async function equalsSnapshot(page, daemon, sessionId, token) {
  const state = await daemon.ask("session/get", { sessionId }, token);
  const history = await daemon.ask("session/history", { sessionId }, token);
  const locks =
    state.game === "mage-knight" ? null : (await daemon.ask("coach/evaluate", { sessionId })).locks;
  await shows(page, sessionId, state.seq);
  await eventually(page, async () => {
    const shown = await readOverlay(page);
    assert.deepEqual(shown, expected(state, locks, history, shown.log.length));
  });
}

/** The elements and texts of the page, one per line. Empty attributes are left out. */
export function drawing(page) {
  return page.evaluate(() => {
    const lines = [];
    const walk = (node, depth) => {
      if (node.nodeType === Node.TEXT_NODE) lines.push(`${depth}${node.nodeValue}`);
      if (node.nodeType !== Node.ELEMENT_NODE) return;
      const attributes = [...node.attributes]
        .filter(({ value, name }) => value !== "" || name === "title")
        .map(({ name, value }) => `${name}="${value}"`);
      lines.push(`${depth}<${node.localName} ${attributes.sort().join(" ")}>`);
      for (const child of node.childNodes) walk(child, `${depth}  `);
    };
    walk(document.getElementById("overlay"), "");
    return lines;
  });
}

/** Waits until two pages have the same elements, attributes and texts. */
export async function sameDrawing(one, other) {
  await eventually(one, async () => assert.deepEqual(await drawing(one), await drawing(other)));
}
