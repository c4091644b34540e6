/** Writes the state of the page as an address. */

/** @import { Place, Problem } from "./address.js" */

import { root } from "../../words.js";
import { MARKS } from "./address.js";

/**
 * Writes the address of a state. In a lesson the path stays, and the query says what differs from the lesson.
 *
 * @param {Place} place
 * @param {Problem} start
 * @param {string | null} lesson the path of the lesson
 */
export function addressOf(place, start, lesson) {
  const query = new URLSearchParams();
  const same = place.tree === start.tree && place.game === start.game && place.moves === start.moves;
  let path = lesson;
  if (path === null) {
    path =
      place.game === null
        ? `${root}/lab/leaves`
        : [`${root}/lab`, place.game, ...(place.moves ? [encodeURIComponent(place.moves)] : [])].join("/");
    if (place.tree !== null) query.set("tree", place.tree);
  } else if (!same) {
    if (place.tree !== null) query.set("tree", place.tree);
    if (place.game !== null) query.set("game", place.game);
    if (place.game !== null && place.moves) query.set("moves", place.moves);
  }
  if (lesson === null || place.algorithm !== start.algorithm) query.set("algorithm", place.algorithm);
  if (lesson === null || place.depth !== start.depth)
    query.set("depth", place.depth === null ? "all" : String(place.depth));
  if (place.weights !== (lesson === null || !same ? "" : start.weights)) query.set("weights", place.weights);
  if (place.step) query.set("step", String(place.step));
  if (place.grain !== "visits") query.set("grain", place.grain);
  if (place.compare) query.set("compare", place.compare);
  if (place.marks.length) query.set("marks", place.marks.join("."));
  if (place.wide) query.set("view", "wide");
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Sets or takes away a bookmark. @param {number[]} marks @param {number} step */
export function toggled(marks, step) {
  return marks.includes(step)
    ? marks.filter((one) => one !== step)
    : [...marks, step].sort((a, b) => a - b).slice(0, MARKS);
}
