/** Draws the calendar and the curve. Both are pictures of what the page says in words and in a table. */

/** @import { Deed } from "./model.js" */

import { svg } from "../../view/dom.js";
import { t } from "../../words.js";

const CELL = 20;
/** A day's disc grows with what was done: 1, 3, 8 puzzles or games, or more. */
const RADII = /** @type {[number, number][]} */ ([
  [1, 4.5],
  [3, 6],
  [8, 7.5],
  [Number.POSITIVE_INFINITY, 9],
]);
const [WIDTH, HEIGHT, LEFT, EDGE] = [320, 150, 28, 8];
/** Days that the curve shows at least. */
const LEAST_DAYS = 6;

/** Returns the radius of a day's disc. @param {Deed} deed */
const radiusOf = ({ puzzles, games }) => RADII.find(([most]) => puzzles + games <= most)?.[1] ?? 0;

/**
 * Draws the weeks as columns of holes, each day with something done as a disc.
 *
 * @param {({day: number, deed: Deed | undefined} | null)[][]} weeks
 * @param {string} words what the calendar says
 */
export function calendar(weeks, words) {
  const days = weeks.flatMap((week, column) =>
    week.flatMap((one, row) => {
      if (!one) return [];
      const at = { cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL };
      const hole = svg("circle", { class: "days__hole", ...at, r: 9 });
      return one.deed ? [hole, svg("circle", { class: "days__disc", ...at, r: radiusOf(one.deed) })] : [hole];
    }),
  );
  const viewBox = `0 0 ${weeks.length * CELL} ${7 * CELL}`;
  return svg(
    "svg",
    { class: "days__calendar", viewBox, role: "img", "aria-label": words, focusable: "false" },
    ...days,
  );
}

/**
 * Draws the points in puzzles and in games, day by day, over the lines of the levels.
 *
 * @param {Deed[]} deeds those of which some points are known
 * @param {number} today
 * @param {number[]} levels the points of each level
 * @param {string} words what the curve says
 */
export function curve(deeds, today, levels, words) {
  const first = Math.min(deeds[0]?.day ?? today, today - LEAST_DAYS);
  const known = deeds.flatMap(({ rating, strength }) => [rating, strength]).filter((one) => one !== null);
  const [low, high] = [Math.min(...known) - 120, Math.max(...known) + 120];
  const x = (/** @type {number} */ day) => LEFT + ((day - first) * (WIDTH - LEFT - EDGE)) / (today - first);
  const y = (/** @type {number} */ points) => HEIGHT - EDGE - ((points - low) * (HEIGHT - 2 * EDGE)) / (high - low);
  const rulers = levels.flatMap((points, at) => {
    if (points < low || points > high) return [];
    const name = svg("text", { class: "days__level", x: 0, y: y(points) + 4 });
    name.textContent = t("L{n}", { n: at + 1 });
    return [svg("line", { class: "days__ruler", x1: LEFT, x2: WIDTH, y1: y(points), y2: y(points) }), name];
  });
  const lines = /** @type {const} */ (["rating", "strength"]).flatMap((kind) => {
    const points = deeds.flatMap((deed) => (deed[kind] === null ? [] : [[x(deed.day), y(deed[kind])]]));
    return [
      svg("polyline", { class: `days__line days__line--${kind}`, points: points.join(" ") }),
      ...points.map(([cx = 0, cy = 0]) => svg("circle", { class: `days__point days__point--${kind}`, cx, cy, r: 3 })),
    ];
  });
  const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
  const label = { role: "img", "aria-label": words, focusable: "false" };
  return svg("svg", { class: "days__curve", viewBox, ...label }, ...rulers, ...lines);
}
