/**
 * Builds the blocks of the tree: one for each legal move, with the replies inside the move's width, three layers deep.
 * A block keeps the same place: below the column for a move, at the column's share of the parent's width for a reply.
 * So the blocks below a move look, small, as the whole tree will look after the move.
 *
 * @typedef {"open" | "settled" | "proven"} Certainty a heuristic value, a certain winner, an exact result
 *
 * @typedef {object} Block
 * @property {number[]} path all moves from the position to the block
 * @property {number} move the last move of the path
 * @property {number} place the place in the parent's width, counted from 0
 * @property {SeatNumber | null} side the better side; null: neither
 * @property {number} value -1 to 1, for the mover
 * @property {Certainty} certainty
 * @property {string} words the certain result for the mover: "wins in 9"; "" for an opinion
 * @property {number} depth
 * @property {number} visits positions searched below the block
 * @property {number} share 0 to 1: visits in proportion to the most visited sibling
 * @property {number} refutation the best reply; 0: not known
 * @property {boolean} [best] among the best moves of the first layer, where not all are equal
 * @property {boolean} [plain] an opinion of the same grade as that of every other move
 * @property {boolean} [line] on the best line: the best move, the best reply, the best answer
 * @property {Block[]} replies
 */

/** @import { Digest, GameInfo, SeatNumber } from "../types.js" */

import { resultOf } from "../claim.js";

/** Limits the moves at once that have replies: of more the engine tells none. */
const BROAD = 12;
/** Counts the layers: the best move, the best reply, the best answer. */
const LAYERS = 3;
/** Limits the share of a block beside the best reply. */
const BESIDE = 0.45;
/** Sets how far from zero an opinion favours a side. */
export const EVEN = 0.04;
/** Sets the value from which on a side is far ahead: there a move is called strong or bad. */
export const CLEAR = 0.4;
/**
 * Caches the blocks of a digest, which several views ask for.
 *
 * @type {WeakMap<Digest, {game: object, blocks: Block[]}>}
 */
const GROWN = new WeakMap();
/** @type {Certainty[]} */
const CERTAINTIES = ["open", "settled", "proven"];

/** Returns the grade of an opinion, from -2, bad, to 2, strong. @param {number} value -1 to 1 */
export const gradeOf = (value) => (Math.abs(value) < EVEN ? 0 : Math.sign(value) * (Math.abs(value) < CLEAR ? 1 : 2));

/** Returns how many places a layer has. @param {GameInfo} info @param {number[]} legal */
export function placeCount(info, legal) {
  if (!info.board) return Math.max(1, legal.length);
  return info.gravity ? info.board[0] : info.board[0] * info.board[1];
}

/**
 * Returns the blocks of a digest, in the order of places.
 *
 * @param {GameInfo} info @param {Digest} digest
 * @param {{to_move: SeatNumber | null, legal: number[], discs: [number, number, SeatNumber][]}} game @returns {Block[]}
 */
export function growBlocks(info, digest, game) {
  const cached = GROWN.get(digest);
  if (cached?.game === game) return cached.blocks;
  const blocks = buildBlocks(info, digest, game);
  GROWN.set(digest, { game, blocks });
  return blocks;
}

/**
 * Builds the blocks of a digest.
 * @param {GameInfo} info @param {Digest} digest @param {Parameters<typeof growBlocks>[2]} game
 */
function buildBlocks(info, digest, game) {
  const mover = game.to_move ?? 0;
  const blocks = digest.moves.map((view, i) => ({
    path: [view.move],
    move: view.move,
    place: info.board ? view.move - 1 : i,
    side: betterSide(view.value, view.proven, mover),
    value: view.value,
    certainty: /** @type {Certainty} */ (
      view.proven ? "proven" : ["wins", "loses"].includes(resultOf(view.words).result) ? "settled" : "open"
    ),
    words: view.words,
    depth: view.depth ?? 0,
    visits: view.visits,
    share: 0,
    refutation: info.chance ? 0 : (view.refutation ?? 0), // a drawn lot is no reply
    replies: /** @type {Block[]} */ ([]),
  }));
  const broad = placeCount(info, game.legal) > BROAD;
  if (!broad && !info.chance) addReplies(info, blocks, digest.branches ?? [], mover);
  setShares(blocks);
  if (!digest.own || digest.solved) markLine(blocks, digest.expected ?? 0); // else another move may be better
  return blocks;
}

/**
 * Returns the better side, or null.
 * @param {number} value @param {boolean} exact @param {SeatNumber} mover @returns {SeatNumber | null}
 */
function betterSide(value, exact, mover) {
  if (Math.abs(value) < (exact ? 0.001 : EVEN)) return null;
  return value > 0 ? mover : /** @type {SeatNumber} */ (1 - mover);
}

/**
 * Adds the rows of a digest as replies.
 *
 * @param {GameInfo} info the game on the table
 * @param {Block[]} blocks the first layer
 * @param {number[][]} rows the digest's branches: parent, move, value in hundredths, certainty, depth, visits,
 *   refutation
 * @param {SeatNumber} mover the side to move
 */
