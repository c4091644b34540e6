/**
 * Shows the problem in the lists of choices. The server has chosen what the page opens with; this comes with the first
 * act.
 */

/** @import { Place } from "../model/address.js" */
/** @import { Run } from "../model/types.js" */

import { byId, el, setText } from "../../view/dom.js";

/** Lists the algorithms that do more than others only where lots are drawn. */
const CHANCE = ["expectiminimax", "star1", "star2"];

/** Finds a list of choices. @param {string} name */
export const chooser = (name) => /** @type {HTMLSelectElement} */ (byId(`choose-${name}`));

/**
 * Returns the algorithm, or a like one for a problem with or without lots.
 * @param {string} algorithm
 * @param {boolean} lots
 */
export function fitting(algorithm, lots) {
  const option = [...chooser("algorithm").options].find(({ value }) => value === algorithm);
  if (lots) return option && "chance" in option.dataset ? algorithm : "star1";
  return CHANCE.includes(algorithm) ? "alphabeta" : algorithm;
}

/** Shows the problem in the lists of choices; offers the algorithms that fit. @param {Run} run @param {Place} place */
export function showChoice(run, place) {
  const lots = run.places.mover.includes(2);
  const listed = [...chooser("algorithm").options].some(({ value }) => value === place.algorithm);
  if (!listed) chooser("algorithm").append(el("option", { value: place.algorithm }, run.words)); // a lesson's own
  for (const name of ["algorithm", "compare"]) {
    for (const option of chooser(name).options) {
      const fits = lots ? "chance" in option.dataset : !CHANCE.includes(option.value);
      option.disabled = option.hidden =
        option.value !== "" &&
        (name === "compare" ? !fits || option.value === place.algorithm : !fits && option.value !== place.algorithm);
    }
  }
  chooser("game").value = place.game ?? "";
  chooser("algorithm").value = place.algorithm;
  chooser("depth").value = String(place.depth ?? "all");
  chooser("compare").value = place.compare ?? "";
  setText(byId("now"), run.words);
}

/** Says for which values of its unknown leaves the search does what. @param {Run} run */
export function showUnknown(run) {
  byId("lab-unknown").replaceChildren(...(run.unknown ?? []).map((sentence) => el("li", {}, sentence)));
}
