/**
 * Finds room for every place of a tree, and draws the shapes of places: no two kinds are told apart by colour alone.
 * @typedef {ReturnType<typeof treeOf>} Tree
 * @typedef {object} Box the middle of a place, its size, and the size of its board (0: none)
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {number} board
 * @property {boolean} [tight] the name stands above the value
 * @typedef {object} Layout
 * @property {"tree" | "blocks" | "path"} form
 * @property {number} width
 * @property {number} height
 * @property {number} zoom
 * @property {(Box | undefined)[]} boxes
 * @typedef {object} Room of the page, in the drawing's units
 * @property {number} width
 * @property {number} height that a tree should not go beyond
 * @property {number} zoom how many times the usual size: 2 before a class
 * @typedef {"max" | "min" | "chance" | "leaf" | "table" | number} Kind a number: of corners, 3 for the first of many players
 * @typedef {(tree: Tree, room: Room, path: number[]) => Layout} Lay
 * @typedef {{asBlocks: Lay, asPath: Lay}} Forms the layouts of large trees
 */

/** @import { Run } from "../model/types.js" */

const SHAPE = 30;
const LEAF = 26;
const FOLD = 8;
const ROOF = 9;
const NARROW = 560;
const FEW = 15;
const NODES = 63;
const CHARACTER = 8;
const MARGIN = 12;
/**
 * Board (0: none), zoom, and whether the name stands above the value instead of opposite: tried in this order.
 * @type {[number, number, boolean][]}
 */
const SIZES = [
  [56, 1, false],
  [48, 1, false],
  [40, 1, false],
  [34, 1, false],
  [0, 1.3, false],
  [0, 1.15, false],
  [0, 1, false],
  [0, 0.9, false],
  [0, 0.9, true],
  [0, 0.8, true],
  [0, 0.72, true],
];

/**
 * Counts what a layout needs: the leaves below each place, the longest value in characters, and room for the values below
 * the last places.
 * @param {Run} run
 */
export function treeOf(run) {
  const { parent, value, cells, sign } = run.places;
  /** @type {number[][]} */
  const children = parent.map(() => []);
  const level = parent.map(() => 0);
  const leaves = parent.map(() => 0);
  parent.forEach((above, place) => {
    children[above]?.push(place);
    level[place] = above < 0 ? 0 : (level[above] ?? 0) + 1;
  });
  for (let place = parent.length - 1; place >= 0; place--) {
    leaves[place] ||= 1;
    leaves[parent[place] ?? -1] = (leaves[parent[place] ?? -1] ?? 0) + (leaves[place] ?? 1);
  }
  const signs = sign?.map((one) => one?.length ?? 0) ?? [];
  const digits = Math.max(2, ...signs, ...value.map((one) => (one === null ? 0 : String(+one.toFixed(2)).length)));
  return {
    parent,
    children,
    level,
    leaves,
    levels: Math.max(...level) + 1,
    digits,
    boards: cells !== null && run.board !== null,
    below: run.kind === "game" ? 18 : 0,
  };
}

/**
 * Lays the tree out; null where the layouts of large trees are not loaded yet.
 * @param {Tree} tree
 * @param {Room} room
 * @param {number[]} path the open places from the root down, for a narrow page
 * @param {Forms} [forms]
 * @returns {Layout | null}
 */
export function layOut(tree, room, path, forms) {
  const narrow = room.width < NARROW;
  const nodes = tree.parent.length <= (narrow ? FEW : NODES) && asNodes(tree, room);
  return nodes || (forms ? (narrow ? forms.asPath : forms.asBlocks)(tree, room, path) : null);
}

/** Lays out nodes as large as fits, if any fits. @param {Tree} tree @param {Room} room @returns {Layout | null} */
function asNodes(tree, { width, height: most, zoom: base }) {
  const leaf = Math.max(LEAF, tree.digits * CHARACTER + 8);
  for (const [board, zoom, tight] of SIZES) {
    if (board && !tree.boards) continue;
    const [half, value] = [SHAPE / 2 + 4, (tree.digits + 1.5) * CHARACTER];
    const left = tight ? SHAPE / 2 : half + 2 * CHARACTER;
    const sizes = tree.children.map((children) => {
      if (board) return [board / 2 + 6, board / 2 + 6];
      return children.length ? [left, half + value] : [leaf / 2, leaf / 2];
    });
    const { xs, natural } = tidy(tree, sizes);
    const room = width / zoom - 2 * MARGIN;
    const edge = LEAF + board + 30 + tree.below;
    const gap = board + Math.max(68, Math.min(104, (most / zoom - edge) / (tree.levels - 1) - board));
    const height = (tree.levels - 1) * gap + edge;
    if (natural > room || (zoom > 1 && height * zoom > most)) continue;
    const stretch = Math.min(room / natural, 2.2);
    const start = (room - natural * stretch) / 2 + MARGIN;
    const boxes = tree.children.map((children, place) => ({
      x: start + (xs[place] ?? 0) * stretch,
      y: 26 + board / 2 + (tree.level[place] ?? 0) * gap,
      w: board ? board + 8 : children.length ? SHAPE : leaf,
      h: board ? board + 18 : LEAF,
      board,
      tight,
    }));
    return { form: "tree", width: room + 2 * MARGIN, height, zoom: zoom * base, boxes };
  }
  return null;
}

