/**
 * Lists the ways on from a position of the book, and the ways back; says where most levels go wrong, and where a proof
 * begins: for the first openings from the file, for the others by the server.
 */

/** @import { Told } from "../../model/claim.js" */
/** @import { Openings } from "./openings_model.js" */
/** @import { Way } from "./openings_model.js" */
/** @import { Explanation } from "../../model/proof/certificate.js" */

import { positionAddress } from "../../files.js";
import { claiming, ofColumn, textOf, written } from "../../model/claim.js";
import { NAMED_BY, openingName } from "../../course/model/opening_names.js";
import { button, byId, el, set, setText, setTold } from "../../view/dom.js";
import { isSite, t } from "../../words.js";
import { BOARD, NAMES, HEIGHT, WIDTH, discsAfter, winningCells } from "../model/puzzle.js";
import { loadProgress } from "../net/progress_store.js";
import { PlayOn } from "../view/puzzle_board.js";
import { ofResult } from "./openings_model.js";

/** Names an opening. @param {number[]} moves */
function openingWords(moves) {
  const [name, called] = [moves.join(""), openingName(moves)];
  if (!moves.length) return t("The empty board.");
  return called ? t("Opening {name}, called {called}.", { name, called }) : t("Opening {name}.", { name });
}

/** Shows the panel. */
export class Ways {
  /**
   * @param {Openings} openings
   * @param {number[]} levels the points of each level
   * @param {{play: (move: number) => void, back: () => void, begin: () => void}} acts
   */
  constructor(openings, levels, acts) {
    this.openings = openings;
    this.levels = levels;
    this.acts = acts;
    this.back = button(t("One move back"), acts.back);
    this.begin = button(t("To the first move"), acts.begin);
    this.line = el("p", {});
    this.been = el("p", {});
    this.trap = el("p", {});
    this.list = el("ul", { class: "openings__list" });
    this.proof = el("a", {});
    this.proven = el("p", {}, this.proof);
    this.find = button(t("Find the position where a proof begins"), () => void this.search());
    this.found = el("p", {});
    /** The openings whose proof was looked for, by their moves. @type {Map<string, number[] | null>} */
    this.searched = new Map();
    /** @type {number[]} */
    this.moves = [];
    this.playOn = new PlayOn();
    this.element = el(
      "div",
      { class: "openings" },
      el("div", { class: "openings__buttons" }, this.back, this.begin),
      this.line,
      this.been,
      this.trap,
      this.list,
      this.proven,
      el("div", { class: "openings__buttons" }, this.find),
      this.found,
      this.playOn.element,
      el(
        "p",
        { class: "quiet" },
        t("Strong players name an opening by its columns, as “436”. Some have names in the list of {source}.", {
          source: NAMED_BY,
        }),
      ),
    );
  }

  /** Draws the changes. @param {number[]} moves @param {Way[]} ways @param {string} been @param {boolean} over */
  render(moves, ways, been, over) {
    const within = this.list.contains(document.activeElement) || document.activeElement === this.back;
    set(this.back, "disabled", !moves.length);
    set(this.begin, "disabled", !moves.length);
    setText(this.line, openingWords(moves));
    setText(this.been, been);
    set(this.been, "hidden", !been);
    const trap = trapWords(this.openings, moves);
    setTold(this.trap, trap);
    set(this.trap, "hidden", !textOf(trap));
    this.moves = moves;
    this.renderProof(over);
    this.playOn.render(over ? null : moves.join(""), loadProgress().rating, this.levels);
    const rows = ways.map((way) => {
      const words = resultWords(way);
      const row = button(way.keeps ? `${words} ✓` : words, () => this.acts.play(way.column));
      set(row, "data-claim", written(ofResult(moves, way.winner, way.ply, way.column)));
      return row;
    });
    this.list.replaceChildren(...rows.map((row) => el("li", {}, row)));
    if (within) (rows[0] ?? this.back).focus(); // the pressed button has gone
  }

