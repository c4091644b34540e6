/**
 * Wires the first page of the puzzles: the three boards of today, each with its length, and a mark on those done.
 *
 * @typedef {{files: string}} Boot
 */

import { dayNumber } from "../model/day.js";
import { actOncePerPress, byId, el, set, setTold } from "../view/dom.js";
import { t } from "../words.js";
import { begin, discsAfter } from "./model/puzzle.js";
import { isDayDone } from "./model/progress.js";
import { taskOf } from "./model/words.js";
import { Files } from "./net/files.js";
import { loadProgress, onOtherTab } from "./net/progress_store.js";
import { Supply } from "./net/supply.js";
import { miniBoard } from "./view/miniboard.js";

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
const supply = new Supply(new Files(boot.files));

/** Draws the boards of this day. */
async function draw() {
  const [progress, today] = [loadProgress(), dayNumber(new Date())];
  for (const [strength, tile] of [...byId("boards").children].entries()) {
    const puzzle = (await supply.ofDay(today, strength).catch(() => null))?.puzzle;
    const [, length] = puzzle ? taskOf(begin(puzzle)) : ["", t("The server is away. Try again in a moment.")];
    const says = el("span", {});
    setTold(says, length);
    set(tile, "data-done", isDayDone(progress, today, strength) ? "yes" : null);
    tile.replaceChildren(
      ...(puzzle ? [miniBoard(discsAfter(puzzle.moves), [])] : []),
      ...tile.querySelectorAll("strong"),
      says,
    );
  }
}

document.addEventListener("visibilitychange", () => document.hidden || void draw());
onOtherTab(draw);
await draw();
