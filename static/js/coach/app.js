/**
 * Wires the coach's page: puzzles from files, progress in this browser. The page talks to no server after the files are
 * here, so it works on without one.
 *
 * @typedef {{files: string, worker: string}} Boot
 * @typedef {import("./model/page.js").Loaded} Loaded
 */

import { byId, isStill } from "../view/dom.js";
import { atStep, beginExplaining, replied, trying } from "./model/explaining.js";
import { resultOfDay } from "./model/page.js";
import { afterDay, afterPuzzle, exported, imported } from "./model/progress.js";
import { fromRow, isSolved, played } from "./model/puzzle.js";
import { dayNumber, dueCard } from "./model/repetition.js";
import { afterMistake, dueMistake, mistakeOf } from "./model/mistakes.js";
import { EMPTY, canMove, reduce, solvedAtOnce } from "./model/session.js";
import { verdict } from "./model/words.js";
import { Files } from "./net/files.js";
import { gamesToSearch, loadProgress, onOtherTab, saveProgress } from "./net/progress_store.js";
import { Supply } from "./net/supply.js";
import { keepForLater } from "./net/worker.js";
import { PageView } from "./view/page.js";

/** Milliseconds between two discs that drop by themselves. */
const PAUSE_MS = 650;

/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
const supply = new Supply(new Files(boot.files));
const today = () => dayNumber(new Date());
let dropping = 0;

/** @type {import("./model/page.js").CoachPage} */
let page = {
  section: location.pathname.split("/")[2] ?? "", theme: new URLSearchParams(location.search).get("theme") ?? "double-threat",
  progress: loadProgress(), index: null, daily: null, loaded: null, session: EMPTY, counted: false, message: "", explaining: null,
};

const view = new PageView(
  { aim: (move) => update({ session: reduce(page.session, { type: "aim", move }) }), play },
  {
    again, reveal, importText, next: () => void next().then(() => view.focusBoard()), why: () => void explain(),
    copy: () => void copyDay(), theme: (slug) => void chooseTheme(slug),
    mistake: (name) => (showMistake(mistakeOf(page.progress, name)), view.focusBoard()), exportText: () => exported(page.progress),
  },
  {
    step: (at) => page.explaining && update({ explaining: atStep(page.explaining, at) }),
    attempt: tryIt, close: () => update({ explaining: null, message: "" }),
  },
  gamesToSearch(),
);

/** Changes the page and draws it; lets the next disc drop after a pause, at once where motion is not wanted. @param {Partial<typeof page>} change */
function update(change) {
  page = { ...page, ...change };
  view.render(page, today());
  clearTimeout(dropping);
  const drop = () => update({ session: reduce(page.session, { type: "drop" }) });
  if (page.session.unseen) dropping = setTimeout(drop, isStill() ? 0 : PAUSE_MS);
}

/** Plays the person's move. @param {number} move */
function play(move) {
  if (page.explaining) {
    const next = replied(page.explaining, move);
    if (next) update(next);
    return;
  }
  if (!canMove(page.session)) return;
  const before = page.session.attempt;
  const session = reduce(page.session, { type: "play", move });
  const { attempt } = session;
  if (!attempt || attempt === before) return update({ session, message: `Column ${move} is full.` });
  if (attempt.refuted) return counted({ session, message: verdict(attempt.puzzle, attempt.refuted, played(attempt).length) });
  if (!isSolved(attempt)) return update({ session, message: "Right. Go on." });
  counted({ session, message: solvedAtOnce(attempt) ? "Solved." : "That is the solution." });
}

/** Takes the wrong move back. */
function again() {
  update({ session: reduce(page.session, { type: "again" }), message: "" });
  view.focusBoard();
}

/** Shows the next move of the solution. */
function reveal() {
  if (page.session.attempt) counted({ session: reduce(page.session, { type: "reveal" }), message: "This was the move." });
}

