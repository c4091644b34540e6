/**
 * Listens to the letters that act on the whole page. Digits play by the board itself (input.js).
 *
 * @typedef {object} Actions
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

import { keyName } from "../dom.js";
import { actsOnPage } from "./input.js";

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
    const act = actsOnPage(event, grid) && Object.hasOwn(keys, keyName(event)) && keys[keyName(event)];
    if (!act) return;
    act();
    event.preventDefault();
  });
}
