/**
 * Names the rule of a leaf, with its proof, where a game along a proof comes to it: the English sentences of
 * engine/coach/words.py, which proof_words.js says in the reader's language. Pure.
 */

/** @import { GameInfo } from "../types.js" */
/** @import { Leaf } from "../wire.d.ts" */
/** @import { Cell, Pair, Walk } from "./certificate.js" */

import { playableCells, sideToMove } from "./certificate.js";
import { linesOf } from "./principle.js";
import { NUMBERS } from "./proof_words.js";

/** @param {Cell} cell */
const cellName = ([column, row]) => `${String.fromCharCode(96 + column)}${row}`;

/** Lists cells as English does: "a5, b6 and c6". @param {Cell[]} cells @param {string} [joint] */
function listed(cells, joint = "and") {
  const names = cells.map(cellName);
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} ${joint} ${names.at(-1)}` : (names[0] ?? "");
}

/** Tells whether the second cell lies above the first. @param {Pair} pair */
const isAbove = ([first, second]) => first[0] === second[0];

/**
 * Returns the sentences about a leaf, in English.
 *
 * @param {GameInfo} info
 * @param {Walk} walk at the leaf, the side that the proof beats to move
 * @param {Leaf} leaf
 * @returns {string[]}
 */
export function leafWords(info, walk, leaf) {
  const [me = "", you = ""] = [walk.certificate.claim.side, sideToMove(walk.discs)].map((side) => sideOf(info, side));
  const four = NUMBERS[walk.certificate.connect] ?? "";
  const names = { me, you, four };
  if (leaf.waits.length) return waiting(names, walk, leaf);
  if (leaf.block) return blocked(names, walk, leaf);
  const elsewhere = walk.aside.size ? "Elsewhere " : "";
  const reached = leaf.reach.length
    ? [`${elsewhere}${you} can only ever get ${listed(leaf.reach)}${onlyOne(leaf)}: that makes no ${four}.`]
    : [];
  const ends = leaf.line.length ? [`By answering, ${me} gets ${listed(leaf.line)}: a ${four}.`] : reached;
  return [...answers(info, names, walk, leaf), ...ends];
}

/** @param {GameInfo} info @param {number} side */
function sideOf({ sides }, side) {
  const id = sides[side] ?? "";
  return id.charAt(0).toUpperCase() + id.slice(1);
}

/** @typedef {{me: string, you: string, four: string}} Names */

/** Says which line waits, and the count that ends in zugzwang. @param {Names} names @param {Walk} walk @param {Leaf} leaf */
function waiting({ me, you, four }, { aside }, { waits, pairs }) {
  const count = 2 * pairs.length + aside.size;
  const word = NUMBERS[count] ?? String(count);
  const others = `${word.charAt(0).toUpperCase()}${word.slice(1)} other cells are left, an even number`;
  const below = listed(
    waits.map((wait) => wait.below),
    "or",
  );
  return [
    ...waits.flatMap(({ target, line }) => [
      `${me} has a ${four} waiting on ${cellName(target)}: ${listed(line)}.`,
      `That is an ${target[1] % 2 ? "odd" : "even"} threat, in row ${target[1]}.`,
    ]),
    ...(count
      ? [`${others}: ${me} always answers.`, `${you} is to move, so ${me} fills the last of them.`]
      : ["No other cell is left."]),
    `So ${you} runs out first and must fill ${below}, and ${me} completes a ${four}.`,
    "That is zugzwang.",
  ];
}

/** Says that pairs stop every line. @param {Names} names @param {Walk} walk @param {Leaf} leaf */
function blocked({ me, you, four }, { aside }, { pairs }) {
  const both = pairs.map((pair) => listed(pair)).join("; ");
  if (both)
    return [
      `Every ${four} still open to ${you} needs both cells of a pair: ${both}.`,
      `When ${you} fills one, ${me} fills the other.`,
    ];
  return aside.size
    ? [`So ${you} never completes a ${four}: ${me} does not lose.`]
    : [`No ${four} is open to ${you} any more: ${me} does not lose.`];
}

/** Says how the pairs are answered, and what this brings. @param {GameInfo} info @param {Names} names @param {Walk} walk @param {Leaf} leaf */
function answers(info, { me, you, four }, walk, leaf) {
  if (!leaf.pairs.length) return [];
  const level = leaf.pairs.filter((pair) => !isAbove(pair));
  const above = leaf.pairs.filter(isAbove);
  const swapped = level.map(([one, two]) => `${cellName(one)} with ${cellName(two)}, and the other way round`);
  const even = above.map(([, second]) => second).filter(([, row]) => row % 2 === 0);
  return [
    level.length
      ? `${me} answers ${swapped.join("; ")}${above.length ? "; every other move with the cell above" : ""}.`
      : `${me} answers every ${walk.aside.size ? "other " : ""}move with the cell above.`,
    ...(even.length ? [`Answering above in an even row is claimeven: ${me} gets ${listed(even)}.`] : []),
    ...baseinverse(info, walk, leaf).map(
      (pair) => `For a ${four} ${you} needs both ${listed(pair)}, and ${me} takes one: that is baseinverse.`,
    ),
  ];
}

/**
 * Returns the pairs of cells to be filled next, both of which the side to move needs for one line.
 * @param {GameInfo} info
 * @param {Walk} walk
 * @param {Leaf} leaf
 */
function baseinverse(info, { certificate, discs, aside }, { pairs }) {
  const mine = discs.filter(([, , side]) => side === certificate.claim.side).map(([column, row]) => [column, row]);
  const upper = pairs.filter(isAbove).map(([, second]) => second);
  const lost = new Set([...[...mine, ...upper].map(String), ...aside.keys()]);
  const next = new Set(playableCells(certificate, discs).map(String));
  const lines = linesOf(info).map((line) => line.map(String));
  const open = lines.filter((line) => !line.some((cell) => lost.has(cell)));
  return pairs
    .filter((pair) => !isAbove(pair) && pair.every((cell) => next.has(String(cell))))
    .filter((pair) => open.some((line) => pair.every((cell) => line.includes(String(cell)))));
}

/** Says of which cells only one can be got. @param {Leaf} leaf */
function onlyOne({ pairs }) {
  const level = pairs.filter((pair) => !isAbove(pair)).map((pair) => listed(pair));
  return level.length ? `, and of ${level.join(" and of ")} only one` : "";
}
