/**
 * Shows the thinking in full under the board: a tile for each move, below its column. At a move the other tiles fall, and
 * the chosen one widens to the board's width.
 */

/** @import { Block } from "../../model/thinking/thinking_tree.js" */
/** @import { Digest, GameInfo, PageState } from "../../model/types.js" */

import { moveWords } from "../../model/board.js";
import { growBlocks, placeCount, promote } from "../../model/thinking/thinking_tree.js";
import { isVeiled } from "../../model/select.js";
import { pointAt, treeNote } from "../../model/thinking/tree_words.js";
import "../../more_words.js";
import { t } from "../../words.js";
import { sign, Trunk } from "./blocks.js";
import { afterFrame, el, set, setText, setVariable } from "../dom.js";
import { Fall } from "./fall.js";

/** Limits the new tiles of one frame; a change of one counts half. The rest follows. */
const WORK_A_FRAME = 7;

/**
 * Tells whether a line of moves is another one and one move more.
 * @param {number[] | null} before
 * @param {number[]} after
 */
const isNext = (before, after) =>
  before !== null && after.length === before.length + 1 && before.every((move, i) => move === after[i]);

/** Shows one engine's tree. */
export class Tree {
  /**
   * @param {GameInfo} info
   * @param {{ask: (path: number[]) => void, point: (pointed: PageState["engineView"]["pointed"]) => void}} acts
   *   ask why not so, and show what the pointer is over
   * @param {0 | 1 | null} seat the engine's side, where two engines play
   */
  constructor(info, acts, seat = null) {
    this.info = info;
    this.acts = acts;
    this.seat = seat;
    /** @type {Block[]} */
    this.blocks = [];
    /** The moves of the tree's position. @type {number[] | null} */
    this.line = null;
    /** @type {Map<string, Trunk>} */
    this.views = new Map();
    /** The block in the order of Tab. */
    this.at = "";
    /** The block under the pointer or the focus. @type {string | null} */
    this.over = null;
    /** What was told of the block. @type {PageState["engineView"]["pointed"]} */
    this.pointed = null;
    /** The last drawn values. @type {unknown[]} */
    this.drawn = [];
    /** What was last to be drawn. @type {{page: PageState, digest: Digest | null} | null} */
    this.latest = null;
    this.growing = false;
    /** @type {PageState | null} */
    this.page = null;
    this.layer = this.newLayer();
    this.falls = new Fall();
    this.note = el("p", { class: "tree__note", "aria-hidden": "true" });
    this.element = el(
      "div",
      {
        class: "tree",
        role: "tree",
        "aria-orientation": "horizontal",
        "aria-label": seat === null ? t("The engine’s tree") : t("{side}’s tree", { side: info.players[seat] }),
      },
      this.note,
      this.layer,
    );
    if (seat !== null) this.element.prepend(sign(info, seat));
    this.listen();
  }

  /** Makes an empty layer. */
  newLayer() {
    return el("div", { class: "tree__layer", role: "presentation" });
  }

  /** Draws the changes. @param {PageState} page @param {Digest | null} digest */
  render(page, digest) {
    const { frozen, readiness } = page.engineView;
    const now = [page.game, page.pending, page.ui.hint, frozen, readiness, digest];
    if (now.every((part, i) => part === this.drawn[i])) return;
    this.drawn = now;
    this.latest = { page, digest };
    this.draw(page, digest);
    setText(this.note, treeNote(page, this.blocks.length > 0));
    set(this.note, "data-late", (page.game.game_id !== null || page.game.analysis) && !page.info.chance);
    this.pointAgain();
  }

  /** Follows the game, then shows the blocks of the digest. @param {PageState} page @param {Digest | null} digest */
  draw(page, digest) {
    const line = page.pending && !page.info.chance ? [...page.game.moves, page.pending.move] : page.game.moves;
    const moved = this.line === null || String(line) !== String(this.line);
    const waits = moved && this.mustWait(page, line);
    if (moved && !waits) this.follow(page, line);
    // The server's counts may come only with an answer which has to wait: they are those of the branches falling now.
    if (digest) this.falls.correct(digest);
    if (isVeiled(page)) return this.show(page, []);
    if (waits) return;
    const places = placeCount(this.info, page.game.legal);
    setVariable(this.element, "--places", places);
    if (page.game.outcome) return this.show(page, []);
    if (digest && !page.pending && digest.ply === line.length && (moved || !page.engineView.frozen)) {
      return this.show(page, growBlocks(this.info, digest, page.game));
    }
    if (moved) this.show(page, this.blocks);
  }

  /**
   * Tells whether an engine's answer has to wait until the moment of the move before is over; then it is drawn.
   *
   * @param {PageState} page
   * @param {number[]} line
   */
  mustWait(page, line) {
    const waits = this.falls.busy && !page.pending && !page.game.outcome && isNext(this.line, line);
    set(this.element, "data-waits", waits);
    this.falls.next = waits ? () => this.catchUp() : null;
    return waits;
  }

  /** Draws what had to wait. */
  catchUp() {
    const { latest } = this;
    this.drawn = [];
    if (latest) this.render(latest.page, latest.digest);
  }

