/**
 * Shows one place of a tree: shape, name, value, the edge from above and its window.
 * @typedef {{text: string, x: number, y: number, "text-anchor"?: string}} Words
 * @typedef {Record<string, Words | {d: string, fill?: string, transform?: string} | "" | false | null | undefined>}
 *   Parts
 * @typedef {object} Edges
 * @property {(at: Node, scene: Scene, now: PlaceView, cut: boolean) => Parts} partsOf
 * @property {(run: Run, lots: number[], view: View) => [number, number]} intervalOf
 * @typedef {object} Scene all that one step draws from
 * @property {Run} run
 * @property {Tree} tree
 * @property {Layout} layout
 * @property {View} view
 * @property {View | null} compare
 * @property {boolean} reveal
 * @property {Set<number> | null} selected
 * @property {Set<number>} path the open places
 * @property {Set<number>} play the places of best play
 * @property {boolean} windows whether the algorithm has any
 * @property {string} hatch
 * @property {typeof drawBoard} [draw] draws a small board
 * @property {Edges} [edges] what stands at the edges
 */

/** @import { PlaceView, Run, View } from "../model/types.js" */
/** @import { drawBoard } from "./forms.js" */
/** @import { Box, Kind, Layout, Tree } from "./geometry.js" */

import { set, setText, svg } from "../../view/dom.js";
import { foot, KINDS, outline } from "./geometry.js";
import { t } from "../../words.js";
import { describe, figure, playersOf, worth } from "./place_words.js";

const CHARACTER = 7.2;
const BESIDE = 7;
const SHAPE = 30;
/** Room for a value beside a board. */
const VALUE = 44;
const AT_EDGE = ["window", "cut", "word"];

/** Shows one place. */
export class Node {
  /** @param {Scene} scene @param {number} place */
  constructor({ run, tree }, place) {
    this.place = place;
    this.above = tree.parent[place] ?? -1;
    this.brothers = tree.children[this.above] ?? [place];
    this.inner = Boolean(tree.children[place]?.length);
    /** @type {Kind} */
    this.kind = "leaf";
    this.leaf = run.kind === "leaves" && !this.inner;
    this.name = (run.kind === "game" ? run.places.move : this.leaf ? [] : run.places.name)[place] ?? "";
    this.shape = svg("path", { class: "node__shape" });
    this.line = svg("path", { class: "edge__line" });
    this.edge = svg("g", {}, this.line);
    this.element = svg(
      "g",
      {
        role: "treeitem",
        tabindex: place ? -1 : 0,
        "data-place": place,
        "aria-level": (tree.level[place] ?? 0) + 1,
        "aria-setsize": this.brothers.length,
        "aria-posinset": this.brothers.indexOf(place) + 1,
      },
      this.shape,
    );
    /** Everything beyond shape and line. @type {Record<string, SVGElement>} */
    this.made = {};
    /** @type {SVGElement | void} */
    this.board = undefined;
    this.drawn = "";
    this.top = 0;
    /** @type {Box} */
    this.box = { x: 0, y: 0, w: 0, h: 0, board: 0 };
    this.from = { x: 0, y: 0 };
    /** The distance to the nearest brother. */
    this.room = 0;
    this.isBlock = false;
  }

  /** Takes a place's room. @param {Box} box @param {Layout} layout */
  put(box, layout) {
    const above = layout.boxes[this.above];
    const near = this.brothers
      .filter((one) => one !== this.place)
      .map((one) => Math.abs((layout.boxes[one]?.x ?? Infinity) - box.x));
    if (this.board && box.board !== this.box.board) this.board = void this.board.remove();
    this.box = box;
    this.drawn = "";
    this.room = Math.min(140, ...near);
    this.isBlock = layout.form === "blocks";
    this.top = box.y - box.h / 2;
    this.from = above && !this.isBlock ? { x: above.x, y: foot(above) } : { x: box.x, y: this.top - 8 };
    set(this.element, "transform", `translate(${box.x} ${box.y})`);
    set(this.line, "d", above && !this.isBlock ? `M${this.from.x} ${this.from.y}L${box.x} ${this.top}` : null);
  }

  /** Returns the shape's outline, larger by so much. @param {number} [more] */
  outline(more = 0) {
    const { w, h, board } = this.box;
    return outline(this.kind, w + more, h + more, board > 0 || this.isBlock);
  }

  /** Returns a second outline at a distance. @param {number} distance */
  ring(distance) {
    const { w, h, board } = this.box;
    const peak = board || this.isBlock ? 0 : this.kind === "max" ? -1 : this.kind === "min" ? 1 : 0;
    if (!peak) return { d: this.outline(2 * distance), transform: "translate(0 0)" };
    const part = 1 + distance / 8.7; // 8.7: the radius of the circle inside a triangle 30 wide and 26 high
    return {
      d: outline(this.kind, w * part, h * part),
      transform: `translate(0 ${peak * ((h * part - h) / 2 - distance)})`,
    };
  }

