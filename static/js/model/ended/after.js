/**
 * Tells of an ended game: where the game turned, the score of a series, and the better moves that an easy level saw and
 * let pass. Loaded with the first end.
 */

/** @import { PageState, ReviewRow } from "../types.js" */

import { moveWords } from "../board.js";
import { nextStop } from "./ladder.js";
import { hadBetter } from "../history.js";
import { canReview, isReviewed, reviewRows } from "./review.js";
import { climber, engineSeat, enginesOnly, isMine } from "../select.js";
import { voice } from "./voices.js";
import "../../more_words.js";
import { t } from "../../words.js";

/**
 * Says in one sentence where the game turned. A turn is a change of the result: the loser's last one, if it could be
 * seen, else that it lay too far ahead, or that the search did not reach the end of the game. Without a change of the
 * result the sentence tells which move shortened the defence. "" for a game without a review.
 *
 * @param {PageState} page
 */
export function turnWords(page) {
  const { game, info } = page;
  const winner = game.outcome?.winner ?? null;
  if (!canReview(page)) return "";
  if (!isReviewed(page)) return t("Looking for the move that decided it…");
  const rows = [...reviewRows(page).values()].filter(({ ply }) => ply >= game.start);
  const slips = rows.filter((row) => row.seat !== winner && hadBetter(row));
  const turn = slips.findLast(({ mark }) => mark === "mistake" || mark === "blunder"); // both results are proven
  const unread = info.chance ? undefined : rows.findLast(({ proven, mark }) => !proven || mark === "doubtful");
  const named = (/** @type {ReviewRow} */ row) => ({
    n: row.ply + 1,
    side: info.players[row.seat],
    move: moveWords(page, row.move),
    best: moveWords(page, row.best),
  });
  if (turn?.near) {
    return isMine(page, turn.seat) && !isMine(page, turn.seat === 0 ? 1 : 0)
      ? t("It turned on move {n}: you played {move}, and {best} was better.", named(turn))
      : t("It turned on move {n}: {side} played {move}, and {best} was better.", named(turn));
  }
  if (unread && unread.ply > (turn?.ply ?? -1))
    return t("I could not look to the end from every move, so I cannot tell where it turned.");
  if (turn) return t("It turned on move {n}, too far from the end for anyone to see.", { n: turn.ply + 1 });
  const quick = slips.findLast(({ near }) => near);
  return quick
    ? t("On move {n}, {best} would have lasted longer than {move}.", named(quick))
    : t("No single move decided it.");
}

/**
 * Says which stop of the ladder has lit up, and who comes next, or why none has; "" after other games.
 * @param {PageState} page
 */
export function climbWords(page) {
  const seat = climber(page);
  if (page.helped && seat !== null) return t("You won with a hint. Once more without?");
  if (page.climbed === null || seat === null) return "";
  const next = nextStop(page.ladder, page.levels);
  return next
    ? t("Beaten as {side}. {next} is next.", { side: page.info.players[seat], next: next.name })
    : t("The whole ladder is yours.");
}

/**
 * Returns what the opponent says after the game; "" where the opponent is no engine, or nobody won.
 * @param {PageState} page
 */
export function voiceWords(page) {
  const engine = engineSeat(page);
  const { outcome, seats } = page.game;
  if (engine === null || outcome?.winner == null || page.game.analysis) return "";
  return voice(seats[engine]?.level ?? 0, outcome.winner === engine ? 1 : 2);
}

/**
 * Returns the ply of the moment to try again: where the person let the result go, else where the defence got shorter;
 * the last one that could be seen, if there is one.
 *
 * @param {PageState} page
 * @returns {number | null}
 */
export function momentOf(page) {
  const engine = engineSeat(page);
  const winner = page.game.outcome?.winner;
  if (engine === null || winner !== engine || !isReviewed(page) || page.info.chance) return null;
  const slips = [...reviewRows(page).values()].filter(
    (row) => row.ply >= page.game.start && row.seat !== engine && hadBetter(row),
  );
  const turns = slips.filter(({ mark }) => mark === "mistake" || mark === "blunder");
  return (turns.findLast(({ near }) => near) ?? turns.at(-1) ?? slips.findLast(({ near }) => near))?.ply ?? null;
}

/**
 * Says the score of a series of rematches: "Games won: you 2, Yellow 1."; "" for a first game.
 * @param {PageState} page
 */
export function scoreWords(page) {
  const { score, seats } = page.game;
  if (score[0] + score[1] < 2 || enginesOnly(page)) return "";
  const [first, second] = [0, 1].map((number) => {
    const seat = /** @type {0 | 1} */ (number);
    const mine = isMine(page, seat) && !isMine(page, seat === 0 ? 1 : 0);
    return `${mine ? t("you") : (seats[seat]?.name ?? page.info.players[seat])} ${score[seat]}`;
  });
  const told = second?.startsWith(`${t("you")} `) ? [second, first] : [first, second];
  return t("Games won: {first}, {second}.", { first: told[0] ?? "", second: told[1] ?? "" });
}

/**
 * Says which better moves an easy level saw and let pass; "" if there was none.
 *
 * @param {PageState} page
 */
export function slipWords(page) {
  const { game } = page;
  if (!game.outcome || !page.info.board || enginesOnly(page) || !game.seats.some((seat) => seat.kind === "engine"))
    return "";
  const slips = page.engineView.answers.filter(
    (answer) => answer.slip && answer.better !== null && answer.better !== answer.move,
  );
  const [first] = slips;
  if (!first) return "";
  const values = { move: first.ply + 1, better: moveWords(page, first.better ?? 0), mine: moveWords(page, first.move) };
  if (slips.length === 1)
    return t("I went easy on you once: on move {move}, {better} was better than my {mine}.", values);
  return t("I went easy on you {n} times, first on move {move}: {better} was better than my {mine}.", {
    ...values,
    n: slips.length,
  });
}
