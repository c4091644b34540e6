/**
 * Shows a person's days: in a row, as a calendar, as a curve, as a table, and the level of each theme. All comes from
 * this browser; one file, the list of the puzzles, names the themes and the points of the levels.
 *
 * @typedef {{files: string}} Boot
 */

/** @import { Deed } from "./days_model.js" */
/** @import { Index } from "../model/puzzle_choice.js" */
/** @import { Progress } from "../model/progress.js" */

import { MINUTES, minutesOf } from "../clock/clock_model.js";
import { deedsOf, themeLevels, weeks } from "./days_model.js";
import { levelOf } from "../model/puzzle_choice.js";
import { Files } from "../net/puzzle_files.js";
import { loadProgress, onOtherTab } from "../net/progress_store.js";
import { dateWords, dayNumber, practiceDays, streak } from "../../model/day.js";
import { loadResults } from "../../net/results.js";
import { actOncePerPress, byId, el, setText, svg } from "../../view/dom.js";
import { root, t, tn } from "../../words.js";

const WEEKS = 18;

/** @param {number} day */
const date = (day) => dateWords(day, { weekday: "short", month: "short" });

/**
 * Returns the parts of the page below the headline.
 *
 * @param {{progress: Progress, deeds: Deed[], index: Index | null, today: number}} shown without an index no levels are
 *   known: the server is away
 */
export function parts({ progress, deeds, index, today }) {
  return [
    section(t("Calendar"), ...calendarOf(deeds, today)),
    section(t("Your strength"), ...strengthOf(deeds, today, index?.levels ?? [], progress.solved + progress.failed)),
    section(t("Themes"), ...themesOf(progress, index)),
    section(t("Against the clock"), ...runsOf(progress)),
  ];
}

/** @param {string} title @param {...Node} parts */
const section = (title, ...parts) => el("section", { "aria-label": title }, el("h2", {}, title), ...parts);

/** @param {Deed[]} deeds @param {number} today */
function calendarOf(deeds, today) {
  const shown = weeks(deeds, today, WEEKS);
  const from = shown[0]?.[0]?.day ?? today;
  const late = deeds.filter(({ day }) => day >= from);
  const puzzles = late.reduce((sum, one) => sum + one.puzzles, 0);
  const games = late.reduce((sum, one) => sum + one.games, 0);
  const words = tn(
    late.length,
    "In {weeks} weeks you practised on {n} day: {puzzles} puzzles, openings and questions, {games} games.",
    "In {weeks} weeks you practised on {n} days: {puzzles} puzzles, openings and questions, {games} games.",
    { weeks: WEEKS, puzzles, games },
  );
  return [calendar(shown, words), el("p", { class: "quiet" }, words), ...tableOf(late)];
}

/** Lists the days, the latest first. @param {Deed[]} deeds */
function tableOf(deeds) {
  if (!deeds.length) return [];
  const heads = [t("Day"), t("Puzzles"), t("Solved"), t("Rating"), t("Games"), t("Strength")];
  const rows = deeds.toReversed().map((deed) => {
    const cells = [deed.puzzles, deed.solved, deed.rating ?? "–", deed.games, deed.strength ?? "–"];
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, date(deed.day)),
      ...cells.map((value) => el("td", {}, String(value))),
    );
  });
  return [
    el(
      "details",
      {},
      el("summary", {}, t("The days as a table")),
      el(
        "div",
        { class: "days__scroll", role: "region", tabindex: 0, "aria-label": t("The days as a table") },
        el(
          "table",
          { class: "days__table number" },
          el("thead", {}, el("tr", {}, ...heads.map((name) => el("th", { scope: "col" }, name)))),
          el("tbody", {}, ...rows),
        ),
      ),
    ),
  ];
}

/** @param {Deed[]} deeds @param {number} today @param {number[]} levels @param {number} tried puzzles */
function strengthOf(deeds, today, levels, tried) {
  const known = deeds.filter(({ rating, strength }) => rating !== null || strength !== null);
  if (!known.length) return [el("p", {}, t("{n} of 5 puzzles for a rating.", { n: tried }))];
  const points = known.findLast(({ rating }) => rating !== null)?.rating ?? null;
  const strength = known.findLast((one) => one.strength !== null)?.strength ?? null;
  const level = (/** @type {number} */ one) => levelOf(one, levels);
  const said = [
    ...(points === null ? [] : [inPuzzles(points, levels.length ? level(points) : null)]),
    ...(strength === null ? [] : [inGames(strength, levels.length ? level(strength) : null)]),
  ];
  return [
    curve(known, today, levels, said.join(" ")),
    ...said.map((words) => el("p", {}, words)),
    el("p", { class: "quiet" }, t("The full line is puzzles, the dashed one games. L1 to L10 are the levels.")),
  ];
}

/** @param {number} points @param {number | null} level */
const inPuzzles = (points, level) =>
  level === null
    ? t("In puzzles you have {points} points.", { points })
    : t("In puzzles you have {points} points, like level {n}.", { points, n: level });

