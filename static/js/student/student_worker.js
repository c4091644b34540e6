/**
 * Trains the student beside the page, so that the page answers at once at full speed, too. The page sends one of
 * `Asked`; the answers bear the same name. Between slices the worker listens.
 *
 * @typedef {{type: "begin", board: string, seed: number, rows: Row[], saved: string | null}} Begin
 * @typedef {{type: "pace", perSecond: number}} Pace games a second; 0: none
 * @typedef {{type: "watch"}} Watch asks for the next game against itself
 * @typedef {{type: "move", moves: number[], age: number | null, learn: boolean}} Move asks for its move
 * @typedef {{type: "over", moves: number[], side: number}} Over a person's game from which it learns
 * @typedef {{type: "why", moves: number[], move: number, age: number | null}} Why asks what makes a belief
 * @typedef {{type: "save"} | {type: "file"}} Save asks for what it knows: as text, or as a file
 * @typedef {Begin | Pace | Watch | Move | Why | Over | Save} Asked
 */

/** @import { Row } from "./model/student_judge.js" */

import { body, opened, sealed } from "./model/file.js";
import { BOARDS } from "./model/student_position.js";
import { Student } from "./model/student.js";

/** Milliseconds of one slice, and between two pieces of news. */
const SLICE = 20;
const NEWS = 120;
/** The games played between two looks at the clock. */
const BATCH = 5;

/** @type {any} */
const page = self;
/** @type {Student | null} */
let student = null;
let perSecond = 0;
let [running, watching] = [false, false];
let [told, toldGames] = [0, 0];
/** Since when it plays at this pace, and how many games it has played since. */
let [since, played] = [0, 0];

/** Learns for one slice, tells the news, and comes again. */
function learn() {
  running = student !== null && perSecond > 0;
  if (!student || !running) return;
  const begun = performance.now();
  const due = perSecond === Infinity ? Infinity : ((begun - since) / 1000) * perSecond - played;
  let games = 0;
  while (games < due && performance.now() - begun < SLICE) {
    const batch = Math.min(BATCH, Math.ceil(due - games));
    student.learn(batch);
    games += batch;
  }
  played += games;
  if (watching && games) {
    watching = false;
    page.postMessage({ type: "watch", ...student.lastGame() });
  }
  if (begun - told > NEWS) tell(begun);
  setTimeout(learn, perSecond === Infinity ? 0 : 15);
}

/** Tells how old the student is. @param {number} now */
function tell(now) {
  if (!student) return;
  const { games, own, curve, younger } = student;
  const speed = running && told ? ((games - toldGames) * 1000) / (now - told) : 0;
  [told, toldGames] = [now, games];
  page.postMessage({ type: "news", games, own, curve, speed, ages: [...younger.keys()], beliefs: student.beliefs([]) });
}

/** Begins with a new student, or with the one that was saved. @param {Begin} asked */
async function begin({ board, seed, rows, saved }) {
  const chosen = BOARDS[board];
  if (!chosen) return;
  const known = saved === null ? null : await unpacked(saved, board);
  student = new Student(chosen, known?.life.seed ?? seed, rows);
  if (known) student.restore(known.weights, known.life);
  tell(performance.now());
  if (!running) learn(); // the pace may have come while the saved one was unpacked
}

/**
 * Returns the saved student of a board; null for a text of another form.
 * @param {string} saved @param {string} board
 */
async function unpacked(saved, board) {
  try {
    const found = await opened(Uint8Array.from(atob(saved), (one) => one.charCodeAt(0)));
    return found.board === board ? found : null;
  } catch {
    return null;
  }
}

/** Answers a turn in a person's game; before it moves it looks ahead and learns, if it may. @param {Move} asked */
function move({ moves, age, learn: mayLearn }) {
  if (!student) return;
  const learned = mayLearn ? student.study(moves) : 0;
  const before = student.beliefs(moves, age);
  const chosen = student.reply(moves, age);
  page.postMessage({
    type: "move",
    moves: [...moves, chosen],
    learned,
    before,
    beliefs: student.beliefs([...moves, chosen], age),
  });
}

/** Sends what the student knows. @param {Save} asked */
async function save({ type }) {
  if (!student) return;
  const bytes = await body(student.net, student.settled, student.life);
  if (type === "file" && !isSecureContext) return page.postMessage({ type: "unsafe" });
  if (type === "file") return page.postMessage({ type, bytes: await sealed(bytes), games: student.games });
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  page.postMessage({ type, text: btoa(text) });
}

/** Does what the page asks for. @param {Asked} asked */
async function answer(asked) {
  if (asked.type === "begin") await begin(asked);
  else if (asked.type === "watch") watching = true;
  else if (asked.type === "move") move(asked);
  else if (asked.type === "why") {
    const { moves, move: of, age } = asked;
    const reason = student?.reason(moves, of, age);
    if (reason) page.postMessage({ type: "why", moves, reason, beliefs: student?.beliefs(moves, age) });
  } else if (asked.type === "save" || asked.type === "file") await save(asked);
  else if (asked.type === "over") {
    const learned = student?.thinkOver(asked.moves, asked.side) ?? 0;
    page.postMessage({ type: "over", learned });
    tell(performance.now());
  } else if (asked.type === "pace") {
    [perSecond, since, played] = [asked.perSecond, performance.now(), 0];
    told = 0;
    if (!running) learn();
    if (!perSecond) tell(performance.now());
  }
}

page.addEventListener("message", (/** @type {MessageEvent<Asked>} */ { data }) => void answer(data));
