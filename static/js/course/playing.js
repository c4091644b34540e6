/**
 * Runs a game: the person plays the side of the course, with the cards that the person knows as a hint, against a level
 * of this page's engine or against chance. Or the cards themselves play that side, and the person the other one.
 */

/** @import { GameInfo } from "../model/types.js" */
/** @import { Claim, Told } from "../model/claim.js" */
/** @import { Page } from "./model/course.js" */

import { PageEngine } from "../engine/client.js";
import { Opponent, boardOf } from "../engine/opponent.js";
import { isStill, button, el, set } from "../view/dom.js";
import { claiming, ofColumn } from "../model/claim.js";
import { t } from "../words.js";
import { answerAfter, cardAt, cardNumber, follow, promised } from "./model/course.js";
import { discsOf, playable, replies, winnerOf } from "./model/discs.js";
import { knownIn } from "./model/course_progress.js";
import { sheetWords } from "./model/course_words.js";
import { loadProgress } from "./net/course_store.js";
import { LargeBoard } from "./view/large_board.js";

/** Milliseconds before a reply by chance. */
const PAUSE_MS = 500;

/** Returns a move after a pause. @param {number} move @returns {Promise<number>} */
const later = (move) => new Promise((resolve) => setTimeout(() => resolve(move), isStill() ? 0 : PAUSE_MS));

/** Begins the section. @param {Page} page */
export function begin({ course, say, stage, panel }) {
  const { info, side } = course;
  const known = knownIn(loadProgress(course));
  const engine = new PageEngine();
  /** @type {Opponent | null} */
  let opponent = null;
  let moves = /** @type {number[]} */ ([]);
  let hint = /** @type {string | Told} */ ("");
  let refused = /** @type {number | null} */ (null);
  const board = new LargeBoard(info, play);
  const view = new PlayPanel({ again: start, hint: giveHint });
  stage.append(board.element);
  panel.append(view.element);

  /** Returns the person's side. */
  const own = () => (view.sheet ? 1 - side : side);

  /** Draws the page. */
  function render() {
    const winner = winnerOf(info, discsOf(info, moves));
    const open = winner === undefined && moves.length % 2 === own();
    const { place, on } = follow(course, moves);
    const card = on && place ? cardAt(course, place) : null;
    board.render(moves, open, hint || view.sheet ? card : null, refused);
    view.render(open);
    const over = ended(info, moves);
    if (view.sheet) {
      const [head, sub] = sheetWords(winner, side, open, card ? cardNumber(course, place) : 0);
      return say(claiming(head, ...over), sub);
    }
    if (winner !== undefined)
      return say(
        claiming(winner === side ? t("You win.") : winner === null ? t("A draw.") : t("The other side wins."), ...over),
        on ? t("You have played as the course says.") : t("You have left the course on the way."),
      );
    return say(
      open ? t("Your turn.") : t("The other side is to move."),
      hint || (on ? "" : t("You have left the course.")),
    );
  }

  /** Begins a game. */
  function start() {
    opponent?.close();
    opponent = view.level ? new Opponent(engine, boardOf(info), { moves: [], level: view.level }) : null;
    [moves, hint, refused] = [[], "", null];
    render();
    if (own()) void replyTo();
    board.focus();
  }

  /** Plays the person's move. @param {number} move */
  function play(move) {
    const discs = discsOf(info, moves);
    if (winnerOf(info, discs) !== undefined || moves.length % 2 !== own()) return;
    if (!playable(info, discs).some(([column]) => column === move)) {
      refused = move;
      return render();
    }
    [moves, hint, refused] = [[...moves, move], "", null];
    render();
    void replyTo();
  }

  /** Lets the other side move. */
  async function replyTo() {
    const before = moves;
    if (winnerOf(info, discsOf(info, moves)) !== undefined) return;
    /** @type {number} */
    let move;
    try {
      opponent?.follow(before);
      if (opponent) ({ move } = await opponent.choose());
      else move = await (view.sheet ? later(answerAfter(course, before)?.move ?? 1) : byChance(before));
    } catch {
      opponent = null; // this browser's engine is lost: chance plays on
      move = await byChance(before);
    }
    if (moves !== before) return; // another game has begun
    moves = [...before, move];
    render();
  }

  /** Returns a reply by chance that does not lose at once. @param {number[]} before @returns {Promise<number>} */
  function byChance(before) {
    const able = replies(info, before);
    return later(able[Math.floor(Math.random() * able.length)] ?? 1);
  }

  /** Says what the cards say that the person knows. */
  function giveHint() {
    const answer = answerAfter(course, moves);
    if (!answer) hint = t("You have left the course, so no card speaks of this position.");
    else if (answer.lesson && !known.has(answer.lesson)) hint = t("You do not know a card for this position yet.");
    else
      hint = claiming(
        t("Your cards say column {n}.", { n: answer.move }),
        ofColumn(moves, answer.move, promised(course)),
      );
    render();
    board.focus();
  }

  start();
}

/** Claims who has won a game that is over; nothing before. @param {GameInfo} info @param {number[]} moves @returns {Claim[]} */
function ended(info, moves) {
  const winner = winnerOf(info, discsOf(info, moves));
  if (winner === undefined) return [];
  const at = String(moves);
  return [winner === null ? { moves: at, result: "drawn" } : { moves: at, side: winner, result: "won" }];
}

const LEVELS = 10;
const FIRST = 5;
const CHANCE = 0;
const SHEET = -1;

/** Shows the panel. */
export class PlayPanel {
  /** @param {{again: () => void, hint: () => void}} acts */
  constructor(acts) {
    const numbers = Array.from({ length: LEVELS }, (_, at) => at + 1);
    this.choice = el(
      "select",
      { class: "select", autocomplete: "off" },
      ...numbers.map((n) => el("option", { value: n, selected: n === FIRST }, t("Level {n}", { n }))),
      el("option", { value: CHANCE }, t("Chance")),
      el("option", { value: SHEET }, t("The sheet itself (you change sides)")),
    );
    this.choice.addEventListener("change", acts.again);
    this.hint = button(t("What do my cards say?"), acts.hint);
    this.element = el(
      "div",
      { class: "win__part" },
      el("label", { class: "win__field" }, el("span", { class: "quiet" }, t("The other side")), this.choice),
      el("div", { class: "win__buttons" }, this.hint, button(t("New game"), acts.again)),
      el("p", { class: "quiet" }, t("A hint comes from the lessons that you know, and from nothing else.")),
    );
  }

  /** Returns the level chosen; 0 for chance and for the sheet. */
  get level() {
    return Math.max(CHANCE, Number(this.choice.value));
  }

  /** Tells whether the cards play their side themselves, and the person the other one. */
  get sheet() {
    return Number(this.choice.value) === SHEET;
  }

  /** Draws the changes. @param {boolean} open the person is to move */
  render(open) {
    set(this.hint, "disabled", !open || this.sheet);
  }
}
