/** Plays Connect Four against the reader's own program, which is right: the page hands it trees, it hands back values. */

import { button, el, set, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";
import { WIDTH, discsAfter, openColumns, winningCells } from "../../coach/model/puzzle.js";
import { miniBoard } from "../../coach/view/miniboard.js";
import { chosen, isOver, treeOf } from "./opponent.js";

/** The plies that a program may look ahead: with more the trees are too large for the judge. */
const LEVELS = [2, 3, 4];
const USUAL = 3;

/**
 * Shows the board; the person begins.
 *
 * @param {HTMLElement} place
 * @param {(trees: import("./opponent.js").Tree[]) => Promise<(number | null)[] | null>} values asks the program; null:
 *   it does not answer
 */
export function playAgainst(place, values) {
  /** @type {number[]} */
  let moves = [];
  let [thinking, game] = [false, 0];
  const level = el(
    "select",
    { class: "select" },
    ...LEVELS.map((one) =>
      el("option", { value: one, selected: one === USUAL }, t("level {n}: it looks {n} plies ahead", { n: one })),
    ),
  );
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
    el("label", { class: "field" }, el("span", { class: "field__name quiet" }, t("Level")), level),
    said,
    board,
    el("div", { class: "duel__columns" }, ...columns),
    again,
  );

  /** @param {string} words */
  function draw(words) {
    const discs = discsAfter(moves);
    const name = t("After {moves}.", { moves: moves.join(" ") || "–" });
    const drawn = miniBoard(discs, winningCells(discs));
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
    const open = openColumns(discsAfter(moves));
    const trees = open.map((one) => treeOf([...moves, one], Number(level.value) - 1, 0)); // the person is to move there
    const asked = trees.filter(Array.isArray);
    const found = asked.length ? await values(asked) : [];
    if (mine !== game) return;
    thinking = false;
    if (!found || found.some((one) => typeof one !== "number")) return draw(t("Your program does not answer."));
    const worth = trees.map((tree) => (Array.isArray(tree) ? Number(found.shift()) : tree));
    const reply = chosen(open, worth);
    const value = -(worth[open.indexOf(reply)] ?? 0);
    moves = [...moves, reply];
    draw(
      [t("Your program plays column {n}, worth {value} to it.", { n: reply, value }), ended() ?? t("Your turn.")].join(
        " ",
      ),
    );
  }

  draw(t("Your turn."));
}
