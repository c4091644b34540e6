/**
 * Holds a game that this page keeps by itself, and says what follows from each act, as the server does
 * (webapp/play/game/decide.py). Boards on which a line wins, with two sides that move in turn. Pure.
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {string} name of the rules
 * @property {[Seat, Seat]} seats
 * @property {number[]} start the moves before the game
 * @property {number[]} turns the moves of the game
 * @property {number[]} future the moves taken back, the next first
 * @property {number[][]} branches abandoned lines, from the start on
 * @property {SeatNumber | null} resigned the seat that gave up
 * @property {boolean} analysis
 * @property {boolean} paused
 * @property {number} pace moves a minute of two engines
 * @property {number} version
 * @property {boolean} [pie] whoever is to move after the discs of the start may swap sides first
 * @property {boolean} [swapped]
 * @property {string | null} rematch
 * @property {[number, number]} wins of earlier games of a series
 * @property {EngineAnswer[]} answers the engines' words to their moves
 * @property {string} from the server's game that goes on here, or ""
 * @property {string} told the moves that the server has been told, or ""
 *
 * @typedef {Pick<GameEvent, "kind"> & {[name: string]: unknown}} Said an event before it has a version
 */

/** @import { Board } from "../engine/board.js" */
/** @import { Answer, EngineAnswer, GameEvent, GameInfo, Seat, SeatNumber } from "../model/types.js" */

import { endScore, movesOf, replay } from "../engine/board.js";
import { boardOf } from "../engine/opponent.js";

const MOST_BRANCHES = 6;

/** Returns a new game. @param {string} id @param {string} name @param {[Seat, Seat]} seats @param {number} pace @returns {Game} */
export const newGame = (id, name, seats, pace) => ({
  id,
  name,
  seats,
  start: [],
  turns: [],
  future: [],
  branches: [],
  resigned: null,
  analysis: false,
  paused: false,
  pace,
  version: 1,
  rematch: null,
  wins: [0, 0],
  answers: [],
  from: "",
  told: "",
});

/** Returns all moves from the empty board. @param {Game} game */
export const movesOfGame = ({ start, turns }) => [...start, ...turns];

/** Tells whether moves may be played from the empty board, one after the other. @param {GameInfo} info @param {number[]} moves */
export function arePlayable(info, moves) {
  const board = boardOf(info);
  return moves.every((move, ply) => legalMoves(board, moves.slice(0, ply)).includes(move));
}

/** Returns the legal moves after some moves; none once the game is over. @param {Board} board @param {number[]} moves */
export function legalMoves(board, moves) {
  const position = replay(board, moves);
  return endScore(board, position) === null ? movesOf(board, position) : [];
}

/** Returns the winner's seat, null for a draw, undefined while the game goes on. @param {Game} game @param {Board} board @returns {SeatNumber | null | undefined} */
export function winnerOf(game, board) {
  if (game.resigned !== null) return other(game.resigned);
  const moves = movesOfGame(game);
  const score = endScore(board, replay(board, moves));
  if (score === null) return undefined;
  return score === 0 ? null : other(sideAt(moves.length));
}

/** Returns the seat to move, or null once the game is over. @param {Game} game @param {Board} board */
export const toMove = (game, board) => (winnerOf(game, board) === undefined ? sideAt(movesOfGame(game).length) : null);

/** Tells whether the side to move may swap sides. @param {Game} game @param {Board} board */
export const canSwap = (game, board) =>
  !!game.pie && !game.swapped && !game.turns.length && !game.future.length && toMove(game, board) !== null;

/** Puts the players on each other's side. @param {Game} game @returns {Said} */
export function swap(game) {
  const ply = game.start.length;
  game.seats = [game.seats[1], game.seats[0]];
  game.swapped = true;
  return { kind: "swapped", ply, seat: sideAt(ply), spent: 0 };
}

/** Returns the seat that moves at a ply. @param {number} ply @returns {SeatNumber} */
export const sideAt = (ply) => (ply % 2 ? 1 : 0);

/** Returns the other seat. @param {number} seat @returns {SeatNumber} */
export const other = (seat) => (seat === 0 ? 1 : 0);

