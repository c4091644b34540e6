/**
 * Searches positions beside the page, in slices: between two of them it listens, so a stop is heard within 10 ms. The
 * page sends one of `Asked`; each answer bears the question's number.
 *
 * @typedef {{id: number, type: "scores", board: Board, moves: number[]}} Scores asks for the exact score of every move
 * @typedef {{id: number, type: "stop"}} Stop ends a question
 * @typedef {Scores | Stop | Order} Asked
 * @typedef {{id: number, found?: Found, chosen?: Chosen, thought?: Thought, failed?: string}} Answer a question that ends
 *   with `done`, a mind's move or thoughts, or a failure
 */

/** @import { Chosen, Order } from "./minds.js" */
/** @import { Thought } from "./mind/report.js" */
/** @import { Board, Found } from "./board.js" */

import { Analysis } from "./search.js";
import { endScore, fileKey, replay } from "./board.js";
import { load } from "./loading.js";
import { Minds } from "./minds.js";

/** Milliseconds of one slice, and between two pieces of news. */
const [SLICE, NEWS] = [3, 80];
/** Positions between two looks at the clock: half a millisecond, two on a slow phone. */
const PIECE = 2_000;
const NOTHING = Object.freeze({ moves: [], done: true, nodes: 0 });

/** @type {any} */
const page = self;
/** @type {Map<string, ReturnType<typeof load>>} */
const engines = new Map();
/** @type {Map<number, Scores>} the questions, the oldest first */
const open = new Map();
/** @type {{id: number, analysis: Analysis, told: number} | null} */
let current = null;
const minds = new Minds(engineOf, (news) => page.postMessage(news));
let running = false;
/** Turns come by messages: a timer would wait for 4 ms each time. */
const turns = new MessageChannel();
turns.port1.onmessage = () => void turn();

/** Tells what is known of a position. @param {number} id @param {Found} found */
const tell = (id, found) => page.postMessage({ id, found });

/** Loads a board's engine, once. @param {Board} board */
function engineOf(board) {
  const key = `${fileKey(board)} ${board.light ?? ""}`;
  const loaded = engines.get(key) ?? load(board);
  engines.set(key, loaded);
  return loaded;
}

/** Begins the oldest question. */
async function begin() {
  const [first] = open.values();
  if (!first) return;
  const { id, board, moves } = first;
  const { kernels, book } = await engineOf(board);
  if (!open.has(id)) return; // stopped meanwhile
  const position = replay(board, moves);
  if (endScore(board, position) !== null) return finish(id, NOTHING);
  current = { id, analysis: new Analysis(kernels, book, position), told: performance.now() };
}

/** Ends a question with all that is known. @param {number} id @param {Found} found */
function finish(id, found) {
  end(id);
  tell(id, found);
}

/** Forgets a question. @param {number} id */
function end(id) {
  if (current?.id === id) {
    current.analysis.close();
    current = null;
  }
  open.delete(id);
}

/** Searches for one slice, and comes again: for a due move, then for questions, then on a person's time. */
async function turn() {
  try {
    if (minds.due) minds.turn();
    else if (open.size) await answer();
    else minds.turn();
  } catch (error) {
    fail(error);
  }
  running = open.size > 0 || minds.busy;
  if (running) turns.port2.postMessage(null);
}

/** Searches for the oldest question. */
async function answer() {
  if (!current) await begin();
  if (!current) return;
  const { id, analysis } = current;
  const end = performance.now() + SLICE;
  let [now, done] = [0, false];
  do {
    done = analysis.step(PIECE);
    now = performance.now();
  } while (!done && now < end);
  if (done) finish(id, analysis.found());
  else if (now - current.told > NEWS) {
    current.told = now;
    tell(id, analysis.found());
  }
}

/** Tells that this engine is broken. @param {unknown} error */
function fail(error) {
  for (const id of [...open.keys()]) end(id);
  page.postMessage({ id: 0, failed: String(error) });
}

/** Goes on searching, where it has stopped. */
function wake() {
  if (running) return;
  running = true;
  void turn();
}

page.addEventListener("message", (/** @type {MessageEvent<Asked>} */ { data }) => {
  if (data.type === "stop") return end(data.id);
  if (data.type !== "scores") return void minds.hear(data).then(wake, fail);
  open.set(data.id, data);
  return wake();
});
