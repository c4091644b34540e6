/** Shows the buttons of a game, and for two engines those to pause, step and pace the game. */

/** @import { PageState } from "../../model/types.js" */

import { canReview } from "../../model/ended/review.js";
import { enginesOnly, isFresh, isMine, isOwner, maySwap, myTurn } from "../../model/select.js";
import { t } from "../../words.js";
import { button, Drawn, el, icon, set, setIcon, setText, setVariable } from "../dom.js";

const UNDO = "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3";
const HINT = "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.8.6 1.1 1.2 1.1 2.2h5c0-1 .3-1.6 1.1-2.2A6 6 0 0 0 12 3z";
const MORE = "M5 12h.01M12 12h.01M19 12h.01";
export const PAUSE = "M9 5v14M15 5v14";
export const PLAY = "M8 5v14l11-7z";
const STEP = "M6 5v14l9-7zM18 5v14";
/** Lists the moves a minute at the stops of the pace slider; 0 is full speed. */
const PACES = [10, 20, 40, 80, 160, 320, 0];

/**
 * @typedef {object} Actions
 * @property {() => void} newGame
 * @property {() => void} rematch
 * @property {() => void} start
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {() => void} openReview
 * @property {() => void} usePieRule
 * @property {(wish: {paused?: boolean, per_minute?: number, step?: boolean}) => void} pace
 */

/** Shows the buttons. */
export class Buttons {
  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    /** @type {PageState | null} */
    this.page = null;
    this.drawn = new Drawn();
    this.begin = button(t("New game"), () => this.pressMain(), "button button--primary actions__begin");
    this.look = button("", () => actions.openReview());
    this.undo = tool(t("Undo"), UNDO, actions.undo);
    this.hint = tool(t("Hint"), HINT, actions.hint);
    /** Opens what else can be done with this game. */
    this.more = tool(t("More"), MORE, () => {});
    set(this.more, "popovertarget", "more");
    this.pause = tool(t("Pause"), PAUSE, () => actions.pace({ paused: !this.page?.game.paused }));
    this.step = tool(t("One move"), STEP, () => actions.pace({ step: true }));
    const range = { type: "range", min: 0, max: PACES.length - 1, step: 1 };
    this.pace = el("input", { class: "slider", ...range, "aria-label": t("Pace") });
    this.pace.addEventListener("change", () => actions.pace({ per_minute: PACES[Number(this.pace.value)] ?? 40 }));
    this.pace.addEventListener("input", () => this.showPace(PACES[Number(this.pace.value)] ?? 40));
    this.paceWords = el("span", { class: "transport__words quiet number" });
    this.transport = el(
      "div",
      { class: "transport", role: "group", "aria-label": t("Two engines") },
      this.pause,
      this.step,
      this.pace,
      this.paceWords,
    );
    this.element = el("div", { class: "actions" }, this.begin, this.look, this.undo, this.hint, this.more);
  }

  /** Performs the act on the first button's label. */
  pressMain() {
    if (this.page && maySwap(this.page)) return this.actions.usePieRule();
    if (this.canStart()) return this.actions.start();
    return this.canRematch() ? this.actions.rematch() : this.actions.newGame();
  }

  /** Tells whether the game is over and this browser may play another one with the sides swapped. */
  canRematch() {
    const { page } = this;
    return page !== null && page.game.game_id !== null && !!page.game.outcome && !page.game.analysis && isOwner(page);
  }

  /** Tells whether an engine is to move in a local position. */
  canStart() {
    const { page } = this;
    return page !== null && page.game.game_id === null && !page.game.outcome && !isMine(page, page.game.to_move);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    this.page = page;
    const { game, pending, tokens, review, ui } = page;
    if (this.drawn.has(game, pending, tokens, review.opened, ui.hintPending, ui.notice)) return;
    const engines = enginesOnly(page);
    const owner = isOwner(page);
    const mine = owner && game.game_id !== null;
    const again = this.canRematch();
    const start = this.canStart();
    const pie = maySwap(page);
    const ended = game.game_id !== null && game.outcome !== null && !game.analysis;
    const fresh = isFresh(page);
    setText(this.begin, pie ? t("Swap sides") : start ? t("Start") : again ? t("Rematch") : t("New game"));
    set(this.begin, "title", again ? t("Play again, sides swapped") : null);
    set(this.begin, "hidden", !(start || pie || (ended && !review.opened))); // the board itself is the first thing to do
    this.begin.disabled = game.game_id === null && !start && game.moves.length === 0;
    this.undo.disabled = !mine || !game.can_undo;
    this.hint.disabled = !game.help || !myTurn(page) || page.ui.hintPending;
    set(this.look, "hidden", !canReview(page) || game.analysis);
    setText(this.look, page.review.opened ? t("Back to the table") : t("Look at the game"));
    const watching = !owner; // what a person can never press is not shown, instead of greyed
    set(this.undo, "hidden", fresh || ended || watching || !!game.clock);
    set(this.hint, "hidden", fresh || engines || ended || watching || !game.help);
    set(this.more, "hidden", fresh);
    set(this.transport, "hidden", !engines);
    if (!engines) return;
    this.pause.disabled = !mine || game.outcome !== null;
    this.step.disabled = !mine || game.outcome !== null;
    this.pace.disabled = !mine;
    const label = game.paused ? t("Go on") : t("Pause");
    set(this.pause, "aria-label", label);
    set(this.pause, "title", label);
    setText(this.pause.lastElementChild ?? this.pause, label);
    setIcon(this.pause, game.paused ? PLAY : PAUSE);
    if (document.activeElement !== this.pace) this.pace.value = String(nearestPace(game.pace));
    this.showPace(game.pace);
  }

  /** Shows the pace on the slider and in words. @param {number} perMinute */
  showPace(perMinute) {
    const stop = nearestPace(perMinute);
    const words = perMinute ? t("{n} a minute", { n: Math.round(perMinute) }) : t("at full speed");
    setVariable(this.pace, "--fill", `${(stop / (PACES.length - 1)) * 100}%`);
    set(this.pace, "aria-valuetext", words);
    setText(this.paceWords, words);
  }
}

/** Returns the nearest stop of the slider. @param {number} perMinute */
function nearestPace(perMinute) {
  if (!perMinute) return PACES.length - 1;
  const off = PACES.slice(0, -1).map((pace) => Math.abs(Math.log(pace / perMinute)));
  return off.indexOf(Math.min(...off));
}

/**
 * Makes a button with an icon, and with a word below where there is room.
 *
 * @param {string} label @param {string} path @param {() => void} act
 * @param {string} [word] a shorter label; part of the long one
 */
export function tool(label, path, act, word = label) {
  const made = button(icon(path), act, "button button--icon tool", { "aria-label": label, title: label });
  made.append(el("span", { class: "tool__word", "aria-hidden": "true" }, word));
  return made;
}
