/** Shows the headline, the line below and the tab's title, and says the same words to screen readers. */

/** @import { PageState } from "../../model/types.js" */

import { announcement } from "../../model/announce.js";
import { looksBack } from "../../model/history.js";
import { historyHeadline, historySubline } from "../../model/ended/review.js";
import { headline, subline, title } from "../../model/words.js";
import { byId, set, setText } from "../dom.js";

/** Shows the two lines. */
export class Status {
  constructor() {
    this.head = byId("head");
    this.sub = byId("sub");
    this.live = byId("live");
    this.odd = false;
  }

  /** Draws the changes. @param {PageState} before @param {PageState} page @param {PageState} shown */
  render(before, page, shown) {
    const back = looksBack(page) && !page.ui.notice && page.connection.status !== "lost";
    const sub = back ? { text: historySubline(page, shown), tone: "info" } : subline(page);
    setText(this.head, back ? historyHeadline(page) : headline(page));
    setText(this.sub, sub.text || "\u00a0");
    set(this.sub, "data-tone", sub.tone);
    if (document.title !== title(page)) document.title = title(page);
    const moved = back && before.review.ply !== page.review.ply;
    const words = moved ? `${historyHeadline(page)} ${sub.text}` : before === page ? "" : announcement(before, page);
    if (!words) return;
    // Screen readers skip a repeated sentence: every other one ends in a space, which is not heard.
    this.odd = !this.odd;
    this.live.textContent = this.odd ? words : `${words}\u00a0`;
  }
}
