/** Runs the list of the cards: one of them large, with what its marks mean; makes the sheets for the printer. */

/** @import { Course, Page } from "./model/course.js" */

import { t } from "../words.js";
import { cardAt } from "./model/course.js";
import { knownIn } from "./model/course_progress.js";
import { cardWords } from "./model/course_words.js";
import { loadProgress } from "./net/course_store.js";
import { LargeBoard } from "./view/large_board.js";
import { button, el, set } from "../view/dom.js";
import { discsOf, signAt } from "./model/discs.js";
import { book } from "./view/book.js";
import { drawBoard } from "../view/small_board.js";
import { rules } from "./view/learn.js";

/** Begins the section. @param {Page} page */
export function begin({ course, say, stage, panel }) {
  const known = knownIn(loadProgress(course));
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

const SHOWN = 24;

/** Shows the panel. */
export class CardsPanel {
  /**
   * @param {Course} course
   * @param {number[]} order the cards, from 1
   * @param {Set<string>} known
   * @param {(card: number) => void} show
   */
  constructor(course, order, known, show) {
    this.course = course;
    this.order = order;
    this.known = known;
    this.show = show;
    this.count = 0;
    this.list = el("ul", { class: "win__cards" });
    this.more = button(t("More cards"), () => this.add());
    this.sheet = el("section", { class: "win__sheet", "aria-hidden": "true" });
    this.element = el(
      "div",
      { class: "win__part" },
      el(
        "div",
        { class: "win__buttons" },
        button(t("Print all"), () => this.print(), "button win__print"),
      ),
      rules(course, true),
      this.list,
      el("div", { class: "win__buttons" }, this.more),
      this.sheet,
    );
    this.add();
  }

  /** Lists some more cards. */
  add() {
    const next = this.order.slice(this.count, this.count + SHOWN);
    this.list.append(...next.map((card) => el("li", {}, this.choice(card))));
    this.count += next.length;
    set(this.more, "hidden", this.count >= this.order.length);
  }

  /** Makes the button of a card. @param {number} card */
  choice(card) {
    const known = this.known.has(`c${card}`);
    const made = button("", () => this.show(card), "button win__card");
    made.append(this.drawing(card), el("span", {}, t("Card {n}", { n: card }), ...(known ? [` ${t("known")}`] : [])));
    set(made, "data-card", card);
    return made;
  }

  /** Draws a card in the position where it comes first. @param {number} card */
  drawing(card) {
    const { info, leaves, points } = this.course;
    const point = leaves[card - 1] ?? 0;
    const rows = cardAt(this.course, { point, mirrored: false });
    return drawBoard(info.board ?? [1, 1], discsOf(info, points[point]?.moves ?? []), {
      signAt: (cell) => (rows ? signAt(rows, cell) : ""),
      className: "win__board",
    });
  }

  /** Marks the card that is shown. @param {number} card */
  choose(card) {
    for (const one of this.list.querySelectorAll("[data-card]"))
      set(one, "aria-current", one.getAttribute("data-card") === String(card) ? "true" : null);
  }

  /** Makes the book, and opens the printer's window. */
  print() {
    this.sheet.replaceChildren(...book(this.course, (card) => this.drawing(card)));
    window.print();
  }
}
