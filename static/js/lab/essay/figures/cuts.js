/** Figure 4: the reader finds a leaf that alpha-beta does not look at. */

import { drawTree } from "../drawing.js";
import { Part } from "../part.js";
import { randomTree, search, treeOf } from "../search.js";

/** Levels below the root, and the most of a leaf. */
const [LEVELS, MOST] = [2, 9];

/** Begins the figure. */
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
  part.onWidth(show);
  show();
}
