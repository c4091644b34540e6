/** Keeps which lessons are done, in the browser. */

import { loadChoice, saveChoice } from "../../net/storage.js";

const KEY = "lab-lessons";

/** Returns the slugs of the lessons that are done. */
export const doneLessons = () => new Set((loadChoice(KEY) ?? "").split(" ").filter(Boolean));

/** Remembers that a lesson is done. @param {string} slug */
export const markDone = (slug) => saveChoice(KEY, [...doneLessons().add(slug)].join(" "));
