/** Lists the games of this browser in a sheet; each link goes on with a game. */

/** @import { Summary } from "../../model/ended/summary.js" */
/** @import { Result } from "../../model/ended/results.js" */
/** @import { PageState } from "../../model/types.js" */

import { gameAddress, isLocal } from "../../files.js";
import { beenHere, byLevel, strengths } from "../../model/ended/results.js";
import { button, drawing, el, set, svg } from "../dom.js";
import { openSheet } from "../sheet.js";
import "../../more_words.js";
import { language, root, t, tn } from "../../words.js";

/** The server puts so many games into one file. */
const MOST_SAVED = 100;

/**
 * Opens the sheet.
 *
 * @param {{id: string, summary: Summary}[]} games
 * @param {string | null} current the game on the table
 * @param {(id: string) => void} forget
 * @param {{page: PageState, results: Result[]}} mine the person's results
 */
export function showGames(games, current, forget, mine) {
  const served = games.filter(({ id }) => !isLocal(id)); // the others are in this browser alone
  const list = el(
    "ol",
    { class: "games" },
    ...games.map(({ id, summary }) => {
      const item = el("li", { class: "games__game" });
      const words = `${summary.seats} · ${summary.state} · ${tn(summary.ply, "{n} move", "{n} moves")}`;
      const link = el(
        "a",
        { class: "games__link", href: gameAddress(id), "aria-current": id === current ? "true" : null },
        picture(summary),
        el("span", { class: "games__title" }, summary.title),
        el("span", { class: "quiet" }, ...parts(words + dateOf(summary))),
      );
      const label = t("Forget this game: {game}", { game: `${summary.title}, ${words}` });
      const forgotten = () => {
        forget(id);
        item.remove();
        dialog.querySelector("button")?.focus();
      };
      const drop = button("×", forgotten, "button button--icon", { "aria-label": label });
      item.append(link, drop);
      return item;
    }),
  );
  const dialog = openSheet(
    "games",
    t("Your games"),
    ...strengthOf(mine),
    ...(served.length ? [saving(served)] : []),
    games.length ? list : el("p", { class: "quiet" }, t("None yet. Your first move starts one.")),
  );
}

/** Returns the link to a file with all games. @param {{id: string}[]} games */
function saving(games) {
  const ids = games.slice(0, MOST_SAVED).map(({ id }) => `id=${id}`);
  const to = { href: `${root}/games.jsonl?${ids.join("&")}`, download: "games.jsonl" };
  return el("p", {}, el("a", { class: "games__save", ...to }, t("Save these games as a file")));
}

/**
 * Draws the person's strength with its curve, and the results by level.
 * @param {{page: PageState, results: Result[]}} mine
 */
function strengthOf({ page, results }) {
  const here = results.filter(({ game }) => game === page.info.name);
  if (!here.length) return [];
  const points = strengths(here);
  const { times, won } = beenHere(
    here.filter(({ id }) => id !== page.game.game_id),
    page.game.moves,
  );
  const [low, high] = [Math.min(...points), Math.max(...points, Math.min(...points) + 1)];
  const curve = points
    .map((one, i) => `${(i * 100) / Math.max(1, points.length - 1)},${28 - ((one - low) * 26) / (high - low)}`)
    .join(" ");
  const drawn = drawing("strength__curve", "0 0 100 30", svg("polyline", { points: curve }));
  set(drawn, "preserveAspectRatio", "none");
  const rows = [...byLevel(here)].map(([level, { games: played, wins, draws }]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, page.levels.find(({ number }) => number === level)?.name ?? String(level)),
      ...[played, wins, draws, played - wins - draws].map((count) => el("td", {}, String(count))),
    ),
  );
  const heads = [t("Level"), t("Played"), t("Won"), t("Drawn"), t("Lost")].map((name) =>
    el("th", { scope: "col" }, name),
  );
  return [
    el(
      "section",
      { class: "strength", "aria-label": t("Your strength") },
      el(
        "p",
        {},
        points.length
          ? tn(
              points.length,
              "Your strength: about {points} points after {n} game.",
              "Your strength: about {points} points after {n} games.",
              { points: points.at(-1) ?? 0 },
            )
          : "",
      ),
      drawn,
      ...(times && page.game.ply
        ? [
            el(
              "p",
              { class: "quiet" },
              tn(
                times,
                "You have been here before: in {n} game, with {won} won.",
                "You have been here before: in {n} games, with {won} won.",
                { won },
              ),
            ),
          ]
        : []),
      el(
        "table",
        { class: "strength__levels number" },
        el("thead", {}, el("tr", {}, ...heads)),
        el("tbody", {}, ...rows),
      ),
    ),
  ];
}

/**
 * Makes an element of each part between two points: no part is divided while there is room for the whole.
 * @param {string} words
 */
const parts = (words) =>
  words.split(" · ").flatMap((part, i) => [...(i ? [" · "] : []), el("span", { class: "games__part" }, part)]);

/** Writes the day of a game: " · 22 Nov". @param {Summary} summary */
function dateOf({ at }) {
  return at ? ` · ${new Date(at).toLocaleDateString(language, { day: "numeric", month: "short" })}` : "";
}

/** Draws a board, small. @param {{board?: [number, number] | null, discs?: [number, number, number][]}} summary */
export function picture({ board, discs = [] }) {
  const [columns, rows] = board ?? [1, 1];
  return drawing(
    "games__board",
    `0 0 ${columns} ${rows}`,
    ...(board ? [svg("rect", { class: "games__slab", width: columns, height: rows, rx: 0.4 })] : []),
    ...discs.map(([column, row, seat]) =>
      svg("circle", { class: `p${seat}-fill`, cx: column - 0.5, cy: rows - row + 0.5, r: 0.4 }),
    ),
  );
}
