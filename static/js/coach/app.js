/**
 * Wires the coach's page: puzzles from files, progress in this browser. The page talks to no server after the files are
 * here, so it works on without one.
 *
 * @typedef {import("./model/puzzle.js").Puzzle} Puzzle
 * @typedef {import("./model/choice.js").Index} Index
 * @typedef {{files: string, worker: string}} Boot
 * @typedef {{row: any[], puzzle: Puzzle, chunk: number | null}} Loaded
 */

import { Board } from "../view/board/board.js";
import { Layers } from "../view/board/layers.js";
import { byId, isStill, set, setText, setVariable } from "../view/dom.js";
import { beginWalk, isWon, playReply, startDiscs } from "../model/certificate.js";
import { boardPage } from "./model/boardpage.js";
import { chunkFor, locate, nextPuzzle, numberOfDay, placeOfDay, wantedRatings } from "./model/choice.js";
import { afterDay, afterPuzzle, exported, imported } from "./model/progress.js";
import { BOARD, discsAfter, fromRow, isSolved } from "./model/puzzle.js";
import { dayNumber, dueCard } from "./model/repetition.js";
import { EMPTY, canMove, discsShown, reduce, solvedAtOnce } from "./model/session.js";
import { dayLine, distance, task, verdict } from "./model/words.js";
import { Files } from "./net/files.js";
import { loadProgress, onOtherTab, saveProgress } from "./net/progress_store.js";
import { keepForLater } from "./net/worker.js";
import { Panel } from "./view/panel.js";
import { Why } from "./view/why.js";

/** Milliseconds between two discs that drop by themselves. */
const PAUSE_MS = 650;

/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
/** The end of the address: "" is the puzzle of the day. */
const section = location.pathname.split("/")[2] ?? "";
const files = new Files(boot.files);
const today = () => dayNumber(new Date());

let progress = loadProgress();
let session = EMPTY;
/** @type {Loaded | null} */
let loaded = null;
/** @type {Index | null} */
let index = null;
/** @type {import("./model/choice.js").Daily | null} */
let daily = null;
let theme = new URLSearchParams(location.search).get("theme") ?? "double-threat";
let message = "";
let counted = false;
let dropping = 0;
/** The explanation on the board, the step shown, and the game along the proof. @type {import("../model/certificate.js").Explanation | null} */
let why = null;
let step = 0;
/** @type {import("../model/certificate.js").Walk | null} */
let walk = null;

const nothing = () => {};
const board = new Board(BOARD, {
  aim: (move) => act({ type: "aim", move }),
  play: (move) => play(move),
  undo: nothing, redo: nothing, hint: nothing, step: nothing, sound: nothing, usePieRule: nothing, help: nothing,
});
const panel = new Panel({
  again: () => again(),
  reveal: () => reveal(),
  next: () => void next().then(focusBoard),
  why: () => void explain(),
  copy: () => void copyDay(),
  theme: (slug) => void chooseTheme(slug),
  exportText: () => (panel.text.value = exported(progress)),
  importText,
});

const layers = new Layers(board.face);
const whyView = new Why({
  step: (at) => showStep(at),
  attempt: () => tryIt(),
  close: () => closeWhy(),
});

/** Changes the session and draws it. @param {import("./model/session.js").Action} action */
function act(action) {
  session = reduce(session, action);
  render();
  dropLater();
}

/** Lets the next disc drop after a pause; at once where motion is not wanted. */
function dropLater() {
  clearTimeout(dropping);
  if (session.unseen) dropping = setTimeout(() => act({ type: "drop" }), isStill() ? 0 : PAUSE_MS);
}

/** Plays the person's move. @param {number} move */
function play(move) {
  if (walk) return playAgainstProof(move);
  if (!canMove(session) || !session.attempt) return;
  const before = session.attempt;
  session = reduce(session, { type: "play", move });
  const attempt = session.attempt;
  if (attempt === before) message = `Column ${move} is full.`;
  else if (attempt?.refuted) message = verdict(attempt.puzzle, attempt.refuted);
  else if (attempt && isSolved(attempt)) message = solvedAtOnce(attempt) ? "Solved." : "That is the solution.";
  else message = "Right. Go on.";
  if (attempt?.refuted || (attempt && isSolved(attempt))) count();
  render();
  dropLater();
}

/** Takes the wrong move back. */
function again() {
  message = "";
  act({ type: "again" });
  focusBoard();
}

/** Gives the board the focus, for the pressed button has gone. */
const focusBoard = () => board.grid.updateTabStop(true);

