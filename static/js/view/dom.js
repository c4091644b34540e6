/** Provides the views' few operations on the document. */

/** @import { Told } from "../model/claim.js" */

import { written } from "../model/claim.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element with attributes and children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null>} [attributes] null and false: left out
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Makes an element of a drawing.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, string | number | boolean | null>} [attributes] @param {...Node} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Gives a new element its attributes.
 * @param {Element} element @param {Record<string, string | number | boolean | null>} attributes
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Sets an attribute only where the value changes; null and false remove the attribute.
 * @param {Element} element @param {string} name @param {string | number | boolean | null | undefined} value
 */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Sets the text only where the text changes. @param {Element} element @param {string} text */
export function setText(element, text) {
  const only = element.childNodes.length === 1 ? element.firstChild : null;
  if (only instanceof Text) {
    if (only.data !== text) only.data = text; // another node would make the browser match all rules with :has again
  } else if (element.textContent !== text) element.textContent = text;
}

/**
 * Sets a custom property of CSS only where the value changes.
 * @param {HTMLElement | SVGElement} element @param {string} name @param {string | number} value
 */
export function setVariable(element, name, value) {
  if (element.style.getPropertyValue(name) !== String(value)) element.style.setProperty(name, String(value));
}

/** Remembers the parts of the state that a view has drawn. */
export class Drawn {
  /** @type {unknown[]} */
  parts = [];

  /** Tells whether a view has drawn exactly these parts; if not, it draws them now. @param {...unknown} parts */
  has(...parts) {
    const before = this.parts;
    this.parts = parts;
    if (!before.length) return false;
    for (let i = 0; i < parts.length; i += 1) if (parts[i] !== before[i]) return false;
    return true;
  }
}

/**
 * Returns the element with an id. A missing element is an error of the template.
 * @param {string} id @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/**
 * Makes a button.
 *
 * @param {Node | string} inside
 * @param {(event: MouseEvent) => unknown} act
 * @param {string} [look] its classes
 * @param {Record<string, string | number | boolean | null>} [more] attributes
 */
export function button(inside, act, look = "button", more = {}) {
  const made = el("button", { class: look, type: "button", ...more }, inside);
  made.addEventListener("click", act);
  return made;
}

/** Makes a switch. @param {(on: boolean) => unknown} act @param {boolean} [on] @param {string | null} [id] */
export function toggle(act, on = false, id = null) {
  const made = el("input", { type: "checkbox", role: "switch", id });
  made.checked = on;
  made.addEventListener("change", () => act(made.checked));
  return made;
}

/** Makes a drawing that is not read aloud. @param {string} className @param {string} viewBox @param {...Node} children */
export const drawing = (className, viewBox, ...children) =>
  svg("svg", { class: className, viewBox, "aria-hidden": "true", focusable: "false" }, ...children);

/** Draws a side's piece. @param {string} symbol @param {string} [className] */
export const piece = (symbol, className = "piece") =>
  drawing(className, "0 0 100 100", svg("use", { href: `#${symbol}` }));

/** Draws a line icon of 24 by 24. @param {string} path */
export const icon = (path) => drawing("icon", "0 0 24 24", svg("path", { d: path }));

/** Gives a button another icon. @param {Element} button @param {string} path */
export function setIcon(button, path) {
  const drawn = button.querySelector("path");
  if (drawn) set(drawn, "d", path);
}

/** Runs an act after the next frame: work without haste makes no frame late. @param {() => void} act */
export const afterFrame = (act) => requestAnimationFrame(() => setTimeout(act));

// Cached, and updated by an event: asking each time would compute the styles in the middle of a task.
const motion = matchMedia("(prefers-reduced-motion: reduce)");
let stillness = motion.matches;
motion.addEventListener("change", () => (stillness = motion.matches));

/** Shows what was to wait for the first drawing, which would have moved it. */
export function arrived() {
  for (const one of document.querySelectorAll("[data-coming]")) one.removeAttribute("data-coming");
}

/** Tells whether the person asked for reduced motion. */
export const isStill = () => stillness;

/** Closes a fold at a click elsewhere, and at Escape. @param {Element} fold */
export function closeElsewhere(fold) {
  if (!(fold instanceof HTMLDetailsElement)) return;
  document.addEventListener("pointerdown", (event) => {
    if (fold.open && event.target instanceof Node && !fold.contains(event.target)) fold.open = false;
  });
  fold.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !fold.open) return;
    fold.open = false;
    fold.querySelector("summary")?.focus();
  });
}

/** Matches the keys that may act again and again while they are held: they walk, and change nothing. */
const MAY_REPEAT = /^(Arrow.*|Tab|Home|End|PageUp|PageDown|[,.])$/;

/** Lets a key that is held act once, on the whole page: only keys that walk repeat, and those that write a text. */
export function actOncePerPress() {
  addEventListener(
    "keydown",
    (event) => {
      if (!event.repeat || MAY_REPEAT.test(keyName(event))) return;
      if (event.key !== "Enter" ? writesText(event.target) : event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault(); // else a held Enter clicks a button again and again
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

/** Tells whether an element is for writing. @param {EventTarget | null} target */
export const writesText = (target) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(button|checkbox|radio|range|submit|reset)$/.test(target.type));

/** Maps the place of a key to the Latin sign there, for keyboards that write other letters. @type {Record<string, string>} */
const PLACES = { Comma: ",", Period: ".", BracketLeft: "[", BracketRight: "]" };

/**
 * Names the key of a shortcut: a digit by its place or its sign, for French keyboards write digits with Shift only; a
 * letter by its sign, in small letters, or by its place where the keyboard writes no Latin letters; any other key as the
 * event does.
 *
 * @param {KeyboardEvent} event
 */
export function keyName({ key, code, shiftKey }) {
  const [, digit] = shiftKey ? [] : (/^Digit([0-9])$/.exec(code) ?? []);
  if (/^[0-9]$/.test(key)) return key;
  if (digit) return digit;
  if (/^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key)) {
    return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? PLACES[code] ?? key;
  }
  return key.length === 1 ? key.toLowerCase() : key;
}

/**
 * Tells whether a key is pressed for a shortcut of the browser, or for a third sign of the key.
 * @param {KeyboardEvent} event
 */
export const isModified = (event) => event.altKey || event.metaKey || event.getModifierState("AltGraph");

/** Shows a sentence; an empty one keeps its line. @param {Element} element @param {string | Told} told */
export function setTold(element, told) {
  const { text, claims } = typeof told === "string" ? { text: told, claims: [] } : told;
  setText(element, text || "\u00a0");
  set(element, "data-claim", written(...claims));
}
