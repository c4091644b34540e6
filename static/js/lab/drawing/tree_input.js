/**
 * Answers clicks, keys, focus and pointer on a drawn tree, and asks for values at its places; places without room ask in
 * a list below the tree.
 * @typedef {object} Held the drawing, as far as input reaches it
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

import { set, el, setVariable } from "../../view/dom.js";
import { t } from "../../words.js";
import { endWords } from "../model/notes.js";
import "../more_words.js";

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

/** @type {Record<string, string>} */
const SIGNS = { alpha: "α", beta: "β" };

/** The width of an input, and what all have in common. */
const INPUT = 46;
const LOOKS = { class: "fields__input", inputmode: "text", autocomplete: "off", maxlength: 8 };

/** Holds the inputs, in the order of the places. */
export class Fields {
  /**
   * @param {HTMLElement} host
   * @param {string[]} names of all places
   * @param {string[]} ends what is asked at each place: "value", "alpha", "beta"
   * @param {number[]} places
   */
  constructor(host, names, ends, places) {
    /** @type {Map<number, HTMLInputElement[]>} */
    this.inputs = new Map();
    /** @type {Map<number, HTMLElement>} */
    this.groups = new Map();
    this.element = el("div", { class: "fields", role: "group", "aria-label": t("Answers at the tree") });
    for (const place of places) {
      const inputs = ends.map((end) =>
        el("input", {
          ...LOOKS,
          "aria-label": `${names[place]}, ${endWords(end)}`,
          placeholder: SIGNS[end] ?? "",
        }),
      );
      const name = el("span", { class: "fields__name", "aria-hidden": "true" }, names[place] ?? "");
      const group = el("span", { class: "fields__group" }, name, ...inputs);
      this.inputs.set(place, inputs);
      this.groups.set(place, group);
      this.element.append(group);
    }
    host.append(this.element);
  }

  /** Puts the inputs at their places, or all into a list where one would hide another. @param {Layout} layout */
  put({ form, boxes, zoom, width }) {
    const spots = [...this.groups].flatMap(([place, group]) => {
      const box = boxes[place];
      if (!box) return [];
      const x = (box.x + box.w / 2 + 8) * zoom;
      const y = (box.y + (box.board ? box.h / 2 + 12 : 0)) * zoom;
      return { group, x, y, end: x + INPUT * (this.inputs.get(place)?.length ?? 1) };
    });
    const hidden = spots.some(
      (a) =>
        a.end > width * zoom ||
        spots.some((b) => b !== a && Math.abs(a.y - b.y) < INPUT && a.x <= b.x && a.end + 36 * zoom > b.x),
    );
    const list = form !== "tree" || spots.length < this.groups.size || hidden;
    set(this.element, "data-list", list);
    for (const { group, x, y } of list ? [] : spots) {
      setVariable(group, "--x", `${x}px`);
      setVariable(group, "--y", `${y}px`);
    }
  }

  /** Returns what stands in the inputs. */
  values() {
    return new Map([...this.inputs].map(([place, inputs]) => [place, inputs.map((input) => input.value.trim())]));
  }

  /** Marks a place as right or wrong; null takes the mark away. @param {number} place @param {boolean | null} right */
  mark(place, right) {
    for (const input of this.inputs.get(place) ?? []) {
      set(input, "aria-invalid", right === false ? "true" : null);
      set(input, "data-right", right === true);
    }
  }

  /** Takes the inputs away. */
  remove() {
    this.element.remove();
  }
}
