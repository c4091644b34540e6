/**
 * Tells of an ended game: where the game turned, the score of a series, and the better moves that an easy level saw and
 * let pass. Loaded with the first end.
 */

/** @import { PageState, ReviewRow } from "../types.js" */

import { moveWords } from "../board.js";
import { nextStop } from "./ladder.js";
import { hadBetter } from "../history.js";
import { canReview, isReviewed, reviewRows } from "./review.js";
import { climber, enginesOnly, isMine } from "../select.js";
import "../../more_words.js";
import { t } from "../../words.js";

/**
 * Says in one sentence where the game turned. A turn is a change of the result: the loser's last one, if it could be seen,
 * else that it lay too far ahead, or that the search did not reach the end of the game. Without a change of the result
 * the sentence tells which move shortened the defence. "" for a game without a review.
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
  const named = (/** @type {ReviewRow} */ row) => ({ n: row.ply + 1, side: info.players[row.seat], move: moveWords(page, row.move), best: moveWords(page, row.best) });
  if (turn?.near) {
    return isMine(page, turn.seat) && !isMine(page, turn.seat === 0 ? 1 : 0)
      ? t("It turned on move {n}: you played {move}, and {best} was better.", named(turn))
      : t("It turned on move {n}: {side} played {move}, and {best} was better.", named(turn));
  }
  if (unread && unread.ply > (turn?.ply ?? -1)) return t("I could not look to the end from every move, so I cannot tell where it turned.");
  if (turn) return t("It turned on move {n}, too far from the end for anyone to see.", { n: turn.ply + 1 });
  const quick = slips.findLast(({ near }) => near);
  return quick ? t("On move {n}, {best} would have lasted longer than {move}.", named(quick)) : t("No single move decided it.");
}

/** Says which stop of the ladder has lit up, and which comes next; "" if none has. @param {PageState} page */
export function climbWords(page) {
  const level = page.levels.find(({ number }) => number === page.climbed);
  const seat = climber(page);
  if (!level || seat === null) return "";
  const next = nextStop(page.ladder, page.levels);
  const values = { n: level.number, name: level.name, side: page.info.players[seat] };
  if (!next) return t("You beat level {n}, {name}, as {side}. The whole ladder is yours.", values);
  return t("You beat level {n}, {name}, as {side}. Next: {next}, {title}.", { ...values, next: next.number, title: next.name });
}

/** Says the score of a series of rematches: "Games won: you 2, Yellow 1."; "" for a first game. @param {PageState} page */
export function scoreWords(page) {
  const { score, seats } = page.game;
  if (score[0] + score[1] < 2 || enginesOnly(page)) return "";
  const [first, second] = [0, 1].map((number) => {
    const seat = /** @type {0 | 1} */ (number);
    const mine = isMine(page, seat) && !isMine(page, seat === 0 ? 1 : 0);
    return `${mine ? t("you") : seats[seat]?.name ?? page.info.players[seat]} ${score[seat]}`;
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
  if (!game.outcome || !page.info.board || enginesOnly(page) || !game.seats.some((seat) => seat.kind === "engine")) return "";
  const slips = page.engineView.answers.filter((answer) => answer.slip && answer.better !== null && answer.better !== answer.move);
  const [first] = slips;
  if (!first) return "";
  const values = { move: first.ply + 1, better: moveWords(page, first.better ?? 0), mine: moveWords(page, first.move) };
  if (slips.length === 1) return t("I went easy on you once: on move {move}, {better} was better than my {mine}.", values);
  return t("I went easy on you {n} times, first on move {move}: {better} was better than my {mine}.", { ...values, n: slips.length });
}
