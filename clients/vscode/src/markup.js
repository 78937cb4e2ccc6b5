"use strict";

/** Text that is already HTML. Everything else is escaped where it is put in. */
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
  return String(value).replace(/[&<>"']/g, (found) => ENTITIES[found]);
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
 * A template that escapes whatever it is given, unless that is Markup.
 *
 * @param {TemplateStringsArray} literals
 * @param {...unknown} values
 */
function html(literals, ...values) {
  const filled = values.map((value, place) => rendered(value) + literals[place + 1]);
  return new Markup(literals[0] + filled.join(""));
}

module.exports = { Markup, html };
