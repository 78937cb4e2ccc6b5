// @ts-check
// The texts that both pages show, by language. Texts of the daemon are shown as they are.

/** @typedef {keyof typeof en} Word */

const en = {
  you: "You",
  enemy: "Enemy",
  yourTurn: "Your turn",
  enemyTurn: "Enemy's turn",
  drawDue: "Your draw",
  mulligan: "Mulligan",
  over: "Match over",
  youWin: "You win",
  enemyWins: "Enemy wins",
  tied: "A draw",
  turn: "Turn {turn}",
  rank: "rank {rank}",
  power: "power {power}",
  empty: "empty",
  neutral: "nobody's",
  enhanced: "enhanced",
  enfeebled: "enfeebled",
  token: "token",
  underEffect: "under an effect",
  board: "Board",
  score: "Score",
  threat: "Threat",
  advice: "Best move",
  hand: "Your hand",
  enemyCards: "Enemy cards",
  log: "What happened",
  course: "Course of the match",
  lane: "Lane",
  locked: "locked",
  lockedYours: "locked: yours",
  lockedTheirs: "locked: theirs",
  winChance: "Win chance",
  points: "{points} points",
  proved: "certain",
  thinking: "thinking…",
  line: "Then",
  worstReply: "Worst reply",
  likeliest: "Likeliest",
  reply: "{card} to {tile}",
  pass: "Pass",
  chance: "{percent} %",
  safe: "Nothing the enemy can play changes a lane much.",
  expected: "average",
  worthThen: "After that",
  atWorst: "worst case",
  inHand: "in hand",
  inDeck: "in deck",
  seen: "Seen",
  remaining: "May still hold",
  unknownDeck: "Deck not known",
  knownDeck: "Deck known",
  nothingSeen: "Nothing seen yet",
  nothingYet: "Nothing has happened yet.",
  noAdvice: "No advice now.",
  adviceHidden: "Advice is kept from the stream.",
  handHidden: "The hand is kept from the stream.",
  margin: "lead",
  worth: "worth",
  waiting: "Waiting for a match",
  waitingFor: "Waiting for session {session}",
  connecting: "Looking for qbcoach",
  lost: "Connection lost · {seconds} s old",
  notAllowed: "Not allowed: {reason}",
  destroyed: "destroyed",
  // Mage Knight
  rangedSiege: "Ranged and siege",
  block: "Block",
  assignDamage: "Assign damage",
  attack: "Attack",
  combatOver: "Combat over",
  armor: "Armor",
  fame: "Fame",
  wounds: "Wounds",
  woundsToCome: "Wounds to come",
  choices: "Choose",
  foes: "Enemies",
  defeated: "defeated",
  blocked: "blocked",
  attacks: "Attacks",
  resists: "resists",
  summons: "summons a {color} token",
  knockOutPossible: "Knock-out possible",
  knockOutCertain: "Knock-out certain",
  knockedOut: "Knocked out",
  paralysis: "Paralysis",
  poison: "poison",
  physical: "physical",
  fire: "fire",
  ice: "ice",
  coldFire: "cold fire",
  hero: "Hero",
  needBlock: "block {needed}",
};

/** @type {Partial<Record<Word, string>>} */
const de = {
  you: "Du",
  enemy: "Gegner",
  yourTurn: "Du bist am Zug",
  enemyTurn: "Gegner am Zug",
  drawDue: "Du ziehst",
  mulligan: "Handtausch",
  over: "Partie zu Ende",
  youWin: "Du gewinnst",
  enemyWins: "Gegner gewinnt",
  tied: "Unentschieden",
  turn: "Zug {turn}",
  rank: "Rang {rank}",
  power: "Stärke {power}",
  empty: "leer",
  neutral: "niemandes",
  enhanced: "gestärkt",
  enfeebled: "geschwächt",
  token: "Marke",
  underEffect: "unter einer Wirkung",
  board: "Brett",
  score: "Stand",
  threat: "Bedrohung",
  advice: "Bester Zug",
  hand: "Deine Hand",
  enemyCards: "Karten des Gegners",
  log: "Was geschah",
  course: "Verlauf der Partie",
  lane: "Reihe",
  locked: "sicher",
  lockedYours: "sicher: deine",
  lockedTheirs: "sicher: ihre",
  winChance: "Gewinnchance",
  points: "{points} Punkte",
  proved: "sicher",
  thinking: "denkt nach …",
  line: "Danach",
  worstReply: "Schlimmste Antwort",
  likeliest: "Am wahrscheinlichsten",
  reply: "{card} auf {tile}",
  pass: "Passen",
  safe: "Nichts, was der Gegner spielen kann, ändert viel.",
  expected: "im Mittel",
  worthThen: "Wert für dich danach",
  atWorst: "schlimmstens",
  inHand: "auf der Hand",
  inDeck: "im Stapel",
  seen: "Gesehen",
  remaining: "Hält vielleicht noch",
  unknownDeck: "Deck unbekannt",
  knownDeck: "Deck bekannt",
  nothingSeen: "Noch nichts gesehen",
  nothingYet: "Noch ist nichts geschehen.",
  noAdvice: "Gerade kein Rat.",
  adviceHidden: "Rat bleibt dem Stream verborgen.",
  handHidden: "Die Hand bleibt dem Stream verborgen.",
  margin: "Vorsprung",
  worth: "Wert",
  waiting: "Warten auf eine Partie",
  waitingFor: "Warten auf Sitzung {session}",
  connecting: "qbcoach wird gesucht",
  lost: "Verbindung verloren · {seconds} s alt",
  notAllowed: "Nicht erlaubt: {reason}",
  destroyed: "zerstört",
};

const LANGUAGES = { en, de };

let chosen = "en";

/** @param {string | null | undefined} language */
export function setLanguage(language) {
  chosen = language && Object.hasOwn(LANGUAGES, language) ? language : "en";
  document.documentElement.lang = chosen;
}

export const languages = Object.keys(LANGUAGES);

/**
 * @param {Word} word
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(word, values = {}) {
  const own =
    /** @type {Record<string, Partial<Record<Word, string>>>} */ (LANGUAGES)[chosen] ?? en;
  const text = own[word] ?? en[word];
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}

/** @param {number} share @returns {string} */
export function percent(share) {
  const value = share * 100;
  return value > 0 && value < 1 ? "<1 %" : `${Math.round(value)} %`;
}

/** A difference with its sign. @param {number} number @param {number} [digits] @returns {string} */
export function signed(number, digits = 0) {
  const text = Math.abs(number).toFixed(digits);
  if (Number(text) === 0) return text;
  return number < 0 ? `−${text}` : `+${text}`;
}