function addReplies(info, blocks, rows, mover) {
  /** @type {(Block | undefined)[]} */
  const built = [];
  for (const [parent = -1, move = 0, value = 0, certainty = 0, depth = 0, visits = 0, refutation = 0] of rows) {
    if (parent < 0) {
      built.push(blocks.find((block) => block.move === move));
      continue;
    }
    const above = built[parent];
    const unseen = visits === 0 && certainty === 0 && move !== above?.refutation; // another reply is enough
    if (!above || unseen) {
      built.push(undefined);
      continue;
    }
    const seat = /** @type {SeatNumber} */ ((mover + above.path.length) % 2);
    /** @type {Block} */
    const block = {
      path: [...above.path, move],
      move,
      place: info.board ? move - 1 : above.replies.length,
      side: betterSide(value / 100, certainty > 0, seat),
      value: value / 100,
      certainty: CERTAINTIES[certainty] ?? "open",
      words: certainty === 0 ? "" : value === 0 ? "draws" : value > 0 ? "wins" : "loses",
      depth,
      visits,
      share: 0,
      refutation,
      replies: [],
    };
    above.replies.push(block);
    built.push(block);
  }
}

/**
 * Sets the shares. A result from the book has no visits: there the best moves get all attention. The best reply is
 * never darker than the others: a refutation is often found soon, with few visits.
 *
 * What lies below a reply that nobody would choose stays in its shade.
 *
 * @param {Block[]} blocks
 * @param {number} [refutation] the best of them
 * @param {number} [above] the share of the reply above
 */
function setShares(blocks, refutation = 0, above = 1) {
  const most = Math.max(0, ...blocks.map((block) => block.visits));
  const best = Math.max(...blocks.map((block) => block.value));
  for (const block of blocks) {
    const share = most > 0 ? block.visits / most : block.value === best ? 1 : 0;
    block.share = above * (block.move === refutation ? 1 : refutation ? Math.min(share, BESIDE) : share);
    block.refutation = bestReply(block);
    setShares(block.replies, block.refutation, block.path.length > 1 ? block.share : 1);
  }
}

/**
 * Returns the best reply: named by the server, else the best one known, which is certain where the move is; 0 for none.
 * @param {Block} block
 */
function bestReply({ refutation, replies, certainty: sure }) {
  const known = replies.filter(({ visits, certainty }) => (visits > 0 && sure === "open") || certainty !== "open");
  return (
    refutation || known.reduce((best, reply) => (reply.value > best.value ? reply : best), { value: -2, move: 0 }).move
  );
}

/**
 * Marks the best line through all layers, and the best moves: the first of the line and its equals, unless all moves
 * are equal. Marks the moves if a word cannot tell them apart.
 *
 * @param {Block[]} blocks
 * @param {number} first the best move among equals; 0: not known
 */
function markLine(blocks, first) {
  const worth = blocks.map(({ value, words }) => {
    return value - (Math.sign(value) * resultOf(words).n) / 1e6;
  });
  const most = Math.max(...blocks.map(({ value }) => value));
  const named = blocks.findIndex(({ move, value }) => move === first && value === most);
  const begin = named >= 0 ? named : worth.indexOf(Math.max(...worth));
  const equals = blocks.map(({ certainty }, i) => i === begin || (certainty === "proven" && worth[i] === worth[begin]));
  const outdone = blocks.some((one) => told(one) > told(blocks[begin])); // no ring over less than a neighbour's word
  const grades = new Set(
    blocks.map(({ certainty, words, value }) => (certainty === "open" && !words ? gradeOf(value) : NaN)),
  );
  const plain = blocks.length > 1 && grades.size === 1 && !grades.has(NaN);
  for (const [i, block] of blocks.entries()) {
    block.plain = plain;
    block.best = !outdone && equals.includes(false) && equals[i];
  }
  /** @type {Block | undefined} */
  let block = blocks[begin];
  while (block) {
    block.line = true;
    const { replies, refutation } = block;
    block = replies.find(({ move }) => move === refutation);
  }
}

/** Ranks what a word says of a win: the sooner the higher, and least where it does not say how soon. @param {Block | undefined} block */
function told(block) {
  const { result, n } = resultOf(block?.words ?? "");
  return result === "wins" ? 1 / (n || Infinity) : -1;
}

/**
 * Returns the blocks after a move: the replies, one layer higher.
 * @param {Block[]} blocks @param {number} move @returns {Block[]}
 */
export function promote(blocks, move) {
  const chosen = blocks.find((block) => block.move === move);
  /** @type {(block: Block) => Block} */
  const lift = (block) => ({ ...block, line: false, path: block.path.slice(1), replies: block.replies.map(lift) });
  const lifted = chosen ? chosen.replies.map(lift) : [];
  markLine(lifted, chosen?.refutation ?? 0);
  for (const block of lifted) block.best = false; // whole hundredths do not tell which is best
  return lifted;
}

/**
 * Returns the moves to a block and on from there: the best reply, and the best answer.
 * @param {Block[]} blocks @param {number[]} path
 */
export function lineThrough(blocks, path) {
  const line = [...path];
  for (let block = blockAt(blocks, path); block?.refutation && line.length < LAYERS; ) {
    const { refutation, replies } = block;
    line.push(refutation);
    block = replies.find(({ move }) => move === refutation) ?? null;
  }
  return line;
}

/** Returns the block at the end of a path. @param {Block[]} blocks @param {number[]} path @returns {Block | null} */
export function blockAt(blocks, path) {
  let layer = blocks;
  /** @type {Block | null} */
  let reached = null;
  for (const move of path) {
    reached = layer.find((block) => block.move === move) ?? null;
    if (!reached) return null;
    layer = reached.replies;
  }
  return reached;
}
