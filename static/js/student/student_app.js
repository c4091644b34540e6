/**
 * Wires the student's page: a worker trains the student, the page shows one of its games and plays against it.
 *
 * @typedef {{board: string, positions: Row[]}} Boot
 */

/** @import { Asked } from "./student_worker.js" */
/** @import { Row } from "./model/student_judge.js" */
/** @import { Board } from "./model/student_position.js" */
/** @import { Shown } from "./model/shown.js" */
/** @import { Belief } from "./model/student.js" */

import { loadChoice, saveChoice } from "../net/storage.js";
import { keepWay, loadWay } from "../net/results.js";
import { actOncePerPress, arrived, byId, isStill } from "../view/dom.js";
import { t } from "../words.js";
import { startWorker } from "../workers.js";
import { BOARDS } from "./model/student_position.js";
import { fileWords, infoOf, learnedWords, legal, mayMove, reasonWords, winner } from "./model/shown.js";
import { PageView } from "./view/student_view.js";

/** Milliseconds of a move on the board, of a finished game, and between two savings. */
const [PLY_MS, END_MS, SAVE_MS] = [420, 1200, 4000];

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
const board = BOARDS[boot.board] ?? /** @type {Board} */ (BOARDS["connect4-5x4"]);
const ASKED = "asked";
const KEY = `student.${board.name}`;
const info = infoOf(board);
/** The game against itself that is being shown. @type {{moves: number[], beliefs: Belief[][], games: number} | null} */
let film = null;
let [saved, begun] = [0, false];

/** @type {Shown} */
let shown = {
  info,
  game: "self",
  moves: [],
  number: null,
  side: 0,
  age: null,
  teach: true,
  waiting: false,
  learning: false,
  pace: 20,
  games: 0,
  own: 0,
  speed: 0,
  curve: [],
  ages: [],
  beliefs: [],
  aim: null,
  refusals: 0,
  refusedMove: null,
  message: "",
  asked: loadWay("student")?.next === ASKED,
  reason: null,
};

const view = new PageView(
  info,
  { aim: (aim) => update({ aim }), play },
  {
    learn: () => setLearning(!shown.learning),
    pace,
    play: beginGame,
    back: goBack,
    again,
    file: () => worker.send({ type: "file" }),
    why,
    age: (age) => {
      update({ age });
      beginGame();
    },
    teach: (teach) => update({ teach }),
  },
);

const worker = trainer({
  news: ({ games, own, curve, speed, ages, beliefs }) => {
    update({ games, own, curve, speed, ages, ...(shown.moves.length ? {} : { beliefs }) });
    if (Date.now() - saved > SAVE_MS) save();
  },
  watch: (game) => {
    film = game;
    if (shown.game === "self") showPly(0);
  },
  move: ({ moves, learned, before, beliefs }) => {
    if (!shown.waiting || String(moves.slice(0, -1)) !== String(shown.moves)) return; // another game has begun
    update({
      moves,
      beliefs: beliefs.length ? beliefs : before,
      waiting: false,
      message: learned ? learnedWords(learned) : "",
    });
    ended();
  },
  why: ({ moves, reason, beliefs }) => {
    if (String(moves) !== String(shown.moves)) return;
    update({ reason, beliefs, asked: true });
    save();
    update({ message: reasonWords(shown) });
  },
  over: ({ learned }) => update({ message: learnedWords(learned) }),
  save: ({ text }) => {
    saveChoice(KEY, text);
    keepWay("student", shown.games, 0, shown.asked ? ASKED : "");
  },
  file: ({ bytes, games }) => offer(bytes, games),
  unsafe: () =>
    update({ message: t("A file can be saved only at an address with https, or on the computer of the server.") }),
  lost: (message) => update({ message, learning: false, waiting: false }),
});

/** Changes the page and draws it. @param {Partial<Shown>} change */
function update(change) {
  if (change.moves && shown.reason) shown = { ...shown, reason: null, message: "" };
  shown = { ...shown, ...change };
  view.render(shown);
}

