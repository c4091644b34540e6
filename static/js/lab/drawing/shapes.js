/**
 * Draws the shapes of places, round (0, 0), and the strokes of a cut: no two kinds are told apart by colour alone.
 *
 * @typedef {"max" | "min" | "chance" | "leaf" | "table"} Kind
 * @typedef {{x: number, y: number}} Point
 */

const FOLD = 8;
const ROOF = 9;

/** Names the kinds of `mover`: Max, Min, chance, nobody. @type {Kind[]} */
export const KINDS = ["max", "min", "chance", "leaf"];

/**
 * Returns the outline of a shape: a triangle up or down, a circle, a square, a square with a fold. Of a `plate`, with
 * room inside, only the upper or lower edge comes to a point.
 *
 * @param {Kind} kind
 * @param {number} width
 * @param {number} height
 * @param {boolean} [plate]
 */
export function outline(kind, width, height, plate = false) {
  const [x, y] = [width / 2, height / 2];
  const roof = plate ? Math.min(ROOF, x) : height;
  if (kind === "max") return `M${-x} ${roof - y}L0 ${-y}L${x} ${roof - y}V${y}H${-x}Z`;
  if (kind === "min") return `M${-x} ${y - roof}L0 ${y}L${x} ${y - roof}V${-y}H${-x}Z`;
  if (kind === "chance") return plate ? rounded(x, y, Math.min(x, y)) : rounded(y, y, y);
  const fold = Math.min(FOLD, width / 3);
  if (kind === "table") return `M${-x} ${-y}H${x - fold}L${x} ${fold - y}V${y}H${-x}ZM${x - fold} ${-y}V${fold - y}H${x}`;
  return rounded(x, y, Math.min(3, x));
}

/** Returns a rectangle with round corners. @param {number} x @param {number} y @param {number} r */
function rounded(x, y, r) {
  const arc = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${r - x} ${-y}H${x - r}${arc(r, r)}V${y - r}${arc(-r, r)}H${r - x}${arc(-r, -r)}V${r - y}${arc(r, -r)}Z`;
}

/** Returns where the edges leave a place: below its value, where the value stands below. @param {import("./layout.js").Box} box */
export const foot = (box) => box.y + box.h / 2 + (box.board ? 20 : 0);

/**
 * Returns two strokes across the middle of an edge.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {number} half of a stroke's length
 */
export function strokes(from, to, half) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [x, y] = [dx / length, dy / length];
  return [-3, 3].map((shift) => {
    const at = { x: (from.x + to.x) / 2 + x * shift, y: (from.y + to.y) / 2 + y * shift };
    return `M${at.x - y * half} ${at.y + x * half}L${at.x + y * half} ${at.y - x * half}`;
  }).join("");
}
