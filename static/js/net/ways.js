/** Keeps in this browser how far one is in a room, for the page that leads to the rooms. */

import { loadChoice, saveChoice } from "./storage.js";

/** @typedef {{done: number, all: number, number: number, next: string}} Way next: what comes, by its name; number: its number */

const WAY = /^(\d{1,7}) (\d{1,7}) (\d{1,4}) ([a-z0-9-]{0,40})$/;

/**
 * Keeps how far one is.
 * @param {string} room
 * @param {number} done
 * @param {number} [all] 0: without an end
 * @param {string} [next]
 * @param {number} [number]
 */
export const keepWay = (room, done, all = 0, next = "", number = 0) =>
  saveChoice(`way.${room}`, [done, all, number, next].join(" "));

/** Returns how far one is, null for who has not begun. @param {string} room @returns {Way | null} */
export function loadWay(room) {
  const [, done, all, number, next = ""] = WAY.exec(loadChoice(`way.${room}`) ?? "") ?? [];
  return Number(done) ? { done: Number(done), all: Number(all), number: Number(number), next } : null;
}
