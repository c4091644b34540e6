/**
 * Checks a file of cards by the rules alone, by playing every reply. The language is that of engine/cards/check.py, and
 * so are the verdicts; the way is another one: stones are counted line by line, with no words of bits. Pure.
 *
 * @typedef {object} Fault why a file is refused
 * @property {string} why a key of words
 * @property {Record<string, string | number>} values
 * @property {number} line of the file, from 1
 * @property {number[]} moves up to the position that is looked at
 * @property {number} card whose play fails there; 0 for none
 *
 * @typedef {{lines: string[], line: number}} PartText the lines of a part, and where they begin in the file, from 0
 * @typedef {{moves: number[], word: string}} Met a position of the opening: the moves that lead there, and its word
 * @typedef {{done: number, of: number}} Step leaves played, and all
 */

/** @import { CourseFile } from "../model/course.js" */

import { key } from "../../words.js";
import { Position } from "./position.js";

const [FULL, OVER] = [-2, -1];
const LEVELS = "0123456789abcdef";
/** The signs of older files in even and in odd rows, the lowest even, and their levels. */
const [OLD, NEW] = [["!@|+=-.", "!@.+=-|"], "012345f"];
const CLAIM = /^(\d{1,2})x(\d{1,2}) (\d) (first|second) (wins|holds)$/;
const FULL_BOARD = key("the board is full, and the side has not won");
const LINE = key("the other side completes a line");

/** Says why a file is refused; caught in this module. */
class RefusedError extends Error {
  /** @param {string} why @param {Partial<Fault>} [more] */
  constructor(why, more = {}) {
    super(why);
    this.more = more;
  }
}

/** Returns the parts of a file, in levels; null if the text is no file of cards. @param {string} text @returns {PartText[] | null} */
export function partsOf(text) {
  const [head = "", ...rest] = text.replace(/\n+$/, "").split("\n\n");
  const version = /^fourthought cards ([12])( made in \d+ s)?$/.exec(head)?.[1];
  if (!version || !rest.length) return null;
  let line = 2;
  return rest.map((part) => {
    const lines = part.split("\n");
    const found = { lines: version === "2" ? lines : translated(lines), line };
    line += lines.length + 1;
    return found;
  });
}

/** Returns the lines of a part whose cards have signs. @param {string[]} lines */
function translated([claim = "", ...lines]) {
  const width = Number(/^[1-9]\d*/.exec(claim)?.[0] ?? 1);
  const level = (/** @type {string} */ sign, /** @type {number} */ row) =>
    NEW[OLD[row % 2]?.indexOf(sign) ?? -1] ?? (LEVELS.includes(sign) ? "?" : sign);
  const cards = lines
    .slice(1)
    .map((card) => [...card].map((sign, at) => level(sign, Math.floor((card.length - 1 - at) / width))).join(""));
  return [claim.replace(/ published$/, ""), ...lines.slice(0, 1), ...cards];
}

/**
 * Checks a part. Returns its course, without resistance and lessons, with its positions, or why it is refused.
 *
 * @param {PartText} part
 * @param {(step: Step) => void} [tell]
 * @returns {{course: CourseFile, tree: Met[]} | {fault: Fault}}
 */
export function checked({ lines, line }, tell = () => undefined) {
  const part = new Part(lines, tell);
  try {
    return { course: part.check(), tree: part.tree };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const fault = { why: error.message, values: {}, card: 0, moves: [...part.path], ...error.more };
    return { fault: { ...fault, line: line + 1 + (error.more.line ?? 1) } };
  }
}

/** The side that claims, and the other one. @type {[0, 1]} */
const [MINE, YOURS] = [0, 1];

/** Checks a part. */
class Part {
  /** @param {string[]} lines @param {(step: Step) => void} tell */
  constructor(lines, tell) {
    this.lines = lines;
    this.tell = tell;
    /** @type {number[]} */
    this.path = [];
    /** @type {Met[]} */
    this.tree = [];
    /** @type {[string, ...number[]][]} */
    this.nodes = [];
    /** The numbers of the positions met. @type {Map<number | string, number>} */
    this.numbers = new Map();
    this.used = new Set();
    this.step = { done: 0, of: 0 };
  }

