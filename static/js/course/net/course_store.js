/** Fetches courses, and keeps what a person knows of each in this browser. */

/** @import { Course, CourseFile } from "../model/course.js" */
/** @import { Progress } from "../model/course_progress.js" */

import { loadKept, onOtherTab as onChange, saveChoice } from "../../net/storage.js";
import { kept, lasting, PROGRESS } from "../model/course_progress.js";

const PATIENCE_MS = 8000;
const key = (/** @type {string} */ course) => `win.${course}`;

/** Fetches a course. @param {string} address @returns {Promise<CourseFile>} */
export async function fetchCourse(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`The file ${address} is not there.`);
  return answer.json();
}

/** Returns what the browser keeps of a course, perhaps of an older sheet. @param {string} course @returns {Progress} */
export const keptOf = (course) => loadKept(key(course), PROGRESS) ?? {};

/** Returns what a person knows. @param {Course} course @returns {Progress} */
export const loadProgress = (course) => kept(course, keptOf(course.name));

/** Keeps what a person knows. @param {Course} course @param {Progress} progress */
export const saveProgress = (course, progress) =>
  saveChoice(key(course.name), JSON.stringify(lasting(course, progress)));

/** Calls an act when another tab has changed what is known of a course. @param {string} course @param {() => void} act */
export const onOtherTab = (course, act) => onChange(key(course), act);
