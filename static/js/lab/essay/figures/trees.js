/**
 * The figures of trees of numbers: 3, 4 and 5. A triangle points up where the largest value goes up, down where it is the
 * smallest; leaves are boxes.
 * @typedef {object} Look
 * @property {(string | number | null)[]} value what stands in each place
 * @property {Record<number, string>} [state] of places: "best", "cut", "asked"
 * @property {(place: number) => void} [choose] where places in the state "asked" may be chosen
 * @property {(place: number) => string} [name] of those
 */

/** @import { Nested, Tree } from "../search.js" */

import { el, set, svg } from "../../../view/dom.js";
import { outline } from "../../drawing/geometry.js";
import { Part, written } from "../part.js";
import { looked, numbersOf, randomTree, search, treeOf } from "../search.js";

/** The most of a leaf; the leaves of figure 3 before the last; the levels of figure 4. */
const MOST = 9;
const LEVELS = 2;
const [FIRST, SECOND, LAST] = [[5, -2], [3, 8], 6];

/** Begins figure 3: values go up from the leaves, and the last leaf is dragged. */
export function backs() {
  const part = new Part("backs");
  const show = () => {
    const tree = treeOf([FIRST, SECOND, [LAST, leaf()]]);
    const { value } = search(tree);
    const branches = tree.children[0] ?? [];
    const best = branches.find((place) => value[place] === value[0]) ?? 0;
    const below = tree.children[best]?.find((place) => value[place] === value[best]) ?? 0;
    const least = value[branches.at(-1) ?? 0] ?? 0;
    part.fill({ least, value: value[0] ?? 0, branch: branches.indexOf(best) + 1 });
    drawTree(part.figure, tree, { value, state: { [best]: "best", [below]: "best" } });
  };
  const leaf = part.dial("leaf", { least: -MOST, most: MOST, now: 1, change: show });
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
      const { value, seen } = search(tree, "<=");
      seed += 1;
      const cut = tree.leaf.flatMap((leaf, place) => (leaf !== null && !seen.includes(place) ? [place] : []));
      if (cut.length) return { tree, value, cut };
    }
  }

  function show() {
    const { tree, value, cut } = round;
    const leaves = tree.leaf.flatMap((leaf, place) => (leaf === null ? [] : [place]));
    const [marked, mark] = chosen < 0 ? [leaves, "asked"] : [cut, "cut"];
    const state = Object.fromEntries(marked.map((place) => [place, mark]));
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
  const worth = (/** @type {Nested} */ one) => search(treeOf(level % 2 ? one : [one])).value[0] ?? 0;
  return [...branches].sort((a, b) => way * (worth(a) - worth(b)));
};

/** Begins figure 5: the order of the branches, dragged, decides how many leaves are looked at. */
export function orders() {
  const part = new Part("orders");
  const show = () => {
    const tree = treeOf(arranged(TREE, shuffled(order())));
    const { value, seen, count } = looked(tree);
    const state = Object.fromEntries(tree.leaf.flatMap((_, place) => (seen.includes(place) ? [] : [[place, "cut"]])));
    part.fill({ looked: count, all: tree.leaf.filter((leaf) => leaf !== null).length, value: value[0] ?? 0 });
    drawTree(part.figure, tree, { value: tree.leaf.map((_, place) => (place ? null : (value[0] ?? null))), state });
  };
  const [best, worst] = [1, -1].map((sign) => looked(treeOf(arranged(TREE, byValue(/** @type {1 | -1} */ (sign))))));
  part.fill({ best: best?.count ?? 0, worst: worst?.count ?? 0 });
  const order = part.dial("order", { least: 1, most: ORDERS, now: 1, change: show });
  part.onWidth(show);
  show();
}

/** Units between levels and around; of a shape; of a leaf at most. */
const [GAP, MARGIN, SHAPE, LEAF] = [76, 22, 40, 34];

/** Draws a tree into a figure, as wide as that is. @param {HTMLElement} figure @param {Tree} tree @param {Look} look */
export function drawTree(figure, { parent, children, level }, { value, state = {}, choose, name }) {
  const width = Math.max(figure.clientWidth, 240);
  const leaves = children.flatMap((below, place) => (below.length ? [] : [place]));
  const step = width / leaves.length;
  /** @type {number[]} */
  const x = [];
  for (const [i, place] of leaves.entries()) x[place] = (i + 0.5) * step;
  for (let place = parent.length - 1; place >= 0; place -= 1) {
    const below = children[place] ?? [];
    if (below.length) x[place] = below.reduce((sum, child) => sum + (x[child] ?? 0), 0) / below.length;
  }
  const y = (/** @type {number} */ place) => MARGIN + (level[place] ?? 0) * GAP;
  const edges = parent.flatMap((above, place) => {
    const d = `M${x[above]} ${y(above)}L${x[place]} ${y(place)}`;
    return above < 0 ? [] : [svg("path", { class: "essay__edge", "data-state": state[place] ?? null, d })];
  });
  const side = Math.min(LEAF, step - 2);
  const nodes = parent.map((_, place) => {
    const isLeaf = !children[place]?.length;
    const kind = isLeaf ? "leaf" : (level[place] ?? 0) % 2 ? "min" : "max";
    const d = isLeaf ? outline("leaf", side, Math.max(side, 24)) : outline(kind, SHAPE, SHAPE - 6);
    const shown = value[place] ?? "";
    const text = svg("text", { class: "essay__value", x: isLeaf ? 0 : SHAPE / 2 + 10 });
    text.textContent = typeof shown === "number" ? written(shown) : shown;
    const made = svg(
      "g",
      { transform: `translate(${x[place]} ${y(place)})`, "data-place": place, "data-state": state[place] ?? null },
      svg("path", { class: "essay__node", "data-kind": kind, d }),
      text,
    );
    if (choose && state[place] === "asked") asks(made, name?.(place) ?? "", () => choose(place));
    return made;
  });
  const height = 2 * MARGIN + Math.max(...level) * GAP;
  const made = svg("svg", { viewBox: `0 0 ${width} ${height}`, focusable: "false" }, ...edges, ...nodes);
  if (!choose) set(made, "aria-hidden", "true");
  figure.replaceChildren(el("div", {}, made));
}

/** Makes a place a button. @param {SVGElement} made @param {string} name @param {() => void} choose */
function asks(made, name, choose) {
  for (const [key, one] of Object.entries({ role: "button", tabindex: 0, "aria-label": name })) set(made, key, one);
  made.addEventListener("click", choose);
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  });
}
