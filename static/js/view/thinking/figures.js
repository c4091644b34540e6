/**
 * Shows the figures of the engine's thinking: the main switch, depth, positions, speed, the positions kept by the last
 * move; and the tree once more as a list for screen readers.
 *
 * @typedef {import("../../model/types.js").PageState} PageState
 * @typedef {import("../../model/types.js").Digest} Digest
 */

import { growBlocks } from "../../model/tree.js";
import { digestShown } from "../../model/select.js";
import { blockLabel, formatCompact, formatCount, worthSentence } from "../../model/words.js";
import { afterFrame, el, icon, set, setIcon, setText } from "../dom.js";

const HOLD = "M9 6v12M15 6v12";
const GO = "M8 5v14l11-7z";
const SHARE = "M12 15V4M8 8l4-4 4 4M5 12v7h14v-7";
const SHARE_LABEL = "Copy a link with this thought";
const LINE = "M5 19c4 0 4-7 7-7s3-7 7-7";
/** Limits the spoken replies of each move. */
const SPOKEN = 3;

/** Shows the figures. */
export class Figures {
  /**
   * @param {{watch: (on: boolean) => void, hold: (on: boolean) => void, showLine: (on: boolean) => void, shareThought: () => void}} actions
   */
  constructor(actions) {
    this.toggle = el("input", { type: "checkbox", role: "switch" });
    this.toggle.addEventListener("change", () => actions.watch(this.toggle.checked));
    this.label = el("label", { class: "switch" }, this.toggle, "Thinking");
    this.expected = tool("Show the expected line on the board", LINE);
    this.expected.addEventListener("click", () => actions.showLine(this.expected.getAttribute("aria-pressed") !== "true"));
    this.hold = tool("Hold the picture still", HOLD);
    this.hold.addEventListener("click", () => actions.hold(this.hold.getAttribute("aria-pressed") !== "true"));
    this.share = el("button", { class: "button button--icon figures__tool", type: "button", "aria-label": SHARE_LABEL, title: SHARE_LABEL }, icon(SHARE));
    this.share.addEventListener("click", () => actions.shareThought());
    this.pulse = el("span", { class: "pulse", "aria-hidden": "true" });
    this.state = el("span", { class: "figures__state quiet" });
    this.tools = el("span", { class: "figures__tools" }, this.expected, this.hold, this.share);
    this.list = el("dl", { class: "figures__list number" });
    this.spoken = el("ul", { class: "unseen figures__spoken", "aria-label": "What each move is worth" });
    /** The update of the spoken list after the next frame: nobody listens faster. @type {(() => void) | null} */
    this.speakLater = null;
    /** The digest in the spoken list. @type {Digest | null} */
    this.spokenDigest = null;
    /** @type {PageState["game"] | null} */
    this.game = null;
    /** @type {PageState["pending"]} */
    this.pending = null;
    /** @type {Map<string, {element: HTMLElement, values: HTMLElement[]}>} */
    this.lines = new Map();
    this.element = el("section", { class: "figures", "aria-label": "Thinking" },
      el("div", { class: "figures__head" },
        this.label, this.state, this.pulse),
      this.list, this.spoken);
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { engineView } = page;
    this.toggle.checked = engineView.visible;
    set(this.label, "hidden", !page.game.help);
    set(this.element, "data-on", engineView.visible ? "yes" : "no");
    set(this.expected, "aria-pressed", engineView.lineShown ? "true" : "false");
    set(this.hold, "aria-pressed", engineView.frozen ? "true" : "false");
    setIcon(this.hold, engineView.frozen ? GO : HOLD);
    if (engineView.visible && engineView.frozen) return;
    const digest = engineView.visible ? digestShown(page) ?? engineView.digests.at(-1) ?? null : null;
    set(this.pulse, "data-on", digest?.busy ? "yes" : "no");
    setText(this.state, engineView.visible ? stateWords(page, digest) : fairWords(page));
    // A position from the book was not searched: there are no figures.
    set(this.list, "hidden", !engineView.visible || (digest !== null && digest.nodes === 0 && digest.solved));
    if (!engineView.visible) {
      this.spokenDigest = this.speakLater = null;
      return this.spoken.replaceChildren();
    }
    this.renderLines(page, digest);
    if (digest === this.spokenDigest && page.game === this.game && page.pending === this.pending) return;
    [this.spokenDigest, this.game, this.pending] = [digest, page.game, page.pending];
    if (!this.speakLater) {
      afterFrame(() => {
        this.speakLater?.();
        this.speakLater = null;
      });
    }
    this.speakLater = () => this.renderSpoken(page, digest);
  }

