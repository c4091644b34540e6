/** Gives lessons and exercises their hold on the page. Loaded with the first of them. */

/** @import { Lab, Page } from "./types.js" */

import { byId } from "../view/dom.js";
import { open, stop, walk } from "./acts.js";

/** Returns what lessons and exercises may do. @param {Lab} lab @returns {Page} */
export function pageOf(lab) {
  return {
    host: byId("lab-tree"),
    run: () => lab.run,
    view: () => lab.view,
    step: () => lab.place.step,
    tree: () => lab.tree,
    say: lab.say,
    goTo: (step) => walk(lab, step),
    show: (
      { tree = null, game = null, moves = "", weights = "" },
      algorithm,
      depth,
      { step = 0, keep = false, compare = null } = {},
    ) => open(lab, { tree, game, moves, weights, algorithm, depth, step, compare }, keep ? "replace" : "push"),
    onView: (listener) => {
      lab.listeners.add(listener);
      if (lab.view && lab.run) listener(lab.view, lab.run);
      return () => lab.listeners.delete(listener);
    },
    select: (wanted) => {
      lab.selecting = wanted;
      lab.show();
    },
    hide: (wanted) => {
      lab.hidden = wanted;
      stop(lab);
      lab.show();
    },
  };
}
