/**
 * Wires the explanation at the table: asks the server, puts layers and the game along the proof on the board, and gives
 * the game back unchanged. Loaded with the first question.
 */

/** @import { Question, Why } from "./model/proof/why.js" */
/** @import { PageState } from "./model/types.js" */
/** @import { Table } from "./net/table.js" */
/** @import { Board } from "./view/board/board_view.js" */

import { shownPage, shownPly } from "./model/history.js";
import { bettered, claimPage, openWhy, replyTo, showStep, tryIt, whyPage } from "./model/proof/why.js";
import { patiently } from "./net/socket.js";
import { foretold } from "./view/board/ghosts.js";
import { Layers } from "./view/board/layers.js";
import { byId, set, setText, setTold } from "./view/dom.js";
import { WhyPanel } from "./view/panel/why_panel.js";
import "./more_words.js";
import { loadSheet } from "./workers.js";
import { t } from "./words.js";

/** Explains positions of the table. */
export class WhyAtTable {
  /**
   * @param {() => PageState} page @param {Table} table @param {Board} board
   * @param {{draw: () => void, done: () => void}} acts draw: draws the page; done: the reason of a hint was read
   */
  constructor(page, table, board, { draw, done }) {
    this.page = page;
    this.table = table;
    this.board = board;
    this.draw = draw;
    this.done = done;
    /** @type {Why | null} */
    this.why = null;
    /** Names the position on the board at the time of the question. */
    this.place = "";
    /** @type {Question} */
    this.question = { ply: 0 };
    /** Names the position whose reason is looked for. @type {string | null} */
    this.waiting = null;
    /** Where the focus was. @type {Element | null} */
    this.before = null;
    /**
     * The last drawn page, kept so that equal states draw nothing.
     * @type {{from: PageState["game"], why: Why, page: PageState} | null}
     */
    this.drawn = null;
    this.layers = new Layers(board.face, foretold);
    this.panel = new WhyPanel({
      step: (at) => this.change((why) => showStep(why, at)),
      attempt: () => {
        this.change(tryIt);
        board.focus();
      },
      other: () => void this.ask({ ply: this.question.ply, side: this.why?.explanation.claim?.side === 0 ? 1 : 0 }),
      played: () => void this.ask({ ply: this.question.ply + 1 }),
      close: () => this.close(),
    });
    void loadSheet("css/shared/why.css");
    board.body.insertBefore(this.layers.element, board.grid.element);
    byId("panel").prepend(this.panel.element);
  }

  /**
   * Asks the server, and opens the first answer if the same position is still shown. A better one may follow.
   * @param {Question} question
   */
  async ask(question) {
    const { game } = this.page();
    const place = placeOf(this.page());
    if (!this.why) this.before = document.activeElement;
    this.waiting = place;
    this.draw();
    await this.table.attempt(async () => {
      const id = await this.table.ensureGame();
      const { version } = this.page().game;
      const answer = await this.table.socket
        .call("why", { game_id: id, ...question, quick: true })
        .catch((/** @type {unknown} */ error) => {
          if (this.page().game.version === version) throw error; // else the game went on: nobody asks any more
        });
      if (!answer || placeOf(this.page()) !== place) return;
      this.question = question;
      this.place = place;
      this.why = openWhy(this.page().info, answer, game.discs.slice(0, question.ply), question.first);
    });
    if (this.waiting === place) this.waiting = null;
    this.draw();
    this.say();
    if (this.why) this.panel.focusStep();
    if (this.why?.explanation.more) await this.improve(this.why);
  }

  /** Asks for a better answer, and opens it where the first one still stands. @param {Why} first */
  async improve({ explanation }) {
    const question = { game_id: this.page().game.game_id ?? "", ...this.question };
    const answer = await patiently(() => this.table.socket.call("why", question)).catch(() => null); // the first stays
    if (this.why?.explanation !== explanation) return;
    const wasFocused = this.panel.element.contains(document.activeElement);
    this.change((why) => bettered(why, answer ?? null));
    if (wasFocused) this.panel.focusStep();
  }

  /** Changes what is shown, and says so. @param {(why: Why) => Why} how */
  change(how) {
    if (!this.why) return;
    const { words } = this.why;
    this.why = how(this.why);
    this.draw();
    if (this.why.words !== words) this.say();
  }

  /** Says the words to screen readers. */
  say() {
    if (this.why) setText(byId("live"), `${this.why.note} ${this.why.words}`.trim());
  }

  /** Tells whether an explanation is on the board. */
  get opened() {
    return this.why !== null;
  }

  /** Tells whether the person plays against the proof. */
  get tried() {
    return Boolean(this.why?.walk);
  }

  /** Plays a move against the proof. @param {number} move */
  play(move) {
    this.change((why) => replyTo(why, move));
  }

  /** Shows a step before or after. @param {-1 | 1} by */
  step(by) {
    this.change((why) => showStep(why, why.at + by));
  }

  /** Gives the board back to the game. */
  close() {
    this.why = null;
    this.done();
    this.draw();
    if (this.before instanceof HTMLElement && this.before.isConnected && this.before !== document.body)
      this.before.focus();
    else this.board.focus();
  }

  /** Returns the page for the board, and draws the rest. @param {PageState} shown @returns {PageState} */
  render(shown) {
    if (this.why && placeOf(this.page()) !== this.place) this.why = null;
    const { why } = this;
    set(byId("table"), "data-why", why && (why.explanation.certificate ? "proof" : "none"));
    // what is read takes its room with the press, and not when the answer comes
    set(byId("table"), "data-reads", why ? (why.walk ? null : "steps") : this.looks ? "soon" : null);
    const { first, ply } = this.question;
    this.panel.render(why, first === undefined ? first : this.page().game.moves[ply]);
    if (!why) {
      this.layers.renderAll([]);
      return shown;
    }
    const taken = new Set(why.discs.map(([column, row]) => `${column},${row}`));
    this.layers.renderAll(
      why.layers,
      (cell) => !taken.has(String(cell)),
      why.explanation.certificate !== null && !why.walk,
    );
    if (this.drawn?.why !== why || this.drawn.from !== shown.game)
      this.drawn = { from: shown.game, why, page: whyPage(shown, why) };
    const { page } = this.drawn;
    return { ...page, ui: { ...shown.ui, hint: null } };
  }

  /** What stands in place of the words of the game; another one lets these be written again. */
  get above() {
    return this.looks || this.why;
  }

  /** Tells whether a reason is looked for, of the position that is still on the board. */
  get looks() {
    return this.waiting === placeOf(this.page());
  }

  /** Returns the page for the views of the thinking. @param {PageState} shown */
  claimed(shown) {
    return this.why ? claimPage(shown, this.why) : shown;
  }

  /** Writes the words above the board. */
  label() {
    if (this.looks) setTold(byId("sub"), t("Looking for the reason…"));
    if (!this.why) return;
    setTold(
      byId("head"),
      this.question.first === undefined ? t("Why?") : t("Why column {n}?", { n: this.question.first }),
    );
    // A step is in the list; what was said of the position stays above it while that position is on the board.
    const { ply } = this.question;
    const elsewhere = ply !== shownPly(this.page()) || this.why.discs.length !== ply;
    if (this.why.message || elsewhere) setTold(byId("sub"), this.why.message);
    set(byId("sub"), "data-tone", "info");
  }
}

/** Names the position on the board. @param {PageState} page */
const placeOf = (page) => String(shownPage(page).game.moves);
