// @ts-check
// Takes a description of what a page shows and changes only the elements that differ
// from it, so every redraw can describe the whole page and still be quick.

/**
 * @typedef {Description | string | number | null | undefined | false} Child
 * @typedef {{tag: string, attrs: Attributes, children: Child[]}} Description
 * @typedef {Element & {described?: Attributes}} Drawn
 * @typedef {Exclude<Child, null | undefined | false>} Shown
 * @typedef {Event & {target: HTMLInputElement}} FieldEvent also of selects and text areas,
 *   of which only the value is read
 */

/**
 * @template {Event} [E=Event]
 * @typedef {((event: E) => unknown) | null | undefined} Handler
 */

/**
 * `key` keeps an element with what it shows, `enter` names the animation of a new
 * element, `flash` is a value whose change is animated; the rest are attributes of the
 * element and handlers of events.
 * @typedef {{
 *   key?: string | number, enter?: string, flash?: string | number, class?: string,
 *   style?: Record<string, string | number>,
 *   oninput?: Handler<FieldEvent>, onchange?: Handler<FieldEvent>, onfocus?: Handler<FieldEvent>,
 *   onclick?: Handler<MouseEvent>, onmousedown?: Handler<MouseEvent>,
 *   onkeydown?: Handler<KeyboardEvent>, onsubmit?: Handler,
 *   ondragstart?: Handler<DragEvent>, ondragover?: Handler<DragEvent>,
 *   ondrop?: Handler<DragEvent>,
 *   [name: string]: unknown,
 * }} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set([
  "svg",
  "g",
  "path",
  "line",
  "rect",
  "circle",
  "polyline",
  "polygon",
  "text",
  "defs",
  "marker",
  "title",
]);

/**
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
  card: [
    { transform: "translateY(-12%) scale(1.08)", opacity: 0 },
    { transform: "none", opacity: 1 },
  ],
  line: [
    { transform: "translateY(0.6em)", opacity: 0 },
    { transform: "none", opacity: 1 },
  ],
  ghost: [{ opacity: 0 }, { opacity: 1 }],
  flash: [{ filter: "brightness(2.2)" }, { filter: "none" }],
};

/** Attributes that people read or hear. */
const READ_OUT = new Set(["aria-label", "title", "placeholder"]);

let animate = true;

/** @type {(text: string) => string} */
let shownAs = (text) => text;

/**
 * Every text goes through this function before it is shown, so that names of cards appear
 * in the chosen language wherever they come from.
 * @param {(text: string) => string} change
 */
export function setTexts(change) {
  shownAs = change;
}

/** Turns animations of changes on or off. @param {boolean} on */
export function setMotion(on) {
  animate = on;
}

/** @param {Element} element @param {string} name */
function move(element, name) {
  const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  const frames = MOTIONS[name];
  // Every animation runs once; one that loops would take frames from the stream.
  if (animate && !still && frames) element.animate(frames, { duration: 320, easing: "ease-out" });
}

/**
 * Shows the children in the container. Nothing is animated the first time.
 * @param {Element} container
 * @param {Child | Child[]} children
 */
export function draw(container, children) {
  const list = Array.isArray(children) ? children : [children];
  const first = !container.hasAttribute("data-drawn");
  reconcile(container, list, !first);
  if (first) container.setAttribute("data-drawn", "");
}

/** @param {Child} child @returns {child is Shown} */
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
  let position = parent.firstChild;
  for (const child of shown) {
    if (typeof child !== "object") {
      const text = shownAs(String(child));
      if (position?.nodeType === Node.TEXT_NODE) {
        if (position.nodeValue !== text) position.nodeValue = text;
        position = position.nextSibling;
      } else {
        parent.insertBefore(document.createTextNode(text), position);
      }
      continue;
    }
    const found = reusable(keyed, position, child);
    if (found) {
      if (found !== position && found.contains(document.activeElement))
        position = makeRoom(parent, position, found);
      if (found === position) position = position.nextSibling;
      else parent.insertBefore(found, position);
      update(found, child, moves);
    } else {
      const made = create(child, parent);
      parent.insertBefore(made, position);
      if (moves && child.attrs.enter) move(made, child.attrs.enter);
    }
  }
  while (position) {
    const next = position.nextSibling;
    parent.removeChild(position);
    position = next;
  }
}

/**
 * Puts what stands before an element behind it. The element itself stays where it is,
 * because a moved element would lose the focus.
 * @param {Element} parent
 * @param {ChildNode | null} position
 * @param {Element} stays
 * @returns {ChildNode | null} the element that stays
 */
function makeRoom(parent, position, stays) {
  while (position && position !== stays) {
    const next = position.nextSibling;
    parent.insertBefore(position, stays.nextSibling);
    position = next;
  }
  return position;
}

/**
 * Removes elements that are not shown any more. This is done first, because the
 * others then need not be moved, and an element that is moved loses the focus.
 * @param {Map<string | number, Drawn>} keyed
 * @param {Shown[]} shown
 */
function leave(keyed, shown) {
  if (keyed.size === 0) return;
  const wanted = new Set(
    shown.map((child) => (typeof child === "object" ? child.attrs.key : undefined)),
  );
  for (const [key, element] of keyed) {
    if (!wanted.has(key)) {
      element.remove();
      keyed.delete(key);
    }
  }
}

/**
 * @param {Map<string | number, Drawn>} keyed
 * @param {ChildNode | null} position
 * @param {Description} child
 * @returns {Drawn | null}
 */
function reusable(keyed, position, child) {
  const { key } = child.attrs;
  const here = position?.nodeType === Node.ELEMENT_NODE ? /** @type {Drawn} */ (position) : null;
  const found = key === undefined ? here : (keyed.get(key) ?? null);
  if (!found || found.localName !== child.tag) return null;
  if (key !== undefined) keyed.delete(key);
  return found.described?.key === key ? found : null;
}

/** @param {Description} child @param {Element} parent @returns {Drawn} */
function create(child, parent) {
  const isSvg = SVG_TAGS.has(child.tag) && (child.tag === "svg" || parent.namespaceURI === SVG);
  /** @type {Drawn} */
  const element = isSvg
    ? document.createElementNS(SVG, child.tag)
    : document.createElement(child.tag);
  setAttributes(element, {}, child.attrs);
  reconcile(element, child.children, false);
  // The value of a select can only be set once its options exist.
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

/** @param {Element} element @param {string} name @param {unknown} value */
function setAttribute(element, name, value) {
  if (name === "key" || name === "enter" || name === "flash") return;
  if (name.startsWith("on")) {
    Object.assign(element, { [name]: value ?? null });
  } else if (name === "style") {
    setStyle(/** @type {HTMLElement} */ (element), /** @type {Attributes["style"]} */ (value));
  } else if (name === "value" || name === "checked") {
    const control = /** @type {HTMLInputElement} */ (element);
    if (value !== null && control[name] !== value) Object.assign(control, { [name]: value });
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    element.setAttribute(name, READ_OUT.has(name) ? shownAs(text) : text);
  }
}

/** @param {HTMLElement} element @param {Attributes["style"] | null} style */
function setStyle(element, style) {
  const wanted = style ?? {};
  for (const name of Array.from(element.style)) {
    if (!(name in wanted)) element.style.removeProperty(name);
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (element.style.getPropertyValue(name) !== String(value))
      element.style.setProperty(name, String(value));
  }
}