  /**
   * Follows the game: one move on, the chosen branch becomes the tree.
   *
   * @param {PageState} page
   * @param {number[]} line
   */
  follow(page, line) {
    const old = this.line;
    this.line = line;
    this.over = this.pointed = null;
    const advanced = isNext(old, line);
    const move = line.at(-1);
    const oldBlocks = this.blocks;
    this.blocks = advanced && move !== undefined ? promote(oldBlocks, move) : [];
    const leaving = this.layer;
    const attended = leaving.contains(document.activeElement);
    this.layer = this.newLayer();
    leaving.after(this.layer);
    this.views = new Map();
    if (oldBlocks.length === 0) leaving.remove();
    else if (advanced && move !== undefined) {
      const moment = {
        blocks: oldBlocks,
        move,
        name: moveWords(page, move),
        ply: line.length,
        places: placeCount(this.info, []),
        answer: !page.pending,
      };
      this.falls.drop(leaving, this.layer, moment);
    } else this.falls.fade(leaving, this.layer);
    if (!attended) return;
    this.show(page, this.blocks);
    this.focus(this.at);
  }

  /** Shows these blocks and removes the others. @param {PageState} page @param {Block[]} blocks */
  show(page, blocks) {
    this.page = page;
    this.blocks = blocks;
    const kept = this.patch(page);
    for (const [path, view] of this.views) {
      if (kept.has(path)) continue;
      view.element.remove();
      this.views.delete(path);
    }
    this.updateTabStop();
  }

  /**
   * Updates the tiles, as many as one frame has time for.
   *
   * @param {PageState} page
   */
  patch(page) {
    /** @type {Set<string>} */
    const kept = new Set();
    let room = WORK_A_FRAME;
    /** @type {HTMLElement | null} */
    let before = null;
    for (const block of this.blocks) {
      const path = block.path.join(",");
      let view = this.views.get(path);
      const fresh = !view;
      if (fresh && room <= 0) continue;
      if (!view) {
        view = new Trunk(this.info, block);
        room -= 0.5;
        this.views.set(path, view);
        // In the order of places, whatever grew first: so are the tiles read out.
        if (before) before.after(view.element);
        else this.layer.prepend(view.element);
      }
      before = view.element;
      kept.add(path);
      if ((fresh || room > 0) && view.render(page, block)) room -= 0.5;
    }
    if (room <= 0 && !this.growing) {
      this.growing = true;
      afterFrame(() => {
        this.growing = false;
        if (this.page) this.show(this.page, this.blocks);
      });
    }
    return kept;
  }

  /** Keeps exactly one block in the order of Tab. */
  updateTabStop() {
    if (!this.views.has(this.at)) this.at = this.blocks[Math.floor(this.blocks.length / 2)]?.path.join(",") ?? "";
    for (const [path, view] of this.views) set(view.element, "tabindex", path === this.at ? 0 : -1);
  }

  /**
   * Returns the path of the block at a place of the page, or null: what falls is no place.
   * @param {EventTarget | null} target
   */
  pathOf(target) {
    const block = target instanceof Element ? target.closest("[data-path]") : null;
    return block && this.layer.contains(block) ? block.getAttribute("data-path") : null;
  }

  /** Listens to clicks, keys and the focus. */
  listen() {
    this.element.addEventListener("click", (event) => {
      const path = this.pathOf(event.target);
      if (path === null || this.falls.next) return;
      this.at = path;
      this.updateTabStop();
      this.point(path);
      this.acts.ask(path.split(",").map(Number));
    });
    this.element.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.point(this.pathOf(event.target));
    });
    this.element.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.point(null);
    });
    this.element.addEventListener("focusout", () => this.point(null));
    this.element.addEventListener("keydown", (event) => {
      if (this.falls.next) return;
      const next = this.pathByKey(event.key);
      if (next !== null) this.focus(next);
      else if (event.key === "Enter" || event.key === " ") this.acts.ask(this.at.split(",").map(Number));
      else return;
      event.preventDefault();
    });
    this.element.addEventListener("focusin", (event) => {
      const path = this.pathOf(event.target);
      if (path === null) return;
      this.at = path;
      this.updateTabStop();
      this.point(path);
    });
  }

  /**
   * Shows what a block means: its moves on the board, and a sentence; null shows nothing.
   * @param {string | null} path
   */
  point(path) {
    if (path === this.over || this.falls.next) return;
    this.over = path;
    this.pointed = this.page && path !== null ? pointAt(this.page, this.blocks, path.split(",").map(Number)) : null;
    this.acts.point(this.pointed);
  }

  /** Updates the words on the block under the pointer while the engine thinks. */
  pointAgain() {
    if (this.over === null || !this.page) return;
    const now = pointAt(this.page, this.blocks, this.over.split(",").map(Number));
    if (JSON.stringify(now) === JSON.stringify(this.pointed)) return;
    this.pointed = now;
    if (!now) this.over = null;
    this.acts.point(now);
  }

  /** Moves the focus to a block. @param {string} path */
  focus(path) {
    if (!this.views.has(path)) return;
    this.at = path;
    this.updateTabStop();
    this.views.get(path)?.element.focus({ preventScroll: true });
  }

  /** Returns the path to which a key leads from the focused block, or null. @param {string} key */
  pathByKey(key) {
    const all = [...this.blocks].sort((a, b) => a.place - b.place);
    const here = all.findIndex((block) => String(block.move) === this.at);
    /** @type {Record<string, Block | undefined>} */
    const targets = { ArrowLeft: all[here - 1], ArrowRight: all[here + 1], Home: all[0], End: all.at(-1) };
    if (!(key in targets)) return null;
    return String(targets[key]?.move ?? this.at);
  }
}
