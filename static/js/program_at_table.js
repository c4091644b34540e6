/**
 * Lets the reader's own program play at the table in the person's place. It runs in the judge's worker, closed to the
 * network; its moves go to the table as a person's do.
 */

/** @import { PageState } from "./model/types.js" */

import { PROGRAM, ask, replyOf } from "./lab/program/opponent.js";
import { looksBack } from "./model/history.js";
import { myTurn } from "./model/select.js";
import "./more_words.js";
import { button, el } from "./view/dom.js";
import { t } from "./words.js";

/** @typedef {{source: string, function: string, plies: number}} Kept */

/** Milliseconds at least for a move. */
const MOVE_MS = 15_000;

/** Plays for the person, until it is stopped, does not answer, or the page is left. */
export class ProgramAtTable {
  /**
   * @param {() => PageState} state
   * @param {(column: number) => void} play
   * @param {(id: string) => void} note notes that a program plays the game
   * @param {HTMLElement} place below which the page says that the program plays
   */
  constructor(state, play, note, place) {
    this.state = state;
    this.play = play;
    this.note = note;
    /** @type {Kept | null} */
    this.program = JSON.parse(sessionStorage.getItem(PROGRAM) ?? "null");
    this.said = el("span", { role: "status" });
    this.stop = button(t("Play yourself"), () => this.end());
    this.element = el("p", { class: "offer__buttons own-program" }, this.said, this.stop);
    place.after(this.element);
    /** The position for which the program is asked. @type {string | null} */
    this.asked = null;
    if (this.program) this.said.textContent = t("Your program plays, {n} plies ahead.", { n: this.program.plies });
    else this.end(t("There is no program of yours in this tab."));
  }

  /** Asks for a move wherever it is the person's turn. @param {PageState} page */
  render(page) {
    const now = this.position(page);
    if (!this.program || now === this.asked || now === null) return;
    this.asked = now;
    if (page.game.game_id) this.note(page.game.game_id);
    void this.move(this.program, page.game.moves, now);
  }

  /** Names the position in which the program has to move; null: there is none now. @param {PageState} page */
  position(page) {
    return myTurn(page) && !looksBack(page) ? `${page.game.game_id} ${page.game.moves}` : null;
  }

  /** @param {Kept} program @param {number[]} moves @param {string} asked */
  async move({ plies, ...program }, moves, asked) {
    const values = async (/** @type {any[]} */ trees) =>
      (await ask({ question: "values", ...program, trees }, MOVE_MS)).values ?? null;
    const reply = await replyOf(values, moves, plies).catch(() => null);
    if (this.asked === asked) this.asked = null;
    if (!this.program || this.position(this.state()) !== asked) return;
    if (reply) this.play(reply.column);
    else this.end(t("Your program does not answer. Play yourself."));
  }

  /** Hands the seat back to the person. @param {string} [why] */
  end(why = "") {
    this.program = null;
    this.said.textContent = why;
    this.stop.remove();
    if (!why) this.element.remove();
  }
}
