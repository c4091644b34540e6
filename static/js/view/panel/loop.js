/** Draws the last moves of a game as a looping picture with the falling roots, in the colours of the page. */

/** @import { PageState } from "../../model/types.js" */

import { gif } from "../../model/gif.js";

const CELL = 56;
const EDGE = 20;
const FOOT = 56;
/** The line with the name and the address. */
const SIGN = 24;
const MOVES = 6;
/** How many frames a disc falls. */
const FALLING = 4;
const [MOVING, STANDING, LAST] = [5, 45, 220];
const NAMES = [
  "--table",
  "--slab",
  "--slab-edge",
  "--ground",
  "--first",
  "--first-edge",
  "--second",
  "--second-edge",
  "--mark",
  "--control",
];

/** Returns the page's colours, each as red, green and blue. */
function colours() {
  const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const styles = getComputedStyle(document.documentElement);
  const place = document.createElement("i");
  document.body.append(place);
  const found = NAMES.map((name) => {
    place.style.color = `var(${name})`;
    const colour = getComputedStyle(place).color || styles.color;
    if (!probe) return [0, 0, 0];
    probe.fillStyle = colour;
    probe.fillRect(0, 0, 1, 1);
    return [...probe.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });
  place.remove();
  return found;
}

/**
 * Returns the looping picture of the last moves; null on a board without gravity.
 *
 * @param {PageState} page
 * @returns {Blob | null}
 */
export function loopOf({ game, info }) {
  const [columns, rows] = info.board ?? [0, 0];
  if (!columns || !info.gravity) return null;
  const [width, height] = [columns * CELL + 2 * EDGE, rows * CELL + 2 * EDGE + CELL + FOOT + SIGN];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return null;
  const palette = colours();
  const css = palette.map(([r, g, b]) => `rgb(${r} ${g} ${b})`);
  const colour = (/** @type {string} */ name) => css[NAMES.indexOf(name)] ?? "";
  const middle = (/** @type {number} */ column, /** @type {number} */ row) =>
    /** @type {const} */ ([EDGE + (column - 0.5) * CELL, CELL + EDGE + (rows - row + 0.5) * CELL]);
  const round = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ r,
    /** @type {string} */ fill,
  ) => {
    pen.fillStyle = fill;
    pen.beginPath();
    pen.arc(x, y, r, 0, 2 * Math.PI);
    pen.fill();
  };
  const disc = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ seat) => {
    round(x, y, CELL * 0.42, colour(seat ? "--second-edge" : "--first-edge"));
    round(x, y, CELL * 0.37, colour(seat ? "--second" : "--first"));
  };
  const root = (/** @type {number} */ column, /** @type {number} */ fallen) => {
    const [x] = middle(column, 1);
    const y = height - SIGN - FOOT + 6 + fallen * FOOT;
    pen.strokeStyle = colour("--control");
    pen.lineWidth = 2;
    pen.beginPath();
    for (const [dx, dy] of [
      [0, 34],
      [-9, 24],
      [9, 28],
    ]) {
      pen.moveTo(x, y + (dx ? 12 : 0));
      pen.lineTo(x + (dx ?? 0), y + (dy ?? 0));
    }
    pen.stroke();
  };
  const draw = (/** @type {number} */ count, /** @type {number} */ fall, /** @type {number} */ kept) => {
    pen.fillStyle = colour("--table");
    pen.fillRect(0, 0, width, height);
    for (let column = 1; column <= columns; column += 1) root(column, column === kept ? 0 : fall);
    pen.fillStyle = colour("--table");
    pen.fillRect(0, height - SIGN, width, SIGN);
    pen.fillStyle = colour("--control");
    pen.font = `600 15px ${getComputedStyle(document.body).fontFamily}`;
    pen.fillText(`Fourthought · ${location.host}`, EDGE, height - 9, width - 2 * EDGE);
    pen.fillStyle = colour("--slab");
    pen.beginPath();
    pen.roundRect(EDGE / 2, CELL + EDGE / 2, width - EDGE, rows * CELL + EDGE, 16);
    pen.fill();
    for (let column = 1; column <= columns; column += 1)
      for (let row = 1; row <= rows; row += 1) round(...middle(column, row), CELL * 0.41, colour("--ground"));
    for (const [i, [column, row, seat]] of game.discs.slice(0, count).entries()) {
      const [x, y] = middle(column, row);
      const above = i === count - 1 && fall > 0 && fall < 1 ? (1 - fall * fall) * (rows - row + 1) * CELL : 0;
      disc(x, y - above, seat);
    }
    if (count < game.discs.length) return;
    for (const [column, row] of game.outcome?.line ?? []) {
      pen.strokeStyle = colour("--mark");
      pen.lineWidth = 4;
      pen.beginPath();
      pen.arc(...middle(column, row), CELL * 0.41, 0, 2 * Math.PI);
      pen.stroke();
    }
  };
  const frames = [];
  const first = Math.max(0, game.discs.length - MOVES);
  for (let count = first; count <= game.discs.length; count += 1) {
    const kept = game.discs[count - 1]?.[0] ?? 0;
    for (let i = 1; i < FALLING && count > first; i += 1) {
      draw(count, i / FALLING, kept);
      frames.push({ pixels: indexed(pen.getImageData(0, 0, width, height).data, palette), delay: MOVING });
    }
    draw(count, 0, 0);
    frames.push({
      pixels: indexed(pen.getImageData(0, 0, width, height).data, palette),
      delay: count === game.discs.length ? LAST : STANDING,
    });
  }
  const table = palette.map(([r = 0, g = 0, b = 0]) => (r << 16) | (g << 8) | b);
  return new Blob([gif(width, height, table, frames)], { type: "image/gif" });
}

/**
 * Replaces each pixel by the place of the nearest colour.
 * @param {Uint8ClampedArray} data
 * @param {number[][]} palette
 */
function indexed(data, palette) {
  const found = new Uint8Array(data.length / 4);
  /** @type {Map<number, number>} */
  const known = new Map();
  for (let at = 0; at < found.length; at += 1) {
    const [r = 0, g = 0, b = 0] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
    const key = (r << 16) | (g << 8) | b;
    let nearest = known.get(key);
    if (nearest === undefined) {
      const off = palette.map(([pr = 0, pg = 0, pb = 0]) => (pr - r) ** 2 + (pg - g) ** 2 + (pb - b) ** 2);
      nearest = off.indexOf(Math.min(...off));
      known.set(key, nearest);
    }
    found[at] = nearest;
  }
  return found;
}
