/** Puts the board together: wells, ghosts, pieces, face, grid, the disc in hand and the column numbers. */

/** @import { GameInfo, PageState } from "../../model/types.js" */
/** @import { Actions } from "./input.js" */

import { area, partAround, partOfThird, positionOf } from "../../model/board.js";
import { discs, ghost, isMine, myTurn, sideInHand, theirGhost } from "../../model/select.js";
import { Discs } from "./discs.js";
import { byId, Drawn, el, isStill, piece, set, setVariable } from "../dom.js";
import { Face, pieceOf } from "./face.js";
import { Grid } from "./grid.js";
import { listenToInput } from "./input.js";

/** Shows the board. */
export class Board {
  /** @param {GameInfo} info @param {Actions} actions */
  constructor(info, actions) {
    this.info = info;
    const [columns, rows] = info.board ?? [1, 1];
    this.discs = new Discs(info);
    this.face = new Face(info);
    this.grid = new Grid(info);
    this.beam = el("div", { class: "beam" });
    this.ghosts = [0, 1].map((seat) => el("div", { class: "ghost" }, piece(pieceOf(info, seat))));
    this.hands = [0, 1].map((seat) => el("div", { class: "hand__disc" }, piece(pieceOf(info, seat))));
    this.numbers = Array.from({ length: columns }, (_, i) => el("span", {}, String(i + 1)));
    this.body = el(
      "div",
      { class: "body" },
      el("div", { class: "well", "aria-hidden": "true" }, this.beam),
      el("div", { class: "discs", "aria-hidden": "true" }, ...this.ghosts),
      this.discs.element,
      this.face.element,
      this.grid.element,
    );
    /** What a table shows of the thinking beside the board. @type {{render: (page: PageState) => void}[]} */
    this.signs = [];
    this.strip = el("div", { class: "strip-place" });
    this.hand = el("div", { class: "hand", "aria-hidden": "true" }, ...this.hands);
    this.element = el(
      "div",
      { class: "board", "data-gravity": info.gravity ? "yes" : "no" },
      ...(info.gravity ? [this.hand] : []),
      this.body,
      ...(info.gravity ? [el("div", { class: "numbers", "aria-hidden": "true" }, ...this.numbers)] : []),
      this.strip,
    );
    setVariable(this.element, "--cols", columns);
    setVariable(this.element, "--rows", rows);
    /** The column over which the disc in hand was last: the middle at first. */
    this.handColumn = Math.ceil(columns / 2);
    this.beamed = "";
    this.refusals = 0;
    this.won = "";
    this.drawn = new Drawn();
    this.lying = new Drawn();
    /** The column and the third of the board whose numbers are lit. */
    this.lit = "";
    /** The columns with a sign of warning. @type {number[]} */
    this.warned = [];
    this.first = true;
    this.landing = 0;
    listenToInput(this.grid, info, actions);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { game, pending, tokens, people, review, ui } = page;
    // Most messages are thoughts, which change nothing on the board.
    if (!this.lying.has(game, pending)) this.renderPieces(page);
    const aim = [people.aim, review.betterMove, ui.aim, ui.hint, ui.premove];
    if (!this.drawn.has(game, pending, tokens, ...aim)) this.renderAim(page);
    for (const sign of this.signs) sign.render(page);
    if (page.ui.refusals !== this.refusals && page.ui.refusedMove !== null) this.shake(page.ui.refusedMove);
    this.refusals = page.ui.refusals;
    this.first = false;
  }

  /** Draws the pieces, the ring and the winning line. @param {PageState} page */
  renderPieces(page) {
    const shown = discs(page);
    const line = page.game.outcome?.line ?? [];
    this.discs.render(shown, line);
    const last = shown.at(-1);
    const marked = () => this.face.ring(line.length ? line : last ? [[last[0], last[1]]] : []);
    clearTimeout(this.landing);
    const falls = this.discs.landed - performance.now();
    if (falls > 0)
      this.landing = setTimeout(marked, falls); // a ring around an empty hole would tell where it falls
    else marked();
    if (String(line) !== this.won) this.face.join(line, !this.first);
    this.won = String(line);
    this.grid.render(page);
    set(this.element, "data-moves", positionOf(page));
    set(this.element, "data-over", page.game.outcome ? (line.length ? "won" : "ended") : null);
  }

