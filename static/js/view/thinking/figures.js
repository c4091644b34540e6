/**
 * Shows whose view of the position is shown, the numbers behind a fold, and the tree once more as a list for screen
 * readers.
 *
 * @typedef {object} Place where the thinking is shown
 * @property {GameInfo} info
 * @property {Acts & {whyNot: (path: number[], seat: SeatNumber | null) => void, point: (pointed: WhyNot | null) =>
 *   void}} actions
 * @property {HTMLElement} call below the line of the call
 * @property {HTMLElement} line on the board
 * @property {HTMLElement} strip under the board
 *
 * @typedef {{truth: (on: boolean) => void, hold: (on: boolean) => void, showLine: (on: boolean) => void, shareThought:
 *   () => void, beliefs: () => Promise<Belief[] | null>}} Acts
 */

/** @import { Belief, Digest, GameInfo, PageState, SeatNumber, WhyNot } from "../../model/types.js" */

import { growBlocks } from "../../model/thinking/thinking_tree.js";
import { digestShown, engineSeat, enginesOnly, judgesAll, looksAtEnd, showsTruth } from "../../model/select.js";
import { figuresOf, stateWords, viewWords } from "../../model/thinking/thinking_words.js";
import { blockSentence } from "../../model/thinking/tree_words.js";
import "../../more_words.js";
import { t } from "../../words.js";
import { afterFrame, button, byId, closeElsewhere, Drawn, el, icon, set, setText } from "../dom.js";
import { Beliefs } from "./beliefs.js";

const PIN = "M9 4h6l-1 6 3 3H7l3-3zM12 13v7";
const SHARE = "M12 15V4M8 8l4-4 4 4M5 12v7h14v-7";
const LINE = "M5 19c4 0 4-7 7-7s3-7 7-7";
/** Limits the spoken replies of each move. */
const SPOKEN = 3;

/** Shows the figures. */
export class Figures {
  /** @param {Place} place */
  constructor(place) {
    const { actions } = place;
    this.place = place;
    this.radios = [false, true].map((truth) => {
      const input = el("input", { type: "radio", name: "view", value: truth ? "truth" : "mind" });
      input.addEventListener("change", () => actions.truth(truth));
      return input;
    });
    this.names = this.radios.map(() => el("span"));
    this.choice = el(
      "div",
      { class: "choice views__choice", role: "radiogroup", "aria-label": t("Whose view is shown") },
      ...this.radios.map((input, i) => el("label", {}, input, this.names[i] ?? "")),
    );
    this.title = el("b");
    /** The words on the engine's present work. */
    this.state = el("p", { class: "figures__state quiet" });
    this.expected = tool(t("Show the expected line"), LINE, (on) => actions.showLine(on));
    this.hold = tool(t("Hold the picture still"), PIN, (on) => actions.hold(on));
    this.share = tool(t("Copy a link with this thought"), SHARE, () => actions.shareThought());
    this.list = el("dl", { class: "figures__list number" });
    this.beliefs = new Beliefs(() => actions.beliefs());
    this.fold = el(
      "details",
      { class: "fold" },
      el("summary", { class: "fold__summary" }, t("Numbers")),
      el(
        "div",
        { class: "fold__sheet" },
        this.choice,
        this.state,
        this.list,
        this.beliefs.element,
        el("div", { class: "fold__tools" }, this.expected, this.hold, this.share),
      ),
    );
    closeElsewhere(this.fold);
    /** Holds the fold, but for a look at a game that is over. @type {HTMLElement | null} */
    this.home = null;
    this.fold.addEventListener("toggle", () => this.page && this.beliefs.render(this.page, this.fold.open));
    /** @type {PageState | null} */
    this.page = null;
    this.spoken = el("ul", { class: "unseen figures__spoken", "aria-label": t("What each move is worth") });
    /** The update of the spoken list after the next frame: nobody listens faster. @type {(() => void) | null} */
    this.speakLater = null;
    this.listed = new Drawn();
    /** @type {Map<string, {element: HTMLElement, values: HTMLElement[]}>} */
    this.lines = new Map();
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { engineView } = page;
    this.page = page;
    set(this.fold, "hidden", !engineView.visible || (looksAtEnd(page) && !judgesAll(page.info)));
    const home = looksAtEnd(page) ? byId("more") : this.home;
    if (home && this.fold.parentElement !== home) home.append(this.fold);
    this.beliefs.render(page, engineView.visible && this.fold.open);
    this.renderViews(page);
    set(this.expected, "aria-pressed", engineView.lineShown ? "true" : "false");
    set(this.hold, "aria-pressed", engineView.frozen ? "true" : "false");
    if (engineView.visible && engineView.frozen) return;
    const digest = engineView.visible ? digestShown(page) : null;
    if (!engineView.visible) {
      this.speakLater = null;
      this.listed = new Drawn();
      return this.spoken.replaceChildren();
    }
    setText(this.state, stateWords(page, digest));
    this.renderLines(page, digest);
    if (this.listed.has(digest, page.game, page.pending)) return;
    if (!this.speakLater) {
      afterFrame(() => {
        this.speakLater?.();
        this.speakLater = null;
      });
    }
    this.speakLater = () => this.renderSpoken(page, digest);
  }

