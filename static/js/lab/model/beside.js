/** Says what a run counts beside plain minimax, the best order of the moves, and a second run. */

/** @import { Pair } from "./pair.js" */
/** @import { Run } from "./types.js" */

import { t } from "../../words.js";
import "../more_words.js";

/** Returns what is known beside the counters, in words. @param {Run} run @param {Pair | null} pair */
export function beside(run, pair) {
  const sentences = [];
  if (pair) {
    const { both, left, right } = pair.visited;
    sentences.push(t("In the end both look at {count} states.", { count: both }));
    if (left) sentences.push(t("Only {algorithm} looks at {count} more.", { algorithm: run.algorithm, count: left }));
    if (right)
      sentences.push(t("Only {algorithm} looks at {count} more.", { algorithm: pair.right.algorithm, count: right }));
  }
  const leaves = run.places.mover.filter((mover) => mover === 3).length;
  if (run.kind === "leaves" && run.depth === null)
    sentences.push(
      t("Plain minimax looks at all {count} states, {leaves} of them leaves.", {
        count: run.places.mover.length,
        leaves,
      }),
    );
  const least = run.kind === "leaves" && run.depth === null ? leastLeaves(run) : null;
  if (least !== null)
    sentences.push(t("With the best order of the moves, alpha-beta looks at {least} leaves.", { least }));
  if (run.limit) sentences.push(t("Shown are {limit}.", { limit: run.limit }));
  if (run.whole) sentences.push(t("The whole search looks at {count} states.", { count: run.whole.nodes }));
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
