/**
 * Plays on a board, held in words of bits as the kernels have them: bit `column * (height + 1) + row`; and
 * puts scores into the values and words of the server (engine/mind/values.py).
 *
 * A score number is 1 plus half the cells that a win leaves empty, negative for a loss, 0 for a draw.
 *
 * @typedef {{wasm?: string, words?: number, judges?: boolean, net?: string, net_arrays?: [string, ...number[]][], book?: string, courses?: Record<string, string>}} BoardFiles
 *   names of one board's files in `static/engine`; `words` is the length of a search's memory, `judges` tells whether the
 *   depth-limited search judges by the network, `courses` names the courses of cards by the side, 0 or 1, that they are for
 * @typedef {{width: number, height: number, connect: number, flat?: boolean, light?: number}} Board flat: without gravity,
 *   every free square is a move, counted in reading order from 1 at the upper left; light: searched without network and
 *   book, whose files are large, and with a table of so many bytes, a power of two
 * @typedef {object} Cards perfect play without a search (engine/cards/play.py)
 * @property {0 | 1} side that plays by the cards
 * @property {boolean} wins else the side holds a draw
 * @property {(moves: number[]) => number | null} moveAfter the side's next move; null after another move of the side
 *
 * @typedef {{own: bigint, mask: bigint}} Position the stones of the side to move, and all stones (engine/bitboard.py)
 *
 * @typedef {object} MoveBounds a move with the proven bounds of its score number, for the side to move
 * @property {number} move 4
 * @property {number} low -2
 * @property {number} high 5
 * @property {number} nodes positions searched for this move: 81092
 * @property {number | null} reply the move that proves the bounds, where one is known
 *
 * @typedef {object} Found what is known of a position
 * @property {MoveBounds[]} moves in the order of the columns
 * @property {boolean} done whether every move's score is exact
 * @property {number} nodes positions searched so far: 812340
 */

/** The position before the first move. @type {Position} */
export const EMPTY = Object.freeze({ own: 0n, mask: 0n });

/** Cells of a board without gravity up to which the textbook's search reads to the end: no kernel is compiled for it. */
const TEXTBOOK_CELLS = 16;

/** Tells whether a board has compiled searches. @param {Board} board */
export const isCompiled = ({ width, height, flat }) => !flat || width * height > TEXTBOOK_CELLS;

/** Counts the words of 64 bits that hold a board. @param {Board} board */
export const wordsOf = ({ width, height }) => Math.ceil((width * (height + 1)) / 64);

/** Returns the name of a board's files. @param {Board} board */
export const fileKey = ({ width, height, connect, flat }) => `${width}x${height}x${connect}${flat ? "-flat" : ""}`;

/** Returns the number of stones. @param {Position} position */
export function plyOf({ mask }) {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1n) count += 1;
  return count;
}

/** Returns the cell of a square as a bit. @param {Board} board @param {number} move */
function squareBit({ width, height }, move) {
  const row = height - 1 - Math.floor((move - 1) / width);
  return 1n << BigInt(((move - 1) % width) * (height + 1) + row);
}

/** Returns the cell that a move takes as a bit, or 0n if the column is full or the square taken. @param {Board} board @param {Position} position @param {number} move */
export function landing(board, { mask }, move) {
  if (board.flat) return squareBit(board, move) & ~mask;
  const { height } = board;
  const shift = BigInt((move - 1) * (height + 1));
  const column = ((1n << BigInt(height)) - 1n) << shift;
  return (mask + (1n << shift)) & column;
}

/** Counts the moves of the empty board. @param {Board} board */
const choices = ({ width, height, flat }) => (flat ? width * height : width);

/** Returns the columns, or the squares, that have room, from 1. @param {Board} board @param {Position} position */
export const movesOf = (board, position) =>
  Array.from({ length: choices(board) }, (_, i) => i + 1).filter((move) => landing(board, position, move));

