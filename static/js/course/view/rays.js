/** Paints the rays, the ways and the small boards of a proof, on a canvas or as a drawing to keep. */

/** @import { Cell, Window } from "../model/map.js" */
/** @import { Course } from "../model/course.js" */
/** @import { Disc } from "../model/discs.js" */

import { svg } from "../../view/dom.js";
import { cardNumber } from "../model/course.js";
import { discsOf } from "../model/discs.js";
import { visit } from "../model/map.js";

/** The width of the ways to very many leaves, to some and to few, and how clear they are. */
const [WIDTHS, ALPHAS] = [
  [1.8, 1, 0.6],
  [1, 0.8, 0.5],
];
/** The pixels of a board that is painted, and of one that is drawn with its marks. */
const [LEAST, MARKED] = [9, 42];
/** How bright a ray is, from a card of one position to one of very many. */
const BRIGHT = [0.2, 0.3, 0.42, 0.56, 0.74, 1];
const TURN = 2 * Math.PI;
const LETTERS = 12;
/** The discs of the boards that were painted. @type {WeakMap<Cell, Disc[]>} */
const KNOWN = new WeakMap();

/** @typedef {Pick<Path2D, "moveTo" | "arc" | "quadraticCurveTo" | "rect" | "closePath">} Path */

/**
 * @template {Path} P
 * @typedef {{path: P, colour: string, alpha: number, line: number}} Layer filled, or a line of a width
 */

/**
 * @typedef {object} Picture what is painted
 * @property {Course} course
 * @property {Cell} middle
 * @property {Map<number, Cell>} cells
 * @property {number} at the point that is looked at
 * @property {Set<string>} known
 * @property {number[]} shades
 * @property {number} tall
 * @property {[number, number]} size
 */

/** Returns for each point how bright its ray is, from 0: by how many positions its card serves. @param {Course} course */
export function shadesOf(course) {
  const counts = new Uint32Array(course.cards.length + 1);
  const numbers = course.points.map((_, point) => cardNumber(course, { point, mirrored: false }));
  for (const n of numbers) counts[n] = (counts[n] ?? 0) + 1;
  return numbers.map((n) => Math.min(BRIGHT.length - 1, Math.floor(Math.log2(counts[n] ?? 1))));
}

/**
 * Puts together what is seen, from the back to the front.
 *
 * @template {Path} P
 * @param {Picture} picture
 * @param {Window} frame
 * @param {() => P} make a path
 * @param {number} large the pixels of a board that the caller draws itself, with its marks
 */
function layers(picture, frame, make, large) {
  const { course, middle, cells, at, known, shades, tall, size } = picture;
  const { scale } = frame;
  const rays = BRIGHT.map(make);
  const ways = WIDTHS.map(make);
  const [disc, gold, chosen, trail, slabs, first, second] = /** @type {[P, P, P, P, P, P, P]} */ (
    Array.from({ length: 7 }, make)
  );
  const card = cells.get(at)?.card;
  /** @type {Cell[]} */
  const marked = [];
  disc.arc(0, 0, scale * 1.012, 0, TURN);
  visit(middle, frame, size, (cell, whole) => {
    if (!cell.below.length || whole) {
      const leaf = leafOf(cell);
      if (leaf.card) sector((known.has(leaf.lesson) ? null : rays[shades[leaf.at] ?? 0]) ?? gold, cell, scale);
      if (!whole && card && cell.card === card) sector(chosen, cell, scale);
    }
    for (const one of whole ? [] : cell.below)
      way(ways[one.leaves > 150 ? 0 : one.leaves > 12 ? 1 : 2] ?? trail, cell, one, scale);
    const pixels = cell.size * scale;
    if (cell.at === at || (pixels >= large && isInside(cell, frame, size))) marked.push(cell);
    else if (pixels >= LEAST && isInside(cell, frame, size)) small(slabs, [first, second], course, cell, scale, tall);
  });
  for (let cell = cells.get(at); cell && cell !== middle; ) {
    const above = cells.get(course.points[cell.at]?.parent ?? -1) ?? middle;
    way(trail, above, cell, scale);
    cell = above;
  }
  const own = course.side ? "second" : "first";
  /** @type {Layer<P>[]} */
  const found = [
    { path: disc, colour: "map-ground", alpha: 1, line: 0 },
    ...rays.map((path, shade) => ({ path, colour: own, alpha: BRIGHT[shade] ?? 1, line: 0 })),
    { path: gold, colour: "map-gold", alpha: 1, line: 0 },
    ...ways.map((path, at) => ({ path, colour: "ground-ink-soft", alpha: ALPHAS[at] ?? 1, line: WIDTHS[at] ?? 1 })),
    { path: chosen, colour: "mark", alpha: 1, line: 1.5 },
    { path: trail, colour: "pointed", alpha: 1, line: 3 },
    { path: slabs, colour: "map-slab", alpha: 1, line: 0 },
    { path: first, colour: "first", alpha: 1, line: 0 },
    { path: second, colour: "second", alpha: 1, line: 0 },
  ];
  return { found, marked };
}

