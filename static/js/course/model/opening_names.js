/**
 * Knows the names of openings of 7x6. They are those of 2swap/WeakC4, in the list "prefixList" of its file client.js, as
 * read on 29 November 2026: that list alone, of all that was looked at, gives names with moves. Pure.
 */

/** Each name with the moves that lead to it; a game keeps the last name that it came by. */
const NAMES = {
  Hills: "4443655 4364455 4365 452443",
  "Two-holes": "4361",
  "3-2": "4443673 4443613",
  Triline: "4623272 4623262",
  Palm: "436556766",
  Fist: "4366755535",
  "D3-D4": "4442 4441",
  Crown: "44444",
  "Half Candlesticks": "444442222 444446622",
  "True Candlesticks": "44444222266",
  "Shoulder Spike": "44444521 44444524",
  "6-1": "4444445",
  "No Cup": "46213523",
  "Short Cup": "46213522",
  "Tall Cup": "46213524224",
  "Bent two-bar": "436761663",
  "Two-bar": "436766",
};
/** Who gives the names, and the game they are for. */
export const [NAMED_BY, NAMED_BOARD] = ["2swap/WeakC4", "connect4-7x6"];
const WIDTH = 7;

/** Returns the discs of each column from below, by side; that of the two mirror images which comes first. @param {number[]} moves */
function positionOf(moves) {
  const columns = Array.from({ length: WIDTH }, () => "");
  for (const [ply, move] of moves.entries()) columns[move - 1] += String(ply % 2);
  const [one, other] = [columns.join("/"), columns.reverse().join("/")];
  return [one, other].sort()[0] ?? one;
}

/** @type {Map<string, string>} */
const BY_POSITION = new Map();
for (const [name, ways] of Object.entries(NAMES))
  for (const way of ways.split(" ")) BY_POSITION.set(positionOf([...way].map(Number)), name);

/** Returns the name of the last named position that a game on 7x6 came by, "" without one. @param {number[]} moves */
export function openingName(moves) {
  for (let ply = moves.length; ply > 3; ply -= 1) {
    const name = BY_POSITION.get(positionOf(moves.slice(0, ply)));
    if (name) return name;
  }
  return "";
}
