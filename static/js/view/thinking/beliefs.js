/**
 * Shows what the network that judges a board believes of every move: a number and a bar for each column, and for the
 * column under the pointer or the focus the groups of cells that say so.
 */

/** @import { Belief, PageState } from "../../model/types.js" */

import { moveWords } from "../../model/board.js";
import "../../more_words.js";
import { capital, labelled, t, list } from "../../words.js";
import { el, set, setText, setVariable } from "../dom.js";

/** Shows the beliefs. */
export class Beliefs {
  /** @param {() => Promise<Belief[] | null>} ask asks the server; null: there is no answer now */
  constructor(ask) {
    this.ask = ask;
    this.caption = el("p", { class: "believed__caption quiet" });
    this.moves = el("div", { class: "believed__moves" });
    this.says = el("ul", { class: "believed__says number", "aria-live": "polite" });
    this.element = el(
      "section",
      { class: "believed", "aria-label": t("What the network believes"), hidden: true },
      this.caption,
      this.moves,
      this.says,
    );
    /** The moves of the position that was asked about. @type {string | null} */
    this.asked = null;
    /** Whether a network judges the game, and the game goes on. */
    this.known = false;
  }

  /**
   * Draws the changes; asks once for each position.
   * @param {PageState} page
   * @param {boolean} open whether a person looks
   */
  render(page, open) {
    const { game, pending } = page;
    this.known = page.levels.some((level) => level.learnt) && game.game_id !== null && !game.outcome;
    set(this.element, "hidden", !this.known || this.moves.childElementCount === 0);
    const position = String(game.moves);
    if (!this.known || !open || pending || position === this.asked) return;
    this.asked = position;
    void this.ask().then((beliefs) => {
      if (this.asked !== position) return;
      this.show(page, beliefs ?? []); // refused: nothing is shown, and nothing is asked again, until the next move
    });
  }

  /**
   * Shows the beliefs of a position.
   * @param {PageState} page
   * @param {Belief[]} beliefs the best first; none: the server gave no answer
   */
  show(page, beliefs) {
    set(this.element, "hidden", !this.known || beliefs.length === 0);
    setText(
      this.caption,
      t("What the network believes of each move for {side}: −100 loses, +100 wins.", {
        side: page.info.players[page.game.to_move ?? 0],
      }),
    );
    const columns = [...beliefs]
      .sort((a, b) => a.move - b.move)
      .map((belief) => {
        const best = belief.value === beliefs[0]?.value;
        const label = labelled(capital(moveWords(page, belief.move)), hundredths(belief.value));
        const button = el(
          "button",
          { class: "believed__move", type: "button", "data-best": best, "aria-label": label },
          el("span", { class: "believed__name quiet" }, String(belief.move)),
          el("span", { class: "number" }, hundredths(belief.value)),
        );
        setVariable(button, "--from", 50 + Math.min(0, belief.value) * 50);
        setVariable(button, "--wide", Math.abs(belief.value) * 50);
        for (const event of ["pointerenter", "focus", "click"])
          button.addEventListener(event, () => this.tell(page, belief));
        return button;
      });
    this.moves.replaceChildren(...columns);
    this.says.replaceChildren();
    const [best] = beliefs;
    if (best) this.tell(page, best);
  }

  /** Tells which groups of cells say so. @param {PageState} page @param {Belief} belief */
  tell(page, belief) {
    this.says.replaceChildren(...saysOf(page, belief).map((words) => el("li", {}, words)));
  }
}

/** From this value on the rules decide, not the network. */
const DECIDED = 0.89;

/** Writes a value from −100 to +100. @param {number} value */
const hundredths = (value) => `${value < -0.005 ? "−" : value > 0.005 ? "+" : ""}${Math.round(Math.abs(value) * 100)}`;

/** Says what speaks for and against a move. @param {PageState} page @param {Belief} belief @returns {string[]} */
function saysOf(page, { move, value, replies, says }) {
  const named = { move: moveWords(page, move), moves: list(replies.map(String)) };
  if (Math.abs(value) > DECIDED)
    return [value > 0 ? t("{Move} wins by force.", named) : t("{Move} loses by force.", named)];
  const first = replies.length ? t("{Move}, then by force {moves}:", named) : t("{Move}:", named);
  return [
    first,
    ...says.map(({ cells, weight }) =>
      t("{value} from {cells}", { value: hundredths(weight), cells: cells.map(nameOf).join(" ") }),
    ),
  ];
}

/** Names a cell as proofs do: "d3". @param {[number, number]} cell column and row */
const nameOf = ([column, row]) => `${String.fromCharCode(96 + column)}${row}`;
