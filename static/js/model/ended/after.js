/**
 * Tells of an ended game: the ladder, the opponent's word, the score of a series, and the better moves that an easy level
 * saw and let pass. Loaded with the first end.
 */

/** @import { PageState } from "../types.js" */

import { moveWords } from "../board.js";
import { nextStop } from "./ladder.js";
import { climber, engineSeat, enginesOnly, isMine } from "../select.js";
import { voice } from "./voices.js";
import "../../more_words.js";
import { t } from "../../words.js";

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
    return t("I went easy on you once: on move {move}, {better} would have been better than my {mine}.", values);
  if (slips.length === 2)
    return t("I went easy on you twice, first on move {move}: {better} would have been better than my {mine}.", values);
  return t("I went easy on you {n} times, first on move {move}: {better} would have been better than my {mine}.", {
    ...values,
    n: slips.length,
  });
}
