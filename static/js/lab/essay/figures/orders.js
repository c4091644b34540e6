/** Figure 5: the order of the branches, dragged, decides how many leaves are looked at. */

/** @import { Nested, Tree } from "../search.js" */

import { drawTree } from "../drawing.js";
import { Part } from "../part.js";
import { numbersOf, randomTree, search, treeOf } from "../search.js";

/** Levels below the root, the most of a leaf, the seed of the tree, and how many orders there are to drag. */
const [LEVELS, MOST, SEED, ORDERS] = [3, 20, 7, 60];

/** The tree in its own order. */
export const TREE = randomTree(SEED, LEVELS, MOST);

/** Returns a tree with every node's branches in another order. @param {Nested} nested @param {(branches: Nested[], level: number) => Nested[]} arrange @param {number} [level] @returns {Nested} */
export function arranged(nested, arrange, level = 0) {
  if (typeof nested === "number") return nested;
  return arrange(
    nested.map((one) => arranged(one, arrange, level + 1)),
    level,
  );
}

/** Returns an order by a seed; 1 is that of the tree itself. @param {number} seed */
export function shuffled(seed) {
  const draw = numbersOf(seed);
  return (/** @type {Nested[]} */ branches) => {
    if (seed === 1) return branches;
    const left = [...branches];
    return branches.map(() => left.splice(draw(left.length), 1)[0] ?? 0);
  };
}

/** Returns an order by the true values: the best branch for the side to move first, or the worst. @param {1 | -1} sign */
export const byValue = (sign) => (/** @type {Nested[]} */ branches, /** @type {number} */ level) => {
  const way = level % 2 ? sign : -sign;
  // A tree with one branch gives that branch to the other side.
  const worth = (/** @type {Nested} */ one) => search(treeOf(level % 2 ? one : [one]), false).value[0] ?? 0;
  return [...branches].sort((a, b) => way * (worth(a) - worth(b)));
};

/** Counts the leaves that are looked at. @param {Tree} tree */
function looked(tree) {
  const { value, seen } = search(tree, true);
  return { value, seen, count: seen.filter((place) => tree.leaf[place] !== null).length };
}

/** Begins the figure. */
export function orders() {
  const part = new Part("orders");
  let order = 1;
  const show = () => {
    const tree = treeOf(arranged(TREE, shuffled(order)));
    const { value, seen, count } = looked(tree);
    const state = Object.fromEntries(tree.leaf.flatMap((_, place) => (seen.includes(place) ? [] : [[place, "cut"]])));
    part.fill({ looked: count, all: tree.leaf.filter((leaf) => leaf !== null).length, value: value[0] ?? 0 });
    drawTree(part.figure, tree, { value: tree.leaf.map((_, place) => (place ? null : (value[0] ?? null))), state });
  };
  const [best, worst] = [1, -1].map((sign) => looked(treeOf(arranged(TREE, byValue(/** @type {1 | -1} */ (sign))))));
  part.fill({ best: best?.count ?? 0, worst: worst?.count ?? 0 });
  part.dial("order", {
    least: 1,
    most: ORDERS,
    now: order,
    change: (wanted) => {
      order = wanted;
      show();
    },
  });
  part.onWidth(show);
  show();
}