/** Returns the colours of the page by their names. @param {Element} shown @returns {(name: string) => string} */
const coloursAt = (shown) => {
  const style = getComputedStyle(shown);
  return (name) => style.getPropertyValue(`--${name}`);
};

/**
 * Paints, and returns the cells whose boards are large enough to be drawn with their marks.
 *
 * @param {HTMLCanvasElement} canvas @param {Picture} picture @param {Window} frame
 * @param {number} sharp pixels of the canvas for one of the page
 */
export function paint(canvas, picture, frame, sharp) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const colour = coloursAt(canvas);
  const { x, y, scale } = frame;
  const { found, marked } = layers(picture, frame, () => new Path2D(), MARKED);
  pen.setTransform(sharp, 0, 0, sharp, 0, 0);
  pen.clearRect(0, 0, ...picture.size);
  pen.translate(-x * scale, -y * scale);
  for (const { path, colour: name, alpha, line } of found) {
    pen.globalAlpha = alpha;
    pen.fillStyle = colour(name);
    pen.strokeStyle = pen.fillStyle;
    pen.lineWidth = line;
    if (line) pen.stroke(path);
    else pen.fill(path);
  }
  pen.font = `600 ${LETTERS}px ${getComputedStyle(canvas).fontFamily}`;
  pen.textBaseline = "middle";
  pen.lineWidth = 3;
  pen.lineJoin = "round";
  for (const { name, x: left, y: high, turn, isLeft } of names(picture, scale)) {
    pen.save();
    pen.translate(left, high);
    pen.rotate(turn);
    pen.textAlign = isLeft ? "start" : "end";
    pen.strokeStyle = colour("map-ground");
    pen.strokeText(name, 0, 0);
    pen.fillStyle = colour("mark");
    pen.fillText(name, 0, 0);
    pen.restore();
  }
  return marked;
}

/** Lists the names of openings for which there is room at the rim, where they end. @param {Picture} picture @param {number} scale */
function names({ middle }, scale) {
  /** @type {{name: string, x: number, y: number, turn: number, isLeft: boolean}[]} */
  const found = [];
  const walk = (/** @type {Cell} */ { name, from, to, below }) => {
    if ((to - from) * TURN * scale < LETTERS) return;
    for (const one of below) walk(one);
    const place = ((from + to) / 2) % 1;
    const isLeft = place > 0.5;
    const [far, turn] = [0.985 * scale, place * TURN];
    const at = { x: far * Math.sin(turn), y: -far * Math.cos(turn), turn: turn + (isLeft ? TURN : -TURN) / 4 };
    if (name) found.push({ name, isLeft, ...at });
  };
  walk(middle);
  return found;
}

/** Returns the whole proof as a drawing that needs no page. @param {Picture} picture @param {Element} shown whose colours it has @param {string} title @param {string} words below it */
export function poster(picture, shown, title, words) {
  const colour = coloursAt(shown);
  const whole = { ...picture, at: NOWHERE, size: /** @type {[number, number]} */ ([2 * EDGE, 2 * EDGE]) };
  const frame = { x: -EDGE / PAPER, y: -EDGE / PAPER, scale: PAPER };
  const { found } = layers(whole, frame, () => new TextPath(), Number.POSITIVE_INFINITY);
  const text = (/** @type {string} */ said, /** @type {number} */ y, /** @type {number} */ size) =>
    svg("text", { y, "font-size": size, "font-family": "sans-serif", "text-anchor": "middle", fill: "currentColor" }, document.createTextNode(said)); // biome-ignore format: one line
  const paths = found
    .filter(({ path }) => path.parts.length)
    .map(({ path, colour: name, alpha, line }) => {
      const [fill, stroke] = line ? ["none", colour(name)] : [colour(name), "none"];
      return svg("path", { d: path.parts.join(""), fill, stroke, "stroke-width": line, opacity: alpha });
    });
  return svg(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE + 150}`, role: "img" },
    ...paths,
    ...names(picture, PAPER).map(({ name, x, y, turn, isLeft }) =>
      svg(
        "text",
        {
          transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((turn * 360) / TURN).toFixed(2)})`,
          "text-anchor": isLeft ? "start" : "end",
          "dominant-baseline": "central",
          "font-family": "sans-serif",
          "font-size": 20,
          "font-weight": 600,
          "paint-order": "stroke",
          stroke: colour("map-ground"),
          "stroke-width": 4,
          fill: colour("mark"),
        },
        document.createTextNode(name),
      ),
    ),
    text(title, EDGE + 40, 48),
    text(words, EDGE + 100, 30),
  );
}

