/**
 * Wires the coach's page: puzzles from files, progress in this browser. After the files are here the page asks a server
 * only why a wrong move is wrong, so it works on without one.
 *
 * @typedef {{files: string}} Boot
 */

/** @import { Told } from "../model/claim.js" */
/** @import { CoachPage, Loaded } from "./model/coach_page.js" */

import { copied } from "../view/clipboard.js";
import { dayNumber } from "../model/day.js";
import { actOncePerPress, arrived, byId, isStill } from "../view/dom.js";
import { strengthFor } from "./model/puzzle_choice.js";
import { chosenCourse, nextStrength, questionsLeft, resultOfDay } from "./model/coach_page.js";
import { afterCourse, afterDay, afterPuzzle, courseAgain, nextCourse, nextName } from "./model/progress.js";
import { BOARD, discsAfter, fromRow, isSolved, played } from "./model/puzzle.js";
import { afterMistake, comingAgain, dueMistake, mistakeOf } from "./model/mistakes.js";
import { BEGUN, afterTry, isOver, onceMore, EMPTY, canMove, reduce, solvedAtOnce } from "./model/session.js";
import { verdict } from "./model/coach_words.js";
import { Files } from "./net/puzzle_files.js";
import { toText, gamesToSearch, fromText, loadProgress, onOtherTab, saveProgress } from "./net/progress_store.js";
import { Supply } from "./net/supply.js";
import { PageView } from "./view/coach_view.js";
import { root, t } from "../words.js";

/** Milliseconds between two discs that drop by themselves. */
const PAUSE_MS = 650;
const AWAY = t("The server is away, and this puzzle is not kept here. Try again in a moment.");

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
const supply = new Supply(new Files(boot.files));
const today = () => dayNumber(new Date());
let dropping = 0;
/** The strength of the puzzle of the day that the person has chosen; null: the one that fits. */
let chosen = /^[012]$/.exec(new URLSearchParams(location.search).get("strength") ?? "")?.[0] ?? null;

/** @type {CoachPage} */
let page = {
  section: location.pathname.slice(root.length).split("/")[2] ?? "",
  progress: loadProgress(),
  courses: null,
  course: new URLSearchParams(location.search).get("theme") ?? "",
  after: new URLSearchParams(location.search).get("after"),
  asked: 0,
  round: BEGUN,
  lesson: false,
  day: today(),
  index: null,
  daily: null,
  strength: 0,
  loaded: null,
  session: EMPTY,
  counted: false,
  message: "",
  explaining: null,
};

const view = new PageView(
  { aim: (move) => update({ session: reduce(page.session, { type: "aim", move }) }), play },
  {
    again,
    reveal,
    importText: (text) => void importText(text),
    next: () => {
      if (page.section === "themes") return void nextInCourse();
      chosen = String(nextStrength(page) ?? page.strength);
      return void next().then(() => view.board.focus());
    },
    why: () => void (page.session.attempt?.refuted ? explainWrong() : explain()),
    copy: () => void copyDay(),
    lesson: () => chooseCourse(page.course),
    exportText: () => toText(page.progress),
    theme: chooseTheme,
    mistake: (name) => showMistake(mistakeOf(page.progress, name), true),
  },
  { choose: chooseCourse, begin: () => void nextInCourse(), more: () => void moreOfTheme(), restart: restartCourse },
  gamesToSearch(),
);
/** Steps through explanations; loaded with the first one. @type {typeof import("../model/proof/why.js") | null} */
let explainer = null;

/**
 * Changes the page and draws it; lets the next disc drop after a pause, at once where motion is not wanted.
 * @param {Partial<typeof page>} change
 */
function update(change) {
  page = { ...page, ...change };
  view.render(page, today());
  clearTimeout(dropping);
  const drop = () => update({ session: reduce(page.session, { type: "drop" }) });
  if (page.session.unseen) dropping = setTimeout(drop, isStill() ? 0 : PAUSE_MS);
}

/** Plays the person's move. @param {number} move */
function play(move) {
  if (page.explaining && explainer) return update({ explaining: explainer.replyTo(page.explaining, move) });
  if (!canMove(page.session)) return;
  const before = page.session.attempt;
  const session = reduce(page.session, { type: "play", move });
  const { attempt } = session;
  if (!attempt || attempt === before) return update({ session, message: t("Column {n} is full.", { n: move }) });
  if (attempt.refuted) return counted({ session, message: verdict(attempt, attempt.refuted) });
  if (!isSolved(attempt)) return update({ session, message: t("Right. Go on.") });
  counted({ session, message: solvedAtOnce(attempt) ? t("Solved.") : t("That is the solution.") });
}

