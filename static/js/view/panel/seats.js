/** Shows the players: each side a person or an engine with a level. Both can be changed at any moment of the game. */

/** @import { GameInfo, Ladder, Level, PageState, Seat } from "../../model/types.js" */

import { isBeaten, nextStop } from "../../model/ended/ladder.js";
import { isMine, isOwner, middleLevel, nameOf, sharedScreen, sideInHand } from "../../model/select.js";
import { t } from "../../words.js";
import { Drawn, el, piece, set, setText, setVariable } from "../dom.js";
import { pieceOf } from "../board/face.js";

const STRENGTH = t("A player with 100 points more wins about 64 of 100 games.");
/** The time for which a description stays over the board after the choice. */
const READING_MS = 2500;

/** Shows both seats. */
export class Seats {
  /**
   * @param {GameInfo} info
   * @param {{setSeat: (seat: 0 | 1, who: Seat) => void, setLevel: (seat: 0 | 1, level: number) => void, preview: (seat:
   *   0 | 1, level: number | null) => void}} actions
   */
  constructor(info, actions) {
    this.rows = [new SeatRow(info, 0, actions), new SeatRow(info, 1, actions)];
    /** Says whose engine plays; it stands below the seats, which a first visitor does not see. */
    this.alone = el("p", { class: "seats__alone quiet", hidden: true }, t("This page plays alone, by its own engine."));
    this.element = el("div", { class: "seats" }, ...this.rows.map((row) => row.element));
    this.drawn = new Drawn();
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { game, pending, levels, ladder, tokens, connection, ui } = page;
    // A refused choice counts as a change: the seats show again what holds.
    if (this.drawn.has(game, pending, levels, ladder, tokens, connection, ui.notice, ui.refusals)) return;
    for (const row of this.rows) row.render(page);
    set(this.alone, "hidden", page.connection.status !== "alone");
  }
}

/** Shows one seat. */
class SeatRow {
  /**
   * @param {GameInfo} info
   * @param {0 | 1} seat
   * @param {{setSeat: (seat: 0 | 1, who: Seat) => void, setLevel: (seat: 0 | 1, level: number) => void, preview: (seat:
   *   0 | 1, level: number | null) => void}} actions
   */
  constructor(info, seat, actions) {
    this.seat = seat;
    this.players = info.players;
    this.name = info.players[seat];
    /** The level for the next engine on this seat: the last one's, at first a middle one. @type {number | undefined} */
    this.level = undefined;
    this.kinds = /** @type {const} */ (["human", "engine"]).map((kind) => {
      const input = el("input", { type: "radio", name: `seat-${seat}`, value: kind });
      input.addEventListener("change", () =>
        actions.setSeat(seat, kind === "human" ? { kind } : { kind, level: this.level ?? middleLevel(this.levels) }),
      );
      return input;
    });
    this.slider = el("input", {
      class: "slider",
      type: "range",
      min: 1,
      max: 10,
      step: 1,
      "aria-label": t("Level of {side}", { side: this.name }),
    });
    this.slider.addEventListener("input", () => {
      this.slider.value = String(this.nextStop(Number(this.slider.value)));
      this.showLevel(Number(this.slider.value));
      setText(this.side, this.levels.find(({ number }) => number === this.shown)?.name ?? "");
      actions.preview(seat, Number(this.slider.value));
    });
    this.slider.addEventListener("change", () => actions.setLevel(seat, Number(this.slider.value)));
    for (const end of ["pointerup", "pointercancel", "blur"])
      this.slider.addEventListener(end, () => actions.preview(seat, null));
    // The description is read while choosing; on a low screen it lies over the board until the choice is made.
    this.slider.addEventListener("pointerdown", () => this.choose(true));
    this.slider.addEventListener("input", () => this.choose(true));
    for (const end of ["change", "pointercancel", "blur"]) this.slider.addEventListener(end, () => this.choose(false));
    this.stops = Array.from({ length: 10 }, () => el("span", { class: "stop" }, el("span"), el("span")));
    for (const [i, stop] of this.stops.entries()) setVariable(stop, "--place", i);
    this.side = el("span", { class: "seat__side", "aria-hidden": "true" }, this.name);
    this.figure = el("span", { class: "number" });
    this.score = el("span", { class: "seat__score number", role: "img", title: t("Games won") });
    this.sentence = el("p", { class: "seat__sentence quiet" });
    /** @type {Level[]} */
    this.levels = [];
    this.shown = 0;
    /** @type {Ladder} */
    this.lights = {};
    /** What the sentence tells. */
    this.described = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.chosen = undefined;
    this.element = el(
      "fieldset",
      { class: "seat" },
      el("legend", { class: "unseen" }, this.name),
      el("span", { class: "seat__name" }, piece(pieceOf(info, seat), "swatch"), this.side, this.score),
      el(
        "div",
        { class: "choice seat__kind" },
        el("label", {}, this.kinds[0] ?? "", t("Person")),
        el("label", {}, this.kinds[1] ?? "", t("Engine")),
      ),
      el(
        "div",
        { class: "seat__level" },
        el(
          "div",
          { class: "ladder" },
          el("div", { class: "ladder__stops", "aria-hidden": "true" }, ...this.stops),
          this.slider,
        ),
        el("span", { class: "seat__figure", "aria-hidden": "true" }, this.figure),
      ),
      this.sentence,
    );
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const seat = page.game.seats[this.seat];
    if (!seat) return;
    this.levels = page.levels;
    const { score } = page.game;
    const played = score[0] + score[1] > 0 && !page.game.analysis;
    set(this.score, "hidden", !played);
    if (played) {
      setText(this.score, String(score[this.seat]));
      set(this.score, "aria-label", t("Games won: {n}", { n: score[this.seat === 0 ? 0 : 1] }));
    }
    const engine = seat.kind === "engine";
    setText(this.side, seatName(page, this.seat));
    const fixed = !isOwner(page) || !page.game.help;
    for (const input of this.kinds) {
      input.checked = input.value === seat.kind;
      input.disabled = fixed;
    }
    this.slider.disabled = fixed || !engine;
    set(this.element, "data-kind", seat.kind);
    set(this.element, "data-turn", sideInHand(page) === this.seat ? "yes" : "no");
    if (!engine || !seat.level) return;
    this.level = seat.level;
    this.renderLadder(page);
    if (document.activeElement !== this.slider || this.slider.dataset.sent !== String(seat.level)) {
      this.slider.value = String(seat.level);
      this.slider.dataset.sent = String(seat.level);
    }
    this.showLevel(Number(this.slider.value));
  }

