/**
 * Says what stands on the student's page: whose game is on the board, and every sentence about it.
 *
 * @typedef {object} Shown
 * @property {GameInfo} info the game
 * @property {"own" | "self"} game whose game is on the board: a person's, or one of the student against itself
 * @property {number[]} moves on the board
 * @property {number | null} number which game against itself is on the board; null: none yet
 * @property {0 | 1} side the person's
 * @property {number | null} age of the student the person plays against; null: as it is now
 * @property {boolean} teach whether it learns from the person's games
 * @property {boolean} waiting whether the student is to answer
 * @property {boolean} learning whether it plays against itself now
 * @property {number} pace games a second
 * @property {number} games all games so far
 * @property {number} own those against the person
 * @property {number} speed games a second, measured
 * @property {Point[]} curve
 * @property {number[]} ages at which it is kept
 * @property {Belief[]} beliefs of the moves in the position on the board
 * @property {number | null} aim
 * @property {number} refusals
 * @property {number | null} refusedMove
 * @property {string} message what has just happened
 * @property {boolean} asked whether a reason has been asked for
 * @property {Reason | null} reason of a belief of the position on the board
 */

/** @import { GameInfo } from "../../model/types.js" */
/** @import { Point } from "./student_judge.js" */
/** @import { Board } from "./student_position.js" */
/** @import { Reason } from "./student_choice.js" */
/** @import { Belief } from "./student.js" */

import { discsOf, winningCells } from "../../model/board.js";
import { boardPage } from "../../model/boardpage.js";
import { number, sideName, t, tn } from "../../words.js";

/** Lists the speeds to choose from, in games a second. */
export const PACES = [20, 200, 2000, Infinity];

/** Describes a board to the table's view. @param {Board} board @returns {GameInfo} */
export const infoOf = ({ name, width, height, connect, gravity, sides }) => ({
  name,
  title: gravity ? t("Connect Four 5x4") : t("Tic-Tac-Toe"),
  board: [width, height],
  connect,
  gravity,
  sides,
  players: [sideName(sides[0]), sideName(sides[1])],
  chance: false,
});

/** Returns the moves that are possible. @param {Shown} shown */
export function legal({ info, moves }) {
  const [width, height] = info.board ?? [0, 0];
  const all = Array.from({ length: info.gravity ? width : width * height }, (_, i) => i + 1);
  const counts = (/** @type {number} */ move) => moves.filter((one) => one === move).length;
  return all.filter((move) => counts(move) < (info.gravity ? height : 1));
}

/**
 * Returns the winner of the game on the board, null for a draw; undefined while it goes on.
 * @param {Shown} shown @returns {0 | 1 | null | undefined}
 */
export function winner(shown) {
  const discs = discsOf(shown.info, shown.moves);
  if (discs.length && winningCells(shown.info.connect, discs).length) return discs.at(-1)?.[2];
  return legal(shown).length ? undefined : null;
}

/** Tells whether the person is to move. @param {Shown} shown */
export const mayMove = (shown) =>
  shown.game === "own" && !shown.waiting && winner(shown) === undefined && shown.moves.length % 2 === shown.side;

/** Returns the state that the table's board draws. @param {Shown} shown */
export function boardOf(shown) {
  const { info, moves, aim, refusals, refusedMove } = shown;
  const discs = discsOf(info, moves);
  return boardPage({
    info,
    moves,
    discs,
    legal: legal(shown),
    line: discs.length ? winningCells(info.connect, discs) : [],
    open: mayMove(shown),
    aim,
    refusals,
    refusedMove,
  });
}

/** Says what is the case, in a few words. @param {Shown} shown */
export function headline(shown) {
  const { game, games, side } = shown;
  if (game === "self")
    return games ? tn(games, "It has played {n} game.", "It has played {n} games.") : t("It knows only the rules.");
  const won = winner(shown);
  if (won === undefined) return shown.waiting ? t("The student looks ahead.") : t("Your turn.");
  if (won === null) return t("A draw.");
  return won === side ? t("You win.") : t("The student wins.");
}

/** Says more about it. @param {Shown} shown */
export function subline(shown) {
  if (shown.message) return shown.message;
  if (shown.game === "own") {
    if (shown.age !== null)
      return t("You play against the student that it was after {games} games. It does not learn from this game.", {
        games: shown.age,
      });
    return shown.teach
      ? t("It looks a few moves ahead at each of its turns, and learns from all that it sees.")
      : t("It does not learn from this game.");
  }
  return shown.games
    ? keepsWords(shown.curve)
    : t("Let it play against itself, or play against it: it learns from both.");
}

