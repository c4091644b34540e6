/** Lists the moves of the game, two to a line, with the shown one marked; each leads back to a position. */

/** @import { GameInfo, PageState, SeatNumber } from "../../model/types.js" */

import { moveWords, placeName } from "../../model/board.js";
import { shownPly } from "../../model/history.js";
import { markOf, reviewRows } from "../../model/ended/review.js";
import { isOwner, opponent } from "../../model/select.js";
import { pieceOf } from "../board/face.js";
import { button, Drawn, el, piece, set } from "../dom.js";
import "../../more_words.js";
import { labelled, t } from "../../words.js";

/** Limits the moves on the tab of an abandoned branch. */
const TOLD = 4;
const TAB = "branches__tab number";

/** Shows the list of moves. */
export class Moves {
  /** @param {{look: (ply: number) => void, returnTo: (branch: number) => void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.list = el("ol", { class: "moves__list number" });
    this.left = el("div", { class: "branches", role: "group", "aria-label": t("Branches"), hidden: true });
    this.element = el(
      "div",
      { class: "moves", tabindex: 0, role: "log", "aria-live": "off", "aria-label": t("Moves") },
      this.left,
      this.list,
    );
    /** What each line of the list tells of its move. @type {string[]} */
    this.shown = [];
    this.drawn = new Drawn();
    this.tabs = "";
    /** @type {HTMLElement[]} */
    this.moves = [];
    /** Tells once where a move stands in the list. */
    this.sight = new IntersectionObserver(
      ([seen]) => {
        this.sight.disconnect();
        const [box, here] = [seen?.rootBounds, seen?.boundingClientRect];
        if (!box || !here?.height) return;
        if (here.top < box.top || here.bottom > box.bottom) this.element.scrollTop += here.bottom - box.bottom;
        if (here.left < box.left || here.right > box.right) this.element.scrollLeft += here.right - box.right;
      },
      { root: this.element },
    );
    // The list changes its size with its neighbours: the current move stays in sight.
    new ResizeObserver(() => {
      const current = this.moves.find((move) => move.hasAttribute("aria-current"));
      if (current) this.scrollToMove(current);
    }).observe(this.element);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { game, review, tokens, info } = page;
    if (this.drawn.has(game, review, tokens)) return;
    const rows = reviewRows(page);
    const shown = [];
    const swap = swapMove(page);
    for (const [i, ply] of (info.board ? game.discs : game.moves).entries())
      shown.push(`${ply}${rows.get(i)?.mark ?? ""}${swap === i}`);
    let kept = 0;
    while (kept < shown.length && shown[kept] === this.shown[kept]) kept += 1;
    this.shown = shown;
    for (const move of this.moves.splice(kept)) move.parentElement?.remove();
    while (this.list.children.length > Math.ceil(kept / 2)) this.list.lastElementChild?.remove();
    for (let i = kept; i < shown.length; i += 1) this.add(page, i, playedMove(page, i), rows);
    this.renderBranches(page);
    const current = shownPly(page) - 1;
    for (const [i, move] of this.moves.entries()) {
      if (move.hasAttribute("aria-current") === (i === current)) continue;
      set(move, "aria-current", i === current ? "true" : null);
      if (i === current) this.scrollToMove(move);
    }
  }

  /** Draws the played branch and the abandoned ones as tabs to return to. @param {PageState} page */
  renderBranches(page) {
    const { branches: all = [], outcome } = page.game;
    const branches = isOwner(page) && opponent(page) === null && !outcome ? all : [];
    const key = branches.map(({ ply, moves }) => `${ply} ${moves}`).join(";");
    set(this.left, "hidden", branches.length === 0);
    if (key === this.tabs) return;
    this.tabs = key;
    const here = el("span", { class: "branches__title quiet" }, t("Taken back:"));
    this.left.replaceChildren(
      here,
      ...branches.map(({ ply, moves }, i) => {
        const text =
          moves
            .slice(0, TOLD)
            .map((move) => (page.info.board ? placeName(page.info, move) : moveWords(page, move)))
            .join(" ") + (moves.length > TOLD ? " …" : "");
        const label = t("Back to the branch with {move} at move {n}", {
          move: moveWords(page, moves[0] ?? 0),
          n: ply + 1,
        });
        const named = { "aria-label": label, title: label };
        const tab = button(el("span", { class: "quiet" }, `${ply + 1}.`), () => this.actions.returnTo(i), TAB, named);
        tab.append(text);
        return tab;
      }),
    );
  }

  /**
   * Adds a move to the list.
   *
   * @param {PageState} page the state
   * @param {number} i the move's index
   * @param {{seat: number, name: string, text: string, move: number}} ply the move
   * @param {ReturnType<typeof reviewRows>} rows the review, by ply
   */
  add(page, i, ply, rows) {
    if (i % 2 === 0) this.list.append(el("li", { class: "moves__turn" }));
    const [sign, words] = markOf(page, rows.get(i));
    // The slider of the review leads to every move by keys: forty more tab stops would help nobody.
    const more = { tabindex: -1, title: words };
    const move = button(sideSign(page.info, ply.seat), () => this.actions.look(i + 1), "moves__move", more);
    move.append(el("span", { "aria-hidden": "true" }, ply.text));
    if (sign) move.append(el("span", { class: "moves__mark", "aria-hidden": "true" }, sign));
    const isSwap = swapMove(page) === i;
    if (isSwap) move.append(el("span", { "aria-hidden": "true" }, " ⇄"));
    const said = t("Move {n}, {side}, {move}", { n: i + 1, side: ply.name, move: moveWords(page, ply.move) });
    set(
      move,
      "aria-label",
      `${sign ? labelled(said, words) : said}${isSwap ? t(", then the sides were swapped") : ""}`,
    );
    const number = el("span", { class: "moves__number quiet", "aria-hidden": "true" }, `${i + 1}.`);
    this.list.lastElementChild?.append(el("span", { class: "moves__ply" }, number, move));
    this.moves.push(move);
  }

  /**
   * Scrolls the list, and nothing else, to a move. The browser tells the place with the next frame: measuring would lay
   * out the page, with all trees, once more.
   *
   * @param {HTMLElement} move
   */
  scrollToMove(move) {
    this.sight.disconnect();
    this.sight.observe(move);
  }
}

/** Draws a side's piece beside a move. @param {GameInfo} info @param {number} seat */
const sideSign = (info, seat) => {
  const symbol = pieceOf(info, seat);
  return symbol === `disc-${seat}`
    ? el("span", { class: "moves__disc", "data-disc": seat })
    : piece(symbol, "moves__disc");
};

/** Returns the index of the move after which the sides were swapped; null where they were not. @param {PageState} page */
const swapMove = ({ game }) => (game.swapped ? Math.max(game.start - 1, 0) : null);

/**
 * Returns a move as a place on the board, if there is one: a slipped disc is listed at the final place.
 *
 * @param {PageState} page
 * @param {number} i the move's index
 * @returns {{seat: number, name: string, text: string, move: number}}
 */
function playedMove(page, i) {
  const { info, game } = page;
  const [width, height] = info.board ?? [0, 0];
  const [column = 0, row = 0, seat = /** @type {SeatNumber} */ (i % 2)] = game.discs[i] ?? [];
  const move = info.board ? (info.gravity ? column : (height - row) * width + column) : (game.moves[i] ?? 0);
  return { seat, name: info.players[seat], text: info.board ? placeName(info, move) : moveWords(page, move), move };
}
