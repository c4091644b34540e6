/** Makes the sheet of a course: all cards and all moves of the opening, as one drawing to keep. */

/** @import { Course } from "../model/course.js" */

import { svg } from "../../view/dom.js";
import { t } from "../../words.js";
import { openingWords, rulesOf } from "../model/words.js";

/** The parts of a small board, whose looks a drawing takes along. */
const PARTS = [
  "win__slab",
  "win__hole",
  "win__sign",
  ...["p0", "p1"].flatMap((p) => [`${p}-edge`, `${p}-fill`, `${p}-mark`]),
];
const LETTERS =
  "text{font-family:sans-serif}.win__sign{font-size:64px;font-weight:700;text-anchor:middle;dominant-baseline:central}";
/** Lengths of the drawing: its width and margin, the cards in a row, the columns of moves, the heights of lines. */
const [WIDTH, MARGIN, ROW, COLUMNS] = [1000, 24, 5, 3];
const [TITLE, LINE, MOVES] = [44, 22, 14];
const GAP = 12;

/**
 * Returns all cards and all moves of the opening as one drawing, which needs no page.
 *
 * @param {Course} course
 * @param {(card: number) => SVGSVGElement} drawing
 * @param {Element} shown a small board on the page, whose colours are taken
 */
export function drawn(course, drawing, shown) {
  const sheet = svg("svg", { xmlns: "http://www.w3.org/2000/svg" });
  let y = MARGIN;
  const write = (/** @type {string} */ words, /** @type {number} */ size, /** @type {number} */ high) => {
    y += high;
    sheet.append(text(words, MARGIN, y, size));
  };
  sheet.append(svg("style", {}, document.createTextNode(looks(shown) + LETTERS)));
  write(t("The cards"), 24, TITLE);
  for (const says of rulesOf(course)) write(t(says), 15, LINE);
  const [columns, rows] = course.info.board ?? [1, 1];
  const wide = (WIDTH - 2 * MARGIN - (ROW - 1) * GAP) / ROW;
  const high = (wide * rows) / columns;
  y += LINE;
  for (const at of course.cards.keys()) {
    const left = MARGIN + (at % ROW) * (wide + GAP);
    const top = y + Math.floor(at / ROW) * (high + LINE + GAP);
    const board = drawing(at + 1);
    for (const [name, value] of Object.entries({ x: left, y: top, width: wide, height: high }))
      board.setAttribute(name, String(value));
    sheet.append(board, text(t("Card {n}", { n: at + 1 }), left, top + high + LINE * 0.7, 14));
  }
  y += Math.ceil(course.cards.length / ROW) * (high + LINE + GAP);
  write(t("The opening"), 24, TITLE);
  write(t("The moves so far, and your answer:"), 15, LINE);
  const lines = openingWords(course);
  const each = Math.ceil(lines.length / COLUMNS);
  for (const [at, line] of lines.entries())
    sheet.append(
      text(line, MARGIN + (Math.floor(at / each) * (WIDTH - 2 * MARGIN)) / COLUMNS, y + LINE + (at % each) * MOVES, 10),
    );
  y += LINE + each * MOVES + MARGIN;
  sheet.setAttribute("viewBox", `0 0 ${WIDTH} ${Math.ceil(y)}`);
  return sheet;
}

/** @param {string} words @param {number} x @param {number} y @param {number} size */
const text = (words, x, y, size) => svg("text", { x, y, "font-size": size }, document.createTextNode(words));

/** Returns the style of the parts of a board as they are on the page. @param {Element} shown */
const looks = (shown) =>
  PARTS.map((name) => {
    const part = shown.querySelector(`.${name}`);
    if (!part) return "";
    const { fill, stroke, strokeWidth } = getComputedStyle(part);
    return `.${name}{fill:${fill};stroke:${stroke};stroke-width:${strokeWidth}}`;
  }).join("");
