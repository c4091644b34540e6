/**
 * The figures of what the machine knows of seven columns. Figure 1: on a board that is played on. Figure 8: zugzwang on
 * proved boards; one side only answers above, until the other must fill the cell below the ring.
 * @typedef {{moves: string, side: 0 | 1, below: [number, number], line: [number, number][]}} Proved
 */

/** @import { Found } from "../../../engine/board.js" */
/** @import { Chip } from "../essay_board.js" */

import { after, bestOf, endScore, landing, movesOf, pliesTo, replay } from "../../../engine/board.js";
import { EngineLost, sharedEngine } from "../../../engine/client.js";
import { byId } from "../../../view/dom.js";
import { BOARD, Board } from "../essay_board.js";
import { Part } from "../part.js";

/** A position with one column that wins; from a shipped puzzle. */
export const START = Object.freeze([4, 5, 5, 6, 3, 5, 3, 4, 2, 1, 3, 3, 2, 5, 2, 2]);

/**
 * Returns what stands below the columns of a position.
 * @param {Part} part
 * @param {number[]} moves
 * @param {Found} found
 * @returns {Map<number, Chip>}
 */
export function chipsOf(part, moves, found) {
  return new Map(
    found.moves.map(({ move, low }) => {
      const n = low ? (pliesTo(BOARD, low, moves.length) + 1) >> 1 : 0;
      const kind = low > 0 ? "win" : low < 0 ? "loss" : "draw";
      const sign = low > 0 ? `+${n}` : low < 0 ? `−${n}` : "=";
      return [move, { words: part.say(kind, { n }), sign, kind }];
    }),
  );
}

/** Begins the figure. Returns how many positions the first answer took. @returns {Promise<number>} */
export async function knows() {
  const part = new Part("knows");
  const engine = sharedEngine();
  /** @type {number[]} */
  let moves = [...START];
  let chosen = 0;
  /** @type {Found | null} what is known of the first position; a guess may come before */
  let first = null;
  const board = new Board(part, part.figure, (column) => {
    if (chosen && first) moves = [...moves, column];
    else chosen = column;
    void look();
  });
  const back = part.on("back", () => {
    moves = moves.length > START.length ? moves.slice(0, -1) : moves;
    void look();
  });
  board.render({ moves, open: true });
  first = await engine.scores(BOARD, moves).catch((error) => {
    if (!(error instanceof EngineLost)) throw error;
    part.show("lost");
    board.render({ moves, open: false });
    return null;
  });
  if (!first) return 0;
  part.fill({ nodes: first.nodes });
  await look();
  return first.nodes;

  /** Shows the position, and what is known of it once the reader has guessed. */
  async function look() {
    if (!first) return undefined;
    const now = moves;
    const over = endScore(BOARD, replay(BOARD, now)) !== null;
    back.hidden = now.length === START.length;
    board.render({ moves: now, open: !over });
    if (!chosen || over) return part.show(over ? "over" : "guess");
    const found = now.length > START.length ? await engine.scores(BOARD, now) : first;
    if (now !== moves) return undefined;
    const best = bestOf(BOARD, first).move;
    board.render({ moves: now, open: true, chips: chipsOf(part, now, found) });
    part.fill({ chosen, best, verdict: chipsOf(part, [...START], first).get(chosen)?.words ?? "", more: found.nodes });
    return part.show(chosen === best ? "right" : "wrong", "signs", now.length > START.length ? "on" : "at");
  }
}

/** Begins the figure. */
export function waits() {
  const part = new Part("waits");
  /** @type {Proved[]} */
  const boards = JSON.parse(byId("boards").textContent ?? "[]");
  let at = 0;
  /** @type {number[]} */
  let moves = [];
  let guessed = 0;
  /** The case that the exact search has been asked. */
  let proof = "";
  const board = new Board(part, part.figure, (column) => (guessed ? play(column) : void guess(column)));
  part.on("another", () => {
    at = (at + 1) % boards.length;
    begin();
  });

  const proved = () => /** @type {Proved} */ (boards[at]);

  /** Begins with a board. */
  function begin() {
    const { side, below } = proved();
    [moves, guessed, proof] = [[...proved().moves].map(Number), 0, ""];
    const names = [part.say("first"), part.say("second")];
    part.fill({ winner: names[side] ?? "", loser: names[1 - side] ?? "", below: below[0] });
    part.show();
    render();
  }

  /** Takes the column that the reader would leave alone. @param {number} column */
  async function guess(column) {
    const asked = proved();
    guessed = column;
    told();
    const found = await sharedEngine()
      .scores(BOARD, moves)
      .catch(() => null);
    if (!found || asked !== proved() || moves.length !== asked.moves.length) return;
    board.render({ moves, open: true, chips: chipsOf(part, moves, found), marked: [ring()] });
    part.fill({ nodes: found.nodes });
    proof = "proof";
    told();
  }

  /** Plays the reader's column and the answer above: a move of the proof. @param {number} column */
  function play(column) {
    moves = [...moves, column, column];
    render();
    if (over()) part.show("fell", proof);
    else told();
  }

  /** Says how many cells are left to wait with. */
  function told() {
    const [forbidden] = proved().below;
    const position = replay(BOARD, moves);
    let left = 0;
    for (const column of movesOf(BOARD, position))
      if (column !== forbidden)
        for (let then = position; landing(BOARD, then, column); then = after(BOARD, then, column)) left += 1;
    part.fill({ left });
    part.show(guessed === forbidden ? "yes" : "no", "left", proof);
  }

  const over = () => endScore(BOARD, replay(BOARD, moves)) !== null;
  const ring = () => {
    const [column, row] = proved().below;
    return /** @type {[number, number]} */ ([column, row + 1]);
  };
  const render = () => board.render({ moves, open: !over(), marked: over() ? proved().line : [ring()] });
  begin();
}
