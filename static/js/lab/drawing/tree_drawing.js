/**
 * Draws a search tree and follows the search: at each step only what changed is touched.
 * @typedef {object} Options
 * @property {View | null} [compare] the view of another run on the same tree
 * @property {boolean} [reveal] false: a blank sheet, as if nothing had been searched
 * @property {Set<number> | null} [selected] the chosen places, while places are to be chosen
 */

/** @import { Run, View } from "../model/types.js" */
/** @import { Equals } from "./edges.js" */
/** @import { Fields } from "./tree_input.js" */
/** @import { Forms, Layout } from "./geometry.js" */
/** @import { Scene } from "./node.js" */

import { afterFrame, drawing, el, set, setText, svg } from "../../view/dom.js";
import { layOut, treeOf } from "./geometry.js";
import { Node } from "./node.js";
import { t } from "../../words.js";
import { timelineOf } from "../model/timeline.js";
import { UNSEEN } from "../model/view.js";
import { describe, legend } from "./place_words.js";

const EVENTS = ["click", "keydown", "focusin", "focusout", "pointerover", "pointerleave"];
const KEYS = /^(Arrow.*|Home|End|Enter| )$/;
/** Places away from the path that are redrawn in one frame. */
const SHOWN_A_FRAME = 80;
/** How much of the window's height a tree takes, if it can. */
const SHARE = 0.42;
/** The most new places of one frame; the others follow. */
const NEW_A_FRAME = 60;
/** How the stripes lie that hatch an opinion. */
const TURNED = { patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
/** What is shown of a step if nothing else is asked for. @type {Required<Options>} */
const SHOWN = { compare: null, reveal: true, selected: null };
let drawings = 0;

/** Draws one run's tree into a host. */
export class Drawing {
  /** @param {HTMLElement} host @param {Run} run */
  constructor(host, run) {
    this.run = run;
    this.tree = treeOf(run);
    this.windows = timelineOf(run).narrows;
    this.hatch = `hatch-${++drawings}`;
    /**
     * What only some trees need.
     * @type {{forms?: Forms, boards?: typeof import("./forms.js"), equals?: Equals, edges?: typeof
     *   import("./edges.js"), input?: typeof import("./tree_input.js")}}
     */
    this.more = {};
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    /** @type {View | null} */
    this.view = null;
    this.options = SHOWN;
    /** @type {Layout | null} */
    this.layout = null;
    this.zoom = 1;
    /** The place in the order of Tab; those with focus and pointer, and the one that a tap opened (-1: none). */
    this.at = 0;
    this.attended = this.pointed = this.opened = -1;
    /** @type {Fields | null} */
    this.asked = null;
    /** What happens to a chosen place. @type {(place: number) => void} */
    this.choose = () => {};
    /** Tells whether places are still to be made. */
    this.growing = false;
    /** What is shown, or is about to be. @type {Scene | null} */
    this.scene = null;
    /** @type {Promise<unknown> | null} */
    this.ready = null;
    const layer = () => svg("g", { "aria-hidden": "true" });
    this.lights = layer();
    this.edges = layer();
    this.arcs = layer();
    this.cursor = svg("path", { class: "cursor", "aria-hidden": "true" });
    const stripes = { id: this.hatch, width: 5, height: 5, ...TURNED };
    this.svg = svg(
      "svg",
      { role: "tree", "aria-label": t("Tree of {title}", { title: run.title }) },
      svg("defs", {}, svg("pattern", stripes, svg("rect", { class: "hatch", width: 2, height: 5 }))),
      this.lights,
      this.edges,
      this.arcs,
      this.cursor,
    );
    this.words = el("p", { class: "drawing__words", "aria-hidden": "true" });
    this.board = drawing("drawing__board", "-52 -52 104 104");
    set(this.board, "hidden", true);
    this.element = el(
      "div",
      { class: "drawing" },
      this.svg,
      el("div", { class: "drawing__foot" }, this.board, el("div", {}, this.words, legend(run))),
    );
    if (this.tree.boards) void this.load(import("./forms.js").then((boards) => ({ boards })));
    if (run.visits.same.some((first) => first >= 0))
      void this.load(import("./edges.js").then(({ Equals }) => ({ equals: new Equals(run) })));
    host.append(this.element);
    this.width = this.element.clientWidth;
    // Input is answered once its script has come with the first event; meanwhile all events wait in one line: none is lost, none overtakes another.
    // (A drawing that listened to the focus itself would be a stop of Tab.)
    /** @type {Event[]} */
    const waiting = [];
    for (const kind of EVENTS) {
      this.element.addEventListener(kind, (event) => {
        if (kind !== "pointerleave" && !this.svg.contains(/** @type {globalThis.Node} */ (event.target))) return;
        if (event instanceof KeyboardEvent && KEYS.test(event.key)) event.preventDefault();
        if (this.more.input) return this.more.input.answer(this, event);
        if (waiting.push(event) > 1) return;
        void import("./tree_input.js").then((input) => {
          this.more.input = input;
          for (const one of waiting) input.answer(this, one);
        });
      });
    }
    this.resize = new ResizeObserver(() => this.fit());
    this.resize.observe(this.element);
  }

  /** Shows a step. @param {View} view @param {Options} [options] */
  show(view, options = {}) {
    if (view.place !== this.view?.place && options.reveal !== false) this.opened = -1;
    this.view = options.reveal === false ? blank(view) : view;
    this.options = { ...SHOWN, ...options };
    set(this.element, "data-blank", options.reveal === false);
    set(this.svg, "aria-multiselectable", options.selected ? "true" : null);
    this.fit(this.width);
  }

  /** Draws the changes; lays the tree out where the room or the size of type changed. @param {number} [width] */
  fit(width = this.element.clientWidth) {
    const zoom = this.element.closest("[data-view=wide]") ? Math.min(2, innerWidth / 280) : 1;
    if (width !== this.width || zoom !== this.zoom) [this.width, this.zoom, this.layout] = [width, zoom, null];
    this.draw();
  }

  /** Returns the open places of a narrow page, from the root down: to the active place, at the end along best play. */
  chain() {
    const { view, opened } = this;
    const last = view && view.place === 0 && view.places[0]?.state === "done" ? view.line_of_play.at(-1) : view?.place;
    const chain = [];
    for (let at = opened < 0 ? (last ?? 0) : opened; at >= 0; at = this.tree.parent[at] ?? -1) chain.unshift(at);
    return chain;
  }

  /** Loads what only some trees need, then draws again. @param {Promise<Drawing["more"]>} loading */
  async load(loading) {
    this.ready = Promise.all([this.ready, loading]);
    Object.assign(this.more, await loading);
    this.draw();
  }

  /** Draws the changes. */
  draw() {
    const { view, run, tree, options, windows, hatch } = this;
    const { boards, edges, forms } = this.more;
    if (!view || !this.width) return;
    if (!edges && (view.step || run.places.mover.includes(2)))
      void this.load(import("./edges.js").then((edges) => ({ edges })));
    const chain = this.chain();
    const kept = this.layout?.form === "path" && String(chain) !== this.drawn ? null : this.layout;
    const room = { width: this.width / this.zoom, height: (innerHeight * SHARE) / this.zoom, zoom: this.zoom };
    const layout = kept ?? layOut(tree, room, chain, forms);
    if (!layout) return void this.load(import("./forms.js").then((forms) => ({ forms })));
    const play = new Set(view.places[0]?.state === "done" ? view.line_of_play : []);
    const [path, draw] = [new Set(chain), boards?.drawBoard];
    /** @type {Scene} */
    const scene = { run, tree, layout, view, windows, hatch, play, path, draw, edges, ...options };
    if (!kept || this.growing) this.place(scene, String(chain));
    this.patch(scene);
    const active = this.nodes.get(view.place);
    if (active) {
      const { d, transform } = active.ring(layout.form === "blocks" ? 2.5 : 5);
      set(this.cursor, "transform", `translate(${active.box.x} ${active.box.y}) ${transform}`);
      set(this.cursor, "d", d);
    }
    edges?.light(this.lights, layout, tree.parent, view.witness?.path ?? []);
    this.tell();
  }

  /** Shows a scene at all places: near the path at once, elsewhere some in each frame. @param {Scene} scene */
  patch(scene) {
    this.scene = scene;
    const near = new Set(scene.view.path.flatMap((place) => [place, ...(this.tree.children[place] ?? [])]));
    // a new place has no name yet
    const waits = (/** @type {Node} */ node) => !near.has(node.place) && node.element.hasAttribute("aria-label");
    const far = [...this.nodes.values()].filter(waits);
    for (const node of this.nodes.values()) if (!waits(node)) node.show(scene);
    const go = () => {
      if (this.scene !== scene) return;
      for (const node of far.splice(0, SHOWN_A_FRAME)) node.show(scene);
      if (far.length) afterFrame(go);
    };
    if (!this.growing) go(); // the last new places come with the whole scene
  }

  /** Gives all places their room. @param {Scene} scene @param {string} chain */
  place(scene, chain) {
    const { layout } = scene;
    const { attended } = this;
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
    let fresh = 0;
    /** @type {Element} */
    let last = this.arcs;
    layout.boxes.forEach((box, place) => {
      const old = this.nodes.get(place);
      if (!box || (!old && ++fresh > NEW_A_FRAME)) return;
      const node = old ?? new Node(scene, place);
      if (!old) {
        this.edges.append(node.edge);
        last.after(node.element);
        this.nodes.set(place, node);
      }
      last = node.element;
      if (node.box !== box) node.put(box, layout);
    });
    this.growing = fresh > NEW_A_FRAME;
    if (this.growing) afterFrame(() => this.draw());
    this.asked?.put(layout);
    const root = this.nodes.get(0);
    if (root && !this.nodes.has(this.at)) {
      this.at = 0;
      set(root.element, "tabindex", 0);
    }
    if (attended >= 0 && !this.growing && !this.nodes.has(attended)) this.focus(scene.view.place);
  }

  /** Tells about the place with the pointer or the focus, else about the active one: words, board, equal states. */
  tell() {
    const { view, run, layout } = this;
    if (!view || !layout) return;
    const place = [this.pointed, this.attended, view.place].find((one) => one >= 0) ?? 0;
    const now = view.places[place];
    if (!now) return;
    const text = describe(run, place, now, Boolean(this.tree.children[place]?.length), this.options.reveal);
    setText(this.words, text.charAt(0).toUpperCase() + text.slice(1));
    const { equals, boards } = this.more;
    const joins = place === this.pointed || place === this.attended || now.note === "table";
    equals?.join(this.arcs, layout, joins ? place : -1);
    boards?.beside(this.board, run, place, Boolean(layout.boxes[place]?.board));
  }

  /** Moves the focus to a place, and opens the path to the place on a narrow page. @param {number} place */
  focus(place) {
    if (!this.nodes.has(place)) {
      this.opened = this.tree.parent[place] ?? -1;
      this.draw();
    }
    this.nodes.get(place)?.element.focus({ preventScroll: true });
  }

  /** Puts inputs beside places. @param {string[]} ends "value", "alpha" and so on @param {number[]} places */
  async fields(ends, places) {
    const { Fields } = await import("./tree_input.js");
    this.asked?.remove();
    this.asked = new Fields(this.element, this.run.places.name, ends, places);
    if (this.layout) this.asked.put(this.layout);
    return this.asked;
  }

  /** Returns the drawing as the text of an SVG file. */
  async svgText() {
    await this.ready;
    return (await import("./file.js")).fileOf(this.svg, this.run.title);
  }

  /** Takes the drawing off the page. */
  destroy() {
    this.resize.disconnect();
    this.element.remove();
  }
}

/** Returns a view as it is before any step. @param {View} view @returns {View} */
function blank(view) {
  const places = view.places.map(() => UNSEEN);
  return { ...view, places, place: 0, path: [], line_of_play: [], witness: null };
}
