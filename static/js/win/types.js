/**
 * Describes what each section of the page begins with.
 *
 * @typedef {object} Page
 * @property {import("./model/course.js").Course} course
 * @property {(head: string, sub: string) => void} say what stands above the board
 * @property {HTMLElement} stage the place of the board or the map
 * @property {HTMLElement} panel the place beside it
 */

export {};
