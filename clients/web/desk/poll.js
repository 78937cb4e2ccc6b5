// @ts-check
// The poll of the viewers, as the streamer opens, follows and closes it.

import { h } from "../shared/dom.js";
import { optionWords, votesWords } from "../widgets/poll.js";
import { desk, refusalOf } from "./app.js";
import { refusalText } from "./finder.js";
import { tellPoll } from "./words.js";

let revealsHand = false;
/** @type {import("./app.js").Refusal | null} */
let refusal = null;

/** @param {() => Promise<unknown>} ask */
async function send(ask) {
  refusal = null;
  try {
    await ask();
  } catch (failure) {
    refusal = refusalOf(failure);
  }
  desk.redraw();
}

/** @param {string | null} sessionId the session that viewers see */
export function pollPanel(sessionId) {
  if (!desk.mayAct) return null;
  const poll = desk.poll?.sessionId === sessionId ? desk.poll : null;
  const most = Math.max(1, ...(poll?.options ?? []).map((option) => option.votes));
  return h(
    "section",
    { class: "panel poll-desk", "aria-labelledby": "poll-title", key: "poll" },
    h("h2", { class: "panel-title", id: "poll-title" }, tellPoll("title")),
    h("p", { class: "dim" }, tellPoll("why")),
    poll &&
      h(
        "ol",
        { class: "poll-rows", "data-open": poll.open ? "" : null },
        poll.options.map((option) =>
          h(
            "li",
            { key: option.option, class: option.votes === most ? "poll-leads" : "" },
            h("span", { class: "number" }, option.option),
            ` ${optionWords(option)} `,
            h("span", { class: "dim" }, votesWords(option.votes)),
          ),
        ),
      ),
    poll && !poll.open && h("p", { class: "dim" }, tellPoll("closed")),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        name: "reveal",
        checked: revealsHand,
        onchange: (event) => {
          revealsHand = event.target.checked;
          desk.redraw();
        },
      }),
      tellPoll("reveal"),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          "data-action": "poll-open",
          disabled: sessionId === null,
          onclick: () =>
            send(() =>
              desk.request("poll/open", {
                sessionId: sessionId ?? "",
                reveal: revealsHand ? "hand" : "nothing",
              }),
            ),
        },
        tellPoll(poll?.open ? "again" : "open"),
      ),
      poll?.open &&
        h(
          "button",
          {
            type: "button",
            class: "primary",
            "data-action": "poll-close",
            onclick: () => send(() => desk.request("poll/close", {})),
          },
          tellPoll("close"),
        ),
    ),
    refusalText(refusal),
  );
}