  /** Draws whose view is shown, and the choice between an engine's view and the truth. @param {PageState} page */
  renderViews(page) {
    const { game, engineView } = page;
    const choice = engineSeat(page) !== null && !game.outcome && page.review.ply === null;
    const [mind, truth] = viewWords(page);
    set(this.choice, "hidden", !choice);
    if (!enginesOnly(page) || game.outcome) setText(this.title, choice && !showsTruth(page) ? mind : truth);
    else if (digestShown(page) && !engineView.frozen)
      setText(this.title, viewWords(page, digestShown(page)?.seat ?? null)[0]); // whose word it is
    for (const [i, words] of [mind, truth].entries()) {
      const [name, radio] = [this.names[i], this.radios[i]];
      if (name) setText(name, words);
      if (radio) radio.checked = showsTruth(page) === (i === 1);
    }
  }

  /** Draws the lines of figures. @param {PageState} page @param {Digest | null} digest */
  renderLines(page, digest) {
    const two = enginesOnly(page);
    set(this.list, "data-two", two);
    const minds = two
      ? [0, 1].map((seat) => page.engineView.digests.find((mind) => mind.seat === seat) ?? null)
      : [digest];
    for (const [name, ...values] of figuresOf(page, minds)) this.line(name ?? "", values);
  }

  /**
   * Lists each move, each with the most important replies.
   *
   * @param {PageState} page
   * @param {Digest | null} digest
   */
  renderSpoken(page, digest) {
    const current = digest && digest.ply === page.game.moves.length && !page.pending ? digest : null;
    const blocks = current ? growBlocks(page.info, current, page.game) : [];
    fitItems(this.spoken, blocks.length, () => el("li", {}, el("span"), el("ul")));
    for (const [i, block] of blocks.entries()) {
      const replies = [...block.replies].sort((a, b) => b.share - a.share).slice(0, SPOKEN);
      const [sentence, inner] = this.spoken.children[i]?.children ?? [];
      if (!sentence || !inner) continue;
      setText(sentence, blockSentence(page, block, null));
      set(inner, "hidden", replies.length === 0);
      fitItems(inner, replies.length, () => el("li"));
      for (const [j, reply] of replies.entries())
        setText(/** @type {Element} */ (inner.children[j]), blockSentence(page, reply, block));
    }
  }

  /**
   * Shows one line of figures; without values, none.
   * @param {string} name
   * @param {string[]} values one, or one for each side
   */
  line(name, values) {
    let line = this.lines.get(name);
    if (!line) {
      line = { element: el("div", { class: "figures__line" }, el("dt", {}, name)), values: [el("dd"), el("dd")] };
      this.lines.set(name, line);
      line.element.append(...line.values);
      this.list.append(line.element);
    }
    set(line.element, "hidden", !values.some(Boolean));
    for (const [i, shown] of line.values.entries()) {
      setText(shown, values[i] ?? "");
      set(shown, "hidden", i >= values.length);
    }
  }
}

/** Gives a list so many items; present ones stay. @param {Element} list @param {number} length @param {() => Element} make */
function fitItems(list, length, make) {
  while (list.children.length > length) list.lastElementChild?.remove();
  while (list.children.length < length) list.append(make());
}

/** Makes a button with an icon and words. @param {string} label @param {string} path @param {(on: boolean) => void} act */
function tool(label, path, act) {
  const made = button(icon(path), () => act(made.getAttribute("aria-pressed") !== "true"), "button fold__tool");
  made.append(label);
  return made;
}