  /** Returns the course. Throws RefusedError if the part is refused. @returns {CourseFile} */
  check() {
    const [claim, opening, ...cards] = this.lines;
    const found = CLAIM.exec(claim ?? "");
    if (!found || opening === undefined) throw new RefusedError(key("a part has no claim or no opening"), { line: 0 });
    const [width, height, connect] = /** @type {[number, number, number]} */ (found.slice(1, 4).map(Number));
    if (!(width > 0 && width < 17 && height > 0 && height < 17 && connect > 1))
      throw new RefusedError(key("there is no such board"), { line: 0 });
    this.position = new Position(width, height, connect);
    this.wins = found[5] === "wins";
    this.words = opening.split(" ");
    this.next = 0;
    this.step.of = this.words.filter((word) => /^[cm]/.test(word)).length;
    this.cards = cards.map((card, at) => this.#levels(card, at + 2));
    /** @type {Set<string>} */
    const images = new Set();
    for (const [at, card] of cards.entries()) {
      const mirror = Array.from({ length: height }, (_, row) => [...card.slice(row * width, (row + 1) * width)].reverse().join("")).join(""); // biome-ignore format: one line
      if (images.has(card) || images.has(mirror)) throw new RefusedError(key("a card stands twice"), { line: at + 2 });
      images.add(card);
    }
    const second = found[4] === "second";
    const start = second ? this.#replies() : [this.#turn() * 2];
    if (this.next < this.words.length) throw new RefusedError(key("the opening has more words than positions"));
    const spare = cards.findIndex((_, at) => !this.used.has(at + 1));
    if (spare >= 0) throw new RefusedError(key("a card is not used"), { line: spare + 2 });
    const name = `${width}x${height}-${second ? 2 : 1}`;
    const { nodes, wins } = this;
    return { name, size: [width, height], connect, side: second ? 1 : 0, wins, cards, start, nodes, lessons: [], strongest: [] }; // biome-ignore format: one line
  }

  /** Returns the level of each cell of a card, column by column. @param {string} card @param {number} line */
  #levels(card, line) {
    const { width, height } = /** @type {Position} */ (this.position);
    if (card.length !== width * height || [...card].some((level) => !LEVELS.includes(level)))
      throw new RefusedError(key("a card is no sheet of this board"), { line });
    const level = (/** @type {number} */ at) =>
      Number.parseInt(card[(height - 1 - (at % height)) * width + Math.floor(at / height)] ?? "", 16);
    return Uint8Array.from(card, (_, at) => level(at));
  }

  /** Checks a position with the side to move that cannot complete a line. Returns its number. */
  #turn() {
    const position = /** @type {Position} */ (this.position);
    const word = this.words?.[this.next ?? 0] ?? "";
    this.next = (this.next ?? 0) + 1;
    const [, kind, digits] = /^([cm]?)([1-9]\d{0,4})$/.exec(word) ?? [];
    if (!digits)
      throw word
        ? new RefusedError(key("the opening has the word '{word}'"), { values: { word } })
        : new RefusedError(key("the opening ends too early"));
    const n = Number(digits);
    const number = this.nodes.push([word]) - 1;
    this.tree.push({ moves: [...this.path], word });
    this.numbers.set(position.key, number);
    if (kind) {
      this.#leaf(n, kind === "m");
      return number;
    }
    if (n > position.width || position.heights[n - 1] === position.height)
      throw new RefusedError(key("column {n} cannot be played"), { values: { n } });
    this.path.push(n);
    position.put(n - 1, MINE, 1);
    this.nodes[number]?.push(...this.#replies());
    position.put(n - 1, MINE, -1);
    this.path.pop();
    return number;
  }

