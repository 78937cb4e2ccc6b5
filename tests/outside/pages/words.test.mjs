// The texts of the pages: every language has all of them, and none has words that people
// should not meet.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { closePage, eventually, startBrowser } from "./support/browser.mjs";
import { Daemon, pagesFolder, repository } from "./support/daemon.mjs";
import { Desk } from "./support/desk.mjs";
import { openOverlay, shows } from "./support/overlay.mjs";
import { Match } from "./support/player.mjs";

const FOLDER = path.join(pagesFolder, "words");
const files = readdirSync(FOLDER);
const texts = new Map();
for (const file of files) {
  // The folder has no package.json, so its scripts are read as data.
  const source = readFileSync(path.join(FOLDER, file), "utf8");
  texts.set(file, await import(`data:text/javascript,${encodeURIComponent(source)}`));
}
const gaps = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const browser = await startBrowser();
const daemon = await Daemon.started();

for (const english of files.filter((file) => file.endsWith(".en.js"))) {
  test(`every language has all texts of ${english}, with the same values in them`, () => {
    const others = files.filter(
      (file) => file !== english && file.split(".")[0] === english.split(".")[0],
    );
    assert.ok(others.length > 0);
    for (const other of others) {
      for (const [page, words] of Object.entries(texts.get(english))) {
        const translated = texts.get(other)[page];
        assert.deepEqual(
          Object.keys(translated).sort(),
          Object.keys(words).sort(),
          `${other} ${page}`,
        );
        for (const [word, text] of Object.entries(words)) {
          assert.ok(translated[word].trim() !== "", `${other} ${word}`);
          assert.deepEqual(gaps(translated[word]), gaps(text), `${other} ${word}`);
        }
      }
    }
  });
}

test("no text has an engine's term, a method's name or a word that was replaced", () => {
  const replaced = [
    "conceding",
    "your hand really is",
    "the tile is so",
    "tell your opening",
    "told wrong",
    "mend the field",
    "line to qbcoach",
    "look so now",
    "changes move",
    "as the newest",
    "report a real",
    "the usual ones",
    "locked for",
    "stability",
  ];
  for (const [file, pages] of texts)
    for (const words of Object.values(pages))
      for (const [word, text] of Object.entries(words)) {
        const found = replaced.filter((old) => text.toLowerCase().includes(old));
        assert.deepEqual(found, [], `${file} ${word}`);
        assert.doesNotMatch(text, /`\w+\/\w+`/, `${file} ${word}`);
      }
});

test("a sentence of the daemon has the same values in every language", () => {
  for (const [file, { coach }] of texts)
    for (const [english, own] of Object.entries(coach ?? {}))
      assert.deepEqual(gaps(own), gaps(english), `${file} ${english}`);
});

/** What the daemon says about a match at its present moment. */
async function said(match) {
  const { id: sessionId, now } = match;
  const ask = (method) => daemon.ask(method, { sessionId }).catch(() => null);
  const [history, position] = [await ask("session/history"), await ask("coach/evaluate")];
  const isYours = now.sideToAct === "you" && now.phase !== "over" && now.phase !== "draw";
  const advice = isYours ? await ask("coach/recommend") : null;
  const mulligan = now.phase === "mulligan" ? await ask("coach/mulligan") : null;
  const moves = advice?.moves ?? [];
  return [
    ...history.entries.map(({ text }) => text),
    ...(position?.locks?.lanes ?? []).map(({ proof }) => proof),
    ...moves.flatMap(({ label, line, reasons }) => [
      label,
      ...line,
      ...reasons.map(({ text }) => text),
    ]),
    ...(advice?.notes ?? []),
    ...(mulligan?.reasons ?? []).map(({ text }) => text),
  ];
}

test("what the coach says in a match and in its review is said in German", async () => {
  const { page } = await Desk.open(browser, daemon, { context: { locale: "de-DE" } });
  await page.waitForFunction(() => document.documentElement.lang === "de");
  const all = new Set();
  for (const [mode, seed] of [
    ["live", 551],
    ["simulated", 552],
  ]) {
    const match = await Match.begin(daemon, mode, seed);
    do for (const text of await said(match)) all.add(text);
    while (await match.step());
    const review = await daemon.ask("coach/review", {
      sessionId: match.id,
      budget: { nodes: 200 },
    });
    for (const text of [review.message, ...review.moves.flatMap(({ reasons }) => reasons)])
      all.add(text.text ?? text);
  }
  assert.ok(all.size > 100, "the matches were too short for this test");
  const still = await page.evaluate(
    async (sentences) => {
      const { inWords } = await import("/web/shared/words.js");
      // Every part of a text has to be another one than before.
      return sentences.flatMap((text) => {
        const shown = inWords(text).split(/(?<=[.;]) /);
        return text.split(/(?<=[.;]) /).filter((part, index) => part === shown[index]);
      });
    },
    [...all],
  );
  assert.deepEqual(still, []);
  await closePage(page);
});

