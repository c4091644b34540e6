/** Says what was played, what an engine had prepared for meanwhile, and why a move cannot be made. */

/** @import { Answer, PageState } from "./types.js" */

import { say, t } from "../words.js";
import { moveWords, placeName, placeSaid, squareCell } from "./board.js";
import { engineSeat, enginesOnly, isMine, mySeat, nameOf, opponent, sideOf } from "./select.js";

/**
 * Names the last move: "Red played column 4."
 *
 * @param {PageState} page
 * @param {(place: number) => string} [named] names the place
 */
export function lastMoveLine(page, named = (place) => moveWords(page, place)) {
  const { game, info } = page;
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
 * Tells in one sentence which move an engine had prepared for, "I was ready for 5, not for 4.", or else what it played: the
 * disc has been seen to fall, and who listens has heard of it.
 *
 * @param {PageState} page
 * @param {Answer} answer
 */
export function answerLine(page, answer) {
  const side = newSide(page);
  const told = side || enginesOnly(page) || page.info.chance ? "" : foresight(page, answer);
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

/** Tells which move an engine had prepared for while the other side thought; "" for none. @param {PageState} page @param {Answer} answer */
function foresight(page, { expected, depth, foreseen, share }) {
  const { game, info } = page;
  const seat = game.to_move;
  const reply = game.moves.at(-2);
  if (seat === null || reply === undefined || game.seats[seat]?.kind === "engine" || expected === null) return "";
  const named = (/** @type {number} */ move) => say(placeSaid(page, move));
  const values = { engine: info.players[seat === 0 ? 1 : 0], guess: named(expected), move: named(reply) };
  const prepared = foreseen || depth > 1 || share > 0;
  if (!isMine(page, seat))
    return prepared ? t("{engine} was ready for {guess}.", values) : t("{engine} expected {guess}.", values);
  if (expected === reply)
    return prepared ? t("I was ready for your {guess}.", values) : t("I expected your {guess}.", values);
  return prepared ? t("I was ready for {guess}, not for {move}.", values) : t("I expected {guess}.", values);
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
