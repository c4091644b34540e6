/** Runs the list of the cards: one of them large, with what its marks mean. */

/** @import { Page } from "./types.js" */

import { t } from "../words.js";
import { cardAt } from "./model/course.js";
import { knownIn } from "./model/progress.js";
import { cardWords } from "./model/words.js";
import { loadProgress } from "./net/store.js";
import { LargeBoard } from "./view/board.js";
import { CardsPanel } from "./view/cards.js";

/** Begins the section. @param {Page} page */
export function begin({ course, say, stage, panel }) {
  const known = knownIn(loadProgress(course.name));
  const order = course.lessons.filter((name) => name.startsWith("c")).map((name) => Number(name.slice(1)));
  const board = new LargeBoard(course.info, () => undefined);
  const view = new CardsPanel(course, order, known, show);
  stage.append(board.element);
  panel.append(view.element);

  /** Shows a card from the position where it comes first. @param {number} card from 1 */
  function show(card) {
    const point = course.leaves[card - 1] ?? 0;
    board.render(course.points[point]?.moves ?? [], false, cardAt(course, { point, mirrored: false }), null);
    view.choose(card);
    say(t("Card {n}", { n: card }), cardWords(course, card));
  }

  show(order[0] ?? 1);
}