  /** Shows the present state, if anything changed. @param {Scene} scene */
  show(scene) {
    const { place, inner } = this;
    const { view, tree, run, compare, reveal, selected, edges } = scene;
    const now = view.places[place];
    if (!now) return;
    const mover = run.places.mover[place] ?? 3;
    const lots = mover === 2 ? (tree.children[place] ?? []) : [];
    const times = run.rounds && inner && now.visits ? ` · ${now.visits}` : "";
    const mean = worth(now, lots.length && edges ? edges.intervalOf(run, lots, view) : null) + times;
    const value = now.numbers
      ? now.numbers.map((one) => (one === null ? "∞" : figure(one))).join(run.rounds ? " | " : ",")
      : mean;
    const seen = now.visits > 0;
    const only = !compare || seen === (compare.places[place]?.visits ?? 0) > 0 ? "" : seen ? "here" : "there";
    const stub = inner && scene.layout.form === "path" && !scene.path.has(place);
    const marks = Object.entries({
      path: view.path.includes(place),
      play: scene.play.has(place),
      lit: view.witness?.path.includes(place),
      from: view.witness?.from === place,
      stub,
      leaf: this.leaf,
      thin: this.box.w < 9,
      chosen: selected?.has(place),
      [`only-${only}`]: only,
    })
      .map(([mark, is]) => (is ? ` is-${mark}` : ""))
      .join("");
    const cut = now.state === "skipped" && Boolean(view.places[this.above]?.cut);
    const known = now.state !== "done" ? now.state : !now.proven ? "guess" : now.bound ? "bound" : "exact";
    const looks = [value, cut, marks, view.place === place, reveal, !selected, !scene.draw, !edges];
    const state = [...Object.values(now), ...looks].join();
    if (state === this.drawn) return;
    this.drawn = state;
    const players = inner ? playersOf(run) : 0;
    const kind = players ? 3 + ((tree.level[place] ?? 0) % players) : (KINDS[mover] ?? "leaf");
    this.kind = now.note === "table" && seen ? "table" : kind;
    set(this.element, "class", `node node--${this.kind} is-${known}${marks}`);
    set(this.edge, "class", `edge is-${now.state}${marks}`);
    set(this.element, "aria-label", describe(run, place, now, inner, reveal));
    set(this.element, "aria-selected", selected && String(selected.has(place)));
    set(this.element, "aria-expanded", inner ? String(!stub) : null);
    set(this.element, "aria-current", view.place === place ? "step" : null);
    set(this.shape, "d", this.outline());
    const [x, y] = [this.box.w / 2 + 3, this.box.h / 2 + 3];
    this.parts({
      hatch: known === "guess" && { d: this.outline(), fill: `url(#${scene.hatch})` },
      around: (only || selected?.has(place)) && this.ring(4),
      strike: now.state === "skipped" && !inner && x > 6 && { d: `M${-x} ${y}L${x} ${-y}` },
      ...edges?.partsOf(this, scene, now, cut),
      value: null,
      name: null,
      ...this.words(scene, this.isBlock && cut ? t("cut") : value, stub),
    });
  }

  /**
   * Returns name and value with their positions, and draws the board.
   * @param {Scene} scene
   * @param {string} worthNow
   * @param {boolean} stub
   * @returns {Record<string, Words | null>}
   */
  words({ run, draw }, worthNow, stub) {
    const { w, h, board, tight } = this.box;
    const cells = run.places.cells;
    if (board && draw && run.board && cells && !this.board) {
      this.board = draw(run.board, cells[this.place] ?? "", cells[this.above] ?? "", board);
      (this.made.hatch ?? this.shape).after(this.board);
    }
    if (this.board) set(this.board, "transform", this.isBlock && w >= board + VALUE ? "translate(-20 0)" : null);
    const number = run.places.value[this.place] ?? null;
    const value = this.leaf && number !== null ? (run.places.sign?.[this.place] ?? figure(number)) : worthNow;
    // "6: 0", the value after move 6, but "B 0": a letter is no number.
    const both = value && this.name ? `${this.name}${run.kind === "game" ? ":" : ""} ${value}` : value || this.name;
    const fitting = (/** @type {number} */ room) =>
      [board ? "" : both, value, value.replace(" ", "").replace("0.", ".")].find(
        (text) => text && text.length * CHARACTER + 2 <= room,
      );
    const inside = { x: 0, y: 5 };
    const beside = { x: w / 2 + BESIDE, "text-anchor": "start" };
    if (this.isBlock && board)
      return { value: w >= board + VALUE ? { text: value, x: 4, y: 5, "text-anchor": "start" } : null };
    if (this.isBlock) {
      const text = worthNow === t("cut") && w > 28 ? worthNow : fitting(w);
      return { value: text ? { text, ...inside, y: this.kind === "max" ? 8 : this.kind === "min" ? 2 : 5 } : null };
    }
    if (this.leaf) return { value: { text: fitting(w) ?? "", ...inside } };
    if (board || stub || w < SHAPE) return { value: { text: fitting(this.room) ?? "", x: 0, y: h / 2 + 16 } };
    return tight
      ? { value: { text: value, ...beside, y: 12 }, name: { text: this.name, ...beside, y: -3 } }
      : {
          value: { text: value, ...beside, y: 5 },
          name: { text: this.name, x: -w / 2 - BESIDE, y: 5, "text-anchor": "end" },
        };
  }

  /** Makes, changes or drops paths and texts. @param {Parts} wanted */
  parts(wanted) {
    for (const [name, attributes] of Object.entries(wanted)) {
      const old = this.made[name];
      const text = attributes && "text" in attributes ? attributes.text : null;
      if (!attributes || text === "") {
        old?.remove();
        delete this.made[name];
        continue;
      }
      const part = old ?? svg(text === null ? "path" : "text", { class: `node__${name}`, "text-anchor": "middle" });
      if (!old && name === "hatch") this.shape.after(part);
      else if (!old) (AT_EDGE.includes(name) ? this.edge : this.element).append(part);
      this.made[name] = part;
      for (const [key, value] of Object.entries(attributes)) if (key !== "text") set(part, key, value);
      if (text !== null) setText(part, text);
    }
  }

  /** Takes the place off the drawing. */
  remove() {
    this.element.remove();
    this.edge.remove();
  }
}
