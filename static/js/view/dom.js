/** The little that the views need of the document. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new element with its attributes and children.
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
 * The same for drawings.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null>} [attributes]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {Record<string, string | number | boolean | null>} attributes */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
}

/**
 * Sets an attribute only where it changes; null and false take it away.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Sets the text only where it changes. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets a custom property. @param {HTMLElement | SVGElement} element @param {string} name @param {string | number} value */
export function setVariable(element, name, value) {
  if (element.style.getPropertyValue(name) !== String(value)) element.style.setProperty(name, String(value));
}

/**
 * The element of that id; its absence is an error of the template.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/** A drawing of a side's piece. @param {string} symbol @param {string} [className] */
export function piece(symbol, className = "piece") {
  return svg("svg", { class: className, viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#${symbol}` }));
}

/** A line icon of 24 by 24. @param {string} path */
export function icon(path) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, svg("path", { d: path }));
}

/** Gives a button another icon. @param {Element} button @param {string} path */
export function setIcon(button, path) {
  const drawn = button.querySelector("path");
  if (drawn) setAttribute(drawn, "d", path);
}

/** Once the frame that is due has been shown: what can wait makes no frame late. @param {() => void} act */
export const afterFrame = (act) => requestAnimationFrame(() => setTimeout(act));

// Kept, and told of changes: to ask each time would have the styles found in the middle of a task.
const motion = matchMedia("(prefers-reduced-motion: reduce)");
let stillness = motion.matches;
motion.addEventListener("change", () => (stillness = motion.matches));

/** Whether the person asked for stillness. */
export const prefersStillness = () => stillness;
