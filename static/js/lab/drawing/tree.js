/**
 * Draws a search tree and follows the search: at each step only what changed is touched.
 *
 * @typedef {import("../model/types.js").Run} Run
 * @typedef {import("../model/types.js").View} View
 * @typedef {import("./layout.js").Layout} Layout
 *
 * @typedef {object} Options
 * @property {View | null} [compare] the view of another run on the same tree
 * @property {boolean} [reveal] false: a blank sheet, without values, bounds and windows of inner places
 * @property {Set<number>} [selected] the chosen places, while places are to be chosen
 */

import { el, set, setText, svg } from "../../view/dom.js";
import { target } from "./keys.js";
import { layOut, treeOf } from "./layout.js";
import { legend } from "./legend.js";
import { equalsOf, join, light } from "./marks.js";
import { Node } from "./node.js";
import { drawBoard } from "./shapes.js";
import { describe } from "./words.js";

let drawings = 0;

/** Draws one run's tree. */
export class Drawing {
  /**
   * @param {HTMLElement} host
   * @param {Run} run
   */
  constructor(host, run) {
    this.run = run;
    this.tree = treeOf(run);
    this.equals = equalsOf(run);
    this.windows = [...run.visits.alpha, ...run.visits.beta].some((bound) => bound !== null);
    this.hatch = `hatch-${++drawings}`;
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    /** @type {View | null} */
    this.view = null;
    /** @type {Options} */
    this.options = {};
    /** @type {Layout | null} */
    this.layout = null;
    this.zoom = 1;
    /** The place in the order of Tab, the one with the pointer, and the one that a tap opened on a narrow page; -1: none. */
    this.at = 0;
    this.pointed = -1;
    this.opened = -1;
    /** @type {import("./fields.js").Fields | null} */
    this.asked = null;
    /** @type {(place: number) => void} */
    this.choose = () => {};
    const layer = () => svg("g", { "aria-hidden": "true" });
    this.lights = layer();
    this.edges = layer();
    this.arcs = layer();
    this.cursor = svg("path", { class: "cursor", "aria-hidden": "true" });
    this.svg = svg("svg", { role: "tree", "aria-label": `Tree of ${run.title}` }, svg("defs", {}, pattern(this.hatch)), this.lights, this.edges, this.arcs, this.cursor);
    this.words = el("p", { class: "drawing__words", "aria-hidden": "true" });
    this.board = svg("svg", { class: "drawing__board", viewBox: "-52 -52 104 104", "aria-hidden": "true", focusable: "false", hidden: true });
    this.element = el("div", { class: "drawing" }, this.svg, el("div", { class: "drawing__foot" }, this.board, el("div", {}, this.words, legend(run))));
    host.append(this.element);
    this.width = this.element.clientWidth;
    this.listen();
    this.resize = new ResizeObserver(() => this.fit());
    this.resize.observe(this.element);
  }

  /** Shows a step. @param {View} view @param {Options} [options] */
  show(view, options = {}) {
    if (view.place !== this.view?.place) this.opened = -1;
    this.view = view;
    this.options = options;
    set(this.svg, "aria-multiselectable", options.selected ? "true" : null);
    this.fit(this.width);
  }

  /** Draws the changes; lays the tree out anew where the page's room or the size of type changed. @param {number} [width] */
  fit(width = this.element.clientWidth) {
    const zoom = this.element.closest("[data-view=wide]") ? 2 : 1;
    if (width !== this.width || zoom !== this.zoom) [this.width, this.zoom, this.layout] = [width, zoom, null];
    if (this.width) this.draw();
  }

  /** Returns the open places of a narrow page, from the root down. */
  chain() {
    const { view, opened } = this;
    const last = view && view.place === 0 && view.places[0]?.state === "done" ? view.line_of_play.at(-1) : view?.place;
    const chain = [];
    for (let at = opened < 0 ? last ?? 0 : opened; at >= 0; at = this.tree.parent[at] ?? -1) chain.unshift(at);
    return chain;
  }

  /** Returns all that the present step draws from, with room for every place; null before the first step. */
  scene() {
    const { view, run, tree, options, windows, hatch } = this;
    if (!view) return null;
    const chain = this.chain();
    const stale = !this.layout || (this.layout.form === "path" && String(chain) !== this.drawn);
    const layout = stale || !this.layout ? layOut(tree, this.width, this.zoom, chain) : this.layout;
    const play = new Set(view.places[0]?.state === "done" ? view.line_of_play : []);
    const scene = { run, tree, layout, view, windows, hatch, play, path: new Set(chain), compare: options.compare ?? null, reveal: options.reveal ?? true, selected: options.selected ?? null };
    if (stale) this.place(scene, String(chain));
    return scene;
  }

  /** Draws the changes. */
  draw() {
    const scene = this.scene();
    if (!scene) return;
    const { view, layout } = scene;
    for (const node of this.nodes.values()) node.show(scene);
    const active = this.nodes.get(view.place);
    if (active) {
      const { d, transform } = active.ring(layout.form === "blocks" ? 2.5 : 5);
      set(this.cursor, "transform", `translate(${active.box.x} ${active.box.y}) ${transform}`);
      set(this.cursor, "d", d);
    }
    light(this.lights, layout, this.tree.parent, view.witness?.path ?? []);
    this.tell();
    this.stop();
  }

