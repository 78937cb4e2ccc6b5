// @ts-check
// What the daemon says, in German. The key is the daemon's English sentence; what is in
// braces differs from case to case, and may itself be a phrase of this list.

/** @type {Record<string, string>} */
export const coach = {
  // moves
  Pass: "Passen",
  "Pass, ending the match {you} to {enemy}": "Passen beendet die Partie {you} zu {enemy}",
  "Pass, and the enemy must too: the match ends {you} to {enemy}":
    "Passen, und der Gegner muss es auch: Die Partie endet {you} zu {enemy}",
  "Pass (risk: the enemy ends the match {you} to {enemy})":
    "Passen (Risiko: Der Gegner beendet die Partie {you} zu {enemy})",
  "Pass (risk: {risk})": "Passen (Risiko: {risk})",
  "about {points} point": "etwa {points} Punkt",
  "about {points} points": "etwa {points} Punkte",
  "a draw": "ein Unentschieden",
  "{card} to {tile}": "{card} auf {tile}",
  // between the last two of several cards or tiles
  " and ": " und ",
  // reasons: what is certain
  "You cannot play; passing is your only move":
    "Du kannst nichts spielen; Passen ist dein einziger Zug",
  "Ends the match: you win by {points}": "Beendet die Partie: Du gewinnst mit {points}",
  "Ends the match: you lose by {points}": "Beendet die Partie: Du verlierst mit {points}",
  "Ends the match in a draw": "Beendet die Partie unentschieden",
  "Wins whatever the enemy holds": "Gewinnt, was auch immer der Gegner hält",
  "The enemy can force a win": "Der Gegner kann den Sieg erzwingen",
  "A draw if the enemy plays right": "Unentschieden, wenn der Gegner richtig spielt",
  "Cannot lose whatever the enemy holds": "Kann nicht verlieren, was auch immer der Gegner hält",
  "The enemy can force a draw at least": "Der Gegner kann mindestens ein Unentschieden erzwingen",
  // reasons: lanes, cards and tiles
  "Takes {lane}, {number} ahead": "Holt {lane}, {number} vorn",
  "Gives up the lead in {lane}": "Gibt die Führung in {lane} auf",
  "Gives {lane} away": "Gibt {lane} ab",
  "{number} for you in {lane}": "{number} für dich in {lane}",
  "Replaces your {card} on {tile}": "Ersetzt deine Karte {card} auf {tile}",
  "Replaces the enemy's {card} on {tile}": "Ersetzt die gegnerische Karte {card} auf {tile}",
  "Destroys your {card} on {tile}": "Zerstört deine Karte {card} auf {tile}",
  "Destroys the enemy's {card} on {tile}": "Zerstört die gegnerische Karte {card} auf {tile}",
  "Raises your {card} on {tile} by {number}": "Stärkt deine Karte {card} auf {tile} um {number}",
  "Raises the enemy's {card} on {tile} by {number}":
    "Stärkt die gegnerische Karte {card} auf {tile} um {number}",
  "Lowers your {card} on {tile} by {number}": "Schwächt deine Karte {card} auf {tile} um {number}",
  "Lowers the enemy's {card} on {tile} by {number}":
    "Schwächt die gegnerische Karte {card} auf {tile} um {number}",
  "Takes {tiles} from the enemy": "Nimmt dem Gegner {tiles}",
  "Gives {tiles} to the enemy": "Überlässt dem Gegner {tiles}",
  "Opens {number} more tile for you: {tiles}": "Öffnet dir {number} weiteres Feld: {tiles}",
  "Opens {number} more tiles for you: {tiles}": "Öffnet dir {number} weitere Felder: {tiles}",
  "Closes {number} tile for the enemy: {tiles}": "Schließt dem Gegner {number} Feld: {tiles}",
  "Closes {number} tiles for the enemy: {tiles}": "Schließt dem Gegner {number} Felder: {tiles}",
  "Opens {number} tile for the enemy: {tiles}": "Öffnet dem Gegner {number} Feld: {tiles}",
  "Opens {number} tiles for the enemy: {tiles}": "Öffnet dem Gegner {number} Felder: {tiles}",
  "Closes {number} tile for you: {tiles}": "Schließt dir {number} Feld: {tiles}",
  "Closes {number} tiles for you: {tiles}": "Schließt dir {number} Felder: {tiles}",
  "Makes {cards} playable": "Macht {cards} spielbar",
  "Leaves you no tile for {cards}": "Lässt dir kein Feld für {cards}",
  "Your lanes become harder to flip": "Deine Reihen sind schwerer zu drehen",
  "Your lanes become easier to flip": "Deine Reihen sind leichter zu drehen",
  // reasons: what the enemy may do
  "Risk: the enemy can pass too ({chance}) and end the match {points} ahead":
    "Risiko: Der Gegner kann auch passen ({chance}) und beendet die Partie {points} vorn",
  "Risk: the enemy can pass too and end the match {points} ahead":
    "Risiko: Der Gegner kann auch passen und beendet die Partie {points} vorn",
  "Most likely reply: a pass ({chance})": "Wahrscheinlichste Antwort: Passen ({chance})",
  "Most likely reply: a pass ({chance}), which ends the match: you win by {points}":
    "Wahrscheinlichste Antwort: Passen ({chance}), das beendet die Partie: Du gewinnst mit {points}",
  "Most likely reply: a pass ({chance}), which ends the match in a draw":
    "Wahrscheinlichste Antwort: Passen ({chance}), das beendet die Partie unentschieden",
  "Most likely reply: {move} ({chance})": "Wahrscheinlichste Antwort: {move} ({chance})",
  "Risk: {move} ({chance}) could swing {points} point: it {blow}":
    "Risiko: {move} ({chance}) könnte {points} Punkt ausmachen: {blow}",
  "Risk: {move} ({chance}) could swing {points} points: it {blow}":
    "Risiko: {move} ({chance}) könnte {points} Punkte ausmachen: {blow}",
  "Risk: {move} ({chance}) could swing {points} point in {lane}":
    "Risiko: {move} ({chance}) könnte in {lane} {points} Punkt ausmachen",
  "Risk: {move} ({chance}) could swing {points} points in {lane}":
    "Risiko: {move} ({chance}) könnte in {lane} {points} Punkte ausmachen",
  "Risk: {move} ({chance}) could swing {points} point":
    "Risiko: {move} ({chance}) könnte {points} Punkt ausmachen",
  "Risk: {move} ({chance}) could swing {points} points":
    "Risiko: {move} ({chance}) könnte {points} Punkte ausmachen",
  "Risk: {move} could swing {points} points": "Risiko: {move} könnte {points} Punkte ausmachen",
  "Risk: {move} ({chance}) is the enemy's best reply":
    "Risiko: {move} ({chance}) ist die beste Antwort des Gegners",
  "Risk: {move} ({chance}) {effect}": "Risiko: {move} ({chance}) {effect}",
  "takes {lane}": "holt {lane}",
  "ties {lane}": "gleicht {lane} aus",
  "destroys your {card} on {tile}": "zerstört deine Karte {card} auf {tile}",
  "takes {tiles} from you": "nimmt dir {tiles}",
  "gains {number} in {lane}": "gewinnt {number} in {lane}",
  // when there is no advice
  "The match is over, so there is nothing to play":
    "Die Partie ist vorbei, es gibt nichts zu spielen",
  "It is the enemy's turn; report its move first":
    "Der Gegner ist am Zug; trage erst seinen Zug ein",
  "Report the card you drew first; advice on the old hand would be wrong":
    "Trage erst die gezogene Karte ein; Rat zur alten Hand wäre falsch",
  "Your hand is not known; report its cards first":
    "Deine Hand ist nicht bekannt; trage erst ihre Karten ein",
  // lanes and the match
  "The match is over": "Die Partie ist vorbei",
  "The enemy's pass ends the match": "Passt der Gegner, endet die Partie",
  "Your pass ends the match": "Passt du, endet die Partie",
  "You cannot reach it": "Für dich unerreichbar",
  "The enemy cannot reach it": "Für den Gegner unerreichbar",
  "You have no tile to play on": "Du hast kein Feld zum Spielen",
  "The enemy has no tile to play on": "Der Gegner hat kein Feld zum Spielen",
  "You have no cards left": "Du hast keine Karten mehr",
  "The enemy has no cards left": "Der Gegner hat keine Karten mehr",
  "You can no longer win it": "Du kannst sie nicht mehr gewinnen",
  "Nothing the enemy may hold can turn it": "Der Gegner kann sie nicht mehr drehen",
  "Not certain yet": "Noch nicht sicher",
  "You could turn it": "Du könntest sie drehen",
  "You could turn it in {number} plays": "Du könntest sie in {number} Zügen drehen",
  "At risk": "In Gefahr",
  "At risk in {number} plays": "In {number} Zügen in Gefahr",
  "Nobody leads": "Niemand führt",
  "You can no longer win": "Du kannst nicht mehr gewinnen",
  "You can no longer win if the enemy plays right":
    "Du kannst nicht mehr gewinnen, wenn der Gegner richtig spielt",
  "The match is yours: the enemy can no longer turn it":
    "Die Partie gehört dir: Der Gegner kann sie nicht mehr drehen",
  "The enemy has passed: passing now ends the match at {you} to {enemy}, you win":
    "Der Gegner hat gepasst: Passt du jetzt, endet die Partie {you} zu {enemy}, du gewinnst",
  "The enemy has passed: passing now ends the match at {you} to {enemy}, you lose":
    "Der Gegner hat gepasst: Passt du jetzt, endet die Partie {you} zu {enemy}, du verlierst",
  "The enemy has passed: passing now ends the match at {you} to {enemy}, it is a draw":
    "Der Gegner hat gepasst: Passt du jetzt, endet die Partie {you} zu {enemy}, unentschieden",
  "If you pass, the enemy can end the match by passing too, at {you} to {enemy}":
    "Passt du, kann der Gegner die Partie durch Passen beenden, {you} zu {enemy}",
  "1 card of your hand is not known and was not considered":
    "1 Karte deiner Hand ist nicht bekannt und wurde nicht beachtet",
  "{number} cards of your hand are not known and were not considered":
    "{number} Karten deiner Hand sind nicht bekannt und wurden nicht beachtet",
  "{lane} is locked: yours": "{lane} ist sicher: deine",
  "{lane} is locked: theirs": "{lane} ist sicher: seine",
  "{lane} is tied": "{lane} steht gleich",
  // the mulligan
  "Keep {card}: playable on turn 1": "{card} behalten: in Zug 1 spielbar",
  "Keep {card}: not playable on turn 1, but better than what you would draw for it":
    "{card} behalten: in Zug 1 nicht spielbar, aber besser als das, was dafür käme",
  "Keep {card}: not playable on turn 1, but a new card is about as good":
    "{card} behalten: in Zug 1 nicht spielbar, aber eine neue Karte ist etwa gleich gut",
  "Replace {card}: playable on turn 1, but a new card is better on average":
    "{card} tauschen: in Zug 1 spielbar, aber eine neue Karte ist im Mittel besser",
  "Replace {card}: playable on turn 1, but a new card is slightly better":
    "{card} tauschen: in Zug 1 spielbar, aber eine neue Karte ist etwas besser",
  "Replace {card}: not playable on turn 1": "{card} tauschen: in Zug 1 nicht spielbar",
  "Putting it back costs {chance} win chance": "Sie abzugeben kostet {chance} Gewinnchance",
  "Keeping it costs {chance} win chance": "Sie zu behalten kostet {chance} Gewinnchance",
  "A new card is about as good": "Eine neue Karte ist etwa gleich gut",
  "A new card is slightly better": "Eine neue Karte ist etwas besser",
  // what happened
  "You keep the whole hand": "Du behältst die ganze Hand",
  "The enemy keeps the whole hand": "Der Gegner behält die ganze Hand",
  "You put one card back": "Du gibst eine Karte zurück",
  "The enemy puts one card back": "Der Gegner gibt eine Karte zurück",
  "You put {number} cards back": "Du gibst {number} Karten zurück",
  "The enemy puts {number} cards back": "Der Gegner gibt {number} Karten zurück",
  "You draw a card": "Du ziehst eine Karte",
  "You draw {card}": "Du ziehst {card}",
  "You play {card} on {tile}": "Du spielst {card} auf {tile}",
  "The enemy plays {card} on {tile}": "Der Gegner spielt {card} auf {tile}",
  "You pass": "Du passt",
  "The enemy passes": "Der Gegner passt",
  "Your hand is corrected": "Deine Hand ist korrigiert",
  "Your deck is corrected": "Dein Deck ist korrigiert",
  "The enemy's deck is corrected": "Das Deck des Gegners ist korrigiert",
  "Tile {tile} is corrected": "Feld {tile} ist korrigiert",
  "Tiles {tiles} are corrected": "Felder {tiles} sind korrigiert",
  "over {card}": "über {card}",
  "{card} on {tile} is destroyed": "{card} auf {tile} ist zerstört",
  "{card} appears on {tile}": "{card} erscheint auf {tile}",
  "{card} comes to your hand": "{card} kommt auf deine Hand",
  "{card} comes to the enemy's hand": "{card} kommt auf die Hand des Gegners",
  // the review
  "You won {you} to {enemy}": "Du hast {you} zu {enemy} gewonnen",
  "You lost {you} to {enemy}": "Du hast {you} zu {enemy} verloren",
  "A draw, {you} to {enemy}": "Unentschieden, {you} zu {enemy}",
  "The match is not over: {you} to {enemy} so far":
    "Die Partie ist nicht zu Ende: bisher {you} zu {enemy}",
  "Accuracy {chance}, no mistakes": "Genauigkeit {chance}, keine Fehler",
  "Accuracy {chance}, {marks}": "Genauigkeit {chance}, {marks}",
  "1 blunder": "1 grober Fehler",
  "1 blunder, {marks}": "1 grober Fehler, {marks}",
  "{number} blunders": "{number} grobe Fehler",
  "{number} blunders, {marks}": "{number} grobe Fehler, {marks}",
  "1 mistake": "1 Fehler",
  "1 mistake, {marks}": "1 Fehler, {marks}",
  "{number} mistakes": "{number} Fehler",
  "{number} mistakes, {marks}": "{number} Fehler, {marks}",
  "1 inaccuracy": "1 Ungenauigkeit",
  "{number} inaccuracies": "{number} Ungenauigkeiten",
  "No move can be judged: the hands are not known":
    "Kein Zug lässt sich beurteilen: Die Hände sind nicht bekannt",
  "Turn {number}, your {move}: your win chance fell from {from} to {chance}":
    "Zug {number}, dein {move}: Deine Gewinnchance fiel von {from} auf {chance}",
  "Turn {number}, the enemy's {move}: your win chance rose from {from} to {chance}":
    "Zug {number}, gegnerisch {move}: Deine Gewinnchance stieg von {from} auf {chance}",
  "Luck helped you by {chance}": "Das Glück half dir mit {chance}",
  "Luck helped the enemy by {chance}": "Das Glück half dem Gegner mit {chance}",
  "{move} was better for the enemy: its own win chance {chance} instead of {from}":
    "{move} war für den Gegner besser: seine Gewinnchance {chance} statt {from}",
  "{move} was better: win chance {chance} instead of {from}":
    "{move} war besser: Gewinnchance {chance} statt {from}",
  "{move} was better": "{move} war besser",
  "Your hand was not known, so this move cannot be judged":
    "Deine Hand war nicht bekannt, der Zug lässt sich nicht beurteilen",
  "The enemy's hand was not known, so this move cannot be judged":
    "Die Hand des Gegners war nicht bekannt, der Zug lässt sich nicht beurteilen",
  "Passed too early: there was a better play": "Zu früh gepasst: Es gab einen besseren Zug",
  "High tile wasted: a costlier card in the hand needed it":
    "Hohes Feld verschenkt: Eine teurere Karte der Hand brauchte es",
  "Too much in one lane: it was won without this card":
    "Zu viel in einer Reihe: Sie war ohne diese Karte gewonnen",
  "Lost tiles to play on: {number} fewer than after the better move":
    "Felder zum Spielen verloren: {number} weniger als nach dem besseren Zug",
  "Too careful: the reply that the better move allows is rare":
    "Zu vorsichtig: Die Antwort, die der bessere Zug zulässt, ist selten",
  "{lane} ends {better} instead of {worse}": "{lane} endet {better} statt {worse}",
  "{number} ahead": "{number} vorn",
  "{number} behind": "{number} zurück",
  tied: "gleich",
};
