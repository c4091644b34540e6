/** Draws the whole page of the coach: the task, the board with its layers, and the panel. */

/** @import { WhyPanel } from "../../view/panel/why_panel.js" */
/** @import { CoachPage } from "../model/coach_page.js" */
/** @import { Courses } from "./courses.js" */
/** @import { Layers } from "../../view/board/layers.js" */
/** @import { Games, Mistakes } from "./mistakes_view.js" */
/** @import { Acts } from "./coach_panel.js" */

import { textOf } from "../../model/claim.js";
import { byId, el, set, setText, setTold } from "../../view/dom.js";
import { comingAgain } from "../model/mistakes.js";
import {
  about,
  canExplain,
  ideaOf,
  isDone,
  isMissed,
  lessonOf,
  mayMove,
  nextStrength,
  playedOn,
  questionsLeft,
  resultOfDay,
  shownDiscs,
  withoutPuzzle,
} from "../model/coach_page.js";
import { isOver } from "../model/session.js";
import { taskOf } from "../model/coach_words.js";
import { Panel } from "./coach_panel.js";
import { PlayOn, PuzzleBoard } from "./puzzle_board.js";
import { heading } from "../model/progress.js";
import { root, t } from "../../words.js";

/** Shows the page. */
export class PageView {
  /**
   * @param {{aim: (move: number | null) => void, play: (move: number) => void}} onBoard
   * @param {Acts} onPanel
   * @param {import("./courses.js").Acts} onCourses
   * @param {Games} games of this browser, not searched for mistakes yet
   */
  constructor(onBoard, onPanel, onCourses, games) {
    this.board = new PuzzleBoard(onBoard);
    /** Shows the layers of explanations and examples; loaded with the first one. @type {Layers | null} */
    this.layers = null;
    this.panel = new Panel(onPanel);
    this.playOn = new PlayOn();
    this.idea = new Idea();
    this.themes = new Themes(onPanel.theme);
    this.panel.buttons.after(this.idea.element, this.playOn.element);
    this.panel.element.prepend(this.themes.element);
    this.onCourses = onCourses;
    /** @type {Courses | null} */
    this.courses = null;
    /** Lists the person's own mistakes, in their section only. @type {Mistakes | null} */
    this.mistakes = null;
    this.onMistake = onPanel.mistake;
    this.games = games;
    /** Shows explanations; loaded with the first one. @type {WhyPanel | null} */
    this.why = null;
    byId("panel").prepend(this.panel.element);
  }

  /** Puts the view of explanations below the buttons, and their layers on the board. @param {WhyPanel} why */
  async addWhy(why) {
    await this.addLayers();
    this.why = why;
    this.panel.buttons.after(why.element);
  }

  /** Puts the layers on the board. */
  async addLayers() {
    const [{ Layers }, { foretold }] = await Promise.all([
      import("../../view/board/layers.js"),
      import("../../view/board/ghosts.js"),
    ]);
    if (this.layers) return;
    this.layers = new Layers(this.board.face, foretold);
    this.board.body.insertBefore(this.layers.element, this.board.grid.element);
  }

  /** Makes room for the list of mistakes. */
  async addMistakes() {
    const { Mistakes } = await import("./mistakes_view.js");
    this.mistakes = new Mistakes(this.onMistake, this.games);
    this.panel.rating.after(this.mistakes.element);
  }

  /** Makes room for the courses; their script is fetched in their section only. */
  async addCourses() {
    const [{ Courses }] = await Promise.all([import("./courses.js"), this.addLayers()]);
    this.courses = new Courses(this.onCourses);
    this.panel.element.prepend(this.courses.element);
  }

  /** Gives the course's first button the focus, at the top of the panel. */
  focusCourse() {
    byId("panel").scrollTop = 0;
    this.courses?.focus();
  }

  /** Draws the changes. @param {CoachPage} page @param {number} today */
  render(page, today) {
    const { session, explaining, message, section } = page;
    const { attempt } = session;
    const discs = shownDiscs(page);
    this.board.show(discs, mayMove(page), session, explaining !== null);
    const taken = new Set(discs.map(([column, row]) => `${column},${row}`));
    const isFree = (/** @type {[number, number]} */ cell) => !taken.has(String(cell));
    const lesson = lessonOf(page);
    if (lesson) this.layers?.renderAll(lesson.example.marks, isFree, true);
    else this.layers?.renderAll(explaining?.layers ?? [], isFree, true);
    this.why?.render(explaining);
    const [head, sub] = attempt ? taskOf(attempt) : withoutPuzzle(page);
    setTold(byId("head"), head);
    setTold(byId("sub"), explaining?.message || message || sub); // a step is in the list
    setText(byId("live"), explaining?.words || textOf(message || head));
    set(byId("sub"), "data-tone", attempt?.refuted ? "refusal" : null);
    const solved = isDone(page);
    if (this.courses) set(this.courses.element, "hidden", !lesson);
    if (lesson && page.courses) this.courses?.render(page.courses, lesson, page.progress.courses, questionsLeft(page));
    this.panel.render(
      {
        section,
        empty: attempt === null,
        refuted: Boolean(attempt?.refuted),
        solved,
        counted: page.counted || (section === "train" && isOver(page.round)),
        hasNext: section !== "day" || nextStrength(page) !== null,
        canExplain: Boolean(canExplain(page)),
        about: about(page),
        dayLine: resultOfDay(page),
        due: section === "train" ? comingAgain(page.progress, today).length : 0,
      },
      page.progress,
    );
    this.idea.render(page);
    this.themes.render(page);
    this.playOn.render(playedOn(page), page.progress.rating, page.index?.levels);
    this.mistakes?.render(page, today);
  }
}

/** Lets the person choose a theme. */
class Themes {
  /** @param {(slug: string) => void} choose "": all themes */
  constructor(choose) {
    this.select = el("select", { class: "select", autocomplete: "off" });
    this.select.addEventListener("change", () => choose(this.select.value));
    this.element = el("label", { class: "field" }, el("span", { class: "field__name quiet" }, t("Theme")), this.select);
  }

  /** @param {CoachPage} page */
  render({ index, course, section }) {
    set(this.element, "hidden", section !== "train" || !index);
    if (!this.select.length && index)
      this.select.append(
        el("option", { value: "" }, t("All themes")),
        ...index.themes.map((theme) => el("option", { value: theme.slug }, heading(theme))),
      );
    this.select.value = course;
  }
}

/** Leads to the page of the idea, with three questions there. */
class Idea {
  constructor() {
    this.link = el("a", { class: "button" });
    this.element = el("p", { class: "coach__idea" }, this.link);
  }

  /** @param {CoachPage} page */
  render(page) {
    const { loaded, index, section } = page;
    const idea = loaded && index && section !== "themes" && isMissed(page) && ideaOf(index, loaded.puzzle.themes);
    set(this.element, "hidden", !idea);
    if (!idea || !loaded) return;
    setText(this.link, t("Its idea, and three questions: {theme}", { theme: t(idea.title) }));
    set(this.link, "href", `${root}/coach/themes?theme=${idea.slug}&after=${loaded.puzzle.name}`);
  }
}
