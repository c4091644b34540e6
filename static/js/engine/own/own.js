/**
 * Does by the page's own engine what needs no server: the truth about the shown position, the review of a game, the case
 * against a move. The scores of a game's positions are kept, so one view helps the others.
 */

/** @import { Said } from "../../words.js" */
/** @import { PageState, ReviewRow } from "../../model/types.js" */
/** @import { Action } from "../../model/state/state.js" */
/** @import { Board, Found } from "../board.js" */

import { movesUpTo } from "../../model/history.js";
import "../../more_words.js";
import { claimsOf } from "../../model/said_claims.js";
import { key, said, t } from "../../words.js";
import { EngineLost, sharedEngine } from "../client.js";
import { digestOf } from "./digest.js";
import { column, markMove, resultWords } from "./marks.js";
import { Opponent, boardOf } from "../opponent.js";
import { bestOf, pliesTo } from "../board.js";
import { levelOf } from "../mind/values.js";

/** The layers of the tree in which every move's score is found. */
const REPLIES = 2;
const KEPT = 512;

/** Tells that the engine does not run in this browser, where nobody else answers. */
export const NO_ENGINE = t("The engine in this page does not start, and there is no server to answer instead.");

/** Thinks for one page. */
export class OwnEngine {
  /**
   * @param {(action: Action) => void} dispatch
   * @param {() => void} onLost asks the server for what is missing now
   * @param {boolean} [alone] whether there is no server
   */
  constructor(dispatch, onLost, engine = sharedEngine(), alone = false) {
    this.lostWords = alone ? NO_ENGINE : t("The engine in this page does not start. The server answers instead.");
    this.dispatch = dispatch;
    this.onLost = onLost;
    this.engine = engine;
    /** The scores by board and moves. @type {Map<string, Found>} */
    this.known = new Map();
    this.shown = "";
    this.stop = new AbortController();
    this.failed = false;
  }

  /** Finds the truth about the position that the page shows, and its replies. @param {PageState} shown */
  follow({ game, info }) {
    const name = `${game.game_id} ${game.moves}`;
    if (name === this.shown) return;
    this.leave();
    this.shown = name;
    void this.guarded(() => this.think(boardOf(info), game.game_id, game.moves, this.stop.signal));
  }

  /** Thinks no more about the shown position. */
  leave() {
    if (!this.shown) return;
    this.stop.abort();
    this.stop = new AbortController();
    this.shown = "";
  }

  /** Searches a position, then the replies, the best ones first. @param {Board} board @param {string | null} gameId @param {number[]} moves @param {AbortSignal} stop */
  async think(board, gameId, moves, stop) {
    const begun = performance.now();
    /** @type {Map<string, Found>} */
    const known = new Map();
    const tell = () =>
      stop.aborted ||
      this.dispatch({
        type: "thinking",
        digest: digestOf(board, gameId, moves, known, (performance.now() - begun) / 1000),
      });
    const look = async (/** @type {number[]} */ path) => {
      known.set(
        String(path),
        await this.scores(board, [...moves, ...path], stop, (found) => {
          known.set(String(path), found);
          if (!path.length) tell();
        }),
      );
      tell();
    };
    /** @type {number[][]} */
    let layer = [[]];
    for (let depth = 0; depth <= REPLIES && layer.length; depth += 1) {
      for (const path of layer) await look(path);
      layer = layer.flatMap((path) => onwards(board, path, known.get(String(path)), depth));
    }
  }

  /**
   * Reviews the game on the page, from the end to the beginning: late positions are the cheapest.
   *
   * @param {() => PageState} state
   */
  async review(state) {
    const { game, info } = state();
    const [board, sides, gameId] = [boardOf(info), info.sides, game.game_id ?? ""];
    const isSame = () => state().game.game_id === game.game_id && state().game.notation === game.notation;
    await this.guarded(async () => {
      /** @type {ReviewRow[]} */
      const rows = [];
      /** @type {Found | null} */
      let next =
        game.outcome?.line.length || game.ply === board.width * board.height
          ? null
          : await this.scores(board, game.moves);
      for (let ply = game.ply - 1; ply >= 0; ply -= 1) {
        const before = await this.scores(board, game.moves.slice(0, ply));
        if (!isSame()) return;
        const row = markMove(board, sides, game.moves, ply, before, next);
        rows.unshift({ ...row, claims: claimsOf(row.said, info, game.moves.slice(0, ply)) });
        next = before;
        this.dispatch({
          type: "review",
          review: { game_id: gameId, notation: game.notation, rows: [...rows], done: ply === 0 },
        });
      }
    });
  }

  /** Judges a move that the game did not take. @param {PageState} page @param {number} ply @param {number} move @returns {Promise<ReviewRow>} */
  async judge({ game, info }, ply, move) {
    const board = boardOf(info);
    const moves = [...movesUpTo(game, ply), move];
    const before = await this.scores(board, moves.slice(0, -1));
    const next = await this.scores(board, moves);
    return markMove(board, info.sides, moves, ply, before, next.moves.length ? next : null);
  }

  /** Finds a best move, and says how it ends and who says so. @param {PageState} page */
  async hint({ game, info, connection }) {
    const board = boardOf(info);
    const { move, low } = bestOf(board, await this.scores(board, game.moves));
    const result = resultWords(move, { sign: Math.sign(low), plies: pliesTo(board, low, game.ply) - 1 });
    const source =
      connection.status === "alone"
        ? key("{result} This page’s own engine says so.")
        : key("{result} This browser’s engine says so: the server’s is starting.");
    const why = said(source, { result });
    return { move, value: low, proven: true, said: why, n: low < 0 ? result.values.n : null };
  }

