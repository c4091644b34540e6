/**
 * Listens to the keys of the whole page: digits play, letters act. They work wherever no text is written, or only on
 * the board where the person chose so in the menu (WCAG 2.1.4).
 *
 * @typedef {object} Actions
 * @property {(move: number) => void} play
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} why
 * @property {(by: -1 | 1) => void} step
 * @property {() => void} sound
 * @property {() => void} usePieRule
 * @property {() => void} help
 */

/** @import { Grid } from "./grid.js" */

import { isModified, keyName, writesText } from "../dom.js";
import { playPlace } from "./input.js";

/** Lists where a letter or a digit has a meaning of its own. */
const BUSY = "select, dialog, [popover], input[type=range]:focus-visible";

/** Fills the screen with the page, or gives the screen back. */
const fullScreen = () =>
  void (document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.().catch(() => {}));

/**
 * Listens to the keys of the page.
 *
 * @param {Actions} actions
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
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || isModified(event) || writesText(target)) return;
    const inside = target instanceof Node && Boolean(grid?.element.contains(target));
    if (!inside && document.documentElement.dataset.keys === "board") return;
    if (document.querySelector("dialog[open]") || (target instanceof Element && target.closest(BUSY))) return;
    const key = keyName(event);
    if (/^[1-9]$/.test(key) && grid) playPlace(grid, actions, Number(key));
    else if (Object.hasOwn(keys, key)) keys[key]?.();
    else return;
    event.preventDefault();
  });
}
