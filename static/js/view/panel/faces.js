/** Shows how far a person has come: the ladder of the ten opponents, and the line for who comes back. */

/** @import { PageState } from "../../model/types.js" */

import { isBeaten, nextStop } from "../../model/ended/ladder.js";
import { climber, engineSeat } from "../../model/select.js";
import "../../more_words.js";
import { t, root } from "../../words.js";
import { face } from "../board/portrait.js";
import { button, el, set } from "../dom.js";
import { practiceDays, streak } from "../../model/day.js";

/** Shows the ladder: who is beaten, who comes next. A press on a face plays against it. */
export class Faces {
  /** @param {(level: number) => void} playAt */
  constructor(playAt) {
    this.playAt = playAt;
    this.element = el("div", { class: "faces", role: "group" });
    this.shown = "";
  }

  /** Draws the changes. @param {PageState} page @param {boolean} [shown] */
  render(page, shown = climber(page) !== null) {
    set(this.element, "hidden", !shown);
    const { ladder, levels } = page;
    const next = nextStop(ladder, levels)?.number ?? 0;
    const now = page.game.seats[engineSeat(page) ?? -1]?.level;
    const key = JSON.stringify([ladder, next, page.climbed, now]);
    if (key === this.shown) return;
    this.shown = key;
    const beaten = levels.filter(({ number }) => isBeaten(ladder, number));
    const values = { n: beaten.length, all: levels.length, names: beaten.map(({ name }) => name).join(", ") };
    const said = beaten[0] ? t("{n} of {all} beaten: {names}", values) : t("{n} of {all} beaten.", values);
    set(this.element, "aria-label", said);
    this.element.replaceChildren(
      ...levels.map(({ number, name }) => {
        const drawn = face(number, ladder[number], isBeaten(ladder, number) || number === next);
        const label = `${number}, ${name}`;
        const named = { title: label, "aria-label": label };
        const place = button(drawn, () => this.playAt(number), "faces__one", named);
        set(place, "aria-pressed", number === now ? "true" : "false");
        set(place, "data-next", number === next);
        set(place, "data-new", number === page.climbed);
        return place;
      }),
    );
  }
}

/**
 * Greets a person who comes back: what is open today, and who waits; one line, one click.
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
