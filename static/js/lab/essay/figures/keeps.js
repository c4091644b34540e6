/** Figure 6: two ways to one board, and the table that remembers boards, by the exact search with a table of any size. */

import { el, setVariable } from "../../../view/dom.js";
import { number } from "../../../words.js";
import { sharedEngine } from "../../../engine/client.js";
import { BOARD } from "../board.js";
import { growthOf } from "../growth.js";
import { START } from "./knows.js";
import { Part } from "../part.js";

/** The depths; the least, the first and the greatest table as powers of two bytes. A board takes 8, in one of two tables. */
const [DEPTH, MOST, LEAST, FIRST, GREATEST] = [4, 7, 4, 4, 20];
const roomOf = (/** @type {number} */ power) => 2 ** (power - 2);

/** Begins the figure. */
export function keeps() {
  const part = new Part("keeps");
  const growth = growthOf(BOARD, [...START]);
  const count = (/** @type {number} */ depth) => part.fill({ ...growth(depth) });
  part.dial("depth", { least: 1, most: MOST, now: DEPTH, change: count });
  count(DEPTH);
  const bars = [el("div", { class: "essay__bar" }), el("div", { class: "essay__bar" })];
  part.figure.append(...bars);
  let wanted = FIRST;
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
    const power = wanted;
    const asked = known.get(power) ?? ask(2 ** power);
    known.set(power, asked);
    const [nodes = 0, again = 0] = await asked;
    greatest = Math.max(greatest, nodes);
    if (power !== wanted) return;
    part.fill({ nodes, again });
    for (const [i, bar] of bars.entries()) setVariable(bar, "--share", [nodes, again][i] ?? 0);
    for (const bar of bars) setVariable(bar, "--whole", greatest);
  }

  part.onSight((seen) => {
    if (seen && !known.size) void show().catch(() => {});
  });
  part.dial("room", {
    least: LEAST,
    most: GREATEST,
    now: wanted,
    words: (power) => number(roomOf(power)),
    change: (power) => {
      wanted = power;
      void show().catch(() => {});
    },
  });
}
