/**
 * Shows the drill of the openings: a position, the person's move, and what the book says of it.
 *
 * @typedef {{name: string, moves: number[], played: number | null}} Asked a position, and the move that was played
 */

/** @import { Book } from "../../engine/book.js" */
/** @import { Told } from "../../model/claim.js" */
/** @import { LargeBoard } from "../../course/view/large_board.js" */
/** @import { Opening, Progress } from "../model/progress.js" */
/** @import { Openings } from "./openings_model.js" */
/** @import { Way } from "./openings_model.js" */
/** @import { Visits } from "./openings_model.js" */

import { dayNumber } from "../../model/day.js";
import { claiming, ofColumn, textOf } from "../../model/claim.js";
import { button, el, set, setText, setTold } from "../../view/dom.js";
import { list, t, tn } from "../../words.js";
import { NAMES, columns } from "../model/puzzle.js";
import { loadProgress, saveProgress } from "../net/progress_store.js";
import { lookUp, ofResult } from "./openings_model.js";
import { resultWords, trapWords } from "./ways.js";
import { AGAIN, GOOD, interval, reviewed } from "../model/fsrs.js";
import { KEPT, practised } from "../model/progress.js";

/** Drills. */
export class Drilling {
  /**
   * @param {Book} book @param {Openings} openings @param {Visits} visits @param {LargeBoard} board
   * @param {{say: (head: string | Told, sub: string | Told, more?: string) => void, look: (moves: number[]) => void}} acts
   */
  constructor(book, openings, visits, board, acts) {
    this.book = book;
    this.openings = openings;
    this.visits = visits;
    this.board = board;
    this.acts = acts;
    /** @type {Asked | null} */
    this.asked = null;
    /** How far one is, and what is left today; the page shows it in both of its modes. */
    this.left = el("p", {});
    this.facts = el("p", {});
    this.next = button(t("Next position"), () => this.ask());
    this.look = button(t("Walk on from here"), () => this.asked && acts.look(this.asked.moves));
    this.element = el(
      "div",
      { class: "openings" },
      this.facts,
      el("div", { class: "openings__buttons" }, this.next, this.look),
    );
    this.plan(loadProgress(), dayNumber(new Date()));
  }

  /**
   * Returns the next position to drill, if there is one today, and says how far one is.
   * @param {Progress} progress @param {number} today
   */
  plan(progress, today) {
    const { names } = this.openings;
    const { due, fresh } = toDrill(progress, names, this.visits, today);
    const values = { due: due.length, fresh: fresh.length };
    const met = progress.openings.filter(({ name }) => names.includes(name)).length;
    const far = t("You have met {n} of {all} positions.", { n: met, all: names.length });
    setText(this.left, `${far} ${t("Today: {due} to repeat, {fresh} new.", values)}`);
    return due[0] ?? fresh[0];
  }

  /** Puts the next position on the board. */
  ask() {
    const [progress, today] = [loadProgress(), dayNumber(new Date())];
    const name = this.plan(progress, today);
    this.asked = name === undefined ? null : { name, moves: columns(name), played: null };
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
    const trap = trapWords(this.openings, asked.moves);
    const facts = [textOf(trap), times ? been(times) : ""].filter(Boolean).join(" ");
    setTold(this.facts, typeof trap === "string" ? facts : { ...trap, text: facts });
    this.render();
    this.acts.say(
      way.keeps
        ? claiming(rightWords(ways, way, asked.moves.length % 2), ofColumn(asked.moves, move, "keeps"))
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

/** Says of a right move whether another one wins sooner. @param {Way[]} ways @param {Way} way @param {number} side */
function rightWords(ways, { column, winner, ply }, side) {
  const sooner = winner === side && ways.some((one) => one.winner === side && one.ply < ply);
  return sooner
    ? t("Column {n} is good, but another one wins sooner.", { n: column })
    : t("Column {n} is right.", { n: column });
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

/** So many positions are new on a day. */
export const NEW_A_DAY = 5;

/**
 * Returns the positions to drill today: those whose day has come, the one that has waited longest first, then new ones,
 * those of the person's own games first.
 *
 * @param {Progress} progress
 * @param {string[]} names of all positions, those that are met most often first
 * @param {Visits} visits of the person's own games
 * @param {number} today
 * @returns {{due: string[], fresh: string[]}}
 */
export function toDrill({ openings }, names, visits, today) {
  const known = new Set(openings.map(({ name }) => name));
  const due = openings.filter((one) => one.due <= today && names.includes(one.name)).sort((a, b) => a.due - b.due);
  const left = NEW_A_DAY - openings.filter(({ since }) => since === today).length;
  const fresh = names
    .filter((name) => !known.has(name))
    .map((name) => ({ name, times: visits.at(columns(name)).times }))
    .sort((a, b) => b.times - a.times)
    .slice(0, Math.max(0, left));
  return { due: due.map(({ name }) => name), fresh: fresh.map(({ name }) => name) };
}

/** Returns the days until the next position comes, or null. @param {Progress} progress @param {number} today */
export const nextIn = ({ openings }, today) =>
  openings.length ? Math.max(1, Math.min(...openings.map(({ due }) => due)) - today) : null;

/**
 * Returns the progress after an answer. An answer before the day counts for nothing.
 * @param {Progress} progress @param {string} name @param {boolean} right @param {number} today @returns {Progress}
 */
export function answered(progress, name, right, today) {
  const before = progress.openings.find((one) => one.name === name);
  if (before && before.due > today) return progress;
  const others = progress.openings.filter((one) => one !== before);
  const memory = reviewed(before ?? null, before ? today - before.last : 0, right ? GOOD : AGAIN);
  /** @type {Opening} */
  const card = { name, since: before?.since ?? today, ...memory, last: today, due: today + interval(memory) };
  return practised({ ...progress, openings: [...others, card].slice(-KEPT.openings) }, today, right);
}
