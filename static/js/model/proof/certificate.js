/**
 * Follows a proof: whatever the other side plays, the answer comes from the certificate, without a search. The shapes
 * are those of engine/coach/certificate.py and engine/coach/words.py; cells are [column, row] from 1.
 *
 * @typedef {[number, number]} Cell
 * @typedef {[Cell, Cell]} Pair
 * @typedef {Omit<import("../wire.d.ts").Step, "kind" | "said"> & {kind: string, text: string, heard?: string}} Step what is
 *   heard stands for what the board shows
 * @typedef {Omit<import("../wire.d.ts").Step, "kind"> & {kind: string}} ToldStep a step as it comes, to be said
 * @typedef {Omit<Explained, "ok" | "ply" | "version" | "steps" | "more"> & {steps: ToldStep[], more?: boolean | undefined}} Explanation
 *
 * @typedef {[number, number, 0 | 1]} Disc
 * @typedef {object} Walk a game along a proof
 * @property {Certificate} certificate
 * @property {Disc[]} discs
 * @property {Leaf | Branch | Diagram | null} node of the position; null: the game is over, or only cells set aside are left
 * @property {Map<string, Cell>} aside every cell set aside so far, with the other cell of the pair
 * @property {string} [sign] the mark of a diagram that named the last answer
 */

/** @import { GameInfo } from "../types.js" */
/** @import { Branch, Certificate, Diagram, Explained, Leaf, Wait } from "../wire.d.ts" */

import { landing, winningCells } from "../board.js";

/** Describes the proof's board to the functions of board.js. @param {Certificate} certificate @returns {GameInfo} */
export const boardOf = ({ rows, connect }) => ({
  name: "",
  title: "",
  board: [rows[0]?.length ?? 0, rows.length],
  connect,
  gravity: true,
  players: ["", ""],
  sides: ["red", "yellow"],
  chance: false,
});

/** Returns the side to move. @param {Disc[]} discs @returns {0 | 1} */
export const sideToMove = (discs) =>
  discs.filter(([, , side]) => side === 0).length > discs.filter(([, , side]) => side === 1).length ? 1 : 0;

/** Returns the discs of the proof's position, column by column. @param {Certificate} certificate @returns {Disc[]} */
export function startDiscs({ rows }) {
  /** @type {Disc[]} */
  const discs = [];
  for (let column = 1; column <= (rows[0]?.length ?? 0); column += 1) {
    for (let row = 1; row <= rows.length; row += 1) {
      const stone = rows[rows.length - row]?.[column - 1];
      if (stone === "X" || stone === "O") discs.push([column, row, stone === "X" ? 0 : 1]);
    }
  }
  return discs;
}

/**
 * Returns the lines that wait for a disc at the node of a step: after the answer if the step is about a reply.
 * @param {Certificate} certificate @param {Step} step @returns {Wait[]}
 */
export function waitsAfter(certificate, step) {
  const node = nodeAfter(certificate, step);
  return node?.type === "leaf" ? node.waits : [];
}

/** Returns the node of a step: after the answer if the step is about a reply. @param {Certificate} certificate @param {Step} step */
export function nodeAfter({ nodes, first }, { moves }) {
  const replies = moves.slice(first === null ? 0 : 1).filter((_, at) => at % 2 === 0);
  return replies.reduce((/** @type {Leaf | Branch | Diagram | undefined} */ at, reply) => {
    const next = at?.type === "branch" ? at.answers.find(([column]) => column === reply)?.[2] : null;
    return nodes[next ?? -1];
  }, nodes[0]);
}

/**
 * Returns the discs after one more; a full column changes nothing.
 * @param {GameInfo} info @param {Disc[]} discs @param {number} column @returns {Disc[]}
 */
export function droppedOn(info, discs, column) {
  const cell = landing(info, discs, column);
  return cell ? [...discs, [cell[0], cell[1], sideToMove(discs)]] : discs;
}

/**
 * Returns the discs after one more on a proof's board.
 * @param {Certificate} certificate @param {Disc[]} discs @param {number} column
 */
const dropped = (certificate, discs, column) => droppedOn(boardOf(certificate), discs, column);

/** Returns whether the last disc completes a line. @param {Certificate} certificate @param {Disc[]} discs */
export const isWon = ({ connect }, discs) => winningCells(connect, discs).length > 0;

/** Tells whether the game is over. @param {Certificate} certificate @param {Disc[]} discs */
export const isOver = (certificate, discs) =>
  isWon(certificate, discs) || discs.length === certificate.rows.length * (certificate.rows[0]?.length ?? 0);

/**
 * Begins at the proof's position, with the side's first move made, if there is one.
 *
 * @param {Certificate} certificate
 * @param {Disc[]} [start] the discs of the position, in the order of the moves if known
 * @returns {Walk}
 */
export function beginWalk(certificate, start = startDiscs(certificate)) {
  const discs = certificate.first === null ? start : dropped(certificate, start, certificate.first);
  return entered({ certificate, discs, node: null, aside: new Map() }, discs, certificate.nodes[0] ?? null);
}

/**
 * Returns the walk at another position, with the pairs set aside there.
 * @param {Walk} walk @param {Disc[]} discs @param {Walk["node"]} node @returns {Walk}
 */
const entered = (walk, discs, node) => ({
  ...walk,
  discs,
  node,
  aside: new Map([...walk.aside, ...partners(node?.aside ?? [])]),
});