/** Takes the wrong move back. */
function again() {
  update({ session: reduce(page.session, { type: "again" }), explaining: null, message: "" });
  view.board.focus();
}

/** Shows the next move of the solution. */
function reveal() {
  if (page.session.attempt)
    counted({ session: reduce(page.session, { type: "reveal" }), message: t("This was the move.") });
}

/**
 * Changes the page, and counts the puzzle, once: the first wrong move, the solution, or the move shown decides.
 *
 * @param {{session: typeof page.session, message: string | Told}} change
 */
function counted(change) {
  const { attempt } = change.session;
  if (!page.loaded || !attempt) return update(change);
  const { puzzle, row } = page.loaded;
  let { progress, round, asked } = page;
  if (!page.counted) {
    round = afterTry(round, row, solvedAtOnce(attempt));
    asked += 1;
  }
  if (!page.counted && !page.loaded.again) {
    const fresh = !progress.seen.includes(puzzle.name);
    const tried = { name: puzzle.name, row, rating: puzzle.rating, themes: puzzle.themes };
    progress = mistakeOf(progress, puzzle.name)
      ? afterMistake(progress, tried, solvedAtOnce(attempt), today())
      : afterPuzzle(progress, tried, solvedAtOnce(attempt), today(), fresh);
  }
  if (page.loaded.course && isSolved(attempt) && !attempt.shown)
    progress = afterCourse(progress, page.loaded.course, puzzle.name);
  if (page.section === "day" && isSolved(attempt)) {
    progress = afterDay(progress, {
      day: page.day,
      tries: attempt.mistakes + 1,
      solved: !attempt.shown,
      strength: page.strength,
    });
  }
  saveProgress(progress);
  update({ ...change, progress, round, asked, counted: true });
}

/** Explains the wrong move on the board, by the server: why the other side then wins or holds. */
async function explainWrong() {
  const { attempt } = page.session;
  if (!attempt?.refuted) return;
  const moves = [...played(attempt), attempt.refuted.move];
  const [answer] = attempt.refuted.refutation; // the reply on the board: the reason speaks of the same move
  try {
    const [{ whyAfter }, { bettered, openWhy }] = [await import("./net/reasons.js"), await loadExplainer()];
    const { at, of, first, better } = await whyAfter(moves, answer);
    if (page.session.attempt !== attempt) return;
    update({ explaining: openWhy(BOARD, first, discsAfter(at), of.first) });
    if (!first.more) return;
    const last = await better();
    if (page.explaining?.explanation === first) update({ explaining: bettered(page.explaining, last ?? null) });
  } catch (error) {
    update({
      message:
        error instanceof Error && error.name === "refused"
          ? error.message
          : t("The server is away, and this proof is not kept here."),
    });
  }
}

/** Loads the proof of the puzzle, and shows its first step. */
async function explain() {
  const shown = page.loaded;
  if (!shown) return;
  try {
    const why = await supply.proof(shown);
    const { openWhy } = await loadExplainer();
    if (page.loaded !== shown) return;
    update(
      why
        ? { explaining: openWhy(BOARD, why, discsAfter(shown.puzzle.moves)), message: "" }
        : { message: t("The proof of this puzzle is in no file any more.") },
    );
  } catch {
    update({ message: t("The server is away, and this proof is not kept here.") });
  }
}

/** Loads what shows explanations. */
async function loadExplainer() {
  if (explainer) return explainer;
  const [loaded, { WhyPanel }] = await Promise.all([
    import("../model/proof/why.js"),
    import("../view/panel/why_panel.js"),
  ]);
  explainer = loaded;
  await view.addWhy(
    new WhyPanel({
      step: (at) => page.explaining && update({ explaining: loaded.showStep(page.explaining, at) }),
      attempt: () => {
        if (page.explaining) update({ explaining: loaded.tryIt(page.explaining) });
        view.board.focus();
      },
      close: () => update({ explaining: null, message: page.session.attempt?.refuted ? page.message : "" }),
    }),
  );
  return loaded;
}

/** Puts a puzzle on the board; null: says why there is none. @param {Loaded | null} loaded @param {string} [message] */
function show(loaded, message = "") {
  const session = reduce(page.session, loaded ? { type: "begin", puzzle: loaded.puzzle } : { type: "none" });
  update({ loaded, session, message, counted: false, explaining: null, lesson: false });
}

/** Loads the next puzzle of the section. */
async function next() {
  const { section, progress } = page;
  if (section === "mistakes") return showMistake(dueMistake(progress, today()));
  try {
    const [index, daily] = [await supply.index(), section === "day" ? await supply.daily() : null];
    page = { ...page, day: today(), index, daily };
    if (daily) page.strength = Number(chosen ?? strengthFor(index, daily, page.day, progress.rating));
    show(await (daily ? supply.ofDay(page.day, page.strength) : trained()));
  } catch {
    show(null, AWAY);
  }
}

