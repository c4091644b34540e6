/**
 * Shows runs against the clock: the board, the time left, what is solved and what is wrong. Puzzles come from the coach's files, the next one while a person solves.
 *
 * @typedef {{files: string}} Boot
 *
 * @typedef {object} Shown
 * @property {Run | null} run null: none has begun
 * @property {boolean} isOver
 * @property {Session} session
 * @property {string | Told} head
 * @property {Told} sub
 * @property {Progress} progress
 */

/** @import { Run } from "./clock_model.js" */
/** @import { Loaded } from "../model/coach_page.js" */
/** @import { Progress } from "../model/progress.js" */
/** @import { Session } from "../model/session.js" */
/** @import { Claim, Told } from "../../model/claim.js" */

import {
  MINUTES,
  MOST_WRONG,
  afterRun,
  afterTry,
  begin,
  clock,
  counted,
  left,
  minutesOf,
  wanted,
} from "./clock_model.js";
import { isSolved, played } from "../model/puzzle.js";
import { EMPTY, canMove, discsShown, reduce } from "../model/session.js";
import { task, taskOf } from "../model/coach_words.js";
import { Files } from "../net/puzzle_files.js";
import { loadProgress, onOtherTab, saveProgress } from "../net/progress_store.js";
import { Supply } from "../net/supply.js";
import { PuzzleBoard } from "../view/puzzle_board.js";
import { ofColumn } from "../../model/claim.js";
import { dayNumber } from "../../model/day.js";
import { actOncePerPress, arrived, button, byId, el, isStill, set, setText, setTold } from "../../view/dom.js";
import { root, t, tn } from "../../words.js";

/** Shows the page. */
class RunView {
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
      return tn(
        best,
        "Your best in {minutes}: {n} puzzle. Next: {more}.",
        "Your best in {minutes}: {n} puzzles. Next: {more}.",
        { minutes: minutesOf(minutes), more: best + 1 },
      );
    });
    setText(this.best, bests.join(" ") || t("No run yet. Next: {minutes}.", { minutes: minutesOf(MINUTES[0] ?? 0) }));
    set(this.after, "hidden", !(isOver && run && run.wrong > 0));
  }
}

/** Milliseconds until the reply drops, and between two looks at the clock. */
const [PAUSE_MS, TICK_MS] = [250, 200];
/** The seconds left that are said. */
const SAID = [60, 30, 10];
const RULES = t("Puzzles from easy to hard, until the time is up or three are wrong.");

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
const supply = new Supply(new Files(boot.files));
const today = () => dayNumber(new Date());
let progress = loadProgress();
/** @type {Run | null} */
let run = null;
let isOver = false;
let session = EMPTY;
/** @type {Loaded | null} */
let shown = null;
/** @type {Promise<Loaded | null>} */
let coming = Promise.resolve(null);
let head = t("Against the clock");
let sub = RULES;
/** @type {Claim[]} What the line below the task says of the puzzle before. */
let claims = [];
let [dropping, ticking, saidAt] = [0, 0, Number.POSITIVE_INFINITY];

const view = new RunView(
  { aim: (move) => update({ type: "aim", move }), play },
  { begin: (minutes) => void start(minutes), stop: () => end(t("You ended the run.")) },
);

/** Draws the page. */
function draw() {
  const asked = run && !isOver && session.attempt ? taskOf(session.attempt)[0] : head;
  view.render({ run, isOver, session, head: asked, sub: { text: sub, claims }, progress });
}

/** Changes the puzzle on the board, and draws. @param {import("../model/session.js").Action} action */
function update(action) {
  session = reduce(session, action);
  clearTimeout(dropping);
  if (session.unseen) dropping = setTimeout(() => update({ type: "drop" }), isStill() ? 0 : PAUSE_MS);
  draw();
}

/** Says something to those who hear the page. @param {string} words */
const say = (words) => setText(byId("live"), words);