/** Returns the ply of an undo: a person's last move, else the last move; null for none. @param {Game} game */
export function undoPly(game) {
  if (game.resigned !== null) return null;
  const back = game.turns.findLastIndex((_, i) => stopsTakeback(game, i));
  return back < 0 ? null : game.start.length + back;
}

/** Returns the ply of a redo: the next move of a person, or the end of what was taken back. @param {Game} game */
export function redoPly(game) {
  if (game.resigned !== null || !game.future.length) return null;
  const [here, end] = [game.turns.length, game.turns.length + game.future.length];
  for (let i = here + 1; i < end; i += 1) if (stopsTakeback(game, i)) return game.start.length + i;
  return game.start.length + end;
}

/** Tells whether a takeback stops at this turn: against an engine, where a person moved. @param {Game} game @param {number} turn */
function stopsTakeback({ seats, start }, turn) {
  const engines = seats.filter(({ kind }) => kind === "engine").length;
  return engines !== 1 || seats[sideAt(start.length + turn)]?.kind === "human";
}

/** Lists the lines open to a return; the last is that of the redo, if there is one. @param {Game} game */
export const returnable = ({ branches, turns, future }) =>
  future.length ? [...branches, [...turns, ...future]] : branches;

/** Counts the turns that a line shares with the game. @param {number[]} branch @param {number[]} turns */
export function shared(branch, turns) {
  const at = branch.findIndex((move, i) => move !== turns[i]);
  return at < 0 ? branch.length : at;
}

/** Plays a legal move. @param {Game} game @param {number} move @param {Answer} [answer] an engine's account of it @returns {Said} */
export function play(game, move, answer) {
  const ply = game.start.length + game.turns.length;
  const line = [...game.turns, ...game.future];
  if (game.future.length && !(game.future.length === 1 && game.future[0] === move))
    game.branches = kept([...game.branches.filter((one) => String(one) !== String(line)), line]);
  if (answer) {
    const { expected, slip, better, proven } = answer;
    const reply = movesOfGame(game).at(-1) ?? null;
    const noted = { ply, seat: sideAt(ply), move, reply, expected, slip, better, proven };
    game.answers = [...game.answers.filter((one) => one.ply < ply), noted];
  }
  game.future = [];
  game.turns = [...game.turns, move];
  return { kind: "moved", ply, seat: sideAt(ply), move, lots: [], spent: 0, ...(answer ? { answer } : {}) };
}

/** Takes moves back, or plays taken-back moves again, up to a ply. @param {Game} game @param {number} ply @param {"undone" | "redone"} kind @returns {Said} */
export function jump(game, ply, kind) {
  const [all, cut] = [[...game.turns, ...game.future], ply - game.start.length];
  [game.turns, game.future] = [all.slice(0, cut), all.slice(cut)];
  game.answers = game.answers.filter((one) => one.ply < ply);
  pauseEngines(game);
  return { kind, ply };
}

/** Returns to the end of a line, by its place in `returnable`. @param {Game} game @param {number} branch @returns {Said} */
export function returnTo(game, branch) {
  const line = returnable(game)[branch] ?? [];
  if (branch === game.branches.length) return jump(game, game.start.length + line.length, "redone");
  const here = [...game.turns, ...game.future];
  const others = game.branches.filter((_, i) => i !== branch);
  const left = here.length > 0 && String(here) !== String(line.slice(0, here.length));
  pauseEngines(game);
  Object.assign(game, { turns: line, future: [], branches: kept(left ? [...others, here] : others), answers: [] });
  return { kind: "returned", branch, ply: game.start.length + line.length };
}

/** Pauses two engines before moves are taken back, so that they do not play on. @param {Game} game */
function pauseEngines(game) {
  if (game.seats.every(({ kind }) => kind === "engine")) game.paused = true;
}

/** Returns the newest lines. @param {number[][]} branches */
const kept = (branches) => branches.slice(-MOST_BRANCHES);

/** Writes moves as the server does: with commas where one has two digits; "36," is one move. @param {number[]} moves */
export const written = (moves) =>
  Math.max(0, ...moves) <= 9 ? moves.join("") : moves.length > 1 ? moves.join(",") : `${moves[0]},`;