  /** Lights the beaten stops and rings the proposed one. @param {PageState} page */
  renderLadder(page) {
    this.lights = page.ladder;
    const next = nextStop(page.ladder, page.levels)?.number;
    for (const [i, stop] of this.stops.entries()) {
      set(stop, "hidden", !page.levels.some(({ number }) => number === i + 1));
      set(stop, "data-next", next === i + 1);
      for (const [seat, light] of [...stop.children].entries())
        set(light, "data-lit", Boolean(page.ladder[i + 1]?.[seat]));
    }
  }

  /** Keeps the description readable while a level is chosen, and a moment longer. @param {boolean} on */
  choose(on) {
    clearTimeout(this.chosen);
    if (on) set(this.element, "data-choosing", true);
    else this.chosen = setTimeout(() => set(this.element, "data-choosing", null), READING_MS);
  }

  /**
   * Returns the next stop in the slider's direction: some games leave out some of the ten levels.
   *
   * @param {number} number
   */
  nextStop(number) {
    const stops = this.levels.map((level) => level.number);
    const up = number > this.shown;
    const beyond = stops.filter((stop) => (up ? stop >= number : stop <= number));
    if (!beyond.length) return number;
    return up ? Math.min(...beyond) : Math.max(...beyond);
  }

  /** Says as which side a level was beaten. @param {number} number */
  beatenWords(number) {
    const [first, second] = this.lights[number] ?? [false, false];
    if (first && second) return t("Beaten as both sides.");
    return first || second ? t("Beaten as {side}.", { side: this.players[first ? 0 : 1] }) : "";
  }

  /** Shows a level's number, name and sentence. @param {number} number */
  showLevel(number) {
    this.shown = number;
    const level = this.levels.find((candidate) => candidate.number === number);
    setVariable(this.slider, "--fill", `${((number - 1) / 9) * 100}%`);
    const beaten = this.beatenWords(number);
    set(
      this.slider,
      "aria-valuetext",
      level ? `${number}, ${level.name}. ${level.sentence} ${beaten}`.trim() : String(number),
    );
    setText(this.figure, String(number));
    const all = t("{n} of {all} beaten.", {
      n: this.levels.filter((one) => isBeaten(this.lights, one.number)).length,
      all: this.levels.length,
    });
    set(this.slider, "title", all);
    if (this.described === `${number} ${beaten} ${all}`) return;
    this.described = `${number} ${beaten} ${all}`;
    const strength = level && level.rating !== null ? ` ${t("Strength: {n} points.", { n: level.rating })}` : "";
    this.sentence.title = strength ? STRENGTH : "";
    this.sentence.replaceChildren(
      ...(level
        ? [
            el("b", {}, level.name),
            level.sentence,
            el("span", { class: "seat__strength" }, strength, beaten ? "" : ` ${all}`),
            beaten && ` ${beaten}`,
          ]
        : []),
    );
  }
}

/**
 * Names a seat: "You" or a person's name, the name of an engine's level, else the side.
 * @param {PageState} page
 * @param {0 | 1} number
 */
function seatName(page, number) {
  const seat = page.game.seats[number];
  const level = seat?.kind === "engine" && page.levels.find((one) => one.number === seat.level);
  if (level) return level.name;
  return isMine(page, number) && !sharedScreen(page) ? t("You") : nameOf(page, number);
}
