/**
 * Shows the function that runs: its lines as they stand in the engine, the line of this step, values beside the lines.
 *
 * @typedef {import("../model/types.js").Run} Run
 * @typedef {import("../model/types.js").View} View
 */

import { el, set, setText } from "../../view/dom.js";

/** Shows the source. */
export class Code {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.name = el("p", { class: "code__name quiet" });
    this.list = el("ol", { class: "code__lines", tabindex: 0, "aria-label": "Source" });
    this.whole = el("button", { class: "button code__whole", type: "button", "aria-expanded": "false" }, "Whole function");
    this.whole.addEventListener("click", () => set(this.whole, "aria-expanded", String(this.whole.getAttribute("aria-expanded") === "false")));
    this.element = el("div", { class: "code" }, el("div", { class: "code__head" }, this.name, this.whole), this.list);
    host.replaceChildren(this.element);
    /** @type {import("../model/types.js").Source | undefined} */
    this.shown = undefined;
    /** @type {Map<number, HTMLElement>} */
    this.lines = new Map();
  }

  /** @param {Run} run @param {View} view @param {Map<number, string> | undefined} notes by line number */
  show(run, view, notes) {
    const source = run.sources[view.source];
    set(this.element, "hidden", !source);
    if (source && this.shown !== source) this.fill(source);
    for (const [number, item] of this.lines) {
      const current = number === view.line;
      const moved = current && !item.hasAttribute("aria-current");
      set(item, "aria-current", current ? "step" : null);
      if (item.lastElementChild) setText(item.lastElementChild, notes?.get(number) ?? "");
      if (moved) this.reveal(item);
    }
  }

  /** Lists the lines, without the docstring. @param {import("../model/types.js").Source} source */
  fill(source) {
    this.shown = source;
    setText(this.name, `${source.name} in ${source.file}`);
    const [from, to] = source.hide ?? [0, -1];
    this.lines.clear();
    source.text.forEach((text, at) => {
      const number = source.first + at;
      if (number < from || number > to) this.lines.set(number, el("li", { class: "code__line", value: number }, el("code", {}, text || " "), el("span", { class: "code__note number" })));
    });
    this.list.replaceChildren(...this.lines.values());
  }

  /** Scrolls the list, not the page, to a line. @param {HTMLElement} item */
  reveal(item) {
    const { scrollTop, clientHeight } = this.list;
    const top = item.offsetTop;
    if (top < scrollTop || top + item.offsetHeight > scrollTop + clientHeight) this.list.scrollTop = top - clientHeight / 3;
  }
}
