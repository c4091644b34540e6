/** Shows a whole proof as one drawing that one walks on: by touch, by a mouse, and by keys. */

/** @import { Course } from "../model/course.js" */
/** @import { Cell, Window } from "../model/map.js" */

import { el, isStill, set, svg } from "../../view/dom.js";
import { t } from "../../words.js";
import { cardAt, lessonOf } from "../model/course.js";
import { discsOf, signAt } from "../model/discs.js";
import { claimWords } from "../model/course_words.js";
import { cellAt, childrenOf, layout, windowOn, zoomed } from "../model/map.js";
import { drawBoard } from "../../view/small_board.js";
import { paint, poster, shadesOf } from "./rays.js";

/** Milliseconds of a walk, how far a wheel's step zooms, and the pixels that a tap may slide. */
const [WALK_MS, WHEEL, SLIDE] = [320, 0.0016, 6];
/** A painting that takes longer waits for so many milliseconds of rest. */
const [FLUID_MS, REST_MS] = [9, 90];
const STEP = 1.5;
/** The part of the window that a key moves the map. */
const PAN = 0.25;

/** Shows the map. */
export class MapView {
  /** @param {Course} course @param {(at: number) => void} choose */
  constructor(course, choose) {
    const [columns, rows] = course.info.board ?? [1, 1];
    this.course = course;
    this.choose = choose;
    this.tall = rows / columns;
    this.children = childrenOf(course);
    this.begin = course.side ? -1 : 0;
    this.cells = layout(course, this.children, this.begin);
    this.middle = /** @type {Cell} */ (this.cells.get(this.begin));
    this.shades = shadesOf(course);
    this.at = this.begin;
    this.known = new Set();
    /** @type {Window} */
    this.window = { x: 0, y: 0, scale: 300 };
    this.painted = this.window;
    this.walk = 0;
    this.frame = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    /** Milliseconds that the last painting took. */
    this.took = 0;
    /** The boards drawn, by point. @type {Map<number, SVGGElement>} */
    this.boards = new Map();
    this.canvas = el("canvas", { class: "win__map", "aria-hidden": "true" });
    this.drawing = svg("svg", { class: "win__map", "aria-hidden": "true", focusable: "false" });
    this.layer = el("div", { class: "win__layer" }, this.canvas, this.drawing);
    this.element = el(
      "div",
      {
        class: "win__walk",
        tabindex: 0,
        role: "application",
        "aria-label": t(
          "Map of the opening. The arrow keys walk, with Shift they move the map, plus and minus zoom, Home goes to the beginning.",
        ),
      },
      this.layer,
    );
    this.listen();
    new ResizeObserver(() => this.show(false)).observe(this.element);
    for (const query of ["(prefers-color-scheme:dark)", "(forced-colors:active)"])
      matchMedia(query).addEventListener("change", () => this.draw());
    new MutationObserver(() => this.draw()).observe(document.documentElement, { attributes: true });
  }

  /** Returns the size of the map in pixels. @returns {[number, number]} */
  get size() {
    return [this.element.clientWidth || 1, this.element.clientHeight || 1];
  }

  /** Draws what is known, and walks to a point. @param {number} at @param {Set<string>} known */
  render(at, known) {
    const moved = at !== this.at;
    this.at = at;
    this.known = known;
    for (const board of this.boards.values()) board.remove();
    this.boards.clear();
    this.show(moved);
  }

  /** Shows the point that is looked at. @param {boolean} walking not at once */
  show(walking) {
    this.go(windowOn(this.cells.get(this.at) ?? this.middle, this.size), walking && !isStill());
  }

