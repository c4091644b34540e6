/** Puts two runs on the same problem side by side: one numbering of the places, clocks coupled by place. */

/** @import { Pair, Run } from "./types.js" */

import { NEVER, timelineOf } from "./timeline.js";

/** Returns two runs coupled. @param {Run} first @param {Run} second @returns {Pair} */
export function together(first, second) {
  const known = keysOf(first);
  /** @type {number[]} */
  const mapped = [];
  const places = structuredClone(first.places);
  for (const [key, place] of keysOf(second)) {
    let at = known.get(key);
    if (at === undefined) {
      at = known.size;
      known.set(key, at);
      const from = second.places;
      places.parent.push(mapped[from.parent[place] ?? -1] ?? -1);
      for (const column of /** @type {const} */ (["move", "name", "mover", "value", "share"])) {
        const values = /** @type {any[]} */ (places[column]);
        values.push(from[column][place]);
      }
      places.cells?.push(from.cells?.[place] ?? "");
    }
    mapped[place] = at;
  }
  const added = known.size > first.places.parent.length;
  const left = added ? { ...first, places } : first;
  const { place, skipped } = second.visits;
  const moved = {
    place: place.map((one) => mapped[one] ?? 0),
    skipped: skipped.map((all) => all.map((one) => mapped[one] ?? 0)),
  };
  const right = { ...second, places: left.places, visits: { ...second.visits, ...moved } };
  return { left, right, clock: coupled(left, right), visited: visitedBy(left, right) };
}

/** Returns the place of each path of moves. @param {Run} run @returns {Map<string, number>} */
function keysOf({ places }) {
  /** @type {string[]} */
  const keys = [];
  places.parent.forEach((parent, place) => keys.push(parent < 0 ? "" : `${keys[parent]}/${places.move[place]}`));
  return new Map(keys.map((key, place) => [key, place]));
}

/**
 * Couples the clocks: where the left run enters or leaves a place, the right run has just entered or left the same
 * place.
 * While the left run is at places that the right run never visits, the right clock stands still.
 * @param {Run} left
 * @param {Run} right
 */
function coupled(left, right) {
  const clock = new Int32Array(left.steps.kind.length);
  const [here, there] = [timelineOf(left), timelineOf(right)];
  let now = 0;
  for (let step = 0; step < clock.length; step++) {
    const visit = left.steps.visit[step] ?? 0;
    const leaves = here.leave[visit] === step;
    if (leaves || here.enter[visit] === step) {
      const place = left.visits.place[visit] ?? 0;
      const others = there.visitsOf[place] ?? [];
      const other = others[Math.min(here.visitsOf[place]?.indexOf(visit) ?? 0, others.length - 1)] ?? -1;
      const at = (leaves ? there.leave : there.enter)[other] ?? NEVER;
      if (at < NEVER) now = at;
    }
    clock[step] = now;
  }
  return clock;
}

/** Counts the places that both runs visit, and those that one visits. @param {Run} left @param {Run} right */
function visitedBy(left, right) {
  const [a, b] = [left, right].map((run) => new Set(run.visits.place));
  const both = [...(a ?? [])].filter((place) => b?.has(place)).length;
  return { both, left: (a?.size ?? 0) - both, right: (b?.size ?? 0) - both };
}
