/** Figure 3: values go up from the leaves; the last leaf is dragged. */

import { drawTree } from "../drawing.js";
import { Part } from "../part.js";
import { search, treeOf } from "../search.js";

/** The most of a leaf, and the leaves before the last. */
const MOST = 9;
const [FIRST, SECOND, LAST] = [[5, -2], [3, 8], 6];

/** Begins the figure. */
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
