/**
 * Tells of an ended game: the ladder, the opponent's word, and a better move that an easy level saw and let pass. Loaded
 * with the first end.
 */

/** @import { PageState } from "../types.js" */

import { shownPly } from "../history.js";
import { isMost, nextStop } from "./ladder.js";
import { foundAll } from "./turn.js";
import { climber, engineSeat, mySeat, nameOf } from "../select.js";
import "../../more_words.js";
import { key, t } from "../../words.js";

/**
 * Says which stop of the ladder has lit up, and who comes next, or why none has; "" after other games.
 * @param {PageState} page
 */
export function climbWords(page) {
  const seat = climber(page);
  if (page.helped && seat !== null) return page.game.outcome?.winner === seat ? t(HELPED[page.helped]) : "";
  if (page.climbed === null || seat === null) return "";
  const name = page.levels.find(({ number }) => number === page.climbed)?.name ?? "";
  if (page.game.outcome?.winner === null) return t("A draw against {name} counts as a win here.", { name });
  const next = nextStop(page.ladder, page.levels);
  return next
    ? t("Won as {side}. {next} is next.", { side: page.info.players[seat], next: next.name })
    : t("The whole ladder is yours.");
}

/** Says with which help a game was won. */
const HELPED = {
  hint: key("You won with a hint. Once more without?"),
  truth: key("You won with the truth open. Once more without?"),
  program: key("Your program won. Once more without it?"),
  back: key("You won with a move taken back. Once more without?"),
  seats: key("You won with the seats changed. Once more without?"),
};

/**
 * Returns what the opponent says after the game, or how two people stand; "" where nobody has reached anything.
 * @param {PageState} page
 */
export function voiceWords(page) {
  const engine = engineSeat(page);
  const { analysis, outcome, seats } = page.game;
  if (!outcome || analysis) return "";
  if (engine === null) return seats[0]?.kind === "human" ? standingWords(page) : "";
  const level = seats[engine]?.level ?? 0;
  if (outcome.winner === null) return isMost(page, level) && foundAll(page) ? t("Nobody can do better.") : "";
  const givenUp = page.info.connect > 0 && !outcome.line.length; // or too late: the lines speak of moves
  return givenUp ? "" : (LINES[level - 1]?.[outcome.winner === engine ? 0 : 1] ?? "");
}

/** Says who of two people has won more games. @param {PageState} page */
function standingWords(page) {
  const [first, second] = page.game.score;
  const [high, low] = [Math.max(first, second), Math.min(first, second)];
  const leader = first > second ? 0 : 1;
  if (!high) return ""; // a draw: the headline has said so
  if (high === low) return t("Nobody leads: {high} to {low}.", { high, low });
  if (mySeat(page) === leader) return t("You lead {high} to {low}.", { high, low });
  return t("{name} leads {high} to {low}.", { name: nameOf(page, leader), high, low });
}

/**
 * Says, after a win of the person, at the move at which an easy level first let a better one pass that it saw, that it
 * was kind; else "".
 *
 * @param {PageState} page
 */
export function slipWords(page) {
  const { game, info, engineView } = page;
  const engine = engineSeat(page);
  if (!game.outcome || !info.board || engine === null || game.outcome.winner !== 1 - engine) return "";
  const kind = engineView.answers.find(({ slip, better, move }) => slip && better !== null && better !== move);
  return kind && kind.ply + 1 === shownPly(page) ? t("On move {n} I was kind.", { n: kind.ply + 1 }) : "";
}

/**
 * Lists what each level says. No line says how the game could have gone: not even the last level sees every game to its end.
 * @type {[wins: string, loses: string][]}
 */
const LINES = [
  [t("Oh! Did I win?"), t("Well played. Again?")],
  [t("I saw that one!"), t("I forgot to look there.")],
  [t("That one slipped past you."), t("Nice. I did not see that coming.")],
  [t("My turn to smile."), t("You set that up well.")],
  [t("Step by step."), t("You stayed calmer than I did.")],
  [t("I wanted that one."), t("That was sharp.")],
  [t("A good fight."), t("The club will hear of this.")],
  [t("Close. Come again."), t("You found the way.")],
  [t("That was a pleasure."), t("I have nothing to add. Well played.")],
  [t("Thank you. Once more?"), t("Well played. I take my hat off.")],
];
