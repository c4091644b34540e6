/**
 * Shows the window of a search: in words while all is open, from the first bound or step on as a piece of number line.
 */

/** @import { Run, View } from "../model/types.js" */
/** @import { NumberLine } from "./numberline.js" */

import { el } from "../../view/dom.js";
import { t } from "../../words.js";
import { playersOf } from "./words.js";

const OPEN = t("At first every value matters: the window is open on both sides, from −∞ to +∞.");
const NONE = t("Each value has a number for each player. So there is no window, and nothing is cut.");

/**
 * Draws a run's window into a host.
 *
 * @param {HTMLElement} host
 * @param {Run} run
 */
export function drawWindow(host, run) {
  const several = playersOf(run) > 0;
  const element = el("div", { class: "line line--open" }, el("p", { class: "line__head" }, several ? NONE : OPEN));
  /** @type {NumberLine | null} */
  let line = null;
  /** @type {View | null} */
  let view = null;
  host.append(element);
  const draw = () => view && line?.show(view);
  return {
    element,
    /** Shows a step. @param {View} next */
    show(next) {
      view = next;
      if (several) return;
      if (line || (!next.step && next.window.alpha === null && next.window.beta === null)) return draw();
      void import("./numberline.js").then(({ NumberLine }) => {
        line ??= new NumberLine(element, run);
        draw();
      });
    },
    /** Takes the window off the page. */
    destroy: () => element.remove(),
  };
}
