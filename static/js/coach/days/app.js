/**
 * Wires the page of a person's days. All comes from this browser; one file, the list of the puzzles, names the themes
 * and the points of the levels.
 *
 * @typedef {{files: string}} Boot
 */

/** @import { Index } from "../model/choice.js" */

import { dayNumber, practiceDays, streak } from "../../model/day.js";
import { loadResults } from "../../net/results.js";
import { actOncePerPress, byId, setText } from "../../view/dom.js";
import { t, tn } from "../../words.js";
import { Files } from "../net/files.js";
import { loadProgress, onOtherTab } from "../net/progress_store.js";
import { deedsOf } from "./model.js";
import { parts } from "./view.js";

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
/** @type {Index | null} */
let index = null;

/** Draws the page. */
function draw() {
  const [progress, today] = [loadProgress(), dayNumber(new Date())];
  const results = loadResults();
  const deeds = deedsOf(progress, results);
  const { now, most, isDone } = streak(practiceDays(progress, results), today);
  setText(byId("head"), now ? tn(now, "{n} day in a row", "{n} days in a row") : t("No day yet"));
  const next = isDone ? t("Today is done.") : t("One puzzle or one game makes today count.");
  const best = most ? ` ${tn(most, "The longest so far: {n} day.", "The longest so far: {n} days.")}` : "";
  setText(byId("sub"), `${next}${best}`);
  byId("days").replaceChildren(...parts({ progress, deeds, index, today }));
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) draw();
});
onOtherTab(draw);
draw();
try {
  index = await new Files(boot.files).get("index.json");
  draw();
} catch {
  // The server is away: the page shows all that needs no file.
}