/**
 * Puts every parent above the middle of its children and whole branches as near to each other as their outlines allow
 * (Reingold and Tilford 1981).
 * @param {Tree} tree
 * @param {number[][]} sizes how far each place reaches to the left and to the right
 */
function tidy(tree, sizes) {
  const shift = tree.parent.map(() => 0);
  /** @type {{left: number[], right: number[]}[]} */
  const outlines = [];
  for (let place = tree.parent.length - 1; place >= 0; place--) {
    const [left = 0, right = 0] = sizes[place] ?? [];
    /** @type {{left: number[], right: number[]}} */
    const all = { left: [], right: [] };
    const children = tree.children[place] ?? [];
    for (const child of children) {
      const own = outlines[child] ?? all;
      const at = Math.max(
        -Infinity,
        ...own.left.slice(0, all.right.length).map((edge, i) => (all.right[i] ?? 0) - edge + (i ? 14 : 6)),
      );
      shift[child] = Number.isFinite(at) ? at : 0;
      own.right.forEach((edge, i) => (all.right[i] = edge + (shift[child] ?? 0)));
      own.left.forEach((edge, i) => (all.left[i] ??= edge + (shift[child] ?? 0)));
    }
    const middle = ((shift[children[0] ?? -1] ?? 0) + (shift[children.at(-1) ?? -1] ?? 0)) / 2;
    for (const child of children) shift[child] = (shift[child] ?? 0) - middle;
    outlines[place] = {
      left: [-left, ...all.left.map((edge) => edge - middle)],
      right: [right, ...all.right.map((edge) => edge - middle)],
    };
  }
  const xs = [...shift];
  for (const [place, above] of tree.parent.entries()) if (above >= 0) xs[place] = (xs[place] ?? 0) + (xs[above] ?? 0);
  const least = Math.min(...(outlines[0]?.left ?? []));
  return { xs: xs.map((x) => x - least), natural: Math.max(...(outlines[0]?.right ?? [])) - least };
}

/** Names the kinds of `mover`: Max, Min, chance, nobody. @type {Kind[]} */
export const KINDS = ["max", "min", "chance", "leaf"];

/**
 * Returns the outline of a shape: a triangle up or down, a circle, a square, a square with a fold, or one of many corners.
 * Of a `plate`, with room inside, only the upper or lower edge comes to a point; one of many corners has a stroke a player.
 * @param {Kind} kind
 * @param {number} width
 * @param {number} height
 * @param {boolean} [plate]
 */
export function outline(kind, width, height, plate = false) {
  const [x, y] = [width / 2, height / 2];
  if (typeof kind === "number") return plate ? rounded(x, y, 0) + strokes(kind - 2, x, y) : cornered(kind, y + 2);
  const roof = plate ? Math.min(ROOF, x) : height;
  if (kind === "max") return `M${-x} ${roof - y}L0 ${-y}L${x} ${roof - y}V${y}H${-x}Z`;
  if (kind === "min") return `M${-x} ${y - roof}L0 ${y}L${x} ${y - roof}V${-y}H${-x}Z`;
  if (kind === "chance") return plate ? rounded(x, y, Math.min(x, y)) : rounded(y, y, y);
  const fold = Math.min(FOLD, width / 3);
  if (kind === "table")
    return `M${-x} ${-y}H${x - fold}L${x} ${fold - y}V${y}H${-x}ZM${x - fold} ${-y}V${fold - y}H${x}`;
  return rounded(x, y, Math.min(3, x));
}

/** Returns a shape with so many corners, one of them on top. @param {number} corners @param {number} r */
const cornered = (corners, r) =>
  `M${Array.from({ length: corners }, (_, i) => 2 * Math.PI * (i / corners))
    .map((turn) => `${r * Math.sin(turn)} ${-r * Math.cos(turn)}`)
    .join("L")}Z`;

/** Returns so many strokes in the upper left corner of a plate. @param {number} n @param {number} x @param {number} y */
const strokes = (n, x, y) => Array.from({ length: n }, (_, i) => `M${4 + 4 * i - x} ${-y}v6`).join("");

/** Returns a rectangle with round corners. @param {number} x @param {number} y @param {number} r */
function rounded(x, y, r) {
  const arc = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${r - x} ${-y}H${x - r}${arc(r, r)}V${y - r}${arc(-r, r)}H${r - x}${arc(-r, -r)}V${r - y}${arc(r, -r)}Z`;
}

/** Returns where the edges leave a place: below its value, where the value stands below. @param {Box} box */
export const foot = (box) => box.y + box.h / 2 + (box.board ? 20 : 0);
