/**
 * Knows the rules of the student's two small boards, and holds a position that is played on in place.
 *
 * A cell is `column * height + row`, both from 0, row 0 the lowest; a move is what a person says: a column from 1 on,
 * or without gravity a square from 1 on in reading order.
 *
 * @typedef {{name: string, width: number, height: number, connect: number, gravity: boolean, sides: [string, string]}}
 *   Board
 */

/** Lists the boards that a student can learn. @type {Record<string, Board>} */
export const BOARDS = {
  tictactoe: { name: "tictactoe", width: 3, height: 3, connect: 3, gravity: false, sides: ["x", "o"] },
  "connect4-5x4": { name: "connect4-5x4", width: 5, height: 4, connect: 4, gravity: true, sides: ["red", "yellow"] },
};

/** Counts the states of a cell in a code: empty, of the side to move, of the other side. */
export const STATES = 3;

/** Returns the cells of every line, as words of bits. @param {Board} board */
function linesOf({ width, height, connect }) {
  const lines = [];
  for (const [across, up] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ]) {
    for (let cell = 0; cell < width * height; cell += 1) {
      const [column, row] = [Math.floor(cell / height), cell % height];
      const [lastColumn, lastRow] = [column + (across ?? 0) * (connect - 1), row + (up ?? 0) * (connect - 1)];
      if (lastColumn < 0 || lastColumn >= width || lastRow < 0 || lastRow >= height) continue;
      let line = 0;
      for (let i = 0; i < connect; i += 1) line |= 1 << ((column + (across ?? 0) * i) * height + row + (up ?? 0) * i);
      lines.push(line);
    }
  }
  return lines;
}

/** Holds a position. The columns' codes (base 3, the lowest cell first) are kept for both points of view. */
export class Position {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.cells = board.width * board.height;
    const lines = linesOf(board);
    /** For every cell the other cells of each line through it. */
    /** @type {Ints[]} */
    this.rests = Array.from({ length: this.cells }, (_, cell) =>
      Int32Array.from(
        lines.filter((line) => line & (1 << cell)),
        (line) => line & ~(1 << cell),
      ),
    );
    /** @type {Ints} */
    this.powers = Int32Array.from({ length: this.cells }, (_, cell) => STATES ** (cell % board.height));
    this.stones = /** @type {Ints} */ (new Int32Array(2));
    this.heights = /** @type {Ints} */ (new Int32Array(board.width));
    /** The columns' codes as each side sees them. @type {[Ints, Ints]} */
    this.codes = [/** @type {Ints} */ (new Int32Array(board.width)), /** @type {Ints} */ (new Int32Array(board.width))];
    this.ply = 0;
    this.free = /** @type {Ints} */ (new Int32Array(this.cells));
  }

  /** Returns the side to move, 0 or 1. */
  get mover() {
    return this.ply & 1;
  }

  /** Empties the board. */
  clear() {
    this.stones.fill(0);
    this.heights.fill(0);
    this.codes[0].fill(0);
    this.codes[1].fill(0);
    this.ply = 0;
  }

  /** Puts a stone of the side to move on a cell. @param {number} cell */
  put(cell) {
    this.change(cell, this.ply & 1, 1);
    this.ply += 1;
  }

  /** Takes the last stone back. @param {number} cell the cell of that stone */
  take(cell) {
    this.ply -= 1;
    this.change(cell, this.ply & 1, -1);
  }

  /** Adds or removes a stone. @param {number} cell @param {number} side @param {number} sign */
  change(cell, side, sign) {
    const column = Math.floor(cell / this.board.height);
    const power = this.powers[cell] * sign;
    const [first, second] = this.codes;
    first[column] += power << side;
    second[column] += power << (1 - side);
    this.stones[side] ^= 1 << cell;
    this.heights[column] += sign;
  }

  /** Writes the cells of all moves into `free` and returns how many there are. @param {Ints} [free] */
  moves(free = this.free) {
    const { width, height, gravity } = this.board;
    let count = 0;
    if (gravity) {
      for (let column = 0; column < width; column += 1) {
        const row = this.heights[column];
        if (row < height) free[count++] = column * height + row;
      }
      return count;
    }
    const taken = this.stones[0] | this.stones[1];
    for (let cell = 0; cell < this.cells; cell += 1) if (!(taken & (1 << cell))) free[count++] = cell;
    return count;
  }

  /** Tells whether a stone of a side on a cell completes a line. @param {number} side @param {number} cell */
  completes(side, cell) {
    const stones = this.stones[side];
    const rests = this.rests[cell] ?? this.free;
    for (let i = 0; i < rests.length; i += 1) {
      const rest = rests[i];
      if ((stones & rest) === rest) return true;
    }
    return false;
  }

  /** Returns the cell that a move fills; -1 where there is none. @param {number} move */
  cellOf(move) {
    const { width, height, gravity } = this.board;
    if (gravity) {
      const row = this.heights[move - 1] ?? height;
      return row < height ? (move - 1) * height + row : -1;
    }
    const cell = ((move - 1) % width) * height + height - 1 - Math.floor((move - 1) / width);
    const taken = this.stones[0] | this.stones[1];
    return move >= 1 && move <= this.cells && !(taken & (1 << cell)) ? cell : -1;
  }

  /** Returns the move that fills a cell. @param {number} cell */
  moveOf(cell) {
    const { width, height, gravity } = this.board;
    const [column, row] = [Math.floor(cell / height), cell % height];
    return gravity ? column + 1 : (height - 1 - row) * width + column + 1;
  }

  /** Plays moves from the empty board; returns false at the first that is not possible. @param {number[]} moves */
  playAll(moves) {
    this.clear();
    for (const move of moves) {
      const cell = this.cellOf(move);
      if (cell < 0) return false;
      this.put(cell);
    }
    return true;
  }
}

/**
 * Makes arrays of numbers for the inner loops, typed so that every place within holds a number.
 *
 * @typedef {Int32Array<ArrayBuffer> & Record<number, any>} Ints
 * @typedef {Float64Array<ArrayBuffer> & Record<number, any>} Doubles
 * @typedef {Float32Array<ArrayBuffer> & Record<number, any>} Floats
 */

/** Makes whole numbers, all 0. @param {number} length @returns {Ints} */
export const ints = (length) => new Int32Array(length);

/** Makes numbers, all 0. @param {number} length @returns {Doubles} */
export const doubles = (length) => new Float64Array(length);

/** Makes numbers of half the size, all 0. @param {number} length @returns {Floats} */
export const floats = (length) => new Float32Array(length);
