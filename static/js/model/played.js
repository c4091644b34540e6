/** Says what was played, what an engine had guessed, and why a move cannot be made. */

/** @import { Said } from "../words.js" */
/** @import { Answer, PageState } from "./types.js" */

import { key, said, say, t } from "../words.js";
import { moveSaid, moveWords, placeName, squareCell } from "./board.js";
import { engineSeat, enginesOnly, isMine, mySeat, nameOf, opponent, sideOf } from "./select.js";

/**
 * Names the last move: "Red played column 4."; "" where the game began with all that lies there.
 *
 * @param {PageState} page
 * @param {(place: number) => string} [named] names the place
 */
export function lastMoveLine(page, named = (place) => moveWords(page, place)) {
  const { game, info } = page;
  if (game.ply <= game.start) return "";
  const last = game.discs.at(-1);
  if (!last)
    return info.board
      ? ""
      : game.moves.length
        ? t("The last move was: {move}.", { move: moveWords(page, game.moves.at(-1) ?? 0) })
        : "";
  const seat = last[2];
  const place = lastPlace(page);
  if (opponent(page) === 1 - seat) return t("You played {move}.", { move: named(place) });
  const side = opponent(page) === seat ? nameOf(page, seat) : sideOf(page, seat);
  return t("{side} played {move}.", { side, move: named(place) });
}

/** Returns the place of the last disc. @param {PageState} page */
function lastPlace({ game, info: { board, gravity } }) {
  const [column, row] = game.discs.at(-1) ?? [0, 0];
  return gravity || !board ? column : (board[1] - row) * board[0] + column;
}

/**
 * Opens an engine's guess at the person's move, "I bet on 5. Surprise!", or else tells what it played: the disc has been seen
 * to fall, and who listens has heard of it.
 *
 * @param {PageState} page @param {Answer} answer
 */
export function answerLine(page, answer) {
  const side = newSide(page);
  const told = side || enginesOnly(page) || page.info.chance ? "" : guessLine(page, answer);
  return told || `${side} ${toldMove(page)}`.trim();
}

/** Tells the last move during a game: to a person the engine speaks of itself. @param {PageState} page */
export function toldMove(page) {
  return engineSeat(page) === (page.game.discs.at(-1)?.[2] ?? -1)
    ? t("I played {move}.", { move: placeName(page.info, lastPlace(page)) })
    : lastMoveLine(page);
}

/** Names the person's side again where the other side began, as after a rematch. @param {PageState} page */
function newSide(page) {
  const mine = mySeat(page);
  return mine === 1 && page.game.discs.length === 1 ? t("You play {side}.", { side: page.info.players[mine] }) : "";
}

/** Names a move where another one has been named: its place, or “take 2” without a board. @param {PageState} page @param {number} move @returns {Said} */
export const placeSaid = (page, move) =>
  page.info.board ? placeName(page.info, move) : said(key("“{move}”"), { move: moveSaid(page, move) });

/** Tells the engine's guess at the move of the person here; "" for none. @param {PageState} page @param {Answer} answer */
function guessLine(page, { expected }) {
  const reply = page.game.moves.at(-2);
  if (reply === undefined || expected === null || !isMine(page, page.game.to_move)) return "";
  const move = say(placeSaid(page, expected));
  return expected === reply ? t("{move}. I knew it.", { move }) : t("I bet on {move}. Surprise!", { move });
}

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
