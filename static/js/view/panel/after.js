/** Shows what there is to tell of an ended game, above the buttons. */

/** @import { PageState } from "../../model/types.js" */

import { climbWords, scoreWords, slipWords, turnWords } from "../../model/ended/after.js";
import { stopsBeside } from "../../model/ended/ladder.js";
import { isOwner, opponent } from "../../model/select.js";
import "../../more_words.js";
import { t, tn } from "../../words.js";
import { el, set, setText } from "../dom.js";
import { tool } from "./buttons.js";

const PICTURE = "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4";

/** Shows the sentences after a game, the ways to play on, and the way to the puzzles made of the person's mistakes. */
export class After {
  /** @param {{playAt: (level: number) => void, picture: () => void}} actions */
  constructor(actions) {
    this.climb = el("p", { class: "after__climb" });
    /** The levels of the two buttons. @type {[number, number]} */
    this.levels = [1, 10];
    this.beside = /** @type {const} */ ([0, 1]).map((i) => {
      const button = el("button", { class: "button", type: "button" });
      button.addEventListener("click", () => actions.playAt(this.levels[i] ?? 1));
      return button;
    });
    /** Stands beside the look at the game: a line of its own would cost the board that much. */
    this.picture = tool(t("Picture"), PICTURE, () => actions.picture());
    this.choices = el("div", { class: "after__choices", role: "group", "aria-label": t("After the game") }, ...this.beside);
    this.score = el("p");
    this.turn = el("p", { class: "after__turn" });
    this.mercy = el("p", { class: "mercy" });
    this.practise = el("a", { class: "after__practise", href: "/coach/mistakes" });
    this.element = el("div", { class: "after", "aria-live": "polite" }, this.climb, this.score, this.turn, this.mercy, this.practise);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { mistakes } = page.review;
    const over = page.game.outcome !== null && !page.game.analysis;
    const practise = tn(mistakes ?? 0, "A move of yours became a puzzle: practise it", "{n} of your moves became puzzles: practise them");
    for (const [line, words] of /** @type {const} */ ([
      [this.climb, climbWords(page)],
      [this.score, scoreWords(page)],
      [this.turn, turnWords(page)],
      [this.mercy, slipWords(page)],
      [this.practise, mistakes ? practise : ""],
    ])) {
      setText(line, words);
      set(line, "hidden", !words);
    }
    set(this.element, "hidden", !over);
    const { easier, harder } = stopsBeside(page);
    const mine = isOwner(page) && opponent(page) === null;
    for (const [i, level] of [easier, harder].entries()) {
      const button = this.beside[i];
      if (!button) continue;
      set(button, "hidden", !level || !mine);
      if (!level) continue;
      this.levels[i] = level.number;
      setText(button, i ? t("Harder: {n}", { n: level.number }) : t("Easier: {n}", { n: level.number }));
      set(button, "title", t("Level {n}, {name}: {sentence}", { n: level.number, name: level.name, sentence: level.sentence }));
    }
    const told = over && !page.review.opened;
    set(this.picture, "hidden", !told || !page.info.board);
    set(this.choices, "hidden", !told || !mine || !(easier || harder));
  }
}
