// Plays sessions at random, in the same way for the same seed.

import { Refused } from "./daemon.mjs";

/** Pairs of decks without a common card, so that a card's name says whose it is. */
export const DISJOINT = [
  ["grave-robbers", "field-medics"],
  ["scar-tissue", "attrition"],
  ["gloom", "spring-traps"],
];

const LANES = ["TOP", "MID", "BOT"];

/** A small random generator (mulberry32), which gives the same numbers everywhere. */
export class Chance {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  below(most) {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  some(list, number) {
    const left = [...list];
    return Array.from(
      { length: Math.min(number, left.length) },
      () => left.splice(this.below(left.length), 1)[0],
    );
  }
}

async function deckOf(daemon, tag) {
  return (await daemon.ask("decks/get", { tag })).cards.map((card) => card.id);
}

/** The cards without the others, copy by copy. */
function without(cards, others) {
  const left = [...cards];
  for (const card of others) {
    const index = left.indexOf(card);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

export class Match {
  /** A match that exists already. */
  static async of(daemon, id, more) {
    const match = new Match();
    return Object.assign(match, {
      daemon,
      id,
      now: await daemon.ask("session/get", { sessionId: id }),
      ...more,
    });
  }

  /** `mode` is live or simulated. */
  static async begin(daemon, mode, seed, more = {}) {
    const chance = new Chance(seed);
    const [yours, enemys] = chance.pick(DISJOINT);
    const match = new Match();
    Object.assign(match, { daemon, mode, chance });
    match.deck = await deckOf(daemon, yours);
    match.enemyDeck = await deckOf(daemon, enemys);
    match.unseen = match.deck;
    const you = { deck: yours };
    if (mode === "live") {
      you.hand = chance.some(match.deck, 5);
      match.unseen = without(match.deck, you.hand);
    }
    match.id = await daemon.create({
      mode,
      seed,
      you,
      enemy: { deck: enemys, tag: "Chadley" },
      ...more,
    });
    match.now = await daemon.ask("session/get", { sessionId: match.id });
    return match;
  }

  /** A random legal action, or null when the match is over. */
  async idea() {
    const { chance, daemon, now } = this;
    if (now.phase === "over") return null;
    if (now.phase === "draw") return { type: "draw", card: chance.pick(this.unseen) };
    if (now.phase === "mulligan" && !this.keepsHand && chance.below(2) === 0) {
      if (this.mode === "simulated") return { type: "mulligan", side: now.sideToAct, replace: [] };
      const replace = [chance.pick(now.you.hand).id];
      return { type: "mulligan", replace, drew: [chance.pick(this.unseen)] };
    }
    const blind = this.mode === "live" && now.sideToAct === "enemy";
    const played = now.board.tiles.flatMap(({ card }) => (card?.side === "enemy" ? [card.id] : []));
    const cards = blind ? { cards: [...new Set(without(this.enemyDeck, played))] } : {};
    const { actions } = await daemon.ask("match/actions", { sessionId: this.id, ...cards });
    const plays = actions.filter(({ action }) => action.type === "play");
    if (plays.length > 0 && chance.below(12) > 0) return chance.pick(plays).action;
    return { type: "pass", side: now.sideToAct };
  }

  /** A random undo or correction of a tile. */
  correction() {
    const { chance } = this;
    const tile = `${chance.pick(LANES)}-${1 + chance.below(5)}`;
    switch (chance.below(3)) {
      case 0:
        return {
          type: "resync",
          tiles: [
            { tile, owner: chance.pick(["you", "enemy"]), rank: 1 + chance.below(3), card: null },
          ],
        };
      case 1:
        return {
          type: "resync",
          tiles: [
            {
              tile,
              owner: "you",
              rank: 2,
              card: "Security Officer",
              side: "you",
              powerDelta: chance.below(4),
            },
          ],
        };
      default:
        return { type: "undo", count: 1 + chance.below(2) };
    }
  }

  /** Sends the action; false if the daemon refuses it. */
  async take(action) {
    const { daemon, id } = this;
    try {
      const { snapshot } =
        action.type === "undo"
          ? await daemon.ask("session/undo", { sessionId: id, count: action.count })
          : await daemon.act(id, action);
      if (action.type === "draw") this.unseen = without(this.unseen, [action.card]);
      if (action.type === "mulligan") this.keepsHand = true;
      if (action.type === "setHand") this.unseen = without(this.deck, action.cards);
      if (action.type === "mulligan" && action.drew)
        this.unseen = without(this.unseen, action.drew);
      this.now = snapshot;
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      return false;
    }
  }

  /** One step; false when the match is over. */
  async step({ corrections = false } = {}) {
    if (
      corrections &&
      this.now.seq > 4 &&
      this.chance.below(5) === 0 &&
      (await this.take(this.correction()))
    )
      return true;
    const action = await this.idea();
    if (!action) return false;
    if ((await this.take(action)) || (await this.take({ type: "pass", side: this.now.sideToAct })))
      return true;
    throw new Error(`neither ${JSON.stringify(action)} nor a pass is taken: ${this.now.text}`);
  }
}

/** A combat with several kinds of enemies and cards, played at random. */
export class Combat {
  static async begin(daemon, seed) {
    const combat = new Combat();
    Object.assign(combat, { daemon, chance: new Chance(seed) });
    combat.id = await daemon.create({
      game: "mage-knight",
      seed,
      setup: {
        enemies: ["prowlers", "guardsmen", "orc_summoners"],
        hand: ["tremor", "chill", "whirlwind"],
        hero: { armor: 3, points: { block: [{ amount: 6 }], attack: [{ amount: 9 }] } },
      },
    });
    combat.now = await daemon.ask("session/get", { sessionId: combat.id });
    return combat;
  }

  async step() {
    if (this.now.phase === "over") return false;
    const { actions } = await this.daemon.ask("match/actions", { sessionId: this.id });
    const { action } = this.chance.pick(actions);
    this.now = (await this.daemon.act(this.id, action)).snapshot;
    return true;
  }
}
