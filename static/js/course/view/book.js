/** Makes the book of a course: every lesson in its order, every card and every position, on numbered sheets. */

/** @import { Course } from "../model/course.js" */

import { byId, el } from "../../view/dom.js";
import { t } from "../../words.js";
import { answerAfter, pointOf } from "../model/course.js";
import { discsOf, playable } from "../model/discs.js";
import { cardWords, lessonWords, openingWords } from "../model/course_words.js";
import { drawBoard } from "../../view/small_board.js";
import { rules } from "./learn.js";

/** Lengths that fit A4 and Letter, in pixels; the sheet of style knows those of words and lines, too. */
const [WIDE, HIGH, WORDS, GAP] = [688, 880, 66, 12];
const [LETTER, LINES] = [4.9, 76];
/** Boards in a row. */
const ROW = 4;

/**
 * Returns the sheets. The first one has the rules, then come the contents, which know how many sheets they take.
 * @param {Course} course @param {(card: number) => SVGSVGElement} drawing
 */
export function book(course, drawing) {
  const [columns, rows] = course.info.board ?? [1, 1];
  const tall = ((WIDE - (ROW - 1) * GAP) / ROW) * (rows / columns) + WORDS + GAP;
  const each = ROW * Math.max(1, Math.floor(HIGH / tall));
  const figures = inParts(course.lessons, each).map((names, sheet) =>
    el(
      "div",
      { class: "win__figures" },
      ...names.map((name, at) => figure(course, name, sheet * each + at + 1, drawing)),
    ),
  );
  const opening = inLines(t("The opening"), t("The moves so far, and your answer:"), openingWords(course));
  const cards = course.cards.length;
  // As many lines as there will be tell how many sheets they need.
  const contents = (/** @type {(line: number) => number} */ pageOf) =>
    inLines(t("Contents"), "", [
      ...figures.map((_, at) =>
        t("Lessons {first} to {last}: page {page}", {
          first: at * each + 1,
          last: Math.min((at + 1) * each, course.lessons.length),
          page: pageOf(at),
        }),
      ),
      t("The opening: page {page}", { page: pageOf(figures.length) }),
      ...Array.from({ length: cards }, (_, at) =>
        t("Card {n}: page {page}", {
          n: at + 1,
          page: pageOf(Math.floor(course.lessons.indexOf(`c${at + 1}`) / each)),
        }),
      ),
    ]);
  const first = 2 + contents(() => 0).length;
  const name = /** @type {HTMLSelectElement} */ (byId("course")).selectedOptions[0]?.text ?? course.name;
  const begin = el("div", {}, el("h1", {}, name), rules(course, true));
  return [begin, ...contents((at) => first + at), ...figures, ...opening].map((sheet, at) =>
    el(
      "section",
      { class: "win__page" },
      el("p", { class: "win__number" }, el("span", {}, name), String(at + 1)),
      sheet,
    ),
  );
}

/** Draws a lesson with its number, what it asks for and the answer. @param {Course} course @param {string} lesson @param {number} n @param {(card: number) => SVGSVGElement} drawing */
function figure(course, lesson, n, drawing) {
  const { moves = [], word = "" } = course.points[pointOf(course, lesson)] ?? {};
  const isCard = lesson.startsWith("c");
  const card = Number(lesson.slice(1));
  const answer = isCard ? (answerAfter(course, moves)?.move ?? 0) : Number(word);
  const play = t("Play column {n}.", { n: answer });
  const discs = discsOf(course.info, moves);
  const rings = playable(course.info, discs).filter(([column]) => column === answer);
  return el(
    "figure",
    {},
    isCard ? drawing(card) : drawBoard(course.info.board ?? [1, 1], discs, { rings, className: "win__board" }),
    el(
      "figcaption",
      {},
      el("b", {}, `${n}. ${lessonWords(course, lesson)}`),
      ...(isCard ? [cardWords(course, card), play] : [play]).map((words) => el("span", {}, words)),
    ),
  );
}

/** Sets lines in as many columns as the longest one allows. @param {string} title @param {string} words @param {string[]} lines */
function inLines(title, words, lines) {
  const columns = Math.max(
    1,
    Math.floor((WIDE + GAP) / (Math.max(...lines.map(({ length }) => length)) * LETTER + GAP)),
  );
  return inParts(lines, columns * LINES).map((part) =>
    el(
      "div",
      {},
      el("h2", {}, title),
      ...(words ? [el("p", {}, words)] : []),
      el(
        "div",
        { class: "win__columns" },
        ...inParts(part, LINES).map((column) =>
          el("ul", { class: "win__moves" }, ...column.map((line) => el("li", {}, line))),
        ),
      ),
    ),
  );
}

/** Cuts a list into parts. @template T @param {T[]} all @param {number} most @returns {T[][]} */
const inParts = (all, most) =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most));
