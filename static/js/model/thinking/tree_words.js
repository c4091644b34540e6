/**
 * Says one sentence about each block of the tree, and why a board has no tree. Loaded with the first sight of the
 * thinking.
 */

/** @import { PageState } from "../types.js" */
/** @import { Block } from "./tree.js" */

import "../../more_words.js";
import { list, t } from "../../words.js";
import { isBroad, moveWords } from "../board.js";
import { resultOf } from "../claim.js";
import { blockAt, lineThrough } from "./tree.js";

/**
 * Returns what the pointer at a block shows: the moves on the board, and a sentence; null without such a block.
 *
 * @param {PageState} page
 * @param {Block[]} blocks
 * @param {number[]} path
 * @returns {PageState["engineView"]["pointed"]}
 */
export function pointAt(page, blocks, path) {
  const block = blockAt(blocks, path);
  if (!block) return null;
  return {
    path,
    line: lineThrough(blocks, path),
    words: blockSentence(page, block, blockAt(blocks, path.slice(0, -1))),
  };
}

/**
 * Says a block in a sentence. An opinion "looks" good; only a proven result wins, loses or draws.
 *
 * @param {PageState} page
 * @param {Block} block
 * @param {Block | null} parent null in the first layer
 */
export const blockSentence = (page, block, parent) =>
  parent ? replySentence(page, parent, block) : moveSentence(page, block);

/** Says what a move of the first layer is worth, and what answers it. @param {PageState} page @param {Block} block */
function moveSentence(page, block) {
  const [side, other] = sidesOf(page, block);
  const move = moveWords(page, block.move);
  const { result, n } = resultOf(block.words);
  const reply = block.refutation ? String(block.refutation) : "";
  if (result === "wins")
    return n
      ? t("{Move} wins in {n}, whatever {other} answers.", { move, n, other })
      : t("{Move} wins, whatever {other} answers.", { move, other });
  if (result === "loses" && reply)
    return n
      ? t("{Move} loses in {n}: {other} answers {reply}.", { move, n, other, reply })
      : t("{Move} loses: {other} answers {reply}.", { move, other, reply });
  if (result === "loses") return n ? t("{Move} loses in {n}.", { move, n }) : t("{Move} loses.", { move });
  if (result === "draws") return t("{Move} draws if both play well.", { move });
  if (block.side === null)
    return reply
      ? t("{Move} looks even; {other}’s best reply is {reply}.", { move, other, reply })
      : t("{Move} looks even.", { move });
  const better = page.info.players[block.side];
  if (!reply) return t("{Move} looks good for {better}.", { move, better });
  return better === side
    ? t("{Move} looks good for {better}; {other}’s best reply is {reply}.", { move, better, other, reply })
    : t("{Move} looks good for {better}, who answers {reply}.", { move, better, reply });
}

/**
 * Says what a reply is worth after the moves before.
 * @param {PageState} page
 * @param {Block} parent
 * @param {Block} block
 */
function replySentence(page, parent, block) {
  const [side, other] = sidesOf(page, block);
  const moves = block.path.length === 2 ? String(block.path[0]) : list(block.path.slice(0, -1).map(String));
  const move = String(block.move);
  if (block.certainty === "cut")
    return t("After {moves}, {side} need not try {move}: {reply} is already enough.", {
      moves,
      side,
      move,
      reply: String(parent.refutation),
    });
  if (block.certainty !== "open") {
    if (block.words === "wins") return t("After {moves}, {side} wins with {move}.", { moves, side, move });
    if (block.words === "loses") return t("After {moves}, {side} loses with {move}.", { moves, side, move });
    return t("After {moves}, {side} draws with {move}.", { moves, side, move });
  }
  const best = block.move === parent.refutation;
  if (block.side === null)
    return best
      ? t("After {moves}, {side} would answer {move}; that looks even.", { moves, side, move })
      : t("After {moves}, {move} looks even.", { moves, move });
  const better = page.info.players[block.side];
  if (!best) return t("After {moves}, {move} looks good for {better}.", { moves, move, better });
  return better === other
    ? t("After {moves}, {side} would answer {move}, but {other} is better.", { moves, side, move, other })
    : t("After {moves}, {side} would answer {move} and is better.", { moves, side, move });
}

/**
 * Names the side that makes the last move of a block, and the other side.
 *
 * @param {PageState} page
 * @param {Block} block
 * @returns {[string, string]}
 */
function sidesOf({ game, info: { players } }, block) {
  const first = ((game.to_move ?? 0) + block.path.length - 1) % 2 === 0;
  return first ? players : [players[1], players[0]];
}

/**
 * Says how to read the tree, before there is one; why a board has none; "" for nothing to say.
 *
 * @param {PageState} page
 * @param {boolean} grown whether any block is there
 */
export function treeNote(page, grown) {
  const { info, game } = page;
  if (isBroad(info)) return t("Too many moves for a tree: each square shows what it is worth.");
  if (grown || game.outcome) return "";
  if (game.game_id === null) return t("A tree grows here with the first move.");
  return t("The tree comes in a moment.");
}
