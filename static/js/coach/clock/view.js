/**
 * Draws a run: the task, the board, the time left, what is solved and what is wrong.
 *
 * @typedef {object} Shown
 * @property {Run | null} run null: none has begun
 * @property {boolean} isOver
 * @property {Session} session
 * @property {string | Told} head
 * @property {Told} sub
 * @property {Progress} progress
 */

/** @import { Told } from "../../model/claim.js" */
/** @import { Progress } from "../model/progress.js" */
/** @import { Session } from "../model/session.js" */
/** @import { Run } from "./model.js" */

import { button, byId, el, set, setText, setTold } from "../../view/dom.js";
import { root, t, tn } from "../../words.js";
import { canMove, discsShown } from "../model/session.js";
import { PuzzleBoard } from "../view/puzzle_board.js";
import { MINUTES, MOST_WRONG, clock, left, minutesOf } from "./model.js";

/** Shows the page. */
export class RunView {
  /**
   * @param {{aim: (move: number | null) => void, play: (move: number) => void}} onBoard
   * @param {{begin: (minutes: number) => void, stop: () => void}} acts
   */
  constructor(onBoard, acts) {
    this.board = new PuzzleBoard(onBoard);
    this.time = el("p", { class: "run__time number", role: "timer", "aria-label": t("Time left") });
    this.count = el("p", { class: "run__count number" });
    this.begins = MINUTES.map((minutes) =>
      button(minutesOf(minutes), () => acts.begin(minutes), "button button--primary"),
    );
    this.stop = button(t("End the run"), acts.stop);
    this.best = el("p", { class: "coach__rating" });
    this.after = el("p", { class: "coach__rating" }, el("a", { href: `${root}/coach/train` }, t("Train")));
    const choices = el("div", { class: "coach__buttons" }, ...this.begins, this.stop);
    const days = el("p", { class: "coach__rating" }, el("a", { href: `${root}/coach/days` }, t("Your days")));
    byId("panel").append(el("div", { class: "coach" }, this.time, this.count, choices, this.best, this.after, days));
  }

  /** Gives the first way to begin the focus: the board is closed. */
  focusBegin() {
    this.begins[0]?.focus({ preventScroll: true });
  }

  /** Writes the time left. @param {Run | null} run @param {number} now */
  tick(run, now) {
    setText(this.time, run ? clock(left(run, now)) : "");
  }

  /** Draws the changes. @param {Shown} shown */
  render({ run, isOver, session, head, sub, progress }) {
    const isRunning = run !== null && !isOver;
    const discs = discsShown(session);
    this.board.show(discs, isRunning && canMove(session), session);
    setTold(byId("head"), head);
    setTold(byId("sub"), sub);
    set(this.time, "hidden", run === null);
    set(this.count, "hidden", run === null);
    if (run) setText(this.count, t("{solved} solved, {wrong} of {most} wrong", { ...run, most: MOST_WRONG }));
    for (const one of this.begins) set(one, "hidden", isRunning);
    set(this.stop, "hidden", !isRunning);
    const bests = MINUTES.flatMap((minutes) => {
      const best = progress.runs[minutes]?.best;
      if (best === undefined) return [];
      return tn(best, "Your best in {minutes}: {n} puzzle.", "Your best in {minutes}: {n} puzzles.", {
        minutes: minutesOf(minutes),
      });
    });
    setText(this.best, bests.join(" "));
    set(this.after, "hidden", !(isOver && run && run.wrong > 0));
  }
}
