/**
 * Brings in what belongs to a game that is over: the result's sentences, the review, the ladder, the mistakes for the
 * coach. Each part is loaded when it is needed.
 *
 * @typedef {object} Parts
 * @property {() => PageState} state
 * @property {(action: Action) => void} dispatch
 * @property {Table} table
 * @property {Questions} questions
 * @property {Actions & {playAt: (level: number) => void, retry: (ply: number) => void, sound: () => void, offersSound:
 *   () => boolean, react: (reaction: Reaction) => void}} actions
 * @property {HTMLElement} place the buttons: the sentences stand above, the review below
 */

/** @import { Action } from "./model/state/state.js" */
/** @import { Reaction } from "./model/meeting.js" */
/** @import { PageState } from "./model/types.js" */
/** @import { Questions } from "./net/questions.js" */
/** @import { Table } from "./net/table.js" */
/** @import { After } from "./view/panel/after.js" */
/** @import { Actions, Review } from "./view/panel/review.js" */

import { canReview, isDone, isReviewed, showsReview } from "./model/ended/review.js";
import { hasOwnEngine } from "./model/select.js";
import { followClimb, isPlayedByProgram } from "./net/ladder.js";
import { afterFrame, byId, Drawn, set } from "./view/dom.js";
import { t } from "./words.js";

/**
 * Delays the review of an ended game until the page has the new shape: a review takes every core of a small machine.
 */
const SETTLED_MS = 150;
/**
 * The silence of the server about an unfinished review after which the page asks again, doubled each time up to the
 * longest one.
 */
const SILENCE_MS = 30_000;
const LONGEST_SILENCE_MS = 120_000;

/** Names what is reviewed. @param {PageState} page */
const nameOf = ({ game }) => `${game.game_id} ${game.notation}`;
/** Tells whether the server reviews what is on the board, and has not come to the end. @param {PageState} page */
const waitsForServer = (page) => canReview(page) && page.game.game_id !== null && !hasOwnEngine(page) && !isDone(page);

