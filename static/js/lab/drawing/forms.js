/** Lays large trees out, as blocks or on a narrow page as one path; draws the small boards of games. */

/** @import { Run } from "../model/types.js" */
/** @import { Box, Lay } from "./geometry.js" */

import { set, svg } from "../../view/dom.js";

const SHAPE = 30;
const LEAF = 26;
const CHARACTER = 8;
const MARGIN = 12;
/** The least board that still shows its stones. */
const LEAST_BOARD = 34;

/** Gives every place the width of its leaves. @type {Lay} */
export const asBlocks = (tree, { width, height, zoom }) => {
  const high = Math.min(60, Math.max(34, height / tree.levels));
  const unit = (width - 2 * MARGIN) / (tree.leaves[0] ?? 1);
  const starts = tree.parent.map(() => MARGIN);
  const boxes = tree.children.map((children, place) => {
    let next = starts[place] ?? 0;
    for (const child of children) {
      starts[child] = next;
      next += (tree.leaves[child] ?? 1) * unit;
    }
    const w = (tree.leaves[place] ?? 1) * unit;
    const gap = Math.min(3, w / 4);
    const board = tree.boards && w >= LEAST_BOARD + 10 && high >= LEAST_BOARD + 12 ? LEAST_BOARD : 0;
    return {
      x: (starts[place] ?? 0) + w / 2,
      y: MARGIN + ((tree.level[place] ?? 0) + 0.5) * high,
      w: w - gap,
      h: high - 7,
      board,
    };
  });
  return { form: "blocks", width, height: tree.levels * high + 2 * MARGIN, zoom, boxes };
};

/** Gives a row to the brothers of each place of the path, and the most room to the place itself. @type {Lay} */
export const asPath = (tree, { width, height, zoom }, path) => {
  /** @type {(Box | undefined)[]} */
  const boxes = [];
  const rows = [[0], ...path.map((place) => tree.children[place] ?? [])].filter((row) => row.length);
  const board = tree.boards ? LEAST_BOARD : 0;
  const gap = Math.max(58, Math.min(84, height / rows.length)) + board / 2;
  const own = SHAPE + 2 * CHARACTER * (tree.digits + 2.5);
  rows.forEach((row, level) => {
    const open = path.find((place) => row.includes(place));
    const share = open === undefined ? 0 : Math.min(own, width / 2);
    const pitch = Math.min(62, (width - 8 - share) / Math.max(1, row.length - (share ? 1 : 0)));
    let x = (width - share - pitch * (row.length - (share ? 1 : 0))) / 2;
    for (const place of row) {
      const mine = place === open ? share : pitch;
      const size = Math.min(place === open ? SHAPE : 26, mine - 3);
      const small = board && board + 8 <= mine ? board : 0;
      boxes[place] = {
        x: x + mine / 2,
        y: 24 + board / 2 + level * gap,
        w: small ? small + 8 : size,
        h: small ? small + 18 : Math.min(size, LEAF),
        board: small,
      };
      x += mine;
    }
  });
  return { form: "path", width, height: (rows.length - 1) * gap + 60 + board, zoom, boxes };
};

/**
 * Draws a small board. Discs are told apart by a ring and a dot; where nothing falls, crosses and noughts stand. The
 * newest stands in a frame.
 * @param {{columns: number, rows: number, gravity: boolean}} board
 * @param {string} cells
 * @param {string} before the board a move earlier
 * @param {number} size of the longer side
 */
export function drawBoard({ columns, rows, gravity }, cells, before, size) {
  const cell = size / Math.max(columns, rows);
  const [left, top] = [(-columns * cell) / 2, (-rows * cell) / 2];
  /** @type {Record<string, string>} */
  const paths = { ground: `M${left - 2} ${top - 2}h${columns * cell + 4}v${rows * cell + 4}h${-columns * cell - 4}z` };
  /** @param {string} name @param {number} x @param {number} y @param {number} part */
  const add = (name, x, y, part) => {
    const r = cell * part;
    const round = `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    const cross = `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
    const newest = `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`;
    paths[name] = (paths[name] ?? "") + ({ cross, newest }[name] ?? round);
  };
  [...cells].forEach((stone, i) => {
    const [x, y] = [left + ((i % columns) + 0.5) * cell, top + (Math.floor(i / columns) + 0.5) * cell];
    if (stone === ".") add("hole", x, y, 0.1);
    else if (!gravity) add(stone === "X" ? "cross" : "nought", x, y, 0.28);
    else {
      add(stone, x, y, 0.42);
      add(stone === "X" ? "ring" : "dot", x, y, stone === "X" ? 0.22 : 0.12);
    }
    if (before && before[i] !== stone) add("newest", x, y, 0.48);
  });
  return svg(
    "g",
    { class: "small" },
    ...Object.entries(paths).map(([name, d]) => svg("path", { class: `small__${name}`, d })),
  );
}

/**
 * Shows the board of a place beside the tree, unless the board stands at the place.
 * @param {SVGElement} host
 * @param {Run} run
 * @param {number} place
 * @param {boolean} there
 */
export function beside(host, { board, places }, place, there) {
  const cells = places.cells?.[place];
  set(host, "hidden", there || !cells || !board);
  if (!there && cells && board)
    host.replaceChildren(drawBoard(board, cells, places.cells?.[places.parent[place] ?? -1] ?? "", 96));
}
