/**
 * Shows the people of a table: presence and clock in each seat's row, the open question over the buttons, the number of
 * watchers in the bar.
 */

/** @import { Reaction } from "../../model/meeting.js" */
/** @import { Decision } from "../../model/people.js" */
/** @import { PageState, SeatNumber } from "../../model/types.js" */
/** @import { Reactions } from "./reactions.js" */

import { clockWords, LOW, offer, presenceOf, rowName, timeLeft } from "../../model/people.js";
import { canOfferPie, freeSeat, isFresh, isMine, isOwner, mySeat, opponent, sharedScreen } from "../../model/select.js";
import { button, byId, Drawn, el, icon, set, setText, toggle } from "../dom.js";
import "../../more_words.js";
import { t, tn } from "../../words.js";

const EYE = "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z";
const TICK_MS = 100;
const PIE = t("the second player may answer the first move by swapping sides.");
const WORDS = { here: t("here"), away: t("away"), offline: t("offline"), open: t("waiting") };

/** Shows presence, clocks, questions and watchers. */
export class PeoplePanel {
  /**
   * @param {HTMLElement[]} rows the rows of the two seats
   * @param {HTMLElement} buttons the buttons below the card
   * @param {{decide: (decision: Decision) => void, invite: (seat: SeatNumber) => void, showLink: () => void, pie: (on:
   *   boolean) => void}} actions
   * @param {() => ConstructorParameters<typeof Reactions>[1]} social what the reactions may ask for
   */
  constructor(rows, buttons, actions, social) {
    this.social = social;
    /** Shows reactions; loaded for the first two people. @type {Reactions | null} */
    this.reactions = null;
    this.loading = false;
    this.rows = rows.map((row, seat) => new Person(row, /** @type {SeatNumber} */ (seat), actions));
    this.card = new Card(actions.decide);
    this.watchers = el("span", { class: "watchers number", role: "img", hidden: true }, icon(EYE), el("span"));
    byId("rooms").after(this.watchers);
    buttons.append(this.card.element);
    /** @type {PageState | null} */
    this.page = null;
    this.drawn = new Drawn();
    this.drawnRows = new Drawn();
    this.ticking = 0;
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    this.page = page;
    const { game, people, tokens, connection, ui } = page;
    const { present, pieRule, waitChosen, clockReadAt } = people;
    const fresh = isFresh(page);
    if (this.drawn.has(game, fresh, present, pieRule, waitChosen, clockReadAt, tokens, connection, ui.resigning))
      return;
    const { seats, game_id: id, analysis, outcome } = game;
    const players = [seats, id, analysis, outcome, canOfferPie(page), fresh, present, pieRule, tokens];
    if (!this.drawnRows.has(...players)) this.renderRows(page);
    this.card.render(page);
    this.renderWatchers(page, page.people.present?.watchers ?? 0);
    this.tick();
  }

  /** Draws who sits where. @param {PageState} page */
  renderRows(page) {
    if (this.reactions) this.reactions.render(page);
    else if (opponent(page) !== null || page.game.seats.some(({ name }) => name)) void this.loadReactions();
    for (const row of this.rows) row.render(page);
  }

  /** Says how many people watch. @param {PageState} page @param {number} count */
  renderWatchers(page, count) {
    set(this.watchers, "hidden", count === 0);
    if (!count) return;
    const alone = count === 1 && !isOwner(page);
    const words = alone ? t("You are watching") : tn(count, "{n} person watches", "{n} people watch");
    set(this.watchers, "title", words);
    set(this.watchers, "aria-label", words);
    const [, figure] = this.watchers.children;
    if (figure) setText(figure, String(count));
  }

  /** Loads what two people show each other. */
  async loadReactions() {
    if (this.loading) return;
    this.loading = true;
    const loaded = await import("./reactions.js").catch(() => null);
    this.loading = false; // without the network the next change tries again
    if (!loaded || this.reactions) return;
    this.reactions = new loaded.Reactions(
      this.rows.map((row) => row.place),
      this.social(),
    );
    if (this.page) this.reactions.render(this.page);
  }

  /** Shows a reaction. @param {SeatNumber} seat @param {Reaction} reaction */
  hear(seat, reaction) {
    if (this.page) this.reactions?.show(this.page, seat, reaction);
  }

