/** Computes all that is shown at a step of a run: always the same view for the same run and step. */

/** @import { Bound, PlaceView, Run, View, Witness } from "./types.js" */

import { NEVER, NOTHING, timelineOf } from "./timeline.js";

/** Returns the view of a step. @param {Run} run @param {number} step @returns {View} */
export function viewAt(run, step) {
  const { steps, visits } = run;
  const time = timelineOf(run);
  const visit = steps.visit[step] ?? 0;
  const place = visits.place[visit] ?? 0;
  const last = time.lit[step] ?? -1;
  const lit = last >= 0 ? last : (time.firstLine.get(visit) ?? -1); // a visit without a line yet shows its first
  return {
    step,
    visit,
    place,
    counts: time.counts[step] ?? NOTHING,
    kind: run.kinds[steps.kind[step] ?? 0] ?? "",
    sentence: run.sentences[time.said[step] ?? -1] ?? "",
    source: steps.source[lit] ?? -1,
    line: steps.line[lit] ?? -1,
    vars: varsAt(run, step, visit, steps.source[lit] ?? -1),
    places: placesAt(run, step),
    path: pathTo(run, place),
    line_of_play: lineOfPlay(run, step),
    window: windowAt(run, step, visit),
    witness: witnessAt(run, step, visit),
  };
}

/** Returns the places from the root to a place. @param {Run} run @param {number} place */
export function pathTo(run, place) {
  const path = [];
  for (let at = place; at >= 0; at = run.places.parent[at] ?? -1) path.unshift(at);
  return path;
}

/** Returns the last visit of the root that had begun. @param {Run} run @param {number} step */
const rootAt = (run, step) =>
  timelineOf(run).roots.findLast((visit) => (timelineOf(run).enter[visit] ?? NEVER) <= step) ?? 0;

/** Returns a frame's variables. @param {Run} run @param {number} step @param {number} visit @param {number} source */
function varsAt(run, step, visit, source) {
  const time = timelineOf(run);
  const changes = time.changes.get(time.frame(visit, source)) ?? [];
  return Object.assign({}, ...changes.filter((at) => at <= step).map((at) => run.steps.vars[at]));
}

/** A place before any step. @type {PlaceView} */
export const UNSEEN = {
  state: "unseen",
  value: null,
  bound: 0,
  note: "",
  visits: 0,
  alpha: null,
  beta: null,
  cut: false,
  proven: true,
  numbers: null,
};

/** Returns the state of every place. @param {Run} run @param {number} step */
function placesAt(run, step) {
  const time = timelineOf(run);
  const { visits } = run;
  const root = rootAt(run, step);
  const asks = (/** @type {number} */ one) => visits.alpha[one] === visits.alpha[root];
  // the rounds of one question grow one tree, and so do the visits from the ends back
  const first = run.rounds || run.backwards ? (time.roots.find(asks) ?? root) : root;
  const since = time.enter[first] ?? 0;
  return time.visitsOf.map((all, place) => {
    const begun = all.filter((visit) => (time.enter[visit] ?? NEVER) <= step);
    const visit = begun.at(-1) ?? -1;
    const entered = time.enter[visit] ?? -1;
    const skipped = time.skips[place]?.findLast((at) => at <= step) ?? -1;
    /** @type {PlaceView} */
    const view = { ...UNSEEN, visits: begun.length };
    if (skipped >= since && skipped > entered) view.state = "skipped";
    else if (visit >= 0 && entered >= since) {
      const done = (time.leave[visit] ?? NEVER) <= step;
      view.state = done ? "done" : "open";
      view.alpha = visits.alpha[visit] ?? null;
      view.beta = visits.beta[visit] ?? null;
      view.cut = (time.cut[visit] ?? NEVER) <= step;
      const before = (/** @type {number} */ one) =>
        (time.known[one] ?? NEVER) <= step && (time.enter[one] ?? -1) >= since;
      const told = run.rounds ? (begun.findLast(before) ?? visit) : visit;
      if ((time.known[told] ?? NEVER) <= step) {
        view.value = visits.value[told] ?? null;
        view.bound = visits.bound[told] ?? 0;
        view.note = visits.note[told] ?? "";
        view.proven = (visits.proven?.[told] ?? 1) === 1;
        view.numbers = visits.numbers?.[told] ?? null;
      } else if (!visits.numbers?.[visit]) Object.assign(view, provenSoFar(run, step, visit));
    }
    return view;
  });
}

