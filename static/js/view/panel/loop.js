/**
 * Draws the last moves of a game as a looping picture with the falling roots, in the colours of the page, and writes it
 * as GIF (GIF89a, CompuServe 1990), with one table of colours for all frames.
 */

/** @import { PageState } from "../../model/types.js" */

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
 * @param {PageState} page @returns {Blob | null}
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
 * @param {Uint8ClampedArray} data @param {number[][]} palette
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

const END = 0x3b;

/** Writes a number in two bytes, the low one first. @param {number} n */
const short = (n) => [n & 255, n >> 8];

/**
 * Returns the bytes of a GIF that loops.
 *
 * @param {number} width
 * @param {number} height
 * @param {number[]} colours at most 16, each 0xRRGGBB
 * @param {{pixels: Uint8Array, delay: number}[]} frames pixels: places in the colours; delay: hundredths of a second
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function gif(width, height, colours, frames) {
  const table = Array.from({ length: 16 }, (_, i) => colours[i] ?? 0).flatMap((one) => [
    one >> 16,
    (one >> 8) & 255,
    one & 255,
  ]);
  const loop = [0x21, 0xff, 11, ...Array.from("NETSCAPE2.0", (sign) => sign.charCodeAt(0)), 3, 1, 0, 0, 0];
  /** @type {number[]} */
  const bytes = [
    ...Array.from("GIF89a", (sign) => sign.charCodeAt(0)),
    ...short(width),
    ...short(height),
    0xf3,
    0,
    0,
    ...table,
    ...loop,
  ];
  for (const { pixels, delay } of frames) {
    bytes.push(0x21, 0xf9, 4, 4, ...short(delay), 0, 0, 0x2c, 0, 0, 0, 0, ...short(width), ...short(height), 0, 4);
    const packed = compressed(pixels, 4);
    for (let at = 0; at < packed.length; at += 255) {
      const part = packed.slice(at, at + 255);
      bytes.push(part.length);
      for (const byte of part) bytes.push(byte);
    }
    bytes.push(0);
  }
  bytes.push(END);
  return new Uint8Array(bytes);
}

/**
 * Compresses pixels by the rule of Lempel, Ziv and Welch, with codes of growing width.
 *
 * @param {Uint8Array} pixels
 * @param {number} bits of a pixel
 */
function compressed(pixels, bits) {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  /** @type {number[]} */
  const out = [];
  let [waiting, filled, width, next] = [0, 0, bits + 1, end + 1];
  /** Maps a known code and the pixel after it to a code. @type {Map<number, number>} */
  let known = new Map();
  const write = (/** @type {number} */ code) => {
    waiting |= code << filled;
    filled += width;
    while (filled >= 8) {
      out.push(waiting & 255);
      waiting >>= 8;
      filled -= 8;
    }
  };
  write(clear);
  let current = pixels[0] ?? 0;
  for (let at = 1; at < pixels.length; at += 1) {
    const pixel = pixels[at] ?? 0;
    const key = (current << 8) | pixel;
    const longer = known.get(key);
    if (longer !== undefined) {
      current = longer;
      continue;
    }
    write(current);
    if (next < 4096) {
      known.set(key, next);
      if (next === 1 << width && width < 12) width += 1;
      next += 1;
    } else {
      write(clear);
      [known, width, next] = [new Map(), bits + 1, end + 1];
    }
    current = pixel;
  }
  write(current);
  write(end);
  if (filled) out.push(waiting & 255);
  return out;
}