/** Returns the moves in the order of the bits of their cells, as the depth-limited search without gravity names them. @param {Board} board */
export function movesByBit(board) {
  /** @type {number[]} */
  const moves = Array(board.width * (board.height + 1)).fill(0);
  for (const move of movesOf(board, EMPTY)) moves[squareBit(board, move).toString(2).length - 1] = move;
  return moves;
}

/** Returns the columns from the middle outwards. @param {number} width */
export function centreOut(width) {
  const off = (/** @type {number} */ move) => Math.abs(2 * move - width - 1);
  return Array.from({ length: width }, (_, i) => i + 1).sort((a, b) => off(a) - off(b) || a - b);
}

/** Returns the position after a move. @param {Board} board @param {Position} position @param {number} move @returns {Position} */
export const after = (board, position, move) => ({
  own: position.own ^ position.mask,
  mask: position.mask | landing(board, position, move),
});

/** Returns the position after moves from the empty board. @param {Board} board @param {number[]} moves */
export const replay = (board, moves) => moves.reduce((position, move) => after(board, position, move), EMPTY);

/** Tests if stones hold a line. @param {Board} board @param {bigint} stones */
export function hasLine({ height, connect }, stones) {
  for (const step of [1, height, height + 1, height + 2]) {
    let line = stones;
    for (let i = 1; i < connect; i += 1) line &= stones >> BigInt(i * step);
    if (line) return true;
  }
  return false;
}

/** Returns the free cells that may be taken now and complete a line of stones. @param {Board} board @param {bigint} stones @param {Position} position */
export function winsOf(board, stones, position) {
  return movesOf(board, position)
    .map((move) => landing(board, position, move))
    .filter((cell) => hasLine(board, stones | cell));
}

/**
 * Returns the score number of a finished game for the side to move, or null while the game goes on.
 * @param {Board} board @param {Position} position
 */
export function endScore(board, position) {
  const [cells, ply] = [board.width * board.height, plyOf(position)];
  if (hasLine(board, position.own ^ position.mask)) return -1 - Math.floor((cells - ply) / 2);
  return ply === cells ? 0 : null;
}

/**
 * Returns after how many plies a result is there, by best play.
 *
 * @param {Board} board
 * @param {number} score the score number of the side to move
 * @param {number} ply the moves played so far
 */
export function pliesTo(board, score, ply) {
  const cells = board.width * board.height;
  if (score === 0) return cells - ply;
  const end = cells - 2 * (Math.abs(score) - 1);
  const plies = end - ply;
  return (plies % 2 !== 0) === score > 0 ? plies : plies - 1;
}

const [PROVEN, STEP, SCALE] = [9_000, 10, 10_000];

/** Returns a value from -1 to 1: every win above every opinion, quicker wins higher. @param {number} score */
export const worthOf = (score) => (score === 0 ? 0 : (Math.sign(score) * (PROVEN + Math.abs(score) * STEP)) / SCALE);

/** Tells whether the score of a move is known. @param {MoveBounds} bounds */
export const isExact = ({ low, high }) => low === high;

/** Returns the best move of a position whose scores are all known; `favourite` among equals, else the most central one. @param {Board} board @param {Found} found @param {number} [favourite] */
export function bestOf(board, { moves }, favourite = 0) {
  const off = (/** @type {MoveBounds} */ { move }) => (move === favourite ? -1 : Math.abs(2 * move - board.width - 1));
  return moves.reduce((best, one) =>
    one.low > best.low || (one.low === best.low && off(one) < off(best)) ? one : best,
  );
}

/**
 * Says what bounds of a score number mean for the side to move: "wins in 9", "draws", "at most a draw", or "".
 *
 * @param {Board} board
 * @param {{low: number, high: number}} bounds
 * @param {number} ply the moves before
 */
export function boundWords(board, { low, high }, ply) {
  if (low === high)
    return low === 0 ? "draws" : `${low > 0 ? "wins" : "loses"} in ${(pliesTo(board, low, ply) + 1) >> 1}`;
  if (low > 0) return "wins";
  if (high < 0) return "loses";
  if (low === 0) return "at least a draw";
  return high === 0 ? "at most a draw" : "";
}
