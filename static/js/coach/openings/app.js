/**
 * Wires the page of the openings: one walks through the first moves, and reads the exact result of each column. The book
 * is a file, so the page asks no server.
 */

import { Book } from "../../engine/book.js";
import { loadBook } from "../../engine/loading.js";
import { beenHere } from "../../model/ended/results.js";
import { loadResults } from "../../net/results.js";
import { actOncePerPress, byId, isModified, set, setText, setVariable } from "../../view/dom.js";
import { LargeBoard } from "../../win/view/board.js";
import { t, tn } from "../../words.js";
import { BOARD, HEIGHT, NAMES, WIDTH } from "../model/puzzle.js";
import { fromText, lookUp } from "./model.js";
import { Ways } from "./ways.js";

actOncePerPress();
const results = loadResults().filter(({ game }) => game === BOARD.name);
const board = new LargeBoard(BOARD, play);
const ways = new Ways({ play, back: () => go(moves.slice(0, -1)), begin: () => go([]) });
/** @type {Book | null} */
let book = null;
/** @type {number[]} */
let moves = [];

/** Writes what stands above the board, and says it. @param {string} head @param {string} sub */
function say(head, sub) {
  setText(byId("head"), head);
  setText(byId("sub"), sub || "\u00a0");
  setText(byId("live"), `${head} ${sub}`.trim());
}

/** Plays a move, where the book goes on. @param {number} move */
function play(move) {
  if (!book || !lookUp(book, moves).ways.length) return;
  if (lookUp(book, moves).ways.some(({ column }) => column === move)) return go([...moves, move]);
  say(t("Column {n} is full.", { n: move }), "");
  board.render(moves, true, null, move);
}

/** Shows the position after moves, and names it in the address. @param {number[]} to */
function go(to) {
  if (!book) return;
  moves = to;
  history.replaceState(null, "", moves.length ? `?moves=${moves.join("")}` : location.pathname);
  const { ways: on, winner, ply, best } = lookUp(book, moves);
  board.render(moves, on.length > 0, null, null);
  const { times, won } = beenHere(results, moves);
  const been =
    moves.length && times
      ? tn(
          times,
          "You have been here before: in {n} game, with {won} won.",
          "You have been here before: in {n} games, with {won} won.",
          { won },
        )
      : "";
  ways.render(moves, on, been);
  const head =
    winner === null
      ? t("By best play: a draw.")
      : t("By best play: {side} wins with move {n}.", { side: NAMES[winner] ?? "", n: ply });
  if (!on.length) return say(head, t("The book of exact results ends here."));
  if (best.length === on.length) return say(head, t("Every column keeps this result."));
  say(
    head,
    best.length === 1
      ? t("Only column {n} keeps this result.", { n: best[0] ?? 0 })
      : t("Columns that keep this result: {columns}.", { columns: best.join(", ") }),
  );
}

document.addEventListener("keydown", (event) => {
  if (isModified(event) || event.target instanceof HTMLSelectElement) return;
  if (event.key === "Backspace" && moves.length) {
    event.preventDefault();
    go(moves.slice(0, -1));
  }
});
setVariable(byId("table"), "--cols", WIDTH);
setVariable(byId("table"), "--rows", HEIGHT);
set(byId("table"), "data-gravity", "yes");
byId("fit").append(board.element);
byId("panel").append(ways.element);
try {
  book = new Book({ width: WIDTH, height: HEIGHT, connect: 4 }, await loadBook());
  go(fromText(book, new URLSearchParams(location.search).get("moves") ?? ""));
} catch {
  say(t("The book is not here."), t("Reload the page in a moment."));
}
