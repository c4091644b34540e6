/** Reads which game or position an address asks for: behind the # of a page that plays alone, else in its path. */

/** @import { GameInfo } from "../model/types.js" */

/**
 * @typedef {object} Place
 * @property {string} name of a game, or ""
 * @property {string} moves
 * @property {number | null} against the level to play against
 * @property {string} id of a game, or ""
 */

/**
 * Reads an address.
 *
 * @param {{pathname: string, search: string, hash: string}} address
 * @param {string} root the path in front of all addresses
 * @returns {Place}
 */
export function placeOf({ pathname, search, hash }, root) {
  const behind = /^#(\/[^?#]*)(\?[^#]*)?/.exec(hash);
  const path = behind?.[1] ?? pathname.slice(root.length);
  const params = new URLSearchParams(behind ? (behind[2] ?? "") : search);
  const [, first = "", second = ""] = path.split("/");
  const against = Number(params.get("against"));
  return {
    name: ["", "offline", "index.html", "game"].includes(first) ? "" : first,
    moves: first === "game" ? "" : decoded(second) || (params.get("pos") ?? ""),
    against: against >= 1 && against <= 10 ? against : null,
    id: first === "game" ? second : "",
  };
}

/** Reads the moves of a text such as "4453": a digit for each column. @param {GameInfo} info @param {string} text @returns {number[] | null} */
export function movesIn({ board }, text) {
  const columns = Array.from(text, Number);
  return columns.every((one) => one >= 1 && one <= (board?.[0] ?? 0)) ? columns : null;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
