// @ts-check
// The poll of the viewers: what should be played, and the votes so far.

import { h } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { bar } from "./threat.js";

/**
 * @typedef {import("../shared/wire").Poll} Poll
 * @typedef {import("../shared/wire").PollOption} PollOption
 */

/** @param {Poll | null | undefined} poll */
export function poll(poll) {
  if (!poll) return null;
  const most = Math.max(1, ...poll.options.map((option) => option.votes));
  return h(
    "section",
    {
      class: `panel widget-poll${poll.open ? "" : " poll-closed"}`,
      "aria-label": say("poll"),
      key: "poll",
      enter: "card",
    },
    h("h2", { class: "panel-title" }, say("poll")),
    h(
      "ol",
      { class: "poll-options" },
      poll.options.map((option) =>
        h(
          "li",
          {
            class: `poll-option${option.votes === most ? " poll-leads" : ""}`,
            key: option.option,
          },
          h("span", { class: "poll-number number" }, option.option),
          h("span", { class: "poll-label" }, optionWords(option)),
          h("span", { class: "poll-votes number", flash: option.votes }, option.votes),
          bar(poll.votes > 0 ? option.votes / poll.votes : 0),
        ),
      ),
    ),
    h(
      "p",
      { class: "poll-how" },
      poll.open
        ? say("pollHow", { command: `${poll.command} ${Math.min(2, poll.options.length)}` })
        : say("pollClosed"),
      ` · ${votesWords(poll.votes)}`,
    ),
  );
}

/** @param {PollOption} option @returns {string} */
export function optionWords({ lane, card, tile }) {
  if (lane) return say("pollLane", { lane });
  if (card && tile) return say("reply", { card: card.name, tile });
  return say("pass");
}

/** @param {number} votes */
export function votesWords(votes) {
  return votes === 1 ? say("pollVoteOne") : say("pollVotes", { votes });
}