  /** Gives all places their room. @param {import("./node.js").Scene} scene @param {string} chain */
  place(scene, chain) {
    const { layout } = scene;
    this.layout = layout;
    this.drawn = chain;
    set(this.svg, "viewBox", `0 0 ${layout.width} ${layout.height}`);
    set(this.svg, "width", layout.width * layout.zoom);
    set(this.svg, "height", layout.height * layout.zoom);
    set(this.element, "data-form", layout.form);
    for (const [place, node] of this.nodes) {
      if (layout.boxes[place]) continue;
      node.remove();
      this.nodes.delete(place);
    }
    /** @type {Element} */
    let last = this.arcs;
    layout.boxes.forEach((box, place) => {
      if (!box) return;
      const node = this.nodes.get(place) ?? new Node(scene, place);
      if (!this.nodes.has(place)) {
        this.edges.append(node.edge);
        last.after(node.element);
        this.nodes.set(place, node);
      }
      last = node.element;
      node.put(box, layout);
    });
    this.asked?.put(layout);
  }

  /** Tells about the place with the pointer or the focus, else about the active one: words, board, equal states. */
  tell() {
    const { view, run, layout } = this;
    if (!view || !layout) return;
    const focused = this.svg.contains(document.activeElement) ? this.at : -1;
    const place = [this.pointed, focused, view.place].find((one) => one >= 0) ?? 0;
    const now = view.places[place];
    if (!now) return;
    const text = describe(run, place, now, Boolean(this.tree.children[place]?.length), this.options.reveal ?? true);
    setText(this.words, text.charAt(0).toUpperCase() + text.slice(1));
    const joins = place === this.pointed || place === focused || now.note === "table";
    join(this.arcs, layout, joins ? [...(this.equals.get(place) ?? [])] : [], place);
    const cells = run.places.cells;
    const beside = Boolean(cells && run.board && !layout.boxes[place]?.board);
    set(this.board, "hidden", !beside);
    if (beside && cells && run.board) this.board.replaceChildren(drawBoard(run.board, cells[place] ?? "", cells[this.tree.parent[place] ?? -1] ?? "", 96));
  }

  /** Listens to clicks, keys, the focus and the pointer. */
  listen() {
    const placeOf = (/** @type {Event} */ event) => Number((event.target instanceof Element && event.target.closest("[data-place]")?.getAttribute("data-place")) || -1);
    this.svg.addEventListener("click", (event) => placeOf(event) >= 0 && this.act(placeOf(event)));
    this.svg.addEventListener("keydown", (event) => {
      const next = target(this.tree, this.at, event.key, (place) => this.nodes.has(place));
      if (next !== null) this.focus(next);
      else if (event.key === "Enter" || event.key === " ") this.act(this.at);
      else return;
      event.preventDefault();
    });
    this.svg.addEventListener("focusin", (event) => {
      this.at = Math.max(0, placeOf(event));
      this.stop();
      this.tell();
    });
    this.svg.addEventListener("focusout", () => requestAnimationFrame(() => this.tell()));
    for (const kind of ["pointerover", "pointerleave"]) {
      this.svg.addEventListener(kind, (event) => {
        this.pointed = kind === "pointerover" ? placeOf(event) : -1;
        this.tell();
      });
    }
  }

  /** Keeps exactly one place in the order of Tab. */
  stop() {
    if (!this.nodes.has(this.at)) this.at = 0;
    for (const [place, node] of this.nodes) set(node.element, "tabindex", place === this.at ? 0 : -1);
  }

  /** Opens a stub of a narrow page, or chooses the place. @param {number} place */
  act(place) {
    const stub = this.layout?.form === "path" && this.tree.children[place]?.length && !this.chain().includes(place);
    if (!stub) return this.choose(place);
    this.opened = place;
    this.draw();
  }

  /** Sets what happens to a chosen place. @param {(place: number) => void} act */
  onChoose(act) {
    this.choose = act;
  }

  /** Moves the focus to a place, and opens the path to the place on a narrow page. @param {number} place */
  focus(place) {
    if (!this.nodes.has(place)) {
      this.opened = this.tree.parent[place] ?? -1;
      this.draw();
    }
    this.nodes.get(place)?.element.focus({ preventScroll: true });
  }

  /** Puts inputs beside places. @param {string[]} ends what is asked at each: "value", "alpha", "beta" @param {number[]} places */
  async fields(ends, places) {
    const { Fields } = await import("./fields.js");
    this.asked?.remove();
    this.asked = new Fields(this.element, this.run.places.name, ends, places);
    if (this.layout) this.asked.put(this.layout);
    return this.asked;
  }

  /** Returns the drawing as the text of an SVG file. */
  async svgText() {
    return (await import("./file.js")).fileOf(this.svg, this.run.title);
  }

  /** Takes the drawing off the page. */
  destroy() {
    this.resize.disconnect();
    this.element.remove();
  }
}

/** Draws a run's tree into a host. @param {HTMLElement} host @param {Run} run */
export const drawTree = (host, run) => new Drawing(host, run);

/** Returns the pattern of an opinion. @param {string} id */
function pattern(id) {
  const attributes = { id, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  return svg("pattern", attributes, svg("rect", { class: "hatch", width: 2, height: 5 }));
}
