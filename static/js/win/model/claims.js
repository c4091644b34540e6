/** Makes the claims of a course's sentences. */

/** @import { Claim } from "../../model/claim.js" */
/** @import { GameInfo } from "../../model/types.js" */

import { discsOf, winnerOf } from "./discs.js";

/** Claims who has won a game that is over; nothing before. @param {GameInfo} info @param {number[]} moves @returns {Claim[]} */
export function ended(info, moves) {
  const winner = winnerOf(info, discsOf(info, moves));
  if (winner === undefined) return [];
  const at = String(moves);
  return [winner === null ? { moves: at, result: "drawn" } : { moves: at, side: winner, result: "won" }];
}