  /** Draws the lines of figures. @param {PageState} page @param {Digest | null} digest */
  renderLines(page, digest) {
    const two = page.engineView.digests.length > 1;
    set(this.list, "data-two", two);
    const minds = two ? [0, 1].map((seat) => page.engineView.digests.find((digest) => digest.seat === seat) ?? null) : [digest];
    this.line("Side", two ? [...page.info.players] : [""]);
    this.line("Depth", two ? minds.map((mind) => (mind?.solved ? "solved" : String(mind?.depth || "–"))) : [""]);
    this.line("Searched", minds.map((mind) => (mind ? searchedWords(mind, two) : "–")));
    this.line("Tree", two || !digest ? [two ? "" : "–"] : [`${formatCount(digest.tree)} ${digest.tree === 1 ? "position" : "positions"}`]);
    this.line("Kept", minds.map((mind) => (mind ? formatCount(mind.kept) : "–")));
    this.line("Dropped", minds.map((mind) => (mind ? formatCount(mind.pruned) : "–")));
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
    const moves = current?.moves ?? [];
    fitItems(this.spoken, moves.length, () => el("li", {}, el("span"), el("ul")));
    for (const [i, view] of moves.entries()) {
      const replies = [...(blocks.find((block) => block.move === view.move)?.replies ?? [])]
        .filter((reply) => reply.certainty !== "cut")
        .sort((a, b) => b.visits - a.visits)
        .slice(0, SPOKEN);
      const [sentence, inner] = this.spoken.children[i]?.children ?? [];
      if (!sentence || !inner) continue;
      setText(sentence, worthSentence(page, view));
      set(inner, "hidden", replies.length === 0);
      fitItems(inner, replies.length, () => el("li"));
      for (const [j, reply] of replies.entries()) setText(/** @type {Element} */ (inner.children[j]), blockLabel(page, reply));
    }
  }

  /** Shows one line of figures. @param {string} name @param {string[]} values one, or one for each side */
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
      setText(shown, values[i] ?? "");
      set(shown, "hidden", i >= values.length);
    }
  }
}

/**
 * Gives a list so many items; present items stay.
 *
 * @param {Element} list
 * @param {number} length
 * @param {() => Element} make
 */
function fitItems(list, length, make) {
  while (list.children.length > length) list.lastElementChild?.remove();
  while (list.children.length < length) list.append(make());
}

/** Says whether two people may ask the engine. @param {PageState} page */
function fairWords({ game }) {
  if (!game.help) return "The engine is silent until the game ends.";
  return game.with_help && !game.outcome ? "With help for both" : "";
}

/** Says the engine's present work. @param {PageState} page @param {Digest | null} digest */
function stateWords(page, digest) {
  if (digest?.sent) return digest.depth ? `sent: depth ${digest.depth}, checking again` : "sent, checking again";
  if (page.game.game_id === null) return "begins with the first move";
  if (!digest) return page.game.outcome ? "the game is over" : "waiting";
  if (digest.solved) return digest.nodes === 0 ? "from the book" : "solved";
  const depth = digest.depth ? `, depth ${digest.depth}` : "";
  if (digest.pondering) return `thinking while you think${depth}`;
  return `${digest.busy ? "thinking" : "finished"}${depth}`;
}

/** Says how much an engine has searched, and how fast. @param {Digest} mind @param {boolean} brief */
function searchedWords(mind, brief) {
  if (brief) return formatCompact(mind.nodes);
  return mind.nodes_per_second ? `${formatCount(mind.nodes)} positions, ${formatCompact(mind.nodes_per_second)}/s` : `${formatCount(mind.nodes)} positions`;
}

/** Makes a button with an icon. @param {string} label @param {string} path */
function tool(label, path) {
  return el("button", { class: "button button--icon figures__tool", type: "button", "aria-label": label, title: label, "aria-pressed": "false" }, icon(path));
}
