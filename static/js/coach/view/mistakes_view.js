/** Lists a person's own mistakes, each a button that puts the puzzle on the board; says how mistakes get here. */

/** @typedef {{id: string, summary: Summary}[]} Games */

/** @import { Summary } from "../../model/ended/summary.js" */
/** @import { CoachPage } from "../model/coach_page.js" */

import { el, set, setText } from "../../view/dom.js";
import { mistakeList } from "../model/mistakes.js";
import { gameAddress } from "../../files.js";
import { labelled, root, t, tn } from "../../words.js";

/** Shows the list. */
export class Mistakes {
  /** @param {(name: string) => void} choose @param {Games} games not searched yet */
  constructor(choose, games) {
    this.choose = choose;
    this.heading = el("h2", { class: "mistakes__title" });
    this.list = el("ol", { class: "coach__themes" });
    this.how = el(
      "p",
      { class: "quiet" },
      t("A mistake is a move of yours that let a win or a draw slip, where one other move would have kept it."),
      " ",
      t(
        "The engine finds mistakes when a game is over. They stay in this browser and come again until you have learnt them.",
      ),
    );
    this.games = games.length
      ? el(
          "div",
          { class: "mistakes__games" },
          el("p", {}, t("Not searched yet. Open a game, and the engine looks for mistakes:")),
          el(
            "ul",
            {},
            ...games.map(({ id, summary }) =>
              el(
                "li",
                {},
                el(
                  "a",
                  { href: gameAddress(id) },
                  labelled(summary.seats, `${summary.state}, ${tn(summary.ply, "{n} move", "{n} moves")}`),
                ),
              ),
            ),
          ),
        )
      : "";
    this.play = el("p", {}, el("a", { class: "button", href: `${root}/` }, t("Play a game")));
    this.element = el(
      "section",
      { class: "mistakes", "aria-label": t("Your mistakes") },
      this.heading,
      this.list,
      this.how,
      this.games,
      this.play,
    );
    this.drawn = "";
  }

  /** Draws the changes. @param {CoachPage} page @param {number} today */
  render({ section, progress, loaded }, today) {
    set(this.element, "hidden", section !== "mistakes");
    if (section !== "mistakes") return;
    const mistakes = mistakeList(progress, today);
    setText(
      this.heading,
      mistakes.length ? tn(mistakes.length, "{n} mistake", "{n} mistakes") : t("How mistakes get here"),
    );
    set(this.list, "hidden", !mistakes.length);
    set(this.play, "hidden", mistakes.length > 0);
    const drawn = JSON.stringify(mistakes);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.list.replaceChildren(
        ...mistakes.map(({ name, move, lost, when }) => {
          const button = el(
            "button",
            { class: "coach__theme mistakes__one", type: "button" },
            el("span", {}, labelled(move, lost)),
            el("span", { class: "quiet" }, when),
          );
          button.addEventListener("click", () => this.choose(name));
          return el("li", {}, button);
        }),
      );
    }
    for (const [place, button] of [...this.list.querySelectorAll("button")].entries()) {
      set(button, "aria-current", mistakes[place]?.name === loaded?.puzzle.name ? "true" : null);
    }
  }
}
