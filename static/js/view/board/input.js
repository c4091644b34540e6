/**
 * Turns pointer and keys into aims and moves: aim by hovering, sliding or focusing; play by letting go or by keys. Letters
 * act on the whole page.
 *
 * @typedef {{aim: (move: number | null) => void, play: (move: number) => void}} Actions
 */

/** @import { GameInfo } from "../../model/types.js" */
/** @import { Grid } from "./grid.js" */

import { moveAt } from "../../model/board.js";
import { isModified, keyName, writesText } from "../dom.js";

/** Limits the time between two taps of a double tap, as systems do. */
const DOUBLE_MS = 500;
/** Lists where a letter or a digit has a meaning of its own. */
const BUSY = "select, dialog, [popover], input[type=range]:focus-visible";

/**
 * Listens to pointer, keys and assistive technology.
 * @param {Grid} grid @param {GameInfo} info @param {Actions} actions
 */
export function listenToInput(grid, info, actions) {
  listenToPointer(grid, info, actions);
  listenToKeys(grid, actions);
  grid.element.addEventListener("click", (event) => {
    // A click without a pointer comes from the keyboard or from assistive technology.
    if (event.detail === 0 && event.target instanceof HTMLButtonElement) {
      grid.followFocus(event.target);
      actions.play(grid.focusedMove);
    }
  });
  grid.element.addEventListener("focusin", (event) => {
    grid.followFocus(event.target);
    if (!("pointer" in grid.element.dataset)) actions.aim(grid.onButton ? grid.focusedMove : null);
  });
  grid.element.addEventListener("focusout", () => {
    if (!("pointer" in grid.element.dataset)) actions.aim(null); // else the aim is the pointer's
  });
}

/** Listens to mouse, pen and touch. @param {Grid} grid @param {GameInfo} info @param {Actions} actions */
function listenToPointer(grid, info, actions) {
  const { element } = grid;
  const [width, height] = info.board ?? [1, 1];
  let pressed = false;
  let clicks = 0; // of a mouse, as the system counts: two for a double click
  /** The last move by the pointer. @type {{move: number, at: number} | null} */
  let last = null;

  /** The move under the pointer, or null beside the board. @param {PointerEvent} event */
  const under = (event) => {
    const box = element.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * width) + 1;
    const row = height - Math.floor(((event.clientY - box.top) / box.height) * height);
    const above = info.gravity ? 1.2 : 0;
    if (column < 1 || column > width || row < 1 || row > height + above) return null;
    return moveAt(info, [column, Math.min(row, height)]);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    pressed = true;
    element.dataset.pointer = "";
    element.setPointerCapture(event.pointerId);
    const move = under(event);
    if (move !== null) grid.focusMove(move); // before the moment of the move: the focus costs a pass over the styles
    actions.aim(move);
  });
  // The browser itself gives the focus to nothing here.
  element.addEventListener("mousedown", (event) => {
    clicks = event.detail;
    event.preventDefault();
  });
  element.addEventListener("pointermove", (event) => {
    if (event.isPrimary) actions.aim(under(event));
  });
  element.addEventListener("pointerup", (event) => {
    if (!pressed || !event.isPrimary) return;
    pressed = false;
    const move = under(event);
    const doubled =
      last?.move === move && (event.pointerType === "mouse" ? clicks > 1 : event.timeStamp - last.at < DOUBLE_MS);
    last = move === null ? null : { move, at: event.timeStamp };
    if (move !== null && !doubled) {
      if (move !== grid.focusedMove) grid.focusMove(move); // the finger slid
      actions.play(move);
    }
    if (event.pointerType !== "mouse") actions.aim(null);
  });
  element.addEventListener("pointercancel", () => {
    pressed = false;
    actions.aim(null);
  });
  element.addEventListener("pointerleave", () => {
    if (!pressed) actions.aim(null);
  });
}

/** Listens to the keys that walk on the board and play there, and to digits on the whole page. @param {Grid} grid @param {Actions} actions */
function listenToKeys(grid, actions) {
  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  // The ring of the focus is for those who use keys; it comes with the first key.
  grid.element.dataset.pointer = "";
  document.addEventListener("keydown", () => delete grid.element.dataset.pointer, { capture: true });
  grid.element.addEventListener("keydown", (event) => {
    if (isModified(event)) return;
    const key = keyName(event);
    const [row] = grid.at;
    const width = grid.rows[0]?.length ?? 1;
    const way = event.ctrlKey ? undefined : ways[key];
    if (key === "Home") grid.focusAt(event.ctrlKey ? 0 : row, 0);
    else if (key === "End") grid.focusAt(event.ctrlKey ? grid.rows.length - 1 : row, width - 1);
    else if (way) grid.move(...way);
    else if ((key === "Enter" || key === " ") && !event.ctrlKey && !grid.onButton) actions.play(grid.focusedMove);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const key = keyName(event);
    const move = key === "0" ? 10 : Number(key);
    if (!(move > 0) || !grid.element.isConnected || !actsOnPage(event, grid)) return;
    const places = grid.rows.flat().filter((element) => element instanceof HTMLButtonElement);
    if (move <= places.length) grid.focusMove(move);
    actions.play(move);
    event.preventDefault();
  });
}

/**
 * Tells whether a letter or a digit acts here: wherever no text is written, or only on the board where the person chose
 * so in the menu (WCAG 2.1.4).
 *
 * @param {KeyboardEvent} event @param {Grid | null} grid
 */
export function actsOnPage(event, grid) {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || isModified(event) || writesText(target)) return false;
  const inside = target instanceof Node && Boolean(grid?.element.contains(target));
  if (!inside && document.documentElement.dataset.keys === "board") return false;
  return !document.querySelector("dialog[open]") && !(target instanceof Element && target.closest(BUSY));
}

/**
 * What the letters on the whole page do.
 *
 * @typedef {object} Shortcuts
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} why
 * @property {(by: -1 | 1) => void} step
 * @property {() => void} sound
 * @property {() => void} usePieRule
 * @property {() => void} help
 */

/** Fills the screen with the page, or gives the screen back. */
const fullScreen = () =>
  void (document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.().catch(() => {}));

/**
 * Listens to the keys of the page.
 *
 * @param {Shortcuts} actions
 * @param {Grid | null} grid null: a game without a board
 */
export function listenToShortcuts(actions, grid) {
  /** @type {Record<string, () => void>} */
  const keys = {
    u: actions.undo,
    r: actions.redo,
    h: actions.hint,
    w: actions.why,
    m: actions.sound,
    s: actions.usePieRule,
    f: fullScreen,
    ",": () => actions.step(-1),
    ".": () => actions.step(1),
    "?": actions.help,
  };
  document.addEventListener("keydown", (event) => {
    const act = actsOnPage(event, grid) && Object.hasOwn(keys, keyName(event)) && keys[keyName(event)];
    if (!act) return;
    act();
    event.preventDefault();
  });
}
