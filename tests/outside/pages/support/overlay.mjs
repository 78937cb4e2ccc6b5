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

/** What a page for viewers says of the players. */
function viewersWords({ phase, sideToAct, score, you, enemy }) {
  const name = { you: you.name ?? "Player", enemy: enemy.tag ?? "Enemy" };
  if (phase === "over") return score.winner ? `${name[score.winner]} wins` : "A draw";
  if (phase === "mulligan") return "Mulligan";
  if (phase === "draw") return `${name.you} draws`;
  return `${name[sideToAct]} to play`;
}

/** An entry of the history as a page for viewers says it. */
function viewersEntry({ side, action, card, tile, text }, { you, enemy }) {
  const name = side === "you" ? (you.name ?? "Player") : (enemy.tag ?? "Enemy");
  if (!side) return "A correction";
  if (action === "play") return `${name} plays ${card.name} on ${tile}`;
  if (action === "pass") return `${name} passes`;
  if (action === "draw") return `${name} draws a card`;
  return `${name} ${text.includes("whole hand") ? "keeps the whole hand" : "puts cards back"}`;
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

function logOf(history, lines, words) {
  const newest = history.entries.slice(-Math.max(lines, LEAST_LINES)).reverse();
  return newest.map((entry) => ({
    turn: String(entry.turn),
    side: entry.side ?? "neutral",
    text: words(entry),
  }));
}

function ofMatch(state, locks, isForViewers) {
  const lockOf = (lane) => locks.lanes.find((lock) => lock.lane === lane).locked;
  const side = (name) => ({
    name:
      name === "enemy"
        ? (state.enemy.tag ?? "Enemy")
        : isForViewers
          ? (state.you.name ?? "Player")
          : "You",
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
    phase: isForViewers ? viewersWords(state) : phaseWords(state),
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

/** Ids of enemies are not for people. */
function withEnemyNames(text, enemies) {
  return text.replace(/\S* \((enemy_\d+)\)/g, (found, id) => {
    const { name } = enemies.find((enemy) => enemy.instanceId === id);
    const same = enemies.filter((enemy) => enemy.name === name);
    const number = same.findIndex((enemy) => enemy.instanceId === id) + 1;
    return found.replace(` (${id})`, same.length > 1 ? ` ${number}` : "");
  });
}

/** The content that a page with all widgets should have; `lines` is the length of its log. */
function expected(state, locks, history, lines, isForViewers) {
  // At the end the card with the result is there instead of the hand.
  const hand = state.phase === "over" ? [] : ((state.you ?? state.hero).hand ?? []);
  const isCombat = state.game === "mage-knight";
  const stage = isCombat ? ofCombat(state) : ofMatch(state, locks, isForViewers);
  const words = (entry) => {
    if (isCombat) return withEnemyNames(entry.text, state.enemies);
    return isForViewers ? viewersEntry(entry, state) : entry.text;
  };
  return { ...stage, hand: hand.map(({ name }) => name), log: logOf(history, lines, words) };
}

/** Waits until the page shows what the daemon answers to requests with this token. */
export async function equalsSnapshot(page, daemon, sessionId, token) {
  const state = await daemon.ask("session/get", { sessionId }, token);
  const history = await daemon.ask("session/history", { sessionId }, token);
  const locks =
    state.game === "mage-knight" ? null : (await daemon.ask("coach/evaluate", { sessionId })).locks;
  const isForViewers = new URL(page.url()).searchParams.get("audience") !== "player";
  await shows(page, sessionId, state.seq);
  await eventually(page, async () => {
    const shown = await readOverlay(page);
    const lines = shown.log.length;
    assert.deepEqual(shown, expected(state, locks, history, lines, isForViewers));
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
