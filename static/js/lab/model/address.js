/** Reads the state of the page out of the address, and writes it there: a link opens the same tree at the same step. */

/** @import { Given, Place, Problem } from "./types.js" */

import { language, root } from "../../words.js";

/** Limits the bookmarks. */
export const MARKS = 20;
const NUMBER = /^[0-9]{1,5}$/;

/** Returns a problem with all parts. @param {Given} given @returns {Problem} */
export function problemOf({
  tree = null,
  game = null,
  moves = "",
  algorithm = "alphabeta",
  depth = null,
  weights = "",
}) {
  return { tree, game, moves, algorithm, depth, weights };
}

/**
 * Reads an address. Parts that are missing or make no sense are those of the start.
 *
 * @param {string} path
 * @param {string} query
 * @param {Problem} start what the page shows at its plain address
 * @param {string[]} games the names of the games
 * @returns {Place}
 */
export function readAddress(path, query, start, games) {
  const given = new URLSearchParams(query);
  const [, , first = "", moves = ""] = path.split("/");
  const game = given.get("game") ?? (games.includes(first) ? first : null);
  const tree = given.get("tree");
  const depth = given.get("depth");
  const grain = given.get("grain");
  const problem =
    tree !== null
      ? { tree, game: null, moves: "", weights: "" }
      : game !== null
        ? { tree: null, game, moves: given.get("moves") ?? decodeURIComponent(moves), weights: "" }
        : {};
  return {
    ...start,
    ...problem,
    algorithm: given.get("algorithm") ?? start.algorithm,
    depth: depth === null ? start.depth : NUMBER.test(depth) ? Number(depth) : null,
    weights: given.get("weights") ?? problem.weights ?? start.weights,
    step: whole(given.get("step") ?? "") ?? 0,
    grain: grain === "story" || grain === "lines" ? grain : "visits",
    compare: given.get("compare"),
    marks: (given.get("marks") ?? "")
      .split(".")
      .flatMap((text) => whole(text) ?? [])
      .slice(0, MARKS),
    wide: given.get("view") === "wide",
  };
}

/** Reads a whole number. @param {string} text */
const whole = (text) => (NUMBER.test(text) ? Number(text) : undefined);

/** Returns the whole address of an answer in the language of the page. @param {string} address with parameters */
export const inLanguage = (address) => root + (language === "en" ? address : `${address}&language=${language}`);

/**
 * Writes the address of a state. In a lesson the path stays, and the query says what differs from the lesson.
 *
 * @param {Place} place
 * @param {Problem} start
 * @param {string | null} lesson the path of the lesson
 */
export function addressOf(place, start, lesson) {
  const query = new URLSearchParams();
  const same = place.tree === start.tree && place.game === start.game && place.moves === start.moves;
  let path = lesson;
  if (path === null) {
    path =
      place.game === null
        ? `${root}/lab/leaves`
        : [`${root}/lab`, place.game, ...(place.moves ? [encodeURIComponent(place.moves)] : [])].join("/");
    if (place.tree !== null) query.set("tree", place.tree);
  } else if (!same) {
    if (place.tree !== null) query.set("tree", place.tree);
    if (place.game !== null) query.set("game", place.game);
    if (place.game !== null && place.moves) query.set("moves", place.moves);
  }
  if (lesson === null || place.algorithm !== start.algorithm) query.set("algorithm", place.algorithm);
  if (lesson === null || place.depth !== start.depth)
    query.set("depth", place.depth === null ? "all" : String(place.depth));
  if (place.weights !== (lesson === null || !same ? "" : start.weights)) query.set("weights", place.weights);
  if (place.step) query.set("step", String(place.step));
  if (place.grain !== "visits") query.set("grain", place.grain);
  if (place.compare) query.set("compare", place.compare);
  if (place.marks.length) query.set("marks", place.marks.join("."));
  if (place.wide) query.set("view", "wide");
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Sets or takes away a bookmark. @param {number[]} marks @param {number} step */
export function toggled(marks, step) {
  return marks.includes(step)
    ? marks.filter((one) => one !== step)
    : [...marks, step].sort((a, b) => a - b).slice(0, MARKS);
}
