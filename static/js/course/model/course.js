/**
 * Holds a course: perfect play as an opening whose ends are cards. The file is that of engine/cards/teaching/course.py.
 *
 * @typedef {object} CourseFile
 * @property {string} name
 * @property {[number, number]} size columns, rows
 * @property {number} connect
 * @property {0 | 1} side whose moves the course teaches
 * @property {boolean} wins else the side holds a draw
 * @property {string[]} cards a level for each cell, row by row from the top
 * @property {number[]} start where a game may lead before the side's first move; see Point
 * @property {[string, ...number[]][]} nodes
 * @property {string[]} lessons what is to be learnt: "n5" the move at point 5, "c5" card 5
 * @property {number[]} strongest the replies of perfect resistance as bits, column 1 the lowest: those to the empty board
 *   where the side is the second player, then those at each point with a move; empty where they are not known
 * @property {boolean} [first] no other sheet of the board has shipped before, so numbers of older releases are its own
 *
 * @typedef {object} Point a position with the side to move
 * @property {string} word the column that the side plays, or the card: "c5", or "m5" in a mirror
 * @property {number[]} after for the reply in each column where it leads: twice the number of the point, plus 1 for its
 *   mirror image; -1 the side completes a line or the game is over; -2 the column is full. Empty at a card.
 * @property {number[]} moves the first that lead there
 * @property {number[]} strongest where the replies of perfect resistance lead, as in ``after``
 * @property {number} parent the point before on those moves; -1 for none
 *
 * @typedef {object} Course
 * @property {string} name
 * @property {GameInfo} info
 * @property {0 | 1} side
 * @property {boolean} wins
 * @property {string[][]} cards the rows of each card, the top row first
 * @property {number[]} start
 * @property {number[]} strongest where the replies of perfect resistance to the empty board lead
 * @property {Point[]} points
 * @property {string[]} lessons
 * @property {boolean} first as in the file
 * @property {number[]} order the points, those with more discs first
 * @property {number[]} leaves for each card the first point that plays by it
 *
 * @typedef {{point: number, mirrored: boolean}} Place a point, or its mirror image
 *
 * @typedef {object} Answer what the course says in a position
 * @property {number} move
 * @property {string} lesson the lesson that says so, "" where the rules alone do
 * @property {number} sign the number of the sign that names the move, -1 for none
 *
 * @typedef {object} Page what each section of the page begins with
 * @property {Course} course
 * @property {(head: string | Told, sub: string | Told) => void} say what stands above the board
 * @property {HTMLElement} stage the place of the board or the map
 * @property {HTMLElement} panel the place beside it
 * @property {string[]} steps the courses to begin with, where this is one of them
 */

/** @import { GameInfo } from "../../model/types.js" */
/** @import { Disc } from "./discs.js" */
/** @import { Told } from "../../model/claim.js" */

import { NAMED_BOARD, openingName } from "./opening_names.js";
import { named, completing, discsOf, playable } from "./discs.js";
import { sideName, t } from "../../words.js";

/** Returns the course in a file. @param {CourseFile} file @returns {Course} */
export function courseOf(file) {
  const [width, height] = file.size;
  const rows = (/** @type {string} */ signs) =>
    Array.from({ length: height }, (_, row) => signs.slice(row * width, (row + 1) * width));
  /** @type {Point[]} */
  const points = file.nodes.map(([word, ...after]) => ({ word, after, strongest: after, moves: [], parent: -1 }));
  const choices = file.strongest.values();
  const strongest = (/** @type {number[]} */ after) => {
    const bits = choices.next().value ?? -1;
    return after.filter((_, at) => (bits >> at) & 1);
  };
  const begin = file.side ? strongest(file.start) : file.start;
  for (const point of points) if (point.after.length) point.strongest = strongest(point.after);
  const met = new Set();
  /** Finds the first moves to each point, in the order of the file. @type {(to: number[], moves: number[], parent: number) => void} */
  const walk = (after, moves, parent) => {
    for (const [at, to] of after.entries()) {
      const point = points[to >> 1];
      if (to < 0 || to & 1 || !point || met.has(to)) continue; // a point is never met first as a mirror image
      met.add(to);
      point.moves = parent < 0 && !file.side ? [] : [...moves, at + 1];
      point.parent = parent;
      walk(point.after, [...point.moves, Number(point.word)], to >> 1);
    }
  };
  walk(file.start, [], -1);
  const leaves = file.cards.map((_, at) => points.findIndex(({ word }) => cardOf(word) === at));
  return {
    name: file.name,
    info: {
      name: `connect4-${width}x${height}`,
      title: t("Connect Four"),
      board: [width, height],
      connect: file.connect,
      gravity: true,
      sides: ["red", "yellow"],
      players: [sideName("red"), sideName("yellow")],
      chance: false,
    },
    side: file.side,
    wins: file.wins,
    cards: file.cards.map(rows),
    start: file.start,
    strongest: begin,
    points,
    lessons: file.lessons,
    first: Boolean(file.first),
    order: points.map((_, at) => at).sort((a, b) => length(points, b) - length(points, a)),
    leaves,
  };
}

