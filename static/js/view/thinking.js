/**
 * What the engine thinks: under each column its worth, and in the panel the figures. The strip hangs from the columns
 * and is exactly as wide as they are; the tree will grow from it.
 *
 * @typedef {import("../model/types.js").PageState} PageState
 * @typedef {import("../model/types.js").GameInfo} GameInfo
 * @typedef {import("../model/types.js").Digest} Digest
 * @typedef {import("../model/types.js").MoveView} MoveView
 */

import { squareCell } from "../model/board.js";
import { digestShown } from "../model/select.js";
import { compact, count, moveWords, worth, worthSentence } from "../model/words.js";
import { el, say, set, svg, tune } from "./dom.js";

/** At this depth a block is as deep as it gets; its growth slows down with the square root, as searching does. */
const DEEP = 36;

export class Strip {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    const [width, height] = info.board ?? [0, 0];
    const places = info.gravity ? width : width * height;
    this.blocks = Array.from({ length: places }, (_, i) => new Block(info, i + 1));
    this.element = el("div", { class: "strip", "data-gravity": info.gravity ? "yes" : "no", "aria-hidden": "true" },
      ...this.blocks.map((block) => block.element));
  }

  /** @param {PageState} page */
  render(page) {
    set(this.element, "hidden", !page.watching);
    if (!page.watching) return;
    const digest = digestShown(page);
    const most = Math.max(1, ...(digest?.moves.map((view) => view.visits) ?? []));
    for (const block of this.blocks) {
      const view = digest?.moves.find((known) => known.move === block.move) ?? null;
      block.render(page, view, view ? view.visits / most : 0);
    }
  }
}

class Block {
  /** @param {GameInfo} info @param {number} move */
  constructor(info, move) {
    this.move = move;
    this.fill = el("div", { class: "block__fill" });
    this.lock = svg("svg", { class: "block__lock", viewBox: "0 0 12 12" }, svg("use", { href: "#lock" }));
    this.first = el("span", { class: "block__first number" });
    this.figure = el("span");
    this.word = el("span", { class: "block__word" });
    this.second = el("span", { class: "block__second number" }, this.word, this.figure);
    this.element = el("div", { class: "block" }, el("div", { class: "block__well" }, this.fill, this.lock), this.first, this.second);
    const cell = info.gravity ? null : squareCell(info, move);
    if (cell) {
      tune(this.element, "--c", cell[0]);
      tune(this.element, "--r", cell[1]);
    }
  }

  /** @param {PageState} page @param {MoveView | null} view @param {number} attention 0 to 1 */
  render(page, view, attention) {
    set(this.element, "data-known", view ? "yes" : "no");
    const [first, word, figure] = view ? worth(view) : ["", "", ""];
    say(this.first, first);
    say(this.word, word === "depth" ? "depth " : "");
    say(this.figure, word === "depth" ? figure : `${word} ${figure}`.trim());
    if (!view) return;
    const even = Math.abs(view.value) < (view.proven ? 0.001 : 0.04);
    const better = view.value > 0 ? page.game.to_move : page.game.to_move === 0 ? 1 : 0;
    set(this.element, "data-side", even ? "even" : String(better));
    const settled = view.proven || view.words === "wins" || view.words === "loses";
    set(this.element, "data-proven", settled ? "yes" : "no");
    const depth = settled ? 1 : Math.min(1, Math.sqrt((view.depth ?? DEEP * attention) / DEEP));
    tune(this.fill, "--deep", Math.max(0.1, depth).toFixed(3));
    tune(this.fill, "--bright", (settled ? 1 : 0.45 + 0.55 * Math.sqrt(attention)).toFixed(2));
  }
}

export class Figures {
  /** @param {(on: boolean) => void} watch */
  constructor(watch) {
    this.toggle = el("input", { type: "checkbox", role: "switch" });
    this.toggle.addEventListener("change", () => watch(this.toggle.checked));
    this.pulse = el("span", { class: "pulse", "aria-hidden": "true" });
    this.state = el("span", { class: "figures__state quiet" });
    this.list = el("dl", { class: "figures__list number" });
    this.spoken = el("ul", { class: "unseen", "aria-label": "What each move is worth" });
    /** @type {Map<string, {element: HTMLElement, values: HTMLElement[]}>} */
    this.lines = new Map();
    this.element = el("section", { class: "figures", "aria-label": "Thinking" },
      el("div", { class: "figures__head" },
        el("label", { class: "switch" }, this.toggle, "Thinking"), this.state, this.pulse),
      this.list, this.spoken);
  }

  /** @param {PageState} page */
  render(page) {
    this.toggle.checked = page.watching;
    set(this.element, "data-on", page.watching ? "yes" : "no");
    set(this.list, "hidden", !page.watching);
    const digest = page.watching ? digestShown(page) ?? page.digests.at(-1) ?? null : null;
    set(this.pulse, "data-on", digest?.busy ? "yes" : "no");
    say(this.state, page.watching ? stateWords(page, digest) : "");
    if (!page.watching) return this.spoken.replaceChildren();
    const two = page.digests.length > 1;
    set(this.list, "data-two", two);
    const minds = two ? [0, 1].map((seat) => page.digests.find((known) => known.seat === seat) ?? null) : [digest];
    this.line("Side", two ? [...page.info.players] : [""]);
    this.line("Expects", minds.map((mind) => (mind?.expected ? moveWords(page, mind.expected) : "–")));
    this.line("Searched", minds.map((mind) => (mind ? (two ? compact(mind.nodes) : `${count(mind.nodes)} positions`) : "–")));
    this.line("Tree", minds.map((mind) => (mind ? (two ? compact(mind.tree) : `${count(mind.tree)} ${mind.tree === 1 ? "node" : "nodes"}`) : "–")));
    this.line("Kept", minds.map((mind) => (mind ? count(mind.kept) : "–")));
    this.line("Dropped", minds.map((mind) => (mind ? count(mind.pruned) : "–")));
    const views = digest?.ply === page.game.ply ? digest.moves : [];
    this.spoken.replaceChildren(...views.map((view) => el("li", {}, worthSentence(page, view))));
  }

  /** @param {string} name @param {string[]} values one, or one for each side */
  line(name, values) {
    let line = this.lines.get(name);
    if (!line) {
      line = { element: el("div", { class: "figures__line" }, el("dt", {}, name)), values: [el("dd"), el("dd")] };
      this.lines.set(name, line);
      line.element.append(...line.values);
      this.list.append(line.element);
    }
    set(line.element, "hidden", values.every((value) => value === ""));
    for (const [i, shown] of line.values.entries()) {
      say(shown, values[i] ?? "");
      set(shown, "hidden", i >= values.length);
    }
  }
}

/** @param {PageState} page @param {Digest | null} digest */
function stateWords(page, digest) {
  if (page.game.game_id === null) return "begins with the first move";
  if (!digest) return page.game.outcome ? "the game is over" : "waiting";
  if (digest.solved) return "solved";
  const depth = digest.depth ? `, depth ${digest.depth}` : "";
  if (digest.pondering) return `thinking on your time${depth}`;
  return `${digest.busy ? "thinking" : "resting"}${depth}`;
}
