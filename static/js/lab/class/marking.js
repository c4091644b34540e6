/**
 * Marks an answer to a question of a sheet by the key, in the browser of the teacher.
 * @typedef {object} Keyed a question with its key, as the server sends it
 * @property {string} kind
 * @property {string} form
 * @property {string} question
 * @property {string | null} tree
 * @property {string} rule
 * @property {number | null} points
 * @property {number | null} goal the most leaves that an order may look at
 * @property {[string, string][]} answers
 * @property {Record<string, string>} also
 * @property {{value: string}[]} options to choose from
 * @property {string[]} nodes where a leaf is cut off or looked at, for each leaf of a question on cuts
 * @typedef {{right: number, all: number, missed: string[]}} Marked
 */

/** @import { Nested } from "../essay/search.js" */

import { looked, treeOf } from "../essay/search.js";

/** Marks the answer to one question. @param {Keyed} question @param {string} answer @returns {Marked} */
export function marked(question, answer) {
  const { form, answers, also } = question;
  if (form === "fields") {
    const given = fieldsOf(answer) ?? new Map();
    const missed = answers.filter(
      ([name, right]) => !same(given.get(name), right) && !same(given.get(name), also[name]),
    );
    return { right: answers.length - missed.length, all: answers.length, missed: missed.map(([name]) => name) };
  }
  const key = answers[0]?.[1] ?? "";
  const right = form === "order" ? isOrder(question, answer) : words(answer) === words(key);
  return { right: Number(right), all: 1, missed: right ? [] : [question.kind] };
}

/** Reads the fields of an answer, by name; null: some part is no field, or a field is given twice. @param {string} answer */
function fieldsOf(answer) {
  const pairs = [...answer.matchAll(PAIR)].map(([, name = "", value = ""]) => [name, value]);
  const found = new Map(/** @type {[string, string][]} */ (pairs));
  return found.size === pairs.length && !answer.replaceAll(PAIR, "").trim() ? found : null;
}

const PAIR = /([A-Z]+(?:\.[a-z]+)?)\s*=\s*([^\s=]+)/g;
/** The most slips of one answer. */
const MOST = 40;

/**
 * Returns what is wrong in an answer, in the short codes of the server's counts: "late.1.E", "field.D.alpha", "line.7",
 * "other".
 * @param {Keyed} question
 * @param {string} answer
 */
export function slipsIn(question, answer) {
  const { missed } = marked(question, answer);
  if (!missed.length || !answer.trim()) return [];
  if (question.form === "fields" && !fieldsOf(answer)) return ["other"];
  if (question.form === "fields") return missed.map((name) => `field.${name}`).slice(0, MOST);
  if (question.options.some(({ value }) => value === answer.trim())) return [`line.${answer.trim()}`];
  const { nodes } = question;
  if (!nodes.length || !/^[\s\d,;]+$|^\s*none\s*$/i.test(answer)) return ["other"];
  const numbers = (/** @type {string} */ one) => new Set((one.match(/\d+/g) ?? []).map(Number));
  const [given, right] = [numbers(answer), numbers(question.answers[0]?.[1] ?? "")];
  if ([...given].some((leaf) => !nodes[leaf - 1])) return ["other"];
  const slips = (/** @type {string} */ kind, /** @type {Set<number>} */ all, /** @type {Set<number>} */ without) => {
    const leaves = [...all].sort((one, two) => one - two).filter((leaf) => !without.has(leaf));
    const where = leaves.flatMap((leaf) => nodes[leaf - 1] ?? []);
    return [...new Set(where)].map((node) => [kind, where.filter((one) => one === node).length, node].join("."));
  };
  const found = [...slips("late", right, given), ...slips("early", given, right)];
  return found.length ? found.slice(0, MOST) : ["other"];
}

/** Tells whether an answer is a number that stands in the key. @param {string | undefined} given @param {string | undefined} right */
function same(given, right) {
  if (given === undefined || right === undefined) return false;
  const [one, two] = [numberOf(given), numberOf(right)];
  return one === null || two === null ? given === right : one === two || Math.abs(one - two) <= 0.005;
}

/** Reads a number as a person writes it; null: none. @param {string} word */
function numberOf(word) {
  const plain = word.replace("−", "-").replace(",", ".").replace("∞", "inf").toLowerCase();
  if (/^[+-]?inf$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  const [, above, below = "1"] = /^([+-]?\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(plain) ?? [];
  return above === undefined ? null : Number(above) / Number(below);
}

/** Returns the words of an answer, sorted: leaves may come in any order. @param {string} answer */
const words = (answer) =>
  (answer.toLowerCase().match(/[\w.-]+/g) ?? [])
    .sort((one, two) => Number(one) - Number(two) || one.localeCompare(two))
    .join(" ");

/** Tells whether an answer is the same tree in an order good enough. @param {Keyed} question @param {string} answer */
function isOrder({ tree, goal, rule }, answer) {
  const [given, found] = [nested(tree ?? ""), nested(answer)];
  if (!given || !found || goal === null) return false;
  return sorted(given) === sorted(found) && looked(treeOf(found), rule).count <= goal;
}

/** Reads a tree of numbers in brackets; null: none. @param {string} text @returns {Nested | null} */
function nested(text) {
  const parts = text.replaceAll("−", "-").match(/[()[\]]|-?\d+(?:\.\d+)?/g) ?? [];
  const json = parts.map((part) => (/\d/.test(part) ? Number(part) : /[([]/.test(part) ? "[" : "]")).join();
  try {
    return json.includes("[,]") ? null : JSON.parse(json.replaceAll("[,", "[").replaceAll(",]", "]"));
  } catch {
    return null;
  }
}

/** Returns a tree as a text that no order of branches changes. @param {Nested} node @returns {string} */
const sorted = (node) => (Array.isArray(node) ? `(${node.map(sorted).sort().join(" ")})` : String(node));
