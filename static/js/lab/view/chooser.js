/**
 * Shows the choice of a problem, an algorithm, a depth and a second algorithm, and shares the link.
 *
 * @typedef {import("../model/types.js").Run} Run
 * @typedef {import("../model/address.js").Place} Place
 *
 * @typedef {{name: string, words: string, chance: boolean, watched: boolean}} Algorithm
 * @typedef {{name: string, title: string, depth: number | null}} GameName
 *
 * @typedef {object} Acts
 * @property {(change: Partial<Place>) => void} change
 * @property {() => Promise<boolean>} share copies the link; false: the browser did not allow it
 */

import { el, set, setText } from "../../view/dom.js";

const DEEPEST = 12;
const CHANCE = ["expectiminimax", "star1", "star2"];

/** Shows the choosers. */
export class Chooser {
  /** @param {HTMLElement} host @param {{algorithms: Algorithm[], games: GameName[]}} boot @param {Acts} acts */
  constructor(host, { algorithms, games }, acts) {
    this.algorithms = algorithms.filter(({ watched }) => watched);
    this.problem = select([["", "A tree of numbers"], ...games.map(({ name, title }) => pair(name, title))], (game) => {
      const depth = games.find(({ name }) => name === game)?.depth ?? null;
      acts.change(game ? { tree: null, game, moves: "", depth } : { tree: this.tree, game: null, moves: "", depth: null });
    });
    this.algorithm = select([], (algorithm) => acts.change({ algorithm }));
    this.compare = select([], (compare) => acts.change({ compare: compare || null }));
    const depths = Array.from({ length: DEEPEST }, (_, at) => pair(String(at + 1), at ? `${at + 1} plies` : "1 ply"));
    this.depth = select([["", "to the end"], ...depths], (depth) => acts.change({ depth: depth ? Number(depth) : null }));
    this.share = el("button", { class: "button", type: "button" }, "Copy the link");
    this.share.addEventListener("click", () => void acts.share().then((copied) => setText(this.share, copied ? "Copied" : "Copy the address instead")));
    host.replaceChildren(labelled("Problem", this.problem), labelled("Algorithm", this.algorithm), labelled("Depth", this.depth), labelled("Compare with", this.compare), this.share);
    /** The last tree, to come back to. */
    this.tree = "((3 17) (2 12))";
  }

  /** @param {Run} run @param {Place} place */
  show(run, place) {
    if (place.tree !== null) this.tree = place.tree;
    const lots = run.places.mover.includes(2);
    const fitting = this.algorithms.filter(({ name, chance }) => name === place.algorithm || (lots ? chance : !CHANCE.includes(name))).map(({ name, words }) => pair(name, words));
    fill(this.algorithm, fitting);
    fill(this.compare, [["", "nothing"], ...fitting.filter(([name]) => name !== place.algorithm)]);
    this.problem.value = place.game ?? "";
    this.algorithm.value = place.algorithm;
    this.depth.value = place.depth === null ? "" : String(place.depth);
    this.compare.value = place.compare ?? "";
  }
}

/** @typedef {[string, string]} Option */
/** @param {string} value @param {string} words @returns {Option} */
const pair = (value, words) => [value, words];

/** @param {string} name @param {HTMLElement} control */
const labelled = (name, control) => el("label", { class: "field" }, el("span", { class: "field__name quiet" }, name), control);

/** @param {Option[]} options @param {(value: string) => void} choose */
function select(options, choose) {
  const made = el("select", { class: "select" });
  fill(made, options);
  made.addEventListener("change", () => choose(made.value));
  return made;
}

/** @param {HTMLSelectElement} list @param {Option[]} options */
function fill(list, options) {
  const now = options.map(([value]) => value).join();
  if (list.dataset.options === now) return;
  set(list, "data-options", now);
  list.replaceChildren(...options.map(([value, words]) => el("option", { value }, words)));
}