  /** Shows the clocks, ten times a second while one runs. */
  tick() {
    const page = this.page;
    const left = page && timeLeft(page, performance.now());
    for (const row of this.rows) row.showTime(left ? left[row.seat] : null, page?.game.clock?.running === row.seat);
    clearTimeout(this.ticking);
    if (left && page?.game.clock?.running != null) this.ticking = window.setTimeout(() => this.tick(), TICK_MS);
  }
}

/** Shows one seat's person. */
class Person {
  /**
   * @param {HTMLElement} row
   * @param {SeatNumber} seat
   * @param {{invite: (seat: SeatNumber) => void, showLink: () => void, pie: (on: boolean) => void}} actions
   */
  constructor(row, seat, actions) {
    this.row = row;
    this.seat = seat;
    this.open = false;
    this.dot = el("span", { class: "person__dot", "aria-hidden": "true" });
    this.named = el("span", { class: "person__name" });
    this.state = el("span", { class: "person__state" });
    this.clock = el("span", { class: "person__clock number", role: "timer", hidden: true });
    const invite = () => (this.open ? actions.showLink() : actions.invite(seat));
    this.invite = button(t("Play a friend"), invite, "button person__invite");
    this.pie = toggle((on) => actions.pie(on));
    this.rule = el(
      "label",
      { class: "switch", hidden: true, title: PIE },
      this.pie,
      t("Swap rule"),
      el("span", { class: "unseen" }, `: ${PIE}`),
    );
    this.place = el(
      "div",
      { class: "person" },
      el("span", { class: "person__who" }, this.dot, el("span", { class: "person__word" }, this.named, this.state)),
      this.rule,
      this.invite,
      this.clock,
    );
    row.append(this.place);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { seats, game_id: id, analysis } = page.game;
    const presence = presenceOf(page, this.seat);
    this.open = freeSeat(page) === this.seat && mySeat(page) !== null;
    const local = id === null || sharedScreen(page);
    const friend = !analysis && local && seats.every((seat) => seat.kind === "human") && this.seat === 1;
    const rule = this.seat === 0 && canOfferPie(page) && local;
    this.pie.checked = page.people.pieRule;
    set(this.rule, "hidden", !rule);
    set(this.row, "data-person", presence ?? (friend || rule ? "friend" : null));
    set(this.dot, "data-presence", presence);
    const me = presence !== null && presence !== "open" && isMine(page, this.seat);
    set(this.row, "data-me", me);
    const name = rowName(page, this.seat);
    const word = presence ? (me ? t("you") : WORDS[presence]) : "";
    setText(this.named, name && presence ? `${name}, ` : "");
    setText(this.state, word);
    // before the first move the first button asks the friend
    set(this.invite, "hidden", !((friend && !isFresh(page)) || this.open));
    setText(this.invite, this.open ? t("Show the link") : t("Play a friend"));
  }

  /** Shows the clock. @param {number | null} left seconds @param {boolean} running */
  showTime(left, running) {
    set(this.clock, "hidden", left === null);
    set(this.row, "data-clock", left === null ? null : "yes");
    if (left === null) return;
    setText(this.clock, clockWords(left));
    set(this.clock, "data-running", running ? "yes" : "no");
    set(this.clock, "data-low", left <= LOW);
  }
}

/** Shows the open question over the buttons, so no part of the page moves. */
class Card {
  /** @param {(decision: Decision) => void} decide */
  constructor(decide) {
    this.decide = decide;
    this.text = el("p", { class: "offer__text" });
    this.buttons = el("div", { class: "offer__buttons" });
    this.element = el(
      "div",
      { class: "offer", role: "group", "aria-label": t("To decide"), hidden: true },
      this.text,
      this.buttons,
    );
    this.key = "";
    /** What the key Escape decides. @type {Decision | undefined} */
    this.escape = undefined;
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && this.escape && !document.querySelector("dialog[open], details[open]"))
        this.decide(this.escape);
    });
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const now = offer(page);
    this.escape = now?.escape;
    set(this.element, "hidden", now === null);
    const key = now ? `${now.key} ${now.text}` : "";
    if (key === this.key) return;
    this.key = key;
    const focused = this.element.contains(document.activeElement);
    setText(this.text, now?.text ?? "");
    this.buttons.replaceChildren(
      ...(now?.choices ?? []).map(({ decision, label, ready }, i) =>
        button(label, () => this.decide(decision), i ? "button" : "button button--primary", { disabled: !ready }),
      ),
    );
    // The focus must not vanish with the button that had it.
    if (focused || now?.key === "resign")
      (this.buttons.querySelector("button") ?? document.querySelector(".grid [tabindex='0']"))?.focus();
  }
}
