/**
 * Tells of an ended game: where the game turned, the score of a series, and the better moves that an easy level saw and
 * let pass. Loaded with the first end.
 *
 * @typedef {import("./types.js").PageState} PageState
 */

import { moveWords } from "./board.js";
import { couldBeSeen, isReviewed, reviewRows } from "./review.js";
import { enginesOnly, isMine } from "./select.js";

/** Says which move lost the game, or the win; "" for an open review or a game without such a move. @param {PageState} page */
export function turnWords(page) {
  const { game, info } = page;
  const winner = game.outcome?.winner ?? null;
  if (!isReviewed(page)) return "";
  const rows = [...reviewRows(page).values()].filter((row) => row.ply >= game.start && row.seat !== winner && row.loss > 0 && couldBeSeen(row));
  const row = rows.filter(({ mark }) => mark === "blunder" || mark === "mistake").at(-1);
  if (!row) return "";
  const who = isMine(page, row.seat) && !isMine(page, row.seat === 0 ? 1 : 0) ? "you" : info.players[row.seat];
  return `It turned on move ${row.ply + 1}: ${who} played ${moveWords(page, row.move)}, and ${moveWords(page, row.best)} was better.`;
}

/** Says the score of a series of rematches: "Games won: you 2, Yellow 1."; "" for a first game. @param {PageState} page */
export function scoreWords(page) {
  const { score, seats } = page.game;
  if (score[0] + score[1] < 2 || enginesOnly(page)) return "";
  const [first, second] = [0, 1].map((number) => {
    const seat = /** @type {0 | 1} */ (number);
    const mine = isMine(page, seat) && !isMine(page, seat === 0 ? 1 : 0);
    return `${mine ? "you" : seats[seat]?.name ?? page.info.players[seat]} ${score[seat]}`;
  });
  const told = second?.startsWith("you ") ? [second, first] : [first, second];
  return `Games won: ${told.join(", ")}.`;
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
  const times = slips.length === 1 ? "once" : slips.length === 2 ? "twice" : `${slips.length} times`;
  return `I went easy on you ${times}: on move ${first.ply + 1}, ${moveWords(page, first.better ?? 0)} was better than my ${moveWords(page, first.move)}.`;
}
