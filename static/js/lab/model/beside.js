/**
 * Says what a run counts beside plain minimax, the best order of the moves, and a second run.
 *
 * @typedef {import("./types.js").Run} Run
 */

/** Returns what is known beside the counters, in words. @param {Run} run @param {import("./pair.js").Pair | null} pair */
export function beside(run, pair) {
  const sentences = [];
  if (pair) {
    const { both, left, right } = pair.visited;
    sentences.push(`In the end both look at ${both} states.`);
    if (left) sentences.push(`Only ${run.algorithm} looks at ${left} more.`);
    if (right) sentences.push(`Only ${pair.right.algorithm} looks at ${right} more.`);
  }
  const leaves = run.places.mover.filter((mover) => mover === 3).length;
  if (run.kind === "leaves" && run.depth === null) sentences.push(`Plain minimax looks at all ${run.places.mover.length} states, ${leaves} of them leaves.`);
  const least = run.kind === "leaves" && run.depth === null ? leastLeaves(run) : null;
  if (least !== null) sentences.push(`With the best order of the moves, alpha-beta looks at ${least} leaves.`);
  if (run.limit) sentences.push(`Shown are ${run.limit}.`);
  if (run.whole) sentences.push(`The whole search looks at ${run.whole.nodes} states.`);
  return sentences.join(" ");
}

/**
 * Returns the fewest leaves that alpha-beta can look at in a tree of equal branching b and depth d (Knuth, Moore 1975):
 * b^ceil(d/2) + b^floor(d/2) - 1; null for other trees.
 *
 * @param {Run} run
 */
function leastLeaves({ places }) {
  const depths = places.parent.map(() => 0);
  const widths = places.parent.map(() => 0);
  places.parent.forEach((parent, place) => {
    if (parent < 0) return;
    depths[place] = (depths[parent] ?? 0) + 1;
    widths[parent] = (widths[parent] ?? 0) + 1;
  });
  const inner = new Set(widths.filter((width) => width > 0));
  const deep = new Set(depths.filter((_, place) => widths[place] === 0));
  if (inner.size !== 1 || deep.size !== 1 || places.mover.includes(2)) return null;
  const [[b = 1], [d = 0]] = [[...inner], [...deep]];
  return b ** Math.ceil(d / 2) + b ** Math.floor(d / 2) - 1;
}
