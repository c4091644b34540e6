/** Counts stones line by line, so that a look at a number tells who can complete a line. Pure. */

/** Holds a position: the stones, how many each side has in each line, and what these numbers say of empty cells. */
export class Position {
  /** @param {number} width @param {number} height @param {number} connect */
  constructor(width, height, connect) {
    this.width = width;
    this.height = height;
    this.connect = connect;
    /** The lines through each cell. @type {number[][]} */
    this.through = Array.from({ length: width * height }, () => []);
    const sums = [];
    for (let at = 0; at < width * height * 4; at += 1) {
      const [x, y] = [Math.floor(at / 4 / height), Math.floor(at / 4) % height];
      const [dx, dy] = /** @type {[number, number][]} */ ([[1, 0], [0, 1], [1, 1], [1, -1]])[at % 4] ?? [0, 0]; // biome-ignore format: one line
      const [ex, ey] = [x + dx * (connect - 1), y + dy * (connect - 1)];
      if (ex >= width || ey < 0 || ey >= height) continue;
      const cells = Array.from({ length: connect }, (_, n) => (x + dx * n) * height + y + dy * n);
      for (const cell of cells) this.through[cell]?.push(sums.length);
      sums.push(cells.reduce((sum, cell) => sum + cell, 0));
    }
    /** The sum of the empty cells of each line: the cell itself where one is left. */
    this.sums = Int32Array.from(sums);
    this.counts = [new Uint8Array(sums.length), new Uint8Array(sums.length)];
    /** For each side and cell the lines that its stone there would complete. */
    this.threats = [new Uint8Array(width * height), new Uint8Array(width * height)];
    this.heights = new Int32Array(width);
    this.stones = 0;
    /** The columns of a number that tells positions apart: as many as fit a number of 53 bits. */
    this.group = Math.floor(53 / Math.log2(2 ** (height + 1)));
    this.keys = new Float64Array(Math.ceil(width / this.group));
    this.mirrored = new Float64Array(this.keys.length);
  }

  /** The number of a position, or a text where one number is too small. */
  get key() {
    return this.keys.length > 1 ? this.keys.join() : (this.keys[0] ?? 0);
  }

  /** The same of the mirror image. */
  get mirrorKey() {
    return this.keys.length > 1 ? this.mirrored.join() : (this.mirrored[0] ?? 0);
  }

  /** Drops a stone, or takes it back. @param {number} column @param {0 | 1} side @param {1 | -1} way */
  put(column, side, way) {
    const { height, sums, heights, connect } = this;
    const [own, other, threats] = [this.counts[side], this.counts[1 - side], this.threats[side]];
    if (!own || !other || !threats) return;
    const row = (heights[column] ?? 0) - (way < 0 ? 1 : 0);
    const cell = column * height + row;
    for (const line of this.through[cell] ?? []) {
      if (way > 0) {
        sums[line] = (sums[line] ?? 0) - cell;
        own[line] = (own[line] ?? 0) + 1;
      }
      if (own[line] === connect - 1 && !other[line]) threats[sums[line] ?? 0] = (threats[sums[line] ?? 0] ?? 0) + way;
      if (way < 0) {
        sums[line] = (sums[line] ?? 0) + cell;
        own[line] = (own[line] ?? 0) - 1;
      }
    }
    heights[column] = (heights[column] ?? 0) + way;
    this.stones += way;
    const worth = way * (side ? 1 : 2) * 2 ** row;
    this.#count(this.keys, column, worth);
    this.#count(this.mirrored, this.width - 1 - column, worth);
  }

  /** @param {Float64Array} keys @param {number} column @param {number} worth */
  #count(keys, column, worth) {
    const at = Math.floor(column / this.group);
    keys[at] = (keys[at] ?? 0) + worth * 2 ** ((column % this.group) * (this.height + 1));
  }

  /** Tells whether a side's stone in a column would complete a line. @param {number} column @param {0 | 1} side */
  completes(column, side) {
    const row = this.heights[column] ?? 0;
    return row < this.height && (this.threats[side]?.[column * this.height + row] ?? 0) > 0;
  }

  /** Tells whether any stone of a side would. @param {0 | 1} side */
  canComplete(side) {
    for (let column = 0; column < this.width; column += 1) if (this.completes(column, side)) return true;
    return false;
  }

  get isFull() {
    return this.stones === this.width * this.height;
  }
}
