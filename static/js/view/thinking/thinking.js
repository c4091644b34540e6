/**
 * Holds the place of the engine's thinking: the switch, which the roots are, the strip under the board, the line on the board. What
 * is shown there is loaded when first shown: hidden, the thinking costs nothing.
 *
 * @typedef {object} Actions
 * @property {(on: boolean) => void} watch
 * @property {(on: boolean) => void} truth
 * @property {(on: boolean) => void} hold
 * @property {(on: boolean) => void} showLine
 * @property {() => void} shareThought
 * @property {() => Promise<Belief[] | null>} beliefs
 * @property {(path: number[], seat: SeatNumber | null) => void} whyNot
 * @property {(pointed: WhyNot | null) => void} point
 */

/** @import { Belief, GameInfo, PageState, SeatNumber, WhyNot } from "../../model/types.js" */

import { hasRoots } from "../../model/select.js";
import { fairWords } from "../../model/people.js";
import { t } from "../../words.js";
import { Drawn, el, set, setText, toggle } from "../dom.js";

/** Shows the engine think. */
export class Thinking {
  /**
   * @param {GameInfo} info
   * @param {Actions} actions
   * @param {typeof import("./insight.js").Insight} [Insight] where the thinking is shown from the first
   */
  constructor(info, actions, Insight) {
    this.info = info;
    this.actions = actions;
    this.toggle = toggle((on) => actions.watch(on));
    this.label = el("label", { class: "switch" }, this.toggle, el("span", { class: "switch__word" }, t("Thinking")));
    /** Says why there is no thinking between these people. */
    this.fair = el("span", { class: "figures__fair quiet" });
    this.head = el("div", { class: "figures__head" }, this.label, this.fair);
    this.element = el("section", { class: "figures", "aria-label": t("Thinking") }, this.head);
    this.call = el("div", { class: "insight", hidden: true });
    this.line = el("div", { class: "line", "aria-hidden": "true" });
    this.strip = el("div", { class: "strip", hidden: true });
    /** Where the switch is while the thinking is hidden: a tap on the roots opens it. @type {HTMLElement | null} */
    this.roots = null;
    this.insight = Insight ? new Insight(this) : null;
    this.loading = false;
    /** @type {PageState | null} */
    this.page = null;
    this.drawn = new Drawn();
  }

  /** Loads the views of the thoughts. */
  async load() {
    this.loading = true;
    try {
      const { Insight } = await import("./insight.js");
      this.insight = new Insight(this);
    } catch {
      // The network is away: the next change of the page tries again.
    }
    this.loading = false;
    if (this.insight && this.page) this.render(this.page);
  }

  /** Draws the switch. @param {PageState} page @param {boolean} visible */
  renderHead(page, visible) {
    this.toggle.checked = visible;
    const place = visible ? this.call : this.roots && hasRoots(page) && !page.game.outcome ? this.roots : this.head;
    if (this.label.parentElement !== place) {
      const focused = this.label.contains(document.activeElement);
      place.append(this.label);
      if (focused) this.toggle.focus({ preventScroll: true });
    }
    set(this.label, "hidden", !page.game.help);
    set(this.element, "data-on", visible ? "yes" : "no");
    for (const part of [this.call, this.strip]) set(part, "hidden", !visible);
    if (!visible) setText(this.fair, fairWords(page));
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { visible, whyNot } = page.engineView;
    this.page = page;
    if (!this.drawn.has(page.game, page.engineView)) this.renderHead(page, visible);
    if (this.insight) this.insight.render(page);
    else if (!this.loading && (visible || whyNot)) void this.load();
  }
}
