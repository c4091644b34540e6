/** Figure 2: the tree under the board grows with a number that is dragged. */

import { el, svg } from "../../view/dom.js";
import { BOARD, Board } from "./board.js";
import { growthOf } from "./growth.js";
import { START } from "./knows.js";
import { Part } from "./part.js";

/** The depths, the last layer whose blocks are drawn one by one, and the units of a layer. */
const [MOST, DRAWN, HEIGHT, WIDTH] = [7, 4, 26, 420];

/** Begins the figure. @param {Promise<number>} first how many positions the answer of figure 1 took */
export function grows(first) {
  const part = new Part("grows");
  const growth = growthOf(BOARD, [...START]);
  const tree = el("div", { class: "essay__grown" });
  const board = new Board(part, part.figure, () => {});
  part.figure.append(tree);
  board.render({ moves: [...START], open: false });
  const show = (/** @type {number} */ depth) => {
    part.fill({ ways: growth(depth).ways });
    tree.replaceChildren(drawn(depth));
  };
  const now = 2;
  part.dial("depth", { least: 1, most: MOST, now, change: show });
  show(now);
  void first.then((nodes) => part.fill({ nodes }));
}

/** Draws a layer for each move ahead: under each block its seven answers. @param {number} depth */
function drawn(depth) {
  const layers = Array.from({ length: depth }, (_, i) => {
    const y = i * HEIGHT;
    const many = BOARD.width ** (i + 1);
    const look = `essay__layer${i % 2 ? " essay__layer--second" : ""}`;
    const splits =
      i < DRAWN ? Array.from({ length: many - 1 }, (_, k) => `M${((k + 1) * WIDTH) / many} ${y}v${HEIGHT}`) : [];
    const stroke = { class: "essay__splits", d: splits.join(""), "stroke-width": Math.min(3, WIDTH / many / 3) };
    return [svg("rect", { class: look, y, width: WIDTH, height: HEIGHT - 2 }), svg("path", stroke)];
  });
  const size = { viewBox: `0 0 ${WIDTH} ${MOST * HEIGHT}`, "aria-hidden": "true", focusable: "false" };
  return svg("svg", size, ...layers.flat());
}