  /** Links the position where a proof begins, or offers to find it. @param {boolean} over the game is over */
  renderProof(over) {
    const proof = this.openings.proof(this.moves) ?? this.searched.get(this.moves.join(""));
    set(this.proven, "hidden", !proof);
    set(this.find, "hidden", over || proof !== undefined || isSite);
    setText(this.found, proof === null ? t("No short proof was found on the way of best play.") : "");
    if (!proof) return;
    setText(this.proof, t("Best play from here, to the position where a proof begins: move {n}", { n: proof.length }));
    set(this.proof, "href", positionAddress({ game: BOARD.name, notation: proof.join("") }));
  }

  /** Asks the server where a proof begins. */
  async search() {
    const { moves } = this;
    this.find.disabled = true;
    setText(this.found, t("Looking for the proof…"));
    let refusal = "";
    try {
      const { openAnalysis } = await import("../net/reasons.js");
      this.searched.set(moves.join(""), await beginning(moves, openAnalysis));
    } catch (error) {
      const isRefusal = error instanceof Error && error.name === "refused";
      refusal = isRefusal ? error.message : t("The server is away. Try again in a moment.");
    }
    this.find.disabled = false;
    if (moves !== this.moves) return;
    const within = document.activeElement === this.find || document.activeElement === document.body;
    this.renderProof(false);
    if (refusal) setText(this.found, refusal);
    setText(byId("live"), this.found.textContent || this.proof.textContent || "");
    if (within) (this.proven.hidden ? this.find : this.proof).focus();
  }
}

/**
 * Says how many levels go wrong at a position, and how; "" if it is no trap.
 * @param {Openings} openings @param {number[]} moves @returns {string | Told}
 */
export function trapWords(openings, moves) {
  const trap = openings.trap(moves);
  if (!trap) return "";
  const { levels, column: n } = trap;
  const words = t("{levels} of 10 levels go wrong here, most often with column {n}.", { levels, n });
  return claiming(words, ofColumn(moves, n, "drops"));
}

/** Says which columns keep the result. @param {number[]} best */
export const keepers = (best) =>
  best.length === 1
    ? t("Only column {n} keeps this result.", { n: best[0] ?? 0 })
    : t("Columns that keep this result: {columns}.", { columns: best.join(", ") });

/** Says the result of a column. @param {Way} way */
export const resultWords = ({ column, winner, ply }) =>
  winner === null
    ? t("Column {n}: draw", { n: column })
    : t("Column {n}: {side} wins with move {ply}", { n: column, side: NAMES[winner] ?? "", ply });

/** No position between the opening and this move is asked: proofs that short are rare there. */
const SOONEST = 12;
/** The most questions for one opening, almost all of a third of a second at most. */
const MOST = 20;

/**
 * Returns the moves up to a position with a proof; null if none is found. Refuses where the time is too short for it.
 *
 * @param {number[]} moves
 * @param {(moves: number[]) => Promise<(ply: number, quick: boolean) => Promise<Explanation>>} open opens a game
 * @returns {Promise<number[] | null>}
 */
export async function beginning(moves, open) {
  let [known, ply, opened] = [moves, moves.length, moves.length];
  let ask = await open(known);
  for (let asked = 0; asked < MOST; asked += 1) {
    if (ply > opened) {
      ask = await open(known);
      opened = known.length;
    }
    let { certificate, play } = await ask(ply, true);
    // Where best play is known no further there was too little time.
    if (!certificate && ply + play.length === known.length && ply === known.length)
      ({ certificate, play } = await ask(ply, false));
    if (certificate) return known.slice(0, ply);
    if (ply + play.length > known.length) {
      known = [...known.slice(0, ply), ...play];
      opened = ply;
    }
    const next = Math.min(Math.max(SOONEST, ply + 1), known.length);
    if (isOver(known.slice(0, next))) return null;
    if (next === ply)
      throw Object.assign(new Error(t("The engine is busy; ask again in a moment.")), { name: "refused" });
    ply = next;
  }
  return null;
}

/** Tells whether moves have ended the game. @param {number[]} moves */
export const isOver = (moves) => moves.length === WIDTH * HEIGHT || winningCells(discsAfter(moves)).length > 0;
