/** Reads the state of the page out of the address: a link opens the same tree at the same step. */

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
    depth: depth === null ? start.depth : (whole(depth) ?? null),
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

/** Returns the parameters of a problem's run. @param {Problem} problem */
export function queryOf({ tree, game, moves, algorithm, depth, weights }) {
  const query = new URLSearchParams(tree !== null ? { tree } : { game: game ?? "", moves });
  query.set("algorithm", algorithm);
  if (depth !== null) query.set("depth", String(depth));
  if (tree === null && weights) query.set("weights", weights);
  return query;
}

/** Reads a whole number. @param {string} text */
const whole = (text) => (NUMBER.test(text) ? Number(text) : undefined);

/** Returns the whole address of an answer in the language of the page. @param {string} address with parameters */
export const inLanguage = (address) => root + (language === "en" ? address : `${address}&language=${language}`);
