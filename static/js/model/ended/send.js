/**
 * Writes what a person sends of a game: a sentence, and the address of a position to play better. Loaded with the
 * picture.
 */

/** @import { PageState } from "../types.js" */

import { againstAddress, positionAddress } from "../../files.js";
import { movesUpTo } from "../history.js";
import { engineSeat } from "../select.js";
import { headline } from "../page_words.js";
import "../../more_words.js";
import { t, tn } from "../../words.js";
import { isReviewed, markOf, reviewRows } from "./review.js";
import { momentOf } from "./turn.js";

/** How many moves before the end a friend begins, where no other moment is known. */
const BACK = 6;

/**
 * Says the result in one sentence: "I beat Steady in 9 moves."; "" where there is no result against an engine.
 * @param {PageState} page
 */
export function sentOf(page) {
  const { game, levels } = page;
  const engine = engineSeat(page);
  const winner = game.outcome?.winner ?? null;
  const level = engine === null ? undefined : levels.find(({ number }) => number === game.seats[engine]?.level);
  if (!level || winner === null) return "";
  const [n, name] = [Math.ceil((game.ply - game.start) / 2), { name: level.name }]; // not those that lay there before
  return winner === engine
    ? tn(n, "{name} beat me in {n} move.", "{name} beat me in {n} moves.", name)
    : tn(n, "I beat {name} in {n} move.", "I beat {name} in {n} moves.", name);
}

/** How many dots stand in a line. */
const DOTS = 7;
/** What a move was: one that kept the result, a small slip, a result given away, seen or not. @type {Record<string, string>} */
const DOT = { "": "🟢", "?!": "🟡", "?": "🔴", "??": "🔴" };

/**
 * Tells a game in lines of text: the result, a dot for each move of the person (of both sides where no engine played),
 * and a call to do better. No line names a move.
 *
 * @param {PageState} page
 * @param {string} link
 */
export function storyOf(page, link) {
  const engine = engineSeat(page);
  const rows = isReviewed(page) ? [...reviewRows(page).values()] : [];
  const own = rows.filter(({ ply, seat }) => ply >= page.game.start && seat !== engine);
  const dots = own.map((row) => DOT[row.proven && row.loss ? "?" : markOf(page, row)[0]] ?? "🟢");
  const lines = Array.from({ length: Math.ceil(dots.length / DOTS) }, (_, i) =>
    dots.slice(i * DOTS, (i + 1) * DOTS).join(""),
  );
  return [sentOf(page) || headline(page), ...lines, t("Your turn: can you do better?"), link].join("\n");
}

/**
 * Returns the address of the position to play better: the person's slip, else some moves before the end.
 * @param {PageState} page
 */
export function challengeOf(page) {
  const { game } = page;
  const engine = engineSeat(page);
  const ply =
    momentOf(page) ?? Math.max(0, game.ply - BACK - (engine !== null && (game.ply - BACK) % 2 === engine ? 1 : 0));
  const moves = movesUpTo(game, ply);
  const position = { game: game.game, notation: moves.join("") };
  return engine === null ? positionAddress(position) : againstAddress(position, game.seats[engine]?.level ?? 5);
}
