/** Plays Connect Four against the reader's own program, which is right: the page hands it trees, it hands back values. */

import { button, el, set, setText } from "../../view/dom.js";
import { labelled } from "../../view/forms.js";
import { root, t } from "../../words.js";
import "../more_words.js";
import { HEIGHT, WIDTH, discsAfter, openColumns, winningCells } from "../../coach/model/puzzle.js";
import { drawBoard } from "../../view/small_board.js";
import { PROGRAM, isOver, replyOf } from "./opponent.js";

/** The plies that a program may look ahead: with more the trees are too large for the judge. */
const LEVELS = [2, 3, 4];
const USUAL = 3;
/** The levels of the engine at the table. */
const ENGINE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/**
 * Shows the board; the person begins.
 * @param {HTMLElement} place
 * @param {(trees: import("./opponent.js").Tree[]) => Promise<(number | null)[] | null>} values asks the program; null:
 *   it does not answer
 * @param {{source: string, function: string}} program
 */
export function playAgainst(place, values, program) {
  /** @type {number[]} */
  let moves = [];
  let [thinking, game] = [false, 0];
  const levels = LEVELS.map((n) =>
    el("option", { value: n, selected: n === USUAL }, t("level {n}: it looks {n} plies ahead", { n })),
  );
  const level = el("select", { class: "select" }, ...levels);
  const engine = ENGINE.map((n) => el("option", { value: n }, t("level {n}", { n })));
  const against = el("select", { class: "select" }, ...engine);
  const table = button(t("Let it play there"), () => {
    sessionStorage.setItem(PROGRAM, JSON.stringify({ ...program, plies: Number(level.value) }));
    location.assign(`${root}/connect4?against=${against.value}#program`);
  });
  const said = el("p", { role: "status" });
  const board = el("div", { class: "duel__board" });
  const columns = Array.from({ length: WIDTH }, (_, i) => button(String(i + 1), () => void play(i + 1)));
  for (const [i, one] of columns.entries()) set(one, "aria-label", t("Column {n}", { n: i + 1 }));
  const again = button(t("New game"), () => {
    moves = [];
    game += 1;
    thinking = false;
    draw(t("Your turn."));
  });
  set(place, "aria-labelledby", "duel-title");
  place.append(
    el("h3", { id: "duel-title" }, t("Play against your program")),
    labelled(t("Level"), level),
    said,
    board,
    el("div", { class: "duel__columns" }, ...columns),
    again,
    el("h3", {}, t("Your program at the table")),
    el("p", {}, t("It plays a whole game against the engine, in your place.")),
    el("p", { class: "judge__row" }, labelled(t("The engine plays at"), against), table),
  );

  /** @param {string} words */
  function draw(words) {
    const discs = discsAfter(moves);
    const name = t("After {moves}.", { moves: moves.join(" ") || "–" });
    const drawn = drawBoard([WIDTH, HEIGHT], discs, { rings: winningCells(discs) });
    board.replaceChildren(el("div", { role: "img", "aria-label": name }, drawn));
    set(board, "data-moves", moves.join(""));
    setText(said, words);
    const open = isOver(discs) || thinking ? [] : openColumns(discs);
    for (const [i, one] of columns.entries()) set(one, "aria-disabled", !open.includes(i + 1) && "true");
  }

  /** Says who has won, or null while the game goes on. */
  function ended() {
    const discs = discsAfter(moves);
    if (!isOver(discs)) return null;
    if (!winningCells(discs).length) return t("A draw.");
    return discs.at(-1)?.[2] === 0 ? t("You win.") : t("Your program wins.");
  }

  /** Plays the person's move, and asks the program for the reply. @param {number} column */
  async function play(column) {
    if (thinking || isOver(discsAfter(moves)) || !openColumns(discsAfter(moves)).includes(column)) return;
    moves = [...moves, column];
    const over = ended();
    if (over) return draw(over);
    const mine = game;
    thinking = true;
    draw(t("Your program thinks."));
    const reply = await replyOf(values, moves, Number(level.value));
    if (mine !== game) return;
    thinking = false;
    if (!reply) return draw(t("Your program does not answer."));
    moves = [...moves, reply.column];
    const { column: n, value } = reply;
    const told = t("Your program plays column {n}, worth {value} to it.", { n, value });
    draw(`${told} ${ended() ?? t("Your turn.")}`);
  }

  draw(t("Your turn."));
}
