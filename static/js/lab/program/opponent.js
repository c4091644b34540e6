/**
 * Asks programs: a worker is started for each question, and ended after the answer or after its time. Of a position of
 * Connect Four are made the trees that a program of one's own searches: one below each of its moves, with the other side
 * to move, who is Max there.
 * @typedef {number | Tree[]} Tree as nested lists; a leaf is worth its number for the side to move at the top
 * @typedef {{moves: number[], win: Disc[] | null}} Asked
 */

/** @import { Disc } from "../../coach/model/puzzle.js" */

import { HEIGHT, WIDTH, discsAfter, openColumns, winningCells } from "../../coach/model/puzzle.js";
import { fileAddress } from "../../files.js";
import { linesOf } from "../../model/lines.js";
import { root } from "../../words.js";
import { startWorker } from "../../workers.js";

/** What a four is worth, and how much of it a guess reaches at most. */
const [WON, MOST] = [100, 50];
/** What one, two and three discs are worth in a line of four where the other side has none. */
const WORTH = [0, 1, 3, 9];

/** Where the lab's page leaves a program for the table, in this tab alone. */
export const PROGRAM = "fourthought.program";

const LINES = linesOf(WIDTH, HEIGHT, 4);

/** Guesses what a position is worth for a side: the lines that are still open to one side alone. @param {Disc[]} discs @param {0 | 1} side */
export function guess(discs, side) {
  const at = new Map(discs.map(([column, row, owner]) => [column * 10 + row, owner]));
  let sum = 0;
  for (const line of LINES) {
    const owners = line.flatMap(([column, row]) => at.get(column * 10 + row) ?? []);
    const own = owners.filter((owner) => owner === side).length;
    if (own === 0 || own === owners.length) sum += (own ? 1 : -1) * (WORTH[owners.length] ?? 0);
  }
  return Math.max(-MOST, Math.min(MOST, sum));
}

/** Tells whether a game is over. @param {Disc[]} discs */
export const isOver = (discs) => winningCells(discs).length > 0 || discs.length === WIDTH * HEIGHT;

/**
 * Returns the tree below a position.
 * @param {number[]} moves
 * @param {number} plies to the guess
 * @param {0 | 1} side for which the leaves are worth their numbers
 * @returns {Tree}
 */
export function treeOf(moves, plies, side) {
  const discs = discsAfter(moves);
  if (winningCells(discs).length) return discs.at(-1)?.[2] === side ? WON + plies : -WON - plies; // sooner is worth more
  if (discs.length === WIDTH * HEIGHT) return 0;
  if (plies === 0) return guess(discs, side);
  return openColumns(discs).map((column) => treeOf([...moves, column], plies - 1, side));
}

/**
 * Asks for the reply of a program to some moves, and what it is worth to the program's side.
 * @param {(trees: Tree[]) => Promise<(number | null)[] | null>} values asks the program; null: it does not answer
 * @param {number[]} moves
 * @param {number} plies that it looks ahead
 * @returns {Promise<{column: number, value: number} | null>} null: it does not answer
 */
export async function replyOf(values, moves, plies) {
  const open = openColumns(discsAfter(moves));
  const other = moves.length % 2 ? 0 : 1; // to move there
  const trees = open.map((one) => treeOf([...moves, one], plies - 1, other));
  const asked = trees.filter(Array.isArray);
  const found = asked.length ? await values(asked) : [];
  if (!found || found.some((one) => typeof one !== "number")) return null;
  const worth = trees.map((tree) => (Array.isArray(tree) ? Number(found.shift()) : tree));
  const column = chosen(open, worth);
  return { column, value: -(worth[open.indexOf(column)] ?? 0) };
}

/**
 * Returns the move that the values of the trees below speak for, the one nearest to the middle among equals.
 * @param {number[]} columns
 * @param {number[]} values for the other side
 */
function chosen(columns, values) {
  const least = Math.min(...values);
  const equals = columns.filter((_, at) => values[at] === least);
  const away = (/** @type {number} */ column) => Math.abs(column - (WIDTH + 1) / 2);
  return equals.sort((a, b) => away(a) - away(b))[0] ?? 0;
}

/** Milliseconds in which the worker must be ready, the interpreter loaded. */
const READY_MS = 60_000;
/** How many times as long as the worker's start an answer may take: on a slow or busy device both take long. */
const STARTS = 10;

/** Megabytes of Python: for a program of the reader, and for the judge, which runs it some hundred times. */
const [PROGRAM_MB, JUDGE_MB] = [8, 64];

/** @type {Promise<[ArrayBuffer, Record<string, string>]> | null} */
let loaded = null;

/** Loads the interpreter and the judge, once. */
function load() {
  loaded ??= Promise.all([
    fetch(fileAddress("vendor/micropython.wasm")).then((one) => one.arrayBuffer()),
    fetch(`${root}/lab/program/judge`).then((one) => one.json()),
  ]);
  return loaded;
}

/**
 * Asks one question.
 * @param {{question: string, [part: string]: unknown}} question
 * @param {number} least milliseconds for the answer at least, from the moment when the worker is ready
 * @returns {Promise<any>} the answer; `code` is "time" or "memory" where there is none
 */
export async function ask(question, least) {
  const [wasm, sources] = await load();
  const worker = startWorker("js/lab/program/worker.js");
  const begun = performance.now();
  const found = await new Promise((resolve) => {
    let timer = setTimeout(() => resolve({ code: "broken" }), READY_MS);
    worker.addEventListener("error", () => resolve({ code: "broken" }));
    worker.addEventListener("message", ({ data }) => {
      clearTimeout(timer);
      if (data.type === "ready") {
        const seconds = Math.ceil(Math.max(least, STARTS * (performance.now() - begun)) / 1000);
        timer = setTimeout(() => resolve({ code: "time", values: { n: String(seconds) } }), seconds * 1000);
      } else if (data.type === "answer") resolve(parsed(data.text));
      else resolve(failed(data.text));
    });
    const megabytes = question.question === "records" ? PROGRAM_MB : JUDGE_MB;
    worker.postMessage({ wasm, sources, question: JSON.stringify(question), megabytes });
  });
  worker.terminate();
  return found;
}

/** Reads an answer, which a program may have spoilt. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { code: "broken" };
  }
}

/** Names what ended Python. @param {string} text */
function failed(text) {
  if (/memory/i.test(text)) return { code: "memory" };
  return /recursion|stack/i.test(text) ? { code: "deep" } : { code: "broken" };
}
