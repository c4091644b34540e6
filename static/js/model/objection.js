/** Says why a move cannot be made now. */

/** @import { PageState } from "./types.js" */

import { t } from "../words.js";
import { moveWords, placeName, squareCell } from "./board.js";
import { isMine, sideOf } from "./select.js";

/** Says why a move cannot be made now; null for a possible move. @param {PageState} page @param {number} move */
export function objection(page, move) {
  const { outcome, to_move: seat, legal } = page.game;
  const { gravity, board } = page.info;
  if (outcome) return t("The game is over.");
  if (seat === null) return t("One moment.");
  if (page.pending) return t("It is {side}’s turn.", { side: sideOf(page, 1 - seat) });
  if (!isMine(page, seat)) {
    if (page.game.game_id === null) return t("It is the engine’s move: press Start.");
    return t("It is {side}’s turn.", { side: sideOf(page, seat) });
  }
  if (legal.includes(move)) return null;
  if (!board) return t("{Move} is not possible now.", { move: moveWords(page, move) });
  const [width] = board;
  if (gravity)
    return move < 1 || move > width ? t("There is no column {n}.", { n: move }) : t("Column {n} is full.", { n: move });
  const cell = squareCell(page.info, move);
  if (!cell) return t("There is no square {n}.", { n: move });
  const taken = page.game.discs.some(([column, row]) => column === cell[0] && row === cell[1]);
  return taken
    ? t("Square {n} is taken.", { n: placeName(page.info, move) })
    : t("{Move} is not possible now.", { move: moveWords(page, move) });
}
