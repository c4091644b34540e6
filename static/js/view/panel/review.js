/**
 * Shows the review after the game: the graph of the evaluation, which is also the slider, with the turning points as
 * marks; the steps.
 *
 * @typedef {object} Actions
 * @property {(ply: number | null) => void} look
 * @property {(ply: number) => void} retry finds a better move there
 * @property {(ply: number, move?: number) => void} playFrom goes on from there as a new game
 * @property {() => void} why
 * @property {(question: Question) => void} explain
 */

/** @import { Question } from "../../model/proof/why.js" */
/** @import { PageState, ReviewRow } from "../../model/types.js" */

import { written } from "../../model/claim.js";
import { looksBack, shownPly } from "../../model/history.js";
import {
  autoplayDelay,
  historyHeadline,
  isReviewed,
  isTrying,
  markOf,
  retryPly,
  reviewRows,
  shownRow,
} from "../../model/ended/review.js";
import { foundWords, pointsTitle, pointWords, turnClaims, turningPoints } from "../../model/ended/turn.js";
import { mayAskWhy, playerOf } from "../../model/select.js";
import { pieceOf } from "../board/face.js";
import { button, drawing, el, piece, set, setIcon, setText, setVariable, svg } from "../dom.js";
import { PAUSE, PLAY, tool } from "./buttons.js";
import "../../more_words.js";
import { capital, labelled, say, t } from "../../words.js";

const BACK = "M15 5l-8 7 8 7";
const FORTH = "M9 5l8 7-8 7";
/** The least way from one pin to the next, in pixels. */
const PIN = 28;

