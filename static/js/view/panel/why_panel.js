/**
 * Shows an explanation as a list of sentences, each with its layer on the board, and the invitation to try. The coach
 * and the table share this. Arrow keys go from sentence to sentence.
 *
 * @typedef {object} Acts
 * @property {(at: number) => void} step
 * @property {() => void} attempt
 * @property {() => void} close
 * @property {() => void} [other] asks for the other side; left out: no button
 * @property {() => void} [played] asks about the move that was played in place of the one that is explained
 */

/** @import { Step } from "../../model/proof/certificate.js" */
/** @import { Why } from "../../model/proof/why.js" */

import { written } from "../../model/claim.js";
import { canTry, claimsOfWhy } from "../../model/proof/why.js";
import { button, el, set, setText } from "../dom.js";
import "../../more_words.js";
import { t, tn } from "../../words.js";

/** Maps keys to steps. @type {Record<string, number>} */
const KEYS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Shows why. */
export class WhyPanel {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.at = 0;
    this.note = el("p", { class: "why__note", hidden: true });
    this.steps = el("ol", { class: "why__steps" });
    /** The rule that a game along the proof has come to. */
    this.rule = el("li", { class: "why__rule" });
    this.next = button(t("Next"), () => acts.step(this.at + 1));
    this.attempt = button("", acts.attempt);
    this.other = button("", () => acts.other?.());
    this.played = button("", () => acts.played?.());
    this.back = button(t("Back"), acts.close);
    /** Whether all replies are listed, or only the one that a person would try. */
    this.unfolded = false;
    this.more = button("", () => {
      this.unfolded = true;
      this.fold();
      this.focusStep();
    });
    this.element = el(
      "section",
      { class: "why", "aria-label": t("Why"), hidden: true },
      this.note,
      this.steps,
      el("div", { class: "why__buttons" }, this.next, this.attempt, this.other, this.played, this.back, this.more),
    );
    /** @type {Step[]} */
    this.shown = [];
    this.element.addEventListener("keydown", (event) => {
      const by = KEYS[event.key];
      if (event.key === "Escape") acts.close();
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      acts.step(this.at + by);
      this.focusStep();
    });
  }

  /** Moves the focus to the sentence shown. */
  focusStep() {
    this.buttons[this.at]?.focus();
  }

  /** Returns the button of each sentence. */
  get buttons() {
    return [...this.steps.querySelectorAll("button")];
  }

  /** Lists the first reply, which a person would try, and the others once they are asked for or stepped to. */
  fold() {
    const others = this.shown.flatMap(({ kind }, place) => (kind === "reply" ? [place] : [])).slice(1);
    this.unfolded ||= others.includes(this.at) || others.length < 2;
    for (const [place, item] of [...this.steps.children].entries())
      set(item, "hidden", !this.unfolded && others.includes(place));
    set(this.more, "hidden", this.unfolded);
    setText(this.more, tn(others.length, "Show {n} other reply", "Show {n} other replies"));
  }

  /** Shows a rule below the sentences. @param {string} rule */
  renderRule(rule) {
    if (!rule) return this.rule.remove();
    if (this.rule.isConnected && this.rule.textContent === rule) return;
    setText(this.rule, rule);
    this.steps.append(this.rule);
    this.rule.scrollIntoView({ block: "nearest" });
  }

  /** Draws the explanation; null hides all. @param {Why | null} why @param {number} [played] in place of its move */
  render(why, played) {
    set(this.element, "hidden", why === null);
    if (!why) return;
    const moved = this.at !== why.at || this.shown !== why.steps;
    this.at = why.at;
    set(this.note, "hidden", !why.note);
    setText(this.note, why.note);
    if (this.shown !== why.steps) {
      this.shown = why.steps;
      this.unfolded = false;
      this.steps.replaceChildren(
        ...why.steps.map(({ text, heard }, place) => {
          const made = button(text, () => this.acts.step(place), "why__step");
          if (heard) made.append(el("span", { class: "unseen" }, ` ${heard}`));
          return el("li", {}, made);
        }),
      );
    }
    for (const [place, made] of this.buttons.entries())
      set(made, "aria-current", place === why.at && !why.walk ? "step" : null);
    this.fold();
    set(this.element, "data-claim", written(...claimsOfWhy(why)));
    this.renderRule(why.rule);
    if (moved) this.buttons[why.at]?.scrollIntoView({ block: "nearest" });
    set(this.next, "hidden", why.steps.length < 2);
    this.next.disabled = why.walk === null && why.at >= why.steps.length - 1;
    set(this.attempt, "hidden", !canTry(why));
    setText(this.attempt, why.walk ? t("Begin again") : t("Try it: play any move"));
    set(this.played, "hidden", !played);
    if (played) setText(this.played, t("Why not {n}?", { n: played }));
    const { claim } = why.explanation;
    set(this.other, "hidden", !this.acts.other || !claim || claim.wins);
    if (claim) setText(this.other, t("For {side}", { side: why.info.players[claim.side === 0 ? 1 : 0] }));
  }
}
