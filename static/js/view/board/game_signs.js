/** Shows what the board says of a game beside its discs: the engine's guess at the next move, and the end of a won game. */

/** @import { PageState } from "../../model/types.js" */

import { t } from "../../words.js";
import { Drawn, drawing, el, set, setText, svg } from "../dom.js";
import { engineSeat, isMine } from "../../model/select.js";

const OPEN_MS = 3200;

/** Shows the sealed guess beside the disc in hand; the move opens it. */
export class SealedGuess {
  /** @param {{handColumn: number, numbers: HTMLElement[], hand: HTMLElement}} board */
  constructor(board) {
    this.board = board;
    this.score = el("span", { class: "sealed__score number" });
    this.sign = drawing(
      "sealed__sign",
      "0 0 24 24",
      svg("rect", { x: 2, y: 5, width: 20, height: 14, rx: 2 }),
      svg("path", { d: "M2 6 12 13 22 6" }),
      svg("path", { class: "sealed__mark sealed__mark--right", d: "M7.5 12.5l3 3 6-6" }),
      svg("path", { class: "sealed__mark sealed__mark--wrong", d: "M9 9.5l6 6m0-6-6 6" }),
    );
    this.element = el("div", { class: "sealed", title: t("My guess at your move is inside.") }, this.sign, this.score);
    /** The ply of the last guess that was opened. */
    this.last = -1;
    this.drawn = new Drawn();
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { hand, handColumn, numbers } = this.board;
    const { game, pending, review, engineView, tokens } = page;
    if (this.drawn.has(game, pending, review.opened, engineView.answers, tokens, handColumn)) return;
    const guess = guessIn(page);
    set(hand, "data-half", handColumn * 2 > numbers.length ? "right" : "left"); // on the side with more room
    set(this.element, "hidden", !guess);
    if (!guess) return;
    if (guess.last !== this.last) {
      const opened = guess.last > this.last;
      this.last = guess.last;
      if (opened) {
        set(this.element, "data-open", true);
        setTimeout(() => set(this.element, "data-open", false), OPEN_MS);
      }
    }
    setText(this.score, guess.score);
    set(this.element, "data-right", guess.right);
  }
}

/**
 * Describes the engine's guess at the next move; the line below the headline tells the last guess.
 *
 * @param {PageState} page
 * @returns {{score: string, right: boolean, last: number} | null} last: the ply of the last guess, or -1 for none;
 *   null: there are no guesses in this game, or there is none now
 */
function guessIn(page) {
  const { game } = page;
  const looked = game.analysis || game.outcome || page.review.opened;
  if (engineSeat(page) === null || game.game_id === null || !game.ply || page.info.chance || looked) return null;
  const guesses = page.engineView.answers.filter(({ expected, reply }) => expected !== null && reply !== null);
  const last = guesses.at(-1);
  const right = guesses.filter(({ expected, reply }) => expected === reply).length;
  if (!last && (!isMine(page, game.to_move) || page.pending)) return null;
  const score = guesses.length ? t("I guessed {n} of {all}", { n: right, all: guesses.length }) : "";
  return { score, right: last !== undefined && last.expected === last.reply, last: last?.ply ?? -1 };
}

/** Empties the board of what is not in the line, after the win of a person. */
export class WonBoard {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
    /** Whether the game on the board is over; null before the first look. @type {boolean | null} */
    this.over = null;
    this.empties = false;
    this.drawn = new Drawn();
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { game, review } = page;
    if (this.drawn.has(game, review.opened)) return;
    const won = Boolean(game.outcome?.line.length);
    if (!won) this.empties = false;
    else if (this.over === false) this.empties = isMine(page, game.outcome?.winner ?? null) && !game.analysis;
    this.over = game.outcome !== null;
    set(this.board, "data-empties", this.empties && !review.opened);
  }
}
