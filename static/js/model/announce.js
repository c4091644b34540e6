/** Chooses the words of the screen reader when the state changes: the same words as on the page. */

/** @import { PageState } from "./types.js" */

import { peopleNews, roleWords } from "./people.js";
import { maySwap } from "./select.js";
import { lastMoveLine } from "./words.js";
import { t } from "../words.js";

/**
 * Returns the sentence to be read aloud after a change of state; "" for silence.
 *
 * @param {PageState} before
 * @param {PageState} after
 * @param {string} head the headline after the change
 * @param {string} sub the line below
 * @returns {string} empty: nothing
 */
export function announcement(before, after, head, sub) {
  if (after.ui.refusals !== before.ui.refusals) return sub;
  if (after.connection.status !== before.connection.status) {
    if (after.connection.status === "lost") return sub;
    return before.connection.status === "lost" ? t("Connected again.") : "";
  }
  if (after.ui.notice !== before.ui.notice && after.ui.notice) return after.ui.notice.text;
  if (after.ui.hint !== before.ui.hint && after.ui.hint) return sub;
  if (after.engineView.preview !== before.engineView.preview && after.engineView.preview) return sub;
  if (after.engineView.whyNot !== before.engineView.whyNot && after.engineView.whyNot)
    return after.engineView.whyNot.words;
  const people = peopleNews(before, after);
  if (people) return people;
  if (after.game.outcome && !before.game.outcome) return `${lastMoveLine(after)} ${head} ${sub}`.trim();
  if (after.game.game_id === before.game.game_id && !!after.game.swapped !== !!before.game.swapped) {
    return `${after.game.swapped ? sub : t("The swap is taken back.")} ${head}`;
  }
  // the server's table took the position up as it stood
  const sameGame = before.game.game_id === null || before.game.game_id === after.game.game_id;
  if (after.game.moves.length !== before.game.moves.length || !sameGame) {
    const more = after.ui.slip ? ` ${sub}` : "";
    const pie = maySwap(after) ? ` ${sub}` : "";
    return `${lastMoveLine(after) || roleWords(after)}${more} ${head}${pie}`.trim();
  }
  if (after.engineView.readiness.ready && !before.engineView.readiness.ready) return t("The engine is ready.");
  return "";
}
