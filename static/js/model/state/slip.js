/** Finds the slips of games of chance. */

/** @import { GameEvent, GameState, PageState } from "../types.js" */

/**
 * Finds a disc beside its aim, in a game of chance.
 *
 * @param {PageState} page
 * @param {GameState} state
 * @param {GameEvent} [event]
 * @returns {PageState["ui"]["slip"]}
 */
export function findSlip(page, state, event) {
  const last = state.discs.at(-1);
  const aimed = event?.move;
  if (!page.info.chance || !last || aimed === undefined || state.discs.length <= page.game.discs.length) return null;
  const landed = event?.lots?.at(-1) ?? aimed;
  return landed === aimed ? null : { aimed, landed, seat: last[2] };
}