  /** Says how a level would play the shown position, and what it cannot see there. @param {PageState} page @param {number} level */
  async preview({ game, info }, level) {
    const [board, { moves }] = [boardOf(info), game];
    const mind = new Opponent(this.engine, board, { moves, level, seed: 0 });
    const chosen = await mind.choose().finally(() => mind.close());
    const { move, answer } = chosen;
    const next = await this.scores(board, [...moves, move]);
    const reply = next.moves.length ? bestOf(board, next).move : null;
    const choice = { move, seen: answer.proven };
    const found = await this.scores(board, moves);
    return { move, said: blindSpot(board, info.sides, moves.length, level, choice, found, reply) };
  }

  /**
   * Returns the case against the last of some moves: a line that begins with them, and sentences.
   * @param {PageState} page @param {number[]} path
   */
  async whyNot({ game, info }, path) {
    const board = boardOf(info);
    const moves = [...game.moves, ...path];
    const ply = moves.length - 1;
    const [last = 0, mover] = [path.at(-1), ply % 2];
    const bounds = (await this.scores(board, moves.slice(0, -1))).moves.find(({ move }) => move === last);
    const line = [...path];
    for (let i = 0; i < REPLIES; i += 1) {
      const next = await this.scores(board, [...game.moves, ...line]);
      if (!next.moves.length) break;
      line.push(bestOf(board, next).move);
    }
    const score = bounds?.low ?? 0;
    let words = resultWords(last, { sign: Math.sign(score), plies: pliesTo(board, score, ply) - 1 });
    const reply = line[path.length];
    if (reply !== undefined)
      words = said(key("{result} {answer}"), {
        result: words,
        answer: said(key("{side} answers {move}."), {
          side: { side: info.sides[mover === 0 ? 1 : 0] },
          move: column(reply),
        }),
      });
    if (path.length > 1)
      words = said(key("After {moves}: {sentence}"), { moves: path.slice(0, -1).map(column), sentence: words });
    return { line, said: words };
  }

  /** Returns the scores after some moves. @param {Board} board @param {number[]} moves @param {AbortSignal} [stop] @param {(found: Found) => void} [news] */
  async scores(board, moves, stop, news) {
    const name = `${board.width}x${board.height} ${moves}`;
    const before = this.known.get(name);
    if (before) return before;
    const found = await this.engine.scores(board, moves, { ...(stop ? { stop } : {}), ...(news ? { news } : {}) });
    this.known.set(name, found);
    for (const [oldest] of this.known) if (this.known.size > KEPT) this.known.delete(oldest);
    return found;
  }

  /** Does something; without an engine the server is asked instead. @param {() => Promise<unknown>} act */
  async guarded(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof EngineLost)) throw error;
      if (this.failed) return;
      this.failed = true;
      this.dispatch({
        type: "own-lost",
        text: this.lostWords,
      });
      this.onLost();
    }
  }
}

/** Returns which positions the tree shows below one: all replies, then the best answers. @param {Board} board @param {number[]} path @param {Found | undefined} found @param {number} depth */
function onwards(board, path, found, depth) {
  if (!found?.moves.length) return [];
  const best = bestOf(board, found).move;
  const moves = [best, ...found.moves.map(({ move }) => move).filter((move) => move !== best)];
  return (depth === 0 ? moves : [best]).map((move) => [...path, move]);
}

/**
 * Returns one sentence on a proven result that a level does not know, or "" where there is none.
 *
 * @param {Board} board
 * @param {[string, string]} sides the ids of the sides
 * @param {number} ply the moves so far
 * @param {number} number the level
 * @param {{move: number, seen: boolean}} choice the level's move, and whether the level has seen the same result
 * @param {Found} found the score of every move
 * @param {number | null} reply the best answer to the level's move
 * @returns {Said}
 */
function blindSpot(board, sides, ply, number, choice, found, reply) {
  const { horizon } = levelOf(number);
  const mine = found.moves.find(({ move }) => move === choice.move);
  if (horizon === null || !mine) return "";
  const best = bestOf(board, found);
  const other = { side: sides[ply % 2 === 0 ? 1 : 0] };
  const n = (/** @type {number} */ score) => (pliesTo(board, score, ply) + 1) >> 1;
  /** @type {[string, Record<string, unknown>, number]} a sentence, its values, and the score behind it */
  let told;
  if (mine.low < 0)
    told = [
      lossWords(best.low === mine.low, reply),
      { side: other, n: n(mine.low), move: column(reply ?? 0) },
      mine.low,
    ];
  else if (best.low > 0 && mine.low === 0)
    told = [key("{move} wins in {n}."), { move: column(best.move), n: n(best.low) }, best.low];
  else if (best.low > mine.low)
    told = [key("{move} wins sooner, in {n}."), { move: column(best.move), n: n(best.low) }, best.low];
  else if (mine.low > 0) told = [key("this wins in {n}."), { n: n(mine.low) }, mine.low];
  else told = [key("with best play this is a draw."), {}, 0];
  const [sentence, values, score] = told;
  const within = pliesTo(board, score, ply) <= horizon;
  if (within && choice.seen && score === mine.low) return "";
  const frame = within ? key("It overlooks this: {this}") : key("It cannot see this yet: {this}");
  return said(frame, { this: said(sentence, values) });
}

/** @param {boolean} whatever whether no other move lasts longer @param {number | null} reply */
function lossWords(whatever, reply) {
  if (whatever) return key("{side} wins in {n}, whatever is played.");
  return reply === null ? key("{side} then wins in {n}.") : key("{side} then wins in {n}, beginning with {move}.");
}
