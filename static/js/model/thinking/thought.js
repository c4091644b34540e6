/**
 * Packs a digest into an address: a link shares the thought and not only the position. An address may hold anything:
 * only a digest of the right shape with legal moves is shown. Loaded with the first such address.
 */

/** @import { Digest, GameState } from "../types.js" */

const BEGIN = "#t=";
const WORDS = /^((wins|loses|draws)( in \d{1,3})?|at (least|most) a draw|)$/;
const MOST_LINE = 24;

/** Returns the part of an address behind the # which holds a digest. @param {Digest} digest */
export function encodeThought(digest) {
  const moves = digest.moves.map((view) => [
    view.move,
    Math.round(view.value * 1000),
    view.proven ? 1 : 0,
    view.words,
    view.depth ?? 0,
    view.visits,
  ]);
  const text = JSON.stringify([digest.depth, digest.nodes, digest.pv.slice(0, MOST_LINE), moves]);
  return BEGIN + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Returns the digest in the address of this position, or null.
 * @param {string} hash @param {GameState} game @returns {Digest | null}
 */
export function decodeThought(hash, game) {
  if (!hash.startsWith(BEGIN) || hash.length > 4000) return null;
  try {
    const [depth, nodes, pv, moves] = JSON.parse(
      atob(hash.slice(BEGIN.length).replaceAll("-", "+").replaceAll("_", "/")),
    );
    const whole = (/** @type {unknown} */ n) => Number.isSafeInteger(n) && Number(n) >= 0;
    const good =
      whole(depth) &&
      whole(nodes) &&
      Array.isArray(pv) &&
      pv.length <= MOST_LINE &&
      pv.every(whole) &&
      Array.isArray(moves);
    if (!good || moves.length === 0) return null;
    const views = moves.map(([move, value, proven, words, deep, visits]) => {
      const legal = game.legal.includes(move) && Math.abs(value) <= 1000 && whole(deep) && whole(visits);
      if (!legal || typeof words !== "string" || !WORDS.test(words)) throw new Error("no such thought");
      return {
        move,
        value: value / 1000,
        low: -127,
        high: 127,
        proven: proven === 1,
        words,
        depth: deep || null,
        visits,
        refutation: null,
      };
    });
    return {
      game_id: game.game_id ?? "",
      ply: game.moves.length,
      seat: null,
      pondering: false,
      busy: false,
      solved: false,
      depth,
      nodes,
      nodes_per_second: 0,
      tree: 0,
      kept: 0,
      pruned: 0,
      expected: null,
      recalled: null,
      pv,
      moves: views,
      sent: true,
    };
  } catch {
    return null; // mistyped or cut short on the way: the position is shown all the same
  }
}
