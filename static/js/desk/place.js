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

/** Reads the moves of a text such as "4453" or "25,17". @param {GameInfo} info @param {string} text @returns {number[] | null} */
export function movesIn({ board, gravity }, text) {
  const moves = (text.includes(",") ? text.split(",").filter(Boolean) : Array.from(text)).map(Number);
  const most = (board?.[0] ?? 0) * (gravity ? 1 : (board?.[1] ?? 0));
  return moves.every((one) => Number.isInteger(one) && one >= 1 && one <= most) ? moves : null;
}

/** Writes moves as the server does: with commas where one has two digits; "36," is one move. @param {number[]} moves */
export const written = (moves) =>
  Math.max(0, ...moves) <= 9 ? moves.join("") : moves.length > 1 ? moves.join(",") : `${moves[0]},`;

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
