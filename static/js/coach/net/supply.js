/**
 * Brings the puzzles and proofs of the page from the files.
 *
 * @typedef {import("../model/page.js").Loaded} Loaded
 * @typedef {import("../model/choice.js").Index} Index
 * @typedef {import("../model/choice.js").Daily} Daily
 */

import { chunkFor, locate, nextPuzzle, placeOfDay, wantedRatings } from "../model/choice.js";
import { fromRow } from "../model/puzzle.js";

/** Finds puzzles and proofs; every method throws when the server is away and a file is not kept here. */
export class Supply {
  /** @param {import("./files.js").Files} files */
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

  /** Returns the puzzle of a day. @param {number} today @returns {Promise<Loaded | null>} */
  async ofDay(today) {
    const [index, daily] = [await this.index(), await this.daily()];
    const { chunk, at } = locate(index, placeOfDay(daily, today));
    const row = (await this.files.rows(chunk))[at];
    return row ? { row, puzzle: fromRow(row), chunk } : null;
  }

  /**
   * Returns a puzzle that fits a person's rating, and a theme if one is given.
   *
   * @param {import("../model/progress.js").Progress} progress
   * @param {string} [theme] slug
   * @returns {Promise<Loaded | null>}
   */
  async fitting(progress, theme) {
    const index = await this.index();
    const wanted = wantedRatings(progress.rating);
    const at = index.themes.findIndex(({ slug }) => slug === theme);
    const chunk = chunkFor(index, (wanted.low + wanted.high) / 2, at < 0 ? undefined : at);
    const puzzles = (await this.files.rows(chunk)).map((row) => ({ row, ...fromRow(row) }));
    const found = nextPuzzle(puzzles, wanted, new Set(progress.seen), Math.random(), index.themes[at]?.bit);
    return found ? { row: found.row, puzzle: fromRow(found.row), chunk } : null;
  }

  /**
   * Returns the proof of a puzzle, or null. A repeated puzzle comes without its file, so the files of its rating are read.
   *
   * @param {Loaded} of
   * @returns {Promise<import("../../model/certificate.js").Explanation | null>}
   */
  async proof({ puzzle, chunk }) {
    const { chunks } = await this.index();
    const fit = chunks.flatMap(({ low, high }, at) => (low <= puzzle.rating && puzzle.rating <= high ? [at] : []));
    for (const at of chunk === null ? fit : [chunk]) {
      const found = (await this.files.proofs(at))[puzzle.name];
      if (found) return found;
    }
    return null;
  }
}