/** Shows what there is to see of an ended game. */
export class EndedGame {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {Review | null} */
    this.review = null;
    /** Tells of an ended game; loaded with the first end. @type {After | null} */
    this.after = null;
    this.drawn = new Drawn();
    /** Names the moves of the last review request. */
    this.asked = "";
    /** Names the moves of the request that has no answer yet. */
    this.asking = "";
    this.silence = SILENCE_MS;
    this.timer = 0;
    this.heard = new Drawn();
    /** Names the moves of the review whose mistakes are collected. */
    this.collected = "";
  }

  /**
   * Shows the review when there are moves to go through; until then no part of the review is loaded. When a game ends,
   * the last disc falls first, then the board takes the room of the tree, then the review appears: each in a separate
   * frame.
   */
  async render(step = 0) {
    const page = this.parts.state();
    const { game, review, connection, tokens } = page;
    if (step === 0 && !this.review && this.drawn.has(game, review, connection, tokens)) return;
    const wanted = showsReview(page);
    const { dataset } = byId("table");
    const ends = page.game.outcome !== null && dataset.over === "no";
    if (ends && step === 0) {
      void this.keepResult(page).catch(() => {}); // the network is away: this game stays out of the strength
      return afterFrame(() => void this.render(1));
    }
    hold(ends || (page.game.outcome !== null && !wanted && dataset.held === "yes"));
    for (const one of [byId("table"), byId("table").parentElement])
      one?.setAttribute("data-over", page.game.outcome ? "yes" : "no");
    if (ends) return afterFrame(() => void this.render(2));
    dataset.review = wanted ? "on" : "off";
    dataset.end = endOf(page);
    byId("panel").dataset.told = this.after || !page.game.outcome || page.game.analysis ? "yes" : "no";
    if (this.review) set(this.review.element, "hidden", !wanted);
    if (page.game.outcome && page.game.game_id !== null && !page.game.analysis && !this.after) void this.tell();
    if (!canReview(page)) return;
    this.ask(page);
    if (!wanted) return;
    if (this.review) return this.review.render(page);
    const { Review } = await import("./view/panel/review.js");
    if (!this.review) this.placeReview(new Review(this.parts.actions)).render(this.parts.state());
  }

  /** Returns the ply at which the look at the game begins: at the first pin, where the review knows it already. */
  get start() {
    const { review } = this.parts.state();
    return review.opened ? null : (this.after?.start ?? null);
  }

  /**
   * Asks for the review of a game once, and the server again after its silence and after each new connection: a review
   * ends with its host, and where nobody is at the table. Keeps the mistakes when the review is done.
   *
   * @param {PageState} page
   */
  ask(page) {
    const name = nameOf(page);
    const isHere = ["online", "alone"].includes(page.connection.status);
    if (!isHere && waitsForServer(page)) this.asked = "";
    if (isHere && page.game.game_id !== null && this.asked !== name && !isDone(page)) {
      this.asked = name;
      this.silence = SILENCE_MS;
      setTimeout(
        () => {
          if (nameOf(this.parts.state()) === name) void this.send();
          else if (this.asked === name) this.asked = ""; // the page shows another position meanwhile, and may come back
        },
        page.game.outcome ? SETTLED_MS : 0,
      );
    }
    if (!this.heard.has(name, page.review.result)) {
      if (this.asking !== name) this.silence = SILENCE_MS; // an answer is no news
      this.wait();
    }
    if (!isReviewed(page) || this.collected === name) return;
    this.collected = name;
    const pin = this.after?.start ?? null;
    if (page.review.waits && pin !== null) this.parts.dispatch({ type: "look", ply: pin });
    void this.collect(page);
  }

  /** Asks for the review, unless the same request has no answer yet. */
  async send() {
    const name = nameOf(this.parts.state());
    if (this.asking === name) return;
    this.asking = name;
    try {
      await this.parts.questions.review();
    } catch {
      // The network is away: it is tried again.
    } finally {
      if (this.asking === name) this.asking = "";
    }
  }

  /** Asks again after a silence, as long as the review is not done. */
  wait() {
    clearTimeout(this.timer);
    const { state } = this.parts;
    if (!waitsForServer(state())) return;
    this.timer = window.setTimeout(async () => {
      this.silence = Math.min(2 * this.silence, LONGEST_SILENCE_MS);
      const mayAsk = waitsForServer(state()) && state().connection.status === "online";
      await (mayAsk && this.send());
      this.wait();
    }, this.silence);
  }

  /** Keeps the ladder: a stop lights up at the end of a won game. */
  followClimb() {
    const climb = followClimb(this.parts.state());
    if (climb) this.parts.dispatch({ type: "ladder", ...climb });
  }

  /** Tries a move at the moment that the person looks at: the verdict comes at once. @param {number} move */
  async tryMove(move) {
    const { state, dispatch, questions } = this.parts;
    const page = state();
    const { retry } = page.review;
    if (!retry || retry.right === true || (retry.move !== null && retry.right === null)) return;
    dispatch({ type: "tried", move, right: null, said: t("One moment: I look at it.") });
    const { judge } = await import("./net/judge_move.js");
    const verdict = await judge(questions, page, retry.ply, move);
    const now = state().review.retry;
    if (now?.ply === retry.ply && now.move === move) dispatch({ type: "tried", move, ...verdict });
  }

  /** Begins a new game on the same sides against another level. @param {number} level */
  playAt(level) {
    const { table, state } = this.parts;
    table.setLocalSeats(state().game.seats.map((seat) => (seat.kind === "engine" ? { kind: "engine", level } : seat)));
    return table.again();
  }

  /** Loads what is told after a game. */
  async tell() {
    const { After } = await import("./view/panel/after.js");
    if (this.after) return;
    this.after = new After(this.parts.actions);
    this.parts.place.before(this.after.element, this.after.choices);
    this.after.render(this.parts.state());
    byId("panel").dataset.told = "yes";
  }

  /** Keeps the result of the game that is over. @param {PageState} page */
  async keepResult(page) {
    if (isPlayedByProgram(page.game.game_id)) return;
    const { keepResult } = await import("./net/results.js");
    keepResult(page);
  }

  /** Keeps the person's mistakes of a reviewed game for the coach's page. @param {PageState} reviewed */
  async collect(reviewed) {
    const { collectMistakes } = await import("./coach/net/mistakes.js");
    const gameId = reviewed.game.game_id ?? "";
    const count = await collectMistakes(reviewed, (event, question) => this.parts.table.socket.call(event, question));
    if (count) this.parts.dispatch({ type: "mistakes", gameId, count });
  }

  /** Puts the review below the buttons. @param {Review} made */
  placeReview(made) {
    this.review = made;
    this.parts.place.after(made.element);
    return made;
  }
}

/**
 * Holds the board where and as large as it is: what there is to say of an ended game takes the place of the roots, and
 * moves nothing. Lets go for the next game, for the look at this one, and where the window changes.
 * @param {boolean} on
 */
function hold(on) {
  const table = byId("table");
  if (on === (table.dataset.held === "yes")) return;
  table.dataset.held = on ? "yes" : "no";
  // all is read before anything is written: one layout, not three
  const kept = /** @type {const} */ ([
    [".board", "--cell"],
    [".stage", "width"],
    [".stage", "height"],
    [".panel", "height"],
  ]).map(([name, property]) => {
    const part = /** @type {HTMLElement | null} */ (table.querySelector(name));
    return { part, property, value: on && part ? getComputedStyle(part).getPropertyValue(property) : "" };
  });
  for (const { part, property, value } of kept) part?.style.setProperty(property, value);
  if (on) addEventListener("resize", () => hold(false), { once: true });
}

/** Tells how the game ended for the person here: "won", "lost", or "" for neither. @param {PageState} page */
function endOf({ game, tokens }) {
  const winner = game.outcome?.winner ?? null;
  if (winner === null || game.analysis || tokens.seats.every((token) => token === null)) return "";
  return tokens.seats[winner] !== null ? "won" : "lost";
}