/** @param {Point[]} points @param {number} at */
const length = (points, at) => points[at]?.moves.length ?? 0;

/** Returns the number of the card that a word names, from 0; -1 for a column. @param {string} word */
const cardOf = (word) => (/^[cm]/.test(word) ? Number(word.slice(1)) - 1 : -1);

/** Returns the number of the card at a place, from 1; 0 for none. @param {Course} course @param {Place | null} place */
export const cardNumber = ({ points }, place) => cardOf((place && points[place.point]?.word) || "") + 1;

/** Returns the lesson of a point. @param {Course} course @param {number} at */
export function lessonOf({ points }, at) {
  const { word = "", after = [] } = points[at] ?? {};
  return after.length ? `n${at}` : `c${word.slice(1)}`;
}

/** Returns the point where a lesson begins. @param {Course} course @param {string} lesson */
export const pointOf = ({ leaves }, lesson) =>
  lesson.startsWith("n") ? Number(lesson.slice(1)) : (leaves[Number(lesson.slice(1)) - 1] ?? 0);

/** Returns the rows of the card at a place, in the orientation of the game; null at a point of the opening. @param {Course} course @param {Place} place */
export function cardAt({ points, cards }, { point, mirrored }) {
  const word = points[point]?.word ?? "";
  const rows = cards[cardOf(word)];
  return rows ? (word.startsWith("m") !== mirrored ? rows.map((row) => [...row].reverse().join("")) : rows) : null;
}

/**
 * Returns where a game leads: null before the first reply, and as soon as the course has nothing to say because the side
 * has played another move, or the game is over.
 *
 * @param {Course} course @param {number[]} moves @returns {{place: Place | null, on: boolean}}
 */
export function follow(course, moves) {
  /** @type {Place | null} */
  let place = course.side ? null : { point: 0, mirrored: false };
  const width = course.info.board?.[0] ?? 0;
  for (const [ply, move] of moves.entries()) {
    if (ply % 2 === course.side) {
      const answer = place && answerAt(course, place, discsOf(course.info, moves.slice(0, ply)));
      if (answer?.move !== move) return { place: null, on: false };
      continue;
    }
    const after = place ? (course.points[place.point]?.after ?? []) : course.start;
    if (place && !after.length) continue; // the card goes on
    const mirrored = place?.mirrored ?? false;
    const to = after[(mirrored ? width + 1 - move : move) - 1] ?? -2;
    if (to < 0) return { place, on: to === -1 };
    place = { point: to >> 1, mirrored: mirrored !== Boolean(to & 1) };
  }
  return { place, on: true };
}

/**
 * Returns what the course says with the side to move, or null.
 * @param {Course} course @param {number[]} moves @returns {Answer | null}
 */
export function answerAfter(course, moves) {
  const { place, on } = follow(course, moves);
  const discs = discsOf(course.info, moves);
  const line = completing(course.info, discs, course.side)[0];
  if (line) return { move: line, lesson: "", sign: -1 };
  return on && place ? answerAt(course, place, discs) : null;
}

/**
 * Returns what the course says at a place.
 * @param {Course} course @param {Place} place @param {Disc[]} discs @returns {Answer | null}
 */
function answerAt(course, place, discs) {
  const [line] = completing(course.info, discs, course.side);
  if (line) return { move: line, lesson: "", sign: -1 };
  const rows = cardAt(course, place);
  const lesson = lessonOf(course, place.point);
  if (!rows) {
    const column = Number(course.points[place.point]?.word);
    return { move: place.mirrored ? (course.info.board?.[0] ?? 0) + 1 - column : column, lesson, sign: -1 };
  }
  const [stop] = completing(course.info, discs, course.side ? 0 : 1);
  if (stop) return { move: stop, lesson: "", sign: -1 };
  const found = named(rows, playable(course.info, discs));
  return found && { move: found.cell[0], lesson, sign: found.sign };
}

/** Returns the name of the opening that a point belongs to, "" for none. @param {Course} course @param {number} at */
export function nameOf({ info, points }, at) {
  const { moves = [], word = "", after = [] } = points[at] ?? {};
  return info.name === NAMED_BOARD ? openingName(after.length ? [...moves, Number(word)] : moves) : "";
}

/** Returns what the sheet promises of each of its moves. @param {Course} course @returns {"wins" | "least"} */
export const promised = ({ wins }) => (wins ? "wins" : "least");

/**
 * Returns the share of all games that the side wins (or holds) with what is known. The other side chooses evenly among
 * the replies that do not lose at once, or among those of perfect resistance.
 *
 * @param {Course} course
 * @param {Set<string>} known lessons
 * @param {"after" | "strongest"} replies
 */
export function share(course, known, replies = "after") {
  const shares = new Float64Array(course.points.length);
  const mean = (/** @type {number[]} */ after) => {
    const going = after.filter((to) => to >= 0);
    return going.length ? going.reduce((sum, to) => sum + (shares[to >> 1] ?? 0), 0) / going.length : 1;
  };
  for (const at of course.order)
    shares[at] = known.has(lessonOf(course, at)) ? mean(course.points[at]?.[replies] ?? []) : 0;
  return mean(replies === "after" ? course.start : course.strongest);
}
