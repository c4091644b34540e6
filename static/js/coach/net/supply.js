/** Brings the puzzles and proofs of the page from the files. */

/** @import { Explanation } from "../../model/proof/certificate.js" */
/** @import { Daily, Index } from "../model/puzzle_choice.js" */
/** @import { Course, Progress } from "../model/progress.js" */
/** @import { Loaded } from "../model/coach_page.js" */
/** @import { Puzzle } from "../model/puzzle.js" */
/** @import { Files } from "./puzzle_files.js" */

import { chunksFor, fitting, locate, nearest, placeOfDay, wantedRatings } from "../model/puzzle_choice.js";
import { nextCourse } from "../model/progress.js";
import { fromRow } from "../model/puzzle.js";
import { keptProof } from "./progress_store.js";

/** Limits the files opened for one puzzle. */
const FILES_TRIED = 6;
const DAYS_AHEAD = 7;
const CHUNKS_AHEAD = 3;
/** Counts the puzzles with which a person begins: their wins take two or three moves. */
const FIRST = 3;

/** Finds puzzles and proofs; every method throws when the server is away and a file is not kept here. */
export class Supply {
  /** @param {Files} files */
  constructor(files) {
    this.files = files;
  }

  /** Returns the list of all files. @returns {Promise<Index>} */
  index() {
    return this.files.get("index.json");
  }

  /** Returns the puzzles of all days. @returns {Promise<Daily>} */
  daily() {
    return this.files.get("daily.json");
  }

  /** Returns a puzzle of a day. @param {number} today @param {number} strength @returns {Promise<Loaded | null>} */
  async ofDay(today, strength) {
    const [index, daily] = [await this.index(), await this.daily()];
    const { chunk, at } = locate(index, placeOfDay(daily, today, strength));
    const row = (await this.files.rows(chunk))[at];
    return row ? { row, puzzle: fromRow(row), chunk } : null;
  }

  /** Returns all courses, without their puzzles. @returns {Promise<Course[]>} */
  async courses() {
    return (await this.files.get("courses.json")).courses;
  }

  /** Returns a puzzle of a course. @param {Course} course @param {string} name @returns {Promise<Loaded | null>} */
  async ofCourse({ slug, names }, name) {
    const row = (await this.files.course(slug)).puzzles[names.indexOf(name)];
    return row ? { row, puzzle: fromRow(row), chunk: null, course: slug } : null;
  }

  /**
   * Returns a puzzle that fits a person's rating, and a theme if one is given; the first ones are short.
   *
   * @param {Progress} progress
   * @param {string} [theme] slug
   * @returns {Promise<Loaded | null>}
   */
  async fitting({ rating, seen, solved, failed }, theme) {
    const wanted = wantedRatings(rating);
    const begins = !theme && solved + failed < FIRST;
    return (begins && (await this.within(wanted, seen, theme, true))) || this.within(wanted, seen, theme);
  }

  /**
   * Returns a puzzle of some ratings, or near them, and of a theme if one is given. Looks into few files; when the
   * server is away, into those kept here.
   *
   * @param {{low: number, high: number}} wanted
   * @param {string[]} seen names of puzzles not to come again
   * @param {string} [theme] slug
   * @param {boolean} [short] only wins in two or three moves
   * @returns {Promise<Loaded | null>}
   */
  async within(wanted, seen, theme, short = false) {
    const index = await this.index();
    const at = index.themes.findIndex(({ slug }) => slug === theme);
    const [bit, known] = [index.themes[at]?.bit, new Set(seen)];
    /** @type {(Loaded & Puzzle)[]} */
    const looked = [];
    for await (const [chunk, rows] of this.open(chunksFor(index, wanted, at < 0 ? undefined : at))) {
      const read = rows.map((row) => ({ row, chunk, puzzle: fromRow(row), ...fromRow(row) }));
      looked.push(...read.filter(({ plies }) => !short || plies === 3 || plies === 5));
      const found = fitting(looked, wanted, known, Math.random(), bit);
      if (found) return found;
    }
    return nearest(looked, wanted, known, bit) ?? null;
  }

  /**
   * Opens a few files, in order; once the server is away, only those kept here.
   * @param {number[]} chunks @returns {AsyncGenerator<[number, any[][]]>}
   */
  async *open(chunks) {
    let [opened, away] = [0, /** @type {unknown} */ (null)];
    for (const chunk of chunks) {
      if (opened === FILES_TRIED) return;
      if (away && !(await this.files.isKept(chunk))) continue;
      try {
        yield [chunk, await this.files.rows(chunk)];
        opened += 1;
      } catch (error) {
        away = error;
      }
    }
    if (!opened && away) throw away;
  }

  /**
   * Fetches what a person will want without a server: the puzzles of a week, the trainer's next, the next course, and the
   * questions of zugzwang.
   *
   * @param {Progress} progress @param {number} today
   */
  async keepAhead(progress, today) {
    try {
      const [index, daily, courses] = [await this.index(), await this.daily(), await this.courses()];
      const week = Array.from({ length: DAYS_AHEAD }, (_, i) => today + i);
      const days = week.flatMap((day) =>
        daily.strengths.map((_, strength) => locate(index, placeOfDay(daily, day, strength)).chunk),
      );
      const near = chunksFor(index, wantedRatings(progress.rating)).slice(0, CHUNKS_AHEAD);
      for (const chunk of new Set([...days, ...near])) await this.files.rows(chunk);
      for (const chunk of new Set([...days.slice(0, 1), ...near.slice(0, 1)])) await this.files.proofs(chunk);
      const course = nextCourse(courses, progress.courses);
      if (course) await this.files.course(course.slug);
      await this.files.get("zugzwang.json");
    } catch {
      // The server is away already.
    }
  }

  /**
   * Returns the proof of a puzzle, or null. A repeated puzzle comes without its file, so the files of its rating are
   * read.
   * The file of a course holds its proofs, too, and this browser those of the person's own mistakes.
   *
   * @param {Loaded} of @returns {Promise<Explanation | null>}
   */
  async proof({ puzzle, chunk, course }) {
    const own = keptProof(puzzle.name);
    if (own) return own;
    if (course) return (await this.files.course(course)).proofs[puzzle.name] ?? null;
    const { chunks } = await this.index();
    const fit = chunks.flatMap(({ low, high }, at) => (low <= puzzle.rating && puzzle.rating <= high ? [at] : []));
    for (const at of chunk === null ? fit : [chunk]) {
      const found = (await this.files.proofs(at))[puzzle.name];
      if (found) return found;
    }
    return null;
  }
}