  /** Draws the aim: ghosts, beam, the disc in hand and the numbers. @param {PageState} page */
  renderAim(page) {
    const isTurn = myTurn(page);
    set(this.element, "data-turn", isTurn ? "yes" : "no");
    const theirs = isTurn ? null : theirGhost(page);
    const target = ghost(page);
    if (this.info.gravity && page.ui.aim !== null && page.ui.aim <= this.numbers.length) this.handColumn = page.ui.aim;
    if (this.info.gravity && page.ui.aim === null && page.ui.hint && page.ui.hint.step > 1)
      this.handColumn = page.ui.hint.move;
    if (this.info.gravity && theirs) this.handColumn = theirs.move;
    setVariable(this.hand, "--aim", this.handColumn);
    const near = page.ui.hint?.step === 1 && page.ui.aim === null ? area(this.info, page.ui.hint.move) : null;
    this.renderBeam(target?.cell ?? null, near);
    const [lit, , wide] = near === null ? [0, 0, 0] : partOfThird(this.info, near);
    for (const [seat, element] of this.ghosts.entries()) {
      const here = target?.seat === seat ? target : theirs?.seat === seat ? theirs : null;
      set(element, "data-shown", here === null ? "no" : here !== target ? "theirs" : target.hint ? "hint" : "yes");
      if (here) {
        setVariable(element, "--c", here.cell[0]);
        setVariable(element, "--r", here.cell[1]);
      }
    }
    const hand = sideInHand(page);
    const ready = isMine(page, hand) && !page.pending;
    for (const [seat, element] of this.hands.entries()) {
      set(element, "data-shown", hand !== seat ? "no" : ready ? "yes" : "waiting");
    }
    const aimed = `${target?.cell[0]} ${lit} ${wide}`;
    for (const [i, number] of aimed === this.lit ? [] : this.numbers.entries())
      set(number, "data-aimed", target?.cell[0] === i + 1 || (i >= lit && i < lit + wide));
    this.lit = aimed;
  }

  /**
   * Lights the column or square of a target, or the third of the board in which a hint lies. The place is set on the
   * beam and not on the board: an inherited property makes the browser compute all styles inside again.
   *
   * @param {[number, number] | null} cell @param {number | null} third
   */
  renderBeam(cell, third) {
    const lit = third === null ? cell && partAround(this.info, cell) : partOfThird(this.info, third);
    set(this.beam, "data-shown", lit ? "yes" : "no");
    if (!lit || String(lit) === this.beamed) return; // it fades where it was
    this.beamed = String(lit);
    for (const [i, name] of ["--left", "--top", "--wide", "--high"].entries())
      this.beam.style.setProperty(name, String(lit[i] ?? 0));
  }

  /** Gives the board the focus. */
  focus() {
    this.grid.updateTabStop(true);
  }

  /** Puts a small sign on the numbers of columns. @param {number[]} columns */
  warn(columns) {
    if (!columns.length && !this.warned.length) return;
    this.warned = columns;
    for (const [i, number] of this.numbers.entries()) set(number, "data-warns", columns.includes(i + 1));
  }

  /** Shakes the pieces at the place of a refused move. @param {number} move */
  shake(move) {
    if (isStill()) return;
    const [columns] = this.info.board ?? [1];
    for (const { element } of this.discs.lying.values()) {
      const column = Number(element.style.getPropertyValue("--c"));
      const row = Number(element.style.getPropertyValue("--r"));
      const here = this.info.gravity
        ? column === move
        : ((this.info.board?.[1] ?? 1) - row) * columns + column === move;
      if (!here) continue;
      element.animate(
        [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}%)` })),
        { duration: 240 },
      );
    }
  }
}

/** Makes room for a board on the page; a game without one has the room of the usual board. @param {GameInfo} info */
export function makeRoom({ board, gravity }) {
  const [columns, rows] = board ?? [7, 6];
  const table = byId("table");
  setVariable(table, "--cols", columns);
  setVariable(table, "--rows", rows);
  table.dataset.gravity = board && !gravity ? "no" : "yes";
}
