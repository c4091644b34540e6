/** Shows a game of this page as the server shows its games (webapp/play/game/views.py). Pure. */

/** @import { GameInfo } from "../model/types.js" */
/** @import { GameView, OutcomeView } from "../model/wire.d.ts" */
/** @import { Game } from "./game.js" */

import { boardOf } from "../engine/opponent.js";
import { discsOf, winningCells } from "../model/board.js";
import { key } from "../words.js";
import "../more_words.js";
import {
  canSwap,
  legalMoves,
  movesOfGame,
  other,
  redoPly,
  returnable,
  shared,
  toMove,
  undoPly,
  winnerOf,
  written,
} from "./game.js";

const DRAW = key("It is a draw.");
const [WIN, GIVEN_UP] = [key("{winner} wins."), key("{loser} resigns; {winner} wins.")];

/** Returns what the page needs to show a game. @param {Game} game @param {GameInfo} info with the ids of the sides @returns {GameView} */
export function viewOf(game, info) {
  const board = boardOf(info);
  const moves = movesOfGame(game);
  const discs = discsOf(info, moves);
  const winner = winnerOf(game, board);
  return {
    game_id: game.id,
    version: game.version,
    game: game.name,
    moves,
    ply: moves.length,
    start: game.start.length,
    to_move: toMove(game, board),
    legal: winner === undefined ? legalMoves(board, moves) : [],
    outcome: winner === undefined ? null : outcomeOf(game, info, discs, winner),
    seats: game.seats,
    discs,
    text: "",
    paused: game.paused,
    pace: game.pace,
    can_undo: undoPly(game) !== null,
    can_redo: redoPly(game) !== null,
    branches: returnable(game).map((line) => {
      const same = shared(line, game.turns);
      return { ply: game.start.length + same, moves: line.slice(same) };
    }),
    pie: !!game.pie,
    swapped: !!game.swapped,
    can_swap: canSwap(game, board),
    help: true,
    with_help: false,
    move_words: {},
    rematch: game.rematch,
    score: [game.wins[0] + Number(winner === 0), game.wins[1] + Number(winner === 1)],
    open_to_engines: false,
    analysis: game.analysis,
    notation: written(moves),
    asked: null,
    clock: null,
    engine: { ready: true, stage: "" },
  };
}

/** Says how a game ended. @param {Game} game @param {GameInfo} info @param {[number, number, 0 | 1][]} discs @param {0 | 1 | null} winner @returns {OutcomeView} */
function outcomeOf(game, info, discs, winner) {
  if (winner === null) return { winner, line: [], words: DRAW, said: DRAW };
  const [won, lost] = [{ side: info.sides[winner] }, { side: info.sides[other(winner)] }];
  const gaveUp = game.resigned !== null;
  const text = gaveUp ? GIVEN_UP : WIN;
  const cells = gaveUp ? [] : winningCells(info.connect, discs);
  const line = [...new Map(cells.map((cell) => [String(cell), cell])).values()]; // two lines may share a cell
  return { winner, line, words: text, said: { text, values: { winner: won, ...(gaveUp ? { loser: lost } : {}) } } };
}