/** @param {number} points @param {number | null} level */
const inGames = (points, level) =>
  level === null
    ? t("In games you have {points} points.", { points })
    : t("In games you have {points} points, like level {n}.", { points, n: level });

/** @param {Progress} progress @param {Index | null} index */
function themesOf(progress, index) {
  const found = index ? themeLevels(progress, index) : [];
  if (!found.length) return [el("p", {}, t("A theme has a level once you have tried five of its puzzles."))];
  const lines = found.map(({ slug, title, level, tried }) =>
    el(
      "li",
      {},
      t("At “{theme}” you play like level {n}.", { theme: t(title), n: level }),
      " ",
      el("a", { href: `${root}/coach/themes?theme=${slug}` }, tn(tried, "{n} puzzle so far", "{n} puzzles so far")),
    ),
  );
  return [el("ul", { class: "days__themes" }, ...lines)];
}

/** @param {Progress} progress */
function runsOf({ runs }) {
  const lines = MINUTES.flatMap((minutes) => {
    const best = runs[minutes];
    if (!best) return [];
    const values = { minutes: minutesOf(minutes), best: best.best, date: date(best.day) };
    return [
      el(
        "p",
        {},
        tn(
          best.count,
          "In {minutes}: {best} solved at best, on {date}. {n} run so far.",
          "In {minutes}: {best} solved at best, on {date}. {n} runs so far.",
          values,
        ),
      ),
    ];
  });
  return [...lines, el("p", {}, el("a", { class: "button", href: `${root}/coach/clock` }, t("Begin a run")))];
}

const CELL = 20;
/** A day's disc grows with what was done: 1, 3, 8 puzzles or games, or more. */
const RADII = /** @type {[number, number][]} */ ([
  [1, 4.5],
  [3, 6],
  [8, 7.5],
  [Number.POSITIVE_INFINITY, 9],
]);
const [WIDTH, HEIGHT, LEFT, EDGE] = [320, 150, 28, 8];
/** Days that the curve shows at least. */
const LEAST_DAYS = 6;

/** Returns the radius of a day's disc. @param {Deed} deed */
const radiusOf = ({ puzzles, games }) => RADII.find(([most]) => puzzles + games <= most)?.[1] ?? 0;

/**
 * Draws the weeks as columns of holes, each day with something done as a disc.
 *
 * @param {({day: number, deed: Deed | undefined} | null)[][]} weeks
 * @param {string} words what the calendar says
 */
function calendar(weeks, words) {
  const days = weeks.flatMap((week, column) =>
    week.flatMap((one, row) => {
      if (!one) return [];
      const at = { cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL };
      const hole = svg("circle", { class: "days__hole", ...at, r: 9 });
      return one.deed ? [hole, svg("circle", { class: "days__disc", ...at, r: radiusOf(one.deed) })] : [hole];
    }),
  );
  const viewBox = `0 0 ${weeks.length * CELL} ${7 * CELL}`;
  return svg(
    "svg",
    { class: "days__calendar", viewBox, role: "img", "aria-label": words, focusable: "false" },
    ...days,
  );
}

/**
 * Draws the points in puzzles and in games, day by day, over the lines of the levels.
 *
 * @param {Deed[]} deeds those of which some points are known
 * @param {number} today
 * @param {number[]} levels the points of each level
 * @param {string} words what the curve says
 */
function curve(deeds, today, levels, words) {
  const first = Math.min(deeds[0]?.day ?? today, today - LEAST_DAYS);
  const known = deeds.flatMap(({ rating, strength }) => [rating, strength]).filter((one) => one !== null);
  const [low, high] = [Math.min(...known) - 120, Math.max(...known) + 120];
  const x = (/** @type {number} */ day) => LEFT + ((day - first) * (WIDTH - LEFT - EDGE)) / (today - first);
  const y = (/** @type {number} */ points) => HEIGHT - EDGE - ((points - low) * (HEIGHT - 2 * EDGE)) / (high - low);
  const rulers = levels.flatMap((points, at) => {
    if (points < low || points > high) return [];
    const name = svg("text", { class: "days__level", x: 0, y: y(points) + 4 });
    name.textContent = t("L{n}", { n: at + 1 });
    return [svg("line", { class: "days__ruler", x1: LEFT, x2: WIDTH, y1: y(points), y2: y(points) }), name];
  });
  const lines = /** @type {const} */ (["rating", "strength"]).flatMap((kind) => {
    const points = deeds.flatMap((deed) => (deed[kind] === null ? [] : [[x(deed.day), y(deed[kind])]]));
    return [
      svg("polyline", { class: `days__line days__line--${kind}`, points: points.join(" ") }),
      ...points.map(([cx = 0, cy = 0]) => svg("circle", { class: `days__point days__point--${kind}`, cx, cy, r: 3 })),
    ];
  });
  const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
  const label = { role: "img", "aria-label": words, focusable: "false" };
  return svg("svg", { class: "days__curve", viewBox, ...label }, ...rulers, ...lines);
}

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
