"use strict";

/** Text that is already HTML and is not escaped again. */
class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** @param {unknown} value */
function escape(value) {
  return String(value).replace(/[&<>"']/g, (found) => ENTITIES[found] ?? "");
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function rendered(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(rendered).join("");
  if (value === null || value === undefined) return "";
  return escape(value);
}

/**
 * A template tag that escapes all values except Markup.
 *
 * @param {TemplateStringsArray} literals
 * @param {...unknown} values
 */
function html(literals, ...values) {
  const filled = values.map((value, index) => rendered(value) + literals[index + 1]);
  return new Markup(literals[0] + filled.join(""));
}

module.exports = { Markup, html };
