/**
 * Shows the buttons that walk through the run, the grain, the speed and the bookmarks.
 *
 * @typedef {import("../model/types.js").Run} Run
 * @typedef {import("../model/types.js").View} View
 * @typedef {import("../model/types.js").Grain} Grain
 *
 * @typedef {"first" | "previousCut" | "back" | "forward" | "nextCut" | "last" | "over" | "out" | "play" | "mark" | "predict" | "wide" | "help"} Act
 *
 * @typedef {object} Acts
 * @property {(act: Act) => void} act
 * @property {(grain: Grain) => void} grain
 * @property {(step: number) => void} go
 */

import { el, icon, set, setIcon, setText } from "../../view/dom.js";
import { lastStep } from "../model/walk.js";
import { Scrubber } from "./scrubber.js";

/** @typedef {[Act, string, string, string]} Button the act, its key, its name, its icon or words */
/** @type {Button[]} */
const WALK = [
  ["first", "Home", "First step", "M6 5v14M18 6l-8 6 8 6z"],
  ["previousCut", "Shift+C", "Previous cut", "M20 6l-7 6 7 6M5 7l6 10M11 7L5 17"],
  ["back", "ArrowLeft", "Back", "M15 5l-7 7 7 7"],
  ["forward", "ArrowRight", "Forward", "M9 5l7 7-7 7"],
  ["nextCut", "C", "Next cut", "M4 6l7 6-7 6M13 7l6 10M19 7l-6 10"],
  ["last", "End", "Last step", "M18 5v14M6 6l8 6-8 6z"],
];
/** @type {Button[]} */
const MORE = [
  ["over", "ArrowDown", "Over: to the end of this state", "Over"],
  ["out", "ArrowUp", "Out: to the end of the state above", "Out"],
  ["mark", "B", "Bookmark this step", "Bookmark"],
  ["predict", "P", "Predict what happens next", "Predict"],
  ["wide", "W", "Large, for a projector", "Large"],
  ["help", "?", "Keys and signs", "?"],
];
const PLAY = "M8 5l11 7-11 7z";
const PAUSE = "M8 5v14M16 5v14";
/** @type {[Grain, string][]} */
const GRAIN_NAMES = [["story", "Story"], ["visits", "Visits"], ["lines", "Lines"]];
/** @type {[string, number][]} */
const SPEEDS = [["Slow", 1500], ["Middle", 600], ["Fast", 120]];

/** Shows the controls. */
export class Controls {
  /** @param {HTMLElement} host @param {Acts} acts */
  constructor(host, acts) {
    this.acts = acts;
    this.scrubber = new Scrubber(acts.go);
    this.count = el("output", { class: "steps__count number", "aria-label": "Step" });
    /** @type {Map<Act, HTMLButtonElement>} */
    this.buttons = new Map();
    this.play = this.button(["play", "", "Play", PLAY]);
    const walk = WALK.map((one) => this.button(one));
    walk.splice(3, 0, this.play);
    this.speed = el("select", { class: "select", "aria-label": "Speed" }, ...SPEEDS.map(([name, pause]) => el("option", { value: pause, selected: name === "Middle" }, name)));
    this.grains = el("fieldset", { class: "choice" }, el("legend", { class: "unseen" }, "Steps of"), ...GRAIN_NAMES.map(([value, name]) => {
      const input = el("input", { type: "radio", name: "grain", value });
      input.addEventListener("change", () => acts.grain(value));
      return el("label", {}, input, name);
    }));
    this.marks = el("ol", { class: "steps__marks", "aria-label": "Bookmarks" });
    host.replaceChildren(this.scrubber.element,
      el("div", { class: "steps" }, el("div", { class: "steps__walk" }, ...walk), this.count),
      el("div", { class: "steps" }, this.grains, this.speed, ...MORE.map((one) => this.button(one))), this.marks);
  }

  /** Milliseconds between two steps of a run that plays. */
  get pause() {
    return Number(this.speed.value);
  }

  /** @param {Button} one */
  button([act, key, name, look]) {
    const drawn = look.startsWith("M");
    const made = el("button", { class: drawn ? "button button--icon" : "button", type: "button", "aria-label": name, title: key ? `${name} (${key.replace("Arrow", "").toLowerCase()})` : name, "aria-keyshortcuts": key || null },
      drawn ? icon(look) : look);
    made.addEventListener("click", () => this.acts.act(act));
    this.buttons.set(act, made);
    return made;
  }

  /**
   * @param {Run} run
   * @param {View} view
   * @param {{grain: Grain, marks: number[], playing: boolean, predicting: boolean, wide: boolean}} page
   */
  show(run, view, { grain, marks, playing, predicting, wide }) {
    this.scrubber.show(run, view, marks);
    setText(this.count, `${view.step} / ${lastStep(run)}`);
    setIcon(this.play, playing ? PAUSE : PLAY);
    set(this.play, "aria-label", playing ? "Pause" : "Play");
    /** @type {[Act, boolean][]} */
    const pressed = [["mark", marks.includes(view.step)], ["predict", predicting], ["wide", wide]];
    for (const [act, on] of pressed) set(this.buttons.get(act) ?? this.play, "aria-pressed", String(on));
    for (const input of this.grains.querySelectorAll("input")) input.checked = input.value === grain;
    set(this.marks, "hidden", !marks.length);
    if (this.marks.textContent !== marks.join("")) this.marks.replaceChildren(...marks.map((step) => this.mark(step)));
  }

  /** @param {number} step */
  mark(step) {
    const made = el("button", { class: "button number", type: "button", "aria-label": `Go to step ${step}` }, String(step));
    made.addEventListener("click", () => this.acts.go(step));
    return el("li", {}, made);
  }
}
