// Learning at the desk: the review of a match, the summary of all, puzzles, hidden advice.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { faults } from "./support/axe.mjs";
import { closePage, eventually, startBrowser } from "./support/browser.mjs";
import { Daemon, repository } from "./support/daemon.mjs";
import { Desk } from "./support/desk.mjs";
import { Match } from "./support/player.mjs";

const browser = await startBrowser();
const daemon = await Daemon.started();
const content = readFileSync(path.join(repository, "data/reviews/match-03.txt"), "utf8");
const { sessionId: reviewed } = await daemon.ask("session/import", { content });

test("a review is clicked through, with the played and the best move on boards", async () => {
  const desk = await Desk.openSession(browser, daemon, reviewed);
  const { page } = desk;
  await page.locator('[data-action="review"]').click();
  await page.waitForSelector(".review-point");
  const review = await daemon.ask("coach/review", { sessionId: reviewed });
  assert.equal(await page.locator(".review-point").count(), review.moves.length);
  const move = review.moves.find(({ mark }) => mark);
  await page.locator(`[data-reviewed="${move.seq}"]`).click();
  await eventually(page, async () => {
    const [played, best] = await page.locator(".review-side figcaption").allTextContents();
    assert.ok(played.includes(move.label) && best.includes(move.best.label), played + best);
  });
  const boards = await page
    .locator(".review-side")
    .evaluateAll((all) =>
      all.map((one) =>
        [...one.querySelectorAll("[data-at]")].map(
          (tile) => tile.querySelector(".card-name")?.textContent ?? null,
        ),
      ),
    );
  const named = ({ board }) => board.tiles.map(({ card }) => card?.name ?? null);
  const then = { sessionId: reviewed, seq: move.seq };
  assert.deepEqual(boards[0], named(await daemon.ask("session/get", then)));
  assert.deepEqual(await faults(page), []);
  await page.locator('[data-action="review-try"]').click();
  await page.waitForFunction((id) => !location.hash.endsWith(`/${id}`), reviewed);
  await page.waitForSelector("#board");
  const analysis = new URL(page.url()).hash.split("/").at(-1);
  const { mode, position } = await daemon.ask("session/get", { sessionId: analysis });
  const before = await daemon.ask("session/get", { sessionId: reviewed, seq: move.seq - 1 });
  assert.deepEqual({ mode, position }, { mode: "analysis", position: before.position });
  await closePage(page);
});

test("all matches are summed up, and their mistakes become puzzles", async () => {
  const desk = await Desk.open(browser, daemon, { path: "learn" });
  const { page } = desk;
  await page.locator('[data-action="review-all"]').click();
  await page.waitForSelector('[data-action="review-all"]', { state: "detached" });
  assert.match(await page.textContent(".learn-page"), /Short Fuse/);
  await page.waitForSelector(".learn-page .review-point");
  assert.deepEqual(await faults(page), []);
  const review = await daemon.ask("coach/review", { sessionId: reviewed });
  const own = review.moves.filter(({ side, mark }) => side === "you" && mark);
  await page.goto(`${daemon.address}/#/puzzles`);
  await page.waitForSelector(`a[href="#/puzzles/${reviewed}-${own[0].seq}"]`);
  await page.locator(`a[href="#/puzzles/${reviewed}-${own[0].seq}"]`).click();
  await eventually(page, async () =>
    assert.ok((await page.textContent("h1")).includes(`${reviewed}-${own[0].seq}`)),
  );
  await closePage(page);
});

test("a puzzle is solved by mouse, and comes back later", async () => {
  const desk = await Desk.open(browser, daemon, { path: "puzzles/p001" });
  const { page } = desk;
  const puzzles = JSON.parse(readFileSync(path.join(repository, "data/puzzles.json"), "utf8"));
  const { hand, solution } = puzzles.puzzles[0];
  await page.waitForSelector("#puzzle-board");
  assert.deepEqual(await faults(page), []);
  await page.locator(`[data-hand="${hand.indexOf(solution.card)}"]`).click();
  await page.locator(`[data-tile="${solution.tile}"].tile-legal`).click();
  await page.waitForSelector(".puzzle-right");
  assert.deepEqual(await faults(page), []);
  const { puzzles: listed, next } = await daemon.ask("puzzles/list");
  assert.deepEqual(listed[0], { puzzle: "p001", solved: 1, daysLeft: 1 });
  assert.equal(next, "p002");
  await page.locator('[data-action="next-puzzle"]').click();
  await eventually(page, async () => assert.ok((await page.textContent("h1")).includes("p002")));
  await page.locator('[data-action="puzzle-pass"]').click();
  await page.waitForSelector(".puzzle-wrong");
  assert.equal(await page.locator(".review-side").count(), 2);
  await closePage(page);
});

test("hidden advice is seen after the move, or when asked for", async () => {
  const match = await Match.begin(daemon, "live", 570);
  while (match.now.seq < 4 || match.now.sideToAct !== "you" || match.now.phase !== "play")
    assert.ok(await match.step());
  const desk = await Desk.openSession(browser, daemon, match.id);
  const { page } = desk;
  await desk.reaches(match.now.seq, "you");
  await page.locator("input[name=guess]").check();
  await page.waitForSelector('[data-action="reveal"]');
  assert.equal(await page.locator(".advice-move, [data-move], .tile-best").count(), 0);
  const { actions } = await daemon.ask("match/actions", { sessionId: match.id });
  const { card, tile } = actions.find(({ action }) => action.type === "play").action;
  await page.locator(`[data-hand][data-card="${card}"]`).first().click();
  await page.locator(`[data-tile="${tile}"].tile-legal`).click();
  await desk.reaches(match.now.seq + 1, "enemy");
  await page.waitForSelector(".banner-verdict");
  await desk.press("u");
  await desk.reaches(match.now.seq + 2, "you");
  await page.locator('[data-action="reveal"]').click();
  await page.waitForSelector(".advice-move");
  await closePage(page);
});