/** Shows the next move of the solution. */
function reveal() {
  if (!session.attempt) return;
  message = "This was the move.";
  session = reduce(session, { type: "reveal" });
  count();
  render();
  dropLater();
}

/** Loads the proof of the puzzle, and shows its first step. */
async function explain() {
  if (!loaded) return;
  try {
    const shown = loaded;
    const found = await proofOf(shown);
    if (loaded !== shown) return;
    why = found;
    message = why ? "" : "The proof of this puzzle is in no file any more.";
    showStep(0);
  } catch {
    message = "The server is away, and this proof is not kept here.";
    render();
  }
}

/**
 * Returns the proof of a puzzle, or null. A repeated puzzle comes without its file, so the files of its rating are read.
 *
 * @param {Loaded} of
 */
async function proofOf({ puzzle, chunk }) {
  const { chunks } = /** @type {Index} */ (await files.get("index.json"));
  const fit = chunks.flatMap(({ low, high }, at) => (low <= puzzle.rating && puzzle.rating <= high ? [at] : []));
  for (const at of chunk === null ? fit : [chunk]) {
    const found = (await files.proofs(at))[puzzle.name];
    if (found) return found;
  }
  return null;
}

/** Shows a step of the explanation. @param {number} at */
function showStep(at) {
  step = at;
  walk = null;
  render();
}

/** Lets the person play for the side that the proof beats. */
function tryIt() {
  if (!why?.certificate) return;
  walk = beginWalk(why.certificate);
  message = "Play any move. The answers come from the proof.";
  render();
  focusBoard();
}

/** Plays a move against the proof. @param {number} move */
function playAgainstProof(move) {
  const next = walk && playReply(walk, move);
  if (!next) return;
  walk = next.walk;
  message = next.answer === null ? "" : `The answer is column ${next.answer}.`;
  if (!walk.node) message += isWon(walk.certificate, walk.discs) ? " Four in a row: there was no way out." : " The board is full: a draw at least.";
  render();
}

/** Puts the puzzle back on the board. */
function closeWhy() {
  why = walk = null;
  message = "";
  render();
}

/** Counts the puzzle, once: the first wrong move, the solution, or the move shown decides. */
function count() {
  const attempt = session.attempt;
  if (!loaded || !attempt) return;
  const { puzzle, row } = loaded;
  const solved = solvedAtOnce(attempt);
  if (!counted) {
    counted = true;
    const fresh = !progress.seen.includes(puzzle.name);
    const themes = (index?.themes ?? []).filter(({ bit }) => puzzle.themes & bit).map(({ slug }) => slug);
    progress = afterPuzzle(progress, { name: puzzle.name, row, rating: puzzle.rating, themes }, solved, today(), fresh);
  }
  if (section === "" && isSolved(attempt)) {
    progress = afterDay(progress, { day: today(), tries: attempt.mistakes + 1, solved: !attempt.shown });
  }
  saveProgress(progress);
}

/** Puts a puzzle on the board. @param {Loaded} next */
function show(next) {
  loaded = next;
  counted = false;
  why = walk = null;
  message = "";
  session = reduce(session, { type: "begin", puzzle: next.puzzle });
  render();
}

/** Says that no puzzle is there. @param {string} sentence */
function showNone(sentence) {
  loaded = null;
  message = sentence;
  session = reduce(session, { type: "none" });
  render();
}

/** Loads the next puzzle of the section. */
async function next() {
  try {
    index ??= /** @type {Index} */ (await files.get("index.json"));
    if (section === "") return await showDay(index);
    const due = section === "train" ? dueCard(progress.cards, today()) : undefined;
    if (due) return show({ row: due.row, puzzle: fromRow(due.row), chunk: null });
    await showFitting(index);
  } catch {
    showNone("The server is away, and this puzzle is not kept here. Try again in a moment.");
  }
}

/** Shows the puzzle of the day. @param {Index} list */
async function showDay(list) {
  daily = /** @type {import("./model/choice.js").Daily} */ (await files.get("daily.json"));
  const place = placeOfDay(daily, today());
  const { chunk, at } = locate(list, place);
  const row = (await files.rows(chunk))[at];
  if (row) show({ row, puzzle: fromRow(row), chunk });
}

