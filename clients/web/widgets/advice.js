// @ts-check
// The best move and why.

import { h } from "../shared/dom.js";
import { say, signed } from "../shared/words.js";

/** @typedef {import("../shared/session.js").Documents} Documents */

const REASONS = 3;
const OTHERS = 3;

/** @param {Documents} documents @param {{audience: string}} context */
export function advice(documents, context) {
  const { coach } = documents;
  if (context.audience === "stream") return panel(h("p", { class: "dim" }, say("adviceHidden")));
  if (!coach) return null;
  const [best, ...others] = coach.moves ?? [];
  if (!best) return panel(h("p", { class: "dim" }, coach.message || say("noAdvice")));
  return panel(
    h("p", { class: `advice-move quality-${best.quality}`, flash: best.label }, best.label),
    h("p", { class: "advice-quality" }, best.quality, best.marginAfter === undefined ? "" : ` · ${say("margin")} ${signed(best.marginAfter)}`),
    h(
      "ul",
      { class: "reasons" },
      (best.reasons ?? []).slice(0, REASONS).map((/** @type {any} */ reason) => h("li", { key: reason.tag + reason.text, class: reason.weight < 0 ? "reason-against" : "reason-for" }, reason.text)),
    ),
    others.length > 0 &&
      h(
        "ol",
        { class: "advice-others dim" },
        others.slice(0, OTHERS).map((/** @type {any} */ move) => h("li", { key: move.label }, h("span", null, move.label), h("span", { class: "number" }, signed(move.moveScore, 1)))),
      ),
  );
}

/** @param {...import("../shared/dom.js").Child} inside */
function panel(...inside) {
  return h("section", { class: "panel widget-advice", "aria-label": say("advice"), key: "advice" }, h("h2", { class: "panel-title" }, say("advice")), inside);
}