/** Says how good it is by the last point of the curve. @param {Point[]} curve */
export function keepsWords(curve) {
  const [games, keeps] = curve.at(-1) ?? [0, 0];
  const [, first] = curve[0] ?? [0, 0];
  return tn(
    games,
    "After {n} game it keeps the result in {kept} of 100 positions; before the first, in {first}.",
    "After {n} games it keeps the result in {kept} of 100 positions; before the first, in {first}.",
    { kept: percent(keeps), first: percent(first) },
  );
}

/** Returns a part as a whole number of hundredths; 100 is the whole alone. @param {number} part */
export const percent = (part) => (part < 1 ? Math.min(99, Math.round(part * 100)) : 100);

/** Says how fast it plays now. @param {Shown} shown */
export function speedWords({ learning, speed, own }) {
  const games = own ? tn(own, "{n} game of them was against you.", "{n} games of them were against you.") : "";
  const now = learning && speed ? tn(Math.round(speed), "{n} game a second.", "{n} games a second.") : "";
  return [now, games].filter(Boolean).join(" ");
}

/** Names a speed. @param {number} pace */
export const paceWords = (pace) => (pace === Infinity ? t("Full speed") : number(pace));

/** Writes a belief: from -100, lost, to +100, won. @param {number} value */
export const beliefWords = (value) => `${value < -0.005 ? "−" : value > 0.005 ? "+" : ""}${percent(Math.abs(value))}`;

/** Says what the numbers under the board are. @param {GameInfo} info @param {number} side to move */
export const captionWords = (info, side) =>
  t("What it believes of each move for {side}: −100 loses, +100 wins.", { side: info.players[side] ?? "" });

/** Says a belief for those who hear it. @param {GameInfo} info @param {Belief} belief */
export const beliefSentence = (info, { move, value }) =>
  info.gravity
    ? t("Column {move}: {value}", { move, value: beliefWords(value) })
    : t("Square {move}: {value}", { move, value: beliefWords(value) });

/** Says what makes a belief. @param {Shown} shown */
export function reasonWords({ info, beliefs, reason }) {
  const belief = reason && beliefs.find(({ move }) => move === reason.move);
  if (!belief) return "";
  const { line, cells, part, sum, count } = reason;
  const values = { part: signed(part), sum: signed(sum), count };
  const what = !count
    ? t("The rules alone say so.")
    : cells.length
      ? t("Of {count} patterns the one in the ringed cells says most: {part} in a sum of {sum}.", values)
      : t("No pattern says anything yet.");
  const then = line.length > 1 ? t("After {moves}, as the rules force it.", { moves: line.join(" ") }) : "";
  return `${beliefSentence(info, belief)}. ${[then, what].filter(Boolean).join(" ")}`;
}

/** The games after which a student plays fairly. */
const FIRST_GAMES = 100;

/** Says what comes next, "" after the last step. @param {Shown} shown */
export function nextWords({ games, own, asked }) {
  if (games < FIRST_GAMES) return t("Next: let it play {all} games. It has {n}.", { all: FIRST_GAMES, n: games });
  if (own === 0) return t("Next: play against it. It learns from your games, too.");
  return asked ? "" : t("Next: click a number below the board, and it says which pattern makes it.");
}

/** Writes a part of a sum with its sign. @param {number} part */
const signed = (part) => `${part < 0 ? "−" : "+"}${number(Math.abs(part), 2)}`;

/** Returns what is drawn over the board for a reason: the moves to come, and the cells of the pattern. @param {Shown} shown */
export function reasonLayers({ info, moves, reason }) {
  if (!reason) return [];
  const coming = discsOf(info, [...moves, ...reason.line]).slice(moves.length);
  const line = coming.map(([column, row]) => /** @type {[number, number]} */ ([column, row]));
  return [
    { kind: "line", pairs: [], cells: line, begins: /** @type {0 | 1} */ (moves.length % 2) },
    { kind: "reach", pairs: [], cells: reason.cells },
  ];
}

/** Names the student at an age. @param {number | null} age */
export const ageWords = (age) => (age === null ? t("as it is now") : tn(age, "after {n} game", "after {n} games"));

/** Says what it learned from a person's game. @param {number} learned positions */
export const learnedWords = (learned) =>
  tn(learned, "It has learned from {n} position of this game.", "It has learned from {n} positions of this game.");

/** Says how a file is played. @param {string} name of the file @param {GameInfo} info */
export const fileWords = (name, info) =>
  t("Saved as {name}. To play it: {command}", {
    name,
    command: `fourthought match --game ${info.name} --first net:${name} --second 5`,
  });