/** Shows a puzzle that fits the person's rating, and the theme if one is chosen. @param {Index} list */
async function showFitting(list) {
  const wanted = wantedRatings(progress.rating);
  const at = section === "themes" ? list.themes.findIndex(({ slug }) => slug === theme) : -1;
  const chunk = chunkFor(list, (wanted.low + wanted.high) / 2, at < 0 ? undefined : at);
  const rows = await files.rows(chunk);
  const puzzles = rows.map((row) => ({ row, ...fromRow(row) }));
  const found = nextPuzzle(puzzles, wanted, new Set(progress.seen), Math.random(), list.themes[at]?.bit);
  if (found) show({ row: found.row, puzzle: fromRow(found.row), chunk });
}

/** @param {string} slug */
async function chooseTheme(slug) {
  theme = slug;
  history.replaceState(null, "", `/coach/themes?theme=${slug}`);
  await next();
}

/** Copies the result of the day. */
async function copyDay() {
  const line = resultOfDay();
  if (line === null) return;
  const copied = await navigator.clipboard?.writeText(line).then(() => true, () => false);
  message = copied ? "Copied." : line;
  render();
}

/** Returns the result of the day as a line, or null. */
function resultOfDay() {
  const done = section === "" ? progress.days.find(({ day }) => day === today()) : undefined;
  return done && daily ? dayLine(numberOfDay(daily, done.day), done.tries, done.solved) : null;
}

/** Takes over an exported progress. @param {string} text */
function importText(text) {
  try {
    progress = imported(text);
    saveProgress(progress);
    message = "Your progress is here now.";
  } catch (error) {
    message = error instanceof Error ? error.message : String(error);
  }
  render();
}

/** Draws everything. */
function render() {
  const { attempt } = session;
  const open = walk ? walk.node !== null : !why && canMove(session);
  board.render(boardPage({ discs: shownDiscs(), open, aim: session.aim, refusals: session.refusals, refusedMove: session.refusedMove }));
  const solved = attempt !== null && isSolved(attempt);
  const taken = new Set(shownDiscs().map(([column, row]) => `${column},${row}`));
  layers.render(why && !walk ? why.steps[step] ?? null : null, (cell) => !taken.has(String(cell)));
  whyView.render(why, step, walk !== null);
  setText(byId("head"), attempt ? task(attempt.puzzle) : "No puzzle");
  setText(byId("sub"), message || (attempt ? distance(attempt.puzzle) : ""));
  setText(byId("live"), message || (attempt ? task(attempt.puzzle) : ""));
  set(byId("sub"), "data-tone", attempt?.refuted ? "refusal" : null);
  panel.render({
    section, refuted: Boolean(attempt?.refuted), solved, counted, hasNext: section !== "",
    canExplain: (solved || Boolean(attempt?.shown)) && !why && (loaded?.puzzle.lines ?? 0) > 0,
    about: about(solved), dayLine: solved ? resultOfDay() : null,
  }, progress, index, theme);
}

/** Returns the discs on the board: of the puzzle, of a step of the proof, or of the game along the proof. */
function shownDiscs() {
  if (walk) return walk.discs;
  const moves = why?.steps[step]?.moves;
  if (!why?.certificate || !moves || !loaded) return discsShown(session);
  const { moves: before, line } = loaded.puzzle;
  const base = startDiscs(why.certificate).length > before.length ? [...before, ...line.slice(0, 1)] : before;
  return discsAfter([...base, ...moves]);
}

/** Says the number of the day, and once the puzzle is solved its rating and themes. @param {boolean} solved */
function about(solved) {
  if (!loaded) return "";
  const { puzzle } = loaded;
  const number = section === "" && daily ? `Puzzle ${numberOfDay(daily, today())}. ` : "";
  if (!solved) return number;
  const counting = puzzle.lines ? "" : " This needs counting: no short proof is known.";
  const names = (index?.themes ?? []).filter(({ bit }) => puzzle.themes & bit).map(({ title }) => title).join(", ");
  const found = puzzle.level >= 10 ? "No level below 10 finds the first move every other time." : `Level ${puzzle.level} finds the first move every other time.`;
  return `${number}Rating ${puzzle.rating}: ${names}. ${found}${counting}`;
}

for (const link of document.querySelectorAll("nav a")) set(link, "aria-current", link.getAttribute("href") === location.pathname ? "page" : null);
byId("fit").append(board.element);
board.body.insertBefore(layers.element, board.grid.element);
byId("panel").append(panel.element);
panel.buttons.after(whyView.element);
setVariable(byId("table"), "--cols", 7);
setVariable(byId("table"), "--rows", 6);
byId("table").dataset.gravity = "yes";
onOtherTab(() => {
  progress = loadProgress();
  render();
});
render();
void next();
void keepForLater(boot.worker);
