/** Gives each opponent three lines: at the beginning, after its win, after its loss. Loaded with the first end. */

import "../../more_words.js";
import { t } from "../../words.js";

/** Lists the lines of each level. @type {[hello: string, wins: string, loses: string][]} */
const LINES = [
  [t("Hello! I am new here."), t("Oh! Did I win?"), t("Well played. Again?")],
  [t("I can see one move ahead!"), t("I saw that one!"), t("I forgot to look there.")],
  [t("No hurry. Your move."), t("That one slipped past you."), t("Nice. I did not see that coming.")],
  [t("Everybody plays here. Sit down."), t("My turn to smile."), t("You set that up well.")],
  [t("One step after the other."), t("Step by step."), t("You stayed calmer than I did.")],
  [t("I have been waiting for you."), t("I wanted that one."), t("That was sharp.")],
  [t("The club has sent its best."), t("A good fight."), t("The club will hear of this.")],
  [t("I rarely slip."), t("Close. Come again."), t("You found the way.")],
  [t("Show me something new."), t("The end was far, but it was there."), t("I have nothing to add. Well played.")],
  [
    t("I know how it ends."),
    t("It could not end otherwise."),
    t("You made no mistake. Nobody could have stopped you."),
  ],
];

/**
 * Returns a line of an opponent.
 * @param {number} level
 * @param {0 | 1 | 2} when 0 at the beginning, 1 after its win, 2 after its loss
 */
export const voice = (level, when) => LINES[level - 1]?.[when] ?? "";
