/** Reads the proofs that this browser keeps, down to each cell: a page follows them, move by move. */

/** @import { Reader } from "../../model/kept.js" */
/** @import { Explanation, ToldStep } from "../../model/proof/certificate.js" */
/** @import { Said } from "../../words.js" */

import { entries, every, fields, flag, matching, nullOr, oneOf, row, whole, words } from "../../model/kept.js";

const MOST = 5000;
const [column, count] = [whole(1, 7), whole(0, 1e6)];
const cell = row(column, whole(1, 6));
const cells = every(cell, 42);
const pairs = every(row(cell, cell), 42);
const leaf = fields({
  type: oneOf(/** @type {const} */ ("leaf")),
  block: flag,
  pairs,
  waits: every(fields({ target: cell, below: cell, line: cells }), 42),
  line: cells,
  reach: cells,
  count,
  aside: pairs,
});
const branch = fields({
  type: oneOf(/** @type {const} */ ("branch")),
  answers: every(row(column, nullOr(column), nullOr(count)), 7),
  aside: pairs,
});
const diagram = fields({
  type: oneOf(/** @type {const} */ ("diagram")),
  rows: every(matching(/^[XO!@.|+=-]{7}$/), 6),
  aside: pairs,
});
const claim = fields({ side: whole(0, 1), wins: flag });
const certificate = fields({
  game: words(40),
  connect: oneOf(4),
  rows: every(matching(/^.{7}$/), 6),
  claim,
  first: nullOr(column),
  size: count,
  nodes: every((value) => leaf(value) ?? branch(value) ?? diagram(value), MOST),
});
/** Reads a sentence: its English template and the values of its holes. @type {Reader<Said>} */
const said = (given) =>
  words(1000)(given) ?? fields({ text: words(1000), values: entries(/^\w{1,20}$/, hole, 50) })(given);
/** Reads the value of a hole. @type {Reader<unknown>} */
const hole = (given) =>
  count(given) ??
  every(hole, 50)(given) ??
  fields({ side: words(20) })(given) ??
  fields({ count })(given) ??
  said(given);
const told = fields({ kind: words(40), said: every(said, 50), moves: every(column, 42), cells, pairs });
/** Reads a step; older releases kept its sentences as one English text. @type {Reader<ToldStep>} */
const step = (given) =>
  told(given) ?? told({ .../** @type {any} */ (given), said: [/** @type {any} */ (given)?.text] });

/** Reads the proofs by the name of the puzzle. @type {Reader<Record<string, Explanation>>} */
export const KEPT_PROOFS = entries(
  /^[1-7]{0,42}$/,
  fields({
    claim: nullOr(claim),
    certificate,
    reason: nullOr(said),
    steps: every(step, 200),
    play: every(column, 42),
  }),
  200,
);
