/** Shows the window of a search on a number line: alpha and beta are the ends; beyond them nothing matters. */

/** @import { Run, View } from "../model/types.js" */

import { el, set, setText, svg } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";
import { end, intervalOf } from "./edges.js";
import { figure } from "./place_words.js";

const HEIGHT = 98;
const MIDDLE = 49;
const EDGE = 14;
const WORDS = 84;
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];
let drawings = 0;
/** What stands there where a value has several numbers. */
export const NONE = t("Each value has a number for each player. So there is no window, and nothing is cut.");

/** Draws one run's window. */
export class NumberLine {
  /** @param {HTMLElement} element @param {Run} run */
  constructor(element, run) {
    this.run = run;
    this.range = rangeOf(run);
    this.width = 0;
    this.at = (/** @type {number} */ value) => value;
    /** @type {View | null} */
    this.view = null;
    const path = (/** @type {string} */ name) => svg("path", { class: `line__${name}` });
    const text = (/** @type {string} */ name, /** @type {number} */ y) => svg("text", { class: `line__${name}`, y });
    const id = `beyond-${++drawings}`;
    const beyond = { class: "line__beyond", x: EDGE, y: MIDDLE - 14, height: 28, fill: `url(#${id})` };
    this.parts = {
      ticks: svg("g"),
      below: svg("rect", beyond),
      above: svg("rect", beyond),
      base: path("base"),
      open: path("open"),
      mean: path("mean"),
      alpha: path("end"),
      beta: path("end"),
      value: path("value"),
      alphaName: text("name", 12),
      alphaBy: text("by", 27),
      betaName: text("name", 12),
      betaBy: text("by", 27),
      said: text("said", HEIGHT - 4),
    };
    const stripes = svg(
      "pattern",
      { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
      svg("rect", { class: "hatch", width: 1.5, height: 6 }),
    );
    this.svg = svg("svg", { role: "img", height: HEIGHT }, svg("defs", {}, stripes), ...Object.values(this.parts));
    this.title = el("span");
    this.cut = el("strong", { class: "line__cut" }, t("CUT"));
    this.element = element;
    set(element, "class", "line");
    element.replaceChildren(el("p", { class: "line__head" }, this.title, this.cut), this.svg);
    this.room = this.element.clientWidth;
    this.resize = new ResizeObserver(() => this.fit());
    this.resize.observe(this.element);
  }

  /** Shows a step. @param {View} view */
  show(view) {
    this.view = view;
    this.fit(this.room);
  }

  /** Draws the changes, or the whole line where the room or the size of type changed. @param {number} [room] */
  fit(room = this.element.clientWidth) {
    const zoom = this.element.closest("[data-view=wide]") ? Math.min(2, innerWidth / 280) : 1;
    const width = room / zoom;
    this.room = room;
    if (width !== this.width && width) this.rule(width, zoom);
    if (width) this.draw();
  }

  /** Draws all that no step changes. @param {number} width @param {number} zoom */
  rule(width, zoom) {
    this.width = width;
    set(this.svg, "viewBox", `0 0 ${width} ${HEIGHT}`);
    set(this.svg, "width", width * zoom);
    set(this.svg, "height", HEIGHT * zoom);
    const { ticks, at } = scaleOf(this.range, width);
    this.at = at;
    this.parts.ticks.replaceChildren(
      ...ticks.flatMap((tick) => {
        const number = svg("text", { class: "line__number", x: at(tick), y: MIDDLE + 30, "text-anchor": "middle" });
        setText(number, figure(tick));
        return [svg("path", { class: "line__tick", d: `M${at(tick)} ${MIDDLE + 15}v4` }), number];
      }),
    );
    set(
      this.parts.base,
      "d",
      `M${EDGE} ${MIDDLE}H${width - EDGE}M${EDGE + 2} ${MIDDLE - 9}l-8 9 8 9M${width - EDGE - 2} ${MIDDLE - 9}l8 9-8 9`,
    );
  }

  /** Draws the changes. */
  draw() {
    const { view, run, parts, width, at } = this;
    if (!view) return;
    const { alpha, beta, alphaFrom, betaFrom, value, player } = view.window;
    const left = alpha === null ? EDGE : at(alpha);
    const right = beta === null ? width - EDGE : at(beta);
    const crossed = alpha !== null && beta !== null && alpha >= beta; // a null window is open, though nothing fits in
    const cut = Boolean(view.places[view.place]?.cut);
    const lots = player === 2 ? run.places.parent.flatMap((above, place) => (above === view.place ? [place] : [])) : [];
    const mean = lots.length ? intervalOf(run, lots, view) : null;
    set(parts.below, "width", Math.max(0, left - EDGE));
    set(parts.above, "x", right);
    set(parts.above, "width", Math.max(0, width - EDGE - right));
    set(parts.open, "d", crossed ? null : `M${left} ${MIDDLE}H${right}`);
    set(parts.alpha, "d", alpha === null ? null : `M${left + 7} ${MIDDLE - 17}h-7v34h7`);
    set(parts.beta, "d", beta === null ? null : `M${right - 7} ${MIDDLE - 17}h7v34h-7`);
    set(parts.value, "d", value === null || mean ? null : `M${at(value)} ${MIDDLE + 5}l7 12h-14z`);
    set(parts.mean, "d", mean && `M${at(mean[0])} ${MIDDLE + 9}v8H${at(mean[1])}v-8`);
    const [bound, met] = player === 0 ? ["beta", beta] : player === 1 ? ["alpha", alpha] : ["", null];
    const past = value !== null && met !== null && (player === 0 ? value - met : met - value);
    const about = { value: figure(value ?? 0), bound };
    const best =
      past === false || past < 0
        ? t("{value} is the best so far", about)
        : past > 0
          ? t("{value} lies beyond {bound}", about)
          : t("{value} meets {bound}", about);
    const said = value === null ? "" : best;
    const name = run.places.name[view.place] ?? "";
    const by = (/** @type {number} */ from) =>
      from < 0 ? "" : t("set by {node}", { node: run.places.name[from] ?? "" });
    const alphaSide = alpha === null || (crossed ? left < width - WORDS : left <= WORDS) ? "start" : "end";
    const betaSide = beta !== null && (crossed ? right <= WORDS : right < width - WORDS) ? "start" : "end";
    const near = alphaSide === betaSide && Math.abs(right - left) < WORDS; // at one edge of a narrow line
    const joined = (/** @type {string[]} */ ...both) => (near ? both.filter(Boolean).join(", ") : (both[0] ?? ""));
    const betaName = `beta ${end(beta, "+")}`;
    const words = [
      this.write("alphaName", joined(`alpha ${end(alpha, "−")}`, betaName), left, alphaSide),
      this.write("alphaBy", joined(by(alphaFrom), by(betaFrom)), left, alphaSide),
      this.write("betaName", near ? "" : betaName, right, betaSide),
      this.write("betaBy", near ? "" : by(betaFrom), right, betaSide),
      this.write(
        "said",
        mean ? t("the mean lies in [{low}, {high}]", { low: figure(mean[0]), high: figure(mean[1]) }) : said,
        Math.max(90, Math.min(width - 90, at(mean ? (mean[0] + mean[1]) / 2 : (value ?? 0)))),
        "middle",
      ),
    ];
    set(this.cut, "hidden", !cut);
    const title = t("Window at {node}", { node: name });
    setText(this.title, title);
    set(this.svg, "aria-label", [title, ...words, cut && t("nothing is left: cut")].filter(Boolean).join(", "));
  }

  /**
   * Writes a text, and returns the text.
   * @param {"alphaName" | "alphaBy" | "betaName" | "betaBy" | "said"} name
   * @param {string} text
   * @param {number} x
   * @param {string} anchor
   */
  write(name, text, x, anchor) {
    set(this.parts[name], "x", x + (anchor === "start" ? 4 : anchor === "end" ? -4 : 0));
    set(this.parts[name], "text-anchor", anchor);
    setText(this.parts[name], text);
    return text;
  }
}

/** Returns the scale of a run: all values that can stand on it, and the least tick. @param {Run} run */
function rangeOf({ places, visits }) {
  const values = [...places.value, ...visits.value].filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const pad = (high - low) * 0.06;
  const least = values.every((value) => Number.isInteger(+value.toFixed(2))) ? 1 : 0;
  return { low: low - pad, high: high + pad, least };
}

/** Returns where numbers stand. @param {{low: number, high: number, least: number}} range @param {number} width */
function scaleOf({ low, high, least }, width) {
  const room = Math.min(110, width / 5);
  const unit = (width - 2 * room) / (high - low);
  const step = STEPS.find((one) => one >= least && one * unit >= 26) ?? 1000;
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
  const at = (/** @type {number} */ value) => room + (Math.max(low - 1, Math.min(high + 1, value)) - low) * unit;
  return { ticks, at };
}
