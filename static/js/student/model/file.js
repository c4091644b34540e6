/**
 * Writes what a student knows as a file that `fourthought match` plays. The format is that of engine/nets/file.py: a
 * line with its name, a line of JSON, the packed weights as whole numbers, and a SHA-256 of all before.
 *
 * @typedef {{seed: number, games: number, own: number, curve: [number, number][]}} Life
 */

/** @import { Net } from "./net.js" */

import { symmetries } from "./net.js";

const FIRST_LINE = "fourthought net 1\n";
/** One as a whole number: a weight between -8 and 8 fits into two bytes. */
const UNIT = 4096;
const [LEAST, MOST] = [-32768, 32767];

/** Returns the weights as whole numbers. @param {Float32Array} weights */
export const whole = (weights) =>
  Int16Array.from(weights, (weight) => Math.max(LEAST, Math.min(MOST, Math.round(weight * UNIT))));

/** Returns the file without its hash. @param {Net} net @param {Float32Array} weights @param {Life} life */
export async function body(net, weights, life) {
  const { name, width, height } = net.board;
  const figures = {
    "own games": life.own,
    ...Object.fromEntries(life.curve.map(([games, keeps]) => [`keeps after ${games}`, Number(keeps.toFixed(4))])),
  };
  const head = {
    game: name,
    width,
    height,
    images: symmetries(net.board).length,
    sets: 2,
    tuples: net.tuples,
    unit: UNIT,
    bytes: 2,
    packing: "zlib",
    seed: life.seed,
    games: life.games,
    figures,
    learner: "student",
  };
  const numbers = whole(weights);
  const bytes = new DataView(new ArrayBuffer(numbers.length * 2));
  numbers.forEach((number, i) => bytes.setInt16(i * 2, number, true));
  return joined([
    new TextEncoder().encode(`${FIRST_LINE}${JSON.stringify(head)}\n`),
    await through(new CompressionStream("deflate"), bytes),
  ]);
}

/** Returns a file with its hash. @param {Uint8Array<ArrayBuffer>} bytes the file without one */
export const sealed = async (bytes) => joined([bytes, new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]);

/**
 * Returns what stands in a file without its hash.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<{board: string, tuples: number[][], weights: Float32Array, life: Life}>}
 * @throws {Error} for anything that is not a student of this page
 */
export async function opened(bytes) {
  const second = FIRST_LINE.length;
  const end = bytes.indexOf(10, second);
  if (new TextDecoder().decode(bytes.subarray(0, second)) !== FIRST_LINE || end < 0)
    throw new Error("This is no file of a student.");
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(second, end)));
  if (head.learner !== "student" || head.bytes !== 2 || head.packing !== "zlib")
    throw new Error("This is no file of a student.");
  const size =
    2 * head.tuples.reduce((/** @type {number} */ sum, /** @type {number[]} */ tuple) => sum + 3 ** tuple.length, 0);
  const unpacked = await through(
    new DecompressionStream("deflate"),
    new DataView(bytes.buffer, bytes.byteOffset + end + 1, bytes.length - end - 1),
  );
  if (unpacked.length !== size * 2) throw new Error("The file of the student is damaged.");
  const view = new DataView(unpacked.buffer, unpacked.byteOffset);
  const weights = Float32Array.from({ length: size }, (_, i) => view.getInt16(i * 2, true) / head.unit);
  const figures = Object.entries(head.figures).filter(([name]) => name.startsWith("keeps after "));
  const curve = /** @type {[number, number][]} */ (
    figures.map(([name, keeps]) => [Number(name.slice(12)), Number(keeps)])
  );
  return {
    board: head.game,
    tuples: head.tuples,
    weights,
    life: { seed: head.seed, games: head.games, own: head.figures["own games"], curve },
  };
}

/**
 * Sends bytes through a stream.
 * @param {CompressionStream | DecompressionStream} stream @param {ArrayBufferView<ArrayBuffer>} bytes
 */
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  const written = writer.write(/** @type {any} */ (bytes)).then(() => writer.close());
  const out = new Uint8Array(await new Response(stream.readable).arrayBuffer());
  await written;
  return out;
}

/** Joins bytes. @param {Uint8Array[]} parts */
function joined(parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