/**
 * Returns the next puzzle of the trainer's round: one whose day has come, else a new one, all of the theme chosen; then
 * those missed, once more; at the end of the round none. The puzzle after the end begins another round.
 *
 * @returns {Promise<Loaded | null>}
 */
async function trained() {
  const { progress, course, round, index } = page;
  const bit = index?.themes.find(({ slug }) => slug === course)?.bit;
  const missed = onceMore(round);
  if (missed) return { row: missed, puzzle: fromRow(missed), chunk: null, again: true };
  if (isOver(round) && page.loaded) return null;
  if (isOver(round)) page = { ...page, round: BEGUN };
  const due = comingAgain(progress, today()).map(({ row }) => ({ row, puzzle: fromRow(row), chunk: null }));
  return due.find(({ puzzle }) => !bit || puzzle.themes & bit) ?? supply.fitting(progress, course);
}

/** Begins a round with a theme. @param {string} course slug, or "": all themes */
function chooseTheme(course) {
  history.replaceState(null, "", `${root}/coach/train${course ? `?theme=${course}` : ""}`);
  page = { ...page, course, round: BEGUN };
  void next();
}

/** Shows a mistake of the person's own games. @param {{row: any[]} | undefined} mistake undefined: none is due @param {boolean} [focus] */
function showMistake(mistake, focus = false) {
  show(mistake ? { row: mistake.row, puzzle: fromRow(mistake.row), chunk: null } : null);
  if (focus) view.board.focus();
}

/** Shows a course with its example. @param {string} course slug */
function chooseCourse(course) {
  const session = reduce(page.session, { type: "none" });
  history.replaceState(null, "", `${root}/coach/themes?theme=${course}`);
  const after = course === page.course ? page.after : null; // another idea than that of the missed puzzle
  update({ course, after, lesson: true, loaded: null, session, message: "", explaining: null });
  view.focusCourse();
}

/** Puts the next puzzle of the course on the board; after the last one shows that the course is finished. */
async function nextInCourse() {
  const course = chosenCourse(page);
  if (!course) return openCourses();
  const left = questionsLeft(page);
  if (left === 0 && page.loaded) return chooseCourse(course.slug);
  if (page.loaded && !page.loaded.course) return moreOfTheme();
  const name = nextName(course, page.progress.courses, page.loaded?.puzzle.name);
  if (name === null) return left ? moreOfTheme() : chooseCourse(course.slug);
  return put(supply.ofCourse(course, name));
}

/** Puts a puzzle of the theme on the board that is in no course, and fits the person's rating. */
const moreOfTheme = () => put(supply.fitting(page.progress, page.course));

/** Puts a puzzle on the board once it is here. @param {Promise<Loaded | null>} coming */
async function put(coming) {
  try {
    show(await coming);
    view.board.focus();
  } catch {
    update({ message: AWAY });
  }
}

/** Opens the section of themes: at the course of the address, else at the first that is not finished. */
async function openCourses() {
  try {
    const [index, courses] = [await supply.index(), await supply.courses()];
    await view.addCourses();
    const known = courses.find(({ slug }) => slug === page.course);
    const chosen = known ?? nextCourse(courses, page.progress.courses) ?? courses[0];
    update({ index, courses, course: chosen?.slug ?? "", lesson: true });
  } catch {
    show(null, AWAY);
  }
}

/** Begins a finished course again. */
function restartCourse() {
  page = { ...page, progress: courseAgain(page.progress, page.course) };
  saveProgress(page.progress);
  void nextInCourse();
}

/** Copies the result of the day. */
async function copyDay() {
  const line = resultOfDay(page);
  if (line === null) return;
  update({ message: (await copied(line)) ? t("Copied.") : line });
}

/** Takes over an exported progress. @param {string} text */
const importText = (text) =>
  fromText(text).then(
    (progress) => update({ progress, message: t("Your progress is here now.") }),
    (error) => update({ message: error instanceof Error ? error.message : String(error) }),
  );

document.addEventListener("visibilitychange", () => {
  const { attempt } = page.session;
  const begun = attempt !== null && !isSolved(attempt) && attempt.step + attempt.mistakes > 0;
  // a page left open over night
  if (page.section === "day" && !document.hidden && today() !== page.day && !begun) void next();
});
onOtherTab(() => update({ progress: loadProgress() }));
update({});
if (page.section === "mistakes") await view.addMistakes();
await (page.section === "themes" ? openCourses() : next());
arrived();
