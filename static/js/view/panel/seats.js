/**
 * Shows the players: each side a person or an engine with a level. They stand behind the opponent's face; people who
 * came by a link stand on the table, with their clocks.
 */

/** @import { GameInfo, Ladder, Level, PageState, Seat } from "../../model/types.js" */

import { isBeaten } from "../../model/ended/ladder.js";
import {
  engineSeat,
  enginesOnly,
  isMine,
  isOwner,
  mayPlaceDiscs,
  maySwap,
  middleLevel,
  nameOf,
  sharedScreen,
  sideInHand,
} from "../../model/select.js";
import { root, t } from "../../words.js";
import { button, byId, Drawn, el, piece, set, setText, setVariable } from "../dom.js";
import { pieceOf } from "../board/face.js";
import { face } from "../board/portrait.js";

const STRENGTH = t("A player with 100 points more wins about 64 of 100 games.");

const DISCS = t("Three even discs lie on the board, and whoever moves may swap sides first.");

/** Shows both seats. */
export class Seats {
  /**
   * @param {GameInfo} info
   * @param {{setSeat: (seat: 0 | 1, who: Seat) => void, setLevel: (seat: 0 | 1, level: number) => void, preview: (seat:
   *   0 | 1, level: number | null) => void, allGames: () => void, swapSeats: () => void, placeDiscs: () => void}} actions
   */
  constructor(info, actions) {
    this.columns = info.board?.[0] ?? 1;
    this.rows = [new SeatRow(info, 0, actions), new SeatRow(info, 1, actions)];
    this.games = el("a", { class: "menu__link", href: `${root}/#games` }, t("More games"));
    this.games.addEventListener("click", (event) => {
      if (!document.getElementById("tiles")) return;
      event.preventDefault();
      actions.allGames();
    });
    const swap = () => {
      this.element.hidePopover();
      actions.swapSeats();
    };
    this.swap = button(t("Swap sides"), swap, "menu__link");
    const discs = () => {
      this.element.hidePopover();
      actions.placeDiscs();
    };
    this.discs = button(t("Three discs, then a swap"), discs, "menu__link");
    set(this.discs, "title", DISCS);
    this.element = el(
      "div",
      { class: "seats", id: "seats", role: "group", "aria-label": t("Choose who plays") },
      ...this.rows.map((row) => row.element),
      this.swap,
      this.discs,
      this.games,
    );
    /** Opens the seats: the opponent's face. */
    this.rival = byId("rival");
    /** The ten faces; loaded with the first look at the seats. @type {import("./faces.js").Faces | null} */
    this.faces = null;
    this.element.addEventListener("toggle", async () => {
      const { Faces } = await import("./faces.js");
      if (this.faces) return;
      this.faces = new Faces((level) => this.page && actions.setLevel(engineSeat(this.page) ?? 1, level));
      this.element.prepend(this.faces.element);
      if (this.page) this.faces.render(this.page, engineSeat(this.page) !== null);
    });
    /** @type {PageState | null} */
    this.page = null;
    this.drawn = new Drawn();
    this.drawnRival = new Drawn();
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { game, pending, levels, ladder, tokens, connection, ui } = page;
    this.page = page;
    // the eyes follow the hand
    if (ui.aim !== null) setVariable(this.rival, "--look", ((ui.aim - 1) % this.columns) / (this.columns - 1) - 0.5);
    // A refused choice counts as a change: the seats show again what holds.
    if (this.drawn.has(game, pending, levels, ladder, tokens, connection, ui.notice, ui.refusals)) return;
    for (const row of this.rows) row.render(page);
    const apart =
      !isOwner(page) ||
      game.seats.some(
        ({ kind, open, name }, i) => kind === "human" && (open || name || !isMine(page, i === 0 ? 0 : 1)),
      );
    set(this.element, "popover", apart ? null : "auto");
    set(this.games, "hidden", apart);
    set(this.swap, "hidden", apart || maySwap(page));
    this.swap.disabled = game.outcome !== null; // the sheet may be open at the end, and keeps its height
    set(this.discs, "hidden", apart || !mayPlaceDiscs(page));
    set(this.rival, "hidden", apart);
    set(this.rival, "disabled", false); // before, there was nothing to open, and a click would have been lost
    this.faces?.render(page, !apart && engineSeat(page) !== null);
    if (!this.drawnRival.has(String(game.seats.map(({ kind, level }) => [kind, level])))) this.renderRival(page);
  }

  /** Draws who plays against the person: one face, or both players where nobody or everybody is an engine. @param {PageState} page */
  renderRival(page) {
    const engine = engineSeat(page);
    const shown = /** @type {(0 | 1)[]} */ (engine === null ? [0, 1] : [engine]);
    const named = enginesOnly(page) ? (/** @type {0 | 1} */ seat) => `${page.info.players[seat]}: ` : () => "";
    const names = shown.map((seat) => named(seat) + seatName(page, seat)).join(" – ");
    this.element.parentElement?.toggleAttribute("data-solo", engine !== null);
    set(this.rival, "aria-label", t("Choose who plays: {name}", { name: names }));
    this.rival.replaceChildren(
      ...shown.map((seat) => {
        const { kind, level = 1 } = page.game.seats[seat] ?? { kind: "human" };
        if (kind === "human") return piece(pieceOf(page.info, seat), "swatch");
        const drawn = face(level);
        set(drawn, "data-seat", seat);
        return drawn;
      }),
      el("span", { class: "rival__name" }, names),
    );
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
    const range = { type: "range", min: 1, max: 10, step: 1 };
    this.slider = el("input", { class: "slider", ...range, "aria-label": t("Level of {side}", { side: this.name }) });
    this.slider.addEventListener("input", () => {
      this.slider.value = String(this.nextStop(Number(this.slider.value)));
      this.showLevel(Number(this.slider.value));
      setText(this.side, this.levels.find(({ number }) => number === this.shown)?.name ?? "");
      actions.preview(seat, Number(this.slider.value));
    });
    this.slider.addEventListener("change", () => actions.setLevel(seat, Number(this.slider.value)));
    for (const end of ["pointerup", "pointercancel", "blur"])
      this.slider.addEventListener(end, () => actions.preview(seat, null));
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
        this.slider,
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
    const { score, seats, game_id: id } = page.game;
    const people = id !== null && seats[0]?.kind === "human" && seats[1]?.kind === "human";
    const played = ((people && page.tokens.seats.includes(null)) || score[0] + score[1] > 0) && !page.game.analysis; // the end moves nothing
    this.score.style.visibility = played ? "" : "hidden"; // its place is there: the first end moves nothing
    if (played && this.score.textContent !== String(score[this.seat])) {
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
    this.lights = page.ladder;
    if (document.activeElement !== this.slider || this.slider.dataset.sent !== String(seat.level)) {
      this.slider.value = String(seat.level);
      this.slider.dataset.sent = String(seat.level);
    }
    this.showLevel(Number(this.slider.value));
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
 * @param {PageState} page @param {0 | 1} number
 */
function seatName(page, number) {
  const seat = page.game.seats[number];
  const level = seat?.kind === "engine" && page.levels.find((one) => one.number === seat.level);
  if (level) return level.name;
  return isMine(page, number) && !sharedScreen(page) ? t("You") : nameOf(page, number);
}
