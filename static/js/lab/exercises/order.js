/** Reorders brothers: the reader chooses a node in the tree, and moves it before or behind a brother. */

/** @import { Form, Lab, Places } from "../model/types.js" */

import { button, el, set, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import { select, showRun } from "../acts.js";
import "../more_words.js";

/** Makes the form for an order; the answer is the text of the drawn tree. @param {Lab} lab @returns {Form} */
export function orderForm(lab) {
  const note = el("p", { class: "ask__note", role: "status" }, t("Choose a node or a leaf in the tree, then move it."));
  const earlier = button(t("Move left"), () => void move(-1));
  const later = button(t("Move right"), () => void move(1));
  /** @type {number | null} */
  let chosen = null;

  /** @param {number | null} place */
  const choose = (place) => {
    chosen = place;
    const places = lab.run?.places;
    const brothers = places && place !== null ? below(places, places.parent[place] ?? -1) : [];
    const at = place === null ? -1 : brothers.indexOf(place);
    set(earlier, "disabled", at <= 0);
    set(later, "disabled", at < 0 || at === brothers.length - 1);
    const told = { name: places?.name[place ?? -1] ?? "", at: at + 1, count: brothers.length };
    if (place !== null) setText(note, t("Chosen: {name}, branch {at} of {count}.", told));
    select(lab, {
      chosen: new Set(place === null ? [] : [place]),
      change: (now) => choose([...now].find((one) => one !== chosen) ?? null),
      can: (one) => one > 0,
    });
  };

  /** @param {number} by */
  const move = async (by) => {
    const run = lab.run;
    if (!run || chosen === null) return;
    const { text, place } = moved(run.places, chosen, by);
    if (await showRun(lab, { tree: text }, run.algorithm, run.depth)) choose(place);
  };
  choose(null);
  return {
    element: el("div", { class: "ask__fields" }, note, earlier, later),
    answer: () => lab.run?.tree ?? "",
    fill: (key) => void showRun(lab, { tree: key }, lab.run?.algorithm ?? "alphabeta", null).then(() => choose(null)),
    end: () => select(lab, null),
  };
}

/** Returns the places right below a place. @param {Places} places @param {number} parent */
const below = (places, parent) => places.parent.flatMap((above, place) => (above === parent ? [place] : []));

/**
 * Returns the text of a tree in which a node changed places with a brother, and the new place of the node.
 * @param {Places} places
 * @param {number} chosen
 * @param {number} by -1 or 1
 */
export function moved(places, chosen, by) {
  /** @type {number[]} */
  const order = [];
  /** @param {number} place @returns {string} */
  const write = (place) => {
    order.push(place);
    const children = below(places, place);
    if (!children.length) return String(places.value[place]);
    const at = children.indexOf(chosen);
    const other = children[at + by];
    if (at >= 0 && other !== undefined) [children[at], children[at + by]] = [other, chosen];
    const parts = children.map((child) => [places.share[child], write(child)]);
    return places.mover[place] === 2
      ? `{${parts.map((one) => one.join(": ")).join(", ")}}`
      : `(${parts.map(([, text]) => text).join(" ")})`;
  };
  const text = write(0);
  return { text, place: order.indexOf(chosen) };
}
