/**
 * Tells of an ended game: where the game turned, the score of a series, and the better moves that an easy level saw and
 * let pass. Loaded with the first end.
 *
 * @typedef {import("./types.js").PageState} PageState
 */

import { moveWords } from "./board.js";
import { couldBeSeen, isReviewed, reviewRows } from "./review.js";
import { enginesOnly, isMine } from "./select.js";
import { t } from "../words.js";

/** Says which move lost the game, or the win; "" for an open review or a game without such a move. @param {PageState} page */
export function turnWords(page) {
  const { game, info } = page;
  const winner = game.outcome?.winner ?? null;
  if (!isReviewed(page)) return "";
  const rows = [...reviewRows(page).values()].filter((row) => row.ply >= game.start && row.seat !== winner && row.loss > 0 && couldBeSeen(row));
  const row = rows.filter(({ mark }) => mark === "blunder" || mark === "mistake").at(-1);
  if (!row) return "";
  const mine = isMine(page, row.seat) && !isMine(page, row.seat === 0 ? 1 : 0);
  const values = { n: row.ply + 1, side: info.players[row.seat], move: moveWords(page, row.move), best: moveWords(page, row.best) };
  return mine
    ? t("It turned on move {n}: you played {move}, and {best} was better.", values)
    : t("It turned on move {n}: {side} played {move}, and {best} was better.", values);
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
  if (!game.outcome || enginesOnly(page) || !game.seats.some((seat) => seat.kind === "engine")) return "";
  const slips = page.engineView.answers.filter((answer) => answer.slip && answer.better !== null && answer.better !== answer.move);
  const [first] = slips;
  if (!first) return "";
  const values = { move: first.ply + 1, better: moveWords(page, first.better ?? 0), mine: moveWords(page, first.move) };
  if (slips.length === 1) return t("I went easy on you once: on move {move}, {better} was better than my {mine}.", values);
  if (slips.length === 2) return t("I went easy on you twice: on move {move}, {better} was better than my {mine}.", values);
  return t("I went easy on you {n} times: on move {move}, {better} was better than my {mine}.", { ...values, n: slips.length });
}
