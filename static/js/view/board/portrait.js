/** Draws the ten opponents as discs with a face. */

import { drawing, svg } from "../dom.js";

/** Lists for each level the radius of its eyes, its brows, and its mouth. @type {[number, string, string][]} */
const LOOKS = [
  [9, "", "M46 68a4 4 0 1 0 8 0a4 4 0 1 0 -8 0"],
  [8, "", "M40 66q10 9 20 0"],
  [6, "M28 36h14M58 36h14", "M38 68q14 5 24 -4"],
  [7, "", "M34 62q16 17 32 0z"],
  [6, "", "M38 68h24"],
  [7, "M27 33l14 -5M59 28l14 5", "M34 64q16 13 32 0"],
  [6, "M27 34h15M58 34h15", "M36 69q14 -5 28 0"],
  [6, "M27 30l15 6M58 36l15 -6", "M38 68h24"],
  [5, "M26 31l16 6M58 37l16 -6", "M37 68q13 5 26 0"],
  [4, "", "M38 66q12 7 24 0"],
];

/**
 * Draws an opponent.
 *
 * @param {number} level
 * @param {[boolean, boolean]} beaten as which side; a half of the disc takes the other colour for each
 * @param {boolean} awake whether its eyes are open
 */
export function face(level, beaten = [false, false], awake = true) {
  const [eye, brows, mouth] = LOOKS[level - 1] ?? [6, "", "M38 68h24"];
  const drawn = drawing(
    "face-disc",
    "0 0 100 100",
    svg("circle", { class: "p1-edge", cx: 50, cy: 50, r: 47 }),
    svg("circle", { class: "p1-fill", cx: 50, cy: 50, r: 43 }),
    ...(beaten[0] ? [svg("path", { class: "p0-fill", d: "M50 7a43 43 0 0 0 0 86z" })] : []),
    ...(beaten[1] ? [svg("path", { class: "p0-fill", d: "M50 7a43 43 0 0 1 0 86z" })] : []),
  );
  const eyes = awake
    ? [35, 65].map((x) => svg("circle", { class: "face-disc__eye", cx: x, cy: 47, r: eye }))
    : [svg("path", { class: "face-disc__line", d: "M28 48q7 5 14 0M58 48q7 5 14 0" })];
  drawn.append(...eyes, svg("path", { class: "face-disc__line", d: `${brows}${mouth}` }));
  return drawn;
}