/** The radius of a drawing to keep, and half of its width; no point. */
const [PAPER, EDGE, NOWHERE] = [1000, 1040, -2];

/** Writes a path as a drawing does. */
class TextPath {
  /** @type {string[]} */
  parts = [];

  /** @param {string} sign @param {...number} numbers */
  #add(sign, ...numbers) {
    this.parts.push(sign + numbers.map((one) => Number(one.toFixed(1))).join(" "));
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#add("M", x, y);
  }

  /** @param {number} cx @param {number} cy @param {number} x @param {number} y */
  quadraticCurveTo(cx, cy, x, y) {
    this.#add("Q", cx, cy, x, y);
  }

  /** @param {number} x @param {number} y @param {number} wide @param {number} high */
  rect(x, y, wide, high) {
    this.#add("M", x, y);
    this.parts.push(`h${wide.toFixed(1)}v${high.toFixed(1)}h${(-wide).toFixed(1)}z`);
  }

  closePath() {
    this.parts.push("z");
  }

  /** Goes straight to an arc, then along it. @param {number} x @param {number} y @param {number} r @param {number} from @param {number} to @param {boolean} [back] */
  arc(x, y, r, from, to, back = false) {
    const end = Math.abs(to - from) >= TURN ? (from + to) / 2 : to;
    const large = Number(Math.abs(end - from) > Math.PI);
    const at = (/** @type {number} */ turn) => [x + r * Math.cos(turn), y + r * Math.sin(turn)];
    this.#add(this.parts.length ? "L" : "M", ...at(from));
    this.#add("A", r, r, 0, large, Number(!back), ...at(end));
    if (end !== to) this.#add("A", r, r, 0, large, Number(!back), ...at(to));
  }
}

/** Returns the first leaf behind a cell, which stands for all where they are too fine. @param {Cell} cell @returns {Cell} */
const leafOf = (cell) => (cell.below[0] ? leafOf(cell.below[0]) : cell);

/** Tells whether a board is in the window. @param {Cell} cell @param {Window} frame @param {[number, number]} size */
const isInside = ({ x, y, size }, frame, [wide, high]) =>
  Math.abs(x - frame.x - wide / frame.scale / 2) < wide / frame.scale / 2 + size &&
  Math.abs(y - frame.y - high / frame.scale / 2) < high / frame.scale / 2 + size;

/** Adds a ray, with a gap beside it where there is room. @param {Path} path @param {Cell} cell @param {number} scale */
function sector(path, { from, to, inner }, scale) {
  const gap = Math.min(0.9 / (TURN * scale), (to - from) / 6);
  const [begin, end] = [from + gap, to - gap].map((turn) => turn * TURN - TURN / 4);
  path.moveTo(Math.cos(begin ?? 0) * inner * scale, Math.sin(begin ?? 0) * inner * scale);
  path.arc(0, 0, scale, begin ?? 0, end ?? 0);
  path.arc(0, 0, inner * scale, end ?? 0, begin ?? 0, true);
  path.closePath();
}

/** Adds a way between two boards. @param {Path} path @param {Cell} from @param {Cell} to @param {number} scale */
function way(path, from, to, scale) {
  const turn = (to.from + to.to) * Math.PI;
  const [sin, cos] = [Math.sin(turn), -Math.cos(turn)];
  const far = to.card ? to.inner : Math.hypot(to.x, to.y);
  const bend = (Math.hypot(from.x, from.y) + far) / 2;
  path.moveTo(from.x * scale, from.y * scale);
  path.quadraticCurveTo(sin * bend * scale, cos * bend * scale, sin * far * scale, cos * far * scale);
}

/** Adds a small board, with the side's move. @param {Path} slabs @param {Path[]} sides @param {Course} course @param {Cell} cell @param {number} scale @param {number} tall */
function small(slabs, sides, { info, points }, cell, scale, tall) {
  const { x, y, size, at } = cell;
  const [columns, rows] = info.board ?? [1, 1];
  const [left, top, step] = [(x - size / 2) * scale, (y - (size * tall) / 2) * scale, (size * scale) / columns];
  const { moves = [], after = [], word = "" } = points[at] ?? {};
  const discs = KNOWN.get(cell) ?? discsOf(info, after.length ? [...moves, Number(word)] : moves);
  KNOWN.set(cell, discs);
  slabs.rect(left, top, size * scale, size * tall * scale);
  for (const [column, row, side] of discs) {
    const [middle, high] = [left + (column - 0.5) * step, top + (rows - row + 0.5) * step];
    sides[side]?.moveTo(middle + step * 0.42, high);
    sides[side]?.arc(middle, high, step * 0.42, 0, TURN);
  }
}
