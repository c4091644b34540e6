/** Walks through a run: by grain, over a subtree, out to the parent, from cut to cut, to a place. */

/** @import { Grain, Run } from "./types.js" */

import { NEVER, lastStep, timelineOf } from "./timeline.js";

/** Lists the grains with the kinds of their steps; the finest has all. @type {Record<Grain, string[]>} */
export const GRAINS = {
  story: ["better", "cut", "table", "iteration"],
  visits: ["enter", "cut", "table", "leave", "guess", "over", "lot", "probe", "iteration"],
  lines: [],
};

/** Returns the steps of a grain, with the first and the last of the run. @param {Run} run @param {Grain} grain */
export function stepsOf(run, grain) {
  const known = timelineOf(run).grains;
  const last = lastStep(run);
  const kinds = new Set(GRAINS[grain].map((kind) => run.kinds.indexOf(kind)));
  known[grain] ??= run.steps.kind.flatMap((kind, step) =>
    grain === "lines" || step === 0 || step === last || kinds.has(kind) ? [step] : [],
  );
  return known[grain];
}

/** Returns the next step of the grain. @param {Run} run @param {number} step @param {Grain} grain */
export const forward = (run, step, grain) => stepsOf(run, grain).find((at) => at > step) ?? step;

/** Returns the step of the grain before. @param {Run} run @param {number} step @param {Grain} grain */
export const back = (run, step, grain) => stepsOf(run, grain).findLast((at) => at < step) ?? step;

/** Returns the end of the visit shown, or the next step. @param {Run} run @param {number} step @param {Grain} grain */
export function over(run, step, grain) {
  const end = Math.min(timelineOf(run).leave[run.steps.visit[step] ?? 0] ?? NEVER, lastStep(run));
  return end > step ? end : forward(run, step, grain);
}

/** Returns the end of the visit above; at the root the last step. @param {Run} run @param {number} step */
export function out(run, step) {
  const parent = run.visits.parent[run.steps.visit[step] ?? 0] ?? -1;
  const end = timelineOf(run).leave[parent] ?? NEVER;
  return Math.min(end, lastStep(run));
}

/** Returns the next cut; without one the step itself. @param {Run} run @param {number} step */
export const nextCut = (run, step) => stepOfKind(run, "cut").find((at) => at > step) ?? step;

/** Returns the cut before; without one the step itself. @param {Run} run @param {number} step */
export const previousCut = (run, step) => stepOfKind(run, "cut").findLast((at) => at < step) ?? step;

/**
 * Returns the next step at which the search leaves a place or passes it over, else the first such step; a place that is
 * never reached keeps the step.
 * @param {Run} run
 * @param {number} step
 * @param {number} place
 */
export function endOf(run, step, place) {
  const time = timelineOf(run);
  const ends = [
    ...(time.visitsOf[place] ?? []).map((visit) => time.leave[visit] ?? NEVER),
    ...(time.skips[place] ?? []),
  ]
    .filter((at) => at < NEVER)
    .sort((a, b) => a - b);
  return ends.find((at) => at > step) ?? ends[0] ?? step;
}

/** Returns all steps of one kind. @param {Run} run @param {string} kind */
function stepOfKind(run, kind) {
  const number = run.kinds.indexOf(kind);
  return run.steps.kind.flatMap((one, step) => (one === number ? [step] : []));
}
