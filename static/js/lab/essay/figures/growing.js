/** The figures of the ways to play on, 2, and of the boards that they lead to, 6. */

import { el, setVariable, svg } from "../../../view/dom.js";
import { number } from "../../../words.js";
import { after, endScore, movesOf, replay } from "../../../engine/board.js";
import { sharedEngine } from "../../../engine/client.js";
import { BOARD, Board } from "../essay_board.js";
import { growthOf } from "../search.js";
import { START } from "./knows.js";
import { Part } from "../part.js";

/** The depths, the last layer whose blocks are drawn one by one, and the units of a layer. */
const [MOST, DRAWN, HEIGHT, WIDTH] = [7, 4, 26, 420];

/** Begins figure 2: the tree under the board grows with a number that is dragged. @param {Promise<number>} first how many positions the answer of figure 1 took */
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

/** The depth at first; the least, the first and the greatest table as powers of two bytes. A board takes 8, in one of two tables. */
const [DEPTH, LEAST, FIRST, GREATEST] = [4, 4, 11, 20];
const roomOf = (/** @type {number} */ power) => 2 ** (power - 2);

/** Begins figure 6: two ways to one board, and the table that remembers boards, by the exact search. */
export function keeps() {
  const part = new Part("keeps");
  const growth = growthOf(BOARD, [...START]);
  const count = (/** @type {number} */ depth) => part.fill({ ...growth(depth) });
  part.dial("depth", { least: 1, most: MOST, now: DEPTH, change: count });
  count(DEPTH);
  part.fill({ few: roomOf(LEAST) });
  const bars = /** @type {HTMLElement[]} */ ([...part.figure.querySelectorAll(".essay__bar")]);
  let greatest = 0;
  /** What each table took, first and again. @type {Map<number, Promise<number[]>>} */
  const known = new Map();

  /** Asks twice: the second time the table is filled. @param {number} light bytes of the table */
  async function ask(light) {
    const counts = [];
    for (let i = 0; i < bars.length; i += 1)
      counts.push((await sharedEngine().scores({ ...BOARD, light }, [...START])).nodes);
    return counts;
  }

  async function show() {
    const power = wanted();
    const asked = known.get(power) ?? ask(2 ** power);
    known.set(power, asked);
    const [nodes = 0, again = 0] = await asked;
    greatest = Math.max(greatest, nodes);
    if (power !== wanted()) return;
    part.fill({ nodes, again });
    for (const [i, bar] of bars.entries()) setVariable(bar, "--share", [nodes, again][i] ?? 0);
    for (const bar of bars) setVariable(bar, "--whole", greatest);
  }

  part.onSight((seen) => {
    if (seen && !known.size) void show().catch(() => {});
  });
  const wanted = part.dial("room", {
    least: LEAST,
    most: GREATEST,
    now: FIRST,
    words: (power) => number(roomOf(power)),
    change: () => void show().catch(() => {}),
  });
}