test("no page has a text of its own outside the folder of texts", () => {
  const own = /h\(\s*"[a-z0-9]+",\s*(?:null|\{[^{}]*\}),\s*"[A-Za-z][a-z]+ [a-z]+/g;
  for (const folder of ["desk", "widgets", "overlay"])
    for (const file of readdirSync(path.join(pagesFolder, folder)).filter((one) =>
      one.endsWith(".js"),
    ))
      assert.deepEqual(
        [...readFileSync(path.join(pagesFolder, folder, file), "utf8").matchAll(own)].map(
          ([text]) => text,
        ),
        [],
        file,
      );
});

test("the desk speaks German and shows Japanese names, and keeps both", async () => {
  const match = await Match.begin(daemon, "live", 560);
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  const { desk: german } = texts.get("desk.de.js");
  await page.locator("#header select[name=words]").selectOption("de");
  await eventually(page, async () =>
    assert.equal(await page.textContent(".banner-title"), german.mulliganTitle),
  );
  await page.waitForSelector('html[lang="de"]');
  await page.locator("#header select[name=names]").selectOption("ja");
  const { names } = await daemon.ask("cards/get", { card: match.now.you.hand[0].id });
  await eventually(page, async () =>
    assert.equal(await page.textContent('[data-hand="0"] .own-name'), names.ja),
  );
  await page.reload();
  await eventually(page, async () => {
    assert.equal(await page.textContent('[data-hand="0"] .own-name'), names.ja);
    assert.equal(await page.textContent(".banner-title"), german.mulliganTitle);
  });
  await closePage(page);
});

test("a card is found by its Japanese name", async () => {
  const match = await Match.begin(daemon, "live", 561);
  while (match.now.phase !== "draw") assert.ok(await match.step());
  const [id] = match.unseen;
  const { names } = await daemon.ask("cards/get", { card: id });
  const desk = await Desk.openSession(browser, daemon, match.id);
  await desk.reaches(match.now.seq, "draw");
  await desk.focusComes("#finder");
  await desk.page.keyboard.insertText(names.ja);
  await eventually(desk.page, async () =>
    assert.equal(
      await desk.page.getAttribute('#finder-list [aria-selected="true"]', "data-card"),
      id,
    ),
  );
  await desk.press("Enter");
  await desk.reaches(match.now.seq + 1, "you");
  await closePage(desk.page);
});

test("an overlay speaks the language of its browser, polls included, unless told otherwise", async () => {
  const match = await Match.begin(daemon, "live", 555);
  while (match.now.sideToAct !== "you" || match.now.phase !== "play") assert.ok(await match.step());
  await daemon.ask("poll/open", { sessionId: match.id });
  const open = (parameters) =>
    openOverlay(
      browser,
      daemon,
      { session: match.id, ...parameters },
      { context: { locale: "de-DE" } },
    );
  const german = await open({});
  const poll = (page) => page.textContent(".widget-poll");
  await german.waitForSelector(".widget-poll");
  await eventually(german, async () => {
    assert.match(await poll(german), /Was soll gespielt werden\?.*In (TOP|MID|BOT) spielen/s);
    assert.match(await poll(german), /Passen.*Im Chat: !vote/s);
  });
  const english = await open({ language: "en" });
  await english.waitForSelector(".widget-poll");
  await eventually(english, async () => assert.match(await poll(english), /Vote in chat/));
  await daemon.ask("poll/close");
  for (const page of [german, english]) await closePage(page);
});

test("an overlay shows Japanese names if it is asked to", async () => {
  const match = await Match.begin(daemon, "simulated", 562);
  while (!match.now.board.tiles.some(({ card }) => card)) assert.ok(await match.step());
  const { card } = match.now.board.tiles.find((tile) => tile.card);
  const { names } = await daemon.ask("cards/get", { card: card.id });
  const overlay = await openOverlay(browser, daemon, { session: match.id, language: "ja" });
  await shows(overlay, match.id, match.now.seq);
  await eventually(overlay, async () =>
    assert.ok((await overlay.locator(".card-name").allTextContents()).includes(names.ja)),
  );
  await closePage(overlay);
});

test("the names in the repository are those of its cards", async () => {
  const { names } = JSON.parse(readFileSync(path.join(repository, "data/names.json"), "utf8"));
  const { cards } = await daemon.ask("cards/list");
  for (const { id, name, names: shown } of cards) {
    assert.equal(names[id]?.en, name, id);
    assert.equal(names[id].ja, shown.ja, id);
  }
  assert.equal(Object.keys(names).length, cards.length);
});
