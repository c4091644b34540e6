/** Shows the headline, the line below and the tab's title, and says the same words to screen readers. */

/** @import { PageState } from "../../model/types.js" */

import { announcement } from "../../model/announce.js";
import { looksBack } from "../../model/history.js";
import { historyHeadline, historySubline } from "../../model/ended/review.js";
import { headline, resultClaims, subline, title } from "../../model/words.js";
import { byId, Drawn, set, setVariable } from "../dom.js";
import { setTold } from "../told.js";

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
   * @param {PageState} before
   * @param {PageState} page
   * @param {PageState} shown
   * @param {unknown} above what another view has written in place of these words
   */
  render(before, page, shown, above) {
    const { game, pending, connection, tokens, people, engineView, review, ui } = page;
    const told = [ui.notice, ui.hint, ui.hintPending, ui.slip, ui.refusals, ui.resigning];
    if (this.drawn.has(game, pending, connection, tokens, people, engineView, review, above, ...told)) return;
    const back = looksBack(page) && !page.ui.notice && page.connection.status !== "lost";
    const [line, below] = [headline(page), subline(page)];
    const head = back ? historyHeadline(page) : line;
    const sub = back ? historySubline(page, shown) : below;
    setTold(this.head, back ? head : { text: head, claims: resultClaims(page) });
    if (game.outcome) setVariable(this.head, "--letters", head.length);
    setTold(this.sub, sub);
    set(this.sub, "data-tone", back ? "info" : below.tone);
    const name = title(page, line);
    if (document.title !== name) document.title = name;
    const moved = back && before.review.ply !== page.review.ply;
    const news = before === page ? "" : announcement(before, page, line, below.text);
    const words = moved ? `${head} ${typeof sub === "string" ? sub : sub.text}` : news;
    if (!words) return;
    // Screen readers skip a repeated sentence: every other one ends in a space, which is not heard.
    this.odd = !this.odd;
    this.live.textContent = this.odd ? words : `${words}\u00a0`;
  }
}
