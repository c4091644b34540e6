/** Says the theory: six pages, each with values from the proof of its board. */

/** @import { Page } from "./zugzwang_model.js" */

import { t } from "../../words.js";
import { NAMES } from "../model/puzzle.js";
import { cellName, cellNames } from "./zugzwang_words.js";

/** Names the pages. @type {Record<string, string>} */
export const TITLES = {
  "follow-up": t("Follow-up"),
  claimeven: t("Claimeven"),
  baseinverse: t("Baseinverse"),
  "odd-threat": t("The odd threat"),
  "even-threat": t("The even threat"),
  useless: t("A useless threat"),
};

/** Says what a page teaches, in sentences about its board. @param {Page} page @returns {string[]} */
export function lesson({ slug, proof, useless }) {
  const [leaf] = proof.nodes;
  if (leaf?.type !== "leaf") return [];
  const { side, wins } = proof.claim;
  const level = leaf.pairs.find(([one, two]) => one[0] !== two[0]) ?? [];
  const wait = leaf.waits[0];
  const values = {
    side: NAMES[side] ?? "",
    other: NAMES[side === 0 ? 1 : 0] ?? "",
    gains: cellNames(leaf.pairs.map(([, upper]) => upper)),
    line: cellNames(leaf.line),
    one: cellName(level[0] ?? []),
    two: cellName(level[1] ?? []),
    target: cellName(wait?.target ?? []),
    below: cellName(wait?.below ?? []),
    count: leaf.count,
    row: wait?.target[1] ?? 0,
    owner: NAMES[useless?.side ?? 0] ?? "",
    useless: cellName(useless?.target ?? []),
  };
  return [
    ...(TEXTS[slug]?.(values) ?? []),
    wins
      ? t("{side} wins. Play {other} and try to escape.", values)
      : t("{side} does not lose. Play {other} and try to win.", values),
  ];
}

/** @type {Record<string, (values: Record<string, string | number>) => string[]>} */
const TEXTS = {
  "follow-up": (values) => [
    t("To follow up is to answer right above: whatever {other} plays, {side} drops into the same column.", values),
    t(
      "While every column has an even number of empty cells, there is always an answer. Here it brings {side} {gains}, and with {line} a four.",
      values,
    ),
  ],
  claimeven: (values) => [
    t(
      "Who always answers above gets the upper cell of each pair. When the empty cells begin in odd rows, these are all cells in even rows.",
      values,
    ),
    t("The rule is called claimeven. It helps the second player, who answers by nature: {side} gets {gains}.", values),
  ],
  baseinverse: (values) => [
    t(
      "Two cells can be filled next, and a four needs both. Who answers in the other one stops it, whichever comes first: baseinverse.",
      values,
    ),
    t("Here {one} and {two} are such a pair. {other} gets one of them, and {side} the other.", values),
  ],
  "odd-threat": (values) => [
    t(
      "A four of {side} waits on {target}, in the odd row {row}. Nobody wants to fill {below}: {side} would lose the threat, {other} the game.",
      values,
    ),
    t(
      "Outside the closed cells {count} are left, an even number, and {other} is to move. {side} answers each move above, so {other} must fill {below} at last. That is zugzwang.",
      values,
    ),
    t("With one odd threat the first player beats claimeven, if the second has none to set against it."),
  ],
  "even-threat": (values) => [
    t("Now {side} is second, and a four waits on {target}, in the even row {row}.", values),
    t(
      "The second player has the even rows for nothing, so {side} only goes on to answer above. After {count} cells {other} must fill {below}.",
      values,
    ),
    t("Who controls the zugzwang decides which rows count: odd rows for the first player, even rows for the second."),
  ],
  useless: (values) => [
    t("{side} waits on {target}, and {owner} on {useless}.", values),
    t(
      "A threat is useless if the game ends before its cell can be filled, or if its owner would have to fill the cell below.",
      values,
    ),
    t(
      "To find out, count: {other} must fill {below} at last, and {side} has four on {target} before {useless} matters.",
      values,
    ),
  ],
};
