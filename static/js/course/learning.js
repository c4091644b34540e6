/** Runs the lessons: one after the other, each until it is known, and again on the days that the schedule says. */

/** @import { Page } from "./model/course.js" */
/** @import { Quiz } from "./model/quiz.js" */

import { PageEngine } from "../engine/client.js";
import { dayNumber } from "../model/day.js";
import { keepWay } from "../net/results.js";
import { isStill } from "../view/dom.js";
import { t } from "../words.js";
import { answerAfter, cardAt, follow } from "./model/course.js";
import { discsOf, playable, replies } from "./model/discs.js";
import { afterLesson, knownIn, metOn, nextLesson } from "./model/course_progress.js";
import {
  begin as beginQuiz,
  givesAway,
  isOpen,
  judged,
  play as playQuiz,
  reply,
  show,
  shownMoves,
} from "./model/quiz.js";
import { changedWords, knowledge, task } from "./model/course_words.js";
import { keptOf, loadProgress, onOtherTab, saveProgress } from "./net/course_store.js";
import { LargeBoard } from "./view/large_board.js";
import { LearnPanel } from "./view/learn.js";

/** Milliseconds before the other side replies. */
const PAUSE_MS = 500;

/** Begins the section. @param {Page} page */
export function begin({ course, say, stage, panel, steps }) {
  const today = () => dayNumber(new Date());
  let progress = loadProgress(course);
  let changed = changedWords(Object.keys(progress).length, Object.keys(keptOf(course.name)).length);
  /** @type {Quiz | null} */
  let quiz = null;
  /** Those failed or shown in this session, and how many lessons came since the last. @type {string[]} */
  let again = [];
  let since = 0;
  /** This page's engine, from the first question on. @type {PageEngine | null} */
  let engine = null;
  const board = new LargeBoard(course.info, play);
  const view = new LearnPanel(course, { show: () => change(quiz && show(quiz)), next: () => next(true) });
  const others = steps.filter((name) => name !== course.name);
  stage.append(board.element);
  panel.append(view.element);

  /** Draws the page. */
  function render() {
    const before = others.reduce((sum, name) => sum + metOn(keptOf(name), today()), 0);
    view.render(quiz, `${changed} ${knowledge(course, progress, today(), steps.length ? before : null)}`.trim());
    if (!quiz) {
      board.render([], false, null, null);
      return say(t("You know it all."), t("The next lesson comes on its day. Look at the map, or play."));
    }
    const answer = answerAfter(course, quiz.moves)?.move ?? 0;
    const { place } = follow(course, quiz.moves);
    const rows = quiz.shown && place ? cardAt(course, place) : null;
    const open = isOpen(course, quiz);
    const asked = quiz.shown && open ? playable(course.info, discsOf(course.info, quiz.moves)) : [];
    const ring = { kind: "place", cells: asked.filter(([column]) => column === answer), pairs: [] };
    board.render(shownMoves(quiz), open, rows, givesAway(quiz.verdict) ? quiz.other : null, [ring]);
    return say(...task(course, quiz, answer));
  }

  /** Changes the quiz; the other side replies after a pause. @param {Quiz | null} to */
  function change(to) {
    const ended = to?.done && !quiz?.done;
    quiz = to;
    if (to && ended) count(to);
    render();
    if (to && to.other !== null && !to.verdict) void judgeMove(to, to.other);
    if (!to || to.done || isOpen(course, to)) return;
    const next = () => {
      if (quiz !== to) return;
      const able = replies(course.info, to.moves);
      change(reply(course, to, able[Math.floor(Math.random() * able.length)] ?? 0));
    };
    setTimeout(next, isStill() ? 0 : PAUSE_MS);
  }

  /** Plays the person's move. @param {number} move */
  function play(move) {
    if (quiz?.done) return next(true);
    if (quiz) change(playQuiz(course, quiz, move));
    return undefined;
  }

  /** Judges a column that is not the sheet's. @param {Quiz} asked @param {number} move */
  async function judgeMove(asked, move) {
    engine ??= new PageEngine();
    const answer = answerAfter(course, asked.moves)?.move ?? 0;
    const verdict = await import("./judging.js")
      .then(({ judge }) => judge(/** @type {PageEngine} */ (engine), course, asked.moves, move, answer))
      .catch(() => /** @type {const} */ ({ kind: "open", reply: null, n: 0 })); // no engine, or the network is away
    if (quiz === asked) change(judged(asked, verdict));
  }

  /** Counts a lesson that has ended. @param {Quiz} one */
  function count(one) {
    progress = afterLesson(progress, one.lesson, !one.failed, today());
    saveProgress(course, progress);
    changed = "";
    keepWay("win", knownIn(progress).size, course.lessons.length, course.name);
    again = again.filter((name) => name !== one.lesson);
    if (one.failed) again.push(one.lesson);
    since = one.failed ? 0 : since + 1;
  }

  /** Asks for the next lesson; after the last one of a board to begin with goes on to the next board. @param {boolean} [on] */
  function next(on = false) {
    const name = nextLesson(course.lessons, progress, again, since, today());
    const larger = steps[steps.indexOf(course.name) + 1];
    if (on && name === null && larger) return location.assign(`?course=${larger}`);
    if (name !== null && again.includes(name)) since = 0;
    change(name === null ? null : beginQuiz(course, name, !progress[name]));
    return board.focus();
  }

  onOtherTab(course.name, () => {
    progress = loadProgress(course);
    render();
  });
  next();
}
