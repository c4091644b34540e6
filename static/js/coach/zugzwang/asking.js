/** Runs the questions: one after the other, each until it is known, and again on the days that the schedule says. */

/** @import { Told } from "../../model/claim.js" */
/** @import { LargeBoard } from "../../course/view/large_board.js" */
/** @import { Question, Verdict } from "./zugzwang_model.js" */

import { claiming } from "../../model/claim.js";
import { isStill } from "../../view/dom.js";
import { knownIn, nextLesson } from "../../course/model/course_progress.js";
import { t } from "../../words.js";
import { columns } from "../model/puzzle.js";
import { dayNumber } from "../../model/day.js";
import { loadProgress, onOtherTab, saveProgress } from "../net/progress_store.js";
import { afterQuestion, claimsOf, judge, marksOf } from "./zugzwang_model.js";
import { Asking as View } from "./zugzwang_view.js";
import { asked, knowledge, verdictWords } from "./zugzwang_words.js";

/** Milliseconds between two discs that drop by themselves. */
const PAUSE_MS = 650;

/** Asks one question at a time. */
export class Asking {
  /**
   * @param {Question[]} questions @param {LargeBoard} board @param {(head: string, sub: string | Told) => void} say
   * @param {() => void} tell tells that what is known may have changed
   */
  constructor(questions, board, say, tell) {
    this.questions = questions;
    this.board = board;
    this.say = say;
    this.tell = tell;
    this.view = new View({
      answer: (given) => this.answer(given),
      next: () => this.next(),
      again: () => this.replay(),
    });
    this.known = loadProgress().questions;
    /** @type {Question | null} */
    this.question = null;
    /** @type {Verdict | null} */
    this.verdict = null;
    /** How many moves of the refutation are on the board. */
    this.dropped = 0;
    this.dropping = 0;
    /** Those answered wrong in this session, and how many questions came since the last. @type {string[]} */
    this.again = [];
    this.since = 0;
    onOtherTab(() => {
      this.known = loadProgress().questions;
    });
  }

  /** Says how many questions are known. */
  knows() {
    const known = knownIn(this.known);
    return knowledge(this.questions.filter(({ name }) => known.has(name)).length, this.questions.length);
  }

  /** Shows the question, or the next one if there is none yet. */
  open() {
    if (this.question) this.render();
    else this.next();
  }

  /** Stops the discs that drop by themselves. */
  leave() {
    clearTimeout(this.dropping);
  }

  /** Asks the next question. */
  next() {
    const names = this.questions.map(({ name }) => name);
    const name = nextLesson(names, this.known, this.again, this.since, today());
    if (name !== null && this.again.includes(name)) this.since = 0;
    this.question = this.questions.find((one) => one.name === name) ?? null;
    this.verdict = null;
    this.dropped = 0;
    this.render();
    if (this.question?.kind === "keep") this.board.focus();
    else this.view.focus();
  }

  /** Takes a move on the board as the answer, where columns are asked for. @param {number} column */
  play(column) {
    if (this.question?.kind === "keep" && this.question.options.includes(column)) this.answer([column]);
  }

  /** Judges the options chosen. @param {any[]} given */
  answer(given) {
    if (!this.question || this.verdict) return;
    this.verdict = judge(this.question, given);
    const { right } = this.verdict;
    const { name } = this.question;
    const progress = loadProgress();
    const after = afterQuestion(progress, name, right, today());
    this.known = after.questions;
    saveProgress(after);
    this.again = [...this.again.filter((one) => one !== name), ...(right ? [] : [name])];
    this.since = right ? this.since + 1 : 0;
    this.replay();
    this.view.focus();
  }

  /** Plays the refutation from its first move. */
  replay() {
    this.dropped = isStill() ? (this.verdict?.play.length ?? 0) : 0;
    this.render();
    this.view.focus();
  }

  /** Draws the page, and lets the next disc of a refutation drop after a pause. */
  render() {
    clearTimeout(this.dropping);
    const { question, verdict } = this;
    this.tell();
    this.view.render(question, { done: verdict !== null, refuted: Boolean(verdict?.play.length) });
    if (!question) {
      this.board.render([], false, null, null);
      return this.say(t("You know all questions."), t("The next one comes on its day."));
    }
    const shown = verdict?.play.slice(0, this.dropped) ?? [];
    const moves = [...columns(question.moves), ...shown];
    this.board.render(moves, question.kind === "keep" && !verdict, null, null, marksOf(question, verdict !== null));
    const [head, known] = asked(question);
    this.say(head, verdict ? claiming(verdictWords(question, verdict), ...claimsOf(question, verdict)) : known);
    if (verdict && this.dropped < verdict.play.length)
      this.dropping = setTimeout(() => {
        this.dropped += 1;
        this.render();
      }, PAUSE_MS);
  }
}

const today = () => dayNumber(new Date());