/** Shows a ply of the game against itself; after the last one asks for another game. @param {number} ply */
function showPly(ply) {
  if (shown.game !== "self" || !film) return;
  const game = film;
  update({
    moves: game.moves.slice(0, ply),
    number: game.games,
    ...(game.beliefs[ply] ? { beliefs: game.beliefs[ply] } : {}),
  });
  const over = ply >= game.moves.length;
  setTimeout(
    () => {
      if (shown.game !== "self" || film !== game) return;
      if (!over) return showPly(isStill() ? game.moves.length : ply + 1); // where motion is not wanted, whole games
      film = null;
      worker.send({ type: "watch" });
    },
    over ? END_MS : PLY_MS,
  );
}

/** Asks what makes the belief of a move; meanwhile it does not learn. @param {number} move */
function why(move) {
  if (shown.learning) setLearning(false);
  film = null; // the position stays
  worker.send({ type: "why", moves: shown.moves, move, age: shown.game === "own" ? shown.age : null });
}

/** Lets it play against itself, or stops it. @param {boolean} learning */
function setLearning(learning) {
  update({ learning, message: "" });
  worker.send({ type: "pace", perSecond: learning ? shown.pace : 0 });
  if (learning && !film) worker.send({ type: "watch" });
  if (!learning) save();
}

/** Changes the speed. @param {number} perSecond */
function pace(perSecond) {
  update({ pace: perSecond });
  if (shown.learning) worker.send({ type: "pace", perSecond });
}

/** Begins a game against the student: it stops learning by itself, and the sides take turns. */
function beginGame() {
  if (shown.learning) setLearning(false);
  film = null;
  const side = begun && shown.game === "own" ? /** @type {0 | 1} */ (1 - shown.side) : shown.side;
  begun = shown.moves.length > 0;
  update({ game: "own", moves: [], side, beliefs: [], message: "", aim: null, waiting: false });
  if (side === 1) turn();
  view.board.focus();
}

/** Plays the person's move. @param {number} move */
function play(move) {
  if (!mayMove(shown)) return;
  begun = true;
  if (!legal(shown).includes(move)) {
    const message = info.gravity ? t("Column {move} is full.", { move }) : t("Square {move} is taken.", { move });
    return update({ refusals: shown.refusals + 1, refusedMove: move, message });
  }
  update({ moves: [...shown.moves, move], message: "", beliefs: [] });
  if (!ended()) turn();
}

/** Asks the student for its move. */
function turn() {
  update({ waiting: true });
  worker.send({ type: "move", moves: shown.moves, age: shown.age, learn: shown.teach && shown.age === null });
}

/** Lets the student learn from the game that is over. */
function ended() {
  if (winner(shown) === undefined) return false;
  if (shown.teach && shown.age === null) worker.send({ type: "over", moves: shown.moves, side: 1 - shown.side });
  save();
  return true;
}

/** Goes back to the games against itself. */
function goBack() {
  update({ game: "self", moves: [], beliefs: [], message: "", waiting: false });
  setLearning(true);
}

/** Begins with a student that knows nothing. */
function again() {
  saveChoice(KEY, null);
  keepWay("student", 0);
  film = null;
  update({ game: "self", moves: [], beliefs: [], learning: false, age: null, message: "" });
  worker.send({ type: "pace", perSecond: 0 });
  start(null);
}

/** Begins with a student. @param {string | null} text the saved one; null: a new one */
function start(text) {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
  worker.send({ type: "begin", board: board.name, seed: seed % 1_000_000, rows: boot.positions, saved: text });
}

/** Keeps the student in this browser. */
function save() {
  if (shown.games === 0) return;
  saved = Date.now();
  worker.send({ type: "save" });
}

/** Offers a file to keep. @param {Uint8Array<ArrayBuffer>} bytes @param {number} games */
function offer(bytes, games) {
  const name = `student-${board.name}-${games}.net`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  update({ message: fileWords(name, info) });
}

update({});
arrived();
start(loadChoice(KEY));

/**
 * Starts the worker.
 *
 * @param {Record<string, (message: any) => void>} answers what to do with each kind of answer; `lost` takes a sentence
 * @returns {{send: (asked: Asked) => void}}
 */
function trainer(answers) {
  const worker = startWorker("js/student/student_worker.js");
  worker.addEventListener("message", ({ data }) => answers[data.type]?.(data));
  worker.addEventListener("error", () =>
    answers.lost?.(t("The student does not start in this browser. A newer one can train it.")),
  );
  return { send: (asked) => worker.postMessage(asked) };
}
