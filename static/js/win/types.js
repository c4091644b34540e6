/**
 * Describes what each section of the page begins with.
 *
 * @typedef {object} Page
 * @property {import("./model/course.js").Course} course
 * @property {(head: string | Told, sub: string | Told) => void} say what stands above the board
 * @property {HTMLElement} stage the place of the board or the map
 * @property {HTMLElement} panel the place beside it
 */

/** @import { Told } from "../model/claim.js" */
export {};
