/**
 * Figure 8: zugzwang on proved boards. One side only answers above, until the other must fill the cell below the ring.
 *
 * @typedef {{moves: string, side: 0 | 1, below: [number, number], line: [number, number][]}} Proved
 */

import { after, endScore, landing, movesOf, replay } from "../../../engine/board.js";
import { sharedEngine } from "../../../engine/client.js";
import { byId } from "../../../view/dom.js";
import { BOARD, Board } from "../board.js";
import { chipsOf } from "./knows.js";
import { Part } from "../part.js";

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