/** Returns the other cell of the pair for each cell. @param {Pair[]} pairs @returns {Map<string, Cell>} */
const partners = (pairs) =>
  new Map(
    pairs.flatMap(([first, second]) => [
      [String(first), second],
      [String(second), first],
    ]),
  );

/**
 * Plays a reply of the other side and the proof's answer.
 *
 * @param {Walk} walk
 * @param {number} reply
 * @returns {{walk: Walk, answer: number | null} | null} null: the column is full or the game is over
 */
export function playReply(walk, reply) {
  const { certificate, node } = walk;
  const after = dropped(certificate, walk.discs, reply);
  if (after === walk.discs || isOver(certificate, walk.discs)) return null;
  if (isOver(certificate, after)) return { walk: { ...walk, discs: after, node: null }, answer: null };
  const last = String(after.at(-1)?.slice(0, 2));
  const found =
    node?.type === "branch" && !walk.aside.has(last) ? node.answers.find(([column]) => column === reply) : null;
  const drawn = node?.type === "diagram" ? followDiagram(walk, after, node.rows) : null;
  const answer = found?.[1] ?? drawn?.answer ?? follow(walk, after, last);
  const discs = dropped(certificate, after, answer);
  const played = { ...walk, sign: drawn?.sign ?? "" };
  if (isOver(certificate, discs)) return { walk: { ...played, discs, node: null }, answer };
  return { walk: entered(played, discs, found ? (certificate.nodes[found[2] ?? -1] ?? null) : node), answer };
}

/**
 * Returns the answer of a diagram, and the mark that names it: a line, a stop of a line, or the first mark of exactly
 * one cell.
 *
 * @param {Walk} walk @param {Disc[]} discs @param {string[]} rows @returns {{answer: number, sign: string}}
 */
function followDiagram({ certificate }, discs, rows) {
  const playable = playableCells(certificate, discs);
  const me = sideToMove(discs);
  for (const side of [me, me === 0 ? 1 : 0]) {
    const line = playable.find(([column, row]) =>
      isWon(certificate, [...discs, /** @type {Disc} */ ([column, row, side])]),
    );
    if (line) return { answer: line[0], sign: "" };
  }
  const found = named(rows, playable);
  return { answer: found?.cell[0] ?? 0, sign: found?.sign ?? "" };
}

/** Returns the cells that can be filled next. @param {Certificate} certificate @param {Disc[]} discs @returns {Cell[]} */
export function playableCells(certificate, discs) {
  const info = boardOf(certificate);
  return Array.from({ length: info.board?.[0] ?? 0 }, (_, i) => landing(info, discs, i + 1)).filter(
    (cell) => cell !== null,
  );
}

/**
 * Returns the answer of a theorem to the last disc: the partner of a cell set aside, a line at once, the waiting cell,
 * the partner of the pair, or any cell; cells set aside are filled only where no other cell is left.
 *
 * @param {Walk} walk
 * @param {Disc[]} discs
 * @param {string} last the cell of the last disc
 * @returns {number}
 */
function follow({ certificate, node, aside }, discs, last) {
  const info = boardOf(certificate);
  const leaf = node?.type === "leaf" ? node : null;
  const open = Array.from({ length: info.board?.[0] ?? 0 }, (_, i) => i + 1).filter((column) =>
    landing(info, discs, column),
  );
  const answers = partners(leaf?.pairs ?? []);
  for (const { below, target } of leaf?.waits ?? []) answers.set(String(below), target);
  /** @param {Cell | undefined} cell */
  const free = (cell) =>
    cell && !discs.some(([column, row]) => column === cell[0] && row === cell[1]) ? cell[0] : null;
  const win = open.find((column) => isWon(certificate, dropped(certificate, discs, column)));
  const any = open.find((column) => !aside.has(String(landing(info, discs, column)))) ?? open[0] ?? 0;
  return free(aside.get(last)) ?? win ?? free(answers.get(last)) ?? any;
}

/** @typedef {{sign: string, cells: Cell[]}} Mark the cells that bear a mark of a diagram, as engine/coach/diagram.py reads it */

/** The signs in the order in which they are looked for; a follow-up is a dot in an even row and a bar in an odd one. */
const SIGNS = ["!", "@", "^", "+", "=", "-"];

/** Returns the marks of a sheet in the order in which they are looked for, without those of no cell. @param {string[]} rows the top row first @returns {Mark[]} */
export function marksOf(rows) {
  const cells = rows.flatMap((signs, at) =>
    [...signs].map((sign, column) => {
      const row = rows.length - at;
      return { sign: sign === (row % 2 ? "|" : ".") ? "^" : sign, cell: /** @type {Cell} */ ([column + 1, row]) };
    }),
  );
  return SIGNS.map((sign) => ({
    sign,
    cells: cells.filter((one) => one.sign === sign).map(({ cell }) => cell),
  })).filter((mark) => mark.cells.length);
}

/**
 * Returns the mark and the cell that a sheet names among the playable cells: of the first mark that exactly one bears.
 * @param {string[]} rows @param {Cell[]} playable @returns {{sign: string, cell: Cell} | null}
 */
export function named(rows, playable) {
  for (const { sign, cells } of marksOf(rows)) {
    const some = playable.filter((cell) => cells.some((one) => String(one) === String(cell)));
    if (some[0] && some.length === 1) return { sign, cell: some[0] };
  }
  return null;
}
