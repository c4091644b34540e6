/** Figure 7: the machine thinks on the reader's time, and keeps the branch that the reader plays. */

/** @import { Thought } from "../../../engine/mind/report.js" */
/** @import { Chip } from "../essay_board.js" */

import { endScore, replay } from "../../../engine/board.js";
import { sharedEngine } from "../../../engine/client.js";
import { Opponent } from "../../../engine/opponent.js";
import { BOARD, Board } from "../essay_board.js";
import { Part } from "../part.js";

/** A quiet beginning, Red to move; the level of the machine, and the seed of its ties. */
const BEGIN = Object.freeze([4, 4, 4, 4, 4, 2]);
const [LEVEL, SEED, HUNDRED] = [10, 1, 100];

/** Begins the figure. */
export function ponders() {
  const part = new Part("ponders");
  /** @type {number[]} */
  let moves = [...BEGIN];
  let waiting = false;
  /** @type {Opponent | null} */
  let mind = null;
  /** What the machine thought of the reader's moves. @type {Thought | null} */
  let last = null;
  /** Hears the next thought once. @type {((thought: Thought) => void) | null} */
  let once = null;
  const board = new Board(part, part.figure, (column) => void play(column).catch(() => {}));
  part.on("again", begin);

  /** Begins the game with a new mind. */
  function begin() {
    mind?.close();
    [moves, waiting, last] = [[...BEGIN], false, null];
    part.show();
    part.fill({ nodes: 0 });
    mind = new Opponent(sharedEngine(), BOARD, { moves, level: LEVEL, seed: SEED });
    mind.watch(hear);
    mind.ponder();
    draw();
  }

  /** @param {Thought} thought */
  function hear(thought) {
    if (thought.ply !== moves.length) return; // a report on its way when the reader played
    once?.(thought);
    once = null;
    if (waiting) return;
    last = thought;
    part.fill({ nodes: thought.nodes });
    draw();
  }

  /** Plays the reader's column, and the machine's answer. @param {number} column */
  async function play(column) {
    if (waiting || !mind) return;
    const share = Math.round((shares().get(column) ?? 0) * HUNDRED);
    const playing = mind;
    waiting = true;
    moves = [...moves, column];
    draw();
    /** @type {Promise<Thought>} */
    const told = new Promise((resolve) => (once = resolve));
    playing.follow(moves);
    const { kept, pruned } = await told;
    const over = endScore(BOARD, replay(BOARD, moves)) !== null;
    if (over) return part.show("over");
    const { move } = await playing.choose();
    if (playing !== mind) return;
    moves = [...moves, move];
    part.fill({ chosen: column, share, before: kept + pruned, kept, answer: move });
    playing.follow(moves);
    waiting = endScore(BOARD, replay(BOARD, moves)) !== null;
    part.show("kept", ...(waiting ? ["over"] : []));
    last = null;
    playing.ponder();
    draw();
  }

  /** Returns the share of the work for each column. */
  function shares() {
    const all = (last?.moves ?? []).reduce((sum, { visits }) => sum + visits, 0);
    return new Map((last?.moves ?? []).map(({ move, visits }) => [move, all ? visits / all : 0]));
  }

  function draw() {
    /** @type {Map<number, Chip>} */
    const chips = new Map(
      [...shares()].map(([column, share]) => {
        const n = Math.round(share * HUNDRED);
        return [column, { words: part.say("bar", { n }), sign: `${n}%`, kind: "bar", share }];
      }),
    );
    board.render({ moves, open: mind !== null && !waiting, chips });
  }

  draw();
  part.onSight((seen) => {
    if (seen && !mind && !sharedEngine().lost) begin();
    else if (mind && !waiting && seen) mind.ponder();
    else if (mind && !waiting) mind.follow(moves); // which ends the pondering: nobody is looking
  });
}
