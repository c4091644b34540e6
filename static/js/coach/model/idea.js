/** Leads from a missed puzzle to the page of its idea, and to three questions there. Pure. */

/** @import { Index, Theme } from "./choice.js" */
/** @import { Progress } from "./progress.js" */

import { tn } from "../../words.js";

/** Counts the questions. */
export const QUESTIONS = 3;

/**
 * Returns the theme that says most of a puzzle: of its themes the one with the fewest puzzles; null: it has none.
 *
 * @param {Index} index
 * @param {number} themes the bits
 * @returns {Theme | null}
 */
export function ideaOf({ themes: all, chunks }, themes) {
  const counted = all.map((theme, at) => ({
    theme,
    count: chunks.reduce((sum, chunk) => sum + (chunk.themes[at] ?? 0), 0),
  }));
  const own = counted.filter(({ theme }) => themes & theme.bit).sort((a, b) => a.count - b.count);
  return own[0]?.theme ?? null;
}

/** Says when a missed puzzle comes again, or "". @param {Progress} progress @param {string} name @param {number} today */
export function comesWords({ cards }, name, today) {
  const days = (cards.find((card) => card.name === name)?.due ?? today) - today;
  return days > 0 ? tn(days, "It comes again tomorrow.", "It comes again in {n} days.") : "";
}
