/** Reads the proofs that this browser keeps, down to each cell: a page follows them, move by move. */

/** @import { Reader } from "../../model/kept.js" */
/** @import { Explanation } from "../../model/proof/certificate.js" */

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
const step = fields({ kind: words(40), text: words(1000), moves: every(column, 42), cells, pairs });

/** Reads the proofs by the name of the puzzle. @type {Reader<Record<string, Explanation>>} */
export const KEPT_PROOFS = entries(
  /^[1-7]{0,42}$/,
  fields({
    claim: nullOr(claim),
    certificate,
    reason: words(1000),
    steps: every(step, 200),
    play: every(column, 42),
  }),
  200,
);
