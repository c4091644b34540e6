/**
 * Shows the four reactions in the seats' rows of two people: a button to send one, and for some seconds the last one
 * received. Behind the button the other person's nickname can be reported as well.
 */

/** @import { Reaction } from "../../model/meeting.js" */
/** @import { PageState, SeatNumber } from "../../model/types.js" */

import { reactions } from "../../model/meeting.js";
import { mySeat, opponent, nameOf } from "../../model/select.js";
import "../../more_words.js";
import { t } from "../../words.js";
import { button, closeElsewhere, el, icon, set, setText, toggle } from "../dom.js";

const SPEAK = "M4 5h16v11H9l-5 4z";
const SHOWN_MS = 5000;

/** Shows the reactions of one table. */
export class Reactions {
  /**
   * @param {HTMLElement[]} rows the places for people in the seats' rows
   * @param {{react: (reaction: Reaction) => void, report: (seat: SeatNumber) => void, muted: boolean, mute: (on:
   *   boolean) => void}} actions
   */
  constructor(rows, actions) {
    this.actions = actions;
    this.words = new Map(reactions());
    this.seats = rows.map((row) => {
      const seen = el("span", { class: "said__words", "aria-hidden": "true" });
      const spoken = el("span", { class: "unseen", role: "status" });
      row.querySelector(".person__who")?.append(seen, spoken);
      return { row, seen, spoken, timer: 0 };
    });
    this.report = button("", () => {
      this.choice.open = false;
      if (this.other !== null) actions.report(this.other);
    });
    /** The seat of the other person. @type {SeatNumber | null} */
    this.other = null;
    this.choice = this.makeChoice();
  }

  /** Makes the button with the four reactions and the switch that hides them. */
  makeChoice() {
    const words = t("Say something");
    const mute = toggle((on) => this.actions.mute(on), this.actions.muted);
    const buttons = [...this.words].map(([reaction, text]) =>
      button(text, () => {
        choice.open = false;
        choice.querySelector("summary")?.focus();
        this.actions.react(reaction);
      }),
    );
    const choice = el(
      "details",
      { class: "say" },
      el("summary", { class: "button button--icon", "aria-label": words, title: words }, icon(SPEAK)),
      el(
        "div",
        { class: "say__sheet" },
        ...buttons,
        this.report,
        el("label", { class: "switch" }, mute, t("Hide reactions")),
      ),
    );
    closeElsewhere(choice);
    return choice;
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const mine = mySeat(page);
    this.other = opponent(page);
    const place = mine === null || this.other === null ? null : this.seats[mine]?.row;
    if (!place) this.choice.remove();
    else if (this.choice.parentElement !== place) place.append(this.choice);
    const name = this.other === null ? undefined : page.game.seats[this.other]?.name;
    set(this.report, "hidden", name === undefined);
    setText(this.report, t("Report the name {name}", { name: name ?? "" }));
  }

  /**
   * Shows a reaction for some seconds, and says it once.
   * @param {PageState} page @param {SeatNumber} seat @param {Reaction} reaction
   */
  show(page, seat, reaction) {
    const place = this.seats[seat];
    const words = this.words.get(reaction);
    const mine = page.tokens.seats[seat] !== null;
    if (!place || !words || (page.game.outcome && !page.review.opened)) return; // the end has a row for it
    clearTimeout(place.timer);
    setText(place.seen, words);
    if (!mine) setText(place.spoken, t("{side} says: {words}", { side: nameOf(page, seat), words }));
    place.timer = window.setTimeout(() => {
      setText(place.seen, "");
      setText(place.spoken, "");
    }, SHOWN_MS);
  }
}
