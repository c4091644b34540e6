/** Says what each theme is, for people: two or three plain sentences. */

import { key, t } from "../../words.js";

/** Says what each theme is, by slug. @type {Record<string, string>} */
export const LESSONS = {
  "win-at-once": t(
    "Four discs in a line win: across, upright or slanting. Before anything else, look whether a move completes a four now.",
  ),
  "must-block": t(
    "The other side needs one more cell for a four, and can fill it next. If you cannot win at once, you must take that cell.",
  ),
  "do-not-hand-over": t(
    "Each disc opens the cell above it. If that cell completes a four for the other side, the disc hands over the win. Look at the cell above before you drop.",
  ),
  "double-threat": t(
    "One threat can be blocked, two cannot. Play towards two cells that both complete a four and can both be filled next.",
  ),
  "stacked-threats": t(
    "Two cells, one right above the other, both complete your four. The other side must fill the lower one, and you fill the upper one.",
  ),
  "odd-threat": t(
    "A four can wait on a cell while the cell below is empty. Nobody wants to fill the cell below, so the count of the other cells decides who must. Here the four waits in an odd row: 3 or 5.",
  ),
  "even-threat": t(
    "A four can also wait in an even row: 2, 4 or 6. Again nobody wants to fill the cell below, and the count of the other cells decides who must.",
  ),
  "block-and-counter": t(
    "The best block makes a threat too. The first move takes a cell that the other side needs, and prepares a four of your own.",
  ),
  "quiet-move": t(
    "A quiet move threatens nothing at once. It prepares a later four, or takes away the other side's chance. Compare all moves, not only those that threaten something.",
  ),
  "only-move-draw": t(
    "Sometimes nothing wins, and every move but one loses. Find the move after which the other side gets no four.",
  ),
  "do-not-spoil": t(
    "You have a four waiting. A disc right below would spoil it, for the other side could then fill the waiting cell. Keep off, and find the right move elsewhere.",
  ),
};

/** Lists the titles of the themes, as the files of the courses have them. */
export const TITLES = [
  key("win at once"),
  key("must block"),
  key("do not hand over"),
  key("double threat"),
  key("stacked threats"),
  key("odd threat"),
  key("even threat"),
  key("block and counter"),
  key("quiet move"),
  key("only-move draw"),
  key("do not spoil"),
];
