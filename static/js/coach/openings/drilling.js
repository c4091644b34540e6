/**
 * Shows the drill of the openings: a position, the person's move, and what the book says of it.
 *
 * @typedef {{name: string, moves: number[], played: number | null}} Asked a position, and the move that was played
 */

/** @import { Book } from "../../engine/book.js" */
/** @import { Told } from "../../model/claim.js" */
/** @import { LargeBoard } from "../../win/view/board.js" */
/** @import { Lore } from "./lore.js" */
/** @import { Visits } from "./visits.js" */

import { dayNumber } from "../../model/day.js";
import { claiming, ofColumn, textOf } from "../../model/claim.js";
import { button, el, set, setText } from "../../view/dom.js";
import { setTold } from "../../view/told.js";
import { list, t, tn } from "../../words.js";
import { NAMES, columns } from "../model/puzzle.js";
import { loadProgress, saveProgress } from "../net/progress_store.js";
import { answered, nextIn, toDrill } from "./drill.js";
import { lookUp, ofResult } from "./model.js";
import { resultWords, trapWords } from "./ways.js";

/** Drills. */
export class Drilling {
  /**
   * @param {Book} book
   * @param {Lore} lore
   * @param {Visits} visits
   * @param {LargeBoard} board
   * @param {{say: (head: string | Told, sub: string | Told, more?: string) => void, look: (moves: number[]) => void}} acts
   */
  constructor(book, lore, visits, board, acts) {
    this.book = book;
    this.lore = lore;
    this.visits = visits;
    this.board = board;
    this.acts = acts;
    /** @type {Asked | null} */
    this.asked = null;
    this.left = el("p", {});
    this.facts = el("p", {});
    this.next = button(t("Next position"), () => this.ask());
    this.look = button(t("Walk on from here"), () => this.asked && acts.look(this.asked.moves));
    this.element = el(
      "div",
      { class: "openings" },
      this.left,
      this.facts,
      el("div", { class: "openings__buttons" }, this.next, this.look),
    );
  }

  /** Puts the next position on the board. */
  ask() {
    const [progress, today] = [loadProgress(), dayNumber(new Date())];
    const { due, fresh } = toDrill(progress, this.lore.names, this.visits, today);
    const name = due[0] ?? fresh[0];
    this.asked = name === undefined ? null : { name, moves: columns(name), played: null };
    setText(this.left, t("Today: {due} to repeat, {fresh} new.", { due: due.length, fresh: fresh.length }));
    this.render();
    if (this.asked) {
      this.acts.say(task(this.book, this.asked.moves), t("Most levels go wrong here."));
      return this.board.focus();
    }
    const days = nextIn(progress, today) ?? 1;
    this.acts.say(
      t("Nothing to drill today."),
      tn(days, "The next position comes in {n} day.", "The next position comes in {n} days."),
    );
  }

  /** Judges the person's move. @param {number} move */
  play(move) {
    const { asked } = this;
    if (!asked || asked.played !== null) return;
    const { ways, best } = lookUp(this.book, asked.moves);
    const way = ways.find(({ column }) => column === move);
    if (!way) {
      this.acts.say(t("Column {n} is full.", { n: move }), "");
      return this.board.render(asked.moves, true, null, move);
    }
    asked.played = move;
    saveProgress(answered(loadProgress(), asked.name, way.keeps, dayNumber(new Date())));
    const { times } = this.visits.at(asked.moves);
    const trap = trapWords(this.lore, asked.moves);
    const facts = [textOf(trap), times ? been(times) : ""].filter(Boolean).join(" ");
    setTold(this.facts, typeof trap === "string" ? facts : { ...trap, text: facts });
    this.render();
    this.acts.say(
      way.keeps
        ? claiming(t("Column {n} is right.", { n: move }), ofColumn(asked.moves, move, "keeps"))
        : claiming(resultWords(way), ofResult(asked.moves, way.winner, way.ply, move)),
      claiming(
        t("Right here: {columns}.", { columns: list(best.map(String)) }),
        ...best.map((column) => ofColumn(asked.moves, column, "keeps")),
      ),
      facts,
    );
    this.next.focus();
  }

  /** Draws the board and the buttons. */
  render() {
    const { asked } = this;
    const isOpen = asked !== null && asked.played === null;
    const moves = asked ? [...asked.moves, ...(asked.played === null ? [] : [asked.played])] : [];
    this.board.render(moves, isOpen, null, null);
    set(this.facts, "hidden", isOpen || asked === null);
    set(this.next, "hidden", asked === null || isOpen);
    set(this.look, "hidden", asked === null || isOpen);
  }
}

/** Says what is asked. @param {Book} book @param {number[]} moves */
function task(book, moves) {
  const side = moves.length % 2 ? 1 : 0;
  const values = { side: NAMES[side] ?? "" };
  const wins = lookUp(book, moves).winner === side;
  return claiming(wins ? t("{side} to move and win.", values) : t("{side} to move and draw.", values), {
    moves: String(moves),
    side,
    result: wins ? "wins" : "draws",
  });
}

/** @param {number} times */
const been = (times) => tn(times, "You have been here {n} time.", "You have been here {n} times.");
