/** Lists the ways on from a position of the book, and the ways back; says where most levels go wrong. */

/** @import { Lore } from "./lore.js" */
/** @import { Way } from "./model.js" */

import { positionAddress } from "../../model/address.js";
import { el, set, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import { BOARD, NAMES } from "../model/puzzle.js";
import { loadProgress } from "../net/progress_store.js";
import { PlayOn } from "../view/play_on.js";

/** Shows the panel. */
export class Ways {
  /**
   * @param {Lore} lore
   * @param {number[]} levels the points of each level
   * @param {{play: (move: number) => void, back: () => void, begin: () => void}} acts
   */
  constructor(lore, levels, acts) {
    this.lore = lore;
    this.levels = levels;
    this.acts = acts;
    this.back = button(t("One move back"), acts.back);
    this.begin = button(t("To the first move"), acts.begin);
    this.line = el("p", {});
    this.been = el("p", {});
    this.trap = el("p", {});
    this.list = el("ul", { class: "openings__list" });
    this.proof = el("a", {});
    this.proven = el("p", {}, this.proof);
    this.playOn = new PlayOn();
    this.element = el(
      "div",
      { class: "openings" },
      el("div", { class: "openings__buttons" }, this.back, this.begin),
      this.line,
      this.been,
      this.trap,
      this.list,
      this.proven,
      this.playOn.element,
      el(
        "p",
        { class: "quiet" },
        t("No names are in general use: strong players name an opening by its columns, as “436”."),
      ),
    );
  }

  /** Draws the changes. @param {number[]} moves @param {Way[]} ways @param {string} been @param {boolean} over */
  render(moves, ways, been, over) {
    const within = this.list.contains(document.activeElement) || document.activeElement === this.back;
    set(this.back, "disabled", !moves.length);
    set(this.begin, "disabled", !moves.length);
    setText(this.line, moves.length ? t("Opening {name}.", { name: moves.join("") }) : t("The empty board."));
    setText(this.been, been);
    set(this.been, "hidden", !been);
    const trap = trapWords(this.lore, moves);
    setText(this.trap, trap);
    set(this.trap, "hidden", !trap);
    const proof = this.lore.proof(moves);
    set(this.proven, "hidden", !proof);
    if (proof) {
      setText(
        this.proof,
        t("Best play from here, to the position where a proof begins: move {n}", { n: proof.length }),
      );
      set(this.proof, "href", positionAddress({ game: BOARD.name, notation: proof.join("") }));
    }
    this.playOn.render(over ? null : moves.join(""), loadProgress().rating, this.levels);
    const rows = ways.map((way) => {
      const words = resultWords(way);
      return button(way.keeps ? `${words} ✓` : words, () => this.acts.play(way.column));
    });
    this.list.replaceChildren(...rows.map((row) => el("li", {}, row)));
    if (within) (rows[0] ?? this.back).focus(); // the pressed button has gone
  }
}

/** Says how many levels go wrong at a position, and how; "" if it is no trap. @param {Lore} lore @param {number[]} moves */
export function trapWords(lore, moves) {
  const trap = lore.trap(moves);
  return trap
    ? t("{levels} of 10 levels go wrong here, most often with column {n}.", { levels: trap.levels, n: trap.column })
    : "";
}

/** Says which columns keep the result. @param {number[]} best */
export const keepers = (best) =>
  best.length === 1
    ? t("Only column {n} keeps this result.", { n: best[0] ?? 0 })
    : t("Columns that keep this result: {columns}.", { columns: best.join(", ") });

/** Says the result of a column. @param {Way} way */
export const resultWords = ({ column, winner, ply }) =>
  winner === null
    ? t("Column {n}: draw", { n: column })
    : t("Column {n}: {side} wins with move {ply}", { n: column, side: NAMES[winner] ?? "", ply });

/** Returns a button. @param {string} text @param {() => void} act */
export function button(text, act) {
  const made = el("button", { class: "button", type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}
