/** Keeps the engines' answers in step with the moves. */

/** @import { EngineAnswer, GameEvent, GameState } from "../types.js" */

/**
 * Returns the answers after an event: one more, or fewer where moves were taken back.
 *
 * @param {EngineAnswer[]} answers
 * @param {GameState} state
 * @param {GameEvent} [event]
 * @returns {EngineAnswer[]}
 */
export function updateAnswers(answers, state, event) {
  const standing = answers.filter((answer) => answer.ply < state.ply && answer.ply !== event?.ply);
  if (!event?.answer || event.ply === undefined) return standing.length === answers.length ? answers : standing;
  const { expected, slip, better, proven } = event.answer;
  const reply = state.discs[event.ply - 1] && !event.lots?.length ? (state.moves[event.ply - 1] ?? null) : null;
  const { ply } = event;
  const answer = {
    ply,
    seat: event.seat ?? 0,
    move: event.move ?? 0,
    reply,
    expected,
    slip,
    better: better ?? null,
    proven,
  };
  return [...standing, answer];
}
