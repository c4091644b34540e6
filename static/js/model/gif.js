/** Writes a looping picture as GIF (GIF89a, CompuServe 1990), with one table of colours for all frames. Pure. */

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
