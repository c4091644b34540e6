/**
 * Shows the course chosen, with its sentences, and the list of all courses.
 *
 * @typedef {object} Acts
 * @property {(slug: string) => void} choose
 * @property {() => void} begin puts the next puzzle of the course on the board
 * @property {() => void} more puts another puzzle of the theme on the board
 * @property {() => void} restart begins a finished course again
 */

/** @import { Course, Done } from "../model/progress.js" */

import { el, set, setText } from "../../view/dom.js";
import { heading, isFinished, nextCourse, solvedIn, state } from "../model/progress.js";
import { HEIGHT, WIDTH, columns, discsAfter } from "../model/puzzle.js";
import { drawBoard } from "../../view/small_board.js";
import { key, root, say, t } from "../../words.js";

/** Shows the courses. */
export class Courses {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.lesson = el("p", { class: "course__text" });
    this.example = el("p", { class: "course__text" });
    this.begin = el("button", { class: "button button--primary", type: "button" });
    this.begin.addEventListener("click", () => this.go());
    this.more = el("button", { class: "button", type: "button" }, t("More of this theme"));
    this.more.addEventListener("click", acts.more);
    this.restart = el("button", { class: "button", type: "button" }, t("Begin again"));
    this.restart.addEventListener("click", acts.restart);
    this.train = el("a", { class: "button button--primary", href: `${root}/coach/train` }, t("Train"));
    this.list = el("ol", { class: "course__list", "aria-label": t("Courses") });
    this.element = el(
      "section",
      { class: "course", "aria-label": t("Course") },
      this.lesson,
      this.example,
      el("p", { class: "course__cells quiet" }, t("Cells have names: a1 is at the bottom left, g6 at the top right.")),
      el("div", { class: "coach__buttons" }, this.begin, this.train, this.more, this.restart),
      this.list,
    );
    /** @type {Course[] | null} */
    this.listed = null;
    /** The course that the first button opens; null: the button goes on with the one shown. @type {Course | null} */
    this.following = null;
  }

  /** Gives the first button that is there the focus. */
  focus() {
    for (const one of [this.begin, this.train]) if (!one.hidden) return one.focus({ preventScroll: true });
  }

  /** Follows the first button. */
  go() {
    if (this.following) this.acts.choose(this.following.slug);
    else this.acts.begin();
  }

  /**
   * Draws the changes.
   *
   * @param {Course[]} courses @param {Course} chosen @param {Done} done
   * @param {number | null} questions left on the idea of a missed puzzle
   */
  render(courses, chosen, done, questions) {
    const finished = isFinished(chosen, done) && !questions;
    const back = questions === 0;
    this.following = finished && !back ? nextCourse(courses, done, chosen.slug) : null;
    setText(this.lesson, LESSONS[chosen.slug] ?? "");
    setText(this.example, t("On the board: {text}", { text: chosen.example.said.map(say).join(" ") }));
    const goOn = questions ? t("To the questions") : solvedIn(chosen, done) ? t("Go on") : t("Begin");
    setText(this.begin, this.following ? t("Next course: {title}", { title: t(this.following.title) }) : goOn);
    set(this.begin, "hidden", back || (finished && !this.following));
    set(this.train, "hidden", !back && (!finished || this.following !== null));
    for (const button of [this.more, this.restart]) set(button, "hidden", !finished);
    if (this.listed !== courses) this.fill(courses);
    for (const [place, button] of [...this.list.querySelectorAll("button")].entries()) {
      const course = courses[place];
      if (!course) continue;
      set(button, "aria-current", course === chosen ? "true" : null);
      set(button, "data-finished", isFinished(course, done));
      setText(/** @type {Element} */ (button.querySelector(".course__state")), state(course, done));
    }
  }

  /** @param {Course[]} courses */
  fill(courses) {
    this.listed = courses;
    this.list.replaceChildren(
      ...courses.map((course) => {
        const { moves, marks } = course.example;
        const drawn = drawBoard([WIDTH, HEIGHT], discsAfter(columns(moves)), {
          rings: marks.flatMap(({ cells, pairs }) => [...cells, ...pairs.flat()]),
        });
        const words = el(
          "span",
          { class: "course__words" },
          el("span", { class: "course__title" }, heading(course)),
          el("span", { class: "course__state quiet number" }),
        );
        const button = el("button", { class: "course__choice", type: "button" }, drawn, words);
        button.addEventListener("click", () => this.acts.choose(course.slug));
        return el("li", {}, button);
      }),
    );
  }
}

/** Says what each theme is, by slug. @type {Record<string, string>} */
const LESSONS = {
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
