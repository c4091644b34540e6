/** Answers questions to the engine where this page plays alone: a hint, a level's move, the case against a move. */

/** @import { PageEngine } from "../engine/client.js" */
/** @import { GameInfo, PageState } from "../model/types.js" */
/** @import { GameView } from "../model/wire.d.ts" */

import { Opponent, boardOf } from "../engine/opponent.js";
import { OwnEngine } from "../engine/own/own.js";
import { column } from "../engine/own/marks.js";
import { placeName } from "../model/board.js";
import { isReadToTheEnd } from "../model/select.js";
import { Refusal } from "../net/socket.js";
import { key, said } from "../words.js";
import "../more_words.js";

const STRONGEST = 10;
const UNREAD = key("This board is too large for that in this page; a server could say it.");

/** Asks the engine of this page. */
export class Asked {
  /** @param {PageEngine} engine */
  constructor(engine) {
    this.engine = engine;
    this.own = new OwnEngine(
      () => {},
      () => {},
      engine,
    );
  }

  /** Finds the move of the strongest level. The boards that the page reads to the end ask elsewhere. @param {GameInfo} info @param {number[]} moves */
  async hint(info, moves) {
    const { move, value, answer } = await this.#choice(info, moves, STRONGEST);
    const [, result, n] = /^(wins|loses|draws)(?: in (\d+))?/.exec(answer.words) ?? [];
    const place = info.gravity ? column(move) : said(key("square {n}"), { n: placeName(info, move) });
    const values = { move: place, n: Number(n) };
    const sentence = !answer.proven || (n === undefined && result !== "draws") ? LOOKS : RESULTS[result ?? ""];
    return {
      ply: moves.length,
      move,
      words: "",
      why: "",
      said: said(sentence ?? LOOKS, values),
      value,
      proven: answer.proven,
      result: "",
    };
  }

  /** Returns what a level would play. @param {GameInfo | undefined} info @param {number[]} moves @param {number} level */
  async preview(info, moves, level) {
    if (!info) throw new Refusal({ code: "alone", message: UNREAD });
    const { move } = await this.#choice(info, moves, level);
    return { level, move, words: "", blind: "", said: "" };
  }

  /** Returns the case against the last of some moves. @param {GameView} game @param {GameInfo} info @param {number[]} path */
  async whyNot(game, info, path) {
    if (!isReadToTheEnd(info)) throw new Refusal({ code: "alone", message: UNREAD });
    const page = /** @type {PageState} */ (/** @type {unknown} */ ({ game, info }));
    return { ply: game.ply, words: "", ...(await this.own.whyNot(page, path)) };
  }

  /** @param {GameInfo} info @param {number[]} moves @param {number} level */
  #choice(info, moves, level) {
    const mind = new Opponent(this.engine, boardOf(info), { moves, level, seed: 0 });
    return mind.choose().finally(() => mind.close());
  }
}

const LOOKS = key("{Move} looks best so far.");
/** Says a proven result. @type {Record<string, string>} */
const RESULTS = { wins: key("{Move} wins in {n}."), loses: key("{Move} loses in {n}."), draws: key("{Move} draws.") };