  /** Moves the window. @param {Window} to @param {boolean} walking */
  go(to, walking) {
    cancelAnimationFrame(this.walk);
    const from = this.window;
    const begun = performance.now();
    const frame = () => {
      const part = walking ? Math.min(1, (performance.now() - begun) / WALK_MS) : 1;
      const scale = from.scale * (to.scale / from.scale) ** part;
      // The place moves as the scale does, so that the way looks straight.
      const share = to.scale === from.scale ? part : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
      this.window = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, scale };
      this.draw();
      if (part < 1) this.walk = requestAnimationFrame(frame);
    };
    frame();
  }

  /** Shows the window: what is painted moves at once, and is painted again at the next frame, or at rest if that takes long. */
  draw() {
    const { x, y, scale } = this.window;
    const { painted } = this;
    const part = scale / painted.scale;
    const place = [(painted.x - x) * scale, (painted.y - y) * scale];
    this.layer.style.transform = `matrix(${[part, 0, 0, part, ...place].join()})`;
    clearTimeout(this.resting);
    cancelAnimationFrame(this.frame);
    if (this.took < FLUID_MS) this.frame = requestAnimationFrame(() => this.paint());
    else this.resting = setTimeout(() => this.paint(), REST_MS);
  }

  /** Paints what is in the window: rays and small boards on the canvas, larger boards above it. */
  paint() {
    const begun = performance.now();
    const { canvas, window: frame, size } = this;
    this.painted = frame;
    this.layer.style.transform = "";
    const sharp = devicePixelRatio;
    const [wide, high] = size.map((one) => Math.round(one * sharp));
    if (canvas.width !== wide) canvas.width = wide ?? 1;
    if (canvas.height !== high) canvas.height = high ?? 1;
    const seen = paint(canvas, this, frame, sharp);
    const wanted = new Set(seen.map(({ at }) => at));
    for (const [at, board] of this.boards) {
      if (wanted.has(at)) continue;
      board.remove();
      this.boards.delete(at);
    }
    for (const cell of seen) this.place(this.boardOf(cell.at), cell);
    this.took = performance.now() - begun;
  }

  /** Returns the whole drawing, to keep or to print. */
  poster() {
    const { points, cards, info } = this.course;
    const leaves = points.filter(({ after }) => !after.length).length;
    const words = t(
      "{leaves} positions are played to the end by {cards} cards. Before them are {branches} positions with a move.",
      {
        leaves,
        cards: cards.length,
        branches: points.length - leaves,
      },
    );
    return poster(this, this.canvas, claimWords(this.course, (info.board ?? []).join("x")), words);
  }

  /** @param {SVGGElement} board @param {Cell} cell */
  place(board, { at, x, y, size }) {
    const { scale } = this.window;
    const [left, top] = [x - size / 2 - this.window.x, y - (size * this.tall) / 2 - this.window.y];
    set(
      board,
      "transform",
      `translate(${(left * scale).toFixed(2)} ${(top * scale).toFixed(2)}) scale(${((size * scale) / 100).toFixed(5)})`,
    );
    set(board, "data-here", at === this.at);
  }

  /** Returns the board of a point; made once. @param {number} at */
  boardOf(at) {
    const before = this.boards.get(at);
    if (before) return before;
    const { info, points } = this.course;
    const point = points[at];
    const discs = discsOf(info, point?.moves ?? []);
    const column = point?.after.length ? Number(point.word) : 0;
    const after = column ? discsOf(info, [...(point?.moves ?? []), column]).at(-1) : undefined;
    const rows = cardAt(this.course, { point: at, mirrored: false });
    const drawn = drawBoard(info.board ?? [1, 1], after ? [...discs, after] : discs, {
      signAt: (cell) => (rows ? signAt(rows, cell) : ""),
      rings: after ? [[after[0], after[1]]] : [],
      className: "win__board",
    });
    for (const [name, value] of Object.entries({ width: 100, height: 100 * this.tall })) set(drawn, name, value);
    const known = point ? this.known.has(lessonOf(this.course, at)) : false;
    const board = svg(
      "g",
      { class: "win__point", "data-at": at, "data-known": known },
      drawn,
      svg("rect", { class: "win__edge", x: -1, y: -1, width: 102, height: 100 * this.tall + 2, rx: 5 }),
    );
    this.drawing.append(board);
    this.boards.set(at, board);
    return board;
  }

  /** Listens to keys, touch and the wheel. */
  listen() {
    this.element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.key(event.key, event.shiftKey)) return;
      event.preventDefault();
    });
    this.element.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY * WHEEL), this.placeOf(event));
      },
      { passive: false },
    );
    /** @type {Map<number, [number, number]>} */
    const held = new Map();
    let slid = 0;
    this.element.addEventListener("pointerdown", (event) => {
      held.set(event.pointerId, this.placeOf(event));
      if (held.size === 1) slid = 0;
      this.element.setPointerCapture(event.pointerId);
      cancelAnimationFrame(this.walk);
    });
    this.element.addEventListener("pointermove", (event) => {
      const before = held.get(event.pointerId);
      if (!before) return;
      const now = this.placeOf(event);
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      held.set(event.pointerId, now);
      slid += Math.hypot(now[0] - before[0], now[1] - before[1]);
      const { x, y, scale } = this.window;
      const part = other ? 2 : 1; // of two fingers each moves the map by a half
      this.window = { x: x - (now[0] - before[0]) / scale / part, y: y - (now[1] - before[1]) / scale / part, scale };
      if (other) {
        const apart = (/** @type {[number, number]} */ one) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
        this.window = zoomed(this.window, apart(now) / apart(before), [
          (now[0] + other[0]) / 2,
          (now[1] + other[1]) / 2,
        ]);
      }
      this.draw();
    });
    const end = (/** @type {PointerEvent} */ event) => {
      if (!held.delete(event.pointerId) || held.size || slid > SLIDE || event.type !== "pointerup") return;
      const [x, y] = this.placeOf(event).map((one) => one / this.window.scale);
      const cell = cellAt(this.middle, this.window.x + (x ?? 0), this.window.y + (y ?? 0));
      if (cell) this.choose(cell.at);
    };
    this.element.addEventListener("pointerup", end);
    this.element.addEventListener("pointercancel", end);
  }

  /** Zooms around a place, at once. @param {number} factor @param {[number, number]} [around] */
  zoom(factor, around = [this.size[0] / 2, this.size[1] / 2]) {
    this.go(zoomed(this.window, factor, around), false);
  }

  /** Returns the place of an event on the map. @param {MouseEvent} event @returns {[number, number]} */
  placeOf(event) {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** Moves the window by parts of its size, at once. @param {number} right @param {number} down */
  pan(right, down) {
    const { x, y, scale } = this.window;
    const [wide, high] = this.size;
    this.go({ x: x + (right * wide) / scale, y: y + (down * high) / scale, scale }, false);
  }

  /** Walks by a key, or moves the map, and tells whether it is one that does so. @param {string} name @param {boolean} shift */
  key(name, shift) {
    const parent = this.at === this.begin ? this.begin : (this.course.points[this.at]?.parent ?? this.begin);
    const siblings = this.at === this.begin ? [this.at] : (this.children.get(parent) ?? []);
    const beside = siblings.indexOf(this.at);
    /** @type {Record<string, () => void>} */
    const pans = {
      ArrowUp: () => this.pan(0, -PAN),
      ArrowDown: () => this.pan(0, PAN),
      ArrowLeft: () => this.pan(-PAN, 0),
      ArrowRight: () => this.pan(PAN, 0),
    };
    /** @type {Record<string, () => void>} */
    const walks = {
      ArrowUp: () => this.choose(parent),
      ArrowDown: () => this.choose(this.children.get(this.at)?.[0] ?? this.at),
      ArrowLeft: () => this.choose(siblings[beside - 1] ?? this.at),
      ArrowRight: () => this.choose(siblings[beside + 1] ?? this.at),
      Home: () => this.choose(this.begin),
      "+": () => this.zoom(STEP),
      "=": () => this.zoom(STEP),
      "-": () => this.zoom(1 / STEP),
    };
    const act = (shift ? pans[name] : null) ?? walks[name];
    act?.();
    return act !== undefined;
  }
}
