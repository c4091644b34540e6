/**
 * Shows the counters of a run, beside those of a second run where two are compared.
 *
 * @typedef {import("../model/types.js").Run} Run
 * @typedef {import("../model/types.js").View} View
 * @typedef {import("../model/types.js").Counts} Counts
 */

import { el, set, setText } from "../../view/dom.js";

/** @type {[keyof Counts, string][]} */
const ROWS = [
  ["nodes", "States looked at"], ["leaves", "Leaves among them"], ["met", "Bounds met"],
  ["cuts", "Cuts: a bound met, and moves skipped"], ["hits", "Table hits"],
];

/** Shows the counters. */
export class Counters {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.head = el("tr");
    this.rows = ROWS.map(([, name]) => el("tr", {}, el("th", { scope: "row" }, name)));
    this.words = el("p", { class: "counts__words quiet" });
    host.replaceChildren(el("table", { class: "counts number" }, el("caption", { class: "unseen" }, "Counted so far"), el("thead", {}, this.head), el("tbody", {}, ...this.rows)), this.words);
  }

  /** @param {[Run, View][]} columns one or two @param {string} words what is known beside */
  show(columns, words) {
    while (this.head.children.length < columns.length + 1) this.head.append(el(this.head.firstChild ? "th" : "td", this.head.firstChild ? { scope: "col" } : {}));
    while (this.head.children.length > columns.length + 1) this.head.lastElementChild?.remove();
    columns.forEach(([run], column) => setText(/** @type {Element} */ (this.head.children[column + 1]), columns[1] ? run.words : "So far"));
    this.rows.forEach((row, at) => {
      while (row.children.length <= columns.length) row.append(el("td"));
      while (row.children.length > columns.length + 1) row.lastElementChild?.remove();
      const name = ROWS[at]?.[0] ?? "nodes";
      columns.forEach(([, view], column) => setText(/** @type {Element} */ (row.children[column + 1]), String(view.counts[name])));
      set(row, "hidden", name === "hits" && !columns.some(([run]) => run.counts.table_hits));
    });
    setText(this.words, words);
  }
}
