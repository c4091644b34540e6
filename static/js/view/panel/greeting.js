/** Greets a person who comes back: what is open today, and who waits. Loaded with a fresh table of such a person. */

/** @import { PageState } from "../../model/types.js" */

import { practiceDays, streak } from "../../model/day.js";
import { nextStop } from "../../model/ended/ladder.js";
import "../../more_words.js";
import { root, t } from "../../words.js";
import { el } from "../dom.js";

/**
 * Writes the greeting: one line, one click.
 *
 * @param {PageState} page
 * @param {Parameters<typeof practiceDays>[0]} progress
 * @param {{day: number}[]} results of games
 * @param {number} today
 */
export function greet(page, progress, results, today) {
  const place = el("p", { class: "call__sub call__open" });
  const done = progress.days.some(({ day }) => day === today);
  const { now, isDone } = streak(practiceDays(progress, results), today);
  const day = now ? t("Day {n}.", { n: now + Number(!isDone) }) : "";
  const next = nextStop(page.ladder, page.levels);
  const waits = next ? t("{name} still waits.", { name: next.name }) : "";
  const puzzle = el(
    "a",
    { href: `${root}/coach` },
    done ? t("Today’s puzzle is solved.") : t("Today’s puzzle is open."),
  );
  if (!day && !waits) return;
  place.replaceChildren(...(day ? [`${day} `] : []), puzzle, ...(waits ? [` ${waits}`] : []));
  document.getElementById("sub")?.after(place);
}
