/**
 * Names what the page of the lab holds, and what lessons and exercises may do with the page.
 *
 * @typedef {object} Boot what came with the page
 * @property {string} fingerprint of the code that makes the runs
 * @property {{name: string, title: string, depth: number | null, chance: boolean}[]} games
 * @property {any} lesson
 * @property {Run | null} run
 * @property {Given & {step?: number}} start step: where the figure of a lesson opens
 * @property {Given | null} [plain] the start of a lesson, without what the address changes
 *
 * @typedef {object} Selecting
 * @property {Set<number>} chosen
 * @property {(chosen: Set<number>) => void} change
 * @property {(place: number) => boolean} [can]
 *
 * @typedef {object} Lab what the page holds, and what acts may do with it
 * @property {string} fingerprint of the code that makes the runs
 * @property {Problem} plain what the plain address shows
 * @property {string | null} lesson the path of the lesson
 * @property {Place} place
 * @property {Run | null} run
 * @property {View | null} view
 * @property {Pair | null} pair
 * @property {boolean} hidden nobody may peek
 * @property {Selecting | null} selecting
 * @property {Asking | null} asking what happens next
 * @property {string} verdict
 * @property {number} playing a timer; 0: nothing plays
 * @property {any} tree the drawing
 * @property {Set<(view: View, run: Run) => void>} listeners hear of each step
 * @property {(sentence: string) => void} say
 * @property {(reason: string) => void} refuse
 * @property {(next: Place) => Promise<boolean>} load
 * @property {(step: number) => void} go
 * @property {() => void} show
 *
 * @typedef {object} Asking
 * @property {Predict} predict
 * @property {{show: (predict: Predict | null) => void, press: (number: number) => void}} panel
 *
 * @typedef {object} Page what lessons and exercises may do with the page
 * @property {HTMLElement} host the part with the tree
 * @property {() => Run | null} run
 * @property {() => View | null} view
 * @property {() => number} step
 * @property {(problem: {tree?: string | null, game?: string | null, moves?: string, weights?: string}, algorithm: string, depth: number |
 *   null, options?: {step?: number, keep?: boolean, compare?: string | null}) => Promise<boolean>} show
 *   loads a run and shows it; keep: the address of before is replaced; false: refused, and the reason is on the page
 * @property {(step: number) => void} goTo
 * @property {(listener: (view: View, run: Run) => void) => () => void} onView calls at once and after each step;
 *   returns what ends it
 * @property {(selecting: Selecting | null) => void} select while on, choosing a place takes it or puts it back
 * @property {(hidden: boolean) => void} hide hides values, bounds, cuts and all that walks
 * @property {(sentence: string) => void} say
 * @property {() => any} tree the drawing
 */

/** @import { Run, View } from "./model/types.js" */
/** @import { Given, Place, Problem } from "./model/address.js" */
/** @import { Pair } from "./model/pair.js" */
/** @import { Predict } from "./model/predict.js" */

export {};
