/** Loads what a board's engine needs, once, and checks every file by the hash in its name. */

/** @import { Board, BoardFiles } from "./types.js" */

import { Book } from "./book.js";
import { FILES } from "./files.js";
import { Kernels } from "./kernels.js";

/** Named from here, as a worker knows no page. A wheel's bundles lie as deep below static as this file does. */
const FOLDER = new URL("../../engine/", import.meta.url);
const MIB = 1 << 20;
/** MiB of the large table, on devices with at least so many GiB of memory. */
const [TABLE, SMALL_TABLE, MUCH_MEMORY] = [32, 16, 4];

/** Returns the bytes of the large table for this device. */
export function tableBytes() {
  const { deviceMemory = MUCH_MEMORY } = /** @type {{deviceMemory?: number}} */ (/** @type {unknown} */ (navigator));
  return (deviceMemory < MUCH_MEMORY ? SMALL_TABLE : TABLE) * MIB;
}

/** Returns the name of a board's files. @param {Board} board */
export const fileKey = ({ width, height, connect }) => `${width}x${height}x${connect}`;

/**
 * Loads the kernels and the book of a board.
 *
 * @param {Board} board
 * @param {number} [table] bytes of the large table, a power of two
 * @returns {Promise<{kernels: Kernels, book: Book | null}>}
 */
export async function load(board, table = tableBytes()) {
  const files = FILES[fileKey(board)];
  if (!files) throw new Error(`there is no engine for ${fileKey(board)}`);
  const [code, network, book] = await Promise.all([
    fetched(files.wasm),
    files.net ? fetched(files.net).then(unpacked) : null,
    files.book ? fetched(files.book) : null,
  ]);
  const kernels = new Kernels(board, files, await WebAssembly.compile(code), network, table);
  return { kernels, book: book && new Book(board, new Uint8Array(book)) };
}

/** Returns a file whose name holds the hash of its content: `7x6x4-1a2b3c4d5e6f.wasm`. @param {string} name */
async function fetched(name) {
  const answer = await fetch(new URL(name, FOLDER));
  if (!answer.ok) throw new Error(`${name} is not there`);
  const content = await answer.arrayBuffer();
  if (globalThis.crypto?.subtle) {
    // there is none on a page without a secure connection
    const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", content))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    if (!hash.startsWith(/-([0-9a-f]+)\./.exec(name)?.[1] ?? "none")) throw new Error(`${name} is damaged`);
  }
  return content;
}

/** @param {ArrayBuffer} packed */
const unpacked = (packed) =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