/** Fetches the puzzle after the one on the board. @param {Run} of */
function fetchNext(of) {
  const seen = [...progress.seen, ...(shown ? [shown.puzzle.name] : [])];
  coming = supply.within(wanted(of), seen);
  coming.catch(() => undefined); // said when the puzzle is wanted
}

/** Begins a run; its time begins once the first puzzle is there. @param {number} minutes */
async function start(minutes) {
  progress = loadProgress();
  fetchNext(begin(minutes, 0));
  try {
    shown = await coming;
  } catch {
    sub = t("The server is away, and no puzzles are kept here. Try again in a moment.");
    return draw();
  }
  if (!shown) return;
  [run, isOver, saidAt, sub, claims] = [begin(minutes, Date.now()), false, Number.POSITIVE_INFINITY, "", []];
  clearInterval(ticking);
  ticking = setInterval(tick, TICK_MS);
  tick();
  show(shown);
  view.board.focus();
}

/** Puts a puzzle on the board. @param {Loaded} loaded */
function show(loaded) {
  if (!run) return;
  shown = loaded;
  head = task(loaded.puzzle);
  say(`${sub} ${head}`.trim());
  fetchNext({ ...run, solved: run.solved + 1 });
  update({ type: "begin", puzzle: loaded.puzzle });
}

/** Looks at the clock. */
function tick() {
  if (!run || isOver) return;
  const ms = left(run, Date.now());
  view.tick(run, Date.now());
  const due = SAID.find((seconds) => ms <= seconds * 1000 && seconds < saidAt);
  if (ms > 0 && due) {
    saidAt = Math.min(...SAID.filter((seconds) => ms <= seconds * 1000));
    say(t("{time} left", { time: clock(ms) }));
  }
  if (ms === 0) end(t("The time is up."));
}

/** Plays the person's move. @param {number} move */
function play(move) {
  if (!run || isOver || !shown || !canMove(session)) return;
  tick(); // a move after the last second does not count
  if (isOver) return;
  const before = session.attempt;
  const { attempt } = reduce(session, { type: "play", move });
  if (!attempt || attempt === before) return update({ type: "play", move });
  const right = before?.puzzle.line[before.step] ?? 0;
  if (!attempt.refuted && !isSolved(attempt)) return update({ type: "play", move });
  const solved = !attempt.refuted;
  progress = afterTry(loadProgress(), shown, solved, today());
  saveProgress(progress);
  shown = null; // a second key counts for nothing until the next puzzle is there
  run = counted(run, solved);
  sub = solved ? t("Solved.") : t("Wrong: column {n} was the move.", { n: right });
  claims = solved || !before ? [] : [ofColumn(played(before), right, "keeps")];
  if (run.wrong >= MOST_WRONG) return end(`${sub} ${t("That was the third.")}`);
  void next();
}

/** Puts the next puzzle on the board. */
async function next() {
  const of = run;
  try {
    const loaded = await coming;
    if (loaded && run === of && !isOver) show(loaded);
  } catch {
    if (run === of) end(t("The server is away, and no more puzzles are kept here."));
  }
}

/** Ends the run, and keeps it. @param {string} why */
function end(why) {
  if (!run || isOver) return;
  isOver = true;
  clearInterval(ticking);
  const after = afterRun(loadProgress(), run, today());
  progress = after.progress;
  saveProgress(progress);
  view.tick(run, Date.now());
  head = tn(run.solved, "{n} puzzle solved", "{n} puzzles solved");
  const best = after.isBest ? ` ${t("Your best so far.")}` : "";
  const again = run.wrong ? ` ${t("What went wrong comes again in the trainer.")}` : "";
  sub = `${why}${best}${again}`;
  say(`${head}. ${sub}`);
  update({ type: "aim", move: null });
  view.focusBegin();
}

onOtherTab(() => {
  progress = loadProgress();
  draw();
});
draw();
arrived();
