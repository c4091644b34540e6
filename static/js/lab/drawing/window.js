/** Shows the window of a search: in words while all is open, from the first bound or step on as a piece of number line. */

import { el } from "../../view/dom.js";
import { t } from "../../words.js";

const OPEN = t("At first every value matters: the window is open on both sides, from −∞ to +∞.");

/**
 * Draws a run's window into a host.
 *
 * @param {HTMLElement} host
 * @param {import("../model/types.js").Run} run
 */
export function drawWindow(host, run) {
  const element = el("div", { class: "line line--open" }, el("p", { class: "line__head" }, OPEN));
  /** @type {import("./numberline.js").NumberLine | null} */
  let line = null;
  /** @type {import("../model/types.js").View | null} */
  let view = null;
  host.append(element);
  const draw = () => view && line?.show(view);
  return {
    element,
    /** Shows a step. @param {import("../model/types.js").View} next */
    show(next) {
      view = next;
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
