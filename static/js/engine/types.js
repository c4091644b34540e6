/**
 * Describes the data of the page's engine. Types only: no code.
 *
 * @typedef {{wasm?: string, words?: number, judges?: boolean, net?: string, net_arrays?: [string, ...number[]][], book?: string, courses?: Record<string, string>}} BoardFiles
 *   names of one board's files in `static/engine`; `words` is the length of a search's memory, `judges` tells whether the
 *   depth-limited search judges by the network, `courses` names the courses of cards by the side, 0 or 1, that they are for
 * @typedef {{width: number, height: number, connect: number, flat?: boolean, light?: number}} Board flat: without gravity,
 *   every free square is a move, counted in reading order from 1 at the upper left; light: searched without network and
 *   book, whose files are large, and with a table of so many bytes, a power of two
 * @typedef {object} Cards perfect play without a search (engine/cards/play.py)
 * @property {0 | 1} side that plays by the cards
 * @property {boolean} wins else the side holds a draw
 * @property {(moves: number[]) => number | null} moveAfter the side's next move; null after another move of the side
 *
 * @typedef {{own: bigint, mask: bigint}} Position the stones of the side to move, and all stones (engine/bitboard.py)
 *
 * @typedef {object} MoveBounds a move with the proven bounds of its score number, for the side to move
 * @property {number} move 4
 * @property {number} low -2
 * @property {number} high 5
 * @property {number} nodes positions searched for this move: 81092
 * @property {number | null} reply the move that proves the bounds, where one is known
 *
 * @typedef {object} Found what is known of a position
 * @property {MoveBounds[]} moves in the order of the columns
 * @property {boolean} done whether every move's score is exact
 * @property {number} nodes positions searched so far: 812340
 */
export {};
