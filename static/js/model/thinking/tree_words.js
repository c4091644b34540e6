/**
 * Says one sentence about each block of the tree, and why a board has no tree. Loaded with the first sight of the
 * thinking.
 */

/** @import { PageState } from "../types.js" */
/** @import { Block } from "./thinking_tree.js" */

import "../../more_words.js";
import { key, said, say, t } from "../../words.js";
import { hasSquares, moveSaid } from "../board.js";
import { resultOf } from "../claim.js";
import { placeSaid } from "../played.js";
import { judgesAll, judgesMoves, looksAtEnd } from "../select.js";
import { tell } from "../said_claims.js";
import { blockAt, lineThrough } from "./thinking_tree.js";

/**
 * Returns what the pointer at a block shows: the moves on the board, and a sentence; null without such a block.
 * @param {PageState} page @param {Block[]} blocks @param {number[]} path @returns {PageState["engineView"]["pointed"]}
 */
export function pointAt(page, blocks, path) {
  const block = blockAt(blocks, path);
  if (!block) return null;
  const { text: words, claims } = tell(
    saidOf(page, block, blockAt(blocks, path.slice(0, -1))),
    page.info,
    page.game.moves,
  );
  return { path, line: lineThrough(blocks, path), words, claims };
}

/**
 * Says a block in a sentence. An opinion "looks" good; only a proven result wins, loses or draws.
 *
 * @param {PageState} page
 * @param {Block} block
 * @param {Block | null} parent null in the first layer
 */
export const blockSentence = (page, block, parent) => say(saidOf(page, block, parent));

/** @param {PageState} page @param {Block} block @param {Block | null} parent */
const saidOf = (page, block, parent) => (parent ? replySentence(page, parent, block) : moveSentence(page, block));

/** Says what a move of the first layer is worth, and what answers it. @param {PageState} page @param {Block} block */
function moveSentence(page, block) {
  const [side, other] = sidesOf(page, block);
  const move = moveSaid(page, block.move);
  const { result, n } = resultOf(block.words);
  const reply = block.refutation ? placeSaid(page, block.refutation) : "";
  if (result === "wins")
    return n
      ? said(key("{Move} wins in {n}, whatever {other} answers."), { move, n, other })
      : said(key("{Move} wins, whatever {other} answers."), { move, other });
  if (result === "loses" && reply)
    return n
      ? said(key("{Move} loses in {n}: {other} answers {reply}."), { move, n, other, reply })
      : said(key("{Move} loses: {other} answers {reply}."), { move, other, reply });
  if (result === "loses")
    return n ? said(key("{Move} loses in {n}."), { move, n }) : said(key("{Move} loses."), { move });
  if (result === "draws") return said(key("{Move} draws if both play well."), { move });
  if (block.side === null)
    return reply
      ? said(key("{Move} looks even; {other}’s best reply is {reply}."), { move, other, reply })
      : said(key("{Move} looks even."), { move });
  const better = page.info.players[block.side];
  if (!reply) return said(key("{Move} looks good for {better}."), { move, better });
  return better === side
    ? said(key("{Move} looks good for {better}; {other}’s best reply is {reply}."), { move, better, other, reply })
    : said(key("{Move} looks good for {better}, who answers {reply}."), { move, better, reply });
}

/**
 * Says what a reply is worth after the moves before.
 * @param {PageState} page @param {Block} parent @param {Block} block
 */
function replySentence(page, parent, block) {
  const [side, other] = sidesOf(page, block);
  const moves = block.path.slice(0, -1).map((place) => placeSaid(page, place));
  const move = placeSaid(page, block.move);
  if (block.certainty !== "open") {
    if (block.words === "wins") return said(key("After {moves}, {side} wins with {move}."), { moves, side, move });
    if (block.words === "loses") return said(key("After {moves}, {side} loses with {move}."), { moves, side, move });
    return said(key("After {moves}, {side} draws with {move}."), { moves, side, move });
  }
  const best = block.move === parent.refutation;
  if (block.side === null)
    return best
      ? said(key("After {moves}, {side} would answer {move}; that looks even."), { moves, side, move })
      : said(key("After {moves}, {move} looks even."), { moves, move });
  const better = page.info.players[block.side];
  if (!best) return said(key("After {moves}, {move} looks good for {better}."), { moves, move, better });
  return better === other
    ? said(key("After {moves}, {side} would answer {move}, but {other} is better."), { moves, side, move, other })
    : said(key("After {moves}, {side} would answer {move} and is better."), { moves, side, move });
}

/**
 * Names the side that makes the last move of a block, and the other side.
 * @param {PageState} page @param {Block} block @returns {[string, string]}
 */
function sidesOf({ game, info: { players } }, block) {
  const first = ((game.to_move ?? 0) + block.path.length - 1) % 2 === 0;
  return first ? players : [players[1], players[0]];
}

/**
 * Says how to read the tree, before there is one; "" for nothing to say.
 *
 * @param {PageState} page
 * @param {boolean} grown whether any block is there
 */
export function treeNote(page, grown) {
  const { info, game } = page;
  const looked = looksAtEnd(page);
  if (grown || (looked ? !judgesMoves(info) : game.outcome || hasSquares(info))) return "";
  if (game.outcome)
    return judgesAll(info)
      ? t("Step back: each move gets its word here.")
      : t("Step back: the move that was played gets its word here.");
  if (game.game_id === null && !game.analysis) return t("A tree grows here with the first move.");
  return t("The tree comes in a moment.");
}
