/** Loads what a board's engine needs, once, and checks every file by the hash in its name. */

/** @import { Board, BoardFiles, Cards } from "./board.js" */

import { fileKey, wordsOf } from "./board.js";
import { Book } from "./book.js";
import { FILES } from "./files.js";
import { Kernels } from "./kernels.js";

/** Named from here, as a worker knows no page. A wheel's bundles lie as deep below static as this file does. */
const FOLDER = new URL("../../engine/", import.meta.url);
const MIB = 1 << 20;
/** Bytes of a table that nothing uses. */
const LEAST = 16;
/** Bytes of the widest item of a network. */
const WIDEST = 8;
/** MiB of the large table, on devices with at least so many GiB of memory. */
const [TABLE, SMALL_TABLE, MUCH_MEMORY] = [32, 16, 4];

/** Cells up to which every position is searched to the end: larger boards search to a depth as well. */
const PROVABLE = 42;

/** MiB of a tree's nodes, and of one on a small device: 150,000 nodes and 75,000. */
const [TREE, SMALL_TREE] = [8, 4];

/** Tells whether a board has an exact search: one with gravity. @param {Board} board */
export const hasExactSearch = (board) => !board.flat;

/** Tells whether every position of a board is searched to the end; on others searches of a depth help. @param {Board} board */
export const isProvable = (board) => hasExactSearch(board) && board.width * board.height <= PROVABLE;

/** Returns the bytes of a board's large table for this device. @param {Board} board */
export const tableBytes = (board) => ((isSmall() ? SMALL_TABLE : TABLE) * MIB) / (isProvable(board) ? 1 : 2);

/** Returns the bytes of a tree's nodes for this device. */
export const treeBytes = () => (isSmall() ? SMALL_TREE : TREE) * MIB;

/** Tells whether this device has little memory. */
function isSmall() {
  const { deviceMemory = MUCH_MEMORY } = /** @type {{deviceMemory?: number}} */ (/** @type {unknown} */ (navigator));
  return deviceMemory < MUCH_MEMORY;
}

/**
 * Loads the kernels and the book of a board.
 *
 * @param {Board} board
 * @param {number} [table] bytes of the large table, a power of two
 * @returns {Promise<{kernels: Kernels, book: Book | null}>}
 */
export async function load(board, table = board.light ?? tableBytes(board)) {
  const files = FILES[fileKey(board)];
  if (!files) throw new Error(`there is no engine for ${fileKey(board)}`);
  const [module, network, book] = await Promise.all([
    files.wasm ? fetched(files.wasm).then((code) => WebAssembly.compile(code)) : null,
    files.net ? (board.light ? blank(files) : fetched(files.net, unpacked)) : null,
    files.book && !board.light ? fetched(files.book) : null,
  ]);
  const exact = hasExactSearch(board) ? table : LEAST;
  const deep = isProvable(board) || !module ? 0 : table / 2;
  const kernels = new Kernels(board, files, module, network, exact, deep);
  return { kernels, book: book && new Book(board, new Uint8Array(book)) };
}

/** Returns room for a network of zeros: it orders nothing, and no score changes. @param {BoardFiles} files */
const blank = ({ net_arrays = [] }) =>
  new ArrayBuffer(net_arrays.reduce((sum, [, ...shape]) => sum + shape.reduce((a, b) => a * b, WIDEST), 0));

/** Loads the book of 7x6 alone. */
export const loadBook = async () => new Uint8Array(await fetched(FILES["7x6x4"]?.book ?? ""));

/**
 * Loads the cards of a side of a board. Null where there are none.
 *
 * @param {Board} board
 * @param {number} side 0 or 1
 * @returns {Promise<Cards | null>}
 */
export async function loadCards(board, side) {
  const name = FILES[fileKey(board)]?.courses?.[side];
  if (!name) return null;
  const [content, { answerAfter, courseOf }] = await Promise.all([fetched(name), import("../course/model/course.js")]);
  const course = courseOf(JSON.parse(new TextDecoder().decode(content)));
  return { side: course.side, wins: course.wins, moveAfter: (moves) => answerAfter(course, moves)?.move ?? null };
}

/** Loads the steps of the kept tree. @param {Board} [board] none: of one word */
export const loadTree = async (board) =>
  WebAssembly.compile(await fetched(FILES[board && wordsOf(board) > 1 ? "tree2" : "tree"]?.wasm ?? ""));

/**
 * Returns a file whose name holds the hash of its content: `7x6x4-1a2b3c4d5e6f.wasm`.
 *
 * @param {string} name
 * @param {(answer: Response) => Response} [unpack] takes off a packing, which the hash knows nothing of
 */
async function fetched(name, unpack = (answer) => answer) {
  const answer = await fetch(new URL(name, FOLDER));
  if (!answer.ok) throw new Error(`${name} is not there`);
  const content = await unpack(answer).arrayBuffer();
  if (globalThis.crypto?.subtle) {
    // there is none on a page without a secure connection
    const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", content))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    if (!hash.startsWith(/-([0-9a-f]+)\./.exec(name)?.[1] ?? "none")) throw new Error(`${name} is damaged`);
  }
  return content;
}

/** @param {Response} answer */
const unpacked = ({ body }) => new Response(body?.pipeThrough(new DecompressionStream("gzip")));
