/** Follows two engines: since which move each engine knows how the game ends. A bell rings when one finds out. */

/** @import { Digest, Knowledge, PageState, SeatNumber } from "../types.js" */

import { resultOf } from "../claim.js";
import { enginesOnly } from "../select.js";
import { t } from "../../words.js";

/**
 * Returns the certain winner by this digest, null for a certain draw, undefined for no certainty.
 * @param {PageState} page @param {Digest} digest @returns {SeatNumber | null | undefined}
 */
function certainWinner(page, digest) {
  const mover = page.game.to_move;
  if (mover === null || digest.moves.length === 0) return undefined;
  const results = digest.moves.map(({ words }) => resultOf(words).result);
  if (results.includes("wins")) return mover;
  if (results.every((result) => result === "loses")) return mover === 0 ? 1 : 0;
  const bounded = results.every((result) => ["loses", "draws", "most"].includes(result));
  return bounded && results.includes("draws") ? null : undefined;
}

/**
 * Returns the knowledge of both sides after this digest. The same array means no change.
 * @param {PageState} page @param {Digest} digest @returns {(Knowledge | null)[]}
 */
export function updateKnowledge(page, digest) {
  const { engineView } = page;
  if (digest.seat === null || !enginesOnly(page) || digest.ply !== page.game.moves.length) return engineView.knowledge;
  const winner = certainWinner(page, digest);
  const before = engineView.knowledge[digest.seat] ?? null;
  if (winner === undefined ? before === null : before?.winner === winner) return engineView.knowledge;
  const now = winner === undefined ? null : { winner, since: page.game.ply };
  // A side that is unsure for a moment between two moves has not forgotten: only another ending replaces the first.
  if (now === null) return engineView.knowledge;
  return engineView.knowledge.map((knowledge, seat) => (seat === digest.seat ? now : knowledge));
}

/**
 * Tells since when each side knows: "Before move 12 Red saw its win; before move 16 Yellow noticed."
 *
 * @param {PageState} page
 */
export function knowledgeWords(page) {
  const names = page.info.players;
  const knowing = page.engineView.knowledge
    .map((knowledge, seat) => ({ knowledge, name: names[seat === 0 ? 0 : 1], seat }))
    .filter(({ knowledge }) => knowledge !== null)
    .sort((a, b) => (a.knowledge?.since ?? 0) - (b.knowledge?.since ?? 0));
  const [first, second] = knowing;
  if (!first?.knowledge) return "";
  const { winner } = first.knowledge;
  const both = second?.knowledge && second.knowledge.winner === winner ? second : null;
  const values = {
    move: first.knowledge.since + 1,
    side: first.name,
    winner: winner === null ? "" : names[winner],
    later: (both?.knowledge?.since ?? 0) + 1,
    other: both?.name ?? "",
  };
  if (winner === null) {
    return both
      ? t("Before move {move} {side} saw the draw; before move {later} {other} noticed.", values)
      : t("Before move {move} {side} saw the draw.", values);
  }
  if (winner === first.seat) {
    return both
      ? t("Before move {move} {side} saw its win; before move {later} {other} noticed.", values)
      : t("Before move {move} {side} saw its win.", values);
  }
  return both
    ? t("Before move {move} {side} saw that {winner} wins; before move {later} {other} noticed.", values)
    : t("Before move {move} {side} saw that {winner} wins.", values);
}
