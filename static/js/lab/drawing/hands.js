/**
 * Answers clicks, keys, focus and pointer on a drawn tree.
 *
 * @typedef {object} Held the drawing, as far as hands reach
 * @property {Tree} tree
 * @property {Layout | null} layout
 * @property {Map<number, {element: SVGElement}>} nodes
 * @property {number} at the place in the order of Tab
 * @property {number} attended the place with the focus; -1: none
 * @property {number} pointed the place with the pointer; -1: none
 * @property {number} opened the place that a tap opened; -1: none
 * @property {(place: number) => void} choose
 * @property {() => number[]} chain
 * @property {() => void} draw
 * @property {() => void} tell
 * @property {(place: number) => void} focus
 */

/** @import { Layout, Tree } from "./geometry.js" */

import { set } from "../../view/dom.js";

/** Answers an event on the tree. @param {Held} drawing @param {Event} event */
export function answer(drawing, event) {
  const target = event.target instanceof Element ? event.target.closest("[data-place]") : null;
  const place = Number(target?.getAttribute("data-place") ?? -1);
  if (event.type === "click" && place >= 0) act(drawing, place);
  else if (event instanceof KeyboardEvent) press(drawing, event.key);
  else if (event.type === "focusin") attend(drawing, place);
  else if (event.type === "focusout") drawing.attended = -1;
  else drawing.pointed = event.type === "pointerover" ? place : -1;
  drawing.tell();
}

/** Moves the focus by an arrow key, or chooses the place. @param {Held} drawing @param {string} key */
function press(drawing, key) {
  const { at, tree, nodes } = drawing;
  const above = tree.parent[at] ?? -1;
  const brothers = tree.children[above] ?? [0];
  const here = brothers.indexOf(at);
  /** @type {Record<string, number | undefined>} */
  const targets = {
    ArrowLeft: brothers[here - 1],
    ArrowRight: brothers[here + 1],
    ArrowUp: above,
    ArrowDown: tree.children[at]?.[0],
    Home: 0,
    End: brothers.at(-1),
  };
  if (key === "Enter" || key === " ") return act(drawing, at);
  const next = targets[key] ?? -1;
  if (nodes.has(next)) drawing.focus(next);
}

/** Keeps exactly the place with the focus in the order of Tab. @param {Held} drawing @param {number} place */
function attend(drawing, place) {
  const before = drawing.nodes.get(drawing.at);
  const now = drawing.nodes.get(place);
  if (before) set(before.element, "tabindex", -1);
  if (now) set(now.element, "tabindex", 0);
  drawing.at = drawing.attended = place;
}

/** Opens a stub of a narrow page, or chooses the place. @param {Held} drawing @param {number} place */
function act(drawing, place) {
  const stub =
    drawing.layout?.form === "path" && drawing.tree.children[place]?.length && !drawing.chain().includes(place);
  if (!stub) return drawing.choose(place);
  drawing.opened = place;
  drawing.draw();
}
