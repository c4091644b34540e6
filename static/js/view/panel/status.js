/** Shows the headline, the line below and the tab's title, and says the same words to screen readers. */

/** @import { Told } from "../../model/claim.js" */
/** @import { PageState } from "../../model/types.js" */

import { moveWords } from "../../model/board.js";
import { looksBack } from "../../model/history.js";
import { historyHeadline, historySubline } from "../../model/ended/review.js";
import { lastMoveLine } from "../../model/played.js";
import { headline, resultClaims, subline, title } from "../../model/page_words.js";
import { byId, Drawn, set, setTold, setVariable } from "../dom.js";
import { peopleNews, roleWords } from "../../model/people.js";
import { maySwap, opponent } from "../../model/select.js";
import { list, t } from "../../words.js";

/** Shows the two lines. */
export class Status {
  constructor() {
    this.head = byId("head");
    this.sub = byId("sub");
    this.live = byId("live");
    this.odd = false;
    this.drawn = new Drawn();
  }

  /**
   * Draws the changes.
   *
   * @param {PageState} before @param {PageState} page @param {PageState} shown
   * @param {unknown} above what another view has written in place of these words
   * @param {Told | null} [told] what a game that is over has to say in place of the line below
   */
  render(before, page, shown, above, told = null) {
    const { game, pending, connection, tokens, people, engineView, review, ui } = page;
    const parts = [ui.notice, ui.hint, ui.hintPending, ui.slip, ui.refusals, ui.resigning, told?.text];
    if (this.drawn.has(game, pending, connection, tokens, people, engineView, review, above, ...parts)) return;
    const quiet = !ui.notice && connection.status !== "lost";
    const back = looksBack(page) && quiet;
    const [line, below] = [headline(page), subline(page)];
    const head = back ? historyHeadline(page) : line;
    const sub = (quiet && told) || (back ? historySubline(page, shown) : below);
    const opens = told && !before.review.opened ? told.text : "";
    setTold(this.head, back ? head : { text: head, claims: resultClaims(page) });
    if (game.outcome) setVariable(this.head, "--letters", head.length);
    setTold(this.sub, sub);
    set(this.sub, "data-tone", back ? "info" : below.tone);
    const name = title(page, line);
    if (document.title !== name) document.title = name;
    const moved = back && before.review.ply !== page.review.ply;
    const news = before === page ? "" : announcement(before, page, line, below.text);
    const words = moved ? `${head} ${typeof sub === "string" ? sub : sub.text}` : news || opens;
    if (!words) return;
    // Screen readers skip a repeated sentence: every other one ends in a space, which is not heard.
    this.odd = !this.odd;
    this.live.textContent = this.odd ? words : `${words}\u00a0`;
  }
}

/**
 * Returns the sentence to be read aloud after a change of state; "" for silence.
 *
 * @param {PageState} before
 * @param {PageState} after
 * @param {string} head the headline after the change
 * @param {string} sub the line below
 * @returns {string} empty: nothing
 */
function announcement(before, after, head, sub) {
  if (after.ui.refusals !== before.ui.refusals) return sub;
  if (after.connection.status !== before.connection.status) {
    return after.connection.status === "lost" ? sub : before.connection.status === "lost" ? t("Connected again.") : "";
  }
  if (after.ui.notice !== before.ui.notice && after.ui.notice) return after.ui.notice.text;
  if (after.ui.hint !== before.ui.hint && after.ui.hint) return sub;
  if (after.engineView.preview !== before.engineView.preview && after.engineView.preview) return sub;
  if (after.engineView.whyNot !== before.engineView.whyNot && after.engineView.whyNot)
    return after.engineView.whyNot.words;
  const people = peopleNews(before, after);
  if (people) return people;
  const moved = after.game.moves.length !== before.game.moves.length;
  if (after.game.outcome && !before.game.outcome) return `${moved ? lastMoveLine(after) : ""} ${head} ${sub}`.trim();
  if (after.game.game_id === before.game.game_id && !!after.game.swapped !== !!before.game.swapped)
    return `${after.game.swapped ? sub : t("The swap is taken back.")} ${head}`;
  // the server's table took the position up as it stood
  const same = before.game.game_id === after.game.game_id || (before.game.game_id === null && opponent(after) === null);
  const gone = before.game.moves.slice(after.game.moves.length).filter((move) => move > 0); // without drawn lots
  if (same && gone.length)
    return `${t("Taken back: {moves}.", { moves: list(gone.map((move) => moveWords(before, move))) })} ${head}`;
  if (moved || !same) {
    const more = after.ui.slip ? ` ${sub}` : "";
    const pie = maySwap(after) ? ` ${sub}` : "";
    return `${lastMoveLine(after) || roleWords(after)}${more} ${head}${pie}`.trim();
  }
  if (after.engineView.readiness.ready && !before.engineView.readiness.ready) return t("The engine is ready.");
  return "";
}
