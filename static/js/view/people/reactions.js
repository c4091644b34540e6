/**
 * Shows the four reactions in the seats' rows of two people: a button to send one, and for some seconds the last one
 * received. A nickname of the other person can be reported by one click.
 */

/** @import { Reaction } from "../../model/meeting.js" */
/** @import { PageState, SeatNumber } from "../../model/types.js" */

import { reactions } from "../../model/meeting.js";
import { mySeat, opponent, nameOf } from "../../model/select.js";
import "../../more_words.js";
import { t } from "../../words.js";
import { closeElsewhere, el, icon, set, setText } from "../dom.js";

const SPEAK = "M4 5h16v11H9l-5 4z";
const REPORT = "M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7zM12 7.5v5.5M12 16.4v.2";
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
    this.seats = rows.map((row, number) => {
      const seat = /** @type {SeatNumber} */ (number);
      const seen = el("span", { class: "said__words", "aria-hidden": "true" });
      const spoken = el("span", { class: "unseen", role: "status" });
      const report = el(
        "button",
        { class: "button button--icon person__report", type: "button", hidden: true },
        icon(REPORT),
      );
      report.addEventListener("click", () => actions.report(seat));
      row.querySelector(".person__who")?.append(seen, spoken);
      row.append(report);
      return { row, seen, spoken, report, timer: 0 };
    });
    this.choice = this.makeChoice();
    document.addEventListener("pointerdown", (event) => {
      if (event.target instanceof Node && !this.choice.contains(event.target)) this.choice.open = false;
    });
  }

  /** Makes the button with the four reactions and the switch that hides them. */
  makeChoice() {
    const words = t("Say something");
    const mute = el("input", { type: "checkbox", role: "switch" });
    mute.checked = this.actions.muted;
    mute.addEventListener("change", () => this.actions.mute(mute.checked));
    const buttons = [...this.words].map(([reaction, text]) => {
      const button = el("button", { class: "button", type: "button" }, text);
      button.addEventListener("click", () => {
        choice.open = false;
        choice.querySelector("summary")?.focus();
        this.actions.react(reaction);
      });
      return button;
    });
    const choice = el(
      "details",
      { class: "say" },
      el("summary", { class: "button button--icon", "aria-label": words, title: words }, icon(SPEAK)),
      el("div", { class: "say__sheet" }, ...buttons, el("label", { class: "switch" }, mute, t("Hide reactions"))),
    );
    closeElsewhere(choice);
    return choice;
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const mine = mySeat(page);
    const place = mine === null || opponent(page) === null ? null : this.seats[mine]?.row;
    if (!place) this.choice.remove();
    else if (this.choice.parentElement !== place) place.append(this.choice);
    for (const [number, { report }] of this.seats.entries()) {
      const name = page.tokens.seats[number] === null ? page.game.seats[number]?.name : undefined;
      set(report, "hidden", name === undefined);
      if (name === undefined) continue;
      const words = t("Report the name {name}", { name });
      set(report, "aria-label", words);
      set(report, "title", words);
    }
  }

  /**
   * Shows a reaction for some seconds, and says it once.
   * @param {PageState} page
   * @param {SeatNumber} seat
   * @param {Reaction} reaction
   */
  show(page, seat, reaction) {
    const place = this.seats[seat];
    const words = this.words.get(reaction);
    const mine = page.tokens.seats[seat] !== null;
    if (!place || !words || (this.actions.muted && !mine)) return;
    clearTimeout(place.timer);
    setText(place.seen, words);
    if (!mine) setText(place.spoken, t("{side} says: {words}", { side: nameOf(page, seat), words }));
    place.timer = window.setTimeout(() => {
      setText(place.seen, "");
      setText(place.spoken, "");
    }, SHOWN_MS);
  }
}