/**
 * Returns what an open place is already worth: at least the best so far at Max, at most at Min. A move whose own value
 * is only a bound from the other side proves nothing.
 * @param {Run} run
 * @param {number} step
 * @param {number} visit
 */
function provenSoFar(run, step, visit) {
  const { visits, places } = run;
  const side = places.mover[visits.place[visit] ?? 0] ?? 3;
  const proof = timelineOf(run)
    .better.get(visit)
    ?.findLast((one) => one.step <= step && visits.bound[one.child] !== 2 - side);
  /** @type {Bound} */
  const bound = side === 0 ? 1 : 2;
  return proof && side < 2
    ? { value: visits.value[proof.child] ?? null, bound, proven: (visits.proven?.[proof.child] ?? 1) === 1 }
    : {};
}

/** Returns the best play found so far, from the root down. @param {Run} run @param {number} step */
function lineOfPlay(run, step) {
  const line = [];
  /** @type {number | undefined} */
  let visit = rootAt(run, step);
  while (visit !== undefined) {
    line.push(run.visits.place[visit] ?? 0);
    visit = timelineOf(run).bestAt(visit, step)?.child;
  }
  return line;
}

/**
 * Returns the window of a visit at a step: the window on entry, narrowed by the best so far.
 * @param {Run} run
 * @param {number} step
 * @param {number} visit
 */
function windowAt(run, step, visit) {
  const { visits, places } = run;
  const time = timelineOf(run);
  const placeOf = (/** @type {number | undefined} */ from) => visits.place[from ?? -1] ?? -1;
  const player = places.mover[visits.place[visit] ?? 0] ?? 3;
  const best = time.bestAt(visit, step);
  const child = best ? (visits.value[best.child] ?? null) : null;
  const found = {
    alpha: visits.alpha[visit] ?? null,
    beta: visits.beta[visit] ?? null,
    alphaFrom: placeOf(visits.alpha_from[visit]),
    betaFrom: placeOf(visits.beta_from[visit]),
    value: (time.known[visit] ?? NEVER) <= step ? (visits.value[visit] ?? null) : child,
    player,
  };
  if (best && child !== null && time.narrows) {
    if (player === 0 && child > (found.alpha ?? -Infinity))
      Object.assign(found, { alpha: child, alphaFrom: placeOf(best.child) });
    if (player === 1 && child < (found.beta ?? Infinity))
      Object.assign(found, { beta: child, betaFrom: placeOf(best.child) });
  }
  return found;
}

/**
 * Returns why the cut of a visit is right: the move that set the bound, and the move that reaches the bound.
 * @param {Run} run
 * @param {number} step
 * @param {number} visit
 * @returns {Witness | null}
 */
function witnessAt(run, step, visit) {
  const { visits, places } = run;
  const time = timelineOf(run);
  if ((time.cut[visit] ?? NEVER) > step) return null;
  const side = places.mover[visits.place[visit] ?? 0] ?? 3;
  const above = side === 0 || (side === 2 && (visits.value[visit] ?? 0) >= (visits.beta[visit] ?? Infinity));
  const from = (above ? visits.beta_from : visits.alpha_from)[visit] ?? -1;
  if (from < 0) return null;
  const place = visits.place[from] ?? 0;
  const reply = time.bestAt(visit, step)?.child;
  const refuting = reply === undefined ? [] : [visits.place[reply] ?? 0];
  const deep = visits.parent[from] !== visits.parent[visit];
  return { bound: above ? "beta" : "alpha", from: place, path: [place, ...refuting], deep };
}
