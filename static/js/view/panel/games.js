/** Lists the games of this browser in a sheet; each link goes on with a game. */

/** @import { Summary } from "../../model/ended/summary.js" */
/** @import { Result } from "../../model/ended/results.js" */
/** @import { PageState } from "../../model/types.js" */

import { gameAddress, isLocal } from "../../model/address.js";
import { beenHere, byLevel, strengths } from "../../model/ended/results.js";
import { el, svg } from "../dom.js";
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
      const drop = el(
        "button",
        {
          class: "button button--icon",
          type: "button",
          "aria-label": t("Forget this game: {game}", { game: `${summary.title}, ${words}` }),
        },
        "×",
      );
      drop.addEventListener("click", () => {
        forget(id);
        item.remove();
        dialog.querySelector("button")?.focus();
      });
      item.append(link, drop);
      return item;
    }),
  );
  const close = el("button", { class: "button", type: "button" }, t("Close"));
  const dialog = el(
    "dialog",
    { class: "sheet", "aria-labelledby": "games-title" },
    el("div", { class: "sheet__head" }, el("h2", { id: "games-title", class: "sheet__title" }, t("Your games")), close),
    ...strengthOf(mine),
    ...(served.length ? [saving(served)] : []),
    games.length ? list : el("p", { class: "quiet" }, t("None yet. Your first move starts one.")),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Returns the link to a file with all games. @param {{id: string}[]} games */
function saving(games) {
  const ids = games.slice(0, MOST_SAVED).map(({ id }) => `id=${id}`);
  return el(
    "p",
    {},
    el(
      "a",
      { class: "games__save", href: `${root}/games.jsonl?${ids.join("&")}`, download: "games.jsonl" },
      t("Save these games as a file"),
    ),
  );
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
  const drawn = svg(
    "svg",
    {
      class: "strength__curve",
      viewBox: "0 0 100 30",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
      focusable: "false",
    },
    svg("polyline", { points: curve }),
  );
  const rows = [...byLevel(here)].map(([level, { games: played, wins, draws }]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, page.levels.find(({ number }) => number === level)?.name ?? String(level)),
      el("td", {}, String(played)),
      el("td", {}, String(wins)),
      el("td", {}, String(draws)),
      el("td", {}, String(played - wins - draws)),
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
          ? t("Your strength: about {n} points after {games} games.", { n: points.at(-1) ?? 0, games: points.length })
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

/**
 * Draws a board, small.
 *
 * @param {{board?: [number, number] | null, discs?: [number, number, number][]}} summary
 */
export function picture({ board, discs = [] }) {
  const [columns, rows] = board ?? [1, 1];
  const drawing = svg("svg", {
    class: "games__board",
    viewBox: `0 0 ${columns} ${rows}`,
    "aria-hidden": "true",
    focusable: "false",
  });
  if (board) drawing.append(svg("rect", { class: "games__slab", width: columns, height: rows, rx: 0.4 }));
  for (const [column, row, seat] of discs)
    drawing.append(svg("circle", { class: `p${seat}-fill`, cx: column - 0.5, cy: rows - row + 0.5, r: 0.4 }));
  return drawing;
}
