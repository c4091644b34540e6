/**
 * What is worth saying aloud when the state changes: the same words the eye sees, nothing more.
 *
 * @typedef {import("./types.js").PageState} PageState
 */

import { peopleNews } from "./people.js";
import { maySwap } from "./select.js";
import { headline, lastMoveLine, subline } from "./words.js";

/**
 * @param {PageState} before
 * @param {PageState} after
 * @returns {string} empty: nothing
 */
export function announcement(before, after) {
  const sub = subline(after).text;
  if (after.refused !== before.refused) return sub;
  if (after.connection !== before.connection) {
    if (after.connection === "lost") return sub;
    return before.connection === "lost" ? "Connected again." : "";
  }
  if (after.notice !== before.notice && after.notice) return after.notice.text;
  if (after.hint !== before.hint && after.hint) return sub;
  if (after.why !== before.why && after.why) return after.why.words;
  const people = peopleNews(before, after);
  if (people) return people;
  if (after.game.outcome && !before.game.outcome) return `${lastMoveLine(after)} ${headline(after)} ${sub}`.trim();
  if (after.game.game_id === before.game.game_id && !!after.game.swapped !== !!before.game.swapped) {
    return `${after.game.swapped ? sub : "The swap is taken back."} ${headline(after)}`;
  }
  const known = before.game.game_id === null || before.game.game_id === after.game.game_id; // the table took it up as it stood
  if (after.game.moves.length !== before.game.moves.length || !known) {
    const more = after.slipped ? ` ${sub}` : "";
    const pie = maySwap(after) ? ` ${sub}` : "";
    return `${lastMoveLine(after)}${more} ${headline(after)}${pie}`.trim();
  }
  if (after.engine.ready && !before.engine.ready) return "The engine is ready.";
  return "";
}