  /** Checks a position with the other side to move. Returns where its replies lead. @returns {number[]} */
  #replies() {
    const position = /** @type {Position} */ (this.position);
    if (position.canComplete(YOURS)) throw new RefusedError(LINE);
    if (position.isFull && this.wins) throw new RefusedError(FULL_BOARD);
    return Array.from({ length: position.width }, (_, column) => {
      if (position.heights[column] === position.height) return FULL;
      position.put(column, YOURS, 1);
      if (position.isFull && this.wins) throw new RefusedError(FULL_BOARD);
      let after = OVER;
      if (!position.isFull && !position.canComplete(MINE)) {
        const [known, image] = [this.numbers.get(position.key), this.numbers.get(position.mirrorKey)];
        this.path.push(column + 1);
        if (known !== undefined) after = 2 * known;
        else after = image === undefined ? 2 * this.#turn() : 2 * image + 1;
        this.path.pop();
      }
      position.put(column, YOURS, -1);
      return after;
    });
  }

  /** Checks a leaf: plays a card against every reply. @param {number} card @param {boolean} mirrored */
  #leaf(card, mirrored) {
    const position = /** @type {Position} */ (this.position);
    const levels = this.cards?.[card - 1];
    if (!levels) throw new RefusedError(key("there is no card {n}"), { values: { n: card } });
    this.used.add(card);
    const play = new CardPlay(position, levels, mirrored, this.wins ?? true);
    const first = play.answer();
    const why = typeof first === "string" ? first : play.from(first);
    if (why) throw new RefusedError(why, { card, line: card + 1 });
    this.step.done += 1;
    this.tell(this.step);
  }
}

/** Plays a card. What is wrong is returned as a key of words, "" for nothing: it is asked a million times a second. */
class CardPlay {
  /** @param {Position} position @param {Uint8Array} levels @param {boolean} mirrored @param {boolean} wins */
  constructor(position, levels, mirrored, wins) {
    this.position = position;
    this.levels = levels;
    this.wins = wins;
    const { width } = position;
    /** Real columns in the order in which the card sees them. */
    this.columns = Array.from({ length: width }, (_, at) => (mirrored ? width - 1 - at : at));
    this.seen = new Set();
  }

  /** Returns the column that the card names where the side cannot complete a line, or what is wrong. */
  answer() {
    const { position, columns, levels } = this;
    const { height, heights } = position;
    let [danger, once, twice] = [-1, 0, 0];
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at] ?? 0;
      const row = heights[column] ?? 0;
      if (row === height) continue;
      if (position.completes(column, YOURS)) {
        if (danger >= 0) return key("the other side gets two ways to complete a line");
        danger = column;
      }
      const bit = 1 << (levels[at * height + row] ?? 15);
      twice |= once & bit;
      once |= bit;
    }
    if (danger >= 0) return danger;
    const alone = once & ~twice;
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at] ?? 0;
      const row = heights[column] ?? 0;
      if (row < height && 1 << (levels[at * height + row] ?? 15) === (alone & -alone)) return column;
    }
    return key("the card names no move");
  }

  /** Plays a column, then every reply. @param {number} column @returns {string} */
  from(column) {
    this.position.put(column, MINE, 1);
    const why = this.#after();
    this.position.put(column, MINE, -1);
    return why;
  }

  /** Plays every reply to the side's move. */
  #after() {
    const { position, columns, seen, wins } = this;
    const { key: at } = position;
    if (seen.has(at)) return "";
    seen.add(at);
    if (position.isFull) return wins ? FULL_BOARD : "";
    if (position.canComplete(YOURS)) return LINE;
    /** @type {number[]} */
    const todo = [];
    for (const column of columns) {
      if (position.heights[column] === position.height) continue;
      position.put(column, YOURS, 1);
      const full = position.isFull;
      const answer = full || position.canComplete(MINE) ? -1 : this.answer();
      position.put(column, YOURS, -1);
      if (full && wins) return FULL_BOARD;
      if (typeof answer === "string") return answer;
      if (answer >= 0) todo.push(column, answer);
    }
    while (todo.length) {
      const [column, answer] = /** @type {[number, number]} */ (todo.splice(-2));
      position.put(column, YOURS, 1);
      const why = this.from(answer);
      position.put(column, YOURS, -1);
      if (why) return why;
    }
    return "";
  }
}
