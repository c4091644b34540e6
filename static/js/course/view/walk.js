/** Lists what can be done at a point of the map: the ways on, the way back, and a closer look. */

/** @import { Course } from "../model/course.js" */
/** @import { MapView } from "./map_view.js" */

import { NAMED_BOARD, NAMED_BY } from "../model/opening_names.js";
import { button, el, set } from "../../view/dom.js";
import { t } from "../../words.js";
import { lessonOf } from "../model/course.js";

const STEP = 1.5;
/** Milliseconds that a browser may take to save a file. */
const KEEP_MS = 60_000;

/** Shows the panel. */
export class WalkPanel {
  /** @param {Course} course @param {MapView} map @param {(at: number) => void} go */
  constructor(course, map, go) {
    this.course = course;
    this.map = map;
    this.go = go;
    this.at = -1;
    this.back = button(t("One move back"), () => go(course.points[this.at]?.parent ?? -1));
    this.begin = button(t("To the beginning"), () => go(course.side ? -1 : 0));
    const [closer, away] = [button("+", () => map.zoom(STEP)), button("−", () => map.zoom(1 / STEP))];
    set(closer, "aria-label", t("Zoom in"));
    set(away, "aria-label", t("Zoom out"));
    this.sheet = el("div", { class: "win__sheet", "aria-hidden": "true" });
    this.title = el("h2", { class: "win__title" }, t("The replies here"));
    this.list = el("ul", { class: "win__list" });
    this.element = el(
      "div",
      { class: "win__part" },
      el("div", { class: "win__buttons" }, this.back, this.begin, el("span", { class: "win__zoom" }, closer, away)),
      this.title,
      this.list,
      el(
        "p",
        { class: "quiet" },
        t(
          "Each ray is a position that one card plays to the end. The brighter it is, the more positions its card serves; a golden one you know. The rays of the chosen card have a white edge.",
        ),
        ...(course.info.name === NAMED_BOARD
          ? [el("p", { class: "quiet" }, t("The names of openings are those of {source}.", { source: NAMED_BY }))]
          : []),
      ),
      el(
        "div",
        { class: "win__buttons" },
        button(t("Save as SVG"), () => this.save()),
        button(t("Print"), () => this.print()),
      ),
      this.sheet,
    );
  }

  /** Saves the whole drawing. */
  save() {
    const file = new Blob([new XMLSerializer().serializeToString(this.map.poster())], { type: "image/svg+xml" });
    const href = URL.createObjectURL(file);
    el("a", { href, download: `fourthought-${this.course.name}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(href), KEEP_MS);
  }

  /** Opens the printer's window with the whole drawing. */
  print() {
    this.sheet.replaceChildren(this.map.poster());
    window.print();
  }

  /** Lists the ways on from a point. @param {number} at @param {Set<string>} known */
  render(at, known) {
    this.at = at;
    const { points, side, start } = this.course;
    const point = points[at];
    const beginning = at === (side ? -1 : 0);
    set(this.back, "disabled", beginning);
    set(this.begin, "disabled", beginning);
    const after = point ? point.after : start;
    set(this.title, "hidden", !after.length);
    this.list.replaceChildren(
      ...after.flatMap((to, column) => (to === -2 ? [] : [el("li", {}, ...this.way(at, to, column + 1, known))])),
    );
  }

  /** Describes a reply, with a button to where it leads. @param {number} at @param {number} to @param {number} column @param {Set<string>} known */
  way(at, to, column, known) {
    const { points, info } = this.course;
    if (to === -1) return [t("Column {n}: you complete a four, or the game ends.", { n: column })];
    const target = to >> 1;
    const point = points[target];
    const words = [
      t("Column {n}", { n: column }),
      point?.after.length
        ? t("you play column {n}", { n: to & 1 ? (info.board?.[0] ?? 0) + 1 - Number(point.word) : Number(point.word) })
        : t("card {n}", { n: Number(point?.word.slice(1)) }),
      ...(to & 1 ? [t("shown in a mirror")] : point?.parent === at ? [] : [t("shown elsewhere")]),
      ...(known.has(lessonOf(this.course, target)) ? [t("known")] : []),
    ];
    return [button(words.join(", "), () => this.go(target), "button win__way")];
  }
}