/** Shows the review. */
export class Review {
  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    /** @type {PageState | null} */
    this.page = null;
    this.drawn = "";
    /** @type {number | undefined} */
    this.timer = undefined;
    this.bars = drawing("graph__bars", "0 0 1 200");
    set(this.bars, "preserveAspectRatio", "none");
    const range = { type: "range", min: 0, step: 1 };
    this.scrub = el("input", { class: "graph__scrub", ...range, "aria-label": t("Move that is shown") });
    this.scrub.addEventListener("input", () => this.go(Number(this.scrub.value)));
    this.scrub.addEventListener("keydown", (event) => this.leap(event));
    this.state = el("span", { class: "review__state quiet" });
    this.again = button("", () => this.goOn(), "button review__again");
    this.why = button(t("Why?"), () => this.explain());
    this.auto = tool(t("Play through"), PLAY, () => this.toggle());
    this.steps = [
      tool(t("One move back"), BACK, () => this.go(this.ply - 1)),
      this.auto,
      tool(t("One move on"), FORTH, () => this.go(this.ply + 1)),
    ];
    /** The sides' pieces: bars above the middle are good for the first side. */
    this.sides = el("span", { class: "graph__sides", "aria-hidden": "true" });
    /** Marks the turning points on the graph: a press there, or a key of the slider, goes to one. */
    this.pins = el("ol", { class: "graph__pins" });
    this.heading = el("h2", { class: "review__title" });
    this.head = el("div", { class: "review__head" }, this.heading, this.state);
    this.element = el(
      "section",
      { class: "review", "aria-label": t("Review") },
      el("div", { class: "graph" }, this.bars, this.scrub, this.sides, this.pins),
      el("div", { class: "review__steps" }, ...this.steps, this.again, this.why),
      this.head,
    );
  }

  /** Returns the shown ply. */
  get ply() {
    return this.page ? shownPly(this.page) : 0;
  }

  /** Shows another ply and stops autoplay. @param {number} ply */
  go(ply) {
    this.stop();
    this.actions.look(ply);
  }

  /** Goes to the turning point after or before the shown move. @param {KeyboardEvent} event */
  leap(event) {
    if (!this.page || !["PageUp", "PageDown"].includes(event.key)) return;
    const plies = turningPoints(this.page).map(({ ply }) => ply + 1);
    const to = event.key === "PageUp" ? plies.find((n) => n > this.ply) : plies.findLast((n) => n < this.ply);
    event.preventDefault();
    if (to !== undefined) this.go(to);
  }

  /** Finds a better move, or plays on: as the button says. */
  goOn() {
    if (!this.page) return;
    const { retry } = this.page.review;
    const ply = retryPly(this.page);
    if (retry?.move != null) this.actions.playFrom(retry.ply, retry.move);
    else if (!retry && !this.page.game.analysis && ply < this.ply) this.actions.retry(ply);
    else this.actions.playFrom(retry?.ply ?? ply);
  }

  /** Returns the shown move where a better one can be explained; else the position is. */
  get slip() {
    const row = this.page && shownRow(this.page);
    return row?.loss || row?.mark === "slow" ? row : null; // what wins sooner is the reason
  }

  /** Explains the better move of the shown one, or the position. */
  explain() {
    const { slip } = this;
    if (slip) this.actions.explain({ ply: slip.ply, side: slip.seat, first: slip.best });
    else this.actions.why();
  }

  /** Plays the moves from the shown one, or from the first; rests where much changed. */
  toggle() {
    if (this.timer !== undefined) return this.stop();
    if (!this.page) return;
    if (this.ply >= this.page.game.ply) this.actions.look(0);
    this.timer = window.setTimeout(() => this.tick(), 500);
    this.showAuto();
  }

  /** Plays the next move of autoplay. */
  tick() {
    if (!this.page || !looksBack(this.page)) return this.stop();
    this.actions.look(this.ply + 1);
    this.timer = window.setTimeout(() => this.tick(), autoplayDelay(this.page, this.ply + 1));
  }

  /** Stops autoplay. */
  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.showAuto();
  }

  /** Shows whether autoplay runs. */
  showAuto() {
    const on = this.timer !== undefined;
    for (const name of ["aria-label", "title"]) set(this.auto, name, on ? t("Stop") : t("Play through"));
    setIcon(this.auto, on ? PAUSE : PLAY);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    this.page = page;
    const { game } = page;
    if (!this.sides.childElementCount)
      this.sides.append(...[0, 1].map((seat) => piece(pieceOf(page.info, seat), "graph__side")));
    const rows = reviewRows(page);
    set(this.scrub, "max", game.ply);
    if (this.scrub.value !== String(this.ply)) this.scrub.value = String(this.ply);
    const row = rows.get(this.ply - 1);
    const head = historyHeadline(page);
    const [, mark] = markOf(page, row);
    set(
      this.scrub,
      "aria-valuetext",
      [
        head,
        ...(mark && !head.includes(mark) ? [`${capital(mark)}.`] : []),
        ...(row ? [standing(page, row)] : []),
      ].join(" "),
    );
    set(this.scrub, "data-claim", written(...(row?.claims ?? [])));
    const [back, , forth] = this.steps;
    if (back) back.disabled = this.ply === 0;
    if (forth) forth.disabled = this.ply >= game.ply;
    set(this.again, "hidden", !looksBack(page));
    const trying = isTrying(page);
    set(this.why, "hidden", !mayAskWhy(page) || trying);
    for (const part of [this.head, this.pins]) set(part, "hidden", trying);
    const best = this.slip?.best;
    setText(this.why, best ? t("Why {n}?", { n: best }) : t("Why?"));
    set(this.why, "aria-label", best ? t("Why column {n}?", { n: best }) : null);
    setText(
      this.again,
      trying ? t("Play on from here") : retryPly(page) < this.ply ? t("Try again") : t("Play from here"),
    );
    const shown = `${game.game_id}${game.notation} ${rows.size} ${isReviewed(page)}`;
    if (shown !== this.drawn) {
      this.drawn = shown;
      this.drawBars(page, rows);
      this.drawPins(page);
    }
    for (const pin of this.pins.querySelectorAll("li"))
      set(pin, "aria-current", pin.value === this.ply ? "true" : null);
    const open = game.ply - rows.size;
    setText(this.state, open > 0 ? t("checking {n} more", { n: open }) : foundWords(page));
  }

  /** Draws the graph. @param {PageState} page @param {Map<number, ReviewRow>} rows */
  drawBars(page, rows) {
    const { ply: count } = page.game;
    set(this.bars, "viewBox", `0 0 ${count} 200`);
    const shapes = [...rows.values()].map((row) => {
      const { ply, value, proven, mark } = row;
      const height = Math.max(3, Math.abs(value) * 92);
      const side = value > 0 ? 0 : value < 0 ? 1 : "even";
      const bar = svg("rect", {
        x: ply + 0.08,
        y: value > 0 ? 100 - height : value < 0 ? 100 : 98.5,
        width: 0.84,
        height,
        "data-side": side,
      });
      set(bar, "data-proven", proven);
      set(bar, "data-mark", (mark === "mistake" || mark === "blunder") && markOf(page, row)[0] !== "");
      return bar;
    });
    const stems = turningPoints(page).map(({ ply }) => `M${ply + 0.5} 0V100`);
    this.bars.replaceChildren(
      svg("path", { class: "graph__zero", d: `M0 100H${count}` }),
      ...shapes,
      svg("path", { class: "graph__stems", d: stems.join("") }),
    );
    setVariable(this.element, "--plies", count);
  }

  /** Pins the turning points, each at its move, or beside the pin before. @param {PageState} page */
  drawPins(page) {
    const points = turningPoints(page);
    const title = pointsTitle(page);
    setText(this.heading, title);
    set(this.pins, "aria-label", title);
    const { ply: count, outcome } = page.game;
    const open = outcome === null || reviewRows(page).size < count;
    set(this.heading, "hidden", points.length > 0 || open || !title);
    let at = "0px";
    this.pins.replaceChildren(
      ...points.map((row, i) => {
        const n = row.ply + 1;
        const [name, worth] = pointWords(page, row);
        const label = el("span", { class: "unseen" }, capital(labelled(name, worth)));
        const number = el("span", { "aria-hidden": "true" }, String(n));
        const pin = el("li", { class: "graph__pin", value: n, title: say(row.said) }, number, label);
        pin.addEventListener("click", () => this.go(n));
        const own = `22px + (100% - 26px) * ${(n - 0.5) / count}`; // where the bar of the move stands
        at = `min(max(${own}, ${at} + ${i && PIN}px), 100% - ${(points.length - i - 0.5) * PIN}px)`;
        setVariable(pin, "--at", at);
        set(pin, "data-side", row.seat);
        set(pin, "data-claim", written(...turnClaims(page, row)));
        return pin;
      }),
    );
  }
}

/** Says who stands better after a move. @param {PageState} page @param {ReviewRow} row */
function standing(page, { value, proven }) {
  const side = playerOf(page, value > 0 ? 0 : 1);
  if (Math.abs(value) < 0.05) return proven ? t("A draw.") : t("Even.");
  return proven ? t("{winner} wins.", { winner: side }) : t("{side} is better.", { side });
}
