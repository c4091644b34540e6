/**
 * Wires the page of the openings: one walks through the first moves and reads the exact result of each column, or drills
 * the positions in which most levels go wrong. The book is a file: a server is asked only where a proof begins.
 *
 * @typedef {{openings: Rows & {forced: Forced}, levels: number[]}} Boot what is known of the openings, the points of each level
 */

/** @import { Book } from "../../engine/book.js" */
/** @import { Forced } from "./openings_model.js" */
/** @import { Rows } from "./openings_model.js" */

import { claiming, ofColumn } from "../../model/claim.js";
import { loadBook } from "../../engine/loading.js";
import { loadResults } from "../../net/results.js";
import { sayAbove as say } from "../../view/call.js";
import { actOncePerPress, arrived, button, byId, el, isModified, set } from "../../view/dom.js";
import { LargeBoard } from "../../course/view/large_board.js";
import { t, tn } from "../../words.js";
import { BOARD, HEIGHT, NAMES, WIDTH } from "../model/puzzle.js";
import { WholeBook, fromText, lookUp, ofResult, Openings, Visits } from "./openings_model.js";
import { Drilling } from "./drilling.js";
import { Ways, isOver, keepers } from "./ways.js";

const SIZE = { width: WIDTH, height: HEIGHT, connect: 4 };
actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
const openings = new Openings(SIZE, boot.openings);
const visits = new Visits(
  SIZE,
  loadResults().filter(({ game }) => game === BOARD.name),
);
const board = new LargeBoard(BOARD, (move) => (isDrilling ? drilling?.play(move) : play(move)));
const ways = new Ways(openings, boot.levels, { play, back: () => go(moves.slice(0, -1)), begin: () => go([]) });
const modes = [button(t("Walk"), () => go(moves)), button(t("Drill"), drill)];
/** @type {Book | null} */
let book = null;
/** @type {Drilling | null} */
let drilling = null;
let isDrilling = false;
/** @type {number[]} */
let moves = [];

/** Plays a move, where the book goes on. @param {number} move */
function play(move) {
  if (!book || !lookUp(book, moves).ways.length) return;
  if (lookUp(book, moves).ways.some(({ column }) => column === move)) return go([...moves, move]);
  say(t("Column {n} is full.", { n: move }), "");
  board.render(moves, true, null, move);
}

/** Shows one of the two ways to use the page. @param {boolean} drills */
function choose(drills) {
  isDrilling = drills;
  for (const [at, mode] of modes.entries()) set(mode, "aria-pressed", String(at === Number(drills)));
  set(ways.element, "hidden", drills);
  if (drilling) set(drilling.element, "hidden", !drills);
}

/** Drills. */
function drill() {
  if (!drilling) return;
  history.replaceState(null, "", "?drill");
  choose(true);
  drilling.ask();
}

/** Shows the position after moves, and names it in the address. @param {number[]} to */
function go(to) {
  if (!book) return;
  choose(false);
  moves = to;
  history.replaceState(null, "", moves.length ? `?moves=${moves.join("")}` : location.pathname);
  const { ways: on, winner, ply, best } = lookUp(book, moves);
  board.render(moves, on.length > 0, null, null);
  const { times, won } = visits.at(moves);
  const been =
    moves.length && times
      ? tn(
          times,
          "You have been here before: in {n} game, with {won} won.",
          "You have been here before: in {n} games, with {won} won.",
          { won },
        )
      : "";
  ways.render(moves, on, been, isOver(moves));
  const words =
    winner === null
      ? t("By best play: a draw.")
      : t("By best play: {side} wins with move {n}.", { side: NAMES[winner] ?? "", n: ply });
  const head = claiming(words, ofResult(moves, winner, ply));
  if (!on.length) return say(head, t("The book of exact results ends here."));
  const [first = 0] = best;
  if (!moves.length && best.length === 1)
    return say(claiming(t("Begin with column {n}.", { n: first }), ofColumn(moves, first, "only")), head);
  const kept = best.length === on.length ? t("Every column keeps this result.") : keepers(best);
  say(head, claiming(kept, ...best.map((column) => ofColumn(moves, column, best.length === 1 ? "only" : "keeps"))));
}

document.addEventListener("keydown", (event) => {
  if (isModified(event) || event.target instanceof HTMLSelectElement) return;
  if (event.key === "Backspace" && moves.length && !isDrilling) {
    event.preventDefault();
    go(moves.slice(0, -1));
  }
});
byId("fit").append(board.element);
const group = el("div", { class: "openings__buttons", role: "group", "aria-label": t("Openings") }, ...modes);
byId("panel").append(el("div", { class: "openings" }, group), ways.element);
try {
  book = new WholeBook(SIZE, await loadBook(), boot.openings.forced);
  drilling = new Drilling(book, openings, visits, board, { say, look: go });
  group.after(drilling.left);
  byId("panel").append(drilling.element);
  const asked = new URLSearchParams(location.search);
  if (asked.has("drill")) drill();
  else go(fromText(book, asked.get("moves") ?? ""));
} catch {
  say(t("The book is not here."), t("Reload the page in a moment."));
}
arrived();
