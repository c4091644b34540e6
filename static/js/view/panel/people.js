/**
 * The people of a table: in each seat's row how its person is and their clock, over the buttons what is to be decided,
 * in the bar how many watch.
 *
 * @typedef {import("../../model/types.js").PageState} PageState
 * @typedef {import("../../model/types.js").SeatNumber} SeatNumber
 * @typedef {import("../../model/people.js").Deed} Deed
 */

import { LOW, clockWords, offer, presenceOf, timeLeft } from "../../model/people.js";
import { freeSeat, isMine, mySeat, pieOffered, sharedScreen } from "../../model/select.js";
import { byId, el, icon, say, set } from "../dom.js";

const EYE = "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z";
const TICK_MS = 100;
const PIE = "the second player may answer the first move by swapping sides.";
const WORDS = { here: "here", away: "away", offline: "offline", open: "waiting" };

export class People {
  /**
   * @param {HTMLElement[]} rows the rows of the two seats
   * @param {HTMLElement} actions the buttons that the card lies over
   * @param {{decide: (deed: Deed) => void, invite: (seat: SeatNumber) => void, showLink: () => void, pie: (on: boolean) => void}} wishes
   */
  constructor(rows, actions, wishes) {
    this.rows = rows.map((row, seat) => new Person(row, /** @type {SeatNumber} */ (seat), wishes));
    this.card = new Card(wishes.decide);
    this.watchers = el("span", { class: "watchers number", hidden: true }, icon(EYE), el("span"));
    byId("menu").before(this.watchers);
    actions.append(this.card.element);
    /** @type {PageState | null} */
    this.page = null;
    this.ticking = 0;
  }

  /** @param {PageState} page */
  render(page) {
    this.page = page;
    for (const row of this.rows) row.render(page);
    this.card.render(page);
    const count = page.people?.watchers ?? 0;
    const mine = page.tokens.seats.some((token) => token !== null) || page.tokens.table !== null ? 0 : 1;
    set(this.watchers, "hidden", count === 0);
    const words = mine && count === 1 ? "You are watching" : `${count} ${count === 1 ? "person watches" : "people watch"}`;
    set(this.watchers, "title", words);
    set(this.watchers, "aria-label", words);
    set(this.watchers, "role", "img");
    const [, figure] = this.watchers.children;
    if (figure) say(figure, String(count));
    this.tick();
  }

  /** The clocks go on by themselves. */
  tick() {
    const page = this.page;
    const left = page && timeLeft(page, performance.now());
    for (const row of this.rows) row.showTime(left ? left[row.seat] : null, page?.game.clock?.running === row.seat);
    clearTimeout(this.ticking);
    if (left && page?.game.clock?.running != null) this.ticking = window.setTimeout(() => this.tick(), TICK_MS);
  }
}

class Person {
  /**
   * @param {HTMLElement} row
   * @param {SeatNumber} seat
   * @param {{invite: (seat: SeatNumber) => void, showLink: () => void, pie: (on: boolean) => void}} wishes
   */
  constructor(row, seat, wishes) {
    this.row = row;
    this.seat = seat;
    this.open = false;
    this.dot = el("span", { class: "person__dot", "aria-hidden": "true" });
    this.word = el("span", { class: "person__word" });
    this.clock = el("span", { class: "person__clock number", role: "timer", hidden: true });
    this.invite = el("button", { class: "button person__invite", type: "button" }, "Invite a friend");
    this.invite.addEventListener("click", () => (this.open ? wishes.showLink() : wishes.invite(seat)));
    this.pie = el("input", { type: "checkbox", role: "switch" });
    this.pie.addEventListener("change", () => wishes.pie(this.pie.checked));
    this.rule = el("label", { class: "switch", hidden: true, title: PIE }, this.pie, "Pie rule", el("span", { class: "unseen" }, `: ${PIE}`));
    row.append(el("div", { class: "person" }, this.dot, this.word, this.rule, this.invite, this.clock));
  }

  /** @param {PageState} page */
  render(page) {
    const { seats, game_id: id, analysis } = page.game;
    const presence = presenceOf(page, this.seat);
    this.open = freeSeat(page) === this.seat && mySeat(page) !== null;
    const local = id === null || sharedScreen(page);
    const friend = !analysis && local && seats.every((seat) => seat.kind === "human") && (this.seat === 1);
    const rule = this.seat === 0 && pieOffered(page) && local;
    this.pie.checked = page.pie;
    set(this.rule, "hidden", !rule);
    set(this.row, "data-person", presence ?? (friend || rule ? "friend" : null));
    set(this.dot, "data-presence", presence);
    const me = presence !== null && presence !== "open" && isMine(page, this.seat);
    set(this.row, "data-me", me);
    say(this.word, presence ? (me ? "you" : WORDS[presence]) : "");
    set(this.invite, "hidden", !(friend || this.open));
    say(this.invite, this.open ? "Show the link" : "Invite a friend");
  }

  /** @param {number | null} left seconds @param {boolean} running */
  showTime(left, running) {
    set(this.clock, "hidden", left === null);
    set(this.row, "data-clock", left === null ? null : "yes");
    if (left === null) return;
    say(this.clock, clockWords(left));
    set(this.clock, "data-running", running ? "yes" : "no");
    set(this.clock, "data-low", left <= LOW);
  }
}

/** What is to be decided; it lies over the buttons, so that nothing on the page moves. */
class Card {
  /** @param {(deed: Deed) => void} decide */
  constructor(decide) {
    this.decide = decide;
    this.text = el("p", { class: "offer__text" });
    this.buttons = el("div", { class: "offer__buttons" });
    this.element = el("div", { class: "offer", role: "group", "aria-label": "To decide", hidden: true }, this.text, this.buttons);
    this.key = "";
  }

  /** @param {PageState} page */
  render(page) {
    const now = offer(page);
    set(this.element, "hidden", now === null);
    const key = now ? `${now.key} ${now.text}` : "";
    if (key === this.key) return;
    this.key = key;
    const focused = this.element.contains(document.activeElement);
    say(this.text, now?.text ?? "");
    this.buttons.replaceChildren(...(now?.choices ?? []).map(({ deed, label, ready }, i) => {
      const button = el("button", { class: `button${i ? "" : " button--primary"}`, type: "button", disabled: !ready }, label);
      button.addEventListener("click", () => this.decide(deed));
      return button;
    }));
    // The focus is not lost with the button that had it.
    if (focused) (this.buttons.querySelector("button") ?? document.querySelector(".grid [tabindex='0']"))?.focus();
  }
}
