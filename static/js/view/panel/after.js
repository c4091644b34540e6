/**
 * Shows the moment of the end above the buttons: who was beaten and who comes next, or the moment to try again. What
 * else there is to tell waits for the look at the game.
 */

/** @import { Reaction } from "../../model/meeting.js" */
/** @import { Told } from "../../model/claim.js" */
/** @import { PageState, SeatNumber } from "../../model/types.js" */

import { climbWords, slipWords, voiceWords } from "../../model/ended/after.js";
import { isMost, levelAbove } from "../../model/ended/ladder.js";
import { isReviewed, isTrying } from "../../model/ended/review.js";
import { looksBack } from "../../model/history.js";
import { mayHaveMoment, momentOf, turnClaims, turningPoints, turnWords } from "../../model/ended/turn.js";
import { reactions } from "../../model/meeting.js";
import { climber, engineSeat, isMine, isOwner, nameOf, opponent, sharedScreen } from "../../model/select.js";
import "../../more_words.js";
import { labelled, t } from "../../words.js";
import { pieceOf } from "../board/face.js";
import { face } from "../board/portrait.js";
import { button, Drawn, el, piece, set, setText } from "../dom.js";
import { Faces } from "./faces.js";

/** Shows what there is after a game. */
export class After {
  /**
   * @param {{playAt: (level: number) => void, retry: (ply: number) => void, sound: () => void, offersSound: () =>
   *   boolean, react: (reaction: Reaction) => void}} actions
   */
  constructor(actions) {
    this.faces = new Faces(actions.playAt);
    this.portrait = el("span", { class: "after__portrait" });
    this.voice = el("span", { class: "after__voice" });
    this.rival = el("p", { class: "after__rival" }, this.portrait, this.voice);
    /** What one of two people said last. @type {{game: string | null, seat: SeatNumber, words: string} | null} */
    this.heard = null;
    this.reactions = new Map(reactions());
    this.drawn = new Drawn();
    /** Has the place of the faces between two people. */
    this.says = el("div", { class: "after__says", role: "group", "aria-label": t("Say something") });
    for (const [reaction, words] of this.reactions) {
      if (reaction !== "hello") this.says.append(button(words, () => actions.react(reaction)));
    }
    this.climb = el("p", { class: "after__climb" });
    /** The level that comes next on the ladder. */
    this.level = 1;
    this.next = button("", () => actions.playAt(this.level), "button button--primary");
    /** The ply at the first pin of the game's graph. @type {number | null} */
    this.start = null;
    /** The ply of the moment to try again. @type {number | null} */
    this.moment = null;
    this.again = button(
      t("Try that moment again"),
      () => this.moment !== null && actions.retry(this.moment),
      "button button--primary after__moment",
    );
    this.choices = el("div", { class: "after__choices" }, this.next);
    /** Is offered once, at the first win. */
    this.sound = button(t("Sound on?"), () => actions.sound(), "after__sound");
    /** Whether this page offers it, known at its first win. @type {boolean | null} */
    this.offers = null;
    this.actions = actions;
    this.element = el("div", { class: "after", "aria-live": "polite" }, this.rival, this.faces.element, this.says);
    this.element.append(this.climb, this.again, this.sound);
  }

  /**
   * Returns the line below the headline in a look at the game: where it turned, and at an easy level's own move that it
   * was kind there; null where nothing of the end stands there.
   *
   * @param {PageState} page
   * @returns {Told | null}
   */
  line(page) {
    if (!page.review.opened || isTrying(page)) return null;
    const back = looksBack(page);
    const text = back ? slipWords(page) : turnWords(page);
    return text ? { text, claims: back ? [] : turnClaims(page) } : null;
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { opened } = page.review;
    const over = page.game.outcome !== null && !page.game.analysis;
    const climbed = climbWords(page);
    setText(this.climb, climbed);
    set(this.climb, "hidden", !climbed);
    set(this.element, "hidden", !over || opened);
    this.renderRival(page, over);
    this.moment = momentOf(page);
    const [pin] = turningPoints(page);
    this.start = pin ? pin.ply + 1 : null;
    set(this.again, "hidden", !mayHaveMoment(page) || !isOwner(page));
    // the review comes later: the place is there before, and stays where there is no such moment
    set(this.again, "data-waits", this.moment === null ? (isReviewed(page) ? "never" : "yes") : null);
    const glad = page.climbed !== null || (isMine(page, page.game.outcome?.winner ?? null) && opponent(page) !== null);
    if (glad) this.offers ??= this.actions.offersSound();
    set(this.sound, "hidden", !this.offers || page.ui.sound || !glad);
    const harder = levelAbove(page);
    const seat = climber(page);
    const most = seat !== null && isMost(page, page.game.seats[1 - seat]?.level ?? 0);
    // With help: once more without. The faces above lead to all other levels.
    const shown = over && !opened && most && !page.helped && isOwner(page) && opponent(page) === null;
    set(this.choices, "hidden", !harder || !shown);
    if (!harder) return;
    this.level = harder.number;
    const { number, name, sentence } = harder;
    setText(this.next, t("Next: {name}", { name }));
    set(this.next, "title", t("Level {n}, {name}: {sentence}", { n: number, name, sentence }));
  }

  /** Draws who was there, with what is said: the engine and the ladder, or two people. @param {PageState} page @param {boolean} shown */
  renderRival(page, shown) {
    this.faces.render(page);
    if (!shown) set(this.faces.element, "hidden", true);
    set(this.says, "hidden", !shown || opponent(page) === null);
    set(this.element, "data-people", engineSeat(page) === null && !sharedScreen(page));
    const engine = engineSeat(page);
    const heard = this.heard?.game === page.game.game_id ? this.heard : null;
    const words = shown ? (heard?.words ?? voiceWords(page)) : "";
    // what is proved of a draw comes with the review: the place is there before
    const waits = shown && !words && page.game.outcome?.winner === null && engine !== null;
    set(this.rival, "hidden", !words && !waits);
    set(this.rival, "data-waits", waits);
    const quoted = t("“{move}”", { move: words });
    const who = heard && (isMine(page, heard.seat) ? t("You") : nameOf(page, heard.seat));
    const line = who ? labelled(who, quoted) : engine === null ? words : quoted;
    const seat = heard?.seat ?? engine ?? page.game.outcome?.winner ?? null;
    if (!words || this.drawn.has(line, seat)) return;
    const level = page.game.seats[seat ?? 0]?.level;
    const drawn = level ? face(level) : seat === null ? "" : piece(pieceOf(page.info, seat), "face-disc");
    this.portrait.replaceChildren(drawn);
    set(this.portrait, "data-nods", seat !== null && page.game.outcome?.winner === seat);
    setText(this.voice, line);
  }

  /** Keeps what one of two people said after the game. @param {PageState} page @param {SeatNumber} seat @param {Reaction} reaction */
  hear(page, seat, reaction) {
    const words = this.reactions.get(reaction);
    if (!words || !page.game.outcome) return;
    this.heard = { game: page.game.game_id, seat, words };
    this.render(page);
  }
}
