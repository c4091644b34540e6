/**
 * Names the rule of a leaf, with its proof, where a game along a proof comes to it, in the sentences of
 * engine/coach/words.py. Pure.
 *
 * @typedef {{me: string, you: string, four: string}} Names the side of the proof, the other side, and a line
 */

/** @import { GameInfo } from "../types.js" */
/** @import { Leaf } from "../wire.d.ts" */
/** @import { Cell, Pair, Walk } from "./certificate.js" */

import { playableCells, sideToMove } from "./certificate.js";
import { linesOf } from "./principle.js";
import "../../more_words.js";
import { counted, list, t } from "../../words.js";

/** @param {Cell} cell */
const cellName = ([column, row]) => `${String.fromCharCode(96 + column)}${row}`;

/** Lists cells: "a5, b6 and c6". @param {Cell[]} cells */
const listed = (cells) => list(cells.map(cellName));

/** Tells whether the second cell lies above the first. @param {Pair} pair */
const isAbove = ([first, second]) => first[0] === second[0];

/**
 * Says by which rule the side of the proof holds or wins.
 *
 * @param {GameInfo} info
 * @param {Walk} walk at the leaf, the side that the proof beats to move
 * @param {Leaf} leaf
 */
export function leafWords(info, walk, leaf) {
  const { claim, connect } = walk.certificate;
  /** @type {Record<number, string>} */
  const lengths = { 3: t("three"), 4: t("four"), 5: t("five"), 6: t("six"), 7: t("seven") };
  const four = lengths[connect] ?? t("{n} in a row", { n: connect });
  const names = { me: info.players[claim.side], you: info.players[sideToMove(walk.discs)], four };
  if (leaf.waits.length) return waiting(names, walk, leaf).join(" ");
  if (leaf.block) return blocked(names, walk, leaf).join(" ");
  const end = leaf.line.length
    ? t("By answering, {me} gets {cells}: a {four}.", { ...names, cells: listed(leaf.line) })
    : reach(names, walk, leaf);
  return [...answers(info, names, walk, leaf), end].filter(Boolean).join(" ");
}

/** Says which line waits, and the count that ends in zugzwang. @param {Names} names @param {Walk} walk @param {Leaf} leaf */
function waiting(names, { aside }, { waits, pairs }) {
  const number = 2 * pairs.length + aside.size;
  const count = counted(number);
  const below = waits.map((wait) => cellName(wait.below));
  const [first, last = ""] = [below.slice(0, -1).join(", "), below.at(-1)];
  const either = first ? t("{first} or {last}", { first, last }) : last;
  return [
    ...waits.flatMap(({ target, line }) => [
      t("{me} has a {four} waiting on {cell}: {cells}.", { ...names, cell: cellName(target), cells: listed(line) }),
      target[1] % 2
        ? t("That is an odd threat, in row {n}.", { n: target[1] })
        : t("That is an even threat, in row {n}.", { n: target[1] }),
    ]),
    ...(number
      ? [
          t("{Count} other cells are left, an even number: {me} always answers.", { ...names, count }),
          t("{you} is to move, so {me} fills the last of them.", names),
        ]
      : [t("No other cell is left.")]),
    t("So {you} runs out first and must fill {either}, and {me} completes a {four}.", { ...names, either }),
    t("That is zugzwang."),
  ];
}

/** Says that pairs stop every line. @param {Names} names @param {Walk} walk @param {Leaf} leaf */
function blocked(names, { aside }, leaf) {
  const pairs = leaf.pairs.map(listed).join("; ");
  if (pairs)
    return [
      t("Every {four} still open to {you} needs both cells of a pair: {pairs}.", { ...names, pairs }),
      t("When {you} fills one, {me} fills the other.", names),
    ];
  return [
    aside.size
      ? t("So {you} never completes a {four}: {me} does not lose.", names)
      : t("No {four} is open to {you} any more: {me} does not lose.", names),
  ];
}

/** Says how the pairs are answered, and the names of this. @param {GameInfo} info @param {Names} names @param {Walk} walk @param {Leaf} leaf */
function answers(info, names, walk, leaf) {
  if (!leaf.pairs.length) return [];
  const level = leaf.pairs.filter((pair) => !isAbove(pair));
  const above = leaf.pairs.filter(isAbove);
  const pairs = level
    .map(([cell, other]) =>
      t("{cell} with {other}, and the other way round", { cell: cellName(cell), other: cellName(other) }),
    )
    .join("; ");
  const even = above.map(([, second]) => second).filter(([, row]) => row % 2 === 0);
  const every = walk.aside.size
    ? t("{me} answers every other move with the cell above.", names)
    : t("{me} answers every move with the cell above.", names);
  const some = above.length
    ? t("{me} answers {pairs}; every other move with the cell above.", { ...names, pairs })
    : t("{me} answers {pairs}.", { ...names, pairs });
  return [
    level.length ? some : every,
    ...(even.length
      ? [t("Answering above in an even row is claimeven: {me} gets {cells}.", { ...names, cells: listed(even) })]
      : []),
    ...baseinverse(info, walk, leaf).map(([one, two]) =>
      t("For a {four} {you} needs both {cell} and {other}, and {me} takes one: that is baseinverse.", {
        ...names,
        cell: cellName(one),
        other: cellName(two),
      }),
    ),
  ];
}

/**
 * Returns the pairs of cells to be filled next, both of which the side to move needs for one line.
 * @param {GameInfo} info @param {Walk} walk @param {Leaf} leaf
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

/** Says which cells the other side can get, and of which pairs only one. @param {Names} names @param {Walk} walk @param {Leaf} leaf */
function reach(names, { aside }, leaf) {
  if (!leaf.reach.length) return "";
  const level = leaf.pairs.filter((pair) => !isAbove(pair)).map(listed);
  const pairs = level.reduce(
    (before, pair) => (before ? t("{pairs} and of {pair}", { pairs: before, pair }) : pair),
    "",
  );
  const values = { ...names, cells: listed(leaf.reach), pairs };
  if (level.length)
    return aside.size
      ? t("Elsewhere {you} can only ever get {cells}, and of {pairs} only one: that makes no {four}.", values)
      : t("{you} can only ever get {cells}, and of {pairs} only one: that makes no {four}.", values);
  return aside.size
    ? t("Elsewhere {you} can only ever get {cells}: that makes no {four}.", values)
    : t("{you} can only ever get {cells}: that makes no {four}.", values);
}
