/**
 * Describes what each section of the page begins with.
 *
 * @typedef {object} Page
 * @property {import("./model/course.js").Course} course
 * @property {(head: string | Told, sub: string | Told) => void} say what stands above the board
 * @property {HTMLElement} stage the place of the board or the map
 * @property {HTMLElement} panel the place beside it
 * @property {string[]} steps the courses to begin with, where this is one of them
 */

/** @import { Told } from "../model/claim.js" */
export {};
