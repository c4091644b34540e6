/**
 * Indexes a run once: at which step each visit begins, finds a better move, cuts and ends. With the index a view of any
 * step takes the same time, however far the jump.
 */

/** @import { Counts, Run } from "./types.js" */

/** Stands for a step that never comes. */
export const NEVER = 1e9;
/** The counters before the first step. @type {Counts} */
export const NOTHING = { nodes: 0, leaves: 0, met: 0, cuts: 0, skipped: 0, hits: 0 };
/** Lists the kinds of steps at which the value of a visit is known. */
const KNOWN = new Set(["over", "guess", "table", "leave"]);

/** Holds the index of one run; build it by `timelineOf`. */
class Timeline {
  /** @param {Run} run */
  constructor(run) {
    const { places, visits, steps } = run;
    this.run = run;
    this.length = steps.kind.length;
    const all = () => visits.place.map(() => NEVER);
    /** The step of each visit's begin, end, cut, and known value. */
    this.enter = all();
    this.leave = all();
    this.cut = all();
    this.known = all();
    /**
     * For each visit: the steps at which the best value changed, and the visits below that changed it.
     * @type {Map<number, {step: number, child: number}[]>}
     */
    this.better = new Map();
    /** The first step of each visit with a line of the source. @type {Map<number, number>} */
    this.firstLine = new Map();
    /** The steps with changes of variables, by frame: see `frame`. @type {Map<number, number[]>} */
    this.changes = new Map();
    /** The step that holds the sentence shown, and the step that holds the line shown. */
    this.said = new Int32Array(this.length).fill(-1);
    this.lit = new Int32Array(this.length).fill(-1);
    /** The steps of each grain, once they are asked for. @type {Record<string, number[]>} */
    this.grains = {};
    /** The counters after each step. @type {Counts[]} */
    this.counts = [];
    /** The visits of each place. @type {number[][]} */
    this.visitsOf = places.parent.map(() => []);
    visits.place.forEach((place, visit) => this.visitsOf[place]?.push(visit));
    /** @type {number[][]} */
    this.children = places.parent.map(() => []);
    places.parent.forEach((parent, place) => this.children[parent]?.push(place));
    /** For each place: the steps at which the search passed it over. @type {number[][]} */
    this.skips = places.parent.map(() => []);
    /** The visits of the root, one an iteration. */
    this.roots = visits.parent.flatMap((parent, visit) => (parent < 0 ? [visit] : []));
    /** The window is a part of the algorithm: plain minimax has none. */
    this.narrows = [...visits.alpha, ...visits.beta].some((end) => end !== null);
    this.read();
  }

  /** Reads the steps in order. */
  read() {
    const { steps, kinds, sentences, visits } = this.run;
    const left = visits.place.map(() => -1); // the visit below that ended last
    const lastLine = visits.place.map(() => -1);
    const sum = { ...NOTHING };
    let said = -1;
    for (let step = 0; step < this.length; step++) {
      const visit = steps.visit[step] ?? 0;
      const kind = kinds[steps.kind[step] ?? 0] ?? "";
      if (sentences[step] !== undefined) said = step;
      this.said[step] = said;
      if ((steps.line[step] ?? -1) >= 0) {
        if (lastLine[visit] === -1) this.firstLine.set(visit, step);
        lastLine[visit] = step;
      }
      this.lit[step] = lastLine[visit] ?? -1;
      if (steps.vars[step]) this.change(this.frame(visit, steps.source[step] ?? -1), step);
      this.count(sum, step, visit, kind);
      if ((this.enter[visit] ?? 0) > step) this.enter[visit] = step;
      if (KNOWN.has(kind)) this.known[visit] = Math.min(this.known[visit] ?? 0, step);
      if (kind === "better") {
        const child = left[visit] ?? -1;
        if (!this.better.has(visit)) this.better.set(visit, []);
        if (child >= 0 && !visits.aside?.[child]) this.better.get(visit)?.push({ step, child });
      } else if (kind === "cut") {
        this.cut[visit] = step;
        for (const place of visits.skipped[visit] ?? []) this.skip(place, step);
      } else if (kind === "leave") {
        this.leave[visit] = step;
        // a rule of the algorithm, as a beam's
        if (this.cut[visit] === NEVER) for (const place of visits.skipped[visit] ?? []) this.skip(place, step);
        const parent = visits.parent[visit] ?? -1;
        if (parent >= 0) left[parent] = visit;
      }
    }
  }

  /** Returns the number of a frame: one function at work on one visit. @param {number} visit @param {number} source */
  frame(visit, source) {
    return visit * (this.run.sources.length + 1) + source + 1;
  }

  /** Notes a change of variables. @param {number} frame @param {number} step */
  change(frame, step) {
    const all = this.changes.get(frame);
    if (all) all.push(step);
    else this.changes.set(frame, [step]);
  }

  /** Counts a step. @param {Counts} sum before it @param {number} step @param {number} visit @param {string} kind */
  count(sum, step, visit, kind) {
    const { note, met, skipped } = this.run.visits;
    if (this.enter[visit] === NEVER && note[visit] !== "probe") sum.nodes++;
    if (kind === "over" || kind === "guess") sum.leaves++;
    if (kind === "table") sum.hits++;
    if (met[visit] && (kind === "cut" || (kind === "leave" && this.cut[visit] === NEVER))) sum.met++;
    if (kind === "cut") {
      sum.cuts++;
      sum.skipped += skipped[visit]?.length ?? 0;
    }
    this.counts[step] = { ...sum };
  }

  /** Notes that a place and all below were passed over. @param {number} place @param {number} step */
  skip(place, step) {
    this.skips[place]?.push(step);
    for (const child of this.children[place] ?? []) this.skip(child, step);
  }

  /** Returns the last better move of a visit up to a step. @param {number} visit @param {number} step */
  bestAt(visit, step) {
    return this.better.get(visit)?.findLast((one) => one.step <= step);
  }
}

/** @type {WeakMap<Run, Timeline>} */
const timelines = new WeakMap();

/** Returns the index of a run, built at the first call. @param {Run} run */
export function timelineOf(run) {
  const found = timelines.get(run) ?? new Timeline(run);
  timelines.set(run, found);
  return found;
}

/** Returns the last step. @param {Run} run */
export const lastStep = (run) => Math.max(run.steps.kind.length - 1, 0);
