/**
 * Wires the first page of the puzzles: the three boards of today, each with its length, a mark on those done,
 * how many are done and what is next.
 *
 * @typedef {{files: string}} Boot
 */

import { dayNumber } from "../model/day.js";
import { actOncePerPress, byId, el, set, setText, setTold } from "../view/dom.js";
import { t } from "../words.js";
import { HEIGHT, WIDTH, begin, discsAfter } from "./model/puzzle.js";
import { isDayDone } from "./model/progress.js";
import { taskOf } from "./model/coach_words.js";
import { Files } from "./net/puzzle_files.js";
import { loadProgress, onOtherTab } from "./net/progress_store.js";
import { Supply } from "./net/supply.js";
import { drawBoard } from "../view/small_board.js";

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
const supply = new Supply(new Files(boot.files));

/** Says how far one is today. @param {number[]} open the boards not done yet @param {HTMLElement[]} tiles */
function sayNext([next, ...others], tiles) {
  const done = tiles.length - others.length - 1;
  const name = next === undefined ? "" : (tiles[next]?.querySelector("strong")?.textContent ?? "");
  if (!name) setText(byId("head"), t("Today’s three are done. Next: train."));
  else if (done) setText(byId("head"), t("{done} of {all} done. Next: {name}.", { done, all: tiles.length, name }));
}

/** Draws the boards of this day. */
async function draw() {
  const [progress, today] = [loadProgress(), dayNumber(new Date())];
  const tiles = /** @type {HTMLElement[]} */ ([...byId("boards").children]);
  const open = [...tiles.keys()].filter((strength) => !isDayDone(progress, today, strength));
  sayNext(open, tiles);
  for (const [strength, tile] of tiles.entries()) {
    const puzzle = (await supply.ofDay(today, strength).catch(() => null))?.puzzle;
    const [, length] = puzzle ? taskOf(begin(puzzle)) : ["", t("The server is away. Try again in a moment.")];
    const says = el("span", {});
    setTold(says, length);
    set(tile, "data-done", open.includes(strength) ? null : "yes");
    tile.replaceChildren(
      ...(puzzle ? [drawBoard([WIDTH, HEIGHT], discsAfter(puzzle.moves))] : []),
      ...tile.querySelectorAll("strong"),
      says,
    );
  }
}

document.addEventListener("visibilitychange", () => document.hidden || void draw());
onOtherTab(draw);
await draw();
