/** Draws a tree with the nodes that a record has entered, up to the first difference. */

/** @typedef {number | any[]} Tree */

import { svg } from "../../view/dom.js";

const [WIDE, HIGH, RADIUS] = [44, 64, 15];

/**
 * Draws a tree.
 *
 * @param {Tree} tree
 * @param {any[][]} events of the record
 * @param {{at: number, path: number[]} | null} told the first difference
 * @param {string} name of the picture
 */
export function picture(tree, events, told, name) {
  const seen = new Set(events.slice(0, told ? told.at + 1 : events.length).map((event) => String(event[1])));
  const wrong = told ? String(told.path) : null;
  /** @type {SVGElement[]} */
  const edges = [];
  /** @type {SVGElement[]} */
  const nodes = [];
  let [column, deepest] = [0, 0];
  /** @param {Tree} node @param {number[]} path @returns {[number, number]} */
  function place(node, path) {
    const y = RADIUS + 4 + path.length * HIGH;
    deepest = Math.max(deepest, y);
    const below = Array.isArray(node) ? node.map((one, i) => place(one, [...path, i])) : [];
    if (!below.length) column += WIDE;
    const x = below.length ? ((below[0]?.[0] ?? 0) + (below.at(-1)?.[0] ?? 0)) / 2 : column - WIDE / 2;
    for (const [i, [toX, toY]] of below.entries()) {
      const walked = seen.has(String([...path, i]));
      edges.push(
        svg("line", { x1: x, y1: y, x2: toX, y2: toY, class: "picture__edge", "data-state": walked ? null : "unseen" }),
      );
    }
    const key = String(path);
    const state = key === wrong ? "wrong" : seen.has(key) ? null : "unseen";
    const [left, right] = [x - RADIUS, x + RADIUS];
    const [flat, tip] = path.length % 2 ? [y - 12, y + 14] : [y + 12, y - 14];
    nodes.push(
      below.length
        ? svg("polygon", {
            points: [left, flat, right, flat, x, tip].join(" "),
            class: "picture__node",
            "data-state": state,
          })
        : svg("rect", {
            x: left,
            y: y - 12,
            width: RADIUS * 2,
            height: 24,
            rx: 4,
            class: "picture__node",
            "data-state": state,
          }),
    );
    if (!below.length) {
      const text = svg("text", { x, y: y + 5, class: "picture__value" });
      text.textContent = String(node);
      nodes.push(text);
    }
    return [x, y];
  }
  place(tree, []);
  const title = svg("title");
  title.textContent = name;
  return svg(
    "svg",
    { viewBox: [0, 0, column, deepest + RADIUS + 6].join(" "), class: "picture", role: "img", "aria-label": name },
    title,
    ...edges,
    ...nodes,
  );
}
