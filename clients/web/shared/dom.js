// @ts-check
// Describes what a page shows as plain data and changes only what differs, so that
// every redraw may start from the whole state and still touch almost nothing.

/**
 * @typedef {Description | string | number | null | undefined | false} Child
 * @typedef {{tag: string, attrs: Attributes, children: Child[]}} Description
 * @typedef {Record<string, any> & {key?: string | number, enter?: string, flash?: any}} Attributes
 * @typedef {Element & {described?: Attributes}} Drawn
 */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "line", "rect", "circle", "polyline", "polygon", "text", "defs", "marker", "title"]);

/**
 * `key` keeps an element with what it shows, `enter` names the motion of a new one,
 * `flash` is a value whose change is shown; the rest are attributes and handlers.
 * @param {string} tag
 * @param {Attributes | null} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {Description}
 */
export function h(tag, attrs, ...children) {
  return { tag, attrs: attrs ?? {}, children: /** @type {Child[]} */ (children.flat()) };
}

/** @type {Record<string, Keyframe[]>} */
const MOTIONS = {
  card: [{ transform: "translateY(-12%) scale(1.08)", opacity: 0 }, { transform: "none", opacity: 1 }],
  line: [{ transform: "translateY(0.6em)", opacity: 0 }, { transform: "none", opacity: 1 }],
  ghost: [{ opacity: 0 }, { opacity: 1 }],
  flash: [{ filter: "brightness(2.2)" }, { filter: "none" }],
};

let animate = true;

/** Whether changes move. @param {boolean} on */
export function setMotion(on) {
  animate = on;
}

/** @param {Element} element @param {string} name */
function move(element, name) {
  const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  const frames = MOTIONS[name];
  // One run and it is gone: what loops while nothing changes costs a stream its frames.
  if (animate && !still && frames) element.animate(frames, { duration: 320, easing: "ease-out" });
}

/**
 * Shows the children in the container. The first time nothing moves.
 * @param {Element} container
 * @param {Child | Child[]} children
 */
export function draw(container, children) {
  const list = Array.isArray(children) ? children : [children];
  const first = !container.hasAttribute("data-drawn");
  reconcile(container, list, !first);
  if (first) container.setAttribute("data-drawn", "");
}

/** @param {Child} child @returns {child is Exclude<Child, null | undefined | false>} */
function isShown(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

/** @param {Element} parent @param {Child[]} children @param {boolean} moves */
function reconcile(parent, children, moves) {
  const shown = children.filter(isShown);
  /** @type {Map<string | number, Drawn>} */
  const keyed = new Map();
  for (const node of Array.from(parent.children)) {
    const key = /** @type {Drawn} */ (node).described?.key;
    if (key !== undefined) keyed.set(key, /** @type {Drawn} */ (node));
  }
  leave(keyed, shown);
  let place = parent.firstChild;
  for (const child of shown) {
    if (typeof child !== "object") {
      const text = String(child);
      if (place?.nodeType === Node.TEXT_NODE) {
        if (place.nodeValue !== text) place.nodeValue = text;
        place = place.nextSibling;
      } else {
        parent.insertBefore(document.createTextNode(text), place);
      }
      continue;
    }
    const found = reusable(keyed, place, child);
    if (found) {
      if (found === place) place = place.nextSibling;
      else parent.insertBefore(found, place);
      update(found, child, moves);
    } else {
      const made = create(child, parent);
      parent.insertBefore(made, place);
      if (moves && child.attrs.enter) move(made, child.attrs.enter);
    }
  }
  while (place) {
    const next = place.nextSibling;
    parent.removeChild(place);
    place = next;
  }
}

/**
 * What goes must go first: those that stay then need not move, and an element that
 * moves loses the focus.
 * @param {Map<string | number, Drawn>} keyed @param {Exclude<Child, null | undefined | false>[]} shown
 */
function leave(keyed, shown) {
  if (keyed.size === 0) return;
  const wanted = new Set(shown.map((child) => (typeof child === "object" ? child.attrs.key : undefined)));
  for (const [key, element] of keyed) {
    if (!wanted.has(key)) {
      element.remove();
      keyed.delete(key);
    }
  }
}

/** @param {Map<string | number, Drawn>} keyed @param {ChildNode | null} place @param {Description} child @returns {Drawn | null} */
function reusable(keyed, place, child) {
  const { key } = child.attrs;
  const here = place?.nodeType === Node.ELEMENT_NODE ? /** @type {Drawn} */ (place) : null;
  const found = key === undefined ? here : keyed.get(key) ?? null;
  if (!found || found.localName !== child.tag) return null;
  if (key !== undefined) keyed.delete(key);
  return found.described?.key === key ? found : null;
}

/** @param {Description} child @param {Element} parent @returns {Drawn} */
function create(child, parent) {
  const isSvg = SVG_TAGS.has(child.tag) && (child.tag === "svg" || parent.namespaceURI === SVG);
  /** @type {Drawn} */
  const element = isSvg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  setAttributes(element, {}, child.attrs);
  reconcile(element, child.children, false);
  // A choice can only be made among options that are there.
  if ("value" in child.attrs) setAttribute(element, "value", child.attrs.value);
  return element;
}

/** @param {Drawn} element @param {Description} child @param {boolean} moves */
function update(element, child, moves) {
  const before = element.described ?? {};
  setAttributes(element, before, child.attrs);
  reconcile(element, child.children, moves);
  if (moves && "flash" in child.attrs && before.flash !== child.attrs.flash) move(element, "flash");
}

/** @param {Drawn} element @param {Attributes} before @param {Attributes} after */
function setAttributes(element, before, after) {
  for (const name of Object.keys(before)) {
    if (!(name in after)) setAttribute(element, name, null);
  }
  for (const [name, value] of Object.entries(after)) {
    const isLive = name === "value" || name === "checked";
    if (isLive || before[name] !== value) setAttribute(element, name, value);
  }
  element.described = after;
}

/** @param {Element} element @param {string} name @param {any} value */
function setAttribute(element, name, value) {
  if (name === "key" || name === "enter" || name === "flash") return;
  if (name.startsWith("on")) {
    /** @type {any} */ (element)[name] = value ?? null;
  } else if (name === "style") {
    setStyle(/** @type {HTMLElement} */ (element), value);
  } else if (name === "value" || name === "checked") {
    const control = /** @type {any} */ (element);
    if (value !== null && control[name] !== value) control[name] = value;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {HTMLElement} element @param {Record<string, string | number> | null} style */
function setStyle(element, style) {
  const wanted = style ?? {};
  for (const name of Array.from(element.style)) {
    if (!(name in wanted)) element.style.removeProperty(name);
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (element.style.getPropertyValue(name) !== String(value)) element.style.setProperty(name, String(value));
  }
}
