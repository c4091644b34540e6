/** Puts values, bounds, and places into words, and explains the shapes of a tree. */

/** @import { PlaceView, Run } from "../model/types.js" */
/** @import { Kind } from "./geometry.js" */

import { el, svg } from "../../view/dom.js";
import { key, t, tn } from "../../words.js";
import { outline } from "./geometry.js";

const SIGNS = ["", "≥ ", "≤ ", "≈ "];
const SAID = [key("value {value}"), key("at least {value}"), key("at most {value}"), key("a guess of {value}")];

/** Every number beyond this comes from an infinite leaf. */
const ENDLESS = 1e105;

/** Writes a number: two decimals at most, a real minus, and a sign for infinity. @param {number} value */
export const figure = (value) =>
  Math.abs(value) > ENDLESS ? `${value < 0 ? "−" : ""}∞` : String(+value.toFixed(2)).replace("-", "−");

/**
 * Writes what a place is worth so far: "5", "≥ 5", "≤ 3", "?", or of a chance place "[2, 6]".
 * @param {PlaceView} place
 * @param {[number, number] | null} interval
 */
export function worth(place, interval) {
  if (place.state === "unseen" || place.state === "skipped") return "";
  if (interval && place.state === "open") return `[${figure(interval[0])}, ${figure(interval[1])}]`;
  return place.value === null ? "?" : SIGNS[place.bound] + figure(place.value);
}

/** Returns how many players a run has whose values have a number for each, 0 for one number. @param {Run} run */
export const playersOf = ({ algorithm, sides }) => (algorithm === "maxn" && sides && sides > 2 ? sides : 0);

/** Names the side to move at a place: with more than two players each level is the next one's. @param {Run} run
 * @param {number} place @param {number} mover */
function sideAt(run, place, mover) {
  const players = playersOf(run);
  if (!players) return run.names[mover] ?? "";
  let turn = 0;
  for (let at = place; at > 0; at = run.places.parent[at] ?? 0) turn++;
  return t("Player {n}", { n: (turn % players) + 1 });
}

/**
 * Describes a place for those who hear the tree.
 * @param {Run} run
 * @param {number} place
 * @param {PlaceView} now
 * @param {boolean} inner
 * @param {boolean} reveal whether is told what the search knows
 */
export function describe(run, place, now, inner, reveal) {
  const mover = run.places.mover[place] ?? 3;
  const side =
    mover === 2 ? t("chance decides") : mover < 2 ? t("{side} to move", { side: sideAt(run, place, mover) }) : "";
  const leaf = run.places.value[place] ?? null;
  const name = run.places.name[place] ?? "";
  const shown =
    now.value !== null && (inner || leaf === null) ? t(SAID[now.bound] ?? "", { value: figure(now.value) }) : "";
  const states = {
    unseen: t("not looked at yet"),
    skipped: t("cut: never looked at"),
    open: now.cut ? "" : shown ? t("being searched") : t("being searched, no value yet"),
    done: now.note === "table" ? t("known from the table") : !now.proven && now.bound !== 3 ? t("an opinion") : "",
  };
  const number =
    !inner && leaf !== null && !name.includes(figure(leaf).replace("−", "-"))
      ? t("value {value}", { value: figure(leaf) })
      : "";
  const times = run.rounds && now.visits ? tn(now.visits, "{n} visit", "{n} visits") : "";
  const [proof, disproof] = (now.numbers ?? [null, null]).map((one) => String(one ?? "∞"));
  const numbers = now.numbers
    ? !run.rounds
      ? t("value {value}", { value: now.numbers.map((one) => figure(one ?? 0)).join(", ") })
      : t("proof number {proof}, disproof number {disproof}", { proof: proof ?? "", disproof: disproof ?? "" })
    : "";
  return [name, side, number, numbers || shown, times, reveal ? states[now.state] : "", now.cut ? t("cut here") : ""]
    .filter(Boolean)
    .join(", ");
}

/** Explains the shapes of a run's tree: only those that occur. @param {Run} run */
export function legend(run) {
  const { places, visits, names } = run;
  const [first = "", second = ""] = names;
  /** @type {[Kind, string, boolean][]} */
  const shapes = [
    ["max", t("{side} takes the greatest", { side: first }), places.mover.includes(0)],
    ["min", t("{side} takes the least", { side: second }), places.mover.includes(1)],
    ["chance", t("chance: the mean"), places.mover.includes(2)],
    ["table", t("known from the table"), visits.note.includes("table")],
  ];
  /** @type {[Kind, string, boolean][]} */
  const players = Array.from({ length: playersOf(run) }, (_, i) => [3 + i, t("Player {n}", { n: i + 1 }), true]);
  const guess = visits.bound.includes(3) || visits.proven?.includes(0) ? [t("hatched: an opinion")] : [];
  const rest = players.length ? [t("Each player takes the greatest own number.")] : guess;
  return el(
    "ul",
    { class: "legend" },
    ...(players.length ? players : shapes).flatMap(([kind, words, occurs]) => (occurs ? [explained(kind, words)] : [])),
    ...rest.map((words) => el("li", {}, words)),
  );
}

/** Shows a shape with its meaning. @param {Kind} kind @param {string} words */
function explained(kind, words) {
  const shape = svg("path", { class: "node__shape", d: outline(kind, 13, 12) });
  const small = { viewBox: "-8 -8 16 16", width: 16, height: 16, "aria-hidden": "true" };
  return el("li", {}, svg("svg", small, svg("g", { class: `node node--${kind} is-exact` }, shape)), words);
}
