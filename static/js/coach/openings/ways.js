/** Lists the ways on from a position of the book, and the ways back. */

/** @import { Way } from "./model.js" */

import { el, set, setText } from "../../view/dom.js";
import { root, t } from "../../words.js";
import { NAMES } from "../model/puzzle.js";

/** Shows the panel. */
export class Ways {
  /** @param {{play: (move: number) => void, back: () => void, begin: () => void}} acts */
  constructor(acts) {
    this.acts = acts;
    this.back = button(t("One move back"), acts.back);
    this.begin = button(t("To the first move"), acts.begin);
    this.line = el("p", {});
    this.been = el("p", {});
    this.list = el("ul", { class: "openings__list" });
    this.element = el(
      "div",
      { class: "openings" },
      el("div", { class: "openings__buttons" }, this.back, this.begin),
      this.line,
      this.been,
      this.list,
      el("a", { href: `${root}/coach` }, t("Back to the puzzles")),
    );
  }

  /** Draws the changes. @param {number[]} moves @param {Way[]} ways @param {string} been */
  render(moves, ways, been) {
    const within = this.list.contains(document.activeElement) || document.activeElement === this.back;
    set(this.back, "disabled", !moves.length);
    set(this.begin, "disabled", !moves.length);
    setText(
      this.line,
      moves.length ? t("Columns so far: {columns}.", { columns: moves.join(" ") }) : t("The empty board."),
    );
    setText(this.been, been);
    set(this.been, "hidden", !been);
    const rows = ways.map((way) => button(words(way), () => this.acts.play(way.column)));
    this.list.replaceChildren(...rows.map((row) => el("li", {}, row)));
    if (within) (rows[0] ?? this.back).focus(); // the pressed button has gone
  }
}

/** Says the result of a column; a tick marks those that keep the result of the position. @param {Way} way */
function words({ column, winner, ply, keeps }) {
  const said =
    winner === null
      ? t("Column {n}: draw", { n: column })
      : t("Column {n}: {side} wins with move {ply}", { n: column, side: NAMES[winner] ?? "", ply });
  return keeps ? `${said} ✓` : said;
}

/** Returns a button. @param {string} text @param {() => void} act */
function button(text, act) {
  const made = el("button", { class: "button", type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}