/**
 * Changes the page, and counts the puzzle, once: the first wrong move, the solution, or the move shown decides.
 *
 * @param {{session: typeof page.session, message: string}} change
 */
function counted(change) {
  const { attempt } = change.session;
  if (!page.loaded || !attempt) return update(change);
  const { puzzle, row } = page.loaded;
  let { progress } = page;
  if (!page.counted) {
    const fresh = !progress.seen.includes(puzzle.name);
    const themes = (page.index?.themes ?? []).filter(({ bit }) => puzzle.themes & bit).map(({ slug }) => slug);
    const tried = { name: puzzle.name, row, rating: puzzle.rating, themes };
    progress = mistakeOf(progress, puzzle.name)
      ? afterMistake(progress, tried, solvedAtOnce(attempt), today())
      : afterPuzzle(progress, tried, solvedAtOnce(attempt), today(), fresh);
  }
  if (page.section === "" && isSolved(attempt)) {
    progress = afterDay(progress, { day: today(), tries: attempt.mistakes + 1, solved: !attempt.shown });
  }
  saveProgress(progress);
  update({ ...change, progress, counted: true });
}

/** Loads the proof of the puzzle, and shows its first step. */
async function explain() {
  const shown = page.loaded;
  if (!shown) return;
  try {
    const why = await supply.proof(shown);
    if (page.loaded !== shown) return;
    update(why ? { explaining: beginExplaining(why), message: "" } : { message: "The proof of this puzzle is in no file any more." });
  } catch {
    update({ message: "The server is away, and this proof is not kept here." });
  }
}

/** Lets the person play for the side that the proof beats. */
function tryIt() {
  if (!page.explaining) return;
  update({ explaining: trying(page.explaining), message: "Play any move. The answers come from the proof." });
  view.focusBoard();
}

/** Puts a puzzle on the board; null: says why there is none. @param {Loaded | null} loaded @param {string} [message] */
function show(loaded, message = "") {
  const session = reduce(page.session, loaded ? { type: "begin", puzzle: loaded.puzzle } : { type: "none" });
  update({ loaded, session, message, counted: false, explaining: null });
}

/** Loads the next puzzle of the section. */
async function next() {
  const { section, theme, progress } = page;
  if (section === "mistakes") return showMistake(dueMistake(progress, today()));
  try {
    page = { ...page, index: await supply.index(), daily: section === "" ? await supply.daily() : null };
    const due = section === "train" ? dueCard(progress.cards, today()) : undefined;
    const repeated = due && { row: due.row, puzzle: fromRow(due.row), chunk: null };
    show(repeated ?? await (section === "" ? supply.ofDay(today()) : supply.fitting(progress, section === "themes" ? theme : undefined)));
  } catch {
    show(null, "The server is away, and this puzzle is not kept here. Try again in a moment.");
  }
}

/** Shows a mistake of the person's own games. @param {{row: any[]} | undefined} mistake undefined: none is due */
function showMistake(mistake) {
  show(mistake ? { row: mistake.row, puzzle: fromRow(mistake.row), chunk: null } : null);
}

/** @param {string} theme slug */
async function chooseTheme(theme) {
  page = { ...page, theme };
  history.replaceState(null, "", `/coach/themes?theme=${theme}`);
  await next();
}

/** Copies the result of the day. */
async function copyDay() {
  const line = resultOfDay(page, today());
  if (line === null) return;
  const copied = await navigator.clipboard?.writeText(line).then(() => true, () => false);
  update({ message: copied ? "Copied." : line });
}

/** Takes over an exported progress. @param {string} text */
function importText(text) {
  try {
    const progress = imported(text);
    saveProgress(progress);
    update({ progress, message: "Your progress is here now." });
  } catch (error) {
    update({ message: error instanceof Error ? error.message : String(error) });
  }
}

onOtherTab(() => update({ progress: loadProgress() }));
update({});
void next();
void keepForLater(boot.worker);
