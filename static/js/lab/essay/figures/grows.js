/** Figure 2: the tree under the board grows with a number that is dragged. */

import { el, svg } from "../../../view/dom.js";
import { after, endScore, movesOf, replay } from "../../../engine/board.js";
import { BOARD, Board } from "../board.js";
import { growthOf } from "../growth.js";
import { START } from "./knows.js";
import { Part } from "../part.js";

/** The depths, the last layer whose blocks are drawn one by one, and the units of a layer. */
const [MOST, DRAWN, HEIGHT, WIDTH] = [7, 4, 26, 420];

/** Begins the figure. @param {Promise<number>} first how many positions the answer of figure 1 took */
export function grows(first) {
  const part = new Part("grows");
  const growth = growthOf(BOARD, [...START]);
  const blocks = blocksOf();
  const tree = el("div", { class: "essay__grown" });
  const board = new Board(part, part.figure, () => {});
  part.figure.append(tree);
  board.render({ moves: [...START], open: false });
  const show = (/** @type {number} */ depth) => {
    part.fill({ ways: growth(depth).ways });
    tree.replaceChildren(drawn(blocks, depth));
  };
  const now = 2;
  part.dial("depth", { least: 1, most: MOST, now, change: show });
  show(now);
  void first.then((nodes) => nodes && part.fill({ nodes }));
}

/**
 * Draws a layer for each move ahead: under each block the answers to it. What is thinner than a hair stands below its
 * branch as a whole.
 *
 * @param {number[][]} blocks
 * @param {number} depth
 */
function drawn(blocks, depth) {
  const layers = Array.from({ length: depth }, (_, i) => {
    const level = Math.min(i + 1, DRAWN);
    const wide = WIDTH / BOARD.width ** level;
    const gap = Math.min(3, wide / 3);
    const d = blocks[level]?.map((at) => `M${at * wide} ${i * HEIGHT}h${wide - gap}v${HEIGHT - 2}h${gap - wide}z`);
    return svg("path", { class: `essay__layer${i % 2 ? " essay__layer--second" : ""}`, d: d?.join("") ?? "" });
  });
  const size = { viewBox: `0 0 ${WIDTH} ${MOST * HEIGHT}`, "aria-hidden": "true", focusable: "false" };
  return svg("svg", size, ...layers);
}

/** Returns which blocks of each layer are there, counted from the left: no move is in a full column or after the end. */
function blocksOf() {
  let last = [{ at: 0, position: replay(BOARD, [...START]) }];
  return Array.from({ length: DRAWN + 1 }, () => {
    const layer = last.map(({ at }) => at);
    last = last.flatMap(({ at, position }) =>
      endScore(BOARD, position) === null
        ? movesOf(BOARD, position).map((move) => ({
            at: at * BOARD.width + move - 1,
            position: after(BOARD, position, move),
          }))
        : [],
    );
    return layer;
  });
}
