/** The figures of trees of numbers: 3, 4 and 5. */

/** @import { Nested, Tree } from "../search.js" */

import { drawTree } from "../drawing.js";
import { Part } from "../part.js";
import { numbersOf, randomTree, search, treeOf } from "../search.js";

/** The most of a leaf; the leaves of figure 3 before the last; the levels of figure 4. */
const MOST = 9;
const LEVELS = 2;
const [FIRST, SECOND, LAST] = [[5, -2], [3, 8], 6];

/** Begins figure 3: values go up from the leaves, and the last leaf is dragged. */
export function backs() {
  const part = new Part("backs");
  let leaf = 1;
  const show = () => {
    const tree = treeOf([FIRST, SECOND, [LAST, leaf]]);
    const { value } = search(tree, false);
    const branches = tree.children[0] ?? [];
    const best = branches.find((place) => value[place] === value[0]) ?? 0;
    const below = tree.children[best]?.find((place) => value[place] === value[best]) ?? 0;
    const least = value[branches.at(-1) ?? 0] ?? 0;
    part.fill({ least, value: value[0] ?? 0, branch: branches.indexOf(best) + 1 });
    drawTree(part.figure, tree, { value, state: { [best]: "best", [below]: "best" } });
  };
  part.dial("leaf", {
    least: -MOST,
    most: MOST,
    now: leaf,
    change: (wanted) => {
      leaf = wanted;
      show();
    },
  });
  part.onWidth(show);
  show();
}

/** Begins figure 4: the reader finds a leaf that alpha-beta does not look at. */
export function cuts() {
  const part = new Part("cuts");
  let [seed, right, asked] = [0, 0, 0];
  let round = next();
  let chosen = -1;

  /** Returns the next tree in which something is cut. */
  function next() {
    for (;;) {
      const tree = treeOf(randomTree(seed, LEVELS, MOST));
      const { value, seen } = search(tree, true);
      seed += 1;
      const cut = tree.leaf.flatMap((leaf, place) => (leaf !== null && !seen.includes(place) ? [place] : []));
      if (cut.length) return { tree, value, cut };
    }
  }

  function show() {
    const { tree, value, cut } = round;
    const leaves = tree.leaf.flatMap((leaf, place) => (leaf === null ? [] : [place]));
    const state = Object.fromEntries(
      chosen < 0 ? leaves.map((place) => [place, "asked"]) : cut.map((place) => [place, "cut"]),
    );
    const name = (/** @type {number} */ place) =>
      part.say("leaf", { n: leaves.indexOf(place) + 1, value: tree.leaf[place] ?? "" });
    const shown = chosen < 0 ? tree.leaf : tree.leaf.map((leaf, place) => leaf ?? value[place] ?? null);
    drawTree(part.figure, tree, { value: shown, state, name, ...(chosen < 0 ? { choose } : {}) });
  }

  /** Takes the reader's leaf. @param {number} place */
  function choose(place) {
    const { tree, value, cut } = round;
    const found = cut.includes(place);
    [chosen, asked, right] = [place, asked + 1, right + Number(found)];
    const branch = tree.parent[place] ?? 0;
    const before = (tree.children[0] ?? []).filter((one) => one < branch).map((one) => value[one] ?? 0);
    part.fill({ have: Math.max(...before), found: value[branch] ?? 0, right, asked });
    part.show(found ? "right" : "wrong", "asked");
    show();
    another.focus({ preventScroll: true });
  }

  const another = part.on("another", () => {
    [round, chosen] = [next(), -1];
    part.show("asked");
    show();
  });
  // The example in the text: the first two branches of the first tree.
  const [safe = 0, held = 0] = (round.tree.children[0] ?? []).map((branch) => round.value[branch] ?? 0);
  part.fill({ safe, held });
  part.onWidth(show);
  show();
}

/** Levels below the root, the most of a leaf, the seed of the tree, and how many orders there are to drag. */
const [DEEP, LARGEST, SEED, ORDERS] = [3, 20, 7, 60];

/** The tree in its own order. */
export const TREE = randomTree(SEED, DEEP, LARGEST);

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

/** Begins figure 5: the order of the branches, dragged, decides how many leaves are looked at. */
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
